/** The text of a footnote in plain letters, its sentences, and their clauses. */

import { collapseSpaces } from './values.js';

/** With the simple form of dashes, quotes and spaces. */
export function normalise(text: string): string {
  const quoted = text.replaceAll('&quot;', '"');
  // Most footnotes are plain already, so that one search replaces five.
  if (!/[^ -~]| {2}/.test(quoted)) return quoted.trim();
  const plain = quoted
    .replace(/[\u2010-\u2015\u2212\ufe63\uff0d]/g, '-')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[\u00ad\u200b-\u200d\ufeff]/g, '');
  return collapseSpaces(plain).trim();
}

/** Full stops of names do not end a sentence: "Mr. J. Roe", "Roe Fund, L.P. sold". */
export function split(text: string): string[] {
  return text.split(/(?<!\b(?:Mr|Ms|Mrs|Dr|Inc|Corp|Co|Ltd|No|St|Sr|Jr|[A-Z]|L\.P|L\.L\.C|U\.S))[.;]\s+/);
}

/** With these a new statement begins. Not "that" and "which": what is denied before them is denied of them too. */
const JOINS = new Set('and but while when although because however'.split(' '));

/**
 * The clauses of a sentence as words in small letters, each between two blanks: " sold under a plan ". A dash between words and
 * a colon end a clause too; other marks are left out.
 */
export function clausesOf(sentence: string): string[] {
  const clauses: string[] = [];
  let clause = ' ';
  const end = () => {
    if (clause !== ' ') clauses.push(clause);
    clause = ' ';
  };
  for (const found of sentence.toLowerCase().split(/[^a-z0-9.,$%':-]+|-(?=[a-z])/)) {
    if (found === '-' || JOINS.has(found)) end();
    const word = found.replace(/^[-'.,:]+|[-.,:]+$/g, '').replaceAll(',', '');
    if (word !== '') clause += `${word} `;
    if (found.endsWith(':')) end();
  }
  end();
  return clauses;
}
