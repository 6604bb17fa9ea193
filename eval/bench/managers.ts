/**
 * The 13F reports of all managers: imports data sets of real size, derives their quarters, publishes them to SQLite and to
 * PostgreSQL, and calls get_holders and get_manager on both. QUARTERS and MANAGERS make it smaller, BENCH_WRITE=on puts the
 * result into BENCHMARKS.md, and BENCH_FOLDER names a folder that keeps the stores: the next run has only the calls. Each step
 * is a separate process, for its memory.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deriveManagers } from '../../src/ingest/derive/managers.js';
import { importDocuments } from '../../src/ingest/import-documents.js';
import { publishGeneration } from '../../src/ingest/publication.js';
import { sourceDescriptions } from '../../src/ingest/source-descriptions.js';
import type { ReadModelWriter } from '../../src/read-model/generation.js';
import { openSqliteWriter } from '../../src/read-model/sqlite/writer.js';
import { createRegisters } from '../../src/registers/index.js';
import type { RawDocument } from '../../src/registers/register.js';
import { markListed, markShown } from '../../src/store/crawl/readiness-marks.js';
import { describeSources } from '../../src/store/crawl/run-journal.js';
import { bumpGeneration, openStore, type Store } from '../../src/store/database/open.js';
import { writeBatch } from '../../src/store/write-batch.js';
import { managerFiling } from '../../test/invented/managers.js';
import { POSTGRES_MISSING } from '../../test/services/postgres.js';
import { answerFromPostgres, answerFromSqlite } from './managers-answers.js';
import { addResult, type Result, resultsIn, writeSection } from './managers-section.js';
import { benchCusip, benchSet } from './managers-sets.js';

type Print = (line: string) => void;

const PERIODS = [
  '2024-09-30',
  '2024-12-31',
  '2025-03-31',
  '2025-06-30',
  '2025-09-30',
  '2025-12-31',
  '2026-03-31',
  '2026-06-30',
];
const NOW = new Date('2026-10-01T00:00:00.000Z');
const size = {
  managers: Number(process.env.MANAGERS ?? 8_860),
  securities: 23_360,
  periods: PERIODS.slice(-Number(process.env.QUARTERS ?? 8)),
};
const mib = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MiB`;
const seconds = (since: number) => (performance.now() - since) / 1000;
const processorSeconds = () => (process.cpuUsage().user / 1e6).toFixed(1);

export async function run(print: Print): Promise<void> {
  const part = process.env.BENCH_PART;
  const folder = process.env.BENCH_FOLDER ?? mkdtempSync(join(tmpdir(), 'managers-'));
  if (part === 'generate') return generate(folder, print);
  if (part === 'import') return importSets(folder, print);
  const asked = { folder, now: NOW, ...size, add: (result: Result) => report(folder, print, result) };
  if (part === 'sqlite') return answerFromSqlite(asked);
  if (part === 'postgres') return answerFromPostgres(asked);
  const isKept = process.env.BENCH_FOLDER !== undefined;
  const parts = existsSync(join(folder, 'live.read-model.db'))
    ? ['sqlite']
    : ['generate', 'import', 'sqlite'];
  if (POSTGRES_MISSING === null) parts.push('postgres');
  else print(POSTGRES_MISSING);
  try {
    for (const one of parts) {
      const index = fileURLToPath(new URL('./index.js', import.meta.url));
      const env = { ...process.env, BENCH_PART: one, BENCH_FOLDER: folder };
      const { status } = spawnSync(process.execPath, [index, '--one', 'managers'], { stdio: 'inherit', env });
      if (status !== 0) throw new Error(`the step ${one} failed`);
    }
    if (process.env.BENCH_WRITE === 'on') writeSection(resultsIn(folder), size, print);
  } finally {
    if (!isKept) rmSync(folder, { recursive: true, force: true });
  }
}

/** Kept for BENCHMARKS.md, with how busy the machine was. */
function report(folder: string, print: Print, { what, measured }: Result): void {
  print(`${what}: ${measured} (load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores)`);
  addResult(folder, { what, measured });
}

