/** The columns of one person's transactions: added up by filing, or each row. */

import type { InsiderTransaction, SignalQuality } from '../../../../tools/contract/shapes/insider.js';
import type { InsiderFiling } from '../../../../tools/contract/shapes/insider-filing.js';
import { isImpossibleTradeDay } from '../../../dates.js';
import { type Html, html } from '../../../html.js';
import { amount, day, percent, plural, tradedOn, UNKNOWN } from '../../figures.js';
import { tickerLink } from '../links.js';
import type { PageRequest } from '../page.js';
import type { Column } from '../table.js';
import { filedDay } from './filing-columns.js';
import { averageOrUnknown } from './group-columns.js';

const QUALITIES: Record<SignalQuality, string> = {
  'discretionary-buy': 'discretionary purchase',
  'discretionary-sell': 'discretionary sale',
  'mechanical-buy': 'exercise or conversion',
  'mechanical-sell': 'sale for tax, or after an exercise',
  'non-discretionary': 'not an open-market trade',
  planned: 'planned',
};

/** What both kinds of rows have. */
type AnyTransaction = Pick<
  InsiderTransaction,
  | 'filedAt'
  | 'firstFiledAt'
  | 'issuerTicker'
  | 'issuerName'
  | 'transactionCode'
  | 'intentLabel'
  | 'totalValue'
  | 'rawFilingUrl'
>;

export function insiderFilingColumns(request: PageRequest): Array<Column<InsiderFiling>> {
  const { filed, company, transaction, value, original } = shared<InsiderFiling>(request);
  return [
    filed,
    company,
    transaction,
    {
      field: 'signalQuality',
      head: 'Kind',
      as: (kind) => (kind === null ? 'several kinds' : QUALITIES[kind]),
      minor: true,
    },
    { field: 'lastDate', head: 'Traded', as: datesOf, sort: 'traded' },
    { field: 'shares', head: 'Shares', as: sharesAndRows, number: true, minor: true },
    { field: 'averagePrice', head: 'Avg. price', as: averageOrUnknown, number: true, minor: true },
    value,
    { field: 'sharesOwnedAfter', head: 'Owned after', number: true, minor: true, as: ownedAfter },
    original,
  ];
}

export function transactionColumns(request: PageRequest): Array<Column<InsiderTransaction>> {
  const { filed, company, transaction, value, original } = shared<InsiderTransaction>(request);
  return [
    filed,
    company,
    transaction,
    { field: 'signalQuality', head: 'Kind', as: (kind) => QUALITIES[kind], minor: true },
    { field: 'transactionDate', head: 'Traded', as: traded, sort: 'traded' },
    {
      field: 'shares',
      head: 'Shares',
      as: (shares, row) => withSecurity(amount(shares), row),
      number: true,
      minor: true,
    },
    { field: 'pricePerShare', head: 'Price', as: 'price', minor: true },
    value,
    { field: 'sharesOwnedAfter', head: 'Owned after', as: 'amount', minor: true },
    original,
  ];
}

function shared<R extends AnyTransaction>(request: PageRequest) {
  const filed: Column<AnyTransaction> = { field: 'filedAt', head: 'Filed', as: filedDay, sort: 'filed' };
  const company: Column<AnyTransaction> = {
    field: 'issuerTicker',
    head: 'Company',
    as: symbolOrName,
    to: ({ issuerTicker }) => tickerLink(request, issuerTicker),
    isPlain: true,
  };
  const transaction: Column<AnyTransaction> = {
    field: 'transactionCode',
    head: 'Transaction',
    as: (code, { intentLabel }) => codeAndWords(code, intentLabel),
    isPlain: true,
  };
  const value: Column<AnyTransaction> = { field: 'totalValue', head: 'Value', as: 'usd', sort: 'value' };
  const original: Column<AnyTransaction> = {
    field: 'rawFilingUrl',
    head: 'Original',
    as: () => 'EDGAR',
    to: (row) => row.rawFilingUrl,
    minor: true,
  };
  // A row with more fields has these too.
  return { filed, company, transaction, value, original } as unknown as Record<
    'filed' | 'company' | 'transaction' | 'value' | 'original',
    Column<R>
  >;
}

/** The symbol, or the name of an issuer without one. */
export function symbolOrName(ticker: string, { issuerName }: { issuerName: string }): string {
  return ticker === '' ? issuerName : ticker;
}

/** The transaction code with its mark, and the words for it. */
function codeAndWords(code: string, words: string): Html {
  const [name, sign] = code === 'P' ? ['buy', '▲ P'] : code === 'S' ? ['sell', '▼ S'] : ['other', code];
  return html`<span class="mark ${name}">${sign}</span> ${words}`;
}

function datesOf(last: string | null, row: InsiderFiling): Html {
  const { firstDate: first } = row;
  return first === last || first === null
    ? traded(last, row)
    : html`${traded(first, row)} <span class="note"><span class="code">to ${traded(last, row)}</span></span>`;
}

function traded(tradeDay: string | null, { filedAt }: AnyTransaction): Html {
  const isImpossible = tradeDay !== null && isImpossibleTradeDay(tradeDay, filedAt);
  return isImpossible ? tradedOn(tradeDay, { dateDoubtful: true }) : day(tradeDay);
}

function sharesAndRows(shares: number | null, row: InsiderFiling): Html | string {
  const counted =
    row.rows === 1
      ? amount(shares)
      : html`${amount(shares)} <span class="note">${plural(row.rows, 'row')}</span>`;
  return withSecurity(counted, row);
}

/** Options and other rights are counted in another unit, so that they are named. */
function withSecurity(
  counted: Html | string,
  { isDerivative, securityTitle }: Pick<InsiderTransaction, 'isDerivative' | 'securityTitle'>,
): Html | string {
  return isDerivative ? html`${counted} <span class="note">${securityTitle}</span>` : counted;
}

function ownedAfter(after: number | null, { changePct }: InsiderFiling): Html | string {
  if (after === null) return UNKNOWN;
  return html`${amount(after)}${changePct !== null && html` <span class="note">${percent(changePct)}</span>`}`;
}
