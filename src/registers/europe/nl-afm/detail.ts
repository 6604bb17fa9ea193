/** Parses AFM's detail page of one notification: a list of fields and the table of transactions. */

import { nl } from '../../../../tools/contract/markets/nl.js';
import { itemAt } from '../../../collections.js';
import { localToUtc } from '../../../dates.js';
import { multiplyToCents } from '../../../decimal.js';
import type { PdmrFiling } from '../../../records/europe/pdmr.js';
import { readDecimal } from '../../formats/decimal.js';
import { elementsWhere, type HtmlElement, readHtml, textOf } from '../../formats/html.js';
import { lookUpWord } from '../../formats/word-list.js';
import { type Parsed, ParseError, type RawDocument, type Warning } from '../../register.js';
import { isTradeDay } from '../trade-day.js';
import { readAggregates } from './aggregated.js';
import { hasClass, readRegisterTable } from './register-table.js';

/** Headings are English while the contents are Dutch. */
const HEADINGS = [
  'Instrument type',
  'ISIN',
  'Transaction category',
  'Transaction type',
  'Stock option program',
  'Trading place',
  'Price',
  'Quantity',
  'Unit',
];
type TransactionCells = [string, string, string, string, string, string, string, string, string];
const FIELDS = ['Notifiable', 'Issuing institution', 'LEI', 'Position/Status', 'Transaction'];

/** English words occur although the register's words are Dutch. */
const DIRECTIONS: Record<string, PdmrFiling['direction']> = {
  Verwerving: 'acquisition',
  Vervreemding: 'disposal',
  Acquisition: 'acquisition',
  Disposal: 'disposal',
};

/** Transaction types on record or expected, in lower case. Filers also invent others, which are reported. */
const TYPES = new Set([
  'overdracht',
  'aankoop',
  'verkoop',
  'inschrijving',
  'acquisition',
  'disposal',
  'purchase',
  'sale',
  'voorwaardelijke toekenning',
  'dividend',
  'omwisseling van soort effect',
  'uitoefening',
  'schenking',
  'erfenis',
  'ruil',
  'uitgifte',
  'inkoop',
  'pandrecht',
  'lening',
  'buy',
  'sell',
  'sales',
  'subscription',
  'bought',
  'sold',
]);

/** Whether the row is of a stock option program. */
const FLAGS: Record<string, boolean> = { Ja: true, Yes: true, Nee: false, No: false };

/** The first three letters of a month, Dutch and English: mrt and mar, mei and may, okt and oct. */
const MONTHS = [
  'jan',
  'feb',
  'mar|mrt',
  'apr',
  'may|mei',
  'jun',
  'jul',
  'aug',
  'sep',
  'oct|okt',
  'nov',
  'dec',
];

/** True for bytes that hold a detail page of this register. */
export function isDetail(bytes: Buffer): boolean {
  const page = bytes.toString('utf8');
  return page.includes('cc-em--detail-list__label') && /<h2[^>]*>\s*Transactions\s*<\/h2>/.test(page);
}

/**
 * Parses one page. `facts.id` is the meldingid, `facts.transactionDate` the day that the index gives,
 * `facts.seenAt` when the id was first listed, `facts.firstLoad` whether it was listed before the initial
 * import.
 *
 * @throws ParseError when the page has no table of transactions in the known columns.
 */
