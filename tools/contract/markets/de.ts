/** Germany: BaFin's database of directors' dealings. */

import { z } from 'zod/v3';
import { currency, defineMarket, isin, registerPage, sharedFields, transactionDate } from './market.js';

export const de = defineMarket({
  name: 'Germany',
  register: 'de-bafin',
  registerName: 'BaFin directors’ dealings',
  source: {
    id: 'bafin-directors-dealings',
    name: 'BaFin',
    documents: 'documents',
    publisher: 'Bundesanstalt für Finanzdienstleistungsaufsicht',
    homepage: 'https://portal.mvp.bafin.de/database/DealingsInfo/',
    note: 'No explicit open licence is known.',
  },
  currency: 'EUR',
  floor: 25_000,
  timeZone: 'Europe/Berlin',
  words: { acquisition: 'Kauf', disposal: 'Verkauf' },
  leavesOut: ['subscriptions'],
  hasAttribution: true,
  fieldNote: 'totalValue is as stated; there is no number of shares.',
  caveat: 'BaFin publishes no number of shares; the value is as the register states it.',
  row: z.object({
    ...sharedFields,
    transactionDate,
    currency,
    isin,
    capacity: z.string().describe('Relation to the issuer, in German'),
    transactionNature: z.string().describe('Art des Geschäfts, in German: Kauf or Verkauf'),
    price: z.number().describe('Average price'),
    totalValue: z.number().describe('As the register states it; the register gives no number of shares'),
    url: registerPage,
  }),
  mainFields: ['transactionNature', 'totalValue'],
  columns: [
    { field: 'capacity', head: 'Position', as: 'position' },
    { field: 'transactionNature', head: 'Nature' },
    { field: 'price', head: 'Price', as: 'price' },
    { field: 'totalValue', head: 'Value', as: 'value' },
    { field: 'url', head: 'Original', as: 'original' },
  ],
});
