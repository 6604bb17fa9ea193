/** The public rows of the four European markets (docs/reference.md, "European rows"). Wording stays as filed. */

import { z } from 'zod/v3';

export const EU_COUNTRIES = ['de', 'uk', 'se', 'nl'] as const;
export type EuCountry = (typeof EU_COUNTRIES)[number];

const common = {
  filingId: z.string().describe('Composite id, unique within the market'),
  publicationAt: z.string().describe('When the register published it, ISO 8601 UTC with milliseconds'),
  issuerName: z.string(),
  pdmrName: z.string().describe('Person discharging managerial responsibilities, as filed'),
  direction: z
    .enum(['P', 'S'])
    .nullable()
    .describe('P acquisition, S disposal; null when the register’s word is neither'),
};
const transactionDate = z.string().describe('Date of the trade, YYYY-MM-DD');
const currency = z.string().describe('ISO code as filed; all amounts of the row are in it');
const isin = z.string().describe('Empty when the register gives none');
const registerPage = z.string().describe('The register’s own page for the issuer or the notification');
const rawArtefactUrl = z.string().describe('The notification itself');

const deRow = z.object({
  ...common,
  transactionDate,
  currency,
  isin,
  capacity: z.string().describe('Relation to the issuer, in German'),
  transactionNature: z.string().describe('Art des Geschäfts, in German: Kauf or Verkauf'),
  price: z.number().describe('Average price'),
  totalValue: z.number().describe('As the register states it; the register gives no number of shares'),
  url: registerPage,
});

const ukRow = z.object({
  ...common,
  transactionDate: transactionDate.nullable(),
  currency: currency.nullable(),
  isin,
  capacity: z.string().describe('Position or relation to the issuer'),
  transactionNature: z.string().describe('Nature of the transaction as filed'),
  volume: z.number().describe('Number of shares'),
  pricePerShare: z
    .number()
    .describe('As quoted, usually pence for London shares: never multiply it by volume and call it GBP'),
  totalValue: z.number().nullable().describe('In currency (pounds for GBP); null when the unit is unknown'),
  valueUnknown: z.boolean().describe('True when the unit of the price could not be determined'),
  rawArtefactUrl,
});

const seRow = z.object({
  ...common,
  transactionDate,
  currency,
  isin,
  position: z.string().describe('Befattning, in Swedish'),
  characterSe: z.string().describe('Karaktär: Förvärv (acquisition) or Avyttring (disposal)'),
  volume: z.number(),
  price: z.number(),
  totalValueNative: z.number().describe('Price times volume in currency; never converted'),
  url: registerPage,
});

const nlRow = z.object({
  ...common,
  transactionDate,
  currency,
  isin: z.string().nullable(),
  capacity: z.string().describe('Position or status'),
  transactionCategory: z.string().describe('Verwerving (acquisition) or Vervreemding (disposal)'),
  stockOptionProgram: z.boolean(),
  price: z.number(),
  quantity: z.number(),
  totalValue: z.number().describe('Price times quantity in currency'),
  rawArtefactUrl,
});

export const euRows = { de: deRow, uk: ukRow, se: seRow, nl: nlRow } as const;

/** Every field of any market, for the `fields` parameter. */
export const anyEuRow = z.object({ ...deRow.shape, ...ukRow.shape, ...seRow.shape, ...nlRow.shape });

export const euRow = z.union([deRow, ukRow, seRow, nlRow]);

export type DeRow = z.infer<typeof deRow>;
export type UkRow = z.infer<typeof ukRow>;
export type SeRow = z.infer<typeof seRow>;
export type NlRow = z.infer<typeof nlRow>;
/** A stored row already has every field of the public row. */
export type EuRowFacts = DeRow | UkRow | SeRow | NlRow;
