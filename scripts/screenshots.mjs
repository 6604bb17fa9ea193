#!/usr/bin/env node
/**
 * Makes the pictures of README.md: a page, and an agent's answer. Both show the invented sample of a service that this
 * script starts. Needs a build and chromium (`CHROMIUM` names an executable other than /usr/bin/chromium).
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const IMAGES = join(ROOT, 'docs/images');
const QUESTION = 'Where are several insiders buying their own company’s shares?';
const CALL = { name: 'get_clusters', arguments: {} };
/** The parts of a card that fit in the picture. */
const SHOWN = ['issuerTicker', 'issuerName', 'direction', 'insiderCount', 'totalValue', 'conviction'];

const folder = mkdtempSync(join(tmpdir(), 'disclosed-screenshots-'));
const port = await freePort();
const base = `http://127.0.0.1:${port}`;
const { CONTACT: _contact, ...environment } = process.env;
const service = spawn(process.execPath, [join(ROOT, 'dist/src/cli.js'), 'serve'], {
  env: { ...environment, PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'error' },
  stdio: ['ignore', 'inherit', 'inherit'],
});
try {
  await ready();
  mkdirSync(IMAGES, { recursive: true });
  const envelope = await callTool();
  const buys = envelope.data.filter((card) => card.direction === 'P');
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  const view = { viewport: { width: 1100, height: 900 }, colorScheme: 'light' };
  const page = await browser.newPage(view);
  await page.setViewportSize({ width: 1100, height: 1120 });
  await page.goto(`${base}/ticker/${await tickerWithMostInsiders()}`);
  await page.screenshot({ path: join(IMAGES, 'page.png') });
  // A new page: the Content-Security-Policy of the service does not apply to it.
  const drawing = await browser.newPage(view);
  await drawing.setContent(conversation(envelope.meta, buys));
  await drawing.locator('main').screenshot({ path: join(IMAGES, 'agent.png') });
  await browser.close();
} finally {
  service.kill('SIGTERM');
  await once(service, 'exit');
  rmSync(folder, { recursive: true, force: true });
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address();
  server.close();
  return free;
}

async function ready() {
  for (let tries = 0; tries < 600; tries += 1) {
    if (service.exitCode !== null) throw new Error('the service did not start');
    const answer = await fetch(`${base}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await wait(200);
  }
  throw new Error('the service was not ready after two minutes');
}

/** The ticker with trades by the most insiders: its page has the most varied chart and table. */
async function tickerWithMostInsiders() {
  const answer = await fetch(`${base}/v1/filings?since=2000-01-01&limit=500&fields=issuerTicker,ownerSlug`);
  const { data } = await answer.json();
  const insiders = new Map();
  for (const { issuerTicker, ownerSlug } of data)
    if (issuerTicker !== '')
      insiders.set(issuerTicker, (insiders.get(issuerTicker) ?? new Set()).add(ownerSlug));
  return [...insiders].sort(([, one], [, other]) => other.size - one.size)[0][0];
}

/** A real tools/call over MCP; the text of its result is the REST envelope. */
async function callTool() {
  const answer = await fetch(`${base}/v1/mcp`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: CALL }),
  });
  const { result } = await answer.json();
  return JSON.parse(result.content[0].text);
}

/** Question, call, result and answer. The sentences of the answer are made from the result. */
function conversation(meta, cards) {
  const shown = cards
    .slice(0, 2)
    .map((card) => Object.fromEntries(SHOWN.map((field) => [field, card[field]])));
  const result = JSON.stringify(
    { meta: { sample: meta.sample, count: meta.count, total: meta.total }, data: shown },
    null,
    2,
  );
  const rows = cards
    .slice(0, 3)
    .map(
      (card) =>
        `<li><b>${text(card.issuerName)}</b> (${text(card.issuerTicker)}): ${card.insiderCount} insiders bought shares for ` +
        `USD ${Math.round(card.totalValue).toLocaleString('en-US')}, last filed ${card.lastFiledAt.slice(0, 10)}. ` +
        `<a href="${text(card.url)}">Filings</a></li>`,
    )
    .join('');
  return `<!doctype html><meta charset="utf-8"><style>
    body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: #1c2430; background: #fff; }
    main { width: 860px; padding: 24px 28px; }
    .user { margin: 0 0 16px 120px; padding: 10px 16px; border-radius: 14px; background: #e8eef7; }
    .call { margin: 0; padding: 8px 14px; border: 1px solid #d5dbe5; border-radius: 10px 10px 0 0; background: #f6f8fb; }
    pre { margin: 0 0 16px; padding: 10px 14px; border: 1px solid #d5dbe5; border-top: 0; border-radius: 0 0 10px 10px;
      font: 12.5px/1.45 ui-monospace, monospace; white-space: pre-wrap; }
    ul { margin: 6px 0; padding-left: 20px; } p { margin: 0; } a { color: #1f5fae; } small { color: #5a6473; }
  </style><main>
    <p class="user">${QUESTION}</p>
    <p class="call">Tool call: <b>${CALL.name}</b></p>
    <pre>${text(result.replace(/\n {2}\]\n}$/, ''))},\n    … ${meta.total - shown.length} more cards\n  ]\n}</pre>
    <p><b>This is sample data: every name and figure is invented.</b> These companies have buying clusters, sorted by conviction:</p>
    <ul>${rows}</ul>
    <small>Conviction is a documented formula, not a recommendation. This is not investment advice.</small>
  </main>`;
}

function text(value) {
  return String(value).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
