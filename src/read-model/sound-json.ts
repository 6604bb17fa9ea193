/**
 * Notices stored JSON that a disk has damaged, before it is sent. SQLite has no checksums of what a row contains. Answers
 * have many rows that are never parsed, so that only their ends and what no JSON contains are looked at.
 */

/** @throws SyntaxError, which counts as a fault of the store */
export function soundObject(text: string): string {
  return soundBetween(text, '{', '}');
}

/** @throws SyntaxError, which counts as a fault of the store */
export function soundArray(text: string): string {
  return soundBetween(text, '[', ']');
}

export function damagedRow(): SyntaxError {
  return new SyntaxError('A stored row is damaged.');
}

function soundBetween(text: string, first: string, last: string): string {
  // Zeros are what a disk leaves behind most often.
  if (text[0] !== first || text.at(-1) !== last || text.includes('\0')) throw damagedRow();
  return text;
}
