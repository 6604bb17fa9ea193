/** The Netherlands: AFM's register of managers' transactions. */

import { z } from 'zod/v3';
import { currency, defineMarket, rawArtefactUrl, sharedFields, transactionDate } from './market.js';

export const nl = defineMarket({
  name: 'Netherlands',
  register: 'nl-afm',
  registerName: 'AFM register of managers’ transactions',
  source: {
    id: 'afm-mar19',
    name: 'AFM',
    documents: 'notifications',
    publisher: 'Autoriteit Financiële Markten',
    homepage: 'https://www.afm.nl/en/sector/registers/meldingenregisters/transacties-leidinggevenden-mar19-',
    note: 'The register gives no publication time; the first sight by this service stands for it.',
  },
  currency: 'EUR',
  floor: 25_000,
  timeZone: 'Europe/Amsterdam',
  words: { acquisition: 'Verwerving', disposal: 'Vervreemding' },
  fieldNote:
    'publicationAt is when this service first saw the row, or midnight of the trade day for the initial import.',
  caveat:
    'The register gives no time of publication. The date is when this service first saw the row; for rows of its first import it is the day of the trade.',
  row: z.object({
    ...sharedFields,
    transactionDate,
    currency,
    isin: z.string().nullable(),
    capacity: z.string().describe('Position or status'),
    transactionCategory: z.string().describe('Verwerving (acquisition) or Vervreemding (disposal)'),
    stockOptionProgram: z.boolean(),
    price: z.number().describe('Price of one, in currency'),
    quantity: z.number().describe('Number of securities'),
    totalValue: z.number().describe('Price times quantity in currency'),
    rawArtefactUrl,
  }),
  mainFields: ['transactionCategory', 'totalValue'],
  columns: [
    { field: 'capacity', head: 'Position', as: 'position' },
    { field: 'transactionCategory', head: 'Category' },
    { field: 'quantity', head: 'Quantity', as: 'amount' },
    { field: 'price', head: 'Price', as: 'price' },
    { field: 'totalValue', head: 'Value', as: 'value' },
    { field: 'rawArtefactUrl', head: 'Original', as: 'original' },
  ],
});
