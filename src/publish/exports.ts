/** Static exports: whole entities as JSON, made from the same answers that the endpoints give. */

import { ApiError } from '../../tools/contract/errors.js';
import type { SourceState } from '../../tools/contract/reads/sources.js';
import type { Reads } from '../../tools/contract/reads.js';
import {
  FILINGS_LIMIT,
  LICENSE_URL,
  SAMPLE_WARNING,
  SOURCE_LICENSE_URL,
  WINDOW_DAYS,
} from '../../tools/contract/rules.js';
import { classSpellings } from '../../tools/contract/ticker.js';
import type { Tool, ToolContext } from '../../tools/contract/tool.js';
import { daysBefore } from '../dates.js';

export const EXPORT_FOLDERS = ['congress', 'insiders', 'tickers', 'trackers'] as const;
export type ExportFolder = (typeof EXPORT_FOLDERS)[number];
/** Few and often requested: every refresh writes these folders to disk. The others are rendered on request. */
export const PRERENDERED: readonly ExportFolder[] = ['congress', 'trackers'];

/** The endpoint that answers for an entity of each folder. */
export const EXPORT_ENDPOINTS: Record<ExportFolder, string> = {
  congress: '/v1/congress/{member}',
  insiders: '/v1/insiders/{id}',
  tickers: '/v1/filings',
  trackers: '/v1/trackers/{slug}',
};

/** The inputs of the exports. */
export interface ExportInput {
  tools: readonly Tool[];
  context: ToolContext;
  /** `sample:` in sample mode, else empty. */
  sourcePrefix: string;
}

const TERMS =
  'Compilation licensed CC BY 4.0, on condition of attribution with a link to the page or url of the record. Public filings, reproduced as filed; nothing is ranked or recommended, and nothing here is investment advice.';
/** The name of the list of a folder. No entity can have it. */
export const INDEX = 'index';
/** A symbol or a slug. No other text is a name, so no name can be a path. */
const NAME = /^[A-Za-z0-9]+(?:[./ -][A-Za-z0-9]+)*$/;
const NAME_MAX = 160;
/** Names that are read at a time. */
const PAGE = 1000;

export function isExportName(name: string): boolean {
  return name.length <= NAME_MAX && NAME.test(name) && name !== INDEX;
}

/** The last part of the address: a symbol such as BRK/B is one part, and one file name. */
export function exportFileName(name: string): string {
  return `${encodeURIComponent(name)}.json`;
}

export function exportTool(tools: readonly Tool[], folder: ExportFolder): Tool | undefined {
  return tools.find((tool) => tool.path === EXPORT_ENDPOINTS[folder]);
}

/** The state of the source of the folder. */
export async function exportSource(
  tools: readonly Tool[],
  reads: Reads,
  folder: ExportFolder,
): Promise<SourceState | undefined> {
  const source = exportTool(tools, folder)?.source;
  return (await reads.sources()).find((state) => state.source === source);
}

/** Every name of the folder in ascending order, read in pages: there can be half a million. */
export async function* exportNames(reads: Reads, folder: ExportFolder): AsyncGenerator<string> {
  for (let from: string | undefined = ''; from !== undefined; ) {
    const names: string[] = await namesFrom(reads, folder, from, PAGE + 1);
    from = names[PAGE];
    for (const name of names.slice(0, PAGE)) if (isExportName(name)) yield name;
  }
}

async function namesFrom(reads: Reads, folder: ExportFolder, from: string, limit: number): Promise<string[]> {
  if (folder === 'insiders' || folder === 'tickers') return reads.exportNames({ folder, from, limit });
  const rows = await (folder === 'congress' ? reads.memberNames() : reads.trackerNames());
  const names = rows.map(({ slug }) => slug).filter((slug) => slug >= from);
  return names.sort().slice(0, limit);
}

/** The name of an entity as its folder lists it; null for none. The class of a symbol may be written with any sign. */
export async function listedName(reads: Reads, folder: ExportFolder, name: string): Promise<string | null> {
  for (const one of folder === 'tickers' ? classSpellings(name) : [name])
    if ((await namesFrom(reads, folder, one, 1))[0] === one) return one;
  return null;
}

/** An export without its time: a file whose content did not change keeps its time. */
export type ExportText = (asOf: string) => string;

/**
 * The export of one of the names of the folder; null when its source no longer has it.
 * @throws ApiError `not_ready` while the source does not know it yet
 */
export async function renderExport(
  { tools, context, sourcePrefix }: ExportInput,
  folder: ExportFolder,
  name: string,
): Promise<ExportText | null> {
  const tool = exportTool(tools, folder);
  if (tool === undefined) return null;
  try {
    const { data, rows, ...answer } = await tool.run(argumentsOf(tool, folder, name, context.now), context);
    const isCut = rows !== undefined && rows.given < rows.total;
    return (asOf) =>
      JSON.stringify({
        source: sourcePrefix + answer.source,
        license: LICENSE_URL,
        ...(answer.governmentWork ? { source_license: SOURCE_LICENSE_URL } : {}),
        ...(isCut ? { total: rows.total, truncated: true } : {}),
        as_of: asOf,
        terms: exportTerms(sourcePrefix),
        data,
      });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return null;
    throw error;
  }
}

/** Arguments that give the whole entity. */
function argumentsOf(tool: Tool, folder: ExportFolder, name: string, now: Date): Record<string, unknown> {
  switch (folder) {
    case 'congress':
      return tool.input.parse({ member: name });
    case 'insiders':
      return tool.input.parse({ id: name });
    case 'tickers': {
      const since = daysBefore(now, WINDOW_DAYS);
      // A symbol with a class (ACME.B) is not a valid value of the parameter, but still names an issuer.
      return { ...tool.input.parse({ since, limit: FILINGS_LIMIT.max }), ticker: name };
    }
    case 'trackers':
      return tool.input.parse({ slug: name });
  }
}

export function exportTerms(sourcePrefix: string): string {
  return sourcePrefix === '' ? TERMS : `${SAMPLE_WARNING} ${TERMS}`;
}

export interface ListedExport {
  name: string;
  as_of: string;
}

/** The list of a folder in pieces: it is never held in memory as a whole. */
export async function* renderExportList(
  { tools, context, sourcePrefix }: ExportInput,
  folder: ExportFolder,
  entries: AsyncIterable<ListedExport> | Iterable<ListedExport>,
  asOf: string,
): AsyncGenerator<string> {
  const head = {
    source: sourcePrefix + (exportTool(tools, folder)?.source ?? ''),
    license: LICENSE_URL,
    source_license: SOURCE_LICENSE_URL,
    as_of: asOf,
    terms: exportTerms(sourcePrefix),
    files: [],
  };
  const rows = rowsOf(folder, entries, context.baseUrl);
  yield* jsonLines(head, rows);
}

async function* rowsOf(
  folder: ExportFolder,
  entries: AsyncIterable<ListedExport> | Iterable<ListedExport>,
  baseUrl: string,
): AsyncGenerator<string> {
  for await (const { name, as_of } of entries)
    yield JSON.stringify({ name, url: `${baseUrl}/data/${folder}/${exportFileName(name)}`, as_of });
}

/** Characters of a piece. */
const PIECE = 64 * 1024;

/** A JSON object whose last member is an empty list, with one row a line in that list. */
export async function* jsonLines(head: object, rows: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = JSON.stringify(head).slice(0, -2);
  let separator = '\n';
  for await (const row of rows) {
    piece += separator + row;
    separator = ',\n';
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}\n]}\n`;
}
