/** The time from publication to this service: only what was measured counts. */

import { expect, it } from '@jest/globals';
import { arrivalsOf } from '../../../../src/publish/pages/site/arrivals.js';
import type { ChangeRow } from '../../../../tools/contract/shapes/change.js';

const row = (minutes: number, more: Partial<ChangeRow> = {}) =>
  ({
    source: 'sec-edgar-form4',
    event: 'entered',
    reason: 'new',
    filedAt: '2026-10-08T10:00:00.000Z',
    at: new Date(Date.parse('2026-10-08T10:00:00.000Z') + minutes * 60_000).toISOString(),
    ...more,
  }) as ChangeRow;

it('is measured for each source over documents with a moment of publication', () => {
  const rows = [
    ...[9, 1, 8, 2, 7, 3, 6, 4, 5, 100].map((minutes) => row(minutes)),
    row(30, { source: 'fca-nsm', reason: 'amendment' }),
  ];
  expect(arrivalsOf(rows)).toEqual([
    { source: 'sec-edgar-form4', documents: 10, median: 300, most: 540 },
    { source: 'fca-nsm', documents: 1, median: 1800, most: 1800 },
  ]);
});

it.each<[string, Partial<ChangeRow>]>([
  ['only a day', { filedAt: '2026-10-07' }],
  ['the end of a day that stands for one', { filedAt: '2026-10-08T03:59:59.999Z' }],
  ['no date', { filedAt: null }],
  ['what an import read late', { reason: 'late' }],
  ['a change', { event: 'changed', reason: 'content' }],
  ['a moment after the data', { filedAt: '2026-10-09T10:00:00.000Z' }],
])('leaves out %s', (_, more) => expect(arrivalsOf([row(5, more)])).toEqual([]));
