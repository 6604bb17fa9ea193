/** Invented rows of each European market. */

import type { PdmrFiling } from '../../src/records/europe/pdmr.js';
import type { EuCountry } from '../../tools/contract/markets/index.js';
import { pdmrRow } from '../derive/europe/pdmr-rows.js';
import { dayBack } from './filings.js';

/** Twelve rows, one a day back from 2026-11-19; every third British one of unknown value. */
export function inventedEuRows(market: EuCountry): PdmrFiling[] {
  return Array.from({ length: 12 }, (_, index) => {
    const day = dayBack(index);
    const isUnknown = market === 'uk' && index % 3 === 1;
    const address = `https://register.example/${index}`;
    return pdmrRow(market, {
      filingId: `${market}-${index}#0`,
      notificationKey: `${market}-${index}`,
      publicationAt: `${day}T07:00:00.000Z`,
      issuerName: 'Häxwald Øst plc',
      pdmrName: 'Östen “Quill” Brâncuşi',
      transactionDate: day,
      isin: `XX000000000${index % 3}`,
      price: 70.5,
      volume: market === 'de' ? null : 1000,
      totalValue: 70_500,
      url: address,
      rawArtefactUrl: address,
      ...(isUnknown ? { currency: null, totalValue: null, valueUnknown: true } : {}),
    });
  });
}
