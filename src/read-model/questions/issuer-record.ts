/** An issuer in its own filings: names, owners with what they hold, and what they bought and sold in each quarter. */

import { edgarIndexPage } from '../../../tools/contract/edgar-address.js';
import type { IssuerRecord } from '../../../tools/contract/reads/issuers.js';
import type { Reads } from '../../../tools/contract/reads.js';
import type { InsiderIssuerFacts } from '../../../tools/contract/shapes/insider-filing.js';
import type { IssuerInsider, IssuerQuarter } from '../../../tools/contract/shapes/issuer.js';
import { groupBy } from '../../collections.js';
import { addDays } from '../../dates.js';
import { ROLE_BITS } from '../../records/form4/roles.js';
import type { StoredIssuerInsider, StoredIssuerName, StoredUnvalued } from '../issuer-records.js';
import { issuerOfPacked } from '../packed-rows.js';
import { type GenerationTables, placeholders } from '../question.js';
import { parseSound } from '../sound-json.js';
import { allReadable, readableRecord } from '../unreadable-rows.js';
import { IS_IN_MARKET, IS_PUBLIC_SINCE, PUBLIC_AT } from './feed-filter.js';

/** Holdings of one owner that are given. */
const HOLDINGS_MAX = 4;
const ROLES = ['officer', 'director', 'ten_percent'] as const;

export async function issuerRecord(
  tables: GenerationTables,
  question: Parameters<Reads['issuerRecord']>[0],
): Promise<IssuerRecord | null> {
  const { cik, limit } = question;
  const [record] = await tables.rows<[names: string, insiders: string]>(
    `SELECT names, insiders FROM issuer_record WHERE cik = ? ${tables.current}`,
    [cik, ...tables.currentValues],
  );
  if (record === undefined) return null;
  const sums = await sumsOf(tables, question);
  const { names, insiders } = readableRecord(tables, { table: 'issuer_record', key: cik }, () => ({
    names: parseSound<StoredIssuerName[]>(record[0]),
    insiders: parseSound<StoredIssuerInsider[]>(record[1]),
  }));
  const given = insiders.slice(0, limit);
  const people = await peopleOf(
    tables,
    given.flatMap(([owner, , , , , , , under]) => (under === '' ? [owner] : [owner, under])),
  );
  return {
    names: names.map(([name, lastFiledAt]) => ({ name, lastFiledAt })),
    insiders: given.map((one) => toInsider(cik, one, people, { sums, unvalued: unvaluedIn(question, one) })),
    insidersTotal: insiders.length,
    quarters: quartersOf({ sums, unvalued: insiders.flatMap((one) => unvaluedIn(question, one)) }, question),
  };
}

/** The companies of one person: each entry is that of the owner in `issuerRecord`. */
export async function insiderIssuers(
  tables: GenerationTables,
  question: Parameters<Reads['insiderIssuers']>[0],
): ReturnType<Reads['insiderIssuers']> {
  const { slug, since, until } = question;
  const { current, currentValues } = tables;
  const filings = await tables.rows<[owner: string, packed: string, accession: string]>(
    `SELECT cik, packed, accession FROM insider_filing WHERE cik = (SELECT cik FROM insider WHERE slug = ? ${current})
     AND filed_at BETWEEN ? AND ? ${current} ORDER BY filed_at DESC, accession`,
    [slug, ...currentValues, since, until, ...currentValues],
  );
  const [owner] = filings[0] ?? [];
  if (owner === undefined) return [];
  const issuers = new Map<string, ReturnType<typeof issuerOfPacked>>();
  const named = allReadable(tables, filings, {
    table: 'insider_filing',
    keyOf: ([cik, , accession]) => `${accession} ${cik}`,
    read: ([, packed]) => issuerOfPacked(packed),
  });
  for (const one of named) if (!issuers.has(one.cik)) issuers.set(one.cik, one);
  const entries = await ownEntries(tables, [...issuers.keys()], owner);
  const people = await peopleOf(
    tables,
    [...entries.values()].flatMap(([, , , , , , , under]) => (under === '' ? [] : [under])),
  );
  const sums = await tables.rows<[...Sum, issuer: string]>(
    `SELECT owner_cik, code, ${PUBLIC_AT}, cents, lots, cik FROM filing_sum
     WHERE owner_cik = ? AND code IN ('P', 'S') AND filed_at BETWEEN ? AND ? AND ${IS_PUBLIC_SINCE} AND ${IS_IN_MARKET} ${current}`,
    [owner, since, until, since, ...currentValues],
  );
  return [...issuers.values()].flatMap(({ cik, name, ticker }): InsiderIssuerFacts[] => {
    const stored = entries.get(cik);
    // An owner leaves the record of an issuer after a year without a filing.
    if (stored === undefined) return [];
    const own = sums.filter(([, , , , , issuer]) => issuer === cik);
    const sumsOfOwner = own.map(([who, code, at, cents, lots]): Sum => [who, code, at, cents, lots]);
    const {
      slug: _slug,
      cik: _cik,
      name: _name,
      ...entry
    } = toInsider(cik, stored, people, {
      sums: sumsOfOwner,
      unvalued: unvaluedIn(question, stored),
    });
    return [{ issuerCik: cik, issuerName: name, issuerTicker: ticker, ...entry }];
  });
}

