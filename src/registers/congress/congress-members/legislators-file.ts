/** The outer shape of an identity file of congress-legislators: one array of people. */

import { parseJson } from '../../formats/json.js';

export type LegislatorSet = 'current' | 'historical';

/** The entries in these bytes; null when they are not JSON or are another file. */
export function parseLegislators(bytes: Buffer): Array<Record<string, unknown>> | null {
  let value: unknown;
  try {
    value = parseJson(bytes);
  } catch {
    return null;
  }
  if (!Array.isArray(value) || value.length === 0) return null;
  // `every` checks that each entry is an object.
  return value.every(
    (entry) => isObject(entry) && isObject(entry.id) && isObject(entry.name) && Array.isArray(entry.terms),
  )
    ? (value as Array<Record<string, unknown>>)
    : null;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
