/** How the open-market rows of one filing entered, changed and left, generation by generation. */

import type { FilingVersion, FilingVersions, RelatedFiling } from '../../../tools/contract/reads/filings.js';
import type { Reads } from '../../../tools/contract/reads.js';
import { SerializedPageRows } from '../../../tools/contract/serialized-rows.js';
import type { FilingFacts } from '../../../tools/contract/shapes/filing.js';
import { unpackFiling } from '../packed-rows.js';
import { type GenerationTables, placeholders } from '../question.js';
import { readableRecord } from '../unreadable-rows.js';

/** A row as it was from one generation until before another one. */
interface RowVersion {
  row: number;
  from: number;
  /** Null if it still counts. */
  until: number | null;
  json: string;
  page: string;
}

type VersionColumns = [
  row: number,
  issuerCik: string,
  ownerCik: string,
  filedAt: string,
  firstFiledAt: string,
  packed: string,
  page: string,
  from: number,
  until: number,
];

/** Null for a filing that has no row and never had one that is kept. */
export async function filingHistory(
  tables: GenerationTables,
  { accession }: Parameters<Reads['filingHistory']>[0],
): Promise<FilingVersions | null> {
  const { last, versionsOf } = tables.history;
  const found = await tables.rows<VersionColumns>(
    `SELECT "row", cik, owner_cik, filed_at, first_filed_at, packed, page, valid_from, valid_to FROM ${versionsOf('filing')}
     WHERE accession = ? AND valid_from <= ?`,
    [accession, last],
  );
  if (found.length === 0) return null;
  const rows = found.map(
    ([row, issuerCik, , filedAt, firstFiledAt, packed, page, from, until]): RowVersion => ({
      row,
      from,
      until: until > last || until === STILL_VALID ? null : until,
      json: readableRecord(tables, { table: 'filing', key: `${accession}-${row}` }, () =>
        unpackFiling([accession, row, issuerCik, filedAt, firstFiledAt], packed),
      ),
      page,
    }),
  );
  const bounds = [...new Set(rows.flatMap(({ from, until }) => (until === null ? [from] : [from, until])))];
  bounds.sort((a, b) => a - b);
  const times = await servedTimes(tables, bounds);
  const related = await relatedFilings(tables, accession, found, bounds);
  const versions = bounds.map((from, at): FilingVersion => {
    const own = rows.filter((one) => one.from <= from && (one.until === null || one.until > from));
    own.sort((a, b) => a.row - b.row);
    const until = bounds[at + 1] ?? null;
    const begun = times.get(from);
    return {
      generation: from,
      from: begun?.servedFrom ?? null,
      until: until === null ? null : (times.get(until)?.servedFrom ?? null),
      isFirstFill: begun?.isFilling ?? null,
      event: at === 0 ? 'entered' : own.length === 0 ? 'left' : 'changed',
      rows: new SerializedPageRows<FilingFacts>(own.map(({ json, page }) => [json, page])),
      related: related.filter(({ generation }) => generation === from),
    };
  });
  return { accession, keptSince: await keptSince(tables), versions };
}

/** `valid_to` of a row that no generation has ended, in every engine. */
const STILL_VALID = 2_147_483_647;

/**
 * From when on readers saw what each generation published: its own moment, or that of the next one that is kept. One before
 * the first that is kept is missing.
 */
async function servedTimes(
  { rows, history }: GenerationTables,
  numbers: readonly number[],
): Promise<Map<number, { servedFrom: string; isFilling: boolean }>> {
  const times = new Map<number, { servedFrom: string; isFilling: boolean }>();
  for (const number of numbers) {
    const [found] = await rows<[servedFrom: string, isFilling: number]>(
      `SELECT serve_from, is_filling FROM ${history.generations} WHERE number >= ?
       AND EXISTS (SELECT 1 FROM ${history.generations} WHERE number <= ?) ORDER BY number LIMIT 1`,
      [number, number],
    );
    if (found !== undefined) times.set(number, { servedFrom: found[0], isFilling: found[1] === 1 });
  }
  return times;
}

async function keptSince({ rows, history }: GenerationTables): Promise<string | null> {
  const [first] = await rows<[servedFrom: string]>(
    `SELECT serve_from FROM ${history.generations} WHERE number <= ? ORDER BY number LIMIT 1`,
    [history.last],
  );
  return first?.[0] ?? null;
}

/** Filings of the same people about the same issuer that entered or left at the same times: an amendment, and what it replaced. */
async function relatedFilings(
  { rows, history }: GenerationTables,
  accession: string,
  found: readonly VersionColumns[],
  bounds: readonly number[],
): Promise<RelatedFiling[]> {
  const [issuers, owners] = [1, 2].map((at) => [...new Set(found.map((one) => one[at] as string))]) as [
    string[],
    string[],
  ];
  const others = await rows<[accession: string, from: number, until: number]>(
    `SELECT DISTINCT accession, valid_from, valid_to FROM ${history.versionsOf('filing')}
     WHERE owner_cik IN (${placeholders(owners)}) AND cik IN (${placeholders(issuers)}) AND accession <> ?
     AND valid_from <= ? ORDER BY accession, valid_from, valid_to`,
    [...owners, ...issuers, accession, history.last],
  );
  const events = new Map<string, RelatedFiling>();
  for (const [other, from, until] of others)
    for (const generation of bounds) {
      const had = others.some(
        ([one, begun, ended]) => one === other && begun < generation && ended >= generation,
      );
      const has = others.some(
        ([one, begun, ended]) => one === other && begun <= generation && ended > generation,
      );
      const isConcerned = from === generation || until === generation;
      if (!isConcerned || (had && has)) continue;
      const event = has ? 'entered' : 'left';
      events.set(`${generation} ${other}`, { generation, accession: other, event });
    }
  return [...events.values()];
}
