/** Clusters and streaks of a full-size year, derived as by every refresh: processor time and memory. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deriveDigests } from '../../src/ingest/derive/digests.js';
import { openStore } from '../../src/store/database/open.js';
import { openMarketLots } from '../../src/store/form4/open-market-lots.js';
import { YEAR } from './digest-year.js';

const ROUNDS = 3;

/**
 * Measures and prints.
 * @throws Error if the year is not as large as it says.
 */
export async function run(print: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'disclosed-bench-'));
  const file = join(folder, 'year.db');
  try {
    // Written by another process: this one is measured.
    execFileSync(process.execPath, [fileURLToPath(new URL('./digest-year.js', import.meta.url)), file], {
      stdio: 'inherit',
    });
    const store = openStore(file, 'write');
    const now = new Date(YEAR.now);
    const seconds: number[] = [];
    let peak = 0;
    let made = { clusters: 0, streaks: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = process.cpuUsage();
      made = deriveDigests(store, now, 'sec-public');
      const { user, system } = process.cpuUsage(before);
      seconds.push((user + system) / 1e6);
      // A refresh derives in a separate process. Later rounds here also contain garbage of earlier ones.
      if (round === 0) peak = process.resourceUsage().maxRSS / 1024;
    }
    const lots = openMarketLots(store, '2025-11-20');
    store.close();
    if (lots.length !== YEAR.rows) throw new Error(`${lots.length} rows stand in the feed, not ${YEAR.rows}`);
    const people = new Set(lots.map(({ ownerCik }) => ownerCik)).size;
    const issuers = new Set(lots.map(({ issuerCik }) => issuerCik)).size;
    print(`${lots.length} P and S rows of ${people} people and ${issuers} issuers`);
    print(
      `digests: ${made.clusters} clusters and ${made.streaks} streaks in ${seconds.map((one) => one.toFixed(2)).join(', ')} s of one core (goal under 10)`,
    );
    print(`peak memory: ${Math.round(peak)} MB (goal under 500)`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
