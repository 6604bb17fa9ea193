/** The journal of runs and warnings. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { completeDocuments, enqueue } from '../../../src/store/crawl/queue.js';
import { markListed, markShown } from '../../../src/store/crawl/readiness-marks.js';
import {
  deleteOldRuns,
  describeSources,
  finishRun,
  listRuns,
  listWarnings,
  type SourceDescription,
  sourceStates,
  startRun,
} from '../../../src/store/crawl/run-journal.js';
import { bumpGeneration, type Store } from '../../../src/store/database/open.js';
import { writeBatch } from '../../../src/store/write-batch.js';
import { emptyStore } from '../empty-store.js';
import { filing } from '../form4/invented-filings.js';

describe('store/crawl/run-journal', () => {
  let store: Store;
  beforeEach(() => {
    store = emptyStore();
  });
  afterEach(() => store.close());

  const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 12, minute));
  const text = (minute: number) => at(minute).toISOString();
  const counts = { documents: 1, records: 2, warnings: 3 };

  describe('runs', () => {
    it('are listed newest first, with their counts and why they failed', () => {
      const first = startRun(store, 'sec-form4', at(0));
      finishRun(store, first, { outcome: 'ok', ...counts, now: at(1) });
      const second = startRun(store, 'sec-form4', at(2));
      finishRun(store, second, {
        outcome: 'failed',
        ...counts,
        reason: 'HTTP 403',
        firstBytes: '<html>',
        now: at(3),
      });
      startRun(store, 'se-fi', at(4));
      expect(listRuns(store, 2)).toEqual([
        expect.objectContaining({ register: 'se-fi', startedAt: text(4), finishedAt: null, outcome: null }),
        {
          id: second,
          register: 'sec-form4',
          startedAt: text(2),
          finishedAt: text(3),
          outcome: 'failed',
          ...counts,
          reason: 'HTTP 403',
          firstBytes: '<html>',
        },
      ]);
    });

    it('are found by outcome without a look at the others, however many are kept', () => {
      const plan = store
        .sql<{ detail: string }>(
          `EXPLAIN QUERY PLAN SELECT finished_at FROM run WHERE register = ? AND outcome = 'imported' ORDER BY id DESC LIMIT 1`,
        )
        .all('sec-form4');
      expect(plan.map(({ detail }) => detail)).toEqual([
        'SEARCH run USING INDEX run_by_outcome (register=? AND outcome=?)',
      ]);
    });

    it('are deleted after 90 days, except the last of each outcome of a register', () => {
      const ran = (register: string, day: number, outcome: 'ok' | 'failed' | 'imported') => {
        const now = new Date(Date.UTC(2026, 0, day));
        finishRun(store, startRun(store, register, now), { outcome, ...counts, reason: outcome, now });
      };
      ran('sec-form4', 1, 'imported');
      ran('sec-form4', 2, 'ok');
      ran('se-fi', 3, 'ok');
      ran('sec-form4', 4, 'ok');
      ran('sec-form4', 5, 'failed');
      ran('sec-form4', 100, 'failed');
      ran('sec-form4', 101, 'failed');
      const left = () =>
        listRuns(store, 20).map((run) => [run.register, Number(run.startedAt.slice(5, 7)), run.outcome]);
      const facts = { publisher: 'SEC', homepage: 'https://example.org/', state: 'on', note: '' } as const;
      describeSources(store, [
        { ...facts, source: 'sec-edgar-form4', registers: ['sec-form4'] },
        { ...facts, source: 'fi-insynsregistret', registers: ['se-fi'] },
      ]);
      const states = sourceStates(store);
      deleteOldRuns(store, new Date(Date.UTC(2026, 0, 110)));
      expect(left()).toEqual([
        ['sec-form4', 4, 'failed'],
        ['sec-form4', 4, 'failed'],
        ['sec-form4', 1, 'ok'],
        ['se-fi', 1, 'ok'],
        ['sec-form4', 1, 'imported'],
      ]);
      deleteOldRuns(store, new Date(Date.UTC(2027, 0, 1)));
      expect(left()).toEqual([
        ['sec-form4', 4, 'failed'],
        ['sec-form4', 1, 'ok'],
        ['se-fi', 1, 'ok'],
        ['sec-form4', 1, 'imported'],
      ]);
      // A source that fails for a year still shows when it was last read.
      expect(sourceStates(store)).toEqual(states);
      expect(states[0]).toMatchObject({ status: 'failing', lastReadAt: '2026-01-04T00:00:00.000Z' });
    });

    it('that never ended are reported as interrupted when the next one begins', () => {
      startRun(store, 'sec-form4', at(0));
      startRun(store, 'sec-form4', at(9));
      expect(listRuns(store, 5).map((run) => [run.outcome, run.finishedAt])).toEqual([
        [null, null],
        ['stopped', text(9)],
      ]);
    });
  });

  describe('warnings', () => {
    const warning = (kind: string, detail: string, where: string) => ({ kind, detail, where });

    it('are counted once for each register, kind and detail, with the first place and both moments', () => {
      const write = (register: string, minute: number, ...list: ReturnType<typeof warning>[]) =>
        writeBatch(store, { register, now: at(minute), warnings: list });
      write('sec-form4', 0, warning('unknown-code', 'Q', 'one'), warning('unknown-code', 'Q', 'two'));
      write('sec-form4', 5, warning('unknown-code', 'Q', 'three'), warning('unknown-element', 'Q', 'four'));
      write('se-fi', 6, warning('unknown-code', 'Q', 'five'));
      expect(listWarnings(store, { register: 'sec-form4' }, 10)).toEqual([
        {
          register: 'sec-form4',
          kind: 'unknown-code',
          detail: 'Q',
          where: 'one',
          count: 3,
          firstSeenAt: text(0),
          lastSeenAt: text(5),
        },
        expect.objectContaining({ kind: 'unknown-element', count: 1, where: 'four' }),
      ]);
      expect(listWarnings(store, { kind: 'unknown-code' }, 10).map((one) => one.register)).toEqual([
        'sec-form4',
        'se-fi',
      ]);
      expect(listWarnings(store, {}, 2)).toHaveLength(2);
    });

    it('stay bounded: after ten thousand distinct ones the rest is only counted', () => {
      const many = Array.from({ length: 10_050 }, (_, n) => warning('odd', `value ${n}`, 'where'));
      writeBatch(store, { register: 'sec-form4', now: at(0), warnings: many });
      writeBatch(store, {
        register: 'sec-form4',
        now: at(1),
        warnings: [warning('odd', 'yet another', ''), many[0]!],
      });
      expect(listWarnings(store, { kind: 'odd' }, 20_000)).toHaveLength(10_000);
      expect(listWarnings(store, { kind: 'overflow' }, 10)).toEqual([expect.objectContaining({ count: 51 })]);
      expect(listWarnings(store, {}, 2).map((one) => one.count)).toEqual([51, 2]);
    });
  });

  describe('the state of a source', () => {
    const form4: SourceDescription = {
      source: 'sec-edgar-form4',
      publisher: 'SEC',
      homepage: 'https://example.org/',
      registers: ['sec-companies', 'sec-form4'],
      state: 'on',
      note: 'As filed.',
    };
    const state = () => sourceStates(store)[0]!;
    const run = (register: string, minute: number, outcome: 'ok' | 'failed', reason = '') =>
      finishRun(store, startRun(store, register, at(minute)), {
        outcome,
        ...counts,
        reason,
        now: at(minute + 1),
      });
    const rows = (minute: number, ...numbers: number[]) =>
      writeBatch(store, { register: 'sec-form4', now: at(minute), records: numbers.map((n) => filing(n)) });

    beforeEach(() => describeSources(store, [form4]));

    it('has every described source in the order of the contract', () => {
      const other = (source: SourceDescription['source'], more: Partial<SourceDescription>) => ({
        ...form4,
        source,
        ...more,
      });
      describeSources(store, [
        other('afm-mar19', { registers: ['nl-afm'] }),
        other('fca-nsm', { state: 'off', registers: ['uk-nsm'] }),
        form4,
      ]);
      expect(sourceStates(store).map((one) => [one.source, one.status])).toEqual([
        ['sec-edgar-form4', 'never-read'],
        ['fca-nsm', 'off'],
        ['afm-mar19', 'never-read'],
      ]);
    });

    it('is never-read at first: nothing is known', () => {
      expect(state()).toEqual({
        source: 'sec-edgar-form4',
        publisher: 'SEC',
        homepage: 'https://example.org/',
        lastReadAt: null,
        lastAttemptAt: null,
        lastChangeAt: null,
        status: 'never-read',
        isWhole: false,
        registers: [{ register: 'sec-form4', lastReadAt: null, isWhole: false }],
        rows: 0,
        warnings: 0,
        documents: null,
        waiting: 0,
        failure: '',
        nextAttemptAt: null,
        note: 'As filed.',
      });
    });

    it('is filling during the initial import, and is served once rows of what it listed are derived', () => {
      run('sec-companies', 0, 'ok');
      const first = startRun(store, 'sec-form4', at(2));
      expect(state()).toMatchObject({ status: 'filling', lastReadAt: null, lastAttemptAt: text(2) });
      rows(5, 1, 2);
      markListed(store, 'sec-form4', at(3), false);
      expect(state()).toMatchObject({ lastReadAt: null, lastChangeAt: text(5), rows: 2 });
      markShown(store, false);
      const filling = { status: 'filling', lastReadAt: text(3), isWhole: false };
      expect(state()).toMatchObject(filling);
      // Later documents, and further parts of the lists, do not change the freshness.
      rows(6, 3);
      markListed(store, 'sec-form4', at(6), false);
      expect(state()).toMatchObject(filling);
      // Interrupted, and started again.
      startRun(store, 'sec-form4', at(7));
      expect(state()).toMatchObject(filling);
      markListed(store, 'sec-form4', at(8), true);
      expect(state()).toMatchObject({ ...filling, lastReadAt: text(8) });
      finishRun(store, first, { outcome: 'ok', ...counts, now: at(9) });
      // Complete only when digests and portfolios were derived from all of it.
      markShown(store, false);
      expect(state()).toMatchObject({ ...filling, lastReadAt: text(8) });
      markShown(store, true);
      expect(state()).toMatchObject({ status: 'ok', lastReadAt: text(8), isWhole: true });
    });

    it('is served from imported documents, also while the register itself refuses', () => {
      rows(0, 1);
      const brought = startRun(store, 'sec-form4', at(0));
      finishRun(store, brought, { outcome: 'imported', ...counts, now: at(1) });
      expect(state()).toMatchObject({ status: 'imported', lastReadAt: null });
      markShown(store, true);
      expect(state()).toMatchObject({ status: 'imported', lastReadAt: text(1), isWhole: true });
      run('sec-form4', 10, 'failed', 'It answered 403.');
      expect(state()).toMatchObject({ status: 'failing', lastReadAt: text(1), isWhole: false });
      markListed(store, 'sec-form4', at(20), false);
      expect(state()).toMatchObject({ lastReadAt: text(20), isWhole: false });
    });

    it('counts every register that serves answers, including one that was never read', () => {
      const both = { ...form4, source: 'us-congress-stock-act' as const };
      describeSources(store, [{ ...both, registers: ['congress-members', 'house-ptr', 'senate-ptr'] }]);
      run('house-ptr', 0, 'ok');
      run('congress-members', 0, 'ok');
      expect(state()).toMatchObject({
        status: 'filling',
        lastReadAt: text(1),
        isWhole: false,
        registers: [
          { register: 'house-ptr', lastReadAt: text(1), isWhole: true },
          { register: 'senate-ptr', lastReadAt: null, isWhole: false },
        ],
      });
      run('senate-ptr', 8, 'ok');
      expect(state()).toMatchObject({ status: 'ok', lastReadAt: text(1), isWhole: true });
    });

    it('is not failing any more once its lists were read again, however many documents are queued', () => {
      run('sec-form4', 0, 'ok');
      markListed(store, 'sec-form4', at(1), true);
      markShown(store, true);
      run('sec-form4', 30, 'failed', 'It answered 403.');
      expect(state()).toMatchObject({ status: 'failing', lastReadAt: text(1) });
      startRun(store, 'sec-form4', at(45));
      markListed(store, 'sec-form4', at(46), true);
      expect(state()).toMatchObject({ status: 'ok', lastReadAt: text(46) });
    });

    it('is ok after a success, and does not count a supporting register as the register itself', () => {
      run('sec-companies', 0, 'ok');
      expect(state()).toMatchObject({ status: 'filling', lastReadAt: null });
      rows(5, 1);
      run('sec-form4', 4, 'ok');
      run('sec-companies', 8, 'ok');
      expect(state()).toMatchObject({ status: 'ok', lastReadAt: text(5), lastAttemptAt: text(8) });
      // The same filings again are a success without a change.
      rows(20, 1);
      run('sec-form4', 20, 'ok');
      expect(state()).toMatchObject({ status: 'ok', lastReadAt: text(21), lastChangeAt: text(5), rows: 1 });
    });

    it('is failing after a failure, gives the reason, and keeps what it has', () => {
      rows(0, 1);
      run('sec-form4', 0, 'ok');
      run('sec-form4', 30, 'failed', 'The register answered 403.');
      expect(state()).toMatchObject({
        status: 'failing',
        lastReadAt: text(1),
        lastAttemptAt: text(30),
        note: 'The last attempt of sec-form4 failed: The register answered 403. As filed.',
      });
      run('sec-form4', 40, 'ok');
      expect(state()).toMatchObject({ status: 'ok', note: 'As filed.' });
    });

    it('names every register that failed, and only those', () => {
      describeSources(store, [{ ...form4, registers: ['sec-companies', 'sec-form4', 'sec-spare'] }]);
      rows(0, 1);
      run('sec-spare', 10, 'ok');
      run('sec-companies', 20, 'failed', 'No route.');
      run('sec-form4', 30, 'failed', 'It answered 403.');
      expect(state().note).toBe(
        'The last attempt of sec-companies failed: No route. The last attempt of sec-form4 failed: It answered 403. As filed.',
      );
      describeSources(store, [{ ...form4, registers: ['sec-form4'] }]);
      expect(state().note).toBe('The last attempt failed: It answered 403. As filed.');
    });

    it('counts the fetched and the queued documents of all its registers', () => {
      const document = (key: string) => ({ key, kind: 'ownership', url: `https://example.org/${key}` });
      enqueue(store, 'sec-form4', at(0), ['1', '2', '3', '4'].map(document));
      expect(state()).toMatchObject({ documents: 0, waiting: 4 });
      const unread = {
        kind: 'ownership',
        url: '',
        reason: 'no XML',
        bytes: Buffer.from('x'),
        readerVersion: 1,
      };
      completeDocuments(store, 'sec-form4', at(1), [
        { key: '1', outcome: 'done' },
        { key: '2', outcome: 'gone' },
        { key: '3', outcome: 'unread', ...unread },
      ]);
      expect(state()).toMatchObject({ documents: 2, waiting: 1 });
    });

    it('reports in plain words why the last attempt failed, and when the next one is due', () => {
      const reason =
        'www.sec.gov could not be read: getaddrinfo ENOTFOUND www.sec.gov (https://www.sec.gov/x?start=0&order%5B0%5D=1)';
      run('sec-form4', 0, 'failed', reason);
      bumpGeneration(store, at(1), text(12));
      expect(state()).toMatchObject({
        failure:
          'The last attempt of sec-form4 failed: www.sec.gov could not be read: no address was found for it (no network, or no DNS).',
        nextAttemptAt: text(12),
      });
      // A publisher that requested a pause is not contacted before its end.
      run('sec-form4', 20, 'failed', `sec.gov: too many requests; no request goes out before ${text(80)}`);
      expect(state()).toMatchObject({ nextAttemptAt: text(80) });
      startRun(store, 'sec-form4', at(90));
      expect(state()).toMatchObject({ nextAttemptAt: null });
      run('sec-form4', 91, 'ok');
      expect(state()).toMatchObject({ failure: '' });
    });

    it('is failing and unknown if the very first attempt failed', () => {
      run('sec-form4', 0, 'failed', 'No route.');
      expect(state()).toMatchObject({ status: 'failing', lastReadAt: null });
    });
  });
});
