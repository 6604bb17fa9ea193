/** Lots that the words next to them give to a relative of the form's only person. */

import { isName, isNameAlone, isOfOtherSex, isPersonName } from './person-names.js';

const RELATIVE =
  '(?:spouse|wife|husband|civil partner|sons?|daughters?|child(?:ren)?|PCA|persons? closely associated|connected persons?)';
const OF_RELATIVE = new RegExp(`\\b(?:${RELATIVE}|closely (?:associated|connected))\\b`, 'i');
/** `Carol Bramble (spouse)`, `Mrs Carol Bramble, wife of Ada Bramble`: the name before the word. */
const NAMED = new RegExp(`^\\W*(.*?)(?:[\\s,;:([–-]+(?:her|his|a|the|as))?[\\s,;:([–-]+${RELATIVE}\\b`, 'i');
/** `Spouse: Carol Bramble`, `Spouse (Carol Bramble)`. */
const NAMED_AFTER = new RegExp(`^\\W*(?:(?:her|his)\\s+)?${RELATIVE}[\\s,;:([–-]+(.*?)\\W*$`, 'i');
/** `Spouse`, `Held by her husband`, `Sale by PCA`, `PCA of Ada Bramble`. `Transfer to spouse` is what the person did. */
const UNNAMED = new RegExp(
  `^\\W*(?:(?:held|owned|purchased?|bought|acquired|sold|sales?|by|for|her|his|their|the|a|minor)\\s+)*${RELATIVE}(?:['’]s?)?(?:\\s+(?:ISA|SIPP|pension|account|of\\b.*))?\\W*$`,
  'i',
);
/** `Ordinary shares (spouse)`, `ISA - wife`: words, and then the relative. */
const PREFIXED = /^(.*?)\s*(?:[([]|\s[–-]\s)\s*(.+)$/;

interface FormPerson {
  name: string;
  capacity: string;
}

/**
 * Whose lot it is if its label names another person than the form: that person as filed, or both if the label is
 * `Spouse` without a name. A name alone counts only where another lot has the form's own name. Without its family name or a
 * title it may be a broker's, so the row has both. Null if the label names no other person, or if the form itself
 * is about a relative.
 *
 * @param labels the labels of all lots
 */
export function relativeOf(label: string, person: FormPerson, labels: string[]): FormPerson | null {
  // A longer one is a sentence, and a line of dashes would take seconds.
  if (label.length > MAX_LABEL || OF_RELATIVE.test(`${person.name} ${person.capacity}`)) return null;
  const own = person.name.split(/[,(]|\s[–-]\s/)[0] ?? '';
  const said = label.replace(/[\s:;,–-]+$/, '');
  const both = { name: `${person.name}; ${said}`, capacity: person.capacity };
  const [, before = '', after = ''] = PREFIXED.exec(said) ?? [];
  if (UNNAMED.test(said) || (UNNAMED.test(after) && !isPersonName(before))) return both;
  const isOwn = (text: string): boolean => isSame(text, own) && !isOfOtherSex(text, own);
  const isOther = (text: string): boolean => isPersonName(text) && !isOwn(text);
  if ([NAMED, NAMED_AFTER].some((pattern) => isOther(pattern.exec(said)?.[1]?.trim() ?? '')))
    return { name: said, capacity: '' };
  const isColumnOfNames = labels.some((other) => isName(other) && isOwn(other));
  if (!isColumnOfNames || !isNameAlone(said) || !isOther(said) || isSame(own, said)) return null;
  const isPerson = TITLE.test(said) || wordsOf(said).includes(wordsOf(own).at(-1) ?? '');
  return isPerson ? { name: said, capacity: '' } : both;
}

const MAX_LABEL = 200;
const TITLE = /^(?:mr|mrs|ms|miss|dr|sir|dame|lord|lady|prof|professor)(?![\p{L}'’-])/iu;

/** `A. Bramble` and `Ms Ada Bramble`: every word of one is in the other, an initial at the beginning of a word. */
function isSame(some: string, name: string): boolean {
  const words = wordsOf(name);
  return wordsOf(some).every((word) =>
    words.some((own) => (word.length > 1 && own.length > 1 ? own === word : own[0] === word[0])),
  );
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}][\p{L}'’-]*/gu) ?? [];
  return words.filter((word) => !TITLE.test(word));
}
