/** Managers' transactions of invented people, for tests that need only some fields. */

import type { PdmrFiling, PdmrMarket } from '../../../src/records/europe/pdmr.js';

const NATURE = { de: 'Kauf', uk: 'Purchase of shares', se: 'Förvärv', nl: 'Verwerving' };
let made = 0;

/** A sound acquisition of 100 at 50 in the market's currency; each has its own id. */
export function pdmrRow(market: PdmrMarket, changes: Partial<PdmrFiling> = {}): PdmrFiling {
  made++;
  return {
    kind: 'pdmr',
    market,
    filingId: `row ${made}`,
    notificationKey: `notification ${made}`,
    publicationAt: '2026-09-24T13:54:53.000Z',
    publicationApproximate: market === 'nl',
    issuerName: 'Björkån AB',
    lei: null,
    pdmrName: 'Åsa Ödman',
    notifier: null,
    closelyAssociated: false,
    capacity: 'VD',
    isin: 'SE0099000001',
    instrumentType: { de: 'Aktie', uk: null, se: 'Aktie', nl: 'Gewoon aandeel' }[market],
    instrumentName: null,
    nature: NATURE[market],
    transactionType: market === 'nl' ? 'Overdracht' : null,
    direction: 'acquisition',
    price: 50,
    volume: market === 'de' ? null : 100,
    volumeIsAmount: false,
    currency: { de: 'EUR', uk: 'GBP', se: 'SEK', nl: 'EUR' }[market],
    totalValue: 5000,
    valueUnknown: false,
    linkedToShareProgramme: market === 'se' || market === 'nl' ? false : null,
    amendment: null,
    status: 'current',
    // Never after the publication, which would be a keying error.
    transactionDate: [(changes.publicationAt ?? '2026-09-23').slice(0, 10), '2026-09-23'].sort()[0]!,
    venue: null,
    url: 'https://register.example/page',
    rawArtefactUrl: market === 'uk' || market === 'nl' ? 'https://register.example/artefact' : null,
    narrative: null,
    ...changes,
  };
}
