/**
 * Exact products and rounding of decimals as they were filed, so that no binary artefact reaches an answer. Our own
 * file and not `big.js`: it is two functions, most rows take a path of plain numbers that no library has, and a
 * refresh multiplies some hundred thousand rows.
 */

/** A number as its shortest decimal: units of 10^-scale. */
interface Decimal {
  units: string;
  scale: number;
  negative: boolean;
}

function decimalOf(x: number): Decimal {
  const text = String(Math.abs(x));
  const [mantissa = '0', exponent] = text.split('e');
  const point = mantissa.indexOf('.');
  const digits = point < 0 ? mantissa : mantissa.slice(0, point) + mantissa.slice(point + 1);
  const scale = (point < 0 ? 0 : mantissa.length - point - 1) - Number(exponent ?? 0);
  return scale < 0
    ? { units: digits + '0'.repeat(-scale), scale: 0, negative: x < 0 }
    : { units: digits, scale, negative: x < 0 };
}

/** `units` of 10^-scale, rounded half away from zero to two decimals. */
function toCents(units: bigint, scale: number, negative: boolean): number {
  const step = 10n ** BigInt(Math.max(0, scale - 2));
  const rounded = (units + step / 2n) / step;
  const value = Number(rounded) / 10 ** Math.min(scale, 2);
  return negative && value !== 0 ? -value : value;
}

/**
 * Whether x is the double next to a decimal with at most two decimals; most amounts are. Beyond 2^46 doubles are too
 * far apart to say so.
 */
function hasTwoDecimals(x: number): boolean {
  return Math.abs(x) < 2 ** 46 && Math.round(x * 100) / 100 === x;
}

/**
 * An amount rounded to cents, half away from zero, on the decimal digits: 1.005 gives 1.01.
 * @throws RangeError when x is not finite.
 */
export function roundCents(x: number): number {
  if (!Number.isFinite(x)) throw new RangeError(`not an amount of money: ${x}`);
  if (hasTwoDecimals(x)) return x === 0 ? 0 : x;
  const decimal = decimalOf(x);
  if (decimal.scale <= 2) return x === 0 ? 0 : x;
  return toCents(BigInt(decimal.units), decimal.scale, decimal.negative);
}

/**
 * Volume times price, multiplied exactly on the filed decimals and rounded to cents.
 * @throws RangeError when a factor is not finite.
 */
export function multiplyToCents(volume: number, price: number): number {
  if (!Number.isFinite(volume) || !Number.isFinite(price)) {
    throw new RangeError(`not an amount of money: ${volume} x ${price}`);
  }
  if (Number.isInteger(volume) && hasTwoDecimals(price)) {
    const cents = volume * Math.round(price * 100);
    // The sum of cents is exact in a double.
    if (Math.abs(cents) < 2 ** 46) return cents === 0 ? 0 : cents / 100;
  }
  const a = decimalOf(volume);
  const b = decimalOf(price);
  const scale = a.scale + b.scale;
  const product = Number(a.units) * Number(b.units);
  const negative = a.negative !== b.negative;
  // Most rows fit a double exactly; only the others need big integers.
  if (scale <= 2 && product < 2 ** 46) {
    const value = (product * 10 ** (2 - scale)) / 100;
    return negative && value !== 0 ? -value : value;
  }
  return toCents(BigInt(a.units) * BigInt(b.units), scale, negative);
}
