/** The tool that says what is new: over a ledger whose registers were read to their end. */

import { describe, expect, it } from '@jest/globals';
import { parseArguments } from '../../src/pipeline/arguments.js';
import type { RegisterRecord } from '../../src/records/index.js';
import { recordChanges } from '../../src/store/changes/record-changes.js';
import { describeSources } from '../../src/store/crawl/run-journal.js';
import { bumpGeneration, type Store } from '../../src/store/database/open.js';
import { writeBatch } from '../../src/store/write-batch.js';
import { textOfPlace } from '../../tools/contract/change-rows.js';
import { successEnvelope } from '../../tools/contract/envelope.js';
import type { Reads } from '../../tools/contract/reads.js';
import type { ChangeRow } from '../../tools/contract/shapes/change.js';
import type { ToolContext } from '../../tools/contract/tool.js';
import getChanges from '../../tools/get-changes.js';
import getLatestFilings from '../../tools/get-latest-filings.js';
import { toolReads } from '../published-reads.js';
import { apply } from '../read-model/ledger-steps.js';
import { type WrittenNotice, writtenNotice } from '../registers/form144/sec-144/written-notice.js';
import { filed as filedSchedule, person } from '../registers/holders/sec-13dg/written-schedule.js';
import { emptyStore } from '../store/empty-store.js';
import { filing, owner, trade } from '../store/form4/invented-filings.js';

