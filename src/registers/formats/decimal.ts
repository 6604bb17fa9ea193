/** Numbers as registers write them. */

/**
 * Reads a number whose decimal mark is `mark`; the other mark may only group thousands, and only in threes.
 * Null for everything else: a guess about a mark is a factor of a thousand. Null, too, beyond what a number can hold to
 * the last whole, which nothing costs or counts: it would be read as another number, or as none at all.
 */
export function readDecimal(text: string, mark: ',' | '.'): number | null {
  const plain = text.replace(/\s/g, '');
  const group = mark === ',' ? '\\.' : ',';
  const shape = new RegExp(`^-?(?:\\d+|\\d{1,3}(?:${group}\\d{3})+)(?:\\${mark}\\d+)?$`);
  if (!shape.test(plain)) return null;
  const value = Number(plain.replaceAll(mark === ',' ? '.' : ',', '').replace(mark, '.'));
  return Number.isSafeInteger(Math.trunc(value)) ? value : null;
}
