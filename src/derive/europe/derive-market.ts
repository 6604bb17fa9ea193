/** All rows that one European register shows, judged together: which of them readers see, and why not the others. */

import { appendTo, required } from '../../collections.js';
import type { DerivedPdmrRow } from '../../records/derived-rows.js';
import type { PdmrFiling } from '../../records/europe/pdmr.js';
import { toEuRow } from './europe-rows.js';
import { type KeyingError, keyingErrors } from './keying-errors.js';
import { exclusion } from './pdmr-exclusions.js';

/**
 * The readings of `rows`, all of one market and in its register today, in their order. Reasons besides those of
 * `exclusion`: `keying-error` (se), `amended` (uk), a row that a later amendment restates, and `repeated` (uk), a row
 * of an announcement that was published once more under another id.
 */
export function deriveMarket(rows: readonly PdmrFiling[]): DerivedPdmrRow[] {
  const errors = keyingErrors(rows);
  const amended = amendedRows(rows);
  const repeated = repeatedRows(rows);
  return rows.map((row) => {
    const error = errors.get(row.filingId);
    const reason =
      exclusion(row) ??
      (error !== undefined
        ? 'keying-error'
        : amended.has(row.filingId)
          ? 'amended'
          : repeated.has(row.filingId)
            ? 'repeated'
            : null);
    const { filingId, publicationAt, isin, currency, totalValue } = row;
    const feedRow = reason === null ? { publicationAt, isin, currency, totalValue, row: toEuRow(row) } : null;
    return {
      filingId,
      exclusion: reason,
      feedRow,
      warning: reason === null ? null : warningFor(row, reason, error),
    };
  });
}

/** Trades that are kept out because of a mistake or a gap in what was filed are counted; awards and the like are not. */
function warningFor(
  row: PdmrFiling,
  reason: string,
  error: KeyingError | undefined,
): DerivedPdmrRow['warning'] {
  const where = row.filingId;
  const filed = `${row.volume} at ${row.price} ${row.currency}`;
  if (error !== undefined && reason === 'keying-error')
    return { kind: 'keying-error', detail: `${error}: ${filed} (${where})`, where };
  if (reason === 'negative-amount')
    return { kind: 'implausible-trade', detail: `${reason}: ${filed} (${where})`, where };
  if (row.direction === null || row.status !== 'current' || !INCOMPLETE.has(reason)) return null;
  return { kind: 'incomplete-trade', detail: reason, where };
}

const INCOMPLETE: ReadonlySet<string> = new Set([
  'no-price',
  'no-volume',
  'no-value',
  'no-currency',
  'no-transaction-date',
  'no-programme-flag',
  'amount-for-volume',
  'price-or-volume-missing',
]);

/**
 * The British rows that a later amendment restates: it is a new disclosure and does not name the old one, so only
 * the same person, ISIN and day tell. Where one of them differs both stay.
 */
function amendedRows(rows: readonly PdmrFiling[]): Set<string> {
  const trades = new Map<string, PdmrFiling[]>();
  for (const row of rows) {
    if (row.market !== 'uk' || row.isin === null || row.transactionDate === null || row.pdmrName === '')
      continue;
    const person = row.pdmrName
      .toLowerCase()
      .replace(/[^\p{L}]+/gu, ' ')
      .trim();
    appendTo(trades, `${person}|${row.isin}|${row.transactionDate}`, row);
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
 * The British rows of an announcement that is in the register under two disclosure ids: every word and figure that was
 * read from the second is that of the first, and person, ISIN, day and figures are all given. The first one counts.
 */
function repeatedRows(rows: readonly PdmrFiling[]): Set<string> {
  const notifications = new Map<string, PdmrFiling[]>();
  for (const row of rows) {
    if (row.market !== 'uk') continue;
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

/** All that was read of the row, without what belongs to the disclosure and not to its text. */
function contentKey(row: PdmrFiling): string {
  const { filingId, notificationKey, publicationAt, publicationApproximate, url, rawArtefactUrl, ...words } =
    row;
  return JSON.stringify(words);
}
