/** The initial import from a quarterly data set: rows written per second, memory, and the derivation after it. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deriveForm4 } from '../../src/ingest/derive/form4.js';
import { importDocuments } from '../../src/ingest/import-documents.js';
import { createRegisters } from '../../src/registers/index.js';
import { openStore } from '../../src/store/database/open.js';

const FILINGS = 33_000;

export async function run(print: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'disclosed-bench-'));
  const zip = join(folder, '2026q3_form345.zip');
  // Written by another process: this one is measured.
  execFileSync(process.execPath, [
    fileURLToPath(new URL('./data-set.js', import.meta.url)),
    zip,
    String(FILINGS),
  ]);
  const register = createRegisters().find(({ metadata }) => metadata.id === 'sec-form4')!;
  const bytes = readFileSync(zip);
  const known = register.recognise({ name: '2026q3_form345.zip', bytes })!;
  const store = openStore(join(folder, 'bench.db'), 'write');
  const at = new Date('2026-11-20T00:00:00.000Z');
  const start = performance.now();
  const counts = await importDocuments(
    store,
    register,
    [{ ...known, bytes, retrievedAt: at.toISOString() }],
    () => at,
  );
  const seconds = (performance.now() - start) / 1000;
  const fillPeak = process.resourceUsage().maxRSS / 1024;
  const before = performance.now();
  deriveForm4(store);
  const derived = (performance.now() - before) / 1000;
  store.close();
  rmSync(folder, { recursive: true, force: true });
  if (counts.records !== FILINGS) throw new Error(`the store took ${counts.records} of ${FILINGS} filings`);
  // One to five rows a filing, three on average.
  const rows = FILINGS * 3;
  print(
    `fill: ${rows} transaction rows of ${FILINGS} filings in ${seconds.toFixed(2)} s, ${Math.round(rows / seconds)} rows a second (goal 30,000)`,
  );
  print(`peak memory while filling: ${Math.round(fillPeak)} MB (goal under 400)`);
  print(
    `derivation of that quarter: ${derived.toFixed(2)} s, peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`,
  );
}
