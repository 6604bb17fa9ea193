/** Parses Finansinspektionen's export of the insynsregister into rows. No network, no clock. */

import { se } from '../../../../tools/contract/markets/se.js';
import { itemAt, required } from '../../../collections.js';
import { addDays, isCalendarDate, localToUtc } from '../../../dates.js';
import { multiplyToCents } from '../../../decimal.js';
import type { PdmrFiling, UnparsedPdmrRow } from '../../../records/europe/pdmr.js';
import { MAX_COLUMNS, readCsv } from '../../formats/csv.js';
import { repairText } from '../../formats/damaged-text.js';
import { readDecimal } from '../../formats/decimal.js';
import { decodeDelimited } from '../../formats/delimited-text.js';
import { lookUpWord } from '../../formats/word-list.js';
import { type Parsed, ParseError, type RawDocument, type Warning } from '../../register.js';
import { isTradeDay } from '../trade-day.js';
import {
  COLUMNS,
  DIRECTIONS,
  ENGLISH_NATURES,
  type FiColumn,
  FLAGS,
  OPTIONAL,
  OTHER_NATURES,
  STATUSES,
  UNITS,
} from './words.js';

const SEARCH = 'https://marknadssok.fi.se/Publiceringsklient/sv-SE/Search/Search';

interface Insynsregister {
  rows: PdmrFiling[];
  warnings: Warning[];
  /** Rows that could not be read, or not in full. */
  unread: UnparsedPdmrRow[];
  /** Lines below the header, including unreadable ones: the number that the export limits. */
  lines: number;
  /** True where the last line has no end: the response was cut off. */
  isTruncated: boolean;
}

/** The cells that a row can lack and still be identified: its last readable version is then kept. */
const INCOMPLETE_ROW_WARNINGS: ReadonlySet<string> = new Set([
  'unreadable-row',
  'unreadable-number',
  'unreadable-date',
  'unknown-nature',
  'unknown-status',
  'unknown-unit',
]);

/**
 * The response for a span of publication days (`facts.from`, `facts.to`, Swedish calendar days, inclusive)
 * gives one window that replaces what is stored. Without the span, or where the export's limit cut it
 * (`facts.cut`), only the rows are given.
 */
export function* parse(document: RawDocument): Generator<Parsed> {
  const { rows, warnings, unread, isTruncated } = readInsynsregister(document.bytes);
  const { from, to, cut } = document.metadata ?? {};
  if (isTruncated && from !== undefined) throw new ParseError('the answer breaks off within its last line');
  if (isTruncated)
    warnings.push({ kind: 'cut-file', detail: 'the last line has no end', where: document.key });
  const start = from === undefined ? null : localToUtc(se.timeZone, from);
  const next = to === undefined || !isCalendarDate(to) ? null : localToUtc(se.timeZone, addDays(to, 1));
  if (start === null || next === null || cut === 'true') {
    if (cut === 'true')
      warnings.push({
        kind: 'cut-window',
        detail: `${rows.length} rows, the most that FI exports`,
        where: `${from} to ${to}`,
      });
    yield { records: rows, warnings };
    return;
  }
  const end = new Date(Date.parse(next) - 1).toISOString();
  const outside = rows.find((row) => row.publicationAt < start || row.publicationAt > end);
  if (outside) throw new ParseError(`published outside ${from} to ${to}: ${outside.filingId}`);
  yield {
    records: [
      {
        kind: 'pdmr-window',
        market: 'se',
        basis: 'publication',
        mode: 'replace',
        from: start,
        to: end,
        rows,
        ...(unread.length === 0 ? {} : { unread }),
      },
    ],
    warnings,
  };
}

/** True for bytes that begin as one of the three known headers. */
export function isInsynsregister(bytes: Buffer): boolean {
  const start = decodeDelimited(bytes.subarray(0, 200)).replaceAll('"', '');
  return COLUMNS.publication.some((name) =>
    COLUMNS.issuer.some((next) => start.startsWith(`${name};${next};`)),
  );
}

/**
 * Reads the export, Swedish or English.
 *
 * @throws ParseError when a required column is missing.
 */
