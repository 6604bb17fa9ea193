/** What a person owns, as last stated: each class, form of ownership and account, with the filing that states it. */

import { LINE_DOUBT_WORDS } from '../../../../tools/contract/owned-lines.js';
import {
  type LineDoubt,
  type OwnedLine,
  type OwnedLines,
  ownedLine,
} from '../../../../tools/contract/shapes/owned-line.js';
import { type Html, html } from '../../../html.js';
import { amount, day, plural, price, UNKNOWN, usd } from '../../figures.js';
import { tickerLink } from '../links.js';
import type { PageRequest } from '../page.js';
import { type Column, table } from '../table.js';
import { symbolOrName } from './insider-columns.js';

/** Lines on the page; the JSON has more. */
const LINES_SHOWN = 60;
/** Lines of one company in the table of companies. */
const LINES_OF_COMPANY = 3;

export const OWNED_CAVEATS = [
  'Each line is what the newest filing states for a class, form of ownership and account, on Forms 3, 4 and 5. Lines are never added up: accounts of others and joint filings may be among them.',
];

/** Nothing where no line is stated. */
export function ownedSection(
  request: PageRequest,
  slug: string,
  holdings: OwnedLines | undefined,
): Html | '' {
  if (holdings === undefined || holdings.lines.length === 0) return '';
  return html`<h2 id="owned">What they own, as last stated</h2>
${holdings.note !== undefined && html`<p class="hint">${holdings.note}</p>`}
${table({
  caption:
    'One line for each class, form of ownership and account, with the filing that states it. Never added up.',
  rows: holdings.lines,
  total: holdings.total,
  most: LINES_SHOWN,
  rest: html`<a href="${request.to(`/v1/insiders/${slug}?holdings=current`)}">All of them as JSON</a>`,
  empty: '',
  schema: ownedLine,
  columns: ownedColumns(request),
})}`;
}

function ownedColumns(request: PageRequest): Array<Column<OwnedLine>> {
  return [
    {
      field: 'issuerTicker',
      head: 'Company',
      as: symbolOrName,
      to: ({ issuerTicker }) => tickerLink(request, issuerTicker),
      isPlain: true,
    },
    { field: 'securityTitle', head: 'Security', roomy: true, as: securityOf },
    { field: 'ownership', head: 'Held', as: heldBy },
    { field: 'shares', head: 'Owned', number: true, as: sizeOf },
    { field: 'asOf', head: 'As of', as: asOfAndSince },
    {
      field: 'form',
      head: 'Source',
      as: (form, { filedAt }) => html`Form ${form} <span class="note">filed ${day(filedAt)}</span>`,
      to: (row) => row.rawFilingUrl,
      minor: true,
    },
    { field: 'doubts', head: 'Read with care', as: doubtWords, minor: true, isOptional: true },
  ];
}

function securityOf(title: string, line: OwnedLine): Html | string {
  if (title === '') return 'No securities';
  if (!line.isDerivative) return title;
  const { exercisePrice, expirationDate } = line;
  return html`${title} <span class="note">right${exercisePrice !== null && html` at ${price(exercisePrice)}`}${expirationDate !== null && html`, until ${day(expirationDate)}`}</span>`;
}

function heldBy(ownership: OwnedLine['ownership'], { nature, account }: OwnedLine): Html | string {
  if (ownership === '') return UNKNOWN;
  if (ownership === 'D') return 'directly';
  return html`indirectly${nature !== null && html`, ${nature}`}${account !== null && html` <span class="note">${account}</span>`}`;
}

/** The number, or the value where only that is stated; of rights without a number, what they are for. */
function sizeOf(shares: number | null, line: OwnedLine): Html | string {
  const { value, underlyingShares, underlyingValue, underlyingTitle, whyUnknown } = line;
  if (shares !== null) return line.securityTitle === '' ? 'none' : amount(shares);
  if (whyUnknown === 'rows-differ')
    return html`<span class="unknown">not clear</span> <span class="note">rows of several accounts</span>`;
  if (value !== null) return usd(value);
  if (underlyingShares === null) return usd(underlyingValue);
  return html`${amount(underlyingShares)} <span class="note">${underlyingTitle ?? ''}</span>`;
}

function asOfAndSince(asOf: string, { notStatedSince }: OwnedLine): Html | string {
  return notStatedSince === undefined
    ? day(asOf)
    : html`${day(asOf)} <span class="note">not stated in filings since ${day(notStatedSince)}</span>`;
}

function doubtWords(doubts: readonly LineDoubt[]): Html | string {
  return html`${doubts.map((doubt, at) => html`${at > 0 && '; '}${LINE_DOUBT_WORDS[doubt]}`)}`;
}

/** The shares of one company in short: rights are only in the list of all. */
export function sharesOf(lines: readonly OwnedLine[], issuerCik: string): Html | string {
  const own = lines.filter((line) => line.issuerCik === issuerCik && !line.isDerivative);
  if (own.length === 0) return UNKNOWN;
  const shown = own.slice(0, LINES_OF_COMPANY);
  return html`${shown.map(
    (line, at) =>
      html`${at > 0 && html`<br>`}${sizeOf(line.shares, line)} ${line.securityTitle} <span class="note">${line.ownership === 'I' ? `indirect${line.nature === null ? '' : `, ${line.nature}`}; ` : ''}${day(line.asOf)}</span>`,
  )}${own.length > shown.length && html`<br><span class="note">and ${plural(own.length - shown.length, 'line')} more below</span>`}`;
}
