/**
 * Parses the information table of a 13F by local element names: filers choose the namespace prefix freely.
 */

import type { HoldingRow } from '../../records/portfolios/form13f.js';
import { child, children, childText, type XmlElement } from '../formats/xml.js';
import {
  type AddWarning13F,
  foldWhitespace,
  parseRoot,
  valueOrWarning,
  warnUnknownElements,
  wordOrWarning,
} from './cover.js';
import { hasValidCheckDigit, readAmount, readCusip } from './values.js';
import { TABLE_ELEMENTS } from './vocabulary.js';

/** @throws ParseError when the text is not XML or has another root. */
export function parseInformationTable(xml: string, warn: AddWarning13F): HoldingRow[] {
  const root = parseRoot(xml, 'informationTable');
  warnUnknownElements(root, TABLE_ELEMENTS, warn);
  return children(root, 'infoTable').map((element, row) => readRow(element, row, warn));
}

function readRow(element: XmlElement, row: number, warn: AddWarning13F): HoldingRow {
  const amounts = child(element, 'shrsOrPrnAmt');
  const number = (of: XmlElement | undefined, name: string) => {
    const text = childText(of, name);
    if (text === null) warn('missing-value', name, row);
    return valueOrWarning(readAmount(text), { kind: 'unreadable-number', text, name, row }, warn);
  };
  const option = childText(element, 'putCall');
  const putCall = wordOrWarning(option, ['Put', 'Call'], 'putCall', warn, row);
  const holding: HoldingRow = {
    row,
    nameOfIssuer: foldWhitespace(childText(element, 'nameOfIssuer')),
    titleOfClass: foldWhitespace(childText(element, 'titleOfClass')),
    cusip: cusipOf(childText(element, 'cusip'), row, warn),
    figi: childText(element, 'figi'),
    value: number(element, 'value'),
    amount: number(amounts, 'sshPrnamt'),
    amountType: wordOrWarning(childText(amounts, 'sshPrnamtType'), ['SH', 'PRN'], 'sshPrnamtType', warn, row),
    putCall,
    discretion: wordOrWarning(
      childText(element, 'investmentDiscretion'),
      ['SOLE', 'DFND', 'OTR'],
      'investmentDiscretion',
      warn,
      row,
    ),
    otherManager: foldWhitespace(childText(element, 'otherManager')) || null,
  };
  // An unknown kind of option: its amount must not count as shares.
  if (option !== null && putCall === null) holding.amountType = null;
  else if (holding.amountType === null) warn('no-amount-type', holding.nameOfIssuer, row);
  // The value typed again as the number of shares: an implied price of exactly 1 is not a price.
  if (repeatsValue(holding)) warn('value-repeated-as-shares', `${holding.cusip} ${holding.value}`, row);
  return holding;
}

/** In thousands, a few shares that cost about 1,000 dollars have as many shares as value. */
const LEAST_REPEATED = 20;

/** True where the share column repeats the value, so that no price follows from the row. */
export function repeatsValue({
  amountType,
  value,
  amount,
}: Pick<HoldingRow, 'amountType' | 'value' | 'amount'>): boolean {
  return amountType === 'SH' && value !== null && value >= LEAST_REPEATED && value === amount;
}

function cusipOf(text: string | null, row: number, warn: AddWarning13F): string {
  const cusip = readCusip(text);
  if (cusip === undefined) {
    warn('unreadable-cusip', `${text}`, row);
    return '';
  }
  if (cusip === null) warn('no-cusip', 'the row names no CUSIP', row);
  else if (!hasValidCheckDigit(cusip)) warn('cusip-check-digit', cusip, row);
  return cusip ?? '';
}
