/** How far the goals of most readers are from the start page, by tapping as a new reader would, and what paper shows. */

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Browser, chromium, type Page } from 'playwright-core';
import { type Serving, serve } from '../commands/program.js';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];
const TAPS_MAX = 3;
const PRINTED = [
  '/filings?direction=P',
  '/congress-trades',
  '/eu/all',
  '/trackers/marrowgate',
  '/clusters',
  '/streaks?series=full',
  '/ticker/ZQRA',
];
/** Words below a chart that cover one another. */
const COVERED_LABELS = `[...document.querySelectorAll('svg[role="img"]')].flatMap((svg) => {
  const labels = [...svg.querySelectorAll(':scope > text.tick')]
    .map((one) => [one.textContent, one.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0)
    .sort(([, a], [, b]) => a.left - b.left);
  return labels.slice(1).flatMap(([words, box], at) => (box.left < labels[at][1].right ? [words] : []));
})`;
/** Dates of tiles that take more than one line. */
const BROKEN_DATES = `[...document.querySelectorAll('.tiles time')]
  .filter((one) => one.getClientRects().length > 1)
  .map((one) => one.textContent)`;
/** A4 with margins of 12 mm, at 96 pixels an inch. */
const SHEETS = { portrait: 703, landscape: 1032 };

/** Words of table cells that take more than one line. */
const BROKEN_WORDS = `(() => {
  const broken = [];
  for (const cell of document.querySelectorAll('td > span')) {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    while (texts.nextNode())
      for (const word of texts.currentNode.textContent.matchAll(/[\\p{L}\\p{N}]+/gu)) {
        const range = document.createRange();
        range.setStart(texts.currentNode, word.index);
        range.setEnd(texts.currentNode, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word[0]);
      }
  }
  return broken;
})()`;

const here = existsSync(CHROMIUM);
if (!here) console.warn(`skipped: there is no browser at ${CHROMIUM}; CHROMIUM names another`);

(here ? describe : describe.skip)('a reader of the sample in chromium', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'disclosed-from-home-'));
  let serving: Serving;
  let browser: Browser;
  let base = '';
  let names: { company: string; person: string };

  beforeAll(async () => {
    serving = await serve(dataDir, { RATE_LIMIT_KEYLESS: 'off' });
    base = `http://127.0.0.1:${serving.port}`;
    browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
    const answer = await fetch(`${base}/v1/filings?limit=1`);
    // The service's own answer.
    const { data } = (await answer.json()) as { data: Array<{ issuerName: string; ownerName: string }> };
    names = { company: data[0]!.issuerName, person: data[0]!.ownerName };
  });
  afterAll(async () => {
    await browser?.close();
    await serving?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Five goals: each a walk from the start page, and what its last page shows. */
  const GOALS: Array<[goal: string, walk: (reader: Reader) => Promise<void>]> = [
    [
      'a company by its name',
      async (reader) => {
        await reader.search(names.company);
        if (!/\/(ticker|issuers)\//.test(reader.page.url())) await reader.tap('main .hits a');
        expect(await reader.page.locator('h1').innerText()).toContain(names.company.split(' ')[0]);
      },
    ],
    [
      'the newest trades of Congress',
      async (reader) => {
        await reader.tap('.goals a[href="/congress-trades"]');
        expect(await reader.page.locator('tbody tr').count()).toBeGreaterThan(5);
      },
    ],
    [
      'what a fund changed',
      async (reader) => {
        await reader.tap('.goals a[href="/trackers"]');
        await reader.tap('main table a[href^="/trackers/"]');
        expect(await reader.page.locator('main').innerText()).toMatch(/New|Added|Trimmed|No longer held/);
      },
    ],
    [
      'purchases of European managers',
      async (reader) => {
        await reader.tap('.goals a[href^="/eu/all"]');
        expect(await reader.page.locator('tbody tr').count()).toBeGreaterThan(5);
      },
    ],
    [
      'a person by name',
      async (reader) => {
        await reader.search(names.person);
        if (!reader.page.url().includes('/insiders/')) await reader.tap('main a[href^="/insiders/"]');
        expect(await reader.page.locator('tbody tr').count()).toBeGreaterThan(0);
      },
    ],
  ];

  describe.each([390, 1280])('at %d px', (width) => {
    it.each(GOALS)(`reaches %s from home in at most ${TAPS_MAX} taps`, async (_goal, walk) => {
      const context = await browser.newContext({
        viewport: { width, height: 844 },
        javaScriptEnabled: false,
      });
      const reader = new Reader(await context.newPage());
      await reader.page.goto(base);
      await walk(reader);
      expect(reader.taps).toBeGreaterThan(0);
      expect(reader.taps).toBeLessThanOrEqual(TAPS_MAX);
      await context.close();
    });
  });

  it.each(Object.entries(SHEETS))('prints tables on A4 %s, and nothing to click', async (_sheet, width) => {
    const page = await browser.newPage({ viewport: { width, height: 1000 }, colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const path of PRINTED) {
      const answer = await page.goto(base + path);
      expect([path, answer?.status()]).toEqual([path, 200]);
      const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect([path, width, beyond]).toEqual([path, width, 0]);
      for (const hidden of ['form', 'nav', 'header', 'details.legend', '.opener'])
        expect([path, hidden, await page.locator(`${hidden}:visible`).count()]).toEqual([path, hidden, 0]);
      const shown = await page.evaluate(`[...document.querySelectorAll("table")].map((table) => [
        getComputedStyle(table).display,
        getComputedStyle(table.tHead).display,
        getComputedStyle(table.tBodies[0].rows[0]).display,
        getComputedStyle(table.tBodies[0].rows[0].cells[0], '::before').content,
      ].join())`);
      expect([path, [...new Set(shown as string[])]]).toEqual([
        path,
        ['table,table-header-group,table-row,none'],
      ]);
      expect([path, await page.evaluate(BROKEN_WORDS)]).toEqual([path, []]);
      expect([path, await page.evaluate(COVERED_LABELS)]).toEqual([path, []]);
      expect([path, await page.evaluate(BROKEN_DATES)]).toEqual([path, []]);
      // Addresses of links are not added to the text: that of the page leads to them.
      expect(await page.locator('.printed').innerText()).toContain(`Address of this page: ${base}${path}.`);
      expect(
        await page.evaluate(`getComputedStyle(document.querySelector('main a'), '::after').content`),
      ).toBe('none');
      expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(0, 0, 0)');
    }
    await page.close();
  });
});

/** Someone who knows nothing of the addresses: counts links that are followed and forms that are sent. */
class Reader {
  taps = 0;

  constructor(readonly page: Page) {}

  /** Follows the first link that fits, if it can be seen. */
  async tap(selector: string): Promise<void> {
    this.taps += 1;
    await this.page.locator(selector).locator('visible=true').first().click();
    await this.page.waitForLoadState();
  }

  async search(words: string): Promise<void> {
    this.taps += 1;
    await this.page.locator('#q').fill(words);
    await this.page.getByRole('button', { name: 'Search' }).first().click();
    await this.page.waitForLoadState();
  }
}
