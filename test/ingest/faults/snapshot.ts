/** The content of a store of its registers, and all of its answers, as lines that can be compared. */

import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { openStore } from '../../../src/store/database/open.js';
import { managersFile } from '../../../src/store/managers/managers-database.js';
import { HOLDING_CHANGES, HOLDING_KINDS } from '../../../tools/contract/shapes/managers.js';
import { type ParsedReads, publishedReads } from '../../published-reads.js';
import { EVERY_SCHEDULE } from '../../read-model/every-row.js';

/** Facts about the read, not about the filings. */
const JOURNAL = new Set([
  'migration',
  'generation',
  'run',
  'warning',
  'register_state',
  'register_cursor',
  'source',
  'source_register',
  'document',
  // The bytes as they came, which a fault may change without harm, and when.
  'source_document',
  'unread_document',
  'unpublished',
  'unpublished_holders',
  'tracker_input',
  // Random, as the id of a generation is.
  'manager_store',
]);

export interface Snapshot {
  /** The rows of all tables except the journal, without the numbers that join rows. */
  rows: string[];
  /** The answers to the requests of the tools. */
  answers: string[];
}

/** `moments` are the times of the reads: which of them it was makes no difference. */
export async function snapshot(file: string, moments: readonly string[]): Promise<Snapshot> {
  const same = (line: string) =>
    moments.reduce(
      (text, moment) => text.replaceAll(moment, '<reading>').replaceAll(moment.slice(0, 10), '<day>'),
      line,
    );
  const db = new Database(file, { readonly: true });
  const rows: string[] = [];
  try {
    if (db.pragma('integrity_check', { simple: true }) !== 'ok') throw new Error(`${file} is damaged`);
    const tables = db
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")
      .pluck()
      .all() as string[];
    // Only their order counts: a run that died before it published took a number too.
    const generations = db
      .prepare('SELECT DISTINCT generation FROM change_log ORDER BY generation')
      .pluck()
      .all() as number[];
    for (const table of tables) {
      if (JOURNAL.has(table) || /^sqlite_|_(?:data|idx|content|docsize|config)$/.test(table)) continue;
      for (const row of db.prepare(`SELECT * FROM "${table}"`).all() as Array<Record<string, unknown>>) {
        const facts = Object.entries(row).filter(
          ([name, value]) =>
            !(typeof value === 'number' && /(?:^|_)(?:id|rowid|number)$/.test(name)) &&
            // Only its place in the publisher's file.
            !(name === 'legislator' && typeof value === 'number') &&
            !(name === 'position' && (table === 'company_ticker' || table === 'legislator')) &&
            // Random, as the id of a generation is.
            !(name === 'log' && table === 'change_state'),
        );
        rows.push(
          same(
            `${table} ${JSON.stringify(
              Object.fromEntries(
                facts.map(([name, value]) => [
                  name,
                  table === 'change_log' && name === 'generation'
                    ? generations.indexOf(Number(value))
                    : shown(value),
                ]),
              ),
            )}`,
          ),
        );
      }
    }
  } finally {
    db.close();
  }
  rows.push(...managerRows(managersFile(file)));
  return { rows: rows.sort(), answers: (await answersOfStore(file)).map(same) };
}

/** The store of the reports of all managers, without its random identity. */
function managerRows(file: string): string[] {
  if (!existsSync(file)) return [];
  const db = new Database(file, { readonly: true });
  try {
    if (db.pragma('integrity_check', { simple: true }) !== 'ok') throw new Error(`${file} is damaged`);
    return [
      'data_set',
      'filing',
      'security',
      'quarter',
      'portfolio',
      'holding_list',
      'changed_period',
    ].flatMap((table) =>
      (db.prepare(`SELECT * FROM ${table}`).all() as Array<Record<string, unknown>>).map(
        (row) =>
          `${table} ${JSON.stringify(Object.entries(row).map(([name, value]) => [name, shown(value)]))}`,
      ),
    );
  } finally {
    db.close();
  }
}

const shown = (value: unknown) => (Buffer.isBuffer(value) ? value.toString('base64') : value);

async function answersOfStore(file: string): Promise<string[]> {
  const store = openStore(file, 'read');
  try {
    return await answersOf(publishedReads(store));
  } finally {
    store.close();
  }
}

/** Every manager with each of its reports, and what it holds in the newest one. */
async function managerAnswers(reads: ParsedReads): Promise<unknown[]> {
  const quarters = await reads.managerQuarters();
  const { rows } = await reads.searchManagers({ q: null, cik: null, after: undefined, limit: 500 });
  const found = await Promise.all(
    rows.map(async ({ cik }) => [
      await reads.managerReports(cik),
      ...(await Promise.all(
        quarters.map(({ periodEnd: period }) =>
          reads.managerHoldings({
            ...{ cik, period, prior: null, cusip: null, tickers: [], minValue: 0, limit: 500 },
            ...{ changes: HOLDING_CHANGES, kinds: HOLDING_KINDS, after: undefined },
            ...{ sort: 'value', order: 'desc' },
          }),
        ),
      )),
    ]),
  );
  return [quarters, rows, ...found];
}

/** The answers to the requests of the tools, of everything that they can find. */
export async function answersOf(reads: ParsedReads): Promise<string[]> {
  const wide = { since: '2000-01-01', until: '9999' };
  const people = (await reads.searchInsiders({ q: 'a', limit: 100 })).filter((hit) => hit !== null);
  const members = await reads.congressMembers();
  const trackers = await reads.trackers();
  const answers: unknown[] = [
    await reads.latestFilings({ ...wide, codes: ['P', 'S'], minValue: 0, ticker: null, limit: 500 }),
    people,
    ...(await Promise.all(people.map(({ slug }) => reads.insider({ ...wide, slug, limit: 5000 })))),
    members,
    ...(await Promise.all(
      members.map(({ slug }) => reads.congressMember({ ...wide, slug, ticker: null, limit: 500 })),
    )),
    await reads.searchHolders({ ...EVERY_SCHEDULE, limit: 500, ...wide }),
    await reads.clusters(),
    ...(await managerAnswers(reads)),
    await reads.streaks(),
    trackers,
    ...(await Promise.all(trackers.map(({ slug }) => reads.tracker(slug)))),
    ...(await Promise.all(
      (['de', 'uk', 'se', 'nl'] as const).map((market) =>
        reads.euFilings({ ...wide, market, isin: null, limit: 2500 }),
      ),
    )),
  ];
  return answers.map((answer) => JSON.stringify(answer));
}
