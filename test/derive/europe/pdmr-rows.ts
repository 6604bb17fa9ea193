/** Managers' transactions of invented people, for tests that need only some fields. */

import type { MarketRules } from '../../../src/derive/europe/market-rules.js';
import { MARKET_RULES } from '../../../src/derive/europe/rules-of-markets.js';
import type { PdmrFiling } from '../../../src/records/europe/pdmr.js';
import { EU_MARKETS, type EuCountry } from '../../../tools/contract/markets/index.js';
import type { EuRowFacts } from '../../../tools/contract/shapes/eu.js';

let made = 0;

/** A sound acquisition of 100 at 50 in the market's currency; each has its own id. */
export function pdmrRow(market: EuCountry, changes: Partial<PdmrFiling> = {}): PdmrFiling {
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
    instrumentType: market === 'uk' ? null : market === 'nl' ? 'Gewoon aandeel' : 'Aktie',
    instrumentName: null,
    nature: EU_MARKETS[market].words?.acquisition ?? 'Purchase of shares',
    transactionType: market === 'nl' ? 'Overdracht' : null,
    direction: 'acquisition',
    price: 50,
    volume: market === 'de' ? null : 100,
    volumeIsAmount: false,
    currency: EU_MARKETS[market].currency,
    totalValue: market === 'de' ? 5000 : (changes.price ?? 50) * (changes.volume ?? 100),
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

/** Why a row is not in the feed, by the rules of its market alone. */
export function exclusion(row: PdmrFiling): string | null {
  return MARKET_RULES[row.market].exclusion(row);
}

/** The row as readers see it. */
export function toEuRow(row: PdmrFiling): EuRowFacts {
  const rules: MarketRules = MARKET_RULES[row.market];
  return rules.publicRow(row);
}
