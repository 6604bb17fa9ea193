/** The United Kingdom: announcements in the FCA's National Storage Mechanism. */

import { z } from 'zod/v3';
import { currency, defineMarket, isin, rawArtefactUrl, sharedFields, transactionDate } from './market.js';

export const uk = defineMarket({
  name: 'United Kingdom',
  register: 'uk-nsm',
  registerName: 'FCA National Storage Mechanism',
  source: {
    id: 'fca-nsm',
    name: 'FCA National Storage Mechanism',
    documents: 'announcements',
    publisher: 'Financial Conduct Authority, National Storage Mechanism',
    homepage: 'https://data.fca.org.uk/#/nsm/nationalstoragemechanism',
    note: 'The archive follows the news services; no explicit open licence is known.',
  },
  currency: 'GBP',
  floor: 25_000,
  timeZone: 'Europe/London',
  words: null,
  fieldNote:
    'pricePerShare is as quoted, usually pence; totalValue is in pounds; valueUnknown true means that the unit is unknown, so currency and totalValue are null and no floor applies.',
  caveat:
    'Prices are as quoted, mostly pence; where the unit could not be determined, currency and value are not stated.',
  row: z.object({
    ...sharedFields,
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
  }),
  mainFields: ['transactionNature', 'totalValue'],
  columns: [
    { field: 'capacity', head: 'Position', as: 'position' },
    { field: 'transactionNature', head: 'Nature' },
    { field: 'volume', head: 'Quantity', as: 'amount' },
    { field: 'pricePerShare', head: 'Price as quoted', as: 'price' },
    { field: 'totalValue', head: 'Value', as: 'value' },
    { field: 'rawArtefactUrl', head: 'Original', as: 'original' },
  ],
});
