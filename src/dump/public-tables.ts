/**
 * The public tables: what a dump has, made from the rows that answers are read from. Long because every table
 * is in it. See docs/dump.md.
 */

import { z } from 'zod/v3';
import { EU_MARKETS } from '../../tools/contract/markets/index.js';
import { changeRow } from '../../tools/contract/shapes/change.js';
import { member, memberTrade, unreadReport } from '../../tools/contract/shapes/congress.js';
import { clusterFacts, streakFacts } from '../../tools/contract/shapes/digest.js';
import { correction } from '../../tools/contract/shapes/erratum.js';
import { filingFacts } from '../../tools/contract/shapes/filing.js';
import { majorHolder } from '../../tools/contract/shapes/holder.js';
import { insiderTransaction } from '../../tools/contract/shapes/insider.js';
import { plannedSaleFacts } from '../../tools/contract/shapes/planned-sale.js';
import { unpackFacts } from '../read-model/change-facts.js';
import { UNKNOWN_CENTS } from '../read-model/column-values.js';
import type { NamedElsewhere } from '../read-model/generation.js';
import { unpackFiling, unpackTransactions } from '../read-model/packed-rows.js';
import { type PackedSource, unpackSource } from '../read-model/packed-sources.js';
import { type Row, TABLES, type TableName } from '../read-model/tables.js';
import { columnName, columnsOf, type PublicColumn, type PublicValue, valuesOf } from './public-columns.js';

export interface PublicTable {
  name: string;
  description: string;
  /** The table of the read model that it is made from. */
  from: TableName;
  columns: readonly PublicColumn[];
  /** The rows that one row of `from` gives. */
  rowsOf(row: Row, named: NamedElsewhere): PublicValue[][];
  /** Columns that the SQLite file has an index for. */
  indexes: readonly (readonly string[])[];
}

const CONGRESS =
  'Use is restricted by 5 U.S.C. 13107(c): no unlawful purpose, no commercial purpose other than by news and communications media for the general public, no credit rating of a person, no solicitation of money.';

type Given = Readonly<Record<string, unknown>>;

interface RecordTable extends Omit<PublicTable, 'columns' | 'rowsOf'> {
  shape: z.ZodObject<z.ZodRawShape>;
  /** The records that a row gives: its columns by their names. */
  recordsOf(row: Given, named: NamedElsewhere): Given[];
}

/** A table whose columns are the fields of a shape. */
function recordTable({ shape, recordsOf, ...table }: RecordTable): PublicTable {
  const columns = columnsOf(shape);
  const names = Object.keys(TABLES[table.from].columns);
  return {
    ...table,
    columns,
    rowsOf: (row, named) =>
      recordsOf(Object.fromEntries(names.map((name, at) => [name, row[at]])), named).map((record) =>
        valuesOf(shape, columns, record),
      ),
  };
}

const json = (text: unknown): Given => JSON.parse(String(text)) as Given;
const text = (what: string) => z.string().describe(what);
const count = (what: string) => z.number().int().describe(what);
const cik = text('CIK, without leading zeros');

/** A table whose rows are the same in the read model, with some columns of it under better names. */
function plainTable(
  table: Omit<RecordTable, 'recordsOf'>,
  names: Readonly<Record<string, string>> = {},
): PublicTable {
  return recordTable({
    ...table,
    recordsOf: (row) => [
      Object.fromEntries(
        Object.keys(table.shape.shape).map((field) => [field, row[names[field] ?? columnName(field)]]),
      ),
    ],
  });
}

const market = text('Country of the register: de, uk, se or nl');
/** The fields of all European markets: a field that a market does not have is null. */
const euShape = z
  .object({ market })
  .extend(
    Object.assign({}, ...Object.values(EU_MARKETS).map(({ row }) => row.shape), {}) as Record<
      string,
      z.ZodTypeAny
    >,
  );

