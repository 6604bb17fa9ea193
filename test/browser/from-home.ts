/** How far the goals of most readers are from the home page, by tapping as a new reader would. */

import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Site } from './site.js';

const TAPS_MAX = 3;

/** Each a walk from the home page, and what its last page shows. */
const GOALS: Array<[goal: string, walk: (reader: Reader) => Promise<void>]> = [
  [
    'a company by its name',
    async (reader) => {
      await reader.search(reader.names.company);
      if (!/\/(ticker|issuers)\//.test(reader.page.url())) await reader.tap('main .hits a');
      expect(await reader.page.locator('h1').innerText()).toContain(reader.names.company.split(' ')[0]);
    },
  ],
  [
    'the newest Congress trades',
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
      await reader.search(reader.names.person);
      if (!reader.page.url().includes('/insiders/')) await reader.tap('main a[href^="/insiders/"]');
      expect(await reader.page.locator('tbody tr').count()).toBeGreaterThan(0);
    },
  ],
  [
    'what a fund sold',
    async (reader) => {
      await reader.tap('.goals a[href="/trackers"]');
      await reader.tap('main table a[href^="/trackers/"]');
      await reader.tap('.presets a[href*="type=exit"]');
      expect(await reader.page.locator('main').innerText()).toMatch(/▼ Sold|No position matches/);
    },
  ],
  [
    'any two quarters of a fund',
    async (reader) => {
      await reader.tap('.goals a[href="/trackers"]');
      await reader.tap('main table a[href^="/trackers/"]');
      const quarters = await reader.choices('#compare');
      await reader.choose({ '#quarter': quarters.at(-2)!, '#compare': quarters.at(-1)! }, 'Compare');
      const [quarter, compare] = [quarters.at(-2)!, quarters.at(-1)!].map(inWords);
      expect(await reader.page.locator('h2').allInnerTexts()).toContain(
        `Positions at the end of ${quarter}, compared with ${compare}`,
      );
    },
  ],
  [
    'any two quarters of any manager',
    async (reader) => {
      await reader.tap('.goals a[href="/managers"]');
      await reader.tap('main table a[href^="/managers/"]');
      const quarters = await reader.choices('#compare');
      await reader.choose({ '#quarter': quarters.at(-2)!, '#compare': quarters.at(-1)! }, 'Compare');
      const [quarter, compare] = [quarters.at(-2)!, quarters.at(-1)!].map(inWords);
      expect(await reader.page.locator('.lede').innerText()).toContain(
        `for ${quarter}, compared with ${compare}`,
      );
    },
  ],
  [
    'what Congress bought this week',
    async (reader) => {
      await reader.tap('.goals a[href="/congress-trades"]');
      await reader.tap('.presets a[href*="since="]');
      expect(await reader.page.locator('.chips').innerText()).toMatch(
        /Direction: Purchases[\s\S]*Disclosed from: 2026-11-13/,
      );
      expect(await reader.page.locator('main').innerText()).toMatch(
        /▲ Purchase|No trade matches these filters/,
      );
    },
  ],
  [
    'who at a company bought before its price rose',
    async (reader) => {
      await reader.search('ZQRA');
      await reader.tap('nav[aria-label="On this page"] a[href="#trades"]');
      expect(await reader.page.locator('figcaption').first().innerText()).toContain('Closes of a year');
      expect(await reader.page.locator('#trades ~ table').first().innerText()).toContain('▲ Purchase');
    },
  ],
  [
    'which managers hold a company, and who sold it',
    async (reader) => {
      await reader.search('ZQRA');
      await reader.tap('nav[aria-label="On this page"] a[href="#institutions"]');
      expect(await reader.page.locator('#institutions + p').innerText()).toMatch(
        / managers reported .* \d+ sold,/,
      );
    },
  ],
  [
    'German managers who bought for over 100,000 euros',
    async (reader) => {
      await reader.tap('.goals a[href^="/eu/all"]');
      await reader.tap('.tabs a[href="/eu/de"]');
      await reader.tap('.presets a[href*="min_value=100000"]');
      expect(await reader.page.locator('.chips').innerText()).toContain('Min. value (EUR): 100000');
    },
  ],
  [
    'the member of Congress with the most trades',
    async (reader) => {
      await reader.tap('.goals a[href="/congress-trades"]');
      await reader.tap('.tabs a[href="/congress"]');
      await reader.tap('.presets a[href*="sort=trades"]');
      expect(await reader.page.locator('tbody tr').count()).toBeGreaterThan(3);
    },
  ],
  [
    'companies that several insiders buy, a chief officer among them',
    async (reader) => {
      await reader.tap('.goals a[href="/clusters"]');
      await reader.tap('.presets a[href*="chief=true"]');
      expect(await reader.page.locator('.chips').innerText()).toContain('With a chief officer');
    },
  ],
  [
    'what insiders intend to sell',
    async (reader) => {
      await reader.tap('nav a[href="/filings"]');
      await reader.tap('.tabs a[href="/planned-sales"]');
      expect(await reader.page.locator('tbody tr').count()).toBeGreaterThan(0);
    },
  ],
];

