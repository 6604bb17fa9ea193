/** How single values are spelt in 13F documents. Null is an empty value, undefined an invalid one. */

import { required } from '../../collections.js';

/** `12-31-2024`, as the forms write dates; also `12/31/2024`, without leading zeros, and `2024-12-31`. Undefined when there is no such day. */
export function readDate(text: string | null): string | null | undefined {
  if (text === null) return null;
  const american = /^(\d{1,2})([-/])(\d{1,2})\2(\d{4})$/.exec(text);
  const [, month = '', , date = '', year] = american ?? [];
  const day = american ? `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}` : text;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day) ? day : undefined;
}

/** A count or an amount as XML Schema writes a decimal, none below zero; no thousands mark. */
export function readAmount(text: string | null): number | null | undefined {
  if (text === null) return null;
  const number = /^\+?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(Math.trunc(number)) ? number : undefined;
}

const BOOLEANS = new Map([
  ['true', true],
  ['1', true],
  ['y', true],
  ['false', false],
  ['0', false],
  ['n', false],
]);

export function readBoolean(text: string | null): boolean | null | undefined {
  return text === null ? null : BOOLEANS.get(text.toLowerCase());
}

/**
 * Some filers drop leading zeros: a CUSIP of digits alone is padded on the left if its check digit is then right;
 * otherwise it may lack its end, and could become the CUSIP of another security. Zeros alone are filed for a
 * security without a CUSIP and mean none: two such rows are not one security. Undefined for anything else.
 */
export function readCusip(text: string | null): string | null | undefined {
  if (text === null) return null;
  const cusip = text.toUpperCase().replace(/\s/g, '');
  if (/^0+$/.test(cusip)) return null;
  if (/^[A-Z0-9]{9}$/.test(cusip)) return cusip;
  const padded = cusip.padStart(9, '0');
  return /^\d{6,8}$/.test(cusip) && hasValidCheckDigit(padded) ? padded : undefined;
}

/** Modulus 10 double add double over the first eight characters, as in the CUSIP standard. */
export function hasValidCheckDigit(cusip: string): boolean {
  let sum = 0;
  for (let i = 0; i < 8; i++) {
    const value = Number.parseInt(required(cusip[i], 'character'), 36) * (i % 2 === 0 ? 1 : 2);
    sum += Math.floor(value / 10) + (value % 10);
  }
  return (10 - (sum % 10)) % 10 === Number(cusip[8]);
}
