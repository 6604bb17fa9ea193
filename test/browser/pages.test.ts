/**
 * The pages in a real browser: no console error, no dead link, no finding of axe, at two widths and in the dark
 * scheme.
 */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer as createProbe } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pino from 'pino';
import { type Browser, chromium, type Page } from 'playwright-core';
import { readConfig } from '../../src/config.js';
import { openService, type RunningService } from '../../src/service/start.js';
import { createServer, type HttpServer } from '../../src/transports/http/server.js';
import { siteRoutes } from '../../src/transports/http/site.js';
import { EVIL, POISONED_PAGES, poisonedTools } from '../publish/pages/hostile-answers.js';
import { startService } from '../transports/service.js';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const WIDTHS = [360, 1200];
/** The innermost element that overflows the page, to find the cause. */
const WIDEST =
  '[...document.querySelectorAll("body *")].filter((one) => one.getBoundingClientRect().right > innerWidth + 1).map((one) => one.outerHTML.slice(0, 120)).at(-1) ?? ""';
/** Words of table cells that take more than one line. */
const BROKEN_WORDS = `(() => {
  const broken = [];
  for (const cell of document.querySelectorAll('td')) {
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
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const here = existsSync(CHROMIUM);
if (!here) console.warn(`skipped: there is no browser at ${CHROMIUM}; CHROMIUM names another`);

(here ? describe : describe.skip)('pages of the sample in chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'disclosed-pages-'));
  let service: RunningService;
  let http: HttpServer;
  let browser: Browser;
  let base = '';
  let paths: string[] = [];

  beforeAll(async () => {
    const log = pino({ level: 'silent' });
    const config = readConfig({ DATA_DIR: folder, AS_OF: '2026-11-20T12:00:00Z', RATE_LIMIT_KEYLESS: 'off' });
    // The port is chosen first, because every url contains it.
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    service = await openService(config, base, log);
    const { data, pipeline, mcpHandler } = service;
    const site = siteRoutes({
      pipeline,
      reads: data.reads,
      dataVersion: data.dataVersion,
      baseUrl: base,
      sample: true,
      trustProxy: [],
      guarded: false,
      rateLimits: { keyless: null, withKey: null },
      log,
    });
    http = createServer({
      pipeline,
      mcp: mcpHandler,
      reads: data.reads,
      baseUrl: base,
      trustProxy: [],
      log,
      site,
    });
    await http.listen(port, '127.0.0.1');
    browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
    paths = await everyPage(base);
  });

  afterAll(async () => {
    await browser?.close();
    await http?.close();
    await service?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(WIDTHS)('load at %d px without console errors, overflow or findings of axe', async (width) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
      const page = await context.newPage();
      const said = listen(page);
      for (const path of paths) {
        const answer = await page.goto(base + path);
        expect([path, answer?.status()]).toEqual([path, 200]);
        const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        expect([path, beyond]).toEqual([path, 0]);
        await page.evaluate(AXE);
        const found = await page.evaluate(
          'axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))',
        );
        expect([path, colorScheme, found]).toEqual([path, colorScheme, []]);
      }
      expect(said).toEqual([]);
      await context.close();
    }
  });

  it.each([320, 390, 801, 820, 961, 1024, 1280, 1920])(
    'break no word of a table at %d px, and keep within the page',
    async (width) => {
      const page = await browser.newPage({ viewport: { width, height: 900 } });
      for (const path of paths) {
        await page.goto(base + path);
        const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        expect([path, beyond]).toEqual([path, 0]);
        expect([path, await page.evaluate(BROKEN_WORDS)]).toEqual([path, []]);
      }
      await page.close();
    },
  );

  it('name the figures and dates of a card on a phone, and show the heads of the table on a tablet', async () => {
    const page = await browser.newPage({ viewport: { width: 390, height: 900 } });
    const labels = `[...document.querySelectorAll('main table[role] tbody tr:first-child td')].map((cell) => {
      const { content, display } = getComputedStyle(cell, '::before');
      return cell.clientWidth === 0 || display === 'none' ? null : content.replace(/"/g, '').trim();
    }).filter(Boolean)`;
    await page.goto(`${base}/congress-trades`);
    expect(await page.evaluate(labels)).toEqual(
      // In the order of the columns. The others say what they are.
      ['Disclosed', 'Traded', 'Ticker', 'Owner', 'Bracket as filed', 'Days to report'],
    );
    await page.goto(`${base}/streaks`);
    expect(await page.evaluate(labels)).toEqual(['Weeks in a row', 'Value of the run']);
    await page.setViewportSize({ width: 820, height: 900 });
    await page.goto(`${base}/congress-trades`);
    expect(await page.locator('th:visible').allTextContents()).toEqual(
      expect.arrayContaining(['Traded', 'Owner', 'Days to report']),
    );
    expect(await page.locator('td[data-head="Original"]').first().isVisible()).toBe(false);
    await page.locator('.opener summary').first().click();
    expect(await page.locator('td[data-head="Original"]').first().isVisible()).toBe(true);
    await page.close();
  });

  it('link only to addresses that answer', async () => {
    const page = await browser.newPage();
    const links = new Set<string>();
    for (const path of paths) {
      await page.goto(base + path);
      const found = (await page.evaluate('[...document.links].map((link) => link.href)')) as string[];
      for (const link of found) if (link.startsWith(base)) links.add(link.split('#')[0] as string);
    }
    await page.close();
    expect(links.size).toBeGreaterThan(30);
    const dead: string[] = [];
    for (const link of links) if (!(await fetch(link)).ok) dead.push(link);
    expect(dead).toEqual([]);
  });

  it('find a person by the keyboard alone, without JavaScript', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${base}/filings`);
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
    const page = await browser.newPage();
    const trades: Array<{ ticker: string }> = await (await fetch(`${base}/v1/congress-trades`)).json().then(
      // The service's own answer.
      (answer) => (answer as { data: Array<{ ticker: string }> }).data,
    );
    const both = trades.map(({ ticker }) => ticker).find((one) => one === 'ZQRA');
    expect(both).toBe('ZQRA');
    await page.goto(`${base}/ticker/ZQRA`);
    const headings = await page.locator('main h2').allTextContents();
    expect(headings).toEqual(
      expect.arrayContaining(['Insiders', 'Members of Congress', 'Officials of the executive branch']),
    );
    await page.close();
  });

  it('show the filings of a company under each of its symbols', async () => {
    // The filings name QQZ.A; the class B has a symbol in the SEC's table alone.
    const text = await (await fetch(`${base}/ticker/QQZ-B`)).text();
    expect(text).not.toContain('No open-market purchase or sale of this issuer');
    expect(text).toContain('-index.htm');
  });

  it('filter the filings by a form', async () => {
    const page = await browser.newPage();
    await page.goto(`${base}/filings`);
    await page.locator('#direction').selectOption('P');
    await page.getByRole('button', { name: 'Show' }).click();
    const directions = new Set(await page.locator('td[data-head="Direction"] .mark').allTextContents());
    expect([...directions]).toEqual(['▲ Purchase']);
    await page.close();
  });
});

