/**
 * Every form in which something is stored, the number that must be raised when it changes, and what it consists of: the schema
 * that the database reports, what the writers write of an example, and the declarations of what is stored as JSON.
 */

import Sqlite from 'better-sqlite3';
import type { z } from 'zod/v3';
import { zodToJsonSchema } from 'zod-to-json-schema';
import { ARCHIVE_FORMAT, manifestText } from '../../src/backup/manifest.js';
import { DERIVATION_VERSION, PORTFOLIO_VERSION } from '../../src/derive/derivation-version.js';
import { LEDGER_BACKUP_VERSION } from '../../src/ledger-backup/backup-destination.js';
import { CURSOR_FORM, encodeCursor } from '../../src/pipeline/cursor.js';
import { GENERATION_STATEMENTS } from '../../src/read-model/postgres/generations.js';
import { indexStatements, tableStatements, viewStatements } from '../../src/read-model/postgres/schema.js';
import { sqliteSchema } from '../../src/read-model/sqlite/schema.js';
import { defineShortTexts } from '../../src/read-model/sqlite/short-texts.js';
import { READ_MODEL_VERSION } from '../../src/read-model/tables.js';
import { type MigrationSet, migrate, migrations } from '../../src/store/database/migrate.js';
import { MANAGERS_SCHEMA, MANAGERS_VERSION } from '../../src/store/managers/managers-database.js';
import { EU_MARKETS } from '../../tools/contract/markets/index.js';
import { type Declared, declarationsOf } from './declarations.js';
import { PACKED_FORMS } from './packed-forms.js';

export interface StoredForm {
  version: number;
  /** What to raise, as a person finds it. */
  raise: string;
  content: () => unknown;
}

const readModel = (content: () => unknown): StoredForm => ({
  version: READ_MODEL_VERSION,
  raise: 'READ_MODEL_VERSION (src/read-model/tables.ts)',
  content,
});

/** What the writer of the ledger wrote stays until a migration brings it over, so its number is the version. */
const migrated = (set: MigrationSet, content: () => unknown): StoredForm => ({
  version: migrations(set).length,
  raise: `the number of the last migration: add one to src/store/${set}, which brings over what is stored or says why it can stay`,
  content,
});

/** Written again by the run after the number was raised. */
const derived = (content: () => unknown): StoredForm => ({
  version: DERIVATION_VERSION,
  raise: 'DERIVATION_VERSION (src/derive/derivation-version.ts)',
  content,
});

const json =
  (...declared: Declared[]) =>
  () =>
    declarationsOf(declared);

const SHAPES = 'tools/contract/shapes';

/** JSON of the read model, most of it as it is sent. */
const READ_MODEL_JSON: Readonly<Record<string, () => unknown>> = {
  'change log': json(['src/read-model/change-facts.ts', 'ChangeDocument']),
  'clusters and streaks': json([`${SHAPES}/digest.ts`, 'ClusterFacts', 'ClusterEntry', 'StreakFacts']),
  'column values': json(
    ['src/read-model/column-values.ts', 'FLAGS', 'TRADE_FLAGS', 'POSSIBLE_REPEAT', 'HOLDER_FLAGS'],
    ['src/read-model/column-values.ts', 'PLANNED_SALE_FLAGS', 'FORM35_HOLDING_ROW', 'UNKNOWN_CENTS'],
    ['src/read-model/column-values.ts', 'UNKNOWN_DELAY', 'UNKNOWN_CHANGE', 'UNKNOWN_STAKE'],
  ),
  'European rows': () => Object.entries(EU_MARKETS).map(([country, { row }]) => [country, zodForm(row)]),
  holdings: json(
    [`${SHAPES}/issuer.ts`, 'FundPosition', 'OfficialTrade'],
    ['src/records/portfolios/fund-quarter.ts', 'QuarterPosition'],
  ),
  issuers: json([
    'src/read-model/issuer-records.ts',
    ...['StoredIssuerInsider', 'StoredIssuerName', 'StoredIssuerCodes', 'StoredClose'],
  ]),
  labels: json(['src/read-model/packed-rows.ts', 'StoredLabel']),
  'major holders': json([`${SHAPES}/holder.ts`, 'HolderFacts']),
  managers: json(
    [
      'src/records/portfolios/manager-quarter.ts',
      'ManagerQuarterFacts',
      'SecurityQuarterFacts',
      'QuarterFacts',
    ],
    ['src/read-model/questions/managers.ts', 'StoredListing'],
  ),
  manifests: json(['src/proof/manifest.ts', 'manifest', 'sealed']),
  'members and trades': json([
    `${SHAPES}/congress.ts`,
    ...['MemberFacts', 'MemberSummary', 'MemberTrade', 'UnreadReport'],
  ]),
  'planned sales': json([`${SHAPES}/planned-sale.ts`, 'PlannedSaleFacts']),
  quality: json([`${SHAPES}/quality.ts`, 'Quality']),
  'rows of Forms 3 and 5': json([`${SHAPES}/ownership-row.ts`, 'OwnershipFacts']),
  search: json(['tools/contract/reads/names.ts', 'SearchFacts']),
  'states of sources': json(['tools/contract/reads/sources.ts', 'SourceState']),
  'tracked portfolios': json(
    [`${SHAPES}/tracker.ts`, 'TrackerDetail', 'TrackerRowFacts'],
    [`${SHAPES}/tracker-view.ts`, 'TrackerHead'],
    [`${SHAPES}/tracker-changes.ts`, 'TrackerQuarter'],
  ),
};

