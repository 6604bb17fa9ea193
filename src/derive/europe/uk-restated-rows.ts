/** British rows that another announcement states again: an amendment, or the same announcement under another id. */

import { appendTo, required } from '../../collections.js';
import type { PdmrFiling } from '../../records/europe/pdmr.js';

/**
 * The rows that do not count, by filingId. `amended` is a row that a later amendment restates, `repeated` a row of an
 * announcement that was published again under another id. Expects all rows of the market.
 */
export function restatedRows(rows: readonly PdmrFiling[]): Map<string, 'amended' | 'repeated'> {
  const restated = new Map<string, 'amended' | 'repeated'>();
  for (const filingId of repeatedRows(rows)) restated.set(filingId, 'repeated');
  for (const filingId of amendedRows(rows)) restated.set(filingId, 'amended');
  return restated;
}

/**
 * The British rows that a later amendment restates. An amendment is a new disclosure and does not name the old one,
 * so it is matched by person, ISIN and day. If one of them differs, both stay.
 */
function amendedRows(rows: readonly PdmrFiling[]): Set<string> {
  const trades = new Map<string, PdmrFiling[]>();
  for (const row of rows) {
    if (row.isin === null || row.transactionDate === null || row.pdmrName === '') continue;
    const person = row.pdmrName
      .toLowerCase()
      .replace(/[^\p{L}]+/gu, ' ')
      .trim();
    const key = `${person}|${row.isin}|${row.transactionDate}`;
    const same = trades.get(key);
    if (same === undefined) trades.set(key, [row]);
    else same.push(row);
  }
  const amended = new Set<string>();
  for (const same of trades.values())
    for (const amendment of same.filter((row) => row.amendment === true))
      for (const row of same)
        if (row.notificationKey !== amendment.notificationKey && row.publicationAt < amendment.publicationAt)
          amended.add(row.filingId);
  return amended;
}

/**
 * The British rows of an announcement that is in the register under two disclosure ids: every word and figure of the
 * second equals the first, and person, ISIN, day and figures are all present. The first one counts.
 */
function repeatedRows(rows: readonly PdmrFiling[]): Set<string> {
  const notifications = new Map<string, PdmrFiling[]>();
  for (const row of rows) {
    appendTo(notifications, row.notificationKey, row);
  }
  const first = new Set<string>();
  const repeated = new Set<string>();
  const inTime = [...notifications.values()]
    .filter((some) => some.every(isCompleteRow))
    .sort(([a], [b]) => (sortKey(required(a, 'a')) < sortKey(required(b, 'b')) ? -1 : 1));
  for (const some of inTime) {
    const said = some.map(contentKey).sort().join('\n');
    if (first.has(said)) for (const row of some) repeated.add(row.filingId);
    else first.add(said);
  }
  return repeated;
}

function isCompleteRow(row: PdmrFiling): boolean {
  const { pdmrName, isin, transactionDate, price, volume } = row;
  return pdmrName !== '' && [isin, transactionDate, price, volume].every((fact) => fact !== null);
}

function sortKey(row: PdmrFiling): string {
  return `${row.publicationAt} ${row.notificationKey}`;
}

/** Everything that was read from the row, without what belongs to the disclosure and not to its text. */
function contentKey(row: PdmrFiling): string {
  const { filingId, notificationKey, publicationAt, publicationApproximate, url, rawArtefactUrl, ...words } =
    row;
  return JSON.stringify(words);
}
