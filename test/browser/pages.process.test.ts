/**
 * The pages in a real browser: no console error, no dead link, no finding of axe, no broken word, at all widths and in
 * both schemes; how far goals are from home; what paper shows. Each page is loaded once, and then looked at in each way.
 */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { EVIL, POISONED_PAGES, poisonedTools } from '../publish/pages/hostile-answers.js';
import { isWhole } from '../tiers/whole.js';
import { startService } from '../transports/service.js';
import { fromHome } from './from-home.js';
import { onPaper } from './paper.js';
import { AXE, BEYOND, BROKEN_WORDS, findings, here, type Site, startBrowser, startSite } from './site.js';

const WIDTHS = isWhole ? [320, 360, 390, 801, 820, 961, 1024, 1200, 1280, 1920] : [360, 1200];
/** axe looks at these. */
const LOOKED_AT = isWhole ? [360, 1200] : [360];
/** The innermost element that overflows the page, to find the cause. */
const WIDEST =
  '[...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.outerHTML.slice(0, 120)).at(-1) ?? ""';

(here ? describe : describe.skip)('the sample in chromium', () => {
  let site: Site;
  beforeAll(async () => {
    site = await startSite();
  });
  afterAll(() => site?.close());

  const textOf = async (path: string) => (await fetch(site.base + path)).text();

  it('loads each page without console errors, and at no width it has broken words, overflow or findings of axe', async () => {
    const page = await site.browser.newPage({ viewport: { width: 1200, height: 900 } });
    const said = listen(page);
    for (const path of site.paths) {
      await page.emulateMedia({ colorScheme: 'light' });
      const answer = await page.goto(site.base + path);
      expect([path, answer?.status()]).toEqual([path, 200]);
      await page.evaluate(AXE);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        expect([path, width, await page.evaluate(`[${BEYOND}, ...${BROKEN_WORDS}]`)]).toEqual([
          path,
          width,
          [0],
        ]);
        for (const colorScheme of LOOKED_AT.includes(width) ? (['light', 'dark'] as const) : []) {
          await page.emulateMedia({ colorScheme });
          const found = await page.evaluate(findings(colorScheme));
          expect([path, width, colorScheme, found]).toEqual([path, width, colorScheme, []]);
        }
      }
    }
    expect(said).toEqual([]);
    await page.close();
  });

  it('has other colours in the dark, and nothing else', async () => {
    const style = await textOf('/assets/style.css');
    const blocks = [...style.matchAll(/@media[^{]*prefers-color-scheme[^{]*\{(.*?)\n\}/gs)].map(
      ([, block]) => block!,
    );
    expect(blocks).toHaveLength(1);
    expect(blocks[0]!.replace(/^\s*(?::root \{|--[\w-]+: #[0-9a-f]{6};|\})$/gm, '').trim()).toBe('');
  });

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

(here ? describe : describe.skip)('hostile text in chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  it.each(['markup', 'long', 'lines'])(
    '%s runs no script, requests nothing and fits the width',
    async (kind) => {
      const service = await startService({ tools: poisonedTools(EVIL[kind] as string), pages: {} });
      try {
        const page = await browser.newPage();
        const said: string[] = [];
        page.on('request', (request) => {
          if (new URL(request.url()).port !== String(service.port)) said.push(request.url());
        });
        page.on('pageerror', (error) => said.push(String(error)));
        page.on('dialog', (dialog) => said.push(`dialog: ${dialog.message()}`));
        for (const path of POISONED_PAGES) {
          await page.goto(`http://127.0.0.1:${service.port}${path}`);
          const strange = await page.evaluate(
            'document.querySelectorAll("script:not([type=\\"application/ld+json\\"]), img, iframe, [onerror], [onload]").length',
          );
          expect([path, strange]).toEqual([path, 0]);
          for (const width of LOOKED_AT) {
            await page.setViewportSize({ width, height: 900 });
            const beyond = await page.evaluate(BEYOND);
            expect([path, width, beyond, await page.evaluate(WIDEST)]).toEqual([path, width, 0, '']);
          }
        }
        expect(said).toEqual([]);
        await page.close();
      } finally {
        await service.close();
      }
    },
  );
});

function listen(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(String(error)));
  page.on('requestfailed', (request) => said.push(`failed: ${request.url()}`));
  return said;
}