const FORM4_TABLES: readonly PublicTable[] = [
  recordTable({
    name: 'form4_trades',
    description:
      'Open-market purchases and sales on Form 4, as /v1/filings gives them: one row for each transaction that counts.',
    from: 'filing',
    shape: filingFacts,
    recordsOf: ({ accession, row, cik: issuer, filed_at: filedAt, first_filed_at: first, packed }) => [
      json(
        unpackFiling(
          [String(accession), Number(row), String(issuer), String(filedAt), String(first)],
          String(packed),
        ),
      ),
    ],
    indexes: [
      ['filing_id'],
      ['issuer_ticker', 'filed_at'],
      ['cik', 'filed_at'],
      ['owner_cik', 'filed_at'],
      ['filed_at'],
    ],
  }),
  recordTable({
    name: 'form4_transactions',
    description:
      'Transactions on Form 4 with every code, one row for each owner of the filing: a filing of two owners is here twice, so never add rows of different owners.',
    from: 'insider_filing',
    // The slug is in the table of insiders.
    shape: insiderTransaction.omit({ ownerSlug: true }),
    recordsOf: ({ accession, cik: ownerCik, filed_at: filedAt, packed }, { labels }) =>
      unpackTransactions(
        {
          accession: String(accession),
          filedAt: String(filedAt),
          ownerCik: String(ownerCik),
          ownerSlug: '',
        },
        String(packed),
        labels,
      ).map(json),
    indexes: [['filing_id'], ['owner_cik', 'filed_at'], ['issuer_ticker', 'filed_at']],
  }),
  plainTable(
    {
      name: 'insiders',
      description: 'People and companies that filed as owners on Form 4.',
      from: 'insider',
      shape: z.object({
        ownerCik: cik,
        slug: text('Id in this service'),
        name: text('Name as filed, surname first'),
        tickers: text('Symbols of their issuers, a JSON array'),
        firstSeen: text('Earliest filing, ISO 8601 UTC'),
        lastSeen: text('Latest filing, ISO 8601 UTC'),
        lifetimeFilings: count('Transaction rows ever read, with every code'),
        lifetimeDistinctFilings: count('Documents ever read'),
        directionalFilings: count('Transaction rows ever read with code P or S'),
      }),
      indexes: [['owner_cik'], ['slug']],
    },
    { ownerCik: 'cik' },
  ),
  plainTable({
    name: 'issuers',
    description: 'Companies of Form 4.',
    from: 'issuer',
    shape: z.object({ cik, name: text('Name'), ticker: text('Symbol; empty if it has none') }),
    indexes: [['cik'], ['ticker']],
  }),
  plainTable({
    name: 'issuer_cusips',
    description: 'CUSIPs whose company is certain.',
    from: 'issuer_cusip',
    shape: z.object({ cusip: text('CUSIP, nine characters'), cik }),
    indexes: [['cusip']],
  }),
  plainTable({
    name: 'symbols',
    description: 'Trading symbols in upper case.',
    from: 'symbol',
    shape: z.object({
      symbol: text('Symbol'),
      cik: text('CIK of the company; empty if only other registers name the symbol'),
      name: text('Name of the company'),
    }),
    indexes: [['symbol']],
  }),
];

const OTHER_SEC_TABLES: readonly PublicTable[] = [
  recordTable({
    name: 'planned_sales',
    description:
      'Notices of Form 144, each matched with the sales on Form 4. A notice is an intention: never add it to sales.',
    from: 'planned_sale',
    shape: plannedSaleFacts,
    recordsOf: ({ json: stored }) => [json(stored)],
    indexes: [['notice_id'], ['issuer_ticker'], ['cik']],
  }),
  recordTable({
    name: 'major_holders',
    description: 'Schedules 13D and 13G.',
    from: 'holder_filing',
    shape: majorHolder.omit({ url: true }),
    recordsOf: ({ cik, json: stored }, { tickers }) => [
      { ...json(stored), ticker: tickers.get(String(cik)) ?? null },
    ],
    indexes: [['cik']],
  }),
];

