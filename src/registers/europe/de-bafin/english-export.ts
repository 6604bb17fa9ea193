/**
 * The English export (`locale=en_GB`) as the German one. Its headings are those that clients quote, misspellings
 * included; the same thirteen columns in the same order, or it is not taken for one.
 */

import { itemAt } from '../../../collections.js';
import type { CsvRow } from '../../formats/csv.js';
import { ParseError } from '../../register.js';
import { type BafinColumn, COLUMNS } from './columns.js';

/** Null for the two whose English names nobody quotes: their place among the others tells them. */
const HEADINGS: Record<BafinColumn, RegExp | null> = {
  Emittent: /^issuer$/i,
  'BaFin-ID': null,
  ISIN: /^isin$/i,
  Meldepflichtiger: /^part(?:y|ies) subject to the notification requirement$/i,
  'Position / Status': /^position ?\/ ?status$/i,
  'Art des Instruments': /^type? of instrument$/i,
  'Art des Geschäfts': /^nature of transaction$/i,
  Durchschnittspreis: /^aver+age price$/i,
  'Aggregiertes Volumen': /^aggregated volume$/i,
  Mitteilungsdatum: /^date of notification$/i,
  'Datum des Geschäfts': /^date of transaction$/i,
  'Ort des Geschäfts': null,
  'Datum der Aktivierung': /^date of activation$/i,
};

/** The register's German words are passed on, and a row has one filingId in both exports. */
const NATURES: ReadonlyMap<string, string> = new Map([
  ['Buy', 'Kauf'],
  ['Sell', 'Verkauf'],
  ['Subscription', 'Zeichnung'],
  ['Other', 'Sonstiges'],
]);

const MONEY_COLUMNS: readonly BafinColumn[] = ['Durchschnittspreis', 'Aggregiertes Volumen'];
const DATE_COLUMNS: readonly BafinColumn[] = [
  'Mitteilungsdatum',
  'Datum des Geschäfts',
  'Datum der Aktivierung',
];

/**
 * The rows with German dates, words and number marks; null where the heading is not the English one.
 * @throws Unreadable where the marks of the numbers cannot be told with certainty.
 */
export function translateEnglishExport(header: readonly string[], rows: readonly CsvRow[]): CsvRow[] | null {
  if (header.length !== COLUMNS.length) return null;
  if (COLUMNS.some((column, place) => HEADINGS[column]?.test(itemAt(header, place)) === false)) return null;
  const money = MONEY_COLUMNS.map((column) => COLUMNS.indexOf(column));
  const dates = DATE_COLUMNS.map((column) => COLUMNS.indexOf(column));
  const nature = COLUMNS.indexOf('Art des Geschäfts');
  const isEnglish = hasEnglishMarks(rows.flatMap(({ cells }) => money.map((place) => cells[place] ?? '')));
  const german = (cell: string, place: number): string => {
    if (dates.includes(place)) return cell.replace(/^(\d\d)\/(\d\d)\/(\d{4})/, '$1.$2.$3');
    if (place === nature) return NATURES.get(cell.trim()) ?? cell;
    if (isEnglish && money.includes(place))
      return cell.replace(/[.,]/g, (mark) => (mark === '.' ? ',' : '.'));
    return cell;
  };
  return rows.map(({ line, cells }) => ({ line, cells: cells.map(german) }));
}

const GERMAN_NUMBER = /^(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?$/;
const ENGLISH_NUMBER = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/;

/** `1.550,00` or `1,550.00`: clients report both. `1.234` alone says nothing, so the whole file is asked. */
function hasEnglishMarks(amounts: readonly string[]): boolean {
  const numbers = amounts.map((amount) => amount.trim().replace(/\s?[A-Z]{3}$/, ''));
  const marked = numbers.filter((number) => /[.,]/.test(number));
  const german = marked.some((number) => GERMAN_NUMBER.test(number) && !ENGLISH_NUMBER.test(number));
  const english = marked.some((number) => ENGLISH_NUMBER.test(number) && !GERMAN_NUMBER.test(number));
  if (marked.length > 0 && german === english)
    throw new ParseError('an English export whose numbers may be read in two ways');
  return english;
}
