/** The columns of the registers besides Form 4 on the page of a company, which they do not name again. */

import { EU_MARKETS, isEuCountry } from '../../../../tools/contract/markets/index.js';
import type { TimedTrade } from '../../../../tools/contract/shapes/congress.js';
import type { AnyMarketRow } from '../../../../tools/contract/shapes/eu.js';
import type { FundPosition, OfficialTrade } from '../../../../tools/contract/shapes/issuer.js';
import { html } from '../../../html.js';
import { day, direction, tradedOn, UNKNOWN, usd } from '../../figures.js';
import { allMembersColumns, typeWithSign } from '../congress/trade-columns.js';
import type { PageRequest } from '../page.js';
import { PERHAPS_NOT_SOLD } from '../portfolios/fund-columns.js';
import type { Column } from '../table.js';

/** The company is that of the page. The heads do not sort: the list of all trades does. */
export function congressColumns(request: PageRequest): Array<Column<TimedTrade>> {
  return allMembersColumns(request).filter(({ field }) => field !== 'ticker');
}

export function officialColumns(request: PageRequest): Array<Column<OfficialTrade>> {
  return [
    { field: 'transactionDate', head: 'Traded', as: tradedOn },
    { field: 'name', head: 'Official', roomy: true, to: ({ slug }) => request.to(`/trackers/${slug}`) },
    { field: 'description', head: 'Asset', roomy: true, minor: true },
    {
      field: 'type',
      head: 'Direction',
      as: (type) => (type === null ? UNKNOWN : typeWithSign(type)),
      isPlain: true,
    },
    { field: 'valueLabel', head: 'Bracket' },
    { field: 'sourceUrl', head: 'Original', as: () => 'report', to: (row) => row.sourceUrl, minor: true },
  ];
}

export function fundColumns(request: PageRequest): Array<Column<FundPosition>> {
  return [
    { field: 'name', head: 'Portfolio', roomy: true, to: ({ slug }) => request.to(`/trackers/${slug}`) },
    {
      field: 'titleOfClass',
      head: 'Class',
      as: (title, { putCall }) =>
        html`${title ?? UNKNOWN}${putCall !== null && html` <span class="note">${putCall}</span>`}`,
      minor: true,
    },
    {
      field: 'quarter',
      head: 'Report',
      as: (quarter, { filedAt }) => html`${quarter} <span class="note">filed ${day(filedAt)}</span>`,
    },
    { field: 'shares', head: 'Shares', as: 'amount', minor: true },
    {
      field: 'valueUsd',
      head: 'Value',
      number: true,
      as: (value, { status, priorValueUsd }) =>
        status === 'exited' ? html`none <span class="note">was ${usd(priorValueUsd)}</span>` : usd(value),
    },
    {
      field: 'lastTxLabel',
      head: 'Change',
      as: (label, { status, changeIsSure }) =>
        status !== 'exited' ? (label ?? UNKNOWN) : changeIsSure === false ? PERHAPS_NOT_SOLD : 'Sold',
    },
  ];
}

export function europeColumns(request: PageRequest): Array<Column<AnyMarketRow>> {
  return [
    {
      field: 'publicationAt',
      head: 'Published',
      as: (at, { market }) => day(at, EU_MARKETS[market].timeZone),
    },
    {
      field: 'market',
      head: 'Market',
      as: (market) => (isEuCountry(market) ? EU_MARKETS[market].name : market),
      to: ({ market, isin }) => request.to(`/eu/${market}${isin ? `?isin=${isin}` : ''}`),
    },
    { field: 'pdmrName', head: 'Manager', roomy: true },
    {
      field: 'direction',
      head: 'Direction',
      as: (code) => (code === null ? UNKNOWN : direction(code)),
      isPlain: true,
    },
    { field: 'transactionDate', head: 'Traded', as: 'day', minor: true },
  ];
}
