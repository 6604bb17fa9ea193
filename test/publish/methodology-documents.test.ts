/** The documents below docs/methodology: every example in them follows from the code, and all are on the page. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { multiplyToCents } from '../../src/decimal.js';
import { type CongressTrade, congressActivity } from '../../src/derive/portfolios/disclosed-positions.js';
import { packageRoot } from '../../src/package-root.js';
import type { PageRequest } from '../../src/publish/pages/page.js';
import { methodology } from '../../src/publish/pages/site/methodology.js';
import { EU_MARKETS } from '../../tools/contract/markets/index.js';

const text = (name: string) => readFileSync(join(packageRoot(), 'docs/methodology', name), 'utf8');
const usd = (words: string) => Number(words.replaceAll(',', '').replace('−', '-'));

describe('the examples', () => {
  it('of the Congress add up', () => {
    const chapter = text('2-congress.md');
    const [, low, high, middle] = /\(([\d,]+) \+ ([\d,]+)\) \/ 2 = ([\d,.]+)/.exec(chapter)!;
    expect((usd(low!) + usd(high!)) / 2).toBe(usd(middle!));
    const [, bought, sold, net] = /it is ([\d,.]+) − ([\d,.]+) = (−[\d,.]+)/.exec(chapter)!;
    const trade = (type: string, amountMid: number | null) =>
      ({ type, amountMid, transactionDate: '2026-06-01' }) as CongressTrade;
    const trades = [
      trade('Purchase', 8000.5),
      trade('Sale (Partial)', (15_001 + 50_000) / 2),
      trade('Exchange', 8000.5),
    ];
    expect(congressActivity(trades, '2026-11-20')).toEqual({
      bought: usd(bought!),
      sold: usd(sold!),
      netFlow: usd(net!),
      openBrackets: 0,
      openSales: 0,
      tradeCount: 3,
    });
    const open = { ...trade('Purchase', null), amountMin: 50_000_001 };
    expect(congressActivity([...trades, open], '2026-11-20')).toMatchObject({
      bought: usd(bought!) + 50_000_001,
      openBrackets: 1,
    });
  });

  it('of Europe add up', () => {
    const chapter = text('4-europe.md');
    const [, shares, price, value] = /([\d,]+) shares at ([\d.]+) SEK are ([\d,.]+) SEK/.exec(chapter)!;
    expect(multiplyToCents(usd(price!), usd(shares!))).toBe(usd(value!));
    const [, count, pence, pounds] = /([\d,]+) shares at (\d+) pence\s+are ([\d,.]+) GBP/.exec(chapter)!;
    expect(multiplyToCents(usd(count!), usd(pence!) / 100)).toBe(usd(pounds!));
    for (const { floor, currency } of Object.values(EU_MARKETS))
      expect(chapter).toContain(`| ${floor.toLocaleString('en-US')} | ${currency} |`);
  });

  it('of Form 4 add up', () => {
    const chapter = text('1-form4.md');
    const [, shares, price, value] = /([\d,]+) shares at ([\d.]+) US dollars are ([\d,.]+) US/.exec(chapter)!;
    expect(multiplyToCents(usd(shares!), usd(price!))).toBe(usd(value!));
  });
});

it('every document is a chapter of the page, with a link to it', async () => {
  const { body } = await methodology.render({} as PageRequest);
  const page = String(body);
  for (const title of [
    'Form 4 rows',
    'Clusters, streaks, conviction and prices',
    'Members of Congress',
    'Tracked portfolios',
    'Managers’ transactions in Europe',
  ]) {
    const id = new RegExp(`<a href="#([a-z0-9-]+)">${title}</a>`).exec(page)?.[1];
    expect([title, page.includes(`<h2 id="${id}">`)]).toEqual([title, true]);
  }
});
