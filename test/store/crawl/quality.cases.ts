/** The quality of a register: what was listed and read, why not, how soon, and which totals differ. Unknown is null. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { qualityDocument } from '../../../src/store/crawl/quality.js';
import { sourceFacts } from '../../../src/store/crawl/record-sources.js';
import { describeSources } from '../../../src/store/crawl/run-journal.js';
import { bumpGeneration, type Store } from '../../../src/store/database/open.js';
import { writeBatch } from '../../../src/store/write-batch.js';
import type { Quality, RegisterQuality } from '../../../tools/contract/shapes/quality.js';
import { emptyStore } from '../empty-store.js';
import { filing } from '../form4/invented-filings.js';

describe('store/crawl/quality', () => {
  const NOW = new Date('2026-11-20T12:00:00.000Z');
  let store: Store;
  beforeEach(() => {
    store = emptyStore();
    const source = { publisher: 'P', homepage: 'https://example.org/', state: 'on', note: '' } as const;
    describeSources(store, [
      { ...source, source: 'sec-edgar-form4', registers: ['sec-form4'] },
      { ...source, source: 'curated-trackers', registers: ['sec-13f'] },
      { ...source, source: 'eu-bafin', registers: ['de-bafin'] },
    ] as never);
  });
  afterEach(() => store.close());

  const quality = () => JSON.parse(qualityDocument(store)[1]) as Quality;
  const ofRegister = (register: string) =>
    quality().registers.find((one) => one.register === register) as RegisterQuality;

  function follow(register: string, since: string): void {
    store.sql('INSERT INTO followed (name, since) VALUES (?, ?)').run(register, since);
  }

  /** A Form 4 that was accepted at `filedAt` and downloaded some seconds later. */
  function downloaded(number: number, filedAt: string, seconds: number, filedAtApproximate = false): void {
    const record = filing(number, { filedAt, filedAtApproximate });
    const { accession } = record;
    const retrievedAt = new Date(Date.parse(filedAt) + seconds * 1000).toISOString();
    const document = sourceFacts({ key: accession, url: '', bytes: Buffer.from(accession), retrievedAt });
    writeBatch(store, {
      register: 'sec-form4',
      now: NOW,
      records: [record],
      outcomes: [{ key: accession, outcome: 'done', kind: 'submission' }],
      sources: [{ document, records: [record] }],
    });
  }

  it('knows nothing before anything was read, and says so with null', () => {
    expect(quality().computedAt).toBeNull();
    expect(ofRegister('de-bafin')).toEqual({
      register: 'de-bafin',
      source: 'eu-bafin',
      listed: null,
      read: null,
      unread: null,
      waiting: null,
      gone: null,
      unreadReasons: [],
      warnings: [],
      lag: null,
      controls: [],
    });
  });

  it('counts documents by what became of them, with the reasons and the kinds of warnings', () => {
    const unread = (key: string, reason: string) =>
      ({
        key,
        outcome: 'unread',
        kind: 'submission',
        url: '',
        reason,
        bytes: Buffer.from(key),
        readerVersion: 1,
      }) as const;
    writeBatch(store, {
      register: 'sec-form4',
      now: NOW,
      queued: ['w1', 'w2'].map((key) => ({ key, kind: 'submission', url: 'https://example.org/' })),
      outcomes: [
        { key: 'r1', outcome: 'done', kind: 'submission' },
        { key: 'list', outcome: 'done', kind: '' },
        unread('u1', 'no owner'),
        unread('u2', 'not XML'),
        unread('u3', 'not XML'),
      ],
      warnings: ['a', 'b', 'b'].map((kind, at) => ({ kind, detail: `detail ${at}`, where: '' })),
    });
    expect(ofRegister('sec-form4')).toMatchObject({
      listed: 6,
      read: 1,
      unread: 3,
      waiting: 2,
      gone: 0,
      unreadReasons: [
        { reason: 'not XML', documents: 2 },
        { reason: 'no owner', documents: 1 },
      ],
      warnings: [
        { kind: 'b', times: 2 },
        { kind: 'a', times: 1 },
      ],
    });
  });

  it('adds up what would make the list too long', () => {
    const warnings = Array.from({ length: 30 }, (_, at) => ({ kind: `kind-${at}`, detail: '', where: '' }));
    writeBatch(store, { register: 'sec-form4', now: NOW, warnings });
    const found = ofRegister('sec-form4').warnings;
    expect([found.length, found.at(-1)]).toEqual([20, { kind: 'other reasons', times: 11 }]);
  });

  it('measures the lag of what was published since the register is followed, where the time of day is known', () => {
    bumpGeneration(store, NOW);
    downloaded(1, '2026-11-19T10:00:00.000Z', 30);
    expect(ofRegister('sec-form4').lag).toBeNull();
    follow('sec-form4', '2026-11-18T00:00:00.000Z');
    for (const [at, seconds] of [60, 90, 120, 4000].entries())
      downloaded(10 + at, `2026-11-19T1${at}:00:00.000Z`, seconds);
    // Published before, without a time of day, and by a clock that is ahead of this one.
    downloaded(20, '2026-11-01T10:00:00.000Z', 1_700_000);
    downloaded(21, '2026-11-19T23:59:59.000Z', 9000, true);
    downloaded(22, '2026-11-19T15:00:00.000Z', -5);
    expect(ofRegister('sec-form4').lag).toEqual({
      documents: 6,
      since: '2026-11-18T00:00:00.000Z',
      medianSeconds: 90,
      p95Seconds: 4000,
    });
  });

  it('compares the totals that 13F reports state', () => {
    for (const number of [1, 2, 3])
      store
        .sql(
          "INSERT INTO report_13f (accession, cik, period_end, row_count, record) VALUES (?, '1', '2026-09-30', 1, '{}')",
        )
        .run(String(number));
    writeBatch(store, {
      register: 'sec-13f',
      now: NOW,
      warnings: [
        { kind: 'no-entry-total', detail: '', where: '' },
        { kind: 'value-total-differs', detail: 'stated 5', where: '' },
        { kind: 'value-total-differs', detail: 'stated 7', where: '' },
      ],
    });
    expect(ofRegister('sec-13f').controls.map(({ name: _name, ...numbers }) => numbers)).toEqual([
      { compared: 2, equal: 2, different: 0, notStated: 1 },
      { compared: 3, equal: 1, different: 2, notStated: 0 },
    ]);
  });

  it('has the figures that the fidelity command wrote', () => {
    const { fidelity } = quality();
    expect(fidelity.measuredAt).toMatch(/^\d{4}-\d\d-\d\d$/);
    for (const score of fidelity.scores) expect(score.equalFields).toBeLessThanOrEqual(score.fields);
  });
});
