/** British rows that another announcement states again: an amendment, or the same announcement under another id. */

import { appendTo, groupBy, itemAt, required } from '../../collections.js';
import { DAY_MS } from '../../dates.js';
import type { PdmrFiling } from '../../records/europe/pdmr.js';

/**
 * The rows that do not count, by filingId. `amended` is a row that a later amendment restates, `repeated` a row of an
 * announcement that was published again under another id. Expects all rows of the market.
 */
export function restatedRows(rows: readonly PdmrFiling[]): Map<string, 'amended' | 'repeated'> {
  const restated = new Map<string, 'amended' | 'repeated'>();
  const repeated = repeatedAnnouncements(rows);
  for (const { filingId, notificationKey } of rows)
    if (repeated.has(notificationKey)) restated.set(filingId, 'repeated');
  for (const filingId of amendedRows(rows, repeated)) restated.set(filingId, 'amended');
  return restated;
}

/**
 * The British rows that a later amendment restates. If it names the number of an announcement, that decides and nothing else does
 * among announcements with a number; otherwise it is matched by person, ISIN and day, and if one of them differs, both stay.
 */
function amendedRows(
  rows: readonly PdmrFiling[],
  firstOf: ReadonlyMap<string, AnnouncementRows>,
): Set<string> {
  const announcements = groupBy(
    rows.filter((row) => row.announcementNumber),
    ({ announcementNumber }) => announcementNumber as string,
  );
  const trades = groupBy(rows, tradeKey);
  const corrections = new Map<string, PdmrFiling[]>();
  const amended = new Set<string>();
  for (const amendment of inTime(groupBy(rows, ({ notificationKey }) => notificationKey).values())) {
    const first = itemAt(amendment, 0);
    if (firstOf.has(first.notificationKey)) continue;
    const numbers = (first.correctsNumbers ?? '').split(' ').filter((number) => number !== '');
    const named = numbers
      .flatMap((number) => announcementBefore(first, announcements.get(number) ?? []))
      .flatMap((row) => [row, ...(firstOf.get(row.notificationKey) ?? [])]);
    const alike = amendment
      .filter((row) => row.amendment === true && tradeKey(row) !== '')
      .flatMap((row) => {
        const before = (trades.get(tradeKey(row)) ?? [])
          .filter(({ filingId }) => !amended.has(filingId))
          // An announcement that was read before has no number here.
          .filter((one) => isBefore(one, first) && (numbers.length === 0 || !one.announcementNumber));
        return likestAnnouncements(row, before);
      });
    const restated =
      named.length === 0
        ? alike
        : [
            ...restatedBy(amendment, named),
            ...numbers.flatMap((number) => correctedAgain(amendment, corrections.get(number) ?? [])),
          ];
    for (const row of restated) amended.add(row.filingId);
    for (const number of numbers) for (const row of amendment) appendTo(corrections, number, row);
  }
  return amended;
}

type AnnouncementRows = readonly PdmrFiling[];

/** In the order of publication. */
function inTime(announcements: Iterable<AnnouncementRows>): AnnouncementRows[] {
  return [...announcements].sort(([a], [b]) =>
    sortKey(required(a, 'a')) < sortKey(required(b, 'b')) ? -1 : 1,
  );
}

/** The rows of one announcement, where several are of the person, ISIN and day: that with the most facts of the correction. */
function likestAnnouncements(correction: PdmrFiling, before: AnnouncementRows): AnnouncementRows {
  const facts = ['direction', 'price', 'volume'] as const;
  const likeness = (row: PdmrFiling) => facts.filter((fact) => row[fact] === correction[fact]).length;
  const several = [...groupBy(before, ({ notificationKey }) => notificationKey).values()].map((some) => ({
    some,
    likest: Math.max(...some.map(likeness)),
  }));
  const most = Math.max(...several.map(({ likest }) => likest));
  return several.filter(({ likest }) => likest === most).flatMap(({ some }) => some);
}

/** The rows of earlier corrections of one announcement that state the same trade. */
function correctedAgain(amendment: AnnouncementRows, earlier: AnnouncementRows): AnnouncementRows {
  const statement = (row: PdmrFiling) => `${tradeKey(row)}|${row.direction}`;
  const stated = new Set(amendment.filter((row) => tradeKey(row) !== '').map(statement));
  return earlier.filter((row) => isBefore(row, itemAt(amendment, 0)) && stated.has(statement(row)));
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
 * The rows that a correction takes the place of: those of the persons whom it names, and a trade of one other that it gives to
 * a person whom the first announcement does not name. What it does not state again stays.
 */
function restatedBy(amendment: AnnouncementRows, named: AnnouncementRows): AnnouncementRows {
  const personOf = (row: PdmrFiling) => personWords(row.pdmrName);
  const [persons, before] = [new Set(amendment.map(personOf)), new Set(named.map(personOf))];
  const others = named.filter((row) => !persons.has(personOf(row)));
  const renamed = amendment
    .filter((row) => !before.has(personOf(row)))
    .flatMap((row) => {
      const fuller = others.filter((other) => isNamedMoreFully(personOf(row), personOf(other)));
      if (fuller.length > 0) return fuller;
      const same = others.filter((other) => isSameTrade(row, other));
      return new Set(same.map(personOf)).size === 1 ? same : [];
    });
  return [...named.filter((row) => persons.has(personOf(row))), ...renamed];
}

/** A title or a second name; not `wife of Adam Bramble`. */
const MORE_WORDS = 2;

/** `Ms Ada J Bramble` is `Ada Bramble`: all words of one are words of the other. */
function isNamedMoreFully(one: string, other: string): boolean {
  const [fewer = [], more = []] = [one.split(' '), other.split(' ')].sort((a, b) => a.length - b.length);
  return (
    fewer.length > 1 && more.length - fewer.length <= MORE_WORDS && fewer.every((word) => more.includes(word))
  );
}

const isSameTrade = (one: PdmrFiling, other: PdmrFiling): boolean =>
  one.isin === other.isin &&
  one.transactionDate === other.transactionDate &&
  one.direction === other.direction &&
  one.price === other.price &&
  one.volume === other.volume;

/**
 * The British announcements that are in the register under two disclosure ids, each with the first one, which counts: every word and
 * figure of the second equals the first, and person, ISIN, day and figures are all present.
 */
function repeatedAnnouncements(rows: readonly PdmrFiling[]): Map<string, AnnouncementRows> {
  const notifications = groupBy(rows, ({ notificationKey }) => notificationKey);
  const first = new Map<string, AnnouncementRows>();
  const repeated = new Map<string, AnnouncementRows>();
  for (const some of inTime([...notifications.values()].filter((one) => one.every(isCompleteRow)))) {
    const said = some.map(contentKey).sort().join('\n');
    const original = first.get(said);
    if (original === undefined) first.set(said, some);
    else repeated.set(itemAt(some, 0).notificationKey, original);
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
