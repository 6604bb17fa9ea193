/** Reads every list of a generation as a caller gets it, and checks each row against the schema of its tool. */

import type { z } from 'zod/v3';
import type { UnreadableCount } from '../../src/read-model/unreadable-rows.js';
import { NotReadError } from '../../tools/contract/errors.js';
import { EU_MARKETS } from '../../tools/contract/markets/index.js';
import type { Reads } from '../../tools/contract/reads.js';
import type { Tool } from '../../tools/contract/tool.js';
import { tools } from '../../tools/index.js';

type Question = readonly [path: string, input: Record<string, unknown>];
type Row = Record<string, string>;

const MANY = { since: '2000-01-01', limit: 500 };
const LISTS: readonly Question[] = [
  ['/v1/filings', MANY],
  ['/v1/filings', { ...MANY, group: 'filing' }],
  ['/v1/filings', { ...MANY, group: 'issuer' }],
  ['/v1/filings', { ...MANY, forms: '3,4,5' }],
  ['/v1/insiders', { q: 'a', limit: 50 }],
  ['/v1/clusters', { insiders: 'names' }],
  ['/v1/clusters', {}],
  ['/v1/streaks', {}],
  ['/v1/streaks', { sort: 'value' }],
  ['/v1/congress', {}],
  ['/v1/congress', { view: 'summary' }],
  ['/v1/congress-trades', MANY],
  ['/v1/trackers', { view: 'summary' }],
  ['/v1/major-holders', MANY],
  ['/v1/planned-sales', MANY],
  ['/v1/changes', { limit: 500 }],
  ['/v1/managers', { limit: 50 }],
  ['/v1/holders', {}],
  ['/v1/search', { q: 'a' }],
  ['/v1/catalog', {}],
  ['/v1/quality', {}],
  ...[...Object.keys(EU_MARKETS), 'all'].map(
    (country): Question => ['/v1/eu/{country}', { ...MANY, country }],
  ),
  ...['largest-purchases', 'most-bought-issuers', 'most-traded-by-congress', 'new-fund-positions'].map(
    (of): Question => ['/v1/rankings', { of, days: 365 }],
  ),
];

/** What the rows of a list name, and the question for it; a few of each. */
const RECORDS: ReadonlyArray<readonly [list: string, ask: (row: Row) => readonly Question[]]> = [
  [
    '/v1/filings',
    ({ ownerSlug: id, filingId = '', cik }) => [
      ['/v1/insiders/{id}', { id, ...MANY, issuers: 'holdings', holdings: 'current' }],
      ['/v1/filings/{id}/history', { id: filingId.slice(0, filingId.lastIndexOf('-')) }],
      ['/v1/issuers/{id}', { id: cik }],
    ],
  ],
  ['/v1/congress', ({ slug: member }) => [['/v1/congress/{member}', { member, ...MANY }]]],
  [
    '/v1/trackers',
    ({ slug }) => [
      ['/v1/trackers/{slug}', { slug }],
      ['/v1/trackers/{slug}', { slug, view: 'holdings' }],
    ],
  ],
  ['/v1/managers', ({ cik }) => [['/v1/managers/{cik}', { cik }]]],
  ['/v1/holders', ({ cusip: security }) => [['/v1/holders/{security}', { security }]]],
];
const RECORDS_MAX = 12;

/**
 * How many rows each list has, by its path; a list whose source the store never read is missing.
 * @throws Error if a row cannot be read, or is not what its tool says
 */
export async function readLists(
  reads: Reads,
  unreadable: () => readonly UnreadableCount[],
  now: Date,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const read = async ([path, input]: Question): Promise<unknown> => {
    const tool = tools.find((one) => one.path === path);
    if (tool === undefined) throw new Error(`no tool answers ${path}`);
    const context = { reads, now, baseUrl: 'http://127.0.0.1', endpoints: [], rateLimits: LIMITS };
    const answer = await tool.run(tool.input.parse(input), context).catch((error: unknown) => {
      if (error instanceof NotReadError) return null;
      throw error;
    });
    if (answer === null) return [];
    const checked = schemaOf(tool, input).safeParse(answer.data);
    if (!checked.success) throw new Error(`${path} ${JSON.stringify(input)}: ${checked.error.message}`);
    counts.set(path, Math.max(counts.get(path) ?? 0, answer.count));
    return answer.data;
  };
  for (const [path, input] of LISTS) {
    const rows = await read([path, input]);
    const [, questionsOf] = RECORDS.find(([list]) => list === path) ?? [];
    const isPlain = input.group === undefined && input.forms === undefined;
    if (questionsOf === undefined || !isPlain || !Array.isArray(rows)) continue;
    for (const row of rows.slice(0, RECORDS_MAX)) for (const one of questionsOf(row)) await read(one);
  }
  requireReadable(unreadable());
  return counts;
}

/** @throws Error if a row could not be read */
export function requireReadable(unreadable: readonly UnreadableCount[]): void {
  if (unreadable.length > 0) throw new Error(`rows cannot be read: ${JSON.stringify(unreadable)}`);
}

const LIMITS = { keyless: null, withKey: null, windowSeconds: 3600 };

function schemaOf(tool: Tool, { group, forms, view }: Record<string, unknown>): z.ZodTypeAny {
  if (group !== undefined && tool.groupRow !== undefined) return tool.groupRow.array();
  if (forms !== undefined && tool.formsRow !== undefined) return tool.formsRow.array();
  if (view !== undefined && tool.otherData !== undefined) return tool.otherData.schema;
  return tool.output;
}
