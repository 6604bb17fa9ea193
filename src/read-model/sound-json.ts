/**
 * Notices stored JSON that a disk has damaged, before it is sent: SQLite has no checksums of what a row contains. Most of it is sent
 * as it is stored, so it is read for this alone.
 */

/** The JSON of an object, to which members can be added at its end. @throws SyntaxError if it is damaged */
export function soundObject(text: string): string {
  if (text[0] !== '{' || text.at(-1) !== '}') throw damagedRow();
  parseSound(text);
  return text;
}

/** The value of a stored text, which the store wrote as the JSON of this type. @throws SyntaxError if it is damaged */
export function parseSound<T>(text: string): T {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw damagedRow();
  return value as T;
}

export function damagedRow(): SyntaxError {
  return new SyntaxError('A stored row is damaged.');
}