const CONGRESS_TABLES: readonly PublicTable[] = [
  recordTable({
    name: 'congress_members',
    description: `Members of Congress who filed a periodic transaction report. ${CONGRESS}`,
    from: 'member',
    shape: z.object({ memberId: text('Bioguide id, or the filed name of an unknown person') }).merge(member),
    recordsOf: ({ member_id: memberId, json: stored }) => [{ memberId, ...json(stored) }],
    indexes: [['member_id'], ['slug']],
  }),
  recordTable({
    name: 'congress_trades',
    description: `Trades that count after amendments. ${CONGRESS}`,
    from: 'member_trade',
    shape: z.object({ memberId: text('As in congress_members') }).merge(memberTrade),
    recordsOf: ({ member_id: memberId, json: stored }) => [{ memberId, ...json(stored) }],
    indexes: [['filing_id'], ['member_id', 'disclosure_date'], ['ticker', 'disclosure_date']],
  }),
  recordTable({
    name: 'congress_unread_reports',
    description: `Reports that were filed and whose trades could not be read. ${CONGRESS}`,
    from: 'unread_report',
    shape: z.object({ memberId: text('As in congress_members') }).merge(unreadReport),
    recordsOf: ({ member_id: memberId, json: stored }) => [{ memberId, ...json(stored) }],
    indexes: [['member_id']],
  }),
];

const REPORT_SHAPE = z.object({
  slug: text('Tracked portfolio'),
  list: text('holding, exit or transaction'),
  position: count('Place in the list, from 0'),
  kind: text('What changed since the last report, or the type of a transaction; empty if unknown'),
  ticker: text('Upper case; empty if unknown'),
  traded: text('Date of a transaction; empty if unknown'),
  valueUsd: z.number().nullable().describe('Value of a holding or an exit of a 13F; null for all others'),
  record: text('The row as /v1/trackers/{slug} gives it, without prices, JSON'),
});

const TRACKER_TABLES: readonly PublicTable[] = [
  recordTable({
    name: 'tracker_rows',
    description: `Holdings, exits and transactions of the tracked portfolios, as of their latest report. Rows of members and officials: ${CONGRESS}`,
    from: 'tracker_row',
    shape: REPORT_SHAPE,
    recordsOf: ({ slug, list, position, kind, ticker, traded, cents, json: stored }) => [
      {
        slug,
        list,
        position,
        kind,
        ticker,
        traded,
        valueUsd: cents === UNKNOWN_CENTS ? null : Number(cents) / 100,
        record: JSON.stringify(withoutPrices(json(stored))),
      },
    ],
    indexes: [['slug', 'list', 'position'], ['ticker']],
  }),
  plainTable(
    {
      name: 'tracker_quarter_holdings',
      description: 'Positions of the tracked 13F portfolios in each quarter, largest first.',
      from: 'tracker_holding',
      shape: z.object({
        slug: text('Tracked portfolio'),
        periodEnd: text('Last day of the quarter, YYYY-MM-DD'),
        position: count('Place, from 0'),
        cusip: text('CUSIP as filed'),
        record: text('The position, JSON'),
      }),
      indexes: [['slug', 'period_end', 'position'], ['cusip']],
    },
    { record: 'json' },
  ),
];

/** Figures made of closing prices: the licence of a price source may forbid to pass them on. */
function withoutPrices({ currentPriceUsd: _price, returnPct: _return, ...rest }: Given): Given {
  return rest;
}

/** The lists that are stored in two parts: the one of the plain answer, and what is behind it. */
const digestTable = (
  name: 'clusters' | 'streaks',
  description: string,
  shape: z.ZodObject<z.ZodRawShape>,
): PublicTable =>
  recordTable({
    name,
    description,
    from: 'list_row',
    shape: z.object({ place: count('Place in the whole list, from 0') }).merge(shape),
    recordsOf: ({ list, name: entry, json: stored }, { places }) => {
      const place = list === name || list === `${name}-more` ? places[name].get(String(entry)) : undefined;
      // The row of the order has no place, nor have those of other lists.
      return place === undefined ? [] : [{ place, ...digestRecord(json(stored)) }];
    },
    indexes: [],
  });

