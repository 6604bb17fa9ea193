/** Lots that the words next to them give to a relative of the form's only person. */

import { isName, isNameAlone } from './person-names.js';

const RELATIVE =
  '(?:spouse|wife|husband|civil partner|sons?|daughters?|child(?:ren)?|PCA|persons? closely associated|connected persons?)';
/** `Carol Bramble (spouse)`, `Mrs Carol Bramble, wife of Ada Bramble`: the name before the word. */
const NAMED = new RegExp(`^\\W*(.*?)(?:[\\s,;:([–-]+(?:her|his|a|the|as))?[\\s,;:([–-]+${RELATIVE}\\b`, 'i');
/** `Spouse`, `Held by her husband`, `PCA of Ada Bramble`. `Transfer to spouse` is what the person did. */
const UNNAMED = new RegExp(
  `^\\W*(?:(?:held by|owned by|by|for|her|his|their|the|a|minor)\\s+)*${RELATIVE}(?:['’]s?)?(?:\\s+(?:ISA|SIPP|account|of\\b.*))?\\W*$`,
  'i',
);

interface FormPerson {
  name: string;
  capacity: string;
}

/**
 * Whose lot it is if its label names another person than the form: that person as filed, or both if the label is
 * `Spouse` without a name. A name alone counts only where another lot has the form's own name, because it may be
 * a broker's. Null if the label names no other person, or if the form itself is about a relative.
 *
 * @param labels the labels of all lots
 */
export function relativeOf(label: string, person: FormPerson, labels: string[]): FormPerson | null {
  if (new RegExp(`\\b${RELATIVE}\\b`, 'i').test(`${person.name} ${person.capacity}`)) return null;
  const said = label.replace(/[\s:;,–-]+$/, '');
  if (UNNAMED.test(said)) return { name: `${person.name}; ${said}`, capacity: person.capacity };
  const named = NAMED.exec(said)?.[1]?.trim() ?? '';
  const isOther = (text: string): boolean => isName(text) && !isSame(text, person.name);
  const isColumnOfNames = labels.some((other) => isName(other) && isSame(other, person.name));
  const another = isOther(named) || (isColumnOfNames && isNameAlone(said) && isOther(said));
  return another ? { name: said, capacity: '' } : null;
}

/** `A. Bramble` and `Ms Ada Bramble`: every word of one is in the other, an initial at the beginning of a word. */
function isSame(some: string, name: string): boolean {
  const words = wordsOf(name);
  return wordsOf(some).every((word) =>
    words.some((own) => (word.length > 1 && own.length > 1 ? own === word : own[0] === word[0])),
  );
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}][\p{L}'’-]*/gu) ?? [];
  return words.filter((word) => !/^(?:mr|mrs|ms|miss|dr|sir|dame|lord|lady|prof|professor)$/.test(word));
}
