/** The columns of a trade that a member of Congress disclosed, for every page that lists them. */

import { LATE_DAYS } from '../../../../tools/contract/rules.js';
import type { MemberTrade, TimedTrade } from '../../../../tools/contract/shapes/congress.js';
import { type Html, html } from '../../../html.js';
import { count, tradedOn } from '../../figures.js';
import { tickerLink } from '../links.js';
import type { PageRequest } from '../page.js';
import type { Column } from '../table.js';
import { CHAMBERS, seatWords } from './stock-act.js';

export function tradeColumns<T extends MemberTrade>(request: PageRequest): Array<Column<T>> {
  const columns: Array<Column<MemberTrade>> = [
    { field: 'disclosureDate', head: 'Disclosed', as: 'day', sort: 'disclosed' },
    { field: 'transactionDate', head: 'Traded', as: tradedOn, sort: 'traded' },
    {
      field: 'ticker',
      head: 'Ticker',
      as: 'dash',
      to: (row) => tickerLink(request, row.ticker),
      sort: 'ticker',
    },
    { field: 'assetDescription', head: 'Asset', roomy: true, as: assetAndNotes },
    { field: 'assetType', head: 'Kind', minor: true },
    { field: 'type', head: 'Direction', as: typeWithSign, isPlain: true },
    { field: 'owner', head: 'Owner' },
    { field: 'amountLabel', head: 'Bracket', sort: 'amount' },
    { field: 'sourceLink', head: 'Original', as: () => 'report', to: (row) => row.sourceLink, minor: true },
  ];
  // A trade with more fields has these too.
  return columns as unknown as Array<Column<T>>;
}

/** The columns of trades of several members, by date of disclosure. */
export function allMembersColumns(request: PageRequest): Array<Column<TimedTrade>> {
  const [disclosed, ...rest] = tradeColumns<TimedTrade>(request);
  return [
    // The list begins with its date.
    disclosed as Column<TimedTrade>,
    { ...memberColumn<TimedTrade>(request), sort: 'member' },
    ...rest.slice(0, -1),
    daysColumn(),
    ...rest.slice(-1),
  ];
}

/** The member, with party, chamber and seat. */
export function memberColumn<T extends MemberTrade>(request: PageRequest): Column<T> {
  const column: Column<MemberTrade> = {
    field: 'memberName',
    head: 'Member',
    roomy: true,
    as: (name, { memberSlug, chamber, party, district }) => {
      const seat = district ? html`<span class="code">${seatWords(district)}</span>` : '';
      const words = [party, CHAMBERS[chamber], seat].filter((word) => word);
      return html`<a href="${request.to(`/congress/${memberSlug}`)}">${name}</a> <span class="note">${words.map((word, at) => html`${at > 0 && ' · '}${word}`)}</span>`;
    },
  };
  return column as unknown as Column<T>;
}

/** Days from the trade to its disclosure; late ones say so. */
export function daysColumn<T extends MemberTrade>(): Column<T> {
  const column: Column<TimedTrade> = {
    field: 'daysToDisclosure',
    head: 'Days to report',
    number: true,
    as: daysAndLate,
    sort: 'delay',
  };
  // A row that gives no days has none that are known.
  return column as unknown as Column<T>;
}

/** Only trades with an impossible date, possible repeats, open corrections and those of amendments have no days: see `daysToDisclosure`. */
function daysAndLate(
  days: number | null | undefined,
  {
    late,
    dateDoubtful,
    possibleRepeatOf,
    correction,
  }: Pick<TimedTrade, 'late' | 'dateDoubtful' | 'possibleRepeatOf' | 'correction'>,
): Html | string {
  if (days === null || days === undefined)
    return dateDoubtful === true || possibleRepeatOf !== undefined || correction !== undefined
      ? UNKNOWN_DAYS
      : AMENDMENT;
  return late === true ? html`${count(days)} <span class="note late">over ${LATE_DAYS}</span>` : count(days);
}

const UNKNOWN_DAYS = html`<span class="unknown">not known</span>`;
// Words beside a figure wrap, so that the column stays narrow.
const AMENDMENT = html`– <span class="note">in an amendment</span>`;

const SIGNS: Record<string, readonly [mark: 'buy' | 'sell', sign: string]> = {
  Purchase: ['buy', '▲'],
  Sale: ['sell', '▼'],
  'Sale (Full)': ['sell', '▼'],
  'Sale (Partial)': ['sell', '▼'],
  Exchange: ['sell', '⇄'],
};

/** The filed word with its sign; an unknown word has none. */
export function typeWithSign(word: string): Html | string {
  const [mark, sign] = SIGNS[word] ?? [];
  return sign === undefined ? word : html`<span class="mark ${mark}">${sign} ${word}</span>`;
}

/**
 * The asset as filed, and below it the terms of an option, unless its name already gives them, and that the trade may be
 * counted twice.
 */
function assetAndNotes(
  asset: string,
  { optionTerms, possibleRepeatOf, correction, ...filed }: MemberTrade,
): Html | string {
  const terms = optionTerms?.asFiled;
  const named = terms === undefined || asset.includes(terms) ? asset : html`${asset} <small>${terms}</small>`;
  const notes = [
    possibleRepeatOf === undefined ? [] : REPEAT,
    correction === undefined ? [] : OPEN_CORRECTION,
    asFiled('Owner', filed.ownerAsFiled),
    asFiled('Type', filed.typeAsFiled),
    asFiled('Filing status', filed.filingStatusAsFiled),
  ].flat();
  return notes.length === 0 ? named : html`${named} <small class="note">${notes.join(' ')}</small>`;
}

const asFiled = (field: string, words: string | undefined): string[] =>
  words === undefined ? [] : [`${field} as filed: ${words}.`];

const OPEN_CORRECTION =
  'This row amends an earlier row, or an amended row may replace it. It is not known which rows belong together, so no sum counts this one.';
const REPEAT =
  'An earlier report has the same trade. It may be one trade that was reported twice, so no sum counts it.';
