/** Parses the CSV export of BaFin's DealingsInfo database into rows. No network, no clock. */

import { de } from '../../../../tools/contract/markets/de.js';
import { localToUtc } from '../../../dates.js';
import type { PdmrFiling, UnparsedPdmrRow } from '../../../records/europe/pdmr.js';
import { MAX_COLUMNS, readCsv } from '../../formats/csv.js';
import { repairText } from '../../formats/damaged-text.js';
import { readDecimal } from '../../formats/decimal.js';
import { decodeDelimited } from '../../formats/delimited-text.js';
import { lookUpWord } from '../../formats/word-list.js';
import { type Parsed, ParseError, type RawDocument, type Warning } from '../../register.js';
import { isTradeDay } from '../trade-day.js';
import { type BafinColumn, COLUMNS } from './columns.js';
import { translateEnglishExport } from './english-export.js';

const SEARCH = 'https://portal.mvp.bafin.de/database/DealingsInfo/sucheForm.do';

/** Matched by equality: `Verkauf` contains `kauf`. */
const DIRECTIONS: Record<string, PdmrFiling['direction']> = {
  Kauf: 'acquisition',
  Erwerb: 'acquisition',
  Verkauf: 'disposal',
  Veräußerung: 'disposal',
  Sonstiges: null,
  Zeichnung: null,
  Schenkung: null,
};

export interface DealingsInfo {
  rows: PdmrFiling[];
  warnings: Warning[];
  /** Rows that could not be read, or not in full. */
  unread: UnparsedPdmrRow[];
  /** Lines below the header, including exact repetitions and unreadable ones. */
  lines: number;
  /** True where the last line has no end or lacks cells: the response was cut off. */
  isTruncated: boolean;
}

/**
 * A whole-database response (`facts.scope` is `all`) gives one window that replaces what is stored from its
 * oldest publication to its retrieval. An export of one issuer, such as a saved file, gives only its rows.
 */
export function* parse(document: RawDocument): Generator<Parsed> {
  const { rows, warnings, unread } = readDealingsInfo(document.bytes);
  const from = rows.map((row) => row.publicationAt).sort()[0];
  if (document.metadata?.scope !== 'all' || from === undefined) yield { records: rows, warnings };
  else
    yield {
      records: [
        {
          kind: 'pdmr-window',
          market: 'de',
          basis: 'publication',
          mode: 'replace',
          from,
          to: document.retrievedAt,
          rows,
          ...(unread.length === 0 ? {} : { unread }),
        },
      ],
      warnings,
    };
}

/** True for bytes that begin as the German or the English export does, with or without byte order mark. */
export function isDealingsInfo(bytes: Buffer): boolean {
  const start = decodeExport(bytes.subarray(0, 200));
  return /^"?Emittent"?;"?BaFin-ID"?;/.test(start) || /^"?Issuer"?;"?BaFin[^;]*;"?ISIN"?;/.test(start);
}

/**
 * Reads the export.
 *
 * @throws ParseError when the header is not the known one.
 */
export function readDealingsInfo(bytes: Buffer): DealingsInfo {
  const whole = decodeExport(bytes);
  const read = readCsv(whole, ';');
  if (read.isTooWide) throw new ParseError(`not a DealingsInfo export: more than ${MAX_COLUMNS} columns`);
  const tidied = read.header.map((name) => repairEncoding(name).trim());
  const english = translateEnglishExport(tidied, read.rows);
  const header = english === null ? tidied : [...COLUMNS];
  const table = { ...read, rows: english ?? read.rows };
  const missing = COLUMNS.filter((name) => !header.includes(name));
  if (missing.length > 0) throw new ParseError(`not a DealingsInfo export: no column ${missing.join(', ')}`);
  const warnings: Warning[] = header
    // `includes` has a type for the names of COLUMNS only, and returns false for another one.
    .filter((name) => name !== '' && !COLUMNS.includes(name as BafinColumn))
    .map((name) => ({ kind: 'unknown-column', detail: name, where: 'header' }));
  if (table.quotesBroken)
    warnings.push({ kind: 'broken-quotes', detail: 'a quote never closes', where: 'file' });

  const seen = new Set<string>();
  const ids = new Map<string, number>();
  const rows: PdmrFiling[] = [];
  const unread: UnparsedPdmrRow[] = [];
  for (const { line, cells } of table.rows) {
    const where = `line ${line}`;
    const filed = cells.map((value) => repairEncoding(value).replace(/\s+/g, ' ').trim());
    const cell = (name: BafinColumn) => filed[header.indexOf(name)] ?? '';
    if (cells.length !== header.length) {
      const detail = `${cells.length} cells: ${filed.join(';').slice(0, MAX_DETAIL_LENGTH)}`;
      warnings.push({ kind: 'unreadable-row', detail, where });
      unread.push({ publicationAt: activatedAt(cell), parts: filed });
      continue;
    }
    // A repeated line is one transaction: lines are averaged by instrument, nature, day and venue.
    const told = filed.join(';');
    if (seen.has(told)) {
      warnings.push({ kind: 'repeated-row', detail: told, where });
      continue;
    }
    seen.add(told);
    const before = warnings.length;
    const read = readRow(cell, where, warnings);
    if (warnings.slice(before).some(({ kind }) => INCOMPLETE_ROW_WARNINGS.has(kind)))
      unread.push({ publicationAt: activatedAt(cell), parts: read?.filingId.split('|') ?? filed });
    if (read === null) continue;
    // The English words for a relation are not known.
    const row = english === null ? read : { ...read, closelyAssociated: null };
    const alike = ids.get(row.filingId) ?? 0;
    ids.set(row.filingId, alike + 1);
    rows.push(alike === 0 ? row : { ...row, filingId: `${row.filingId}|${alike + 1}` });
  }
  const last = table.rows.at(-1)?.cells.length ?? header.length;
  // One with too many has a semicolon within a name.
  const isTruncated = !whole.endsWith('\n') || last < header.length;
  return { rows, warnings, unread, lines: table.rows.length, isTruncated };
}

