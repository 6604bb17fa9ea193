/** One service of the sample and one browser, for all tests that look at its pages. */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { type Browser, chromium } from 'playwright-core';
import { readConfig } from '../../src/config.js';
import { packageRoot } from '../../src/package-root.js';
import { openService } from '../../src/service/start.js';
import { createServer } from '../../src/transports/http/server.js';
import { siteRoutes } from '../../src/transports/http/site.js';
import { takePort } from '../services/port.js';
import { copySample } from '../tiers/sample.js';

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

/** Whether there is a browser. */
export const here = existsSync(CHROMIUM);
if (!here) console.warn(`skipped: there is no browser at ${CHROMIUM}; CHROMIUM names another`);

/** The script of axe, which a page needs before `findings`. */
export const AXE = readFileSync(join(packageRoot(), 'node_modules/axe-core/axe.min.js'), 'utf8');
/** The dark scheme has other colours and nothing else, which a test of the style sheet checks. */
const RULES = { light: '', dark: ", runOnly: ['color-contrast']" };

/** The violations that axe finds, each with its first element. */
export const findings = (scheme: keyof typeof RULES) =>
  `axe.run({ resultTypes: ['violations'], preload: false${RULES[scheme]} }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))`;

/** How much wider than the window the page is: 0 for a page that does not scroll sideways. */
export const BEYOND = 'document.documentElement.scrollWidth - innerWidth';
/** Words of table cells that take more than one line. */
export const BROKEN_WORDS = `(() => {
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

export interface Site {
  base: string;
  browser: Browser;
  /** One page of each kind. */
  paths: string[];
  close(): Promise<void>;
}

export function startBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
}

export async function startSite(): Promise<Site> {
  const folder = mkdtempSync(join(tmpdir(), 'disclosed-pages-'));
  const log = pino({ level: 'silent' });
  const config = readConfig({ DATA_DIR: folder, AS_OF: '2026-11-20T12:00:00Z', RATE_LIMIT_KEYLESS: 'off' });
  // The port is chosen first, because every url contains it.
  const taken = await takePort();
  const port = taken.number;
  const base = `http://127.0.0.1:${port}`;
  await copySample(folder);
  const service = await openService(config, base, log);
  const { data, pipeline, mcpHandler } = service;
  const { reads, dataVersion } = data;
  const site = siteRoutes({
    ...{ pipeline, reads, dataVersion, baseUrl: base, log },
    ...{ sample: true, trustProxy: [], guarded: false, rateLimits: { keyless: null, withKey: null } },
  });
  const http = createServer({ pipeline, mcp: mcpHandler, reads, baseUrl: base, trustProxy: [], log, site });
  await http.listen(port, '127.0.0.1');
  const browser = await startBrowser();
  return {
    base,
    browser,
    paths: await everyPage(base),
    async close() {
      await browser.close();
      await http.close();
      taken.release();
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

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
    '/insiders',
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
      '/congress?sort=trades&chamber=house',
      `/congress/${member.slug}`,
      `/congress/${member.slug}?type=purchase&sort=delay`,
    );
  if (trackers.length > 0)
    found.push('/trackers', ...kinds.flatMap((one) => (one === undefined ? [] : [`/trackers/${one.slug}`])));
  if (kinds[1] !== undefined) found.push(`/trackers/${kinds[1].slug}?list=net`);
  if ((await fetch(`${base}/planned-sales`)).ok) found.push('/planned-sales');
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
