/** Tables for a terminal: they fit, and say what they leave out. */

import { expect, it } from '@jest/globals';
import type { Cell } from '../../src/publish/answer-lists.js';
import { fitTable, textOf } from '../../src/terminal/fitted-table.js';

const columns = ['ownerSlug', 'issuerName', 'filedAt', 'shares', 'totalValue'];
const rows: Cell[][] = [
  ['poe-peter', 'An Issuer With A Long Name, Inc.', '2026-11-20T13:28:41.000Z', 1084, 205_136.16],
  ['roe-jane', 'Short Co', null, null, -20_000],
];

it('gives every column its place, numbers to the right, unknown values as a dash and times of a minute', () => {
  const { lines, leftOut, empty, isCut, hasMoments } = fitTable({ columns, rows }, 120);
  expect(lines).toEqual([
    'ownerSlug  issuerName                        filedAt           shares  totalValue',
    'poe-peter  An Issuer With A Long Name, Inc.  2026-11-20 13:28    1084  205,136.16',
    'roe-jane   Short Co                          –                      –     -20,000',
  ]);
  expect([leftOut, empty, isCut, hasMoments]).toEqual([[], [], false, true]);
});

it.each([120, 70, 60, 50, 40, 30, 20])('is never wider than %i, and names what has no room', (width) => {
  const { lines, leftOut } = fitTable({ columns, rows }, width);
  expect(Math.max(...lines.map((line) => [...line].length))).toBeLessThanOrEqual(width);
  const shown = columns.filter((name) => !leftOut.includes(name));
  // Names are broken between their words, so the head is read without blanks.
  for (const name of leftOut) expect(shown).not.toContain(name);
  expect(shown).toContain('totalValue');
});

it('leaves out identifiers first, and cuts only texts', () => {
  const { lines, leftOut, isCut } = fitTable({ columns, rows }, 50);
  expect(leftOut).toEqual(['ownerSlug']);
  expect(isCut).toBe(true);
  expect(lines.at(-2)).toMatch(/^An Issue.*… {2}2026-11-20 13:28 +1084 +205,136\.16$/);
});

it('leaves out a column without any value, and says so', () => {
  const table = fitTable({ columns: ['a', 'b'], rows: [['x', null]] }, 80);
  expect([table.empty, table.lines]).toEqual([['b'], ['a', 'x']]);
});

it('breaks a long name between its words', () => {
  const { lines } = fitTable({ columns: ['transactionCode', 'x'], rows: [['P', 'y']] }, 80);
  expect(lines).toEqual(['transaction', 'Code         x', 'P            y']);
});

it('never lets a filed text steer the terminal', () => {
  const { lines } = fitTable(
    { columns: ['name'], rows: [['\u001b[31mred\u001b[0m\r\nnext\u202eright']] },
    80,
  );
  expect(lines[1]).toBe(' [31mred [0m next right');
});

it('writes years without and large numbers with commas, and truth as a word', () => {
  expect([textOf(2026, false), textOf(2_026_000), textOf(true), textOf(false), textOf(null)]).toEqual([
    '2026',
    '2,026,000',
    'yes',
    'no',
    '–',
  ]);
});
