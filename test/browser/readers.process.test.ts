/** What readers do in a real browser: how far goals are from home, dead links, the keyboard alone, phones, filters, and paper. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fromHome } from './from-home.js';
import { onPaper } from './paper.js';
import { here, type Site, startSite } from './site.js';

(here ? describe : describe.skip)('the sample in chromium', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(() => site?.close());

  const textOf = async (path: string) => (await fetch(site.base + path)).text();

  fromHome(() => site);
  onPaper(() => site);

  it('name the figures and dates of a card on a phone, and show the heads of the table on a tablet', async () => {
    const page = await site.browser.newPage({ viewport: { width: 390, height: 900 } });
    const labels = `[...document.querySelector('main table[role] tbody tr').cells].map((cell) => {
      const { content, display } = getComputedStyle(cell, '::before');
      return cell.clientWidth === 0 || display === 'none' ? null : content.replace(/"/g, '').trim();
    }).filter(Boolean)`;
    await page.goto(`${site.base}/congress-trades`);
    expect(await page.evaluate(labels)).toEqual(
      // In the order of the columns. The others say what they are.
      ['Disclosed', 'Traded', 'Ticker', 'Owner', 'Bracket', 'Days to report'],
    );
    await page.goto(`${site.base}/congress`);
    expect(await page.evaluate(labels)).toEqual(['Reports', 'Trades', 'Last trade']);
    await page.goto(`${site.base}/streaks`);
    expect(await page.evaluate(labels)).toEqual(['Weeks in a row', 'Total value']);
    await page.setViewportSize({ width: 820, height: 900 });
    await page.goto(`${site.base}/congress-trades`);
    expect(await page.locator('th:visible').allTextContents()).toEqual(
      expect.arrayContaining(['Traded', 'Owner', 'Days to report']),
    );
    expect(await page.locator('td[data-head="Original"]').first().isVisible()).toBe(false);
    await page.locator('.opener summary').first().click();
    expect(await page.locator('td[data-head="Original"]').first().isVisible()).toBe(true);
    await page.close();
  });

  it('link only to addresses that answer', async () => {
    const links = new Set<string>();
    for (const path of site.paths)
      for (const [, href = ''] of (await textOf(path)).matchAll(/<a [^>]*?href="([^"]+)"/g)) {
        const url = new URL(href.replaceAll('&amp;', '&'), site.base + path);
        if (url.origin === site.base) links.add(url.pathname + url.search);
      }
    expect(links.size).toBeGreaterThan(30);
    const dead: string[] = [];
    for (const link of links) if (!(await fetch(site.base + link)).ok) dead.push(link);
    expect(dead).toEqual([]);
  });

  it('find a person by the keyboard alone, without JavaScript', async () => {
    const context = await site.browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${site.base}/filings`);
    const name = (await page.locator('td[data-head="Insider"] a').first().textContent()) ?? '';
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('Skip to the content');
    await page.locator('#site-search').focus();
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/insiders\//);
    // The title has the surname last, where that is certain.
    const words = (text: string) => text.toLowerCase().split(' ').sort();
    expect(words((await page.locator('h1').textContent()) ?? '')).toEqual(words(name));
    await context.close();
  });

  it('show what every register says of a company', async () => {
    const page = await site.browser.newPage();
    const trades: Array<{ ticker: string }> = await (await fetch(`${site.base}/v1/congress-trades`))
      .json()
      .then(
        // The service's own answer.
        (answer) => (answer as { data: Array<{ ticker: string }> }).data,
      );
    const both = trades.map(({ ticker }) => ticker).find((one) => one === 'ZQRA');
    expect(both).toBe('ZQRA');
    await page.goto(`${site.base}/ticker/ZQRA`);
    const headings = await page.locator('main h2').allTextContents();
    expect(headings).toEqual(
      expect.arrayContaining(['Insiders', 'Members of Congress', 'Officials of the executive branch']),
    );
    await page.close();
  });

  it('show the filings of a company under each of its symbols', async () => {
    // The filings name QQZ.A; the class B has a symbol in the SEC's table alone.
    const text = await (await fetch(`${site.base}/ticker/QQZ-B`)).text();
    expect(text).not.toContain('No open-market purchase or sale by insiders of this company');
    expect(text).toContain('-index.htm');
  });

  it.each([1280, 390])(
    'filter the filings by a form, which is folded on a phone, at %d px',
    async (width) => {
      const page = await site.browser.newPage({ viewport: { width, height: 844 } });
      await page.goto(`${site.base}/filings`);
      const isPhone = width === 390;
      expect(await page.locator('#direction').isVisible()).toBe(!isPhone);
      // By the keyboard, as by a tap.
      if (isPhone) await page.locator('#filters-shown').press('Space');
      await page.getByText('More filters').click();
      await page.locator('#max_value').fill('1000000000');
      await page.locator('#direction').selectOption('P');
      await page.getByRole('button', { name: 'Show' }).click();
      const directions = new Set(await page.locator('td[data-head="Direction"] .mark').allTextContents());
      expect([...directions]).toEqual(['▲ Purchase']);
      await page.close();
    },
  );
});
