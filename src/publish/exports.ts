/** Whole entities as static JSON, made from the tools' own answers. A run writes only what changed. */

import { Failure } from '../../tools/contract/errors.js';
import { daysBefore } from '../../tools/contract/parameters.js';
import { FILINGS_LIMIT, LICENSE_URL, SOURCE_LICENSE_URL, WINDOW_DAYS } from '../../tools/contract/rules.js';
import type { Tool, ToolContext } from '../../tools/contract/tool.js';
import { exportPath, readExport, removeAbandoned, removeExport, sha256, writeExport } from './export-file.js';

export const EXPORT_FOLDERS = ['trackers', 'congress', 'tickers', 'insiders'] as const;
export type ExportFolder = (typeof EXPORT_FOLDERS)[number];

/** One row of a folder's index.json. */
export interface Exported {
  name: string;
  bytes: number;
  sha256: string;
  /** When this content came to be: a file that did not change keeps it. */
  as_of: string;
}

export interface ExportOptions {
  /** Folder on disk. */
  root: string;
  tools: readonly Tool[];
  context: ToolContext;
  sourcePrefix: string;
  names: { insiders: string[]; tickers: string[] };
  /** Moment of the data, ISO 8601 UTC. */
  asOf: string;
  signal?: AbortSignal;
}

export interface ExportCounts {
  written: number;
  unchanged: number;
  removed: number;
}

const TERMS =
  'Compilation licensed CC BY 4.0, on condition of attribution with a link to the page or url of the record. Public filings, reproduced as filed; nothing is ranked or recommended, and nothing here is investment advice.';
/** The name that the list of a folder takes. */
export const INDEX = 'index';

/** Brings every folder up to date. A folder whose source was never read is left alone: nothing is known of it. */
export async function writeExports(options: ExportOptions): Promise<ExportCounts> {
  const counts: ExportCounts = { written: 0, unchanged: 0, removed: 0 };
  await removeAbandoned(options.root);
  for (const folder of EXPORT_FOLDERS) {
    if (options.signal?.aborted === true) break;
    const question = await questionOf(folder, options);
    if (question !== null) await writeFolder(folder, question, options, counts);
  }
  return counts;
}

interface Question {
  tool: Tool;
  names: string[];
  /** Arguments that give the whole entity. */
  given(name: string): Record<string, unknown>;
}

async function questionOf(
  folder: ExportFolder,
  { tools, context, names }: ExportOptions,
): Promise<Question | null> {
  const asked = async (
    path: string,
    found: () => Promise<string[]> | string[],
    given: (tool: Tool, name: string) => Record<string, unknown>,
  ) => {
    const tool = tools.find((one) => one.path === path);
    return tool === undefined
      ? null
      : { tool, names: await found(), given: (name: string) => given(tool, name) };
  };
  const { reads } = context;
  const slugs = (rows: Array<{ slug: string }>) => rows.map(({ slug }) => slug);
  switch (folder) {
    case 'trackers':
      return asked(
        '/v1/trackers/{slug}',
        async () => slugs(await reads.trackerNames()),
        (tool, slug) => tool.input.parse({ slug }),
      );
    case 'congress':
      return asked(
        '/v1/congress/{member}',
        async () => slugs(await reads.memberNames()),
        (tool, member) => tool.input.parse({ member }),
      );
    case 'insiders':
      return asked(
        '/v1/insiders/{id}',
        () => names.insiders,
        (tool, id) => tool.input.parse({ id }),
      );
    case 'tickers':
      // A symbol with a class (ACME.B) is no value of the parameter, but names an issuer all the same.
      return asked(
        '/v1/filings',
        () => names.tickers,
        (tool, ticker) => ({
          ...tool.input.parse({ since: daysBefore(context.now, WINDOW_DAYS), limit: FILINGS_LIMIT.max }),
          ticker,
        }),
      );
  }
}

async function writeFolder(
  folder: ExportFolder,
  question: Question,
  options: ExportOptions,
  counts: ExportCounts,
): Promise<void> {
  const { root, asOf, signal } = options;
  const before = new Map((await readIndex(root, folder)).map((one) => [one.name, one]));
  const after: Exported[] = [];
  let meta: Provenance | null = null;
  let stopped = false;
  for (const name of question.names) {
    if (name === INDEX) continue;
    if (signal?.aborted === true) {
      stopped = true;
      break;
    }
    const made = await entity(question, name, options);
    if (made === 'unread') return;
    if (made === null) continue;
    meta = made.provenance;
    const known = before.get(name);
    const same = known === undefined ? null : rendered(made, known.as_of);
    if (known !== undefined && same !== null && sha256(same) === known.sha256) {
      after.push(known);
      counts.unchanged += 1;
    } else {
      const text = rendered(made, asOf);
      await writeExport(exportPath(root, folder, name), text);
      after.push({ name, bytes: Buffer.byteLength(text), sha256: sha256(text), as_of: asOf });
      counts.written += 1;
    }
    before.delete(name);
  }
  // A run that was stopped knows nothing of the rest: it stays as it was.
  if (stopped) after.push(...before.values());
  else
    for (const name of before.keys()) {
      await removeExport(exportPath(root, folder, name));
      counts.removed += 1;
    }
  if (meta !== null)
    await writeExport(
      exportPath(root, folder, INDEX),
      JSON.stringify({ ...meta, as_of: asOf, terms: TERMS, files: after }),
    );
}

interface Provenance {
  source: string;
  license: string;
  source_license?: string;
}

interface Entity {
  provenance: Provenance;
  data: unknown;
}

async function entity(
  question: Question,
  name: string,
  { context, sourcePrefix }: ExportOptions,
): Promise<Entity | null | 'unread'> {
  try {
    const { data, source, governmentWork } = await question.tool.run(question.given(name), context);
    const provenance = {
      source: sourcePrefix + source,
      license: LICENSE_URL,
      ...(governmentWork ? { source_license: SOURCE_LICENSE_URL } : {}),
    };
    return { provenance, data };
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_ready') return 'unread';
    if (error instanceof Failure && error.code === 'not_found') return null;
    throw error;
  }
}

function rendered({ provenance, data }: Entity, asOf: string): string {
  return JSON.stringify({ ...provenance, as_of: asOf, terms: TERMS, data });
}

/** The rows of a folder's list; none where it was never written. */
export async function readIndex(root: string, folder: ExportFolder): Promise<Exported[]> {
  const found = await readExport(exportPath(root, folder, INDEX));
  return found === null ? [] : (JSON.parse(found.body.toString()) as { files: Exported[] }).files;
}