export function readInsynsregister(bytes: Buffer): Insynsregister {
  // UTF-16LE without a byte order mark, as FI sends it.
  const text = decodeDelimited(bytes);
  const table = readCsv(text, ';');
  if (table.isTooWide) throw new ParseError(`not an export of FI: more than ${MAX_COLUMNS} columns`);
  const header = table.header.map((name) => name.trim());
  const places = new Map<FiColumn, number>();
  // Object.entries loses the types of the keys, which are those of COLUMNS.
  for (const [column, names] of Object.entries(COLUMNS) as Array<[FiColumn, readonly string[]]>) {
    const place = header.findIndex((name) => names.includes(name));
    if (place >= 0) places.set(column, place);
    else if (!OPTIONAL.has(column)) throw new ParseError(`not an export of FI: no column ${names[0]}`);
  }
  const isEnglish = header.includes('Price');
  const known = new Set(Object.values(COLUMNS).flat());
  const warnings: Warning[] = header
    .filter((name) => name !== '' && !known.has(name))
    .map((name) => ({ kind: 'unknown-column', detail: name, where: 'header' }));
  if (table.quotesBroken)
    warnings.push({ kind: 'broken-quotes', detail: 'a quote never closes', where: 'file' });

  const isTruncated = table.rows.length > 0 && !/[\r\n]$/.test(text);
  // FI leaves out empty cells at the end of a line; a line that was cut off may lack any.
  const fewest =
    Math.max(required(places.get('price'), 'places get'), required(places.get('currency'), 'places get')) + 1;
  const ids = new Map<string, number>();
  const rows: PdmrFiling[] = [];
  const unread: UnparsedPdmrRow[] = [];
  for (const [index, { line, cells }] of table.rows.entries()) {
    const where = `line ${line}`;
    const filed = cells.map((value) => (repairText(value) ?? value).replace(/\s+/g, ' ').trim());
    const cell = (name: FiColumn) => filed[places.get(name) ?? -1] ?? '';
    const isShort = cells.length < header.length && cells.length >= fewest;
    const isWhole = !isTruncated || index < table.rows.length - 1;
    const before = warnings.length;
    let row: PdmrFiling | null = null;
    if (cells.length === header.length || (isShort && isWhole))
      row = readRow(cell, where, warnings, isEnglish);
    else
      warnings.push({
        kind: 'unreadable-row',
        detail: `${cells.length} cells: ${filed.join(';').slice(0, MAX_DETAIL_LENGTH)}`,
        where,
      });
    if (warnings.slice(before).some(({ kind }) => INCOMPLETE_ROW_WARNINGS.has(kind)))
      unread.push({
        publicationAt: publishedAt(cell),
        parts: row?.filingId.split('|') ?? readableParts(filed),
      });
    if (row === null) continue;
    // Two identical fills are two transactions: the register has no number that distinguishes them.
    const alike = ids.get(row.filingId) ?? 0;
    ids.set(row.filingId, alike + 1);
    rows.push(alike === 0 ? row : { ...row, filingId: `${row.filingId}|${alike + 1}` });
  }
  return { rows, warnings, unread, lines: table.rows.length, isTruncated };
}

const MAX_DETAIL_LENGTH = 500;

/** The cells, with dates and numbers in the spelling of a filingId. */
function readableParts(filed: readonly string[]): string[] {
  return filed.flatMap((cell) => {
    const number = readDecimal(cell, cell.includes('.') ? '.' : ',');
    return [cell, dateTime(cell)?.day ?? '', number === null ? '' : String(number)].filter(
      (part) => part !== '',
    );
  });
}

function publishedAt(cell: (name: FiColumn) => string): string | null {
  const published = dateTime(cell('publication'));
  return published && localToUtc(se.timeZone, published.day, published.time);
}

