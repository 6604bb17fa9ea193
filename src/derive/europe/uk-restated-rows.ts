/** British rows that another announcement states again: an amendment, or the same announcement under another id. */

import { appendTo, groupBy, required } from '../../collections.js';
import { DAY_MS } from '../../dates.js';
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
 * The British rows that a later amendment restates. If it names the number of an announcement, that decides and nothing else does
 * among announcements with a number; otherwise it is matched by person, ISIN and day, and if one of them differs, both stay.
 */
function amendedRows(rows: readonly PdmrFiling[]): Set<string> {
  const announcements = groupBy(
    rows.filter((row) => row.announcementNumber),
    ({ announcementNumber }) => announcementNumber as string,
  );
  const trades = groupBy(rows, tradeKey);
  const amended = new Set<string>();
  for (const amendment of groupBy(rows, ({ notificationKey }) => notificationKey).values()) {
    const [first] = amendment;
    if (first === undefined) continue;
    const numbers = (first.correctsNumbers ?? '').split(' ').filter((number) => number !== '');
    const named = numbers.flatMap((number) => announcementBefore(first, announcements.get(number) ?? []));
    const alike = amendment
      .filter((row) => row.amendment === true && tradeKey(row) !== '')
      .flatMap((row) => trades.get(tradeKey(row)) ?? [])
      // An announcement that was read before has no number here.
      .filter((row) => isBefore(row, first) && (numbers.length === 0 || !row.announcementNumber));
    for (const row of named.length > 0 ? restatedBy(amendment, named) : alike) amended.add(row.filingId);
  }
  return amended;
}

/** Person, ISIN and day; empty if one of them is unknown. */
function tradeKey({ isin, transactionDate, pdmrName }: PdmrFiling): string {
  if (isin === null || transactionDate === null || pdmrName === '') return '';
  return `${personWords(pdmrName)}|${isin}|${transactionDate}`;
}

const personWords = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();

const isBefore = (row: PdmrFiling, { notificationKey, publicationAt }: PdmrFiling): boolean =>
  row.notificationKey !== notificationKey && row.publicationAt < publicationAt;

/** Numbers come again after months. */
const SAME_NUMBER_DAYS = 30;

/** The rows of the last announcement with a number that was published before, under each of its ids. */
function announcementBefore(amendment: PdmrFiling, withNumber: readonly PdmrFiling[]): readonly PdmrFiling[] {
  const before = withNumber.filter((row) => isBefore(row, amendment));
  const last = Math.max(...before.map(({ publicationAt }) => Date.parse(publicationAt)));
  return before.filter(({ publicationAt }) => last - Date.parse(publicationAt) <= SAME_NUMBER_DAYS * DAY_MS);
}

/**
 * The rows that a correction takes the place of: those of the persons whom it names, and a trade of somebody else that it gives to
 * a person whom the first announcement does not name. What it does not state again stays.
 */
function restatedBy(amendment: readonly PdmrFiling[], named: readonly PdmrFiling[]): readonly PdmrFiling[] {
  const personsOf = (rows: readonly PdmrFiling[]) => new Set(rows.map((row) => personWords(row.pdmrName)));
  const [persons, before] = [personsOf(amendment), personsOf(named)];
  const isNew = (row: PdmrFiling) => !before.has(personWords(row.pdmrName));
  return named.filter(
    (row) =>
      persons.has(personWords(row.pdmrName)) ||
      amendment.some((other) => isNew(other) && isSameTrade(other, row)),
  );
}

const isSameTrade = (one: PdmrFiling, other: PdmrFiling): boolean =>
  one.isin === other.isin &&
  one.transactionDate === other.transactionDate &&
  one.direction === other.direction &&
  one.price === other.price &&
  one.volume === other.volume;

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
  const { filingId, notificationKey, announcementNumber, publicationAt, publicationApproximate, ...said } =
    row;
  const { url, rawArtefactUrl, ...words } = said;
  return JSON.stringify(words);
}
