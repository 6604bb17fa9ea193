/** Whole entities as static JSON, made from the tools' own answers. A run writes only what changed. */

import { daysBefore } from '../../tools/contract/answer.js';
import { ApiError } from '../../tools/contract/errors.js';
import type { Reads } from '../../tools/contract/reads.js';
import {
  FILINGS_LIMIT,
  LICENSE_URL,
  SAMPLE_WARNING,
  SOURCE_LICENSE_URL,
  WINDOW_DAYS,
} from '../../tools/contract/rules.js';
import type { Tool, ToolContext } from '../../tools/contract/tool.js';
import { exportPath, readHead, removeAbandoned, removeExport, sha256, writeExport } from './export-file.js';
import { type ListRow, updateList, wholeList } from './export-list.js';

export const EXPORT_FOLDERS = ['trackers', 'congress', 'tickers', 'insiders'] as const;
export type ExportFolder = (typeof EXPORT_FOLDERS)[number];
/** The question that each folder holds the answers of. */
export const EXPORT_TOOLS: Record<ExportFolder, string> = {
  trackers: '/v1/trackers/{slug}',
  congress: '/v1/congress/{member}',
  tickers: '/v1/filings',
  insiders: '/v1/insiders/{id}',
};

/** One row of a folder's index.json. */
export type Exported = ListRow;

