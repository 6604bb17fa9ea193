/** One person: identity, the transactions of a span of time, career lots and co-filers. */

import type { InsiderFacts } from '../../../tools/contract/reads/insiders.js';
import type { InsiderHitFacts } from '../../../tools/contract/reads/names.js';
import type { Reads } from '../../../tools/contract/reads.js';
import { SerializedJson, SerializedRows } from '../../../tools/contract/serialized-rows.js';
import type { NearPeople, StoredPerson } from '../near-people.js';
import {
  type FilingOfPerson,
  LABELS_DOCUMENT,
  type LabelMembers,
  labelMembers,
  type StoredLabel,
  unpackCoFilers,
  unpackLots,
  unpackTransactions,
} from '../packed-rows.js';
import type { GenerationTables } from '../question.js';
import type { InsiderSearch } from '../search.js';
import { withoutInitials } from '../search-text.js';
import { parseSound } from '../sound-json.js';
import {
  firstReadable,
  type RowReader,
  readableHits,
  readableRecord,
  type StoredHit,
} from '../unreadable-rows.js';
import { storedDocument } from './documents.js';

interface Span {
  slug: string;
  /** First filing date (UTC), and the last moment. */
  since: string;
  until: string;
}

type PersonColumns = [
  cik: string,
  slug: string,
  name: string,
  tickers: string,
  firstSeen: string,
  lastSeen: string,
  lifetimeFilings: number,
  lifetimeDistinctFilings: number,
  directionalFilings: number,
  careerLots: string,
  coFilers: string,
];

/** The columns that `personFiling` reads, in this order. */
export const PERSON_FILING_COLUMNS = 'accession, filed_at, packed, transactions';
export type PersonFilingColumns = [accession: string, filedAt: string, packed: string, transactions: number];

/** How the transactions of a person in one filing are read. */
export function personFiling(
  owner: Pick<FilingOfPerson, 'ownerCik' | 'ownerSlug'>,
  labels: LabelMembers,
): RowReader<PersonFilingColumns, string[]> {
  return {
    table: 'insider_filing',
    keyOf: ([accession]) => `${accession} ${owner.ownerCik}`,
    read: ([accession, filedAt, packed]) =>
      unpackTransactions({ accession, filedAt, ...owner }, packed, labels),
    rowsIn: ([, , , transactions]) => transactions,
  };
}

/** Null for an unknown slug. */
export async function insider(
  tables: GenerationTables,
  { slug, since, until, limit }: Span & { limit: number },
): Promise<InsiderFacts | null> {
  const [person] = await tables.rows<PersonColumns>(
    `SELECT cik, slug, name, tickers, first_seen, last_seen, lifetime_filings, lifetime_distinct_filings,
       directional_filings, career_lots, co_filers
     FROM insider WHERE slug = ? ${tables.current}`,
    [slug, ...tables.currentValues],
  );
  if (person === undefined) return null;
  const [
    cik,
    ownSlug,
    ownerName,
    tickers,
    firstSeen,
    lastSeen,
    lifetimeRows,
    documents,
    directional,
    lots,
    others,
  ] = person;
  // Each filing has a transaction at least.
  const ask = (most: number) =>
    tables.rows<PersonFilingColumns>(
      `SELECT ${PERSON_FILING_COLUMNS} FROM insider_filing WHERE cik = ? AND filed_at BETWEEN ? AND ? ${tables.current}
       ORDER BY filed_at DESC, accession LIMIT ?`,
      [cik, since, until, ...tables.currentValues, most],
    );
  const reader = personFiling({ ownerCik: cik, ownerSlug: ownSlug }, await storedLabels(tables));
  const { rows, unreadable } = await firstReadable(tables, limit, ask, reader);
  return readableRecord(tables, { table: 'insider', key: cik }, () => ({
    identity: {
      slug: ownSlug,
      ownerName,
      tickers: parseSound<string[]>(tickers),
      firstSeen,
      lastSeen,
      lifetimeFilings: lifetimeRows,
      lifetimeDistinctFilings: documents,
      directionalFilings: directional,
    },
    transactions: new SerializedRows(rows.flat().slice(0, limit), unreadable),
    careerLots: new SerializedJson(unpackLots(lots)),
    coFilers: new SerializedJson(unpackCoFilers(others)),
  }));
}

/** People whose names have the words of a query but its initials; otherwise those near it, with typing errors. */
export async function nearInsiders(
  tables: GenerationTables,
  question: { q: string; limit: number },
): ReturnType<Reads['nearInsiders']> {
  const found = await nearPeople(tables.search, question);
  return { ...found, hits: readableHits(tables, found.hits.map(storedHit)) };
}

/** Exactly as `searchInsiders` finds them. */
export async function insiderHits(
  tables: GenerationTables,
  { q, limit }: { q: string; limit: number },
): ReturnType<Reads['searchInsiders']> {
  return readableHits(tables, (await tables.search.hits(q, limit)).map(storedHit));
}

/** A person whom a search found. */
export function storedHit({ slug, name, tickers, lastSeen }: StoredPerson): StoredHit<InsiderHitFacts> {
  const read = () => ({ slug, name, tickers: parseSound<string[]>(tickers), lastSeen });
  return { table: 'insider', key: slug, read };
}

async function nearPeople(
  search: InsiderSearch,
  { q, limit }: { q: string; limit: number },
): Promise<NearPeople> {
  const plain = withoutInitials(q);
  if (plain === null) return search.near(q, limit);
  const total = await search.count(plain);
  if (total > 0) return { hits: await search.hits(plain, limit), total, edits: 1 };
  const near = await search.near(q, limit);
  return near.total > 0 ? near : search.near(plain, limit);
}

/** Null for a CIK that no stored filing names as an owner. */
export async function insiderOfCik(tables: GenerationTables, cik: string): Promise<InsiderHitFacts | null> {
  const [person] = await tables.rows<[slug: string, name: string, tickers: string, lastSeen: string]>(
    `SELECT slug, name, tickers, last_seen FROM insider WHERE cik = ? ${tables.current}`,
    [cik, ...tables.currentValues],
  );
  if (person === undefined) return null;
  const [slug, name, tickers, lastSeen] = person;
  const [hit] = readableHits(tables, [storedHit({ slug, name, tickers, lastSeen })]);
  return hit ?? null;
}

/** A few dozen for a generation. */
export function storedLabels(tables: GenerationTables): Promise<LabelMembers> {
  return tables.memoised('labels', async () => {
    return labelMembers((await storedDocument<StoredLabel[]>(tables, LABELS_DOCUMENT)) ?? []);
  });
}

export async function countTransactions(
  tables: GenerationTables,
  { slug, since, until }: Span,
): Promise<number> {
  const { current, currentValues } = tables;
  // One row: an aggregate.
  const [[count]] = (await tables.rows<[count: number]>(
    `SELECT CAST(coalesce(sum(transactions), 0) AS BIGINT) FROM insider_filing
     WHERE cik = (SELECT cik FROM insider WHERE slug = ? ${current}) AND filed_at BETWEEN ? AND ? ${current}`,
    [slug, ...currentValues, since, until, ...currentValues],
  )) as [[number]];
  return count;
}
