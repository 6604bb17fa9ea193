/** The tables of the European markets: the columns that all share, and those of the description of one. */

import { z } from 'zod/v3';
import { EU_MARKETS, type EuCountry, isEuCountry } from '../../../../tools/contract/markets/index.js';
import type { EuMarket, MarketColumn } from '../../../../tools/contract/markets/market.js';
import {
  type AnyMarketRow,
  anyMarketRow,
  type EuRowFacts,
  euRow,
} from '../../../../tools/contract/shapes/eu.js';
import { type Html, html } from '../../../html.js';
import { day, link, money, UNKNOWN, unitPrice } from '../../figures.js';
import { euIssuerLink, euManagerLink } from '../links.js';
import type { PageRequest } from '../page.js';
import { type Column, type TableOptions, table } from '../table.js';
import { positionWords } from './positions.js';

interface MarketTable<R> extends Omit<TableOptions<R>, 'columns' | 'schema'> {
  /** What the title of the page names: its column would repeat it in each row. */
  named?: { isIssuer: boolean; isManager: boolean };
}

export function marketTable(
  request: PageRequest,
  country: EuCountry,
  { named: byTitle, ...options }: MarketTable<EuRowFacts>,
): Html {
  const market: EuMarket = EU_MARKETS[country];
  const { row, timeZone, columns, mainFields } = market;
  const [nature] = mainFields;
  return table<EuRowFacts>({
    ...options,
    // A field without an explanation of its market is explained as in the others.
    schema: z.union([row, euRow]),
    columns: [
      ...withoutNamed(
        sharedColumns<EuRowFacts>(request, () => ({ country, timeZone })),
        byTitle,
      ),
      directionColumn(() => market),
      // The direction shows the register's word.
      ...columns.filter(({ field }) => field !== nature).map((column) => columnOf(column, request)),
    ],
  });
}

/** Rows of all markets, with what every market has. */
export function allMarketsTable(
  request: PageRequest,
  { named: byTitle, ...options }: MarketTable<AnyMarketRow>,
): Html {
  const columns = withoutNamed(allMarketColumns(request), byTitle);
  return table<AnyMarketRow>({ ...options, schema: anyMarketRow, columns });
}

/** A company may have several securities, so that their ISIN takes the place of its name. */
function withoutNamed<R extends EuRowFacts>(
  columns: ReadonlyArray<Column<R>>,
  byTitle: MarketTable<R>['named'],
): Array<Column<R>> {
  const isin: Column<EuRowFacts> = { field: 'isin', head: 'ISIN', as: (code) => code || '–', isPlain: true };
  return columns.flatMap((column) => {
    if (column.field === 'issuerName' && byTitle?.isIssuer === true) return [isin as unknown as Column<R>];
    return column.field === 'pdmrName' && byTitle?.isManager === true ? [] : [column];
  });
}

export function allMarketColumns(request: PageRequest): Array<Column<AnyMarketRow>> {
  const marketOf = ({ market }: AnyMarketRow) => EU_MARKETS[market];
  const [published, ...others] = sharedColumns<AnyMarketRow>(request, (row) => ({
    country: row.market,
    timeZone: marketOf(row).timeZone,
  }));
  const value: Column<AnyMarketRow> = {
    field: 'filingId',
    head: 'Value',
    number: true,
    isUnexplained: true,
    ...valueOrder(request),
    as: (_, row) => inCurrency(named<number | null>(row, marketOf(row).mainFields[1]), row),
  };
  const original: Column<AnyMarketRow> = {
    field: 'filingId',
    head: 'Original',
    minor: true,
    isUnexplained: true,
    as: (_, row) => {
      const column = marketOf(row).columns.find(({ as }) => as === 'original');
      return column === undefined ? UNKNOWN : link(named<string>(row, column.field), 'register');
    },
  };
  return [
    // The first of the shared columns.
    published as Column<AnyMarketRow>,
    { field: 'market', head: 'Market', as: (market) => EU_MARKETS[market].name, isPlain: true },
    ...others,
    directionColumn(marketOf),
    value,
    original,
  ];
}

