/** The four European markets as their pages show them: names, registers, columns. Words stay those of each register. */

import { z } from 'zod/v3';
import type { SourceId } from '../../../../tools/contract/reads.js';
import { type EuCountry, type EuRowFacts, euRow, euRows } from '../../../../tools/contract/shapes/eu.js';
import { type Html, html } from '../../../html.js';
import { amount, day, link, UNKNOWN } from '../../figures.js';
import { type Column, type TableOptions, table } from '../table.js';

interface MarketFacts {
  name: string;
  source: SourceId;
  register: { label: string; href: string };
  caveat: string;
}

export interface Market extends MarketFacts {
  /** Renders rows of this market. */
  table(options: Omit<TableOptions<EuRowFacts>, 'columns' | 'schema'>): Html;
}

/** A market with the columns for its row type. */
interface MarketDefinition<R extends EuRowFacts> extends MarketFacts {
  /** The time zone in which the register counts its days. */
  zone: string;
  /** The columns after those that all markets share. */
  columns: ReadonlyArray<Column<R>>;
}

/** Folds the row type of a market away, so that one page renders all markets. `row` explains the columns. */
function market<S extends z.ZodType<EuRowFacts>>(
  row: S,
  { zone, columns, ...facts }: MarketDefinition<z.infer<S>>,
): Market {
  return {
    ...facts,
    table: (options) =>
      table<EuRowFacts>({
        ...options,
        // A field without an explanation of its market is explained as in the others.
        schema: z.union([row, euRow]),
        // The tool gives only rows of the requested market, so its columns fit them.
        columns: [...sharedColumns(zone), ...(columns as ReadonlyArray<Column<EuRowFacts>>)],
      }),
  };
}

function sharedColumns(zone: string): Array<Column<EuRowFacts>> {
  return [
    { field: 'publicationAt', head: 'Published', as: (value) => day(value, zone) },
    { field: 'issuerName', head: 'Issuer', as: nameAndIsin, roomy: true },
    { field: 'pdmrName', head: 'Manager', roomy: true },
    { field: 'transactionDate', head: 'Traded', as: 'day' },
  ];
}

const original = (href: string) => link(href, 'register');

/** The issuer, and the security that was traded. */
function nameAndIsin(name: string, { isin }: EuRowFacts): Html {
  return html`${name}${isin !== null && isin !== '' && html` <span class="note">${isin}</span>`}`;
}

const CURRENCY = /^[A-Z]{3}$/;

/** A value with its own currency: rows of one market have different ones. */
function inCurrency(value: number | null, { currency }: { currency: string | null }): Html {
  if (value === null) return UNKNOWN;
  if (currency === null) return html`${amount(value)} <span class="unknown">currency not stated</span>`;
  // A filed text that is not a currency code may be long, so it may wrap.
  const words = CURRENCY.test(currency) ? currency : html`<span class="note">${currency}</span>`;
  return html`${amount(value)} ${words}`;
}

export const MARKETS: Record<EuCountry, Market> = {
  de: market(euRows.de, {
    name: 'Germany',
    source: 'bafin-directors-dealings',
    zone: 'Europe/Berlin',
    register: {
      label: 'BaFin, directors’ dealings',
      href: 'https://portal.mvp.bafin.de/database/DealingsInfo/',
    },
    columns: [
      { field: 'capacity', head: 'Relation' },
      { field: 'transactionNature', head: 'Nature' },
      { field: 'price', head: 'Price', as: 'amount' },
      { field: 'totalValue', head: 'Value', as: inCurrency, number: true },
      { field: 'url', head: 'Original', as: original },
    ],
    caveat: 'BaFin publishes no number of shares; the value is as the register states it.',
  }),
  uk: market(euRows.uk, {
    name: 'United Kingdom',
    source: 'fca-nsm',
    zone: 'Europe/London',
    register: {
      label: 'FCA National Storage Mechanism',
      href: 'https://data.fca.org.uk/#/nsm/nationalstoragemechanism',
    },
    columns: [
      { field: 'capacity', head: 'Relation' },
      { field: 'transactionNature', head: 'Nature' },
      { field: 'volume', head: 'Volume', as: 'amount' },
      { field: 'pricePerShare', head: 'Price as quoted', as: 'amount' },
      { field: 'totalValue', head: 'Value', as: inCurrency, number: true },
      { field: 'rawArtefactUrl', head: 'Original', as: original },
    ],
    caveat:
      'Prices are as quoted, mostly pence; where the unit could not be determined, currency and value are not stated.',
  }),
  se: market(euRows.se, {
    name: 'Sweden',
    source: 'fi-insynsregistret',
    zone: 'Europe/Stockholm',
    register: {
      label: 'Finansinspektionen, insynsregistret',
      href: 'https://marknadssok.fi.se/Publiceringsklient',
    },
    columns: [
      { field: 'position', head: 'Position' },
      { field: 'characterSe', head: 'Character' },
      { field: 'volume', head: 'Volume', as: 'amount' },
      { field: 'price', head: 'Price', as: 'amount' },
      { field: 'totalValueNative', head: 'Value', as: inCurrency, number: true },
      { field: 'url', head: 'Original', as: original },
    ],
    caveat:
      'Values are in each row’s own currency; nothing is converted. Obvious keying errors are left out.',
  }),
  nl: market(euRows.nl, {
    name: 'Netherlands',
    source: 'afm-mar19',
    zone: 'Europe/Amsterdam',
    register: {
      label: 'AFM, managers’ transactions',
      href: 'https://www.afm.nl/en/sector/registers/meldingenregisters/transacties-leidinggevenden-mar19-',
    },
    columns: [
      { field: 'capacity', head: 'Position' },
      { field: 'transactionCategory', head: 'Category' },
      { field: 'quantity', head: 'Quantity', as: 'amount' },
      { field: 'price', head: 'Price', as: 'amount' },
      { field: 'totalValue', head: 'Value', as: inCurrency, number: true },
      { field: 'rawArtefactUrl', head: 'Original', as: original },
    ],
    caveat:
      'The register gives no time of publication. The date is when this service first saw the row; for rows of its first import it is the day of the trade.',
  }),
};

export function isMarket(country: string): country is EuCountry {
  return Object.hasOwn(MARKETS, country);
}