/** What the records of these issuers say of one owner, by issuer. */
async function ownEntries(
  tables: GenerationTables,
  issuers: readonly string[],
  owner: string,
): Promise<Map<string, StoredIssuerInsider>> {
  const rows = await tables.rows<[cik: string, insiders: string]>(
    `SELECT cik, insiders FROM issuer_record WHERE cik IN (${placeholders(issuers)}) ${tables.current}`,
    [...issuers, ...tables.currentValues],
  );
  const records = allReadable(tables, rows, {
    table: 'issuer_record',
    keyOf: ([cik]) => cik,
    read: ([cik, text]) => [cik, parseSound<StoredIssuerInsider[]>(text)] as const,
  });
  return new Map(
    records.flatMap(([cik, insiders]) => {
      const stored = insiders.find(([one]) => one === owner);
      return stored === undefined ? [] : [[cik, stored] as const];
    }),
  );
}

/** What owners traded, and the rows that are in no sum because their value is unknown. */
interface Traded {
  sums: readonly Sum[];
  unvalued: readonly StoredUnvalued[];
}

/** The rows of unknown value of an owner that were filed in the window. */
function unvaluedIn(
  { since, until }: { since: string; until: string },
  [, , , , , , , , , unvalued = []]: StoredIssuerInsider,
): StoredUnvalued[] {
  return unvalued.filter(([, filedAt]) => filedAt >= since && filedAt <= until);
}

/** How many of these rows there are in each direction; nothing where there are none. */
function unvaluedCounts(
  rows: readonly StoredUnvalued[],
): Pick<IssuerQuarter, 'purchasesUnvalued' | 'salesUnvalued'> {
  const [purchases, sales] = (['P', 'S'] as const).map(
    (wanted) => rows.filter(([code]) => code === wanted).length,
  );
  return {
    ...(purchases ? { purchasesUnvalued: purchases } : {}),
    ...(sales ? { salesUnvalued: sales } : {}),
  };
}

/** What one owner traded in one direction, by one filing, and when it became public. */
type Sum = [owner: string, code: 'P' | 'S', publicAt: string, cents: number, lots: number];

function sumsOf(
  tables: GenerationTables,
  { cik, since, until }: Parameters<Reads['issuerRecord']>[0],
): Promise<Sum[]> {
  return tables.rows<Sum>(
    `SELECT owner_cik, code, ${PUBLIC_AT}, cents, lots FROM filing_sum
     WHERE cik = ? AND code IN ('P', 'S') AND filed_at BETWEEN ? AND ? AND ${IS_PUBLIC_SINCE} AND ${IS_IN_MARKET} ${tables.current}`,
    [cik, since, until, since, ...tables.currentValues],
  );
}

type People = ReadonlyMap<string, { slug: string; name: string }>;

async function peopleOf(tables: GenerationTables, ciks: readonly string[]): Promise<People> {
  if (ciks.length === 0) return new Map();
  const rows = await tables.rows<[cik: string, slug: string, name: string]>(
    `SELECT cik, slug, name FROM insider WHERE cik IN (${placeholders(ciks)}) ${tables.current}`,
    [...ciks, ...tables.currentValues],
  );
  return new Map(rows.map(([cik, slug, name]) => [cik, { slug, name }]));
}

