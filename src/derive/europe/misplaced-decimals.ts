/** Figures that differ by whole decimals. */

import { timesApart } from './priced-trade.js';

/** Ten, a hundred, a thousand or ten thousand times as much, but for a factor of `tolerance`. */
export function isDecimalOff(high: number, low: number, tolerance: number): boolean {
  const times = high / low;
  const places = Math.round(Math.log10(times));
  return places >= 1 && places <= 4 && timesApart(times, 10 ** places) <= tolerance;
}

/** 3 for 0.482 and for 12,400. */
export function significantDigits(amount: number): number {
  const [digits = ''] = amount.toExponential().split('e');
  return digits.replace('.', '').length;
}
