/** Cursors that a caller forges: each part is examined, because any caller can make the check in the text. */

import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  type Cursor,
  decodeCursor,
  encodeCursor,
  requireCurrent,
  requireSameLog,
} from '../../src/pipeline/cursor.js';

const PATH = '/v1/filings';
const CURSOR: Cursor = {
  path: PATH,
  log: '0123456789abcdef',
  generation: 7,
  asOf: '2026-11-20T12:00:00.000Z',
  query: { since: '2026-11-01', direction: 'P' },
  after: [1234.5, '2026-11-19T11:06:08.000Z'],
};
const FORM = 3;
/** The form, and what `encodeCursor` writes behind it. */
const PARTS: readonly unknown[] = [FORM, ...Object.values(CURSOR)];

/** A cursor with any content and a right check. */
function forged(content: unknown): string {
  const text = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
  const check = createHash('sha256').update(text).digest().subarray(0, 6);
  return Buffer.concat([check, text]).toString('base64url');
}

const messageOf = (work: () => unknown) => {
  try {
    work();
    return null;
  } catch (error) {
    return (error as { issues: Array<{ message: string }> }).issues[0]?.message;
  }
};

it('has all that it was made of', () => {
  expect(decodeCursor(encodeCursor(CURSOR), PATH)).toEqual(CURSOR);
  expect(forged(PARTS)).toBe(encodeCursor(CURSOR));
});

describe('a forged one is refused', () => {
  it.each<[string, number, unknown]>([
    ['another form', 0, FORM - 1],
    ['a path that is no text', 1, 7],
    ['a log that is no text', 2, null],
    ['a generation with a fraction', 3, 1.5],
    ['a generation below 0', 3, -1],
    ['a generation that is no number', 3, '7'],
    ['a moment that is none', 4, 'yesterday'],
    ['a moment that is no text', 4, 1_763_640_000_000],
    ['a moment in another form', 4, '2026-11-20'],
    ['a query that is null', 5, null],
    ['a query that is a list', 5, []],
    ['a query that is a text', 5, 'since'],
    ['a place that is none', 6, null],
    ['a place without values', 6, []],
    ['a place with too many values', 6, [1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['a place with a long text', 6, ['x'.repeat(601)]],
    ['a place with null', 6, [null]],
    ['a place with a list', 6, [[1]]],
    ['one more part', 7, 'more'],
  ])('with %s', (_what, at, value) => {
    const parts = [...PARTS];
    parts[at] = value;
    expect(messageOf(() => decodeCursor(forged(parts), PATH))).toContain('of another version');
  });

  it.each([
    ['no list', '{"0":3}'],
    ['no JSON', '[3,'],
    ['too few parts', JSON.stringify(PARTS.slice(0, 6))],
  ])('with %s', (_what, text) => {
    expect(messageOf(() => decodeCursor(forged(text), PATH))).toContain('of another version');
  });

  it('in any other spelling of the same bytes', () => {
    const padded = encodeCursor({ ...CURSOR, log: 'x' });
    // The last character has bits that no byte takes.
    expect(padded.length % 4).not.toBe(0);
    const last = padded.slice(-1);
    const other = String.fromCharCode(last.charCodeAt(0) + 1);
    expect(Buffer.from(padded, 'base64url')).toEqual(Buffer.from(padded.slice(0, -1) + other, 'base64url'));
    for (const text of [padded.slice(0, -1) + other, `${padded}=`, ` ${padded}`])
      expect(messageOf(() => decodeCursor(text, PATH))).toContain('damaged');
  });

  it('of another endpoint or ledger', () => {
    expect(messageOf(() => decodeCursor(encodeCursor(CURSOR), '/v1/changes'))).toContain('another endpoint');
    expect(messageOf(() => requireSameLog(CURSOR, 'fedcba9876543210'))).toContain('made again');
    expect(messageOf(() => requireSameLog(CURSOR, CURSOR.log))).toBeNull();
  });
});

it('is current for its time, and for a clock that is not more than an hour behind', () => {
  const began = Date.parse(CURSOR.asOf);
  const HOUR = 3_600_000;
  const at = (hours: number) => messageOf(() => requireCurrent(CURSOR, new Date(began + hours * HOUR)));
  expect([at(0), at(-1), at(48)]).toEqual([null, null, null]);
  expect(at(-1.001)).toContain('damaged');
  expect(at(48.001)).toContain('older than 48 hours');
});