export interface ExportOptions {
  /** Folder on disk. */
  root: string;
  tools: readonly Tool[];
  context: ToolContext;
  sourcePrefix: string;
  names: { insiders: string[]; tickers: string[] };
  /**
   * The only names of a folder that can say something else than their files do. Of a folder that is left out every
   * name is looked at. `names.insiders` need then hold no others: people never go, so their files never do.
   */
  touched?: Partial<Record<ExportFolder, readonly string[]>>;
  /** Moment of the data, ISO 8601 UTC. */
  asOf: string;
  signal?: AbortSignal;
  /** Told of each folder that was brought up to date. */
  finished?: (folder: ExportFolder) => void;
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
export async function writeExports(given: ExportOptions): Promise<ExportCounts> {
  const options = { ...given, context: { ...given.context, reads: onceRead(given.context.reads) } };
  const counts: ExportCounts = { written: 0, unchanged: 0, removed: 0 };
  await removeAbandoned(options.root);
  for (const folder of EXPORT_FOLDERS) {
    if (options.signal?.aborted === true) break;
    const question = await questionOf(folder, options);
    if (question !== null && (await writeFolder(folder, question, options, counts)))
      options.finished?.(folder);
  }
  return counts;
}

/** The same state of the sources for a whole run: every tool asks for it, and it is a hundred thousand tools. */
function onceRead(reads: Reads): Reads {
  let states: ReturnType<Reads['sources']> | null = null;
  return Object.assign(Object.create(reads) as Reads, {
    sources: () => {
      states ??= reads.sources();
      return states;
    },
  });
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
  const tool = tools.find((one) => one.path === EXPORT_TOOLS[folder]);
  if (tool === undefined) return null;
  const asked = async (
    found: () => Promise<string[]> | string[],
    given: (name: string) => Record<string, unknown>,
  ) => ({ tool, names: await found(), given });
  const { reads } = context;
  const slugs = (rows: Array<{ slug: string }>) => rows.map(({ slug }) => slug);
  switch (folder) {
    case 'trackers':
      return asked(
        async () => slugs(await reads.trackerNames()),
        (slug) => tool.input.parse({ slug }),
      );
    case 'congress':
      return asked(
        async () => slugs(await reads.memberNames()),
        (member) => tool.input.parse({ member }),
      );
    case 'insiders':
      return asked(
        () => names.insiders,
        (id) => tool.input.parse({ id }),
      );
    case 'tickers':
      // A symbol with a class (ACME.B) is no value of the parameter, but names an issuer all the same.
      return asked(
        () => names.tickers,
        (ticker) => ({
          ...tool.input.parse({ since: daysBefore(context.now, WINDOW_DAYS), limit: FILINGS_LIMIT.max }),
          ticker,
        }),
      );
  }
}

/** @returns whether the folder says now what the tools say. */
async function writeFolder(
  folder: ExportFolder,
  question: Question,
  options: ExportOptions,
  counts: ExportCounts,
): Promise<boolean> {
  const { root, asOf, signal } = options;
  const touched = options.touched?.[folder];
  if (touched?.length === 0) return true;
  const names = new Set(question.names);
  names.delete(INDEX);
  let provenance: Provenance | null = null;
  let stopped = false;
  const look = async (name: string): Promise<Exported | null | 'kept'> => {
    // A run that was stopped knows nothing of the rest: it stays as it was.
    stopped ||= signal?.aborted === true;
    if (stopped) return 'kept';
    const path = exportPath(root, folder, name);
    const made = names.has(name) ? await entity(question, name, options) : null;
    // While the source is read for the first time, some entities are still unknown: their files stay as they are.
    if (made === 'unread' && (await isRead(question.tool, options))) return 'kept';
    if (made === 'unread') throw new Unread();
    const known = await readHead(path);
    if (made === null) {
      await removeExport(path);
      if (known !== null) counts.removed += 1;
      return null;
    }
    provenance = made.provenance;
    if (known !== null && sha256(rendered(made, known.as_of)) === known.sha256) {
      counts.unchanged += 1;
      return { name, bytes: known.bytes, sha256: known.sha256, as_of: known.as_of };
    }
    const { bytes, sha256: hash } = await writeExport(path, rendered(made, asOf), asOf);
    counts.written += 1;
    return { name, bytes, sha256: hash, as_of: asOf };
  };
  const other = async (name: string): Promise<boolean> => {
    if (stopped || (touched !== undefined && (folder === 'insiders' || names.has(name)))) return true;
    await removeExport(exportPath(root, folder, name));
    counts.removed += 1;
    return false;
  };
  try {
    await updateList({
      path: exportPath(root, folder, INDEX),
      names: [...(touched ?? names)].sort(),
      look,
      other,
      head: () => (provenance === null ? null : { ...provenance, as_of: asOf, terms: TERMS }),
    });
    return !stopped;
  } catch (error) {
    if (error instanceof Unread && (await isOff(question.tool, options)))
      await emptyFolder(folder, options, counts);
    if (error instanceof Unread) return false;
    throw error;
  }
}

async function isRead({ source }: Tool, { context }: ExportOptions): Promise<boolean> {
  const state = (await context.reads.sources()).find((one) => one.source === source);
  return state !== undefined && state.lastReadAt !== null && state.status !== 'off';
}

async function isOff({ source }: Tool, { context }: ExportOptions): Promise<boolean> {
  return (await context.reads.sources()).some((one) => one.source === source && one.status === 'off');
}

/** The list goes last, so that a run that dies on the way is done again. */
async function emptyFolder(
  folder: ExportFolder,
  { root }: ExportOptions,
  counts: ExportCounts,
): Promise<void> {
  for (const { name } of await readIndex(root, folder)) {
    await removeExport(exportPath(root, folder, name));
    counts.removed += 1;
  }
  await removeExport(exportPath(root, folder, INDEX));
}

/** Of the source behind a folder nothing is known. */
class Unread extends Error {}

interface Provenance {
  source: string;
  license: string;
  source_license?: string;
  /** Only of an entity with more rows than the endpoint gives: how many it has. */
  total?: number;
  truncated?: true;
  terms: string;
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
    const { data, source, governmentWork, rows } = await question.tool.run(question.given(name), context);
    const provenance = {
      source: sourcePrefix + source,
      license: LICENSE_URL,
      ...(governmentWork ? { source_license: SOURCE_LICENSE_URL } : {}),
      ...(rows !== undefined && rows.given < rows.total
        ? { total: rows.total, truncated: true as const }
        : {}),
      terms: sourcePrefix === '' ? TERMS : `${SAMPLE_WARNING} ${TERMS}`,
    };
    return { provenance, data };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_ready') return 'unread';
    if (error instanceof ApiError && error.code === 'not_found') return null;
    throw error;
  }
}

function rendered({ provenance, data }: Entity, asOf: string): string {
  const { terms, ...where } = provenance;
  return JSON.stringify({ ...where, as_of: asOf, terms, data });
}

/** The rows of a folder's list; none where it was never written. */
export async function readIndex(root: string, folder: ExportFolder): Promise<Exported[]> {
  return wholeList(exportPath(root, folder, INDEX));
}
