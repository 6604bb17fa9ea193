/** Settings apply at once: switched-off sources are off, and prices that may not be shown are in no answer. */

import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config.js';
import { restrictReads } from '../../src/service/restricted-reads.js';
import { insiderPage } from '../../tools/contract/answer.js';
import { SerializedPageRows } from '../../tools/contract/serialized-rows.js';
import { inventedFilings, inventedReads } from '../invented-reads.js';
import { inventedAnswers } from '../publish/pages/invented-answers.js';

describe('service/restricted-reads', () => {
  const CONTACT = 'Jane Roe jane@example.org';

  /** A store that knows prices: a streak with closes and a fund with a return. */
  function stored() {
    const reads = inventedReads(inventedFilings(3));
    const detail = inventedAnswers['/v1/trackers/{slug}'];
    const holdings = detail.snapshot!.holdings.map((one) => ({
      ...one,
      avgBuyPriceUsd: 60,
      currentPriceUsd: 70.24,
      returnPct: 17.1,
    }));
    reads.tracker = async () => ({ ...detail, snapshot: { ...detail.snapshot!, holdings } });
    const streaks = inventedAnswers['/v1/streaks'];
    reads.streaks = async () =>
      new SerializedPageRows(
        streaks.map((one) => {
          const trackRecord = one.trackRecord.map((run) => ({ ...run, returnPct: 4 }));
          return [JSON.stringify({ ...one, trackRecord }), insiderPage(one.ownerSlug)] as const;
        }),
      );
    reads.issuerCloses = async () => [{ date: '2026-11-19', close: 70.24 }];
    reads.searchStreaks = async () => ({ rows: await reads.streaks(), total: 1, isWhole: true });
    return reads;
  }

  const chosen = (settings: Record<string, string>) => restrictReads(readConfig(settings), stored());

  describe('the restrictions of the settings', () => {
    it('gives the sources that REGISTERS leaves out as off', async () => {
      const states = async (settings: Record<string, string>) =>
        (await chosen(settings).sources()).find((one) => one.source === 'us-congress-stock-act')?.status;
      expect(await states({ CONTACT })).toBe('ok');
      expect(await states({ CONTACT, REGISTERS: 'all,-house-ptr,-senate-ptr,-congress-members' })).toBe(
        'off',
      );
      // Members of the Congress are not filings.
      expect(await states({ CONTACT, REGISTERS: 'all,-house-ptr,-senate-ptr' })).toBe('off');
      expect(await states({ CONTACT, REGISTERS: 'all,-house-ptr' })).toBe('ok');
      // The sample is not a register.
      expect(await states({ REGISTERS: 'all,-house-ptr,-senate-ptr,-congress-members' })).toBe('ok');
    });

    it('shows prices where they may be shown', async () => {
      const reads = chosen({ CONTACT });
      expect((await reads.streaks()).rows()[0]!.priceSeries).not.toEqual([]);
      expect(await reads.issuerCloses({ cik: '1', since: '2026-01-01' })).toHaveLength(1);
      expect((await reads.tracker('example'))!.snapshot!.holdings[0]!.returnPct).toBe(17.1);
      const all = { slug: 'ostrava', kinds: null, tickers: [], since: null, until: null, after: undefined };
      const { rows } = await reads.trackerRows({ ...all, lists: ['holding'], limit: 9 });
      expect(JSON.parse(rows[0]!.json).currentPriceUsd).toBe(110.5);
    });

    it.each([
      ['PRICES=off', { CONTACT, PRICES: 'off' }],
      ['Tiingo that is not acknowledged', { CONTACT, PRICES: 'tiingo', TIINGO_TOKEN: 'x' }],
    ])('shows none with %s, in streaks and tracked portfolios alike', async (_what, settings) => {
      const reads = chosen(settings as Record<string, string>);
      const [streak] = (await reads.streaks()).rows();
      expect([streak!.priceSeries, streak!.trackRecord[0]!.returnPct]).toEqual([[], null]);
      expect(await reads.issuerCloses({ cik: '1', since: '2026-01-01' })).toEqual([]);
      const every = { direction: null, tickers: [], cik: null, owner: null, limit: 1 };
      const [found] = (await reads.searchStreaks(every)).rows.rows();
      expect([found!.priceSeries, found!.trackRecord[0]!.returnPct]).toEqual([[], null]);
      const fund = await reads.tracker('example');
      expect([fund!.valueSeriesUsd, fund!.benchmarkSeries]).toEqual([[], []]);
      // Figures that follow from filed quarters alone stay.
      for (const one of fund!.snapshot!.holdings)
        expect([one.currentPriceUsd, one.returnPct, one.avgBuyPriceUsd]).toEqual([null, null, 60]);
      expect(fund!.valueHistory).toHaveLength(2);
      const all = { slug: 'ostrava', kinds: null, tickers: [], since: null, until: null, after: undefined };
      const { rows } = await reads.trackerRows({ ...all, lists: ['holding'], limit: 9 });
      const [held] = rows.map(({ json }) => JSON.parse(json));
      expect([held.currentPriceUsd, held.returnPct, held.shares]).toEqual([null, null, 10_000]);
      expect(await reads.tracker('example')).not.toBeNull();
    });

    it('gives null for an unknown tracker', async () => {
      const none = inventedReads([]);
      none.tracker = async () => null;
      expect(await restrictReads(readConfig({ CONTACT, PRICES: 'off' }), none).tracker('x')).toBeNull();
    });
  });
});
