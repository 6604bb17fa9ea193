/** The table of a European market: the columns that all markets share, and those of its description. */

import { z } from 'zod/v3';
import type { EuMarket, MarketColumn } from '../../../../tools/contract/markets/market.js';
import { type EuRowFacts, euRow } from '../../../../tools/contract/shapes/eu.js';
import { type Html, html } from '../../../html.js';
import { amount, day, link, UNKNOWN } from '../../figures.js';
import { type Column, type TableOptions, table } from '../table.js';

export function marketTable(
  { row, timeZone, columns }: EuMarket,
  options: Omit<TableOptions<EuRowFacts>, 'columns' | 'schema'>,
): Html {
  return table<EuRowFacts>({
    ...options,
    // A field without an explanation of its market is explained as in the others.
    schema: z.union([row, euRow]),
    columns: [...sharedColumns(timeZone), ...columns.map(columnOf)],
  });
}

/** `defineMarket` has checked the fields of a description, and the tool gives only rows of that market. */
function columnOf({ field, head, as }: MarketColumn): Column<EuRowFacts> {
  const shown = {
    text: {},
    amount: { as: 'amount' },
    value: { as: inCurrency, number: true },
    original: { as: (href: string) => link(href, 'register') },
  }[as ?? 'text'];
  // The type of `MarketColumn` has lost the field names that `defineMarket` checked.
  return { field, head, ...shown } as Column<EuRowFacts>;
}

function sharedColumns(zone: string): Array<Column<EuRowFacts>> {
  return [
    { field: 'publicationAt', head: 'Published', as: (value) => day(value, zone) },
    { field: 'issuerName', head: 'Issuer', as: nameAndIsin, roomy: true },
    { field: 'pdmrName', head: 'Manager', roomy: true },
    { field: 'transactionDate', head: 'Traded', as: 'day' },
  ];
}

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
