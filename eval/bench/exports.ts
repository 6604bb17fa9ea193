/** The tree of exports with 100,000 insiders: the first run, one when nothing changed, and one after 500 filed again. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../src/config.js';
import { deriveForm4 } from '../../src/ingest/derive/form4.js';
import { sourceDescriptions } from '../../src/ingest/source-descriptions.js';
import type { Form4Filing } from '../../src/records/form4/form4.js';
import { createRegisters } from '../../src/registers/index.js';
import { ensureStoreFolder, liveStoreFile } from '../../src/service/data-folder.js';
import { exportTree } from '../../src/service/exports.js';
import { describeSources, finishRun, startRun } from '../../src/store/crawl/run-journal.js';
import { bumpGeneration, openStore, type Store } from '../../src/store/database/open.js';
import { writeBatch } from '../../src/store/write-batch.js';
import { inventedFiling } from './digest-year.js';

const PEOPLE = 100_000;
const AGAIN = 500;
const NOW = new Date('2026-11-20T12:00:00.000Z');
const LATER = new Date('2026-11-20T13:00:00.000Z');
const BATCH = 2_000;

/** Each step runs in a separate process, as a refresh does, so that the memory of the steps does not mix. */
export async function run(print: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'disclosed-bench-'));
  const step = (name: string) =>
    execFileSync(process.execPath, [fileURLToPath(import.meta.url), name, folder], {
      encoding: 'utf8',
    }).trim();
  try {
    step('fill');
    print(`first run: ${step('export')}`);
    print(`nothing changed: ${step('export')}`);
    print(`after ${AGAIN} of ${PEOPLE} insiders filed again: ${step('hour')}`);
    const files = readdirSync(join(folder, 'tree'), { recursive: true, withFileTypes: true }).filter((one) =>
      one.isFile(),
    );
    const bytes = files.reduce((sum, one) => sum + statSync(join(one.parentPath, one.name)).size, 0);
    print(`on disk: ${files.length} files, ${Math.round(bytes / 1e6)} MB`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeAll(store: Store, now: Date, filings: Iterable<Form4Filing>): void {
  let batch: Form4Filing[] = [];
  const flush = () => {
    writeBatch(store, { register: 'sec-form4', now, records: batch });
    batch = [];
  };
  for (const filing of filings) if (batch.push(filing) >= BATCH) flush();
  flush();
  deriveForm4(store);
  bumpGeneration(store, now, new Date(now.getTime() + 3_600_000).toISOString());
}

/** One filing of two rows for everyone, spread over the year. */
function* once(): Generator<Form4Filing> {
  for (let n = 0; n < PEOPLE; n += 1) {
    const filedAt = new Date(NOW.getTime() - (1 + ((n * 7919) % (360 * 24))) * 3_600_000).toISOString();
    yield inventedFiling({ n, person: n, filedAt, code: n % 4 === 0 ? 'P' : 'S' });
  }
}

function* again(): Generator<Form4Filing> {
  for (let one = 0; one < AGAIN; one += 1)
    yield inventedFiling({
      n: PEOPLE + one,
      person: one * (PEOPLE / AGAIN),
      filedAt: '2026-11-20T12:30:00.000Z',
      code: 'S',
    });
}

async function steps(name: string, folder: string): Promise<void> {
  const config = readConfig({
    DATA_DIR: folder,
    CONTACT: 'Bench bench@example.org',
    AS_OF: LATER.toISOString(),
  });
  ensureStoreFolder(config);
  const store = openStore(liveStoreFile(config), 'write');
  if (name === 'fill') {
    const registers = createRegisters();
    describeSources(store, sourceDescriptions(registers, new Set(['sec-form4'])));
    const run = startRun(store, 'sec-form4', NOW);
    writeAll(store, NOW, once());
    finishRun(store, run, { outcome: 'ok', documents: PEOPLE, records: PEOPLE, warnings: 0, now: NOW });
  } else {
    if (name === 'hour') writeAll(store, LATER, again());
    const start = performance.now();
    const used = process.cpuUsage();
    const signal = new AbortController().signal;
    const counts = await exportTree(config, join(folder, 'tree'), signal);
    const { user, system } = process.cpuUsage(used);
    const seconds = (performance.now() - start) / 1000;
    console.log(
      `${counts.written} written, ${counts.unchanged} unchanged, ${counts.removed} removed in ${seconds.toFixed(1)} s (${((user + system) / 1e6).toFixed(1)} s of processor), peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`,
    );
  }
  store.close();
}

const [, self, name, folder] = process.argv;
if (self === fileURLToPath(import.meta.url) && name !== undefined && folder !== undefined)
  await steps(name, folder);
