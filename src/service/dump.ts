/** Makes a dump: the public tables of the newest generation as files, with a signed manifest. */

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { SAMPLE_WARNING, SERVICE_VERSION } from '../../tools/contract/rules.js';
import { diskErrorInWords } from '../backup/backup-error.js';
import { type Config, ConfigError } from '../config.js';
import { CsvSink } from '../dump/csv-sink.js';
import { DUMP_MANIFEST, type DumpFacts, dumpedFiles, dumpManifestText } from '../dump/dump-manifest.js';
import { PUBLIC_TABLES } from '../dump/public-tables.js';
import { SqliteSink } from '../dump/sqlite-sink.js';
import type { TableSink } from '../dump/table-sink.js';
import { writeTables } from '../dump/write-dump.js';
import { openManifest } from '../proof/manifest.js';
import type { OpenGeneration } from '../read-model/generation.js';
import { StoreError } from '../store/database/open.js';
import { isFolder, makeFolder, modeOf, ownDumpFolder, servedDay } from './data-folder.js';
import { openReadModel } from './read-model.js';
import { requireSigningKey } from './signing-key.js';

export const DUMP_FORMATS = ['sqlite', 'csv', 'parquet'] as const;
export type DumpFormat = (typeof DUMP_FORMATS)[number];

/** The SQLite file of a dump. */
export const DUMP_FILE = 'disclosed.db';

export interface MadeDump {
  folder: string;
  generation: number;
  rows: number;
  bytes: number;
}

/**
 * Writes the folder `target`, whole or not at all. It must not exist yet, unless it is an older dump and `replace` is set.
 * @throws ConfigError if the folder has something in it, or cannot be made there
 * @throws BackupError if it cannot be written
 * @throws StoreError if there is nothing to dump
 * @throws StaleGenerationError if the generation was replaced meanwhile
 */
export async function makeDump(
  config: Config,
  target: string,
  formats: readonly DumpFormat[],
  signal: AbortSignal,
  replace = false,
): Promise<MadeDump> {
  const folder = resolve(target);
  if (folder === resolve(ownDumpFolder(config))) makeFolder(dirname(folder));
  requireFreeFolder(folder, replace);
  const work = `${folder}.unfinished`;
  const clean = () => rmSync(work, { recursive: true, force: true });
  signal.addEventListener('abort', clean, { once: true });
  const model = await openReadModel(config, servedDay(config));
  try {
    clean();
    mkdirSync(work);
    const opened = await model.open();
    try {
      const facts = await writeFiles(config, opened, work, { formats, signal });
      if (replace) rmSync(folder, { recursive: true, force: true });
      else if (existsSync(folder)) rmSync(folder, { recursive: true });
      renameSync(work, folder);
      const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
      return {
        folder,
        generation: facts.generation,
        rows: sum(facts.tables.map(({ rows }) => rows)),
        bytes: sum(facts.files.map(({ bytes }) => bytes)),
      };
    } finally {
      await opened.close();
    }
  } catch (error) {
    throw diskErrorInWords(error, `The dump ${folder} could not be written, and nothing of it is kept`);
  } finally {
    signal.removeEventListener('abort', clean);
    clean();
    await model.close();
  }
}

async function writeFiles(
  config: Config,
  opened: OpenGeneration,
  work: string,
  { formats, signal }: { formats: readonly DumpFormat[]; signal: AbortSignal },
): Promise<Omit<DumpFacts, 'format' | 'key'>> {
  const [stored] = await opened.reads.manifests({ before: null, limit: 1 });
  const sealed = stored === undefined ? null : openManifest(stored.json);
  if (stored === undefined || sealed === null || sealed.manifest.generation !== opened.generation.number)
    throw new StoreError(
      'The newest generation has no signed manifest yet. Run "disclosed ingest" once, or wait for the next refresh.',
    );
  const sample = modeOf(config) === 'sample';
  const head = {
    generation: sealed.manifest.generation,
    generationManifest: sealed.sha256,
    dataAt: sealed.manifest.at ?? '',
    madeAt: new Date().toISOString(),
    program: SERVICE_VERSION,
    sample,
  };
  const sinks = await openSinks(formats, work, {
    ...Object.fromEntries(Object.entries(head).map(([name, value]) => [name, String(value)])),
    ...(sample ? { warning: SAMPLE_WARNING } : {}),
  });
  let tables: Array<{ name: string; rows: number }>;
  try {
    tables = await writeTables(opened.whole, sinks, sealed.manifest.tables, signal);
  } finally {
    for (const sink of sinks) await sink.close();
  }
  writeFileSync(join(work, 'README.md'), readme(head, sealed.manifest.at));
  const facts = { ...head, tables, files: await dumpedFiles(work) };
  writeFileSync(join(work, DUMP_MANIFEST), dumpManifestText(facts, stored.json, requireSigningKey(config)));
  return facts;
}

async function openSinks(
  formats: readonly DumpFormat[],
  work: string,
  facts: Readonly<Record<string, string>>,
): Promise<TableSink[]> {
  const folderOf = (name: string) => {
    const folder = join(work, name);
    mkdirSync(folder);
    return folder;
  };
  const sinks: TableSink[] = [];
  if (formats.includes('sqlite')) sinks.push(new SqliteSink(join(work, DUMP_FILE), facts));
  if (formats.includes('csv')) sinks.push(new CsvSink(folderOf('csv')));
  if (formats.includes('parquet')) {
    const { ParquetSink } = await import('../dump/parquet-sink.js');
    sinks.push(new ParquetSink(folderOf('parquet')));
  }
  return sinks;
}

/** @throws ConfigError */
function requireFreeFolder(folder: string, replace: boolean): void {
  if (!isFolder(dirname(folder)))
    throw new ConfigError(`The folder ${dirname(folder)} does not exist. Make it, or name another place.`);
  if (!existsSync(folder)) return;
  const names = isFolder(folder) ? readdirSync(folder) : null;
  if (names === null || (names.length > 0 && !(replace && names.includes(DUMP_MANIFEST))))
    throw new ConfigError(
      `${folder} exists already and is not an empty folder. Name another folder, or delete ${basename(folder)} first.`,
    );
}

/** What the dump says of itself, for people. */
function readme(head: { generation: number; madeAt: string; sample: boolean }, at: string | null): string {
  const lines = PUBLIC_TABLES.flatMap(({ name, description, columns }) => [
    `## ${name}`,
    '',
    description,
    '',
    '| Column | Type | Meaning |',
    '|---|---|---|',
    ...columns.map((one) => `| \`${one.name}\` | ${one.type} | ${one.description.replaceAll('|', '\\|')} |`),
    '',
  ]);
  return [
    `# Dump of disclosed, generation ${head.generation}`,
    '',
    ...(head.sample ? [`**${SAMPLE_WARNING}**`, ''] : []),
    `The data is of ${at ?? 'no moment yet'}; the dump was made at ${head.madeAt}. Licensed CC BY 4.0. Records of Form 4, Form 144, 13F and`,
    'Schedules 13D and 13G are works of the U.S. government. An empty cell is unknown, never zero. Moments are UTC.',
    '',
    `\`disclosed verify FOLDER\` reads every byte of this folder and compares it with the signed ${DUMP_MANIFEST}.`,
    '',
    ...lines,
  ].join('\n');
}
