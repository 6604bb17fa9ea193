/** The views of get_tracker over the sample: what the whole portfolio has, in smaller answers. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sampleTrackers } from '../../src/service/curated-trackers.js';
import { openStore, type Store } from '../../src/store/database/open.js';
import type { ListPlace } from '../../tools/contract/place.js';
import type {
  FoundTrackerRows,
  StoredTrackerRow,
  TrackerRowsQuery,
} from '../../tools/contract/reads/trackers.js';
import type { Reads } from '../../tools/contract/reads.js';
import type { TimedTrade } from '../../tools/contract/shapes/congress.js';
import type { ApiTrackerRow, TrackerDetail } from '../../tools/contract/shapes/tracker.js';
import type {
  ComparedPosition,
  PositionQuarter,
  TrackerChange,
  TrackerQuarter,
} from '../../tools/contract/shapes/tracker-changes.js';
import { trackerView } from '../../tools/contract/shapes/tracker-view.js';
import type { GivenRows, ToolContext } from '../../tools/contract/tool.js';
import getCongressMember from '../../tools/get-congress-member.js';
import getTracker from '../../tools/get-tracker.js';
import listTrackers from '../../tools/list-trackers.js';
import { toolReads } from '../published-reads.js';
import { copySample, SAMPLE_DAY } from '../tiers/sample.js';
import { searchTrackerRows } from './naive-tracker-rows.js';

describe('tools/get-tracker-views', () => {
  const DAY = SAMPLE_DAY;
  const folder = mkdtempSync(join(tmpdir(), 'disclosed-views-'));
  const slugsOf = (archetype: string) =>
    sampleTrackers()
      .filter((one) => one.archetype === archetype)
      .map(({ slug }) => slug);
  const FUNDS = slugsOf('hedge_fund');
  const OFFICIALS = slugsOf('oge_278t');
  const MEMBERS = slugsOf('congress');
  const FIELDS = 'ticker,owner,assetType';

  let store: Store;
  let reads: Reads;
  beforeAll(async () => {
    store = openStore(await copySample(folder), 'write');
    reads = toolReads(store);
  });
  afterAll(() => {
    store?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  interface View {
    changes: TrackerChange[];
    holdings: Array<Record<string, unknown>>;
    transactions: Array<Record<string, unknown>>;
    [member: string]: unknown;
  }

  async function ask(
    slug: string,
    more: object,
    after?: ListPlace,
  ): Promise<{ data: View; rows: GivenRows }> {
    const context = {
      reads,
      now: new Date(`${DAY}T12:00:00.000Z`),
      after,
      baseUrl: '',
    } as unknown as ToolContext;
    const answer = await getTracker.run(getTracker.input.parse({ slug, ...more }), context);
    const data = JSON.parse(JSON.stringify(answer.data)) as View;
    return { data, rows: answer.rows ?? { given: -1, total: -1 } };
  }

  /** All rows of a list, two at a time. */
  async function paged(slug: string, view: string, more: object): Promise<unknown[]> {
    const found: unknown[] = [];
    let after: ListPlace | undefined;
    do {
      const { data, rows } = await ask(slug, { view, ...more, limit: 2 }, after);
      found.push(...(data[view] as unknown[]));
      after = rows.next ?? undefined;
    } while (after !== undefined);
    return found;
  }

  const detailOf = async (slug: string) => (await reads.tracker(slug)) as TrackerDetail;

  describe.each(FUNDS)('the 13F portfolio %s', (slug) => {
    it('has the changes of its holdings and its exits, and counts them', async () => {
      const { snapshot } = await detailOf(slug);
      const labelled = (start: string) =>
        snapshot!.holdings.filter(({ lastTxLabel }) => lastTxLabel?.startsWith(start) === true);
      const { data, rows } = await ask(slug, { view: 'changes', limit: 500 });
      const of = (change: string) => data.changes.filter((one) => one.change === change);
      const { exits } = snapshot!.quarterChanges!;
      for (const [change, label] of [
        ['new', 'New'],
        ['added', 'Added'],
        ['trimmed', 'Trimmed'],
      ] as const) {
        expect(of(change).map(({ cusip }) => cusip)).toEqual(labelled(label).map(({ cusip }) => cusip));
        expect(data.changeCounts).toMatchObject({ [change]: labelled(label).length });
      }
      expect(of('exit').map(({ issuerName, priorValueUsd }) => [issuerName, priorValueUsd])).toEqual(
        exits.map(({ issuerName, priorValueUsd }) => [issuerName, priorValueUsd]),
      );
      expect(data.changeCounts).toMatchObject({ exit: exits.length, held: labelled('Held').length });
      expect(of('held')).toEqual([]);
      expect([rows.given, rows.total, rows.next]).toEqual([data.changes.length, data.changes.length, null]);
      expect(trackerView.strict().safeParse(data).error).toBeUndefined();
    });

    it('takes sale as less than before, and purchase as more', async () => {
      const changes = async (type: string) =>
        new Set((await ask(slug, { view: 'changes', type })).data.changes.map(({ change }) => change));
      for (const one of await changes('sale')) expect(['trimmed', 'exit']).toContain(one);
      for (const one of await changes('purchase')) expect(['new', 'added']).toContain(one);
      await expect(ask(slug, { view: 'changes', type: 'exchange' })).rejects.toThrow('type must be one of');
    });

    it('gives the holdings page by page, of one symbol too', async () => {
      const { holdings } = (await detailOf(slug)).snapshot!;
      const names = holdings.map(({ issuerName, weight }) => ({ issuerName, weight }));
      expect(await paged(slug, 'holdings', { fields: 'issuerName,weight' })).toEqual(names);
      const { ticker } = holdings.find((one) => one.ticker !== null)!;
      const { data } = await ask(slug, { view: 'holdings', ticker });
      expect(data.holdings.map((one) => one.ticker)).toEqual(
        holdings.filter((one) => one.ticker === ticker).map((one) => one.ticker),
      );
    });

    it('has no transactions', async () => {
      await expect(ask(slug, { view: 'transactions' })).rejects.toThrow('A 13F lists no transactions');
    });
  });

  describe.each(FUNDS)('the quarters of %s', (slug) => {
    const quartersOf = async () => (await ask(slug, { view: 'quarters' })).data.quarters as TrackerQuarter[];
    const compared = async (more: object) =>
      (await paged(slug, 'changes', { type: 'any', ...more })) as ComparedPosition[];

    it('are listed newest first, with what was filed for each, and whether an amendment counts', async () => {
      const { snapshot, valueHistory, filingHistory } = await detailOf(slug);
      const quarters = await quartersOf();
      expect(quarters).toHaveLength(6);
      expect(await paged(slug, 'quarters', {})).toEqual(quarters);
      expect(quarters[0]).toMatchObject({
        quarter: '2026-Q3',
        periodEnd: snapshot!.periodEnd,
        filedAt: snapshot!.filedAt,
        totalValueUsd: snapshot!.totalValueUsd,
        holdingsCount: snapshot!.holdingsCount,
        isAmended: false,
      });
      expect(quarters.map(({ periodEnd }) => periodEnd).reverse()).toEqual(
        valueHistory.map(({ periodEnd }) => periodEnd),
      );
      const amended = quarters.filter(({ isAmended }) => isAmended);
      expect(amended).toHaveLength(1);
      expect(amended[0]!.filings.map(({ kind }) => kind)).toContainEqual(expect.stringMatching(/^13F-HR\/A/));
      const links = quarters.flatMap(({ filings }) => filings.map(({ sourceUrl }) => sourceUrl));
      expect(links.sort()).toEqual(filingHistory.map(({ sourceUrl }) => sourceUrl).sort());
    });

    it('compare the newest one with the one before, as the view changes has it', async () => {
      const { changes } = (await ask(slug, { view: 'changes', limit: 500 })).data;
      const rows = (await paged(slug, 'changes', { quarter: '2026-Q3' })) as ComparedPosition[];
      const facts = ({
        change,
        issuerName,
        putCall,
        shares,
        sharesChangePct,
        valueUsd,
        weight,
      }: TrackerChange) =>
        JSON.stringify({ change, issuerName, putCall, shares, sharesChangePct, valueUsd, weight });
      expect(rows.map(facts).sort()).toEqual(changes.map(facts).sort());
      for (const row of rows.filter(({ change }) => change !== 'new')) {
        // A principal amount has no shares.
        expect(row.priorShares === null).toBe(row.change !== 'exit' && row.shares === null);
        expect(row.priorValueUsd).not.toBeNull();
      }
    });

    it('compare any two: what was held in either is there once, with both values', async () => {
      const [newest, , , , , oldest] = await quartersOf();
      const held = async (quarter: string) =>
        (await paged(slug, 'holdings', { quarter })) as ComparedPosition[];
      const keyOf = ({ cusip, putCall }: ComparedPosition) => `${cusip} ${putCall}`;
      const [after, before] = [await held(newest!.quarter), await held(oldest!.quarter)];
      expect(after).toHaveLength(newest!.holdingsCount);
      const rows = await compared({ compare: oldest!.quarter });
      expect(rows.map(keyOf).sort()).toEqual([...new Set([...after, ...before].map(keyOf))].sort());
      for (const row of rows) {
        const [now, then] = [after, before].map((list) => list.find((one) => keyOf(one) === keyOf(row)));
        expect([row.valueUsd, row.priorValueUsd]).toEqual([now?.valueUsd ?? null, then?.valueUsd ?? null]);
        expect([row.shares, row.priorShares]).toEqual([now?.shares ?? null, then?.shares ?? null]);
        expect(row.change === 'new').toBe(then === undefined);
        expect(row.change === 'exit').toBe(now === undefined);
      }
      const { comparison } = (await ask(slug, { view: 'changes', compare: oldest!.quarter }))
        .data as unknown as {
        comparison: { quarter: TrackerQuarter; compare: TrackerQuarter; counts: Record<string, number> };
      };
      expect([comparison.quarter, comparison.compare]).toEqual([newest, oldest]);
      expect(Object.values(comparison.counts).reduce((sum, one) => sum + one, 0)).toBe(rows.length);
    });

    it('are sorted by any figure, those without it last', async () => {
      const changes = (await compared({ sort: 'shares_change', order: 'asc' })).map(
        ({ change, sharesChangePct }) => (change === 'exit' ? -100 : (sharesChangePct ?? Infinity)),
      );
      expect(changes).toEqual([...changes].sort((a, b) => a - b));
      const names = (await compared({ sort: 'name' })).map(({ issuerName }) => issuerName);
      expect(names).toEqual([...names].sort());
      const weights = (await compared({ sort: 'weight_change' })).map(({ deltaWeightPp }) => deltaWeightPp!);
      expect(weights).toEqual([...weights].sort((a, b) => b - a));
    });

    it('follow one position, options apart, and say when it was sold', async () => {
      const all = await compared({ compare: '2025-Q2' });
      const quarters = new Map<string, ReturnType<typeof compared>>();
      const comparedIn = (quarter: string) => {
        const known = quarters.get(quarter) ?? compared({ quarter });
        quarters.set(quarter, known);
        return known;
      };
      for (const { cusip } of all) {
        const rows = (await paged(slug, 'history', { position: cusip })) as PositionQuarter[];
        for (const row of rows) {
          const found = (await comparedIn(row.quarter)).find(
            (one) => one.cusip === cusip && one.putCall === row.putCall,
          );
          expect(found).toEqual(expect.objectContaining({ change: row.change, shares: row.shares }));
        }
      }
    });

    it('names the quarters that are here for one that is not', async () => {
      const gone = { view: 'changes', quarter: 'Q1 2019' };
      await expect(ask(slug, gone)).rejects.toThrow(
        'quarter 2019-Q1 was not reported, or not read. Quarters here: 2026-Q3, 2026-Q2, ',
      );
      const reversed = { view: 'changes', quarter: '2026q1', compare: '2026-Q2' };
      await expect(ask(slug, reversed)).rejects.toThrow('compare must be a quarter before 2026-Q1');
      expect((await ask(slug, { view: 'history', position: '000000000' })).data.history).toEqual([]);
    });

    it('fit the public shape', async () => {
      for (const more of [
        { view: 'quarters' },
        { view: 'changes', sort: 'value' },
        { view: 'holdings', quarter: '2026-Q1', format: 'table' },
        { view: 'history', position: '990214108' },
      ]) {
        const { data } = await ask(slug, more);
        expect(trackerView.strict().safeParse(data).error).toBeUndefined();
      }
    });
  });

  describe.each(OFFICIALS)('the official %s', (slug) => {
    it('gives the transactions by type, date and symbol, and says what has no date or type', async () => {
      const rows = (await detailOf(slug)).ogeTransactions!;
      expect(await paged(slug, 'transactions', {})).toEqual(rows);
      const { transactionDate } = rows.find((one) => one.transactionDate !== null)!;
      const isSince = (one: (typeof rows)[number]) => (one.transactionDate ?? '') >= transactionDate!;
      const sales = rows.filter((one) => one.type === 'Sale');
      const found = await ask(slug, { view: 'transactions', type: 'sale', since: transactionDate });
      expect(found.data.transactions).toEqual(sales.filter(isSince).slice(0, 50));
      expect(found.rows.total).toBe(sales.filter(isSince).length);
      expect(found.data.leftOut).toEqual({
        undated: sales.filter((one) => one.transactionDate === null).length,
        untyped: rows.filter((one) => one.type === null && isSince(one)).length,
      });
      await expect(ask(slug, { view: 'changes' })).rejects.toThrow('only for 13F portfolios');
      await expect(ask(slug, { view: 'quarters' })).rejects.toThrow('only for 13F portfolios');
      await expect(ask(slug, { view: 'holdings', sort: 'name' })).rejects.toThrow('only for 13F portfolios');
      const reversed = { view: 'transactions', since: DAY, until: '2026-01-01' };
      await expect(ask(slug, reversed)).rejects.toThrow('since must not be later than until');
      await expect(ask(slug, { view: 'transactions', type: 'new' })).rejects.toThrow(
        'purchase, sale, exchange',
      );
    });
  });

  describe.each([...MEMBERS, ...OFFICIALS])('the nets of %s', (slug) => {
    it('say of how many trades, whose and of what they are, only where these fields are named', async () => {
      const isMember = MEMBERS.includes(slug);
      const all = (
        await ask(slug, { view: 'transactions', limit: 500, fields: isMember ? FIELDS : 'ticker' })
      ).data.transactions;
      const fields = 'ticker,tradeCount,owners,assetTypes';
      const { holdings } = (await ask(slug, { view: 'holdings', fields })).data;
      expect(holdings.length).toBeGreaterThan(0);
      for (const { ticker, tradeCount, owners, assetTypes } of holdings) {
        const own = all.filter((one) => one.ticker === ticker);
        // Puts and exchanges are in no net.
        expect(tradeCount).toBeLessThanOrEqual(own.length);
        expect(tradeCount).toBeGreaterThan(0);
        for (const [words, field] of [
          [owners, 'owner'],
          [assetTypes, 'assetType'],
        ] as const) {
          if (isMember)
            expect(own.map((one) => one[field])).toEqual(expect.arrayContaining(words as unknown[]));
          else expect(words).toEqual([]);
        }
        if (isMember) expect(owners).not.toEqual([]);
      }
      expect(Object.keys((await ask(slug, { view: 'holdings' })).data.holdings[0]!)).not.toContain(
        'tradeCount',
      );
      for (const one of (await detailOf(slug)).snapshot!.holdings) expect(one).not.toHaveProperty('owners');
    });
  });

  describe.each(MEMBERS)('the member %s', (slug) => {
    it('gives the trades of the member by the day of the trade', async () => {
      const { sourceId } = (await detailOf(slug)).identity;
      const member = await reads.memberSlug(sourceId);
      const input = getCongressMember.input.parse({ member, sort: 'traded' });
      const context = { reads, now: new Date(`${DAY}T12:00:00.000Z`) } as ToolContext;
      const answer = await getCongressMember.run(input, context);
      const { trades } = JSON.parse(JSON.stringify(answer.data)) as { trades: TimedTrade[] };
      expect(trades.length).toBeGreaterThan(3);
      const all = (await paged(slug, 'transactions', { fields: 'filingId,transactionDate' })) as TimedTrade[];
      expect(all.map(({ filingId }) => filingId)).toEqual(trades.map(({ filingId }) => filingId));
      const middle = trades[Math.floor(trades.length / 2)]!.transactionDate;
      const { data, rows } = await ask(slug, {
        view: 'transactions',
        type: 'sale',
        since: middle,
        until: DAY,
      });
      const sales = trades.filter((one) => one.type.startsWith('Sale') && one.transactionDate >= middle);
      expect(data.transactions.map((one) => one.assetDescription)).toEqual(
        sales.slice(0, 50).map((one) => one.assetDescription),
      );
      expect([rows.total, data.transactionCount]).toEqual([sales.length, trades.length]);
      // Without fields too, an option does not look like its share.
      const given = await paged(slug, 'transactions', {});
      expect(given.filter((one) => 'optionTerms' in (one as object))).toHaveLength(2);
      expect(given).toContainEqual(
        expect.objectContaining({
          assetType: 'Stock Option',
          optionTerms: expect.objectContaining({ putCall: 'Call', action: 'exercised' }),
        }),
      );
    });
  });

  /** Rows of nets say more than whole portfolios. */
  function withoutTrades({ rows, ...rest }: FoundTrackerRows): FoundTrackerRows {
    const plain = (json: string) => {
      const { tradeCount: _, owners: _owners, assetTypes: _kinds, ...row } = JSON.parse(json);
      return JSON.stringify(row);
    };
    return { ...rest, rows: rows.map((row) => ({ ...row, json: plain(row.json) })) };
  }

  describe('the list of portfolios', () => {
    const list = async (more: object) => {
      const context = { reads, baseUrl: 'https://disclosed.example' } as unknown as ToolContext;
      const answer = await listTrackers.run(listTrackers.input.parse(more), context);
      return JSON.parse(JSON.stringify(answer.data)) as ApiTrackerRow[];
    };

    it('gives identities alone, unless a summary is requested', async () => {
      const [plain, rows] = [await list({}), await list({ view: 'summary' })];
      expect(Object.keys(plain[0]!)).toEqual([
        ...['slug', 'name', 'entityName', 'role', 'archetype', 'benchmarkTicker', 'url'],
      ]);
      expect(rows.map(({ slug }) => slug)).toEqual(plain.map(({ slug }) => slug));
      for (const row of rows) {
        const { snapshot, filingHistory, ogeTransactions } = await detailOf(row.slug);
        const isFund = row.archetype === 'hedge_fund';
        expect(row).toMatchObject({
          periodEnd: snapshot!.periodEnd,
          periodLabel: isFund ? snapshot!.periodLabel : null,
          filedAt: filingHistory[0]!.filedAt,
          totalValueUsd: snapshot!.totalValueUsd,
          holdingsCount: isFund ? snapshot!.holdingsCount : null,
          soldCount: snapshot!.quarterChanges?.exits.length ?? null,
        });
        if (row.archetype === 'oge_278t') expect(row.tradeCount).toBe(ogeTransactions!.length);
        expect(row.memberSlug).toBe(row.archetype === 'congress' ? 'philomena-dunderwick' : null);
      }
    });

    it('sorts by a figure, and puts rows without it last', async () => {
      const values = async (order: string) =>
        (await list({ view: 'summary', sort: 'value', order })).map(({ totalValueUsd }) => totalValueUsd);
      const known = (await values('desc')).filter((one) => one !== null && one !== undefined);
      expect(known).toHaveLength(FUNDS.length);
      expect(known).toEqual([...known].sort((a, b) => b - a));
      expect(await values('asc')).toEqual([...[...known].reverse(), null, null]);
      const names = (await list({ view: 'summary', sort: 'name' })).map(({ name }) => name);
      expect(names).toEqual([...names].sort());
      await expect(list({ sort: 'name' })).rejects.toThrow('sort and order need view=summary');
    });
  });

  describe('a view', () => {
    it('is small: summary has no list, and a table has the names once', async () => {
      const [slug = ''] = FUNDS;
      const { data } = await ask(slug, { view: 'summary' });
      expect(trackerView.strict().parse(data)).toMatchObject({
        view: 'summary',
        reportCount: expect.any(Number),
      });
      expect(JSON.stringify(data).length).toBeLessThan(2000);
      const { holdings } = (await ask(slug, { view: 'holdings', format: 'table', limit: 1 })).data;
      expect(holdings).toMatchObject({
        columns: expect.arrayContaining(['ticker']),
        rows: [expect.any(Array)],
      });
    });

    it.each([
      [{ limit: 3 }, 'limit needs view=holdings, changes, transactions, quarters or history'],
      [{ view: 'summary', ticker: 'A' }, 'ticker needs view=holdings, changes or transactions'],
      [{ view: 'holdings', since: '2026-01-01' }, 'since needs view=transactions'],
      [{ view: 'holdings', type: 'sale' }, 'type needs view=changes or transactions'],
      [{ format: 'table' }, 'format=table needs view=holdings, changes, transactions, quarters or history'],
      [{ quarter: '2026-Q2' }, 'quarter needs view=holdings or changes'],
      [{ view: 'history' }, 'view=history needs position'],
      [{ view: 'holdings', position: '990214108' }, 'position needs view=history'],
      [{ view: 'changes', fields: 'weight,owner' }, 'fields must be a comma-separated list of: change, '],
    ])('refuses %j', async (more, message) => {
      await expect(ask(FUNDS[0]!, more)).rejects.toThrow(message);
    });

    it('refuses a cursor of another list, and one from before a newer report', async () => {
      const [slug = ''] = FUNDS;
      const { rows } = await ask(slug, { view: 'holdings', limit: 1 });
      const after = rows.next!;
      expect((await ask(slug, { limit: 1 }, after)).data.view).toBe('holdings');
      await expect(ask(slug, { view: 'changes' }, after)).rejects.toThrow(
        'The cursor continues view=holdings',
      );
      await expect(ask(slug, {}, ['holdings', 'other', 'holding', 0])).rejects.toThrow(
        'A newer report has come',
      );
      await expect(ask(slug, {}, ['holdings', 5])).rejects.toThrow('The cursor is damaged');
      await expect(ask(slug, {}, ['full', 5])).rejects.toThrow('The cursor is damaged');
    });

    it('finds the rows that a plain search over the whole portfolio finds', async () => {
      for (const slug of [...FUNDS, ...OFFICIALS]) {
        const detail = await detailOf(slug);
        const all: TrackerRowsQuery = {
          slug,
          lists: ['exit', 'holding', 'transaction'],
          kinds: null,
          tickers: [],
          since: null,
          until: null,
          after: undefined,
          limit: 500,
        };
        const [first] = (await reads.trackerRows(all)).rows as [StoredTrackerRow];
        for (const more of [
          {},
          { kinds: ['sale', 'exit'] },
          { since: '2026-03-01' },
          { until: '2026-03-01', kinds: ['purchase'] },
          { after: [first.list, first.position] as const, limit: 3 },
          { tickers: detail.tickersWithPage.slice(0, 2) },
        ])
          expect(withoutTrades(await reads.trackerRows({ ...all, ...more }))).toEqual(
            searchTrackerRows(detail, { ...all, ...more }),
          );
      }
    });
  });
});
