/**
 * A store, its read model and its exports end up byte for byte the same after kills at any moment of an import, a refresh, a
 * derivation, an export or a migration, followed by a restart. KILLS=200 sets the number of kills, SEED=1 takes
 * other moments.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { slugOf } from '../../src/derive/owner-slugs.js';
import { packageRoot } from '../../src/package-root.js';
import { SqliteReadModel } from '../../src/read-model/sqlite/model.js';
import type { RegisterOptions } from '../../src/registers/index.js';
import type { RawDocument } from '../../src/registers/register.js';
import { readModelFile } from '../../src/service/data-folder.js';
import { sampleDocuments } from '../../src/service/sample-documents.js';
import { openStore } from '../../src/store/database/open.js';
import { parsedReads } from '../published-reads.js';
import type { EdgarServer } from '../registers/edgar/edgar-server.js';
import * as bafin from '../registers/europe/de-bafin/documents.js';
import { type Portal, portal } from '../registers/europe/de-bafin/server.js';
import { isWhole } from '../tiers/whole.js';
import { type CongressServers, houseRow, startCongressServers } from './congress-servers.js';
import { DAY, newestFilings, serveFilings, toServedFiling } from './edgar-sample.js';
import { answersOf, type Snapshot, snapshot } from './faults/snapshot.js';

const KILLS = Number(process.env.KILLS ?? 10);
const SEED = Number(process.env.SEED ?? 20_261_128);
const ENABLED = ['sec-companies', 'sec-form4', 'prices-sec', 'congress-members', 'house-ptr', 'de-bafin'];
const FIRST = `${DAY}T12:00:00.000Z`;
const SECOND = `${DAY}T13:00:00.000Z`;

/** The moment of a kill: when the clock starts, and whether the store is filled before. */
const PHASES = {
  migration: { from: 'migration', until: 'reading', isFilled: false },
  fill: { from: 'reading', until: 'derivation', isFilled: false },
  refresh: { from: 'reading', until: 'derivation', isFilled: true },
  derivation: { from: 'derivation', until: 'export', isFilled: true },
  export: { from: 'export', until: 'end', isFilled: true },
} as const;
type Phase = keyof typeof PHASES;

let folder: string;
let edgar: EdgarServer;
let capitol: CongressServers;
let dealings: Portal;
let options: RegisterOptions;

/** Mulberry32. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const random = numbers(SEED);

function start(
  data: string,
  at: string,
): { child: ChildProcess; reached: (step: string) => Promise<number> } {
  const given = { folder: data, options, enabled: ENABLED, since: '2026-10-01', at, perSecond: 400 };
  const child = fork(join(packageRoot(), 'test/ingest/crash-child.mjs'), [JSON.stringify(given)], {
    execArgv: [],
  });
  const steps = new Map<string, number>();
  const waiting = new Map<string, (at: number) => void>();
  child.on('message', (step: string) => {
    const now = performance.now();
    steps.set(step, now);
    waiting.get(step)?.(now);
  });
  const reached = (step: string) =>
    new Promise<number>((resolve) => {
      const known = steps.get(step);
      if (known !== undefined) resolve(known);
      else {
        waiting.set(step, resolve);
        child.once('exit', () => resolve(Number.POSITIVE_INFINITY));
      }
    });
  return { child, reached };
}

/** Runs to the end; returns how long each phase took, in milliseconds. */
async function whole(data: string, at: string): Promise<Record<string, number>> {
  const { child, reached } = start(data, at);
  const steps = ['migration', 'reading', 'derivation', 'export', 'end'];
  const moments = await Promise.all(steps.map(reached));
  if (child.exitCode === null) await once(child, 'exit');
  expect(child.exitCode).toBe(0);
  return Object.fromEntries(
    steps.slice(1).map((_, index) => [steps[index], moments[index + 1]! - moments[index]!]),
  );
}

/** Store, answers of the store and of the generation that was published, and exports. */
async function everything(data: string): Promise<Snapshot & { exports: string[] }> {
  const file = join(data, 'store', 'live.db');
  const root = join(data, 'exports');
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter(
    // A killed process leaves what it was writing; the next one overwrites it.
    (entry) => entry.isFile() && !entry.name.startsWith('unfinished'),
  );
  const exports = files.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return `${path.slice(root.length)} ${readFileSync(path).toString('base64')}`;
  });
  const stored = await snapshot(file, []);
  const model = new SqliteReadModel(readModelFile(file));
  const published = await model.open();
  expect(await answersOf(parsedReads(published.reads))).toEqual(stored.answers);
  await published.close();
  await model.close();
  return { ...stored, exports: exports.sort() };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'disclosed-death-'));
  const filings = withoutNamesakes(newestFilings(isWhole ? 160 : 80));
  edgar = await serveFilings(filings.slice(0, -40));
  edgar.tickerTable = { body: sampleDocuments('sec-companies', DAY)[0]!.bytes.toString(), etag: '"one"' };
  for (const { key, bytes } of sampleDocuments('prices-sec', DAY).slice(-4))
    edgar.failsFiles.set(key, { folder: '/files/data/fails-deliver-data', bytes });
  capitol = await startCongressServers();
  for (const number of [1, 2, 3])
    capitol.fileHouseReport(`2003000${number}`, `2026-10-0${number}`, [
      houseRow('Zquorra Robotics, Inc. (ZQRA) [ST]', '2026-09-15'),
    ]);
  const lines = Array.from({ length: 320 }, (_, i) => bafin.line({ total: `${i + 30}.000,00 EUR` }));
  dealings = await portal(() => bafin.dealings(...lines));
  options = {
    sec: edgar.hosts,
    legislators: capitol.legislators.base,
    clerk: capitol.clerk.origin,
    bafin: dealings.url,
  };
  more = () => {
    edgar.filings.push(...filings.slice(-40).map(toServedFiling));
    capitol.fileHouseReport('20030009', '2026-10-07', [houseRow('Invented Goods (IG) [ST]', '2026-09-16')]);
    lines.push(bafin.line({ total: '900.000,00 EUR' }));
  };
});
let more: () => void;
afterAll(async () => {
  await Promise.all([edgar.close(), capitol.close(), dealings.close()]);
  rmSync(folder, { recursive: true, force: true });
});