/** JSON of the ledger: records as filed. */
const RECORDS: Readonly<Record<string, () => unknown>> = {
  'Form 144': json(['src/records/form144/form144.ts', 'PlannedSaleNotice']),
  'Form 13F': json(['src/records/portfolios/form13f.ts', 'Holdings13F']),
  'Forms 3 and 5': json(['src/records/form4/form35.ts', 'Form35Filing']),
  'holdings of Form 4': json(['src/records/form4/form35.ts', 'Form4Holdings']),
  'metadata of documents': json(['src/registers/register.ts', 'RawDocument']),
  'OGE Form 278-T': json(['src/records/portfolios/oge-278t.ts', 'Oge278TReport']),
  'overrides of members': json(['src/records/congress/member.ts', 'MemberOverride']),
  'Schedules 13D and 13G': json(['src/records/holders/schedule13.ts', 'Schedule13Filing']),
  'vehicles and terms of options': json(
    [`${SHAPES}/congress.ts`, 'OptionTerms'],
    ['src/records/congress/stock-act.ts', 'StockActReport'],
  ),
};

/** JSON of the ledger: what was derived. */
const DERIVED: Readonly<Record<string, () => unknown>> = {
  'European rows': READ_MODEL_JSON['European rows'] as () => unknown,
  'Form 144': json(['src/records/form144/planned-sale.ts', 'DerivedPlannedSale']),
  'Forms 3 and 5': json(['src/records/form4/form35.ts', 'DerivedForm35']),
  'quarters of managers': json([
    'src/records/portfolios/manager-quarter.ts',
    ...['ManagerQuarterFacts', 'SecurityQuarterFacts', 'QuarterFacts'],
  ]),
  'Schedules 13D and 13G': json([`${SHAPES}/holder.ts`, 'HolderFacts']),
};

/** What is in no database: in archives, in the state of a backup, and with callers. */
const BESIDE_DATABASES: Readonly<Record<string, StoredForm>> = {
  'cursors of lists': {
    version: CURSOR_FORM,
    raise: 'CURSOR_FORM (src/pipeline/cursor.ts)',
    content: () =>
      encodeCursor({ path: '/p', log: 'l', generation: 1, asOf: '2026', query: { q: 1 }, after: ['a', 2] }),
  },
  'archives of backups': {
    version: ARCHIVE_FORMAT,
    raise: 'ARCHIVE_FORMAT (src/backup/manifest.ts)',
    content: () => [
      manifestText({ program: 'p', at: 'a', generation: null, members: [] }),
      declarationsOf([['src/backup/manifest.ts', 'manifest']]),
    ],
  },
  'parts of the ledger backup': {
    version: LEDGER_BACKUP_VERSION,
    raise: 'LEDGER_BACKUP_VERSION (src/ledger-backup/backup-destination.ts)',
    content: json(
      ['src/ledger-backup/backup-destination.ts', 'StoredPart'],
      ['src/ledger-backup/saved-state.ts', 'SavedState'],
    ),
  },
};

