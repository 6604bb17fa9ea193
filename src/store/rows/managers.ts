/** The quarters of all managers as the read model keeps them: packed, as they are derived. */

import { UNKNOWN_CENTS } from '../../read-model/column-values.js';
import { foldedWords } from '../../read-model/search-text.js';
import type { Row, ScopeRows } from '../../read-model/tables.js';
import type { ManagerQuarterFacts, SecurityQuarterFacts } from '../../records/portfolios/manager-quarter.js';
import type { Store } from '../database/store.js';
import { managersIfAny } from '../managers/managers-database.js';
import { derivedPeriods } from '../managers/quarters.js';

const CIK_PARTS = [...'0123456789'];
const CUSIP_PARTS = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** The last days of all derived quarters, oldest first. */
export function storedManagerQuarters(ledger: Store): string[] {
  const store = managersIfAny(ledger);
  return store === null ? [] : derivedPeriods(store);
}

/** The rows of these quarters, and the lists of managers and securities. A quarter that is no longer kept has no rows. */
export function* managerScopes(ledger: Store, periods: readonly string[]): Generator<ScopeRows> {
  const store = periods.length === 0 ? null : managersIfAny(ledger);
  if (store === null) return;
  for (const period of periods) {
    for (const part of CIK_PARTS)
      yield { table: 'manager_report', scope: [period, part], rows: reportRows(store, period, part) };
    for (const part of CUSIP_PARTS)
      yield { table: 'security_holders', scope: [period, part], rows: holderRows(store, period, part) };
    yield { table: 'manager_quarter', scope: [period], rows: quarterRow(store, period) };
  }
  for (const part of CUSIP_PARTS)
    yield { table: 'held_security', scope: [part], rows: securityRows(store, part) };
  yield { table: 'manager', scope: [], rows: managerRows(store) };
}

const asText = (bytes: Buffer) => bytes.toString('base64');

/** In the order of the columns of each table, as below. */
function reportRows(store: Store, period: string, part: string): Row[] {
  return store
    .rows<[cik: string, facts: string, packed: Buffer]>(
      'SELECT cik, facts, packed FROM portfolio WHERE period_end = ? AND substr(cik, -1) = ? ORDER BY cik',
    )
    .all(period, part)
    .map(([cik, facts, packed]) => [period, part, cik, facts, asText(packed)]);
}

function holderRows(store: Store, period: string, part: string): Row[] {
  return store
    .rows<[key: string, facts: string, packed: Buffer]>(
      'SELECT key, facts, packed FROM holding_list WHERE period_end = ? AND key >= ? AND key < ? ORDER BY key',
    )
    .all(period, part, after(part))
    .map(([key, text, packed]) => {
      // What derivation wrote.
      const { holders, newHolders, exits, netUsd, maybeSplit } = JSON.parse(text) as SecurityQuarterFacts;
      const ranked = [holders, newHolders, exits, netUsd, maybeSplit ? 1 : 0];
      return [period, part, key, ...ranked, text, asText(packed)];
    });
}

function quarterRow(store: Store, period: string): Row[] {
  return store
    .rows<[facts: string, filers: Buffer]>('SELECT facts, filers FROM quarter WHERE period_end = ?')
    .all(period)
    .map(([facts, filers]) => [period, facts, asText(filers)]);
}

function securityRows(store: Store, part: string): Row[] {
  return store
    .rows<[key: string, name: string, title: string, ticker: string, cik: string]>(
      'SELECT key, name, title_of_class, ticker, cik FROM security WHERE key >= ? AND key < ? ORDER BY key',
    )
    .all(part, after(part))
    .map((columns) => [part, ...columns]);
}

/** Each manager by its newest quarter. */
function managerRows(store: Store): Row[] {
  const newest = new Map<string, { facts: ManagerQuarterFacts; quarters: number }>();
  for (const [cik, text] of store
    .rows<[cik: string, facts: string]>('SELECT cik, facts FROM portfolio ORDER BY period_end DESC')
    .iterate()) {
    const known = newest.get(cik);
    if (known !== undefined) known.quarters += 1;
    // What derivation wrote.
    else newest.set(cik, { facts: JSON.parse(text) as ManagerQuarterFacts, quarters: 1 });
  }
  return [...newest].map(([cik, { facts, quarters }]) => {
    const { name, periodEnd, state, totalUsd, positions, filedDate } = facts;
    const cents = totalUsd === null ? UNKNOWN_CENTS : Math.round(totalUsd * 100);
    const json = JSON.stringify({ cik, name, periodEnd, state, filedDate, totalUsd, positions, quarters });
    // Beyond 90 trillion dollars cents are not an exact number: it is a keying error, and is sorted as unknown.
    return [cik, foldedWords(name), periodEnd, Number.isSafeInteger(cents) ? cents : UNKNOWN_CENTS, json];
  });
}

/** The text that follows every text that begins with this letter or digit. */
function after(part: string): string {
  return String.fromCharCode(part.charCodeAt(0) + 1);
}
