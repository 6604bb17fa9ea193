/** Writes the 13F filings of all managers, and gives those of a quarter back. */

import type { ManagerDataSet, ManagerFiling, SecurityName } from '../../records/portfolios/manager-filing.js';
import type { StoredManagerFiling } from '../../records/portfolios/manager-quarter.js';
import type { Store, WriteEffect } from '../database/store.js';
import { managersIfAny, managersOf } from './managers-database.js';

type ManagerRecord = ManagerFiling | ManagerDataSet;

/**
 * Stores records in one transaction. A submission that was read on its own has priority over the row of a data set: it is
 * the document. Writing a record again changes nothing, so a crash between this store and the ledger loses nothing.
 * @returns the effect of each record
 */
export function writeManagerRecords(
  ledger: Store,
  records: readonly ManagerRecord[],
): Map<ManagerRecord, WriteEffect> {
  const store = managersOf(ledger);
  return store.transaction(
    () =>
      new Map(
        records.map((record) => [
          record,
          record.kind === 'manager-filing' ? writeFiling(store, record) : completeDataSet(store, record),
        ]),
      ),
  );
}

function writeFiling(store: Store, filing: ManagerFiling): WriteEffect {
  const { kind: _kind, packed, dataSet, securities, ...header } = filing;
  if (dataSet !== null)
    store.sql('INSERT INTO data_set (name, is_complete) VALUES (?, 0) ON CONFLICT DO NOTHING').run(dataSet);
  const { changes } = store
    .sql(
      `INSERT INTO filing (accession, data_set, cik, period_end, header, packed) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (accession) DO UPDATE SET data_set = excluded.data_set, cik = excluded.cik,
         period_end = excluded.period_end, header = excluded.header, packed = excluded.packed
       WHERE (excluded.data_set IS NULL OR excluded.data_set = filing.data_set)
         AND (excluded.header <> filing.header OR excluded.packed <> filing.packed
           OR excluded.data_set IS NOT filing.data_set)`,
    )
    .run(filing.accession, dataSet, filing.cik, filing.periodEnd, JSON.stringify(header), packed);
  if (changes === 0) return { changed: false, rows: 0 };
  if (dataSet === null) markChanged(store, filing.periodEnd);
  nameSecurities(store, securities ?? [], 'DO NOTHING');
  return { changed: true, rows: filing.positionCount };
}

/** From now on its filings count. */
function completeDataSet(store: Store, { name, securities }: ManagerDataSet): WriteEffect {
  const isNew = !isComplete(store, name);
  store
    .sql(
      `INSERT INTO data_set (name, is_complete) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET is_complete = 1`,
    )
    .run(name);
  store
    .sql(
      `INSERT INTO changed_period (period_end) SELECT DISTINCT period_end FROM filing WHERE data_set = ?
       ON CONFLICT DO NOTHING`,
    )
    .run(name);
  nameSecurities(
    store,
    securities,
    'DO UPDATE SET name = excluded.name, title_of_class = excluded.title_of_class',
  );
  return { changed: isNew, rows: 0 };
}

const isComplete = (store: Store, name: string) =>
  store.sql('SELECT 1 FROM data_set WHERE name = ? AND is_complete = 1').get(name) !== undefined;

function nameSecurities(store: Store, securities: readonly SecurityName[], conflict: string): void {
  const insert = store.sql(
    `INSERT INTO security (key, name, title_of_class) VALUES (?, ?, ?) ON CONFLICT (key) ${conflict}`,
  );
  // A name that could not be read names nothing.
  for (const { key, name, titleOfClass } of securities) if (name !== '') insert.run(key, name, titleOfClass);
}

function markChanged(store: Store, periodEnd: string): void {
  store.sql('INSERT INTO changed_period (period_end) VALUES (?) ON CONFLICT DO NOTHING').run(periodEnd);
}