(here ? describe : describe.skip)('hostile text in chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  });
  afterAll(() => browser?.close());

  it.each(['markup', 'long', 'lines'])(
    '%s runs no script, requests nothing and fits the width',
    async (kind) => {
      const service = await startService({ tools: poisonedTools(EVIL[kind] as string), pages: {} });
      try {
        for (const width of WIDTHS) {
          const context = await browser.newContext({ viewport: { width, height: 900 } });
          const page = await context.newPage();
          const said: string[] = [];
          page.on('request', (request) => {
            if (new URL(request.url()).port !== String(service.port)) said.push(request.url());
          });
          page.on('pageerror', (error) => said.push(String(error)));
          page.on('dialog', (dialog) => said.push(`dialog: ${dialog.message()}`));
          for (const path of POISONED_PAGES) {
            await page.goto(`http://127.0.0.1:${service.port}${path}`);
            const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
            expect([path, width, beyond, await page.evaluate(WIDEST)]).toEqual([path, width, 0, '']);
            const strange = await page.evaluate(
              'document.querySelectorAll("script:not([type=\\"application/ld+json\\"]), img, iframe, [onerror], [onload]").length',
            );
            expect([path, strange]).toEqual([path, 0]);
          }
          expect(said).toEqual([]);
          await context.close();
        }
      } finally {
        await service.close();
      }
    },
  );
});

/** One page of each kind that this service has. */
async function everyPage(base: string): Promise<string[]> {
  const data = async (path: string) => {
    const answer = await fetch(base + path);
    return answer.ok ? ((await answer.json()) as { data: Array<Record<string, string>> }).data : [];
  };
  const [row] = await data('/v1/filings?limit=1');
  const [hit] = await data(`/v1/insiders?q=${encodeURIComponent(row?.ownerName ?? 'a')}`);
  const bare = (await data('/v1/filings?since=2025-12-01&limit=500')).find((one) => one.issuerTicker === '');
  const [member] = await data('/v1/congress');
  const trackers = await data('/v1/trackers');
  const kinds = ['hedge_fund', 'congress', 'oge_278t'].map((kind) =>
    trackers.find((one) => one.archetype === kind),
  );
  const found = [
    '/',
    '/filings',
    '/filings?group=issuer&direction=P&sort=value',
    '/filings?group=lot&planned=exclude',
    '/search?q=a',
    '/insiders?q=a',
    `/ticker/${row?.issuerTicker}`,
    `/insiders/${hit?.slug}`,
    `/insiders/${hit?.slug}?group=row&sort=value`,
    '/status',
    '/methodology',
    '/glossary',
    '/api-docs',
  ];
  if (bare !== undefined) found.push(`/issuers/${bare.cik}`);
  if (member !== undefined)
    found.push(
      '/major-holders',
      '/congress-trades',
      '/congress',
      `/congress/${member.slug}`,
      `/congress/${member.slug}?type=purchase&sort=delay`,
    );
  if (trackers.length > 0)
    found.push('/trackers', ...kinds.flatMap((one) => (one === undefined ? [] : [`/trackers/${one.slug}`])));
  const [european] = await data('/v1/eu/all?limit=1');
  const [dutch] = await data('/v1/eu/nl?limit=1');
  if (european !== undefined)
    found.push(
      `/eu/issuers/${european.isin}`,
      `/eu/issuers/${european.isin}/managers/${encodeURIComponent(european.pdmrName ?? '')}`,
      `/eu/managers/${encodeURIComponent(european.pdmrName ?? '')}`,
      `/eu/nl/issuers/${encodeURIComponent(dutch?.issuerName ?? '')}`,
    );
  if ((await fetch(`${base}/clusters`)).ok)
    found.push('/clusters?direction=P&chief=true&sort=insiders', '/streaks?series=full');
  for (const path of ['/clusters', '/streaks', '/eu/all', '/eu/de', '/eu/uk', '/eu/se', '/eu/nl'])
    if ((await fetch(base + path)).ok) found.push(path);
  return found;
}

function listen(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(String(error)));
  page.on('requestfailed', (request) => said.push(`failed: ${request.url()}`));
  return said;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createProbe().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