/** `Q2 2026` of `2026-Q2`. */
const inWords = (quarter: string) => quarter.split('-').reverse().join(' ');

export function fromHome(siteOf: () => Site): void {
  describe.each([390, 1280])('from home at %d px', (width) => {
    it(`reaches each goal in at most ${TAPS_MAX} taps, without a script`, async () => {
      const { base, browser } = siteOf();
      const names = await someNames(base);
      const context = await browser.newContext({
        viewport: { width, height: 844 },
        javaScriptEnabled: false,
      });
      const page = await context.newPage();
      const taps: Array<[goal: string, taps: number]> = [];
      for (const [goal, walk] of GOALS) {
        const reader = new Reader(page, names);
        await page.goto(base);
        await walk(reader);
        taps.push([goal, reader.taps]);
      }
      expect(taps.filter(([, count]) => count < 1 || count > TAPS_MAX)).toEqual([]);
      await context.close();
    });
  });
}

interface Names {
  company: string;
  person: string;
}

async function someNames(base: string): Promise<Names> {
  const answer = await fetch(`${base}/v1/filings?limit=1`);
  // The service's own answer.
  const { data } = (await answer.json()) as { data: Array<{ issuerName: string; ownerName: string }> };
  return { company: data[0]!.issuerName, person: data[0]!.ownerName };
}

/** Someone who knows nothing of the addresses: counts links that are followed, forms that are sent, and those that are opened. */
class Reader {
  taps = 0;

  constructor(
    readonly page: Page,
    readonly names: Names,
  ) {}

  /** Follows the first link that fits, if it can be seen. */
  async tap(selector: string): Promise<void> {
    this.taps += 1;
    await this.page.locator(selector).locator('visible=true').first().click();
    await this.page.waitForLoadState();
  }

  /** The values that a list offers, besides the usual one. */
  async choices(field: string): Promise<string[]> {
    const all = await this.page.locator(`${field} option`).evaluateAll((options) =>
      // The options of that list.
      options.map((one) => (one as unknown as { value: string }).value),
    );
    return all.filter((value) => value !== '');
  }

  /** Sets fields of a form and sends it. */
  async choose(values: Record<string, string>, button: string): Promise<void> {
    this.taps += 1;
    for (const [field, value] of Object.entries(values)) await this.page.locator(field).selectOption(value);
    await this.page.getByRole('button', { name: button }).click();
    await this.page.waitForLoadState();
  }

  async search(words: string): Promise<void> {
    this.taps += 1;
    await this.page.locator('#q').fill(words);
    await this.page.getByRole('button', { name: 'Search' }).first().click();
    await this.page.waitForLoadState();
  }
}
