/**
 * Read models as programs wrote them, in `read-models/`: the sample's, with every eighth European row and document so that it is
 * small. Its indexes are left out and made again from their statements.
 */

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import { readConfig } from '../../src/config.js';
import { packageRoot } from '../../src/package-root.js';
import { READ_MODEL_VERSION } from '../../src/read-model/tables.js';
import { buildSample } from '../../src/service/build-sample.js';
import { readModelFile, sampleStoreFile } from '../../src/service/data-folder.js';
import { SAMPLE_DAY as DAY } from '../tiers/sample.js';

export const KEPT_READ_MODELS = join(packageRoot(), 'test/upgrade/read-models');
/** A time at which the rows of the sample are in every window. */
export const KEPT_NOW = new Date(`${DAY}T12:00:00.000Z`);
const THINNED = ['eu_row', 'source_document'];

const nameOf = (version: number) => `${version}.db.br`;
/** The version of a kept read model, from its name. */
export const versionOf = (name: string) => Number(name.split('.')[0]);

/** Oldest first. */
export function keptReadModels(): string[] {
  return readdirSync(KEPT_READ_MODELS).sort((a, b) => versionOf(a) - versionOf(b));
}

/**
 * Writes the read model of this program. That of the version before stays beside it, and older ones go.
 * @throws Error if there is one of this version: a program of this version that writes others has to raise the number
 */
export async function keepReadModel(): Promise<void> {
  const kept = keptReadModels();
  if (kept.includes(nameOf(READ_MODEL_VERSION)))
    throw new Error(`${nameOf(READ_MODEL_VERSION)} is there, and is never written again`);
  const folder = mkdtempSync(join(tmpdir(), 'disclosed-kept-'));
  try {
    const config = readConfig({ DATA_DIR: folder });
    await buildSample(config, DAY);
    const bytes = thinned(readModelFile(sampleStoreFile(config, DAY)), folder);
    writeFileSync(join(KEPT_READ_MODELS, nameOf(READ_MODEL_VERSION)), brotliCompressSync(bytes));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  for (const name of kept.slice(0, -1)) rmSync(join(KEPT_READ_MODELS, name));
}

/** The bytes of a copy of `file` without most of its size. */
function thinned(file: string, folder: string): Buffer {
  const [copy, small] = [join(folder, 'copy.db'), join(folder, 'small.db')];
  inDatabase(file, (db) => db.prepare('VACUUM INTO ?').run(copy));
  inDatabase(copy, (db) => {
    for (const table of THINNED) db.exec(`DELETE FROM ${table} WHERE rowid % 8 > 0`);
    db.exec(
      "CREATE TABLE kept_index AS SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL",
    );
    for (const name of db.prepare('SELECT name FROM kept_index').pluck().all()) db.exec(`DROP INDEX ${name}`);
    db.prepare('VACUUM INTO ?').run(small);
  });
  return readFileSync(small);
}

/** Puts a kept read model in the place of `file`. */
export function restoreReadModel(name: string, file: string): void {
  writeFileSync(file, brotliDecompressSync(readFileSync(join(KEPT_READ_MODELS, name))));
  inDatabase(file, (db) => {
    for (const sql of db.prepare('SELECT sql FROM kept_index').pluck().all() as string[]) db.exec(sql);
    db.exec('DROP TABLE kept_index');
  });
}

function inDatabase(file: string, use: (db: Sqlite.Database) => unknown): void {
  const db = new Sqlite(file);
  try {
    use(db);
  } finally {
    db.close();
  }
}
