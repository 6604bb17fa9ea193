/** get_rankings over the sample: what plain sums over all rows give, in the same order. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { daysBefore, daysBetween } from '../../src/dates.js';
import { openStore, type Store } from '../../src/store/database/open.js';
import type { SourceState } from '../../tools/contract/reads/sources.js';
import type { Reads } from '../../tools/contract/reads.js';
import type { MemberTrade } from '../../tools/contract/shapes/congress.js';
import type { FilingFacts } from '../../tools/contract/shapes/filing.js';
import {
  anyRankedRow,
  RANKING_DAYS,
  RANKINGS,
  type RankedFiling,
  type RankingName,
  ranking,
} from '../../tools/contract/shapes/ranking.js';
import type { TrackerDetail } from '../../tools/contract/shapes/tracker.js';
import type { ToolContext } from '../../tools/contract/tool.js';
import getRankings from '../../tools/get-rankings.js';
import { toolReads } from '../published-reads.js';
import { EVERY_TRADE } from '../read-model/every-row.js';
import { copySample, SAMPLE_DAY } from '../tiers/sample.js';
import { publicAt, rankIssuerRows, rankPositionRows, rankSymbolRows } from './naive-rankings.js';

describe('tools/get-rankings', () => {
  const DAY = SAMPLE_DAY;
  const now = new Date(`${DAY}T12:00:00.000Z`);
  const folder = mkdtempSync(join(tmpdir(), 'disclosed-rankings-'));
  let store: Store;
  let reads: Reads;
  let filings: FilingFacts[];
  let trades: MemberTrade[];
  let funds: TrackerDetail[];
  /** By the CIK of the issuer. */
  const names = new Map<string, { name: string; ticker: string }>();

  beforeAll(async () => {
    store = openStore(await copySample(folder), 'write');
    reads = toolReads(store);
    const all = { since: '2000-01-01', minValue: 0, ticker: null, limit: 100_000 };
    filings = (
      await reads.latestFilings({ ...all, until: '2100-01-01T00:00:00.000Z', codes: ['P', 'S'] })
    ).rows();
    for (const cik of new Set(filings.map((row) => row.cik))) {
      const { name, ticker } = (await reads.issuer({ cik }))!;
      names.set(cik, { name, ticker });
    }
    trades = (await reads.searchTrades({
      ...EVERY_TRADE,
      until: '2100-01-01',
      limit: 100_000,
    }))!.rows.rows();
    const slugs = (await reads.trackerNames()).map(({ slug }) => slug);
    funds = (await Promise.all(slugs.map((slug) => reads.tracker(slug)))).filter((one) => one !== null);
  });
  afterAll(() => {
    store?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  interface Ranked {
    data: {
      of: string;
      since: string;
      until: string;
      leftOut: string[];
      rows: Array<Record<string, unknown>>;
    };
    total: number;
  }

  async function ask(input: object, over: Partial<Reads> = {}): Promise<Ranked> {
    const context = { reads: { ...reads, ...over }, now, baseUrl: 'https://disclosed.example' };
    const answer = await getRankings.run(getRankings.input.parse(input), context as unknown as ToolContext);
    const data = JSON.parse(JSON.stringify(answer.data)) as Ranked['data'];
    return { data, total: answer.rows!.total };
  }

  const bare = (rows: Array<Record<string, unknown>>) => rows.map(({ url: _url, ...row }) => row);

  describe.each(RANKING_DAYS)('over %i days', (days) => {
    const since = daysBefore(now, days);

    it.each([
      ['largest-purchases', 'P'],
      ['largest-sales', 'S'],
    ] as const)('%s are sums of one owner in one filing, largest first', async (of, code) => {
      for (const planned of ['all', 'exclude'] as const) {
        const rows = filings.filter(
          (row) =>
            row.transactionCode === code &&
            publicAt(row) >= since &&
            !(planned === 'exclude' && row.is10b5_1),
        );
        const sums = new Map<string, number>();
        for (const row of rows) {
          const { filingId, ownerCik, is10b5_1, totalValue } = row;
          const key = [filingId.slice(0, 20), ownerCik, is10b5_1, publicAt(row)].join();
          sums.set(key, (sums.get(key) ?? 0) + Math.round(totalValue * 100));
        }
        const largest = [...sums.values()].sort((a, b) => b - a);
        const { data, total } = await ask({ of, days, planned, limit: 100 });
        const found = data.rows as unknown as RankedFiling[];
        expect(found.map(({ totalValue }) => Math.round(totalValue * 100))).toEqual(largest.slice(0, 100));
        expect(total).toBe(sums.size);
        for (const { filedAt, planned: ofPlan } of found)
          expect([filedAt >= since, planned === 'all' || ofPlan === 'none']).toEqual([true, true]);
      }
    });

    it.each([
      ['most-bought-issuers', 'P'],
      ['most-sold-issuers', 'S'],
    ] as const)('%s are the sums of all rows of the feed', async (of, code) => {
      for (const planned of ['all', 'exclude'] as const) {
        const question = { code, days, since, planned, limit: 100 };
        const plain = rankIssuerRows(filings, question, ({ cik }) => names.get(cik)!);
        const { data, total } = await ask({ of, days, planned, limit: 100 });
        expect(bare(data.rows)).toEqual(plain.rows);
        expect(total).toBe(plain.total);
      }
    });

    it.each(['trades', 'amount'] as const)('Congress by %s counts every trade with a symbol', async (by) => {
      const plain = rankSymbolRows(trades, { by, since, limit: 15 });
      const { data, total } = await ask({ of: 'most-traded-by-congress', by, days, limit: 15 });
      expect(bare(data.rows).map(({ cik: _cik, issuerName: _name, ...row }) => row)).toEqual(plain.rows);
      expect(total).toBe(plain.total);
      expect(data.leftOut).toContain(`Trades of assets without a symbol: ${plain.withoutTicker}.`);
      for (const { ticker, cik } of data.rows as Array<{ ticker: string; cik: string | null }>)
        expect([ticker, cik]).toEqual([ticker, (await reads.issuer({ ticker }))?.cik || null]);
    });

    it.each([
      ['new-fund-positions', 'new'],
      ['fund-exits', 'exit'],
    ] as const)('%s are those of all portfolios whose last report is recent', async (of, kind) => {
      const plain = rankPositionRows(funds, { kind, since, limit: 100 });
      const { data, total } = await ask({ of, days, limit: 100 });
      expect(bare(data.rows)).toEqual(plain.rows);
      expect(total).toBe(plain.total);
      expect(data.leftOut[0]).toContain(`${plain.funds - plain.recent} of ${plain.funds}`);
      expect(data.leftOut.at(-1)).toContain('withheld as confidential');
    });
  });

  it('the sample has something in each ranking', async () => {
    for (const name of RANKINGS) {
      const { data } = await ask({ of: name, days: 365 });
      expect([name, data.rows.length > 1]).toEqual([name, true]);
      expect(ranking.strict().safeParse(data).error).toBeUndefined();
    }
  });

  it('says its dates, and that more may come while a register is imported', async () => {
    const { data } = await ask({ of: 'largest-sales', days: 7 });
    expect([data.of, data.since, data.until]).toEqual(['largest-sales', '2026-11-13', DAY]);
    // 13 to 20 November, as the description of days says.
    expect(daysBetween(data.since, data.until) + 1).toBe(8);
    expect(getRankings.input.shape.days.description).toContain('7 is eight dates, from since to until');
    expect(data.leftOut.some((one) => one.includes('imported'))).toBe(false);
    const filling = async () =>
      (await reads.sources()).map(
        (one): SourceState => ({
          ...one,
          isWhole: false,
          registers: one.registers.map((register) => ({ ...register, isWhole: false })),
        }),
      );
    for (const name of ['largest-sales', 'most-traded-by-congress', 'new-fund-positions'] as const)
      expect((await ask({ of: name, days: 365 }, { sources: filling })).data.leftOut[0]).toContain(
        'still being imported',
      );
  });

  it('is small when brief: no more than 75 tokens a row', async () => {
    for (const name of RANKINGS) {
      const { data } = await ask({ of: name, days: 365, view: 'brief', format: 'table' });
      const { columns, rows } = data.rows as unknown as { columns: string[]; rows: unknown[] };
      expect(columns.every((name) => name in anyRankedRow.shape)).toBe(true);
      expect([name, JSON.stringify(rows).length / rows.length < 300]).toEqual([name, true]);
    }
  });

  it.each<[RankingName, object, string]>([
    ['fund-exits', { planned: 'exclude' }, 'planned is only for rankings of Form 4 trades'],
    ['largest-sales', { by: 'amount' }, 'by is only for most-traded-by-congress'],
    [
      'largest-sales',
      { fields: 'totalValue,fund' },
      'fields must be a comma-separated list of: filingId, cik',
    ],
  ])('%s refuses %j', async (of, more, message) => {
    await expect(ask({ of, ...more })).rejects.toThrow(message);
  });

  it('names the accepted values of days and of', () => {
    const refused = (input: object) => getRankings.input.safeParse(input).error?.issues[0]?.message;
    expect(refused({ of: 'largest-sales', days: 8 })).toBe('days must be 7, 30, 90 or 365');
    expect(refused({ of: 'best' })).toContain('of must be one of: largest-purchases, ');
    expect(refused({})).toContain('of must be one of: ');
  });
});
