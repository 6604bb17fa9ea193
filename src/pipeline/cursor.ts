/**
 * Cursors: the query of a cut list, the log of its ledger, the generation that it began in, the moment that it is frozen at, and the place where its
 * next rows begin. All of it is in the text, so that any process of the service can continue, in later generations too: a place
 * is the values of a row, and not a count of rows. It gives no rights: what it says is validated like arguments.
 */

import { createHash } from 'node:crypto';
import { invalidParameter } from '../../tools/contract/errors.js';
import type { ListPlace } from '../../tools/contract/place.js';
import { CURSOR_HOURS } from '../../tools/contract/rules.js';

export interface Cursor {
  /** The path of the tool. */
  path: string;
  /** The id of the log of changes: data that was made again has another one. */
  log: string;
  /** The number of the generation that the list began in. */
  generation: number;
  /** ISO 8601 UTC */
  asOf: string;
  /** Arguments that name the rows, as they came out of validation. */
  query: Record<string, unknown>;
  after: ListPlace;
}

/** Raised when the form or the meaning of a cursor changes. */
export const CURSOR_FORM = 3;
const CHECK_BYTES = 6;
const HOUR = 3_600_000;
/** Values of a place, and characters of one. */
const POSITION_MAX = 8;
const VALUE_MAX = 600;

export function encodeCursor({ path, log, generation, asOf, query, after }: Cursor): string {
  const text = Buffer.from(JSON.stringify([CURSOR_FORM, path, log, generation, asOf, query, after]));
  return Buffer.concat([check(text), text]).toString('base64url');
}

/** @throws ApiError `invalid_parameter` for a text that `encodeCursor` did not make for this tool. */
export function decodeCursor(cursor: string, path: string): Cursor {
  const bytes = Buffer.from(cursor, 'base64url');
  const text = bytes.subarray(CHECK_BYTES);
  if (bytes.toString('base64url') !== cursor || !bytes.subarray(0, CHECK_BYTES).equals(check(text)))
    throw wrongCursor('is damaged');
  const read = parsed(text.toString());
  if (read === null) throw wrongCursor('is of another version of this service');
  if (read.path !== path) throw wrongCursor('is of another endpoint');
  return read;
}

/** @throws ApiError `invalid_parameter` if the cursor is of another ledger. */
export function requireSameLog(cursor: Cursor, log: string): void {
  if (cursor.log !== log)
    throw wrongCursor('does not belong to the data of this service, which was made again');
}

/** @throws ApiError `invalid_parameter` if the cursor is too old, or from the future. */
export function requireCurrent({ generation, asOf }: Cursor, now: Date): void {
  const age = now.getTime() - Date.parse(asOf);
  if (age > CURSOR_HOURS * HOUR)
    throw wrongCursor(
      `began in generation ${generation} of the data and is older than ${CURSOR_HOURS} hours`,
    );
  // The clocks of two machines may differ.
  if (age < -HOUR) throw wrongCursor('is damaged');
}

/** `why` completes "The cursor …". */
function wrongCursor(why: string): Error {
  return invalidParameter([
    { path: 'cursor', message: `The cursor ${why}. Begin again: give the arguments without cursor.` },
  ]);
}

function parsed(text: string): Cursor | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(value) || value.length !== 7 || value[0] !== CURSOR_FORM) return null;
  const [, path, log, generation, asOf, query, after] = value;
  if (!Number.isSafeInteger(generation) || generation < 0) return null;
  if (typeof path !== 'string' || typeof log !== 'string') return null;
  if (typeof asOf !== 'string' || Number.isNaN(Date.parse(asOf))) return null;
  if (new Date(asOf).toISOString() !== asOf) return null;
  if (typeof query !== 'object' || query === null || Array.isArray(query)) return null;
  return isPosition(after) ? { path, log, generation, asOf, query, after } : null;
}

function isPosition(value: unknown): value is ListPlace {
  if (!Array.isArray(value) || value.length === 0 || value.length > POSITION_MAX) return false;
  // Percentages and counts of shares have fractions; each tool checks what its own places may hold.
  return value.every((one) => (typeof one === 'string' ? one.length <= VALUE_MAX : Number.isFinite(one)));
}

function check(text: Buffer): Buffer {
  return createHash('sha256').update(text).digest().subarray(0, CHECK_BYTES);
}
