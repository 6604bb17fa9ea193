/** The text of a footnote in plain letters, and its sentences. */

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

/** Full stops of names do not end a sentence: "Mr. Roe", "Roe Fund, L.P. sold". */
export function split(text: string): string[] {
  return text.split(/(?<!\b(?:Mr|Ms|Mrs|Dr|Inc|Corp|Co|Ltd|No|St|Sr|Jr|L\.P|L\.L\.C|U\.S))[.;]\s+/);
}
