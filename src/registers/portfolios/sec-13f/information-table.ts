/** The information table of a 13F, read by local element names: filers choose the namespace prefix freely. */

import type { HoldingRow } from '../../../records/portfolios/holdings.js';
import { child, children, childText, type XmlElement } from '../../formats/xml.js';
import { known, rootOf, type Say, sayUnknown, tidy, word } from './cover.js';
import { hasRightCheckDigit, readAmount, readCusip } from './values.js';
import { TABLE_ELEMENTS } from './vocabulary.js';

/** @throws Unreadable when the text is no XML or has another root. */
export function readTable(xml: string, say: Say): HoldingRow[] {
  const root = rootOf(xml, 'informationTable');
  sayUnknown(root, TABLE_ELEMENTS, say);
  return children(root, 'infoTable').map((element, row) => readRow(element, row, say));
}

function readRow(element: XmlElement, row: number, say: Say): HoldingRow {
  const amounts = child(element, 'shrsOrPrnAmt');
  const number = (of: XmlElement | undefined, name: string) => {
    const text = childText(of, name);
    if (text === null) say('missing-value', name, row);
    return known(readAmount(text), 'unreadable-number', text, name, say, row);
  };
  const option = childText(element, 'putCall');
  const putCall = word(option, ['Put', 'Call'], 'putCall', say, row);
  const holding: HoldingRow = {
    row,
    nameOfIssuer: tidy(childText(element, 'nameOfIssuer')),
    titleOfClass: tidy(childText(element, 'titleOfClass')),
    cusip: cusipOf(childText(element, 'cusip'), row, say),
    figi: childText(element, 'figi'),
    value: number(element, 'value'),
    amount: number(amounts, 'sshPrnamt'),
    amountType: word(childText(amounts, 'sshPrnamtType'), ['SH', 'PRN'], 'sshPrnamtType', say, row),
    putCall,
    discretion: word(
      childText(element, 'investmentDiscretion'),
      ['SOLE', 'DFND', 'OTR'],
      'investmentDiscretion',
      say,
      row,
    ),
    otherManager: tidy(childText(element, 'otherManager')) || null,
  };
  // Some option, nobody can say which: its amount must not be taken for shares.
  if (option !== null && putCall === null) holding.amountType = null;
  else if (holding.amountType === null) say('no-amount-type', holding.nameOfIssuer, row);
  // The value typed again as the number of shares: an implied price of exactly 1 is no price.
  if (repeatsValue(holding)) say('value-repeated-as-shares', `${holding.cusip} ${holding.value}`, row);
  return holding;
}

/** True where the share column repeats the value, so that no price follows from the row. */
export function repeatsValue(row: HoldingRow): boolean {
  return row.amountType === 'SH' && row.value !== null && row.value > 0 && row.value === row.amount;
}

function cusipOf(text: string | null, row: number, say: Say): string {
  const cusip = readCusip(text);
  if (cusip === undefined) {
    say('unreadable-cusip', `${text}`, row);
    return '';
  }
  if (cusip === null) say('no-cusip', 'the row names no CUSIP', row);
  else if (!hasRightCheckDigit(cusip)) say('cusip-check-digit', cusip, row);
  return cusip ?? '';
}