export function parseDetail(document: RawDocument): Parsed {
  // Long: one field of the record after the other, each next to its warning.
  if (isTruncated(document.bytes))
    throw new ParseError('the page is cut off within the table of transactions');
  const page = readHtml(document.bytes);
  const id = document.metadata?.id ?? document.key;
  const warnings: Warning[] = [];
  const warn = (kind: string, detail: string, row?: number) =>
    warnings.push({ kind, detail, where: row === undefined ? id : `${id}#${row}` });

  const fields = fieldsOf(page);
  for (const name of fields.keys()) if (!FIELDS.includes(name)) warn('unknown-field', name);
  const issuerName = fields.get('Issuing institution');
  const pdmrName = fields.get('Notifiable');
  if (issuerName === undefined || pdmrName === undefined)
    throw new ParseError('the page names no issuing institution or no notifiable person');

  const stated = dayOf(fields.get('Transaction') ?? '');
  const listed = document.metadata?.transactionDate;
  const transactionDate = listed !== undefined && isTradeDay(listed) ? listed : stated;
  if (transactionDate === null) warn('unreadable-date', fields.get('Transaction') ?? '');
  else if (stated !== null && stated !== transactionDate) warn('dates-differ', `${listed} and ${stated}`);

  // The publication time is unknown: use first sight, or on the initial import the day of the transaction.
  const seenAt = document.metadata?.firstLoad === 'false' ? document.metadata.seenAt : undefined;
  const midnight = transactionDate === null ? null : localToUtc(nl.timeZone, transactionDate);
  const publicationAt = seenAt ?? midnight ?? document.retrievedAt;

  const table = readRegisterTable(page, 'Transactions', HEADINGS);
  for (const name of table.others) warn('unknown-column', name);
  const aggregatesOf = readAggregates(page);
  const rows = table.rows.map((cells, row): PdmrFiling => {
    // One for each of HEADINGS, which are nine.
    const [instrument, isin, category, type, programme, venue, quoted, counted, unit] =
      cells as TransactionCells;
    const aggregated = aggregatesOf([instrument, isin, category, type, unit]);
    const number = (name: string, filed: string): number | null => {
      const value = readDecimal(filed, ',');
      if (value === null && filed !== '') warn('unreadable-number', `${name}: ${filed}`, row);
      return value;
    };
    const price = number('Price', quoted);
    const volume = number('Quantity', counted);
    if (!Object.hasOwn(DIRECTIONS, category)) warn('unknown-category', category, row);
    if (!TYPES.has(type.toLowerCase())) warn('unknown-transaction-type', type, row);
    if (!Object.hasOwn(FLAGS, programme)) warn('unknown-flag', programme, row);
    return {
      kind: 'pdmr',
      market: 'nl',
      filingId: `${id}#${row}`,
      notificationKey: id,
      publicationAt,
      publicationApproximate: true,
      issuerName,
      lei: fields.get('LEI') ?? null,
      pdmrName,
      notifier: null,
      closelyAssociated:
        document.metadata?.relatedParty === undefined ? null : document.metadata.relatedParty !== '',
      relatedParty: document.metadata?.relatedParty || null,
      capacity: fields.get('Position/Status') ?? '',
      isin: isinOf(isin, (filed) => warn('unreadable-isin', filed, row)),
      instrumentType: instrument || null,
      instrumentName: null,
      nature: category,
      transactionType: type || null,
      direction: lookUpWord(DIRECTIONS, category) ?? null,
      price,
      volume,
      volumeIsAmount: false,
      currency: currencyOf(unit, (filed) => warn('unknown-currency', filed, row)),
      totalValue: price === null || volume === null ? null : multiplyToCents(price, volume),
      valueUnknown: false,
      aggregatedPrice: aggregated?.price ?? null,
      aggregatedVolume: aggregated?.volume ?? null,
      linkedToShareProgramme: lookUpWord(FLAGS, programme) ?? null,
      amendment: null,
      status: 'current',
      transactionDate,
      venue: venue || null,
      url: document.url,
      rawArtefactUrl: document.url,
      narrative: null,
    };
  });
  if (rows.length === 0) warn('no-transactions', 'the table of transactions is empty');
  return {
    records: [{ kind: 'pdmr-notification', market: 'nl', mode: 'replace', notificationKey: id, rows }],
    warnings,
  };
}

/** An HTML parser closes open elements: only the raw page shows that rows are missing. */
function isTruncated(bytes: Buffer): boolean {
  const page = bytes.toString('utf8');
  const table = page.search(/<h2[^>]*>\s*Transactions\s*<\/h2>/);
  return table >= 0 && !/<\/table\s*>/i.test(page.slice(table));
}

/** Label to value; a field without a value is left out. */
function fieldsOf(page: HtmlElement): Map<string, string> {
  const fields = new Map<string, string>();
  for (const item of elementsWhere(page, (element) => hasClass(element, 'cc-em--detail-list__item'))) {
    const [label] = elementsWhere(item, (element) => hasClass(element, 'cc-em--detail-list__label'));
    const [value] = elementsWhere(item, (element) => hasClass(element, 'cc-em--detail-list__value'));
    if (label && value && textOf(value) !== '') fields.set(textOf(label), textOf(value));
  }
  return fields;
}

/** Some filers write `-` or `n.v.t.` (not applicable) for an instrument without an ISIN. */
function isinOf(filed: string, warn: (filed: string) => void): string | null {
  const isin = filed.toUpperCase();
  if (/^[A-Z]{2}[A-Z\d]{9}\d$/.test(isin)) return isin;
  if (filed !== '' && !/^\W*$|^n\.?v\.?t\.?$|^n\/?a$|^geen$/i.test(filed)) warn(filed);
  return null;
}

/** Null for `%` or a count: the price may then be one in per cent, and no floor would apply to the row. */
function currencyOf(filed: string, warn: (filed: string) => void): string | null {
  if (/^[A-Z]{3}$/i.test(filed)) return filed.toUpperCase();
  if (filed !== '') warn(filed);
  return null;
}

/** `10 jun 2026`, with a Dutch or an English month, short or in full. */
function dayOf(text: string): string | null {
  const parts = /^(\d{1,2}) ([a-z]{3})[a-z]*\.? (\d{4})$/i.exec(text);
  if (!parts) return null;
  const month = MONTHS.findIndex((names) => names.split('|').includes(monthKey(itemAt(parts, 2))));
  const day = `${parts[3]}-${String(month + 1).padStart(2, '0')}-${itemAt(parts, 1).padStart(2, '0')}`;
  return month >= 0 && isTradeDay(day) ? day : null;
}

/** `maart` needs its own entry: its first three letters are `maa`. */
function monthKey(letters: string): string {
  const key = letters.toLowerCase();
  return key === 'maa' ? 'mar' : key;
}