function toInsider(
  issuerCik: string,
  [cik, title, roles, accession, filedAt, hasLeft, notRead, under, holdings]: StoredIssuerInsider,
  people: People,
  { sums, unvalued }: Traded,
): IssuerInsider {
  const own = sums.filter(([owner]) => owner === cik);
  const [bought, sold] = [added(own, 'P'), added(own, 'S')];
  const isOther = under !== '';
  return {
    slug: people.get(cik)?.slug ?? null,
    cik,
    name: people.get(cik)?.name ?? null,
    title,
    roles: ROLES.filter((role) => (roles & ROLE_BITS[role]) !== 0),
    lastFiledAt: filedAt,
    ...(hasLeft === 1 ? { leftSection16: true as const } : {}),
    purchases: isOther ? null : bought.value,
    sales: isOther ? null : sold.value,
    purchaseRows: isOther ? null : bought.rows,
    saleRows: isOther ? null : sold.rows,
    ...(isOther ? { reportedUnder: people.get(under)?.slug ?? under } : unvaluedCounts(unvalued)),
    holdings: holdings.slice(0, HOLDINGS_MAX).map((holding) => {
      const [securityTitle, ownership, nature, shares, why, transactionDate, statedIn, statedAt, since] =
        holding;
      return {
        securityTitle,
        ownership,
        nature,
        shares,
        ...(why === '' ? {} : { whyUnknown: why }),
        transactionDate,
        filedAt: statedAt ?? filedAt,
        ...(since === null || shares === null ? {} : { notStatedSince: since }),
        rawFilingUrl: edgarIndexPage(issuerCik, statedIn ?? accession),
      };
    }),
    holdingsTotal: holdings.length,
    holdingsNotRead: notRead,
    rawFilingUrl: edgarIndexPage(issuerCik, accession),
  };
}

function added(
  sums: readonly Sum[],
  wanted: 'P' | 'S',
): { value: number; cents: number; rows: number; owners: number } {
  const found = sums.filter(([, code]) => code === wanted);
  // As exactly as numbers count: an absurd value cannot make a sum wrong silently.
  const cents = Math.min(
    found.reduce((total, sum) => total + sum[3], 0),
    Number.MAX_SAFE_INTEGER,
  );
  return {
    value: cents / 100,
    cents,
    rows: found.reduce((total, sum) => total + sum[4], 0),
    owners: new Set(found.map(([owner]) => owner)).size,
  };
}

/** The calendar quarters of the window, newest first. */
function quartersOf(
  { sums, unvalued }: Traded,
  { since, until }: Parameters<Reads['issuerRecord']>[0],
): IssuerQuarter[] {
  const today = until.slice(0, 10);
  const byQuarter = groupBy(sums, ([, , publicAt]) => quarterName(publicAt));
  const quarters: IssuerQuarter[] = [];
  for (let day = today; day >= since; ) {
    const { name, first, last } = quarterOf(day);
    const from = first < since ? since : first;
    const to = last > today ? today : last;
    const own = byQuarter.get(name) ?? [];
    const [bought, sold] = [added(own, 'P'), added(own, 'S')];
    quarters.push({
      quarter: name,
      from,
      to,
      partial: last >= today ? 'running' : first < since ? 'begins-before-window' : null,
      purchases: bought.value,
      sales: sold.value,
      net: (bought.cents - sold.cents) / 100,
      purchaseRows: bought.rows,
      saleRows: sold.rows,
      ...unvaluedCounts(unvalued.filter(([, filedAt]) => quarterName(filedAt) === name)),
      buyers: bought.owners,
      sellers: sold.owners,
    });
    day = addDays(first, -1);
  }
  return quarters;
}

/** The calendar quarter of a day or moment. */
function quarterName(moment: string): string {
  return `${moment.slice(0, 4)}-Q${Math.ceil(Number(moment.slice(5, 7)) / 3)}`;
}

/** The calendar quarter of a day, and its first and last day. */
function quarterOf(day: string): { name: string; first: string; last: string } {
  const name = quarterName(day);
  const [year, number] = [day.slice(0, 4), Number(name.slice(-1))];
  const month = (of: number) => String(of).padStart(2, '0');
  const first = `${year}-${month(number * 3 - 2)}-01`;
  const next = number === 4 ? `${Number(year) + 1}-01-01` : `${year}-${month(number * 3 + 1)}-01`;
  return { name, first, last: addDays(next, -1) };
}