function readRow(
  cell: (name: FiColumn) => string,
  where: string,
  warnings: Warning[],
  isEnglish: boolean,
): PdmrFiling | null {
  // Long: one field of the record after the other, each next to its warning.
  const warn = (kind: string, detail: string) => warnings.push({ kind, detail, where });
  const published = dateTime(cell('publication'));
  const publicationAt = publishedAt(cell);
  if (published === null || publicationAt === null) {
    warn('unreadable-row', `no publication time: ${cell('publication')}`);
    return null;
  }
  const nature = lookUpWord(ENGLISH_NATURES, cell('nature')) ?? cell('nature');
  if (!Object.hasOwn(DIRECTIONS, nature) && !OTHER_NATURES.has(nature)) warn('unknown-nature', nature);
  const word = <T>(list: Record<string, T>, name: FiColumn): T | undefined => {
    if (!Object.hasOwn(list, cell(name))) warn(`unknown-${name}`, cell(name));
    return lookUpWord(list, cell(name));
  };
  const number = (name: FiColumn): number | null => {
    const filed = cell(name);
    // In the Swedish file a point was seen instead of the comma. In the English one a comma groups thousands.
    // `1.000` may then be one or a thousand.
    const isAmbiguous = !isEnglish && /^[1-9]\d{0,2}\.\d{3}$/.test(filed);
    const value = isAmbiguous ? null : readDecimal(filed, isEnglish || filed.includes('.') ? '.' : ',');
    if (value === null && filed !== '') warn('unreadable-number', `${name}: ${filed}`);
    return value;
  };
  const price = number('price');
  const counted = number('volume');
  const filedDate = cell('transactionDate');
  const traded = dateTime(filedDate)?.day ?? dateTime(`${filedDate} 00:00:00`)?.day ?? '';
  const transactionDate = isTradeDay(traded) ? traded : null;
  if (transactionDate === null) warn('unreadable-date', filedDate);
  const isin = cell('isin');
  // An unknown unit does not say what the number counts, so it is not assumed to be shares.
  const unit = word(UNITS, 'unit');
  const volumeIsAmount = unit ?? false;
  const volume = unit === undefined ? null : counted;
  return {
    kind: 'pdmr',
    market: 'se',
    filingId: [
      `${published.day} ${published.time}`,
      isin,
      cell('person'),
      transactionDate ?? filedDate,
      counted ?? cell('volume'),
      price ?? cell('price'),
      nature,
    ].join('|'),
    notificationKey: [
      `${published.day} ${published.time}`,
      cell('issuer'),
      cell('notifier'),
      cell('person'),
    ].join('|'),
    publicationAt,
    publicationApproximate: false,
    issuerName: cell('issuer'),
    lei: cell('lei') || null,
    pdmrName: cell('person'),
    notifier: cell('notifier') || null,
    closelyAssociated: word(FLAGS, 'closelyAssociated') ?? null,
    capacity: cell('position'),
    isin: isin || null,
    instrumentType: cell('instrumentType') || null,
    instrumentName: cell('instrumentName') || null,
    nature,
    transactionType: null,
    direction: lookUpWord(DIRECTIONS, nature) ?? null,
    price,
    volume,
    volumeIsAmount,
    currency: cell('currency') || null,
    totalValue: price === null || volume === null || volumeIsAmount ? null : multiplyToCents(price, volume),
    valueUnknown: false,
    linkedToShareProgramme: word(FLAGS, 'programme') ?? null,
    amendment: word(FLAGS, 'amendment') ?? null,
    status: word(STATUSES, 'status') ?? 'unknown',
    transactionDate,
    venue: cell('venue') || null,
    url: searchPage(cell('issuer'), published.day),
    rawArtefactUrl: null,
    narrative: null,
  };
}

/** `2026-06-30 15:54:53` (Swedish file) or `30/06/2026 15:54:53` (English file). */
function dateTime(text: string): { day: string; time: string } | null {
  const swedish = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)$/.exec(text);
  if (swedish) return { day: itemAt(swedish, 1), time: itemAt(swedish, 2) };
  const english = /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d:\d\d:\d\d)$/.exec(text);
  return english && { day: `${english[3]}-${english[2]}-${english[1]}`, time: itemAt(english, 4) };
}

/**
 * The register's own list of the issuer's notifications of that day: the export has no addresses of single
 * ones.
 */
function searchPage(issuer: string, day: string): string {
  const query = new URLSearchParams({
    SearchFunctionType: 'Insyn',
    Utgivare: issuer,
    'Publiceringsdatum.From': day,
    'Publiceringsdatum.To': day,
    button: 'search',
  });
  return `${SEARCH}?${query}`;
}
