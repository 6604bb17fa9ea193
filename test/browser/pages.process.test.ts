/**
 * The pages in a real browser: no console error, no finding of axe, no broken word, at all widths and in both schemes.
 * Each page is loaded once, and then looked at in each way.
 */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { EVIL, POISONED_PAGES, poisonedTools } from '../publish/pages/hostile-answers.js';
import { isTried, isWhole, someOf } from '../tiers/whole.js';
import { startService } from '../transports/service.js';
import { AXE, BEYOND, BROKEN_WORDS, findings, here, type Site, startBrowser, startSite } from './site.js';

/** The narrow one is where words and tables break first. */
const WIDTHS = isWhole ? [320, 360, 390, 801, 820, 961, 1024, 1200, 1280, 1920] : [360];
/** axe looks at these. */
const LOOKED_AT = isWhole ? [360, 1200] : [360];
/** The dark scheme only changes colours: `npm test` looks at it on some pages. */
const schemesOf = (place: number) => (isTried(place) ? (['light', 'dark'] as const) : (['light'] as const));
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
    for (const [place, path] of site.paths.entries()) {
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
        for (const colorScheme of LOOKED_AT.includes(width) ? schemesOf(place) : []) {
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
        for (const path of kind === 'markup' ? POISONED_PAGES : someOf(POISONED_PAGES)) {
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