/** `defineMarket` has checked that the rows of a market have the fields of its description. */
function named<V>(row: object, field: string): V {
  return (row as Record<string, unknown>)[field] as V;
}

/** `defineMarket` has checked the fields of a description, and the tool gives only rows of that market. */
function columnOf({ field, head, as }: MarketColumn, request: PageRequest): Column<EuRowFacts> {
  const shown = {
    text: { minor: true },
    amount: { as: 'amount', minor: true },
    price: { as: unitPrice, number: true, minor: true },
    position: { as: positionWords, minor: true },
    value: { as: inCurrency, number: true, ...valueOrder(request) },
    original: { as: (href: string) => link(href, 'register'), minor: true },
  }[as ?? 'text'];
  // The type of `MarketColumn` has lost the field names that `defineMarket` checked.
  return { field, head, ...shown } as Column<EuRowFacts>;
}

/** Amounts are compared in one currency only: the one that was chosen, else that of a market. */
function valueOrder({ query, params }: PageRequest): { sort?: string } {
  return query.currency || isEuCountry(params.country ?? '') ? { sort: 'value' } : {};
}

function sharedColumns<R extends EuRowFacts>(
  request: PageRequest,
  placeOf: (row: R) => { country: EuCountry; timeZone: string },
): Array<Column<R>> {
  // A row with more fields has these too.
  const country = (row: EuRowFacts) => placeOf(row as R).country;
  const columns: Array<Column<EuRowFacts>> = [
    {
      field: 'publicationAt',
      head: 'Published',
      as: (value, row) => day(value, placeOf(row as R).timeZone),
      sort: 'published',
    },
    {
      field: 'issuerName',
      head: 'Company',
      as: (name, row) => nameAndIsin(request, name, row, country(row)),
      roomy: true,
      sort: 'issuer',
    },
    {
      field: 'pdmrName',
      head: 'Manager',
      roomy: true,
      to: (row) => euManagerLink(request, row, country(row)),
      sort: 'manager',
    },
    { field: 'transactionDate', head: 'Traded', as: 'day', minor: true, sort: 'traded' },
  ];
  return columns as unknown as Array<Column<R>>;
}

/** The sign for readers of English, and the register's own word. */
function directionColumn<R extends EuRowFacts>(marketOf: (row: R) => EuMarket): Column<R> {
  const column: Column<EuRowFacts> = {
    field: 'direction',
    head: 'Direction',
    isPlain: true,
    as: (code, row) => {
      const word = named<string | null>(row, marketOf(row as R).mainFields[0]) ?? '';
      const asFiled = html`<span class="note">${word}</span>`;
      return code === null ? asFiled : html`${SIGNS[code]} ${asFiled}`;
    },
  };
  return column as unknown as Column<R>;
}

/** The words of the Market Abuse Regulation. */
const SIGNS = {
  P: html`<span class="mark buy">▲ Acquisition</span>`,
  S: html`<span class="mark sell">▼ Disposal</span>`,
};

/** The issuer, and the security that was traded. */
function nameAndIsin(request: PageRequest, name: string, row: EuRowFacts, country: EuCountry): Html {
  const { isin } = row;
  // The page of a company without a name is that of its ISIN.
  return html`${link(euIssuerLink(request, row, country), name === '' ? UNKNOWN : name)}${isin !== null && isin !== '' && html` <span class="note">${isin}</span>`}`;
}

const CURRENCY = /^[A-Z]{3}$/;

/** A value with its own currency: rows of one market have different ones. */
function inCurrency(value: number | null, { currency }: { currency: string | null }): Html {
  if (value === null) return UNKNOWN;
  if (currency === null) return html`${money(value)} <span class="unknown">currency not stated</span>`;
  // A filed text that is not a currency code may be long, so it may wrap.
  const words = CURRENCY.test(currency) ? currency : html`<span class="note">${currency}</span>`;
  return html`${money(value)} ${words}`;
}