function digestRecord(record: Given): Given {
  const { trackRecord } = record;
  return Array.isArray(trackRecord) ? { ...record, trackRecord: trackRecord.map(withoutPrices) } : record;
}

const SHARED_TABLES: readonly PublicTable[] = [
  recordTable({
    name: 'eu_transactions',
    description:
      'Managers’ transactions of the four European registers, also those that /v1/eu leaves out because they are below its floor or older than 90 days. Amounts are in the currency of the row.',
    from: 'eu_row',
    shape: euShape,
    recordsOf: ({ market: country, json: stored }) => [{ market: country, ...json(stored) }],
    indexes: [['market', 'publication_at'], ['isin']],
  }),
  digestTable('clusters', 'Issuers in which several insiders traded.', clusterFacts),
  digestTable(
    'streaks',
    'Insiders who filed week after week. Prices are left out.',
    streakFacts.omit({ priceSeries: true }),
  ),
  recordTable({
    name: 'changes',
    description: 'What entered, changed or left in the last month, in the order of publication.',
    from: 'change',
    shape: z
      .object({
        generation: count('The generation that published it'),
        position: count('Place in the generation'),
        changedAt: text('Moment of the data, ISO 8601 UTC'),
        kind: text('form4, form4_other, congress, 13f, oge_278t, or a European market'),
        changeEvent: text('entered, changed or left'),
        changeReason: text('Why'),
      })
      .merge(changeRow.pick({ issuerName: true, personName: true, filedAt: true, sourceLink: true }))
      .extend({ documentId: text('Accession number, or id of the report or notification') }),
    recordsOf: ({ generation, position, at, kind, event, reason, facts }) => [
      {
        ...unpackFacts(String(facts)),
        generation,
        position,
        changedAt: at,
        kind,
        changeEvent: event,
        changeReason: reason,
      },
    ],
    indexes: [['generation', 'position']],
  }),
  recordTable({
    name: 'corrections',
    description:
      'Figures of single rows that the operator corrected or withheld: see docs/reference.md, "Corrections".',
    from: 'document',
    shape: correction,
    recordsOf: ({ name, json: stored }) =>
      name === 'corrections' ? (JSON.parse(String(stored)) as Given[]) : [],
    indexes: [['register', 'row_id']],
  }),
  recordTable({
    name: 'sources',
    description:
      'The state of each source when the generation was published. Rows of a source that is not whole, or is off, are not all that was filed.',
    from: 'document',
    shape: z.object({
      source: text('Id of the source'),
      publisher: text('Who publishes it'),
      status: text('ok, failing, filling, never-read, imported or off'),
      isWhole: z.boolean().describe('Whether all of it was read and derived at least once'),
      lastReadAt: text('When its lists were last read with success, ISO 8601 UTC'),
      rows: count('Rows so far'),
      warnings: count('Warnings so far'),
    }),
    recordsOf: ({ name, json: stored }) =>
      name === 'sources' ? (JSON.parse(String(stored)) as Given[]) : [],
    indexes: [],
  }),
  recordTable({
    name: 'source_documents',
    description:
      'The document that each record was read from. record is the part of filing_id before its last hyphen, or the whole of it.',
    from: 'source_document',
    shape: z.object({
      record: text('Accession number, or id of the report or notification'),
      register: text('Id of the register'),
      document: text('Name of the document in the register'),
      documentUrl: text('Where it was downloaded; empty for a file that the operator saved'),
      sha256: text('SHA-256 of the bytes as they were downloaded'),
      bytes: count('Their number'),
      retrievedAt: text('When these bytes were first seen, ISO 8601 UTC'),
    }),
    indexes: [['record'], ['sha256']],
    recordsOf: (row) => [{ ...unpackSource(Object.values(row) as PackedSource) }],
  }),
];

export const PUBLIC_TABLES: readonly PublicTable[] = [
  ...FORM4_TABLES,
  ...OTHER_SEC_TABLES,
  ...CONGRESS_TABLES,
  ...SHARED_TABLES,
  ...TRACKER_TABLES,
];