/** Which of these filings are stored, alone or in a data set that was read to its end. */
export function knownManagerFilings(ledger: Store, accessions: readonly string[]): Set<string> {
  const store = managersIfAny(ledger);
  if (store === null) return new Set();
  const known = store.sql(`SELECT 1 FROM filing f WHERE accession = ? AND ${COUNTS}`);
  return new Set(accessions.filter((accession) => known.get(accession) !== undefined));
}

const COUNTS = '(f.data_set IS NULL OR f.data_set IN (SELECT name FROM data_set WHERE is_complete = 1))';

/** Quarters to derive, oldest first. */
export function changedPeriods(store: Store): string[] {
  return store
    .rows<[string]>('SELECT period_end FROM changed_period ORDER BY period_end')
    .all()
    .map(([periodEnd]) => periodEnd);
}

/** Marks quarters before they are derived one after the other: a stop between two of them loses none. */
export function markPeriodsChanged(store: Store, periods: readonly string[]): void {
  store.transaction(() => {
    for (const period of periods) markChanged(store, period);
  });
}

/** Every quarter with filings that count, oldest first. */
export function filedPeriods(store: Store): string[] {
  return store
    .rows<[string]>(`SELECT DISTINCT period_end FROM filing f WHERE ${COUNTS} ORDER BY period_end`)
    .all()
    .map(([periodEnd]) => periodEnd);
}

/**
 * The filings for a quarter that count, those of one manager together. Their tables are read when they are needed. Left out
 * are those that were filed before the quarter ended.
 */
export function* filingsOfPeriod(store: Store, periodEnd: string): Generator<StoredManagerFiling[]> {
  const table = store.rows<[Buffer]>('SELECT packed FROM filing WHERE rowid = ?');
  const found = store
    .rows<[row: number, cik: string, header: string]>(
      `SELECT rowid, cik, header FROM filing f WHERE period_end = ? AND ${COUNTS} ORDER BY cik, accession`,
    )
    .all(periodEnd);
  let group: StoredManagerFiling[] = [];
  for (const [row, cik, header] of found) {
    if (group[0] !== undefined && group[0].cik !== cik) {
      yield group;
      group = [];
    }
    // What `writeFiling` wrote. The row was found just now.
    const filing = JSON.parse(header) as Omit<StoredManagerFiling, 'packed'>;
    // A quarter that had not ended when it was filed is a typing mistake.
    if (filing.filedDate < periodEnd) continue;
    group.push({ ...filing, packed: () => (table.get(row) as [Buffer])[0] });
  }
  if (group.length > 0) yield group;
}

/** Deletes the filings for quarters before `oldest`, and what was derived of them. @returns those quarters */
export function deletePeriodsBefore(store: Store, oldest: string): string[] {
  const derived = store
    .rows<[string]>('SELECT period_end FROM quarter WHERE period_end < ? ORDER BY period_end')
    .all(oldest)
    .map(([periodEnd]) => periodEnd);
  store.transaction(() => {
    for (const table of ['filing', 'changed_period', 'quarter', 'portfolio', 'holding_list'])
      store.sql(`DELETE FROM ${table} WHERE period_end < ?`).run(oldest);
  });
  return derived;
}

/** Every security, and what filers call it. */
export function allSecurities(store: Store): SecurityName[] {
  return store
    .sql<SecurityName>('SELECT key, name, title_of_class AS "titleOfClass" FROM security ORDER BY key')
    .all();
}

/** Stores which symbol each security has; '' where that is not certain. */
export function writeTickers(
  store: Store,
  tickers: Iterable<{ key: string; ticker: string; cik: string }>,
): void {
  const put = store.sql(
    'UPDATE security SET ticker = ?, cik = ? WHERE key = ? AND (ticker <> ? OR cik <> ?)',
  );
  store.transaction(() => {
    for (const { key, ticker, cik } of tickers) put.run(ticker, cik, key, ticker, cik);
  });
}