function generate(folder: string, print: Print): void {
  let rows = 0;
  for (const [quarter, period] of size.periods.entries()) {
    const made = benchSet(size, quarter);
    writeFileSync(join(folder, `${period}.zip`), made.bytes);
    rows += made.rows;
  }
  report(folder, print, { what: 'Rows', measured: String(rows) });
}

async function importSets(folder: string, print: Print): Promise<void> {
  const add = (what: string, measured: string) => report(folder, print, { what, measured });
  const register = createRegisters().find(({ metadata }) => metadata.id === '13f-all')!;
  const ledger = openStore(join(folder, 'live.db'), 'write');
  describeSources(ledger, sourceDescriptions([register], new Set(['13f-all'])));
  const documents = function* (): Generator<RawDocument> {
    for (const period of size.periods)
      yield {
        key: period,
        kind: 'data-set',
        url: 'bench',
        retrievedAt: NOW.toISOString(),
        bytes: readFileSync(join(folder, `${period}.zip`)),
      };
  };
  const began = performance.now();
  const done = await importDocuments(ledger, register, documents(), () => NOW);
  if (done.unread > 0) throw new Error('a data set was not read');
  const imported = seconds(began);
  const processor = processorSeconds();
  const rows = rowsIn(folder);
  const rate = (time: number) => `${Math.round(rows / time).toLocaleString('en-US')} rows a second`;
  add('Import', `${imported.toFixed(1)} s: ${rate(imported)}; ${processor} s of processor time`);
  add('Highest memory of the import', mib(process.resourceUsage().maxRSS * 1024));
  const writer = openSqliteWriter(join(folder, 'live.read-model.db'));
  const first = await refresh(ledger, writer);
  const all = imported + first.derived + first.published;
  add(
    'Deriving, and publishing to SQLite',
    `${first.derived.toFixed(1)} s and ${first.published.toFixed(1)} s: with the import ${rate(all)}; ${processorSeconds()} s of processor time in all`,
  );
  add('Highest memory of all three', mib(process.resourceUsage().maxRSS * 1024));
  await addRefreshes(ledger, writer, add);
  await writer.close();
  ledger.close();
  for (const name of readdirSync(folder).filter((one) => /\.db$/.test(one)))
    add(`Disk: \`${name}\``, mib(statSync(join(folder, name)).size));
}

/** What the refresh of every hour costs, without a filing and with one. */
async function addRefreshes(
  ledger: Store,
  writer: ReadModelWriter,
  add: (what: string, measured: string) => void,
) {
  const quiet = await refresh(ledger, writer);
  add(
    'Refresh without a new filing',
    `derived in ${Math.round(quiet.derived * 1000)} ms, published in ${Math.round(quiet.published * 1000)} ms`,
  );
  const filing = managerFiling('0009100001-26-000001', [[benchCusip(1), 1_000_000, 10_000]]);
  writeBatch(ledger, { register: '13f-all', now: NOW, records: [filing] });
  const busy = await refresh(ledger, writer);
  add(
    'Refresh with one new filing',
    `one quarter derived in ${busy.derived.toFixed(1)} s, published in ${busy.published.toFixed(1)} s`,
  );
}

/** @returns seconds */
async function refresh(
  ledger: Store,
  writer: ReadModelWriter,
): Promise<{ derived: number; published: number }> {
  const deriving = performance.now();
  await deriveManagers(ledger, { now: NOW, quarters: null });
  const derived = seconds(deriving);
  const publishing = performance.now();
  markListed(ledger, '13f-all', NOW, true);
  markShown(ledger, true);
  bumpGeneration(ledger, NOW);
  await publishGeneration(ledger, writer);
  return { derived, published: seconds(publishing) };
}

/** As the reports themselves count them. */
function rowsIn(folder: string): number {
  const ledger = openStore(join(folder, 'live.db'), 'read');
  ledger.db.exec(`ATTACH '${join(folder, 'live.managers.db')}' AS m`);
  const row = ledger.db.prepare("SELECT sum(json_extract(header, '$.rowCount')) AS n FROM m.filing").get();
  ledger.close();
  return (row as { n: number }).n;
}
