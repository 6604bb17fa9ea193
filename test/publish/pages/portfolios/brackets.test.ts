/** Sums over open brackets name their lower bound and say why; the columns of an official say what the form says. */

import { expect, it } from '@jest/globals';
import type { PageRequest } from '../../../../src/publish/pages/page.js';
import {
  activity,
  bracketBody,
  bracketView,
  ogeColumns,
} from '../../../../src/publish/pages/portfolios/brackets.js';
import { net, netPurchases } from '../../../../src/publish/pages/portfolios/nets.js';
import type { TrackerDetail } from '../../../../tools/contract/shapes/tracker.js';

const plain = (one: unknown) => String(one).replace(/<[^>]+>/g, '');

it('a sum with an open bracket is at least that, and says why', () => {
  const sums = {
    bought: 75_000_001,
    sold: 8000,
    netFlow: 74_992_001,
    tradeCount: 29,
    openBrackets: 0,
    openSales: 0,
  };
  expect(plain(activity({ ...sums, openBrackets: 1 }))).toContain('at least $75,000,001 bought');
  expect(plain(activity({ ...sums, openBrackets: 1, openSales: 1 }))).toContain('at least $8,000 sold');
  expect(plain(activity({ ...sums, openBrackets: 1 }))).toContain('1 bracket is open-ended');
  expect(plain(activity({ ...sums, openBrackets: 2 }))).toContain('2 brackets are open-ended');
  expect(plain(activity(sums))).not.toMatch(/at least|open-ended/);
  expect(plain(activity(null))).toBe('');
});

it('a net with an open bracket says that its lower bound was counted', () => {
  expect(plain(net(50_000_001, { openBrackets: 1 }))).toBe(
    '$50,000,001 1 bracket is open-ended: counted at the lower bound',
  );
  expect(plain(net(8000, {}))).toBe('$8,000');
  expect(plain(net(null, {}))).toBe('not stated');
});

it('an asset that was sold on balance is not counted as bought', () => {
  expect(netPurchases([{ netUsd: 10 }, { netUsd: -10 }, { netUsd: null }])).toBe(1);
});

it('an official whose reports could not be read has no transaction, and that is not laid to filters', async () => {
  const detail = {
    identity: { archetype: 'oge_278t', slug: 'example' },
    snapshot: null,
    congressActivity: null,
    filingHistory: [{ itemCount: null }],
  } as unknown as TrackerDetail;
  const trades = {
    data: { transactions: [], leftOut: { undated: 0, untyped: 0 } },
    meta: { count: 0, total: 0 },
  } as unknown as Parameters<typeof bracketBody>[2]['trades'];
  const noNets = async () => ({ data: { holdings: [] }, meta: { count: 0, total: 0 } });
  const textWith = async (query: Record<string, string>) => {
    const request = {
      query,
      params: { slug: 'example' },
      to: (path: string) => path,
      tools: [],
      callTool: noNets,
      asOf: null,
    };
    const view = bracketView(request as unknown as PageRequest, 'example');
    return plain(await bracketBody(view, detail, { trades, member: null }));
  };
  expect(await textWith({})).toContain('None of the reports has a transaction that could be read.');
  expect(await textWith({})).not.toContain('matches these filters');
  expect(await textWith({ type: 'sale' })).toContain('No transaction matches these filters.');
});

it('the notice of an official is counted from the report, as on the form, and not from the trade', () => {
  // The columns are made without a question to the service.
  const columns = ogeColumns({} as Parameters<typeof ogeColumns>[0]);
  const notice = columns.find(({ field }) => field === 'notifiedLate');
  expect(notice?.head).toBe('Notified over 30 days before the report');
});
