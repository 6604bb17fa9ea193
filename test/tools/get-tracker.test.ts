/** get_tracker and the list of trackers: shape, size and gaps. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { cusipResolver } from '../../src/derive/portfolios/cusip-resolver.js';
import { fundTracker } from '../../src/derive/portfolios/fund-tracker.js';
import { packageRoot } from '../../src/package-root.js';
import { sampleTrackers } from '../../src/service/curated-trackers.js';
import type { ApiError } from '../../tools/contract/errors.js';
import type { Reads } from '../../tools/contract/reads.js';
import { SerializedPageRows } from '../../tools/contract/serialized-rows.js';
import {
  type TrackerDetail,
  type TrackerRowFacts,
  trackerDetail,
} from '../../tools/contract/shapes/tracker.js';
import { WITHHELD_MARK } from '../../tools/contract/shapes/tracker-changes.js';
import type { Tool, ToolContext } from '../../tools/contract/tool.js';
import getTracker from '../../tools/get-tracker.js';
import listTrackers from '../../tools/list-trackers.js';
import { holding, quarterEnds, report } from '../derive/portfolios/holdings-13f.js';

const [tracker] = sampleTrackers();

function detailOf(holdings: number): TrackerDetail {
  const rows = Array.from({ length: holdings }, (_, i) =>
    holding({
      cusip: String(990_000_000 + i * 1000),
      nameOfIssuer: `SAMPLE ISSUER NUMBER ${i} HOLDINGS INC`,
      value: 1_234_567_890 - i,
      amount: 12_345_678,
    }),
  );
  return fundTracker({
    tracker: tracker!,
    filings: quarterEnds('2016-09-30', 40).map((end) => report(end, rows, { cik: '9900080001' })),
    resolve: cusipResolver([], []),
    today: '2026-11-20',
    hasPage: () => true,
  }).detail;
}

const detail = detailOf(50);
const READ_AT = '2026-11-20T12:00:00.000Z';
const register = { register: 'sec-13f', lastReadAt: READ_AT as string | null, isWhole: true };
const state = {
  source: 'curated-trackers',
  lastReadAt: READ_AT,
  status: 'ok',
  isWhole: true,
  registers: [register],
};
const listed = {
  slug: 'marrowgate',
  name: 'N',
  entityName: null,
  role: 'R',
  archetype: 'hedge_fund',
  benchmarkTicker: 'B',
};
const context = (over: Partial<Reads> = {}) =>
  ({
    baseUrl: 'https://disclosed.example',
    reads: {
      sources: async () => [state],
      trackers: async () => new SerializedPageRows([[JSON.stringify(listed), '/trackers/marrowgate']]),
      trackerNames: async () => [{ slug: 'marrowgate', name: 'N', archetype: 'hedge_fund' }],
      tracker: async (slug: string) => (slug === 'marrowgate' ? detail : null),
      ...over,
    } as unknown as Reads,
  }) as ToolContext;
const ask = (tool: Tool, input: Record<string, unknown>, of = context()) =>
  tool.run(tool.input.parse(input), of);

describe('get_tracker', () => {
  it('answers the whole detail in its public shape', async () => {
    const answer = await ask(getTracker, { slug: 'marrowgate' });
    expect(answer).toMatchObject({
      count: 1,
      source: 'curated-trackers',
      fetchedAt: '2026-11-20T12:00:00.000Z',
      page: '/trackers/marrowgate',
      governmentWork: true,
    });
    expect(trackerDetail.strict().parse(answer.data)).toEqual(detail);
  });

  it('leaves the series out on demand, which keeps 50 holdings under 25,000 tokens', async () => {
    const { data } = await ask(getTracker, { slug: 'marrowgate', series: 'none' });
    expect(data).toMatchObject({
      valueHistory: [],
      valueSeriesUsd: [],
      benchmarkSeries: [],
      snapshot: detail.snapshot,
    });
    expect(detail.valueHistory).toHaveLength(40);
    // Hosts count about four characters for a token; dense JSON may come to three.
    expect(JSON.stringify(data).length / 3).toBeLessThan(25_000);
  });

  it('keeps them under 25,000 tokens also with everything sold each quarter and each report restated', async () => {
    const rows = (quarter: number) =>
      Array.from({ length: 50 }, (_, i) =>
        holding({
          cusip: String(990_000_000 + ((quarter % 2) * 50 + i) * 1000),
          nameOfIssuer: `SAMPLE ISSUER NUMBER ${i} HOLDINGS INC`,
          titleOfClass: 'SPONSORED ADR REPSTG CL A',
          putCall: i % 2 === 0 ? 'Call' : null,
        }),
      );
    const crowded = fundTracker({
      tracker: tracker!,
      filings: quarterEnds('2013-06-30', 53).flatMap((end, quarter) => [
        report(end, rows(quarter), { cik: '9900080001', isConfidentialOmitted: true }),
        report(end, rows(quarter), {
          cik: '9900080001',
          formType: '13F-HR/A',
          amendmentType: 'RESTATEMENT',
          filedDate: '2026-11-01',
        }),
      ]),
      resolve: ({ cusip }) => ({ ticker: `ABC${cusip.slice(-5, -3)}`, cik: '1', by: 'symbol' }),
      today: '2026-11-20',
      hasPage: () => true,
    }).detail;
    expect(crowded.snapshot!.quarterChanges!.exits).toHaveLength(50);
    expect(crowded.filingHistory).toHaveLength(106);
    const { data } = await ask(
      getTracker,
      { slug: 'marrowgate', series: 'none' },
      context({ tracker: async () => crowded }),
    );
    expect(JSON.stringify(data).length / 3).toBeLessThan(25_000);
  });

  it('speaks of performance only in the words of the rule, as do the documents', () => {
    const rule =
      "is a price-return reconstruction of disclosed positions, re-indexed to zero at the first filing of the window. It is not the filer's return and must not be presented as performance.";
    const file = (name: string) => readFileSync(join(packageRoot(), name), 'utf8').replace(/\s+/g, ' ');
    for (const text of [getTracker.description, file('skill.md'), file('docs/methodology/3-trackers.md')]) {
      expect(text).toContain(rule);
      expect(text.replaceAll(rule, '')).not.toMatch(/performance/i);
    }
    for (const name of [
      'README.md',
      'llms.txt',
      'src/publish/pages/portfolios/archetypes.ts',
      'tools/list-trackers.ts',
    ])
      expect([name, /performance/i.test(file(name))]).toEqual([name, false]);
  });

  it('answers 404 for an unknown slug, 400 for a malformed slug', async () => {
    const missing = ask(getTracker, { slug: 'nancy-pelosi' });
    await expect(missing).rejects.toMatchObject({ code: 'not_found' } satisfies Partial<ApiError>);
    await expect(missing).rejects.toThrow(
      'Tracker not found: nancy-pelosi. Slugs are listed by get_catalog.',
    );
    for (const input of [{ slug: 'No Slug' }, { slug: 'x'.repeat(51) }, {}, { slug: 'a', series: 'half' }])
      expect(getTracker.input.safeParse(input).success).toBe(false);
  });

  it('is not ready before the register of its reports was read, even if others were', async () => {
    const other = { register: 'oge-278t', lastReadAt: READ_AT, isWhole: true };
    const registers = [{ ...register, lastReadAt: null, isWhole: false }, other];
    const filling = { ...state, status: 'filling', isWhole: false, registers };
    const unread = context({ sources: async () => [filling] as never });
    await expect(ask(getTracker, { slug: 'marrowgate' }, unread)).rejects.toMatchObject({
      code: 'not_ready',
      headers: { 'Retry-After': '30' },
    });
    const without = context({ sources: async () => [{ ...state, registers: [other] }] as never });
    await expect(ask(getTracker, { slug: 'marrowgate' }, without)).rejects.toThrow(
      'sec-13f is switched off on this service',
    );
  });

  it('never says that a portfolio holds nothing while its reports are still being read', async () => {
    const hollow = { ...detail, snapshot: null, filingHistory: [], ogeTransactions: null };
    const tracker = async () => hollow as never;
    const registers = [{ ...register, isWhole: false }];
    const filling = context({ tracker, sources: async () => [{ ...state, registers }] as never });
    await expect(ask(getTracker, { slug: 'marrowgate' }, filling)).rejects.toMatchObject({
      code: 'not_ready',
    });
    expect(await ask(getTracker, { slug: 'marrowgate' }, context({ tracker }))).toMatchObject({ count: 1 });
  });

  it('knows no slug before the first portfolios are made', async () => {
    const sources = async () => [{ ...state, isWhole: false }] as never;
    const before = context({ trackerNames: async () => [], tracker: async () => null, sources });
    await expect(ask(getTracker, { slug: 'marrowgate' }, before)).rejects.toMatchObject({
      code: 'not_ready',
    });
    const none = context({ trackers: async () => new SerializedPageRows<TrackerRowFacts>([]), sources });
    await expect(ask(listTrackers, {}, none)).rejects.toMatchObject({ code: 'not_ready' });
  });

  it('contains the contract’s text on what the series is not, and fits the hosts', () => {
    const { description } = getTracker;
    expect(description).toContain(
      'price-return reconstruction of disclosed positions, re-indexed to zero at the first filing of the window',
    );
    expect(description).toContain("It is not the filer's return and must not be presented as performance");
    expect(description).toContain('It excludes shorts, bonds, cash and private holdings');
    expect(description).toContain(WITHHELD_MARK.replace('withheld', 'were withheld'));
    expect(Buffer.byteLength(description)).toBeLessThan(2048);
  });
});

describe('the list of trackers', () => {
  it('is REST only and links each row to its page', async () => {
    expect(listTrackers.mcp).toBeNull();
    const { data, count } = await ask(listTrackers, {});
    expect(count).toBe(1);
    expect(data).toMatchObject([
      { slug: 'marrowgate', url: 'https://disclosed.example/trackers/marrowgate' },
    ]);
  });
});