/** By name. Digests need no number: every refresh derives them. */
export function storedForms(): Record<string, StoredForm> {
  const named = (of: string, forms: Record<string, () => unknown>, make: typeof readModel) =>
    Object.entries(forms).map(([name, content]) => [`${of}: ${name}`, make(content)] as const);
  const inLedger = (content: () => unknown) => migrated('migrations', content);
  return Object.fromEntries([
    ['ledger: tables', inLedger(() => tablesOf('migrations'))],
    ...named('ledger, JSON as filed', RECORDS, inLedger),
    ...named('ledger, packed', PACKED_FORMS.ledger, inLedger),
    ...named('ledger, JSON as derived', DERIVED, derived),
    ['ledger, JSON as derived: tracked portfolios', portfolios],
    ['reports of all managers: tables', managers(() => schemaOf((db) => db.exec(MANAGERS_SCHEMA)))],
    ['reports of all managers: JSON', managers(managerFilings)],
    ...named('reports of all managers, packed', PACKED_FORMS.managers, managers),
    ['accounts: tables of SQLite', migrated('migrations-accounts', () => tablesOf('migrations-accounts'))],
    ['accounts: tables of PostgreSQL', migrated('migrations-accounts-postgres', accountStatements)],
    ['accounts: filters of watchlists', migrated('migrations-accounts', watchlists)],
    ['read model: tables of SQLite', readModel(() => schemaOf(makeReadModel))],
    [
      'read model: tables of PostgreSQL',
      readModel(() => [tableStatements(), ...indexStatements(), viewStatements('tables')]),
    ],
    ['read model: generations in PostgreSQL', readModel(() => GENERATION_STATEMENTS)],
    ...named('read model, packed', PACKED_FORMS.readModel, readModel),
    ...named('read model, JSON', READ_MODEL_JSON, readModel),
    ...Object.entries(BESIDE_DATABASES),
  ]);
}

const portfolios: StoredForm = {
  version: PORTFOLIO_VERSION,
  raise: 'PORTFOLIO_VERSION (src/derive/derivation-version.ts)',
  content: json(
    [`${SHAPES}/tracker.ts`, 'TrackerDetail', 'TrackerRowFacts'],
    [`${SHAPES}/tracker-changes.ts`, 'TrackerQuarter'],
    ['src/records/portfolios/fund-quarter.ts', 'QuarterPosition'],
  ),
};

const managers = (content: () => unknown): StoredForm => ({
  version: MANAGERS_VERSION,
  raise: 'MANAGERS_VERSION (src/store/managers/managers-database.ts)',
  content,
});
const managerFilings = json(['src/records/portfolios/manager-quarter.ts', 'StoredManagerFiling']);
const watchlists = json(['src/webhooks/watchlist.ts', 'watchlistFilters']);

/** Names and types, without descriptions and bounds. */
function zodForm(schema: z.ZodTypeAny): unknown {
  const text = ['description', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum', '$schema'];
  const form = zodToJsonSchema(schema, { $refStrategy: 'none' });
  return JSON.parse(JSON.stringify(form, (name, value) => (text.includes(name) ? undefined : value)));
}

function makeReadModel(db: Sqlite.Database): void {
  defineShortTexts(db);
  db.exec(sqliteSchema());
}

function accountStatements(): string[] {
  return migrations('migrations-accounts-postgres').map(({ sql }) => plainSql(sql));
}

function tablesOf(set: MigrationSet): unknown {
  return schemaOf((db) => migrate(db, ':memory:', new Date(0), set));
}

/** What SQLite reports of the tables that `make` makes. */
function schemaOf(make: (db: Sqlite.Database) => unknown): unknown {
  const db = new Sqlite(':memory:');
  try {
    make(db);
    const rows = db.prepare('SELECT type, name, sql FROM sqlite_master ORDER BY type, name').raw().all();
    return (rows as string[][]).map(([type, name, sql]) => [type, name, plainSql(sql ?? '')]);
  } finally {
    db.close();
  }
}

/** Without comments, and with one space where there are several. */
function plainSql(sql: string): string {
  return sql.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim();
}