const MAX_DETAIL_LENGTH = 500;

/** The cells that a row can lack and still be identified: its last readable version is then kept. */
const INCOMPLETE_ROW_WARNINGS: ReadonlySet<string> = new Set([
  'unreadable-row',
  'unreadable-number',
  'unreadable-date',
  'unknown-nature',
]);

function activatedAt(cell: (name: BafinColumn) => string): string | null {
  const activation = /^(\d\d)\.(\d\d)\.(\d{4}) (\d\d:\d\d:\d\d)$/.exec(cell('Datum der Aktivierung'));
  return (
    activation && localToUtc(de.timeZone, `${activation[3]}-${activation[2]}-${activation[1]}`, activation[4])
  );
}

function readRow(cell: (name: BafinColumn) => string, where: string, warnings: Warning[]): PdmrFiling | null {
  // Long: one field of the record after the other, each next to its warning.
  const warn = (kind: string, detail: string) => warnings.push({ kind, detail, where });
  const publicationAt = activatedAt(cell);
  if (publicationAt === null) {
    warn('unreadable-row', `no time of activation: ${cell('Datum der Aktivierung')}`);
    return null;
  }
  const nature = cell('Art des Geschäfts');
  if (!Object.hasOwn(DIRECTIONS, nature)) warn('unknown-nature', nature);
  const money = (name: BafinColumn) => {
    const filed = /^(\S+?)(?:\s?([A-Z]{3}))?$/.exec(cell(name));
    const value = filed ? readDecimal(filed[1] ?? '', ',') : null;
    if (value === null && cell(name) !== '') warn('unreadable-number', `${name}: ${cell(name)}`);
    return { value, currency: filed?.[2] ?? null };
  };
  const price = money('Durchschnittspreis');
  const total = money('Aggregiertes Volumen');
  const differ = price.currency !== null && total.currency !== null && price.currency !== total.currency;
  if (differ) warn('currencies-differ', `${price.currency} and ${total.currency}`);
  const traded = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(cell('Datum des Geschäfts'));
  const day = traded ? `${traded[3]}-${traded[2]}-${traded[1]}` : '';
  if (!isTradeDay(day)) warn('unreadable-date', cell('Datum des Geschäfts'));
  // Nothing is notified before it is done: one of the two dates is wrong.
  const midnight = isTradeDay(day) ? localToUtc(de.timeZone, day) : null;
  const isTooLate = midnight !== null && midnight > publicationAt;
  if (isTooLate) warn('date-after-publication', cell('Datum des Geschäfts'));

  const isin = cell('ISIN');
  const notifier = cell('Meldepflichtiger');
  const capacity = cell('Position / Status');
  return {
    kind: 'pdmr',
    market: 'de',
    filingId: [
      cell('BaFin-ID'),
      isin,
      notifier,
      cell('Datum des Geschäfts'),
      cell('Datum der Aktivierung'),
      nature,
      cell('Durchschnittspreis'),
      cell('Aggregiertes Volumen'),
    ].join('|'),
    notificationKey: [cell('BaFin-ID'), notifier, cell('Datum der Aktivierung')].join('|'),
    publicationAt,
    publicationApproximate: false,
    issuerName: cell('Emittent'),
    lei: null,
    pdmrName: notifier,
    notifier: null,
    closelyAssociated: capacity === '' ? null : /\bin enger beziehung\b/i.test(capacity),
    capacity,
    isin: isin || null,
    instrumentType: cell('Art des Instruments') || null,
    instrumentName: null,
    nature,
    transactionType: null,
    direction: lookUpWord(DIRECTIONS, nature) ?? null,
    price: price.value,
    volume: null,
    volumeIsAmount: false,
    currency: differ ? null : (total.currency ?? price.currency),
    // As stated by the register: the column named volume is money, never a count.
    totalValue: total.value,
    valueUnknown: false,
    linkedToShareProgramme: null,
    amendment: null,
    status: 'current',
    transactionDate: isTradeDay(day) && !isTooLate ? day : null,
    venue: cell('Ort des Geschäfts') || null,
    url: issuerSearch(isin, cell('Emittent')),
    rawArtefactUrl: null,
    narrative: null,
  };
}

/**
 * The register's own list of an issuer's notifications: the export has no addresses of single notifications.
 */
function issuerSearch(isin: string, name: string): string {
  const query = new URLSearchParams({
    meldepflichtigerName: '',
    zeitraum: '0',
    emittentButton: 'Suche Emittent',
    emittentName: isin === '' ? name : '',
    emittentIsin: isin,
  });
  return `${SEARCH}?${query}`;
}

/** A byte order mark, also one that was read as windows-1252, is not part of the first column's name. */
function decodeExport(bytes: Buffer): string {
  return decodeDelimited(bytes).replace(/^(?:\ufeff|ï»¿)/, '');
}

/**
 * `Ã¼` back to `ü`. Text that cannot be repaired is kept unchanged: its row is rejected where the names are
 * checked.
 */
function repairEncoding(text: string): string {
  return repairText(text) ?? text;
}
