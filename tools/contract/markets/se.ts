/** Sweden: the insynsregister of Finansinspektionen. */

import { z } from 'zod/v3';
import { currency, defineMarket, isin, registerPage, sharedFields, transactionDate } from './market.js';

export const se = defineMarket({
  name: 'Sweden',
  register: 'se-fi',
  registerName: 'Finansinspektionen insynsregistret',
  source: {
    id: 'fi-insynsregistret',
    name: 'Finansinspektionen',
    documents: 'documents',
    publisher: 'Finansinspektionen',
    homepage: 'https://marknadssok.fi.se/publiceringsklient',
    note: 'Published unreviewed on receipt; no explicit open licence is known.',
  },
  currency: 'SEK',
  floor: 50_000,
  timeZone: 'Europe/Stockholm',
  words: { acquisition: 'Förvärv', disposal: 'Avyttring' },
  leavesOut: ['subscriptions', 'revised and cancelled rows'],
  caveat: 'Values are in each row’s own currency; nothing is converted.',
  row: z.object({
    ...sharedFields,
    transactionDate,
    currency,
    isin,
    position: z.string().describe('Befattning, in Swedish'),
    characterSe: z.string().describe('Karaktär: Förvärv (acquisition) or Avyttring (disposal)'),
    volume: z.number().describe('Number of securities'),
    price: z.number().describe('Price of one, in currency'),
    totalValueNative: z.number().describe('Price times volume in currency; never converted'),
    url: registerPage,
  }),
  mainFields: ['characterSe', 'totalValueNative'],
  columns: [
    { field: 'position', head: 'Position', as: 'position' },
    { field: 'characterSe', head: 'Character' },
    { field: 'volume', head: 'Quantity', as: 'amount' },
    { field: 'price', head: 'Price', as: 'price' },
    { field: 'totalValueNative', head: 'Value', as: 'value' },
    { field: 'url', head: 'Original', as: 'original' },
  ],
});
