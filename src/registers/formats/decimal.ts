/** Numbers as registers write them, and exact products of them. */

/**
 * Reads a number whose decimal mark is `mark`; the other mark may only group thousands, and only in threes.
 * Null for everything else: a wrong guess about a mark is a factor of a thousand. Also null beyond the safe
 * integers, which no price or count reaches: it would become another number, or none at all.
 */
export function readDecimal(text: string, mark: ',' | '.'): number | null {
  const plain = text.replace(/\s/g, '');
  const group = mark === ',' ? '\\.' : ',';
  const shape = new RegExp(`^-?(?:\\d+|\\d{1,3}(?:${group}\\d{3})+)(?:\\${mark}\\d+)?$`);
  if (!shape.test(plain)) return null;
  const value = Number(plain.replaceAll(mark === ',' ? '.' : ',', '').replace(mark, '.'));
  return Number.isSafeInteger(Math.trunc(value)) ? value : null;
}

/** `a` times `b`, rounded to cents; exact in decimals, so that 1.005 times 1 is 1.01. */
export function productInCents(a: number, b: number): number {
  const [left, right] = [digits(a), digits(b)];
  const scale = left.scale + right.scale;
  const product = left.whole * right.whole;
  if (scale <= 2) return Number(product) / 10 ** scale;
  const unit = 10n ** BigInt(scale - 2);
  const sign = product < 0n ? -1n : 1n;
  return (Number((product * sign + unit / 2n) / unit) * Number(sign)) / 100;
}

/** A number as an integer count of its last decimal place. */
function digits(value: number): { whole: bigint; scale: number } {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const shift = Number(exponent);
  const zeros = Math.max(0, shift - fraction.length);
  return { whole: BigInt(whole + fraction + '0'.repeat(zeros)), scale: Math.max(0, fraction.length - shift) };
}