describe('crash recovery', () => {
  it(`leaves no trace in ${KILLS} kills (SEED=${SEED})`, async () => {
    const killed: Record<string, number> = {};
    const kill = async (
      phases: Phase[],
      deaths: number,
      at: string,
      start: string | null,
      calm: Awaited<ReturnType<typeof everything>>,
      took: Record<string, number>,
    ) => {
      for (let died = 0; died < deaths; ) {
        const data = join(folder, 'killed');
        rmSync(data, { recursive: true, force: true });
        if (start !== null) cpSync(start, data, { recursive: true });
        // Some runs are killed again before their first complete state.
        for (let chain = 1 + Math.floor(random() * 3); chain > 0 && died < deaths; ) {
          const phase = phases[died % phases.length]!;
          if (!(await diesIn(data, at, phase, took))) break;
          chain -= 1;
          died += 1;
          killed[phase] = (killed[phase] ?? 0) + 1;
          // As at the next start: the file opens, is migrated, and is sound.
          const store = openStore(join(data, 'store', 'live.db'), 'write');
          expect(store.db.pragma('integrity_check', { simple: true })).toBe('ok');
          expect(store.db.pragma('foreign_key_check')).toEqual([]);
          store.close();
        }
        await whole(data, at);
        expectSame(await everything(data), calm);
      }
    };
    const first = join(folder, 'first');
    const fillTook = await whole(first, FIRST);
    const filled = await everything(first);
    const share = Math.floor((KILLS * 2) / 5);
    await kill(['migration', 'fill'], share, FIRST, null, filled, fillTook);
    more();
    const second = join(folder, 'second');
    cpSync(first, second, { recursive: true });
    const refreshTook = await whole(second, SECOND);
    const refreshed = await everything(second);
    expect(refreshed.rows.length).toBeGreaterThan(filled.rows.length);
    await kill(['refresh', 'derivation', 'export'], KILLS - share, SECOND, first, refreshed, refreshTook);
    expect(Object.values(killed).reduce((sum, count) => sum + count, 0)).toBe(KILLS);
    expect(Object.keys(killed).sort()).toEqual(Object.keys(PHASES).sort());
  }, 3_600_000);
});

/**
 * An owner keeps a slug permanently, so of two namesakes the one that is seen first has the plain slug. The order
 * differs between runs: namesakes are left out here, and so are owners who changed their name.
 */
function withoutNamesakes(documents: RawDocument[]): RawDocument[] {
  const people = documents.flatMap((document) =>
    toServedFiling(document).parties.filter(({ role }) => role === 'Reporting'),
  );
  const isClear = (cik: string, name: string) =>
    people.every((one) => (one.cik === cik) === (slugOf(one.name) === slugOf(name)));
  return documents.filter((document) =>
    toServedFiling(document).parties.every(
      ({ cik, name, role }) => role !== 'Reporting' || isClear(cik, name),
    ),
  );
}

/** Kills a run at a random moment of a phase. Returns false if the run ended before that. */
async function diesIn(
  data: string,
  at: string,
  phase: Phase,
  took: Record<string, number>,
): Promise<boolean> {
  const { child, reached } = start(data, at);
  const { from } = PHASES[phase];
  await reached(from);
  await wait(random() * Math.max(took[from] ?? 0, 4));
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.signalCode === 'SIGKILL';
}

/** Shows only the differences: the whole text is long. */
function expectSame(one: Awaited<ReturnType<typeof everything>>, other: typeof one): void {
  for (const part of ['rows', 'answers', 'exports'] as const) {
    const known = new Set(other[part]);
    const mine = new Set(one[part]);
    const short = (lines: string[]) => lines.slice(0, 3).map((line) => line.slice(0, 400));
    expect({
      part,
      count: one[part].length,
      added: short(one[part].filter((line) => !known.has(line))),
      missing: short(other[part].filter((line) => !mine.has(line))),
    }).toEqual({ part, count: other[part].length, added: [], missing: [] });
  }
}
