/** What a person owns, as last stated, in plain words. */

import { LINE_DOUBT_WORDS, ownedLinesOf } from '../owned-lines.js';
import type { Reads } from '../reads.js';
import type { OwnedLine } from '../shapes/owned-line.js';
import { amount, counted, day, dollars, type Section } from './text.js';

/** Lines of the list. */
const SHOWN = 15;

/** None where no line is stated. */
export async function ownedSections(
  slug: string,
  reads: Pick<Reads, 'ownedLines' | 'sources'>,
): Promise<Section[]> {
  const { lines, total, note } = await ownedLinesOf(slug, reads);
  if (lines.length === 0) return [];
  const shown = lines.slice(0, SHOWN);
  return [
    {
      title: `Owned, as last stated on Forms 3, 4 and 5; never add lines up: ${counted(shown.length, total, 'line')}`,
      lines: [...shown.map(ownedLine), ...(note === undefined ? [] : [note])],
    },
  ];
}

function ownedLine(line: OwnedLine): string {
  const { issuerName, asOf, form, filedAt, notStatedSince, doubts, rawFilingUrl } = line;
  const since = notStatedSince === undefined ? '' : `, not stated in filings since ${day(notStatedSince)}`;
  const doubted = doubts.map((doubt) => LINE_DOUBT_WORDS[doubt]).join('; ');
  return `${issuerName}: ${whatIsOwned(line)}, as of ${asOf} (Form ${form}, filed ${day(filedAt)})${since}.${doubted === '' ? '' : ` Read with care: ${doubted}.`} ${rawFilingUrl}`;
}

/** A right has its terms: it is not the share that it is for. */
function whatIsOwned(line: OwnedLine): string {
  const { securityTitle, isDerivative, exercisePrice, expirationDate, ownership, nature, account } = line;
  if (securityTitle === '') return 'the filing says that nothing is owned';
  const terms = [
    isDerivative ? 'a right' : '',
    exercisePrice === null ? '' : `at ${dollars(exercisePrice)}`,
    expirationDate === null ? '' : `until ${expirationDate}`,
  ].filter((one) => one !== '');
  const how = { D: 'directly', I: 'indirectly', '': 'directly or indirectly is not stated' }[ownership];
  const held = [how, nature ?? '', (account ?? '').replace(/\.$/, '')].filter((one) => one !== '');
  return `${securityTitle}${terms.length === 0 ? '' : ` (${terms.join(' ')})`}: ${sizeOf(line)}, ${held.join(', ')}`;
}

function sizeOf({
  shares,
  value,
  whyUnknown,
  underlyingShares,
  underlyingTitle,
  underlyingValue,
}: OwnedLine): string {
  if (shares !== null) return amount(shares);
  if (whyUnknown === 'rows-differ') return 'number not clear, from rows of several accounts';
  if (value !== null) return dollars(value);
  if (underlyingShares !== null) return `for ${amount(underlyingShares)} ${underlyingTitle ?? 'shares'}`;
  return underlyingValue === null
    ? 'number not stated'
    : `for ${dollars(underlyingValue)} of ${underlyingTitle ?? 'shares'}`;
}
