/** The public rows of the European markets. Each market describes its own; wording is as filed. */

import { z } from 'zod/v3';
import { EU_COUNTRIES, EU_MARKETS, type EuCountry } from '../markets/index.js';

/** The public row of one market. */
export type EuRowOf<Country extends EuCountry> = z.infer<(typeof EU_MARKETS)[Country]['row']>;
/** A public row of any market. The store knows all of its fields. */
export type EuRowFacts = { [Country in EuCountry]: EuRowOf<Country> }[EuCountry];

// Every market describes its row with an object schema.
const rows = Object.values(EU_MARKETS).map(({ row }) => row) as unknown as readonly z.AnyZodObject[];
// There are at least two markets.
const [first, second, ...others] = rows as [z.AnyZodObject, z.AnyZodObject, ...z.AnyZodObject[]];

const market = z
  .enum(EU_COUNTRIES)
  .optional()
  .describe('Only with country=all, and then the first field: the market of the row');

/** Every field of any market, for the `fields` parameter. */
export const anyEuRow = z.object({
  market,
  ...(Object.assign({}, ...rows.map(({ shape }) => shape)) as z.ZodRawShape),
});

/** A row in a list of all markets. */
export type AnyMarketRow = EuRowFacts & { market: EuCountry };

// The list has lost the types of its rows, and `EuRowFacts` is made of the same rows.
export const euRow = z.union([first, second, ...others]) as unknown as z.ZodType<EuRowFacts>;

/** A row in a list of all markets: it begins with its market. */
export const anyMarketRow = z.union(
  // As many as there are markets.
  EU_COUNTRIES.map((country) =>
    z.object({ market: z.literal(country), ...EU_MARKETS[country].row.shape }),
  ) as unknown as [z.AnyZodObject, z.AnyZodObject],
);