describe('tools/get-changes', () => {
  const NOW = new Date('2026-10-08T15:00:00.000Z');
  const hour = (at: number) => new Date(Date.UTC(2026, 9, 8, at));

  /** A ledger that reads Form 4 and one European market; the market is still being imported. */
  function ledger(): Store {
    const store = emptyStore();
    const common = { publisher: 'An invented register', homepage: 'https://example.org/', note: '' };
    describeSources(store, [
      { ...common, source: 'sec-edgar-form4', registers: ['sec-form4'], state: 'on' },
      { ...common, source: 'fi-insynsregistret', registers: ['se-fi'], state: 'on' },
    ]);
    recordChanges(store, { number: 0, at: '2026-10-08T00:00:00.000Z' });
    store
      .sql('INSERT INTO followed (name, since) VALUES (?, ?)')
      .run('sec-form4', '2026-10-08T00:00:00.000Z');
    return store;
  }

  async function file(store: Store, at: number, filings: Array<Parameters<typeof filing>>): Promise<void> {
    writeBatch(store, {
      register: 'sec-form4',
      now: hour(at),
      records: filings.map(([number, more]) =>
        filing(number, {
          filedAt: '2026-10-07T12:00:00.000Z',
          filedDate: '2026-10-07',
          owners: [owner('7001', 'Vesper Alma')],
          transactions: [trade(0, { shares: 100 * number, pricePerShare: 10, transactionCode: 'P' })],
          ...more,
        }),
      ),
    });
    await apply(store, { kind: 'derive', what: ['form4'] });
    bumpGeneration(store, hour(at));
  }

  const context = (reads: Reads, more: Partial<ToolContext> = {}): ToolContext => ({
    reads,
    now: NOW,
    baseUrl: 'https://example.org',
    endpoints: [],
    rateLimits: { keyless: 60, withKey: 600, windowSeconds: 3600 },
    ...more,
  });

  async function ask(reads: Reads, given: Record<string, unknown> = {}, more: Partial<ToolContext> = {}) {
    const answer = await getChanges.run(getChanges.input.parse(given), context(reads, more));
    const { meta } = successEnvelope(answer, {
      baseUrl: '',
      sourcePrefix: '',
      ignoredParameters: [],
      readAs: {},
      cursorOf: (next) => next.join('-'),
    });
    return { meta, rows: answer.data as ChangeRow[] };
  }

  const ids = (rows: ChangeRow[]) => rows.map(({ documentId }) => Number(documentId.slice(-3)));

  describe('get_changes', () => {
    it('says what entered, changed and left, with what readers see of it now', async () => {
      const store = ledger();
      const reads = toolReads(store);
      await file(store, 10, [
        [1, {}],
        [2, {}],
      ]);
      expect(ids((await ask(reads)).rows)).toEqual([2, 1]);
      await file(store, 11, [
        [1, { transactions: [trade(0, { shares: 70, pricePerShare: 10, transactionCode: 'P' })] }],
      ]);
      await ask(reads);
      await file(store, 12, [
        [2, { transactions: [] }],
        [3, {}],
      ]);
      const { rows } = await ask(reads, { order: 'asc' });
      expect(
        rows.map(({ event, reason, type, rows: count, purchases }) => [
          event,
          reason,
          type,
          count,
          purchases,
        ]),
      ).toEqual([
        ['entered', 'new', 'form4', 1, 1000],
        ['entered', 'new', 'form4', 1, 2000],
        ['changed', 'content', 'form4', 1, 700],
        ['left', 'content', 'form4_other', 0, null],
        ['entered', 'new', 'form4', 1, 3000],
      ]);
      expect(rows.map(({ at }) => at.slice(11, 13))).toEqual(['10', '10', '11', '12', '12']);
      expect(rows[0]).toMatchObject({
        title: expect.stringMatching(/^Form 4: Vesper Alma, .*; purchases USD 1,000$/),
        url: expect.stringMatching(/^https:\/\/example\.org\//),
        call: {
          tool: 'get_latest_filings',
          path: expect.stringMatching(/^\/v1\/filings\?cik=\d+&since=2026-10-07$/),
        },
        sourceLink: expect.stringMatching(/-index\.htm$/),
        currency: 'USD',
        sales: null,
      });
      store.close();
    });

    it('gives a client that continues from meta.resume each change once, whatever comes in between', async () => {
      const store = ledger();
      const reads = toolReads(store);
      const given: number[] = [];
      let after = (await ask(reads)).meta.resume;
      expect(after).toMatch(/^0-0-[0-9a-f]{8}$/);
      const begin = after;
      for (const at of [1, 2, 3, 4]) {
        await file(
          store,
          9 + at,
          [0, 1, 2].map((n) => [10 * at + n, {}]),
        );
        for (let isAll = false; !isAll; ) {
          const { meta, rows } = await ask(reads, { after, limit: 2 });
          given.push(...ids(rows));
          isAll = meta.truncated !== true;
          after = meta.resume;
        }
        // Nothing new: the same place again.
        expect(await ask(reads, { after })).toMatchObject({ meta: { resume: after, count: 0 }, rows: [] });
      }
      expect(given).toEqual([10, 11, 12, 20, 21, 22, 30, 31, 32, 40, 41, 42]);
      // A filter that finds nothing moves on as well, so that its place does not grow old.
      expect((await ask(reads, { after: begin, ticker: 'NONE' })).meta.resume).toBe(after);
      store.close();
    });

    it('has notices of planned sales and schedules, with what amends them and without what only follows from others', async () => {
      const store = ledger();
      const reads = toolReads(store);
      for (const register of ['sec-144', 'sec-13dg'])
        store
          .sql('INSERT INTO followed (name, since) VALUES (?, ?)')
          .run(register, '2026-10-08T00:00:00.000Z');
      const number = (last: number) => `0009999144-26-${String(last).padStart(6, '0')}`;
      const notice = (last: number, more: WrittenNotice = {}) =>
        writtenNotice(
          { filerCik: '0000007001', issuerCik: '0000004001', accession: number(last), ...more },
          `202610071000${last}0`,
        );
      const write = async (at: number, register: string, record: RegisterRecord) => {
        writeBatch(store, { register, now: hour(at), records: [record] });
        await apply(store, { kind: 'derive', what: ['form4', 'holders'] });
        bumpGeneration(store, hour(at));
        await ask(reads);
      };
      await write(
        9,
        'sec-144',
        notice(1, { securities: [{ units: '300', value: '3150.00', saleDate: '10/09/2026' }] }),
      );
      await write(10, 'sec-13dg', filedSchedule({ filed: '2026-10-07' }));
      // A later schedule of the same holder makes the first one no longer the newest, which changes nothing that was filed.
      await write(
        11,
        'sec-13dg',
        filedSchedule({
          form: 'SCHEDULE 13D/A',
          accession: '0009990101-26-000002',
          filed: '2026-10-08',
          persons: [person({ percent: '4.1', shares: '700000' })],
        }),
      );
      await write(12, 'sec-144', notice(2, { type: '144/A', previous: number(1) }));
      const { rows } = await ask(reads, { order: 'asc' });
      expect(
        rows.map(({ event, reason, type, documentId, intendedSales, percent, sales }) => [
          event,
          reason,
          type,
          Number(documentId.slice(-6)),
          intendedSales,
          percent,
          sales,
        ]),
      ).toEqual([
        ['entered', 'new', 'form144', 1, 3150, null, null],
        ['entered', 'new', 'schedule13', 1, null, 6.2, null],
        ['entered', 'amendment', 'schedule13', 2, null, 4.1, null],
        ['changed', 'amended', 'form144', 1, 3150, null, null],
        ['entered', 'amendment', 'form144', 2, expect.any(Number), null, null],
      ]);
      expect(rows[0]?.title).toMatch(/^Form 144, planned sale: .*; intends to sell USD 3,150$/);
      expect(rows[1]?.title).toMatch(
        /^SCHEDULE 13D: Roe & Daughters Fund LP; .*; 6\.2 per cent of the class$/,
      );
      expect(rows[1]?.call).toMatchObject({
        tool: 'get_major_holders',
        path: expect.stringContaining('/v1/major-holders?cik='),
      });
      expect((await ask(reads, { min_value: 3000 })).rows.map(({ type }) => type)).toContain('form144');
      expect((await ask(reads, { cik: '9990001' })).rows).toHaveLength(2);
      store.close();
    });

    it('begins to record a register again when its documents were not compared before', async () => {
      const store = ledger();
      store.sql("INSERT INTO followed (name, since) VALUES ('sec-144', '2026-01-01')").run();
      store.sql('UPDATE change_state SET hashes = 1').run();
      writeBatch(store, {
        register: 'sec-144',
        now: hour(9),
        records: [writtenNotice({ accession: '0009999144-26-000001' }, '20261007100010')],
      });
      await apply(store, { kind: 'derive', what: ['form4'] });
      recordChanges(store, { number: 1, at: hour(9).toISOString() });
      expect(store.rows('SELECT 1 FROM change_log').all()).toEqual([]);
      expect(store.rows("SELECT name FROM followed WHERE name = 'sec-144'").all()).toEqual([]);
      store.close();
    });

    it('refuses a place of data that was made again, and one that no answer gave', async () => {
      const made = async () => {
        const store = ledger();
        const reads = toolReads(store);
        await file(store, 10, [
          [1, {}],
          [2, {}],
        ]);
        const { meta, rows } = await ask(reads);
        return { store, reads, resume: String(meta.resume), place: rows.at(-1)!.place };
      };
      const [one, again] = [await made(), await made()];
      // The same generation and position of the same filing.
      expect(one.place.replace(/-\w+$/, '')).toBe(again.place.replace(/-\w+$/, ''));
      const refusal = {
        code: 'invalid_parameter',
        message: expect.stringContaining('Begin again with since'),
      };
      for (const after of [one.resume, one.place])
        await expect(ask(again.reads, { after })).rejects.toMatchObject(refusal);
      const [generation, position, check] = again.resume.split('-');
      for (const invented of [`${generation}-999-${check}`, `${Number(generation) + 1}-${position}-${check}`])
        await expect(ask(again.reads, { after: invented })).rejects.toMatchObject(refusal);
      expect(ids((await ask(again.reads, { after: again.place })).rows)).toEqual([2]);
      one.store.close();
      again.store.close();
    });

    it('ends newest first where the log ended when the list began', async () => {
      const store = ledger();
      const reads = toolReads(store);
      await file(store, 10, [
        [1, {}],
        [2, {}],
        [3, {}],
      ]);
      const first = await ask(reads, { limit: 2 });
      expect([ids(first.rows), first.meta.truncated, first.meta.nextCursor]).toEqual([
        [3, 2],
        true,
        expect.any(String),
      ]);
      const place = first.meta.nextCursor?.split('-').map(Number);
      await file(store, 11, [[4, {}]]);
      const second = await ask(reads, { limit: 2 }, { now: hour(10), after: place });
      expect([ids(second.rows), second.meta.resume]).toEqual([[1], undefined]);
      expect(ids((await ask(reads, { after: first.meta.resume })).rows)).toEqual([4]);
      store.close();
    });

    it('says which sources it does not have for the whole time', async () => {
      const store = ledger();
      const reads = toolReads(store);
      await file(store, 10, [[1, {}]]);
      const { meta } = await ask(reads, { since: '2026-10-08T09:00:00Z' });
      expect(meta.recordedSince).toEqual({
        'sec-edgar-form144': null,
        'sec-edgar-13dg': null,
        'us-congress-stock-act': null,
        'curated-trackers': null,
        'bafin-directors-dealings': null,
        'fca-nsm': null,
        'fi-insynsregistret': null,
        'afm-mar19': null,
      });
      const form4 = { source: 'sec-edgar-form4', since: '2026-10-07' };
      store
        .sql(
          "INSERT INTO register_cursor (register, name, value) VALUES ('sec-form4', '.listed-at', '2026-10-08T10:00:00.000Z'), ('sec-form4', '.shown', '')",
        )
        .run();
      await file(store, 11, [[2, {}]]);
      expect((await ask(reads, form4)).meta.recordedSince).toEqual({
        'sec-edgar-form4': '2026-10-08T00:00:00.000Z',
      });
      expect((await ask(reads, { ...form4, since: '2026-10-08' })).meta.recordedSince).toBeUndefined();
      await expect(ask(reads, { country: 'se' })).rejects.toMatchObject({ code: 'not_ready' });
      await expect(ask(reads, { source: 'sec-edgar-form4,fca-nsm' })).rejects.toMatchObject({
        code: 'not_ready',
      });
      store.close();
    });

    it('without since it has the day before until; before the log begins nothing can be known', async () => {
      const store = ledger();
      const reads = toolReads(store);
      await file(store, 2, [[1, {}]]);
      await ask(reads);
      await file(store, 4, [[2, {}]]);
      const later = { now: new Date('2026-10-12T15:00:00.000Z') };
      expect(ids((await ask(reads, {}, later)).rows)).toEqual([]);
      expect(ids((await ask(reads, { until: '2026-10-09T03:00' }, later)).rows)).toEqual([2]);
      expect(ids((await ask(reads, { until: '2026-10-08' }, later)).rows)).toEqual([2, 1]);
      expect(ids((await ask(reads, { until: '2026-10-08T03:00' }, later)).rows)).toEqual([1]);
      await expect(ask(reads, { until: '2026-10-07' }, later)).rejects.toMatchObject({
        code: 'invalid_parameter',
        message:
          'until must be 2026-10-08T00:00:00.000Z or later: changes of these sources are recorded since then',
      });
      store.close();
    });

    it.each<[Record<string, unknown>, string]>([
      [{ since: '2026-09-06' }, 'since must be 2026-09-07 or later'],
      [{ until: '2026-09-06' }, 'until must be 2026-09-07 or later: changes are kept for 31 days'],
      [{ since: '2026-10-08', until: '2026-10-07' }, 'since must not be later than until'],
      [{ after: textOfPlace([4, 2], 'one') }, 'after is older than the 31 days'],
      [{ after: textOfPlace([900, 1], 'one') }, 'after does not belong to the data of this service'],
      [{ after: textOfPlace([7, 1], 'two') }, 'after does not belong to the data of this service'],
      [{ after: textOfPlace([7, 1], 'one').replace('7-1', '7-2') }, 'after does not belong'],
      [{ after: textOfPlace([7, 1], 'one'), since: '2026-10-08' }, 'after and since exclude each other'],
      [
        { ticker: 'ACME', type: 'eu' },
        'ticker finds only the types form4, form4_other, form144, schedule13, congress',
      ],
      [{ source: 'fca-nsm', type: 'form4' }, 'source and type exclude each other'],
      [{ owner: 'nobody' }, 'owner must be the slug of an insider; nobody is none'],
      [{ member: 'nobody' }, 'member must be the slug of a member of Congress'],
      [{ tracker: 'nobody' }, 'tracker must be the slug of a tracked portfolio'],
    ])('refuses %j', async (given, message) => {
      const reads = {
        sources: async () => [],
        changes: async () => Object.keys(given).find((name) => given[name] === 'nobody'),
        changeRecord: async () => ({
          expired: [5, 1],
          newest: [30, 4],
          log: 'one',
          recordedSince: {
            'sec-edgar-form4': '2026-01-01',
            'us-congress-stock-act': '2026-01-01',
            'curated-trackers': '2026-01-01',
          },
        }),
      } as unknown as Reads;
      await expect(ask(reads, given)).rejects.toMatchObject({
        code: 'invalid_parameter',
        message: expect.stringContaining(message),
      });
    });

    it.each<[Record<string, unknown>, string]>([
      [{ since: '2026-13-01' }, 'since must be a date or a moment'],
      [{ since: '2026-02-30T00:00:00Z' }, 'since must be a date or a moment'],
      [{ until: 'yesterday' }, 'until must be a date or a moment'],
      [{ after: '7' }, 'after must be meta.resume'],
      [{ after: '7-1' }, 'after must be meta.resume'],
      [{ type: 'form4,form5' }, 'type must be a comma-separated list of: form4'],
      [{ source: 'prices' }, 'source must be a comma-separated list of: sec-edgar-form4'],
      [{ event: [] }, 'event must be a comma-separated list of'],
      [{ min_value: -1, currency: 'SEK' }, 'min_value must be a number, 0 or greater'],
    ])('refuses the form of %j', (given, message) => {
      const parsed = getChanges.input.safeParse(given);
      expect(parsed.error?.issues[0]?.message).toContain(message);
    });

    it('reads moments in any zone, and dates as whole days', () => {
      const since = (text: string) => getChanges.input.parse({ since: text }).since;
      expect(since('2026-10-08')).toBe('2026-10-08T00:00:00.000Z');
      expect(since('2026-10-08T10:00')).toBe('2026-10-08T10:00:00.000Z');
      expect(since('2026-10-08T10:00:30.5+02:00')).toBe('2026-10-08T08:00:30.500Z');
      expect(getChanges.input.parse({ until: '2026-10-08' }).until).toBe('2026-10-08T23:59:59.999Z');
      // Elsewhere a moment is read as its day.
      const given = { since: '2026-10-08T10:00:00Z' };
      expect(parseArguments(getChanges, given)).toMatchObject({
        readAs: {},
        input: { since: '2026-10-08T10:00:00.000Z' },
      });
      expect(parseArguments(getLatestFilings, given).readAs).toEqual({ since: 'since=2026-10-08' });
    });
  });
});
