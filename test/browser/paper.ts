/** What paper shows: tables, and nothing to click. */

import { expect, it } from '@jest/globals';
import { BEYOND, BROKEN_WORDS, type Site } from './site.js';

const PRINTED = [
  '/filings?direction=P',
  '/congress-trades',
  '/eu/all',
  '/trackers/marrowgate',
  '/clusters',
  '/streaks?series=full',
  '/ticker/ZQRA',
];
/** A4 with margins of 12 mm, at 96 pixels an inch. */
const SHEETS = { portrait: 703, landscape: 1032 };
const HIDDEN = ['form', 'nav', 'header', 'details.legend', '.opener'];
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
/** How tables, their heads, rows and cells are shown, each manner once. */
const MANNERS = `[...new Set([...document.querySelectorAll('table')].map((table) => [
  getComputedStyle(table).display,
  getComputedStyle(table.tHead).display,
  getComputedStyle(table.tBodies[0].rows[0]).display,
  getComputedStyle(table.tBodies[0].rows[0].cells[0], '::before').content,
].join()))]`;

export function onPaper(siteOf: () => Site): void {
  it('prints tables on A4 in both directions, and nothing to click', async () => {
    const { base, browser } = siteOf();
    const page = await browser.newPage({ colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const path of PRINTED) {
      const answer = await page.goto(base + path);
      expect([path, answer?.status()]).toEqual([path, 200]);
      for (const [sheet, width] of Object.entries(SHEETS)) {
        await page.setViewportSize({ width, height: 1000 });
        const shown = await page.evaluate(`({
          beyond: ${BEYOND},
          hidden: ${JSON.stringify(HIDDEN)}.filter((one) =>
            [...document.querySelectorAll(one)].some((element) => element.checkVisibility())),
          manners: ${MANNERS},
          brokenWords: ${BROKEN_WORDS},
          coveredLabels: ${COVERED_LABELS},
          brokenDates: ${BROKEN_DATES},
          afterLinks: getComputedStyle(document.querySelector('main a'), '::after').content,
          ink: getComputedStyle(document.body).color,
        })`);
        expect([path, sheet, shown]).toEqual([
          path,
          sheet,
          {
            beyond: 0,
            hidden: [],
            manners: ['table,table-header-group,table-row,none'],
            brokenWords: [],
            coveredLabels: [],
            brokenDates: [],
            // Addresses of links are not added to the text: that of the page leads to them.
            afterLinks: 'none',
            ink: 'rgb(0, 0, 0)',
          },
        ]);
      }
      expect(await page.locator('.printed').innerText()).toContain(`Address of this page: ${base}${path}.`);
    }
    await page.close();
  });
}
