/** Invented managers' transactions of the four European markets, all within the window of ninety days. */

import type { PdmrFiling, PdmrMarket, PdmrRecord } from '../../../src/records/europe/pdmr.js';
import { chance, DAY, pick, surname, type Volume } from './synthetic-data.js';

const NATURES: Record<PdmrMarket, [string, string]> = {
  de: ['Kauf', 'Verkauf'],
  uk: ['Purchase of shares', 'Sale of shares'],
  se: ['Förvärv', 'Avyttring'],
  nl: ['Acquisition', 'Disposal'],
};
const CURRENCIES: Record<PdmrMarket, string> = { de: 'EUR', uk: 'GBP', se: 'SEK', nl: 'EUR' };

/** The rows that the register shows: `rows` of the volume, and `more` that arrived since. */
export function market(which: PdmrMarket, volume: Volume, now: Date, more = 0): PdmrRecord[] {
  const rows = Array.from({ length: volume.euRows + more }, (_, n) => row(which, n, volume, now));
  if (which === 'de' || which === 'se')
    return [
      {
        kind: 'pdmr-window',
        market: which,
        basis: 'publication',
        mode: 'replace',
        from: new Date(now.getTime() - 400 * DAY).toISOString(),
        to: now.toISOString(),
        rows,
      },
    ];
  return rows.map((one) => ({
    kind: 'pdmr-notification',
    market: which,
    mode: 'replace',
    notificationKey: one.notificationKey,
    rows: [one],
  }));
}

function row(market: PdmrMarket, n: number, volume: Volume, now: Date): PdmrFiling {
  const issuer = pick(n, 40, 600);
  const buys = chance(n, 41) < 0.6;
  const price = 10 + (issuer % 400) / 4;
  const count = 10_000 + pick(n, 42, 20_000);
  const published = new Date(now.getTime() - ((n + 1) / (volume.euRows + 1)) * 85 * DAY);
  const publicationAt = `${published.toISOString().slice(0, 19)}.000Z`;
  const key = `${market}-${n}`;
  return {
    kind: 'pdmr',
    market,
    filingId: market === 'uk' || market === 'nl' ? `${key}#0` : `${publicationAt}|${key}|${issuer}|${count}`,
    notificationKey: key,
    publicationAt,
    publicationApproximate: false,
    issuerName: `${surname(issuer)} ${market === 'de' ? 'AG' : market === 'se' ? 'AB' : market === 'nl' ? 'N.V.' : 'plc'}`,
    lei: null,
    pdmrName: `${surname(n)}, Example`,
    notifier: null,
    closelyAssociated: false,
    relatedParty: null,
    capacity: 'Chief Executive Officer',
    isin: `${market.toUpperCase()}${String(9_900_000_000 + issuer)}`,
    instrumentType: market === 'se' ? 'Aktie' : 'Share',
    instrumentName: 'Ordinary share',
    nature: NATURES[market][buys ? 0 : 1],
    transactionType: market === 'nl' ? (buys ? 'Purchase' : 'Sale') : null,
    direction: buys ? 'acquisition' : 'disposal',
    price,
    volume: count,
    volumeIsAmount: false,
    currency: CURRENCIES[market],
    totalValue: Math.round(price * count * 100) / 100,
    valueUnknown: false,
    linkedToShareProgramme: false,
    amendment: false,
    status: 'current',
    transactionDate: publicationAt.slice(0, 10),
    venue: null,
    url: `https://register.example/${market}/${n}`,
    rawArtefactUrl: `https://register.example/${market}/${n}/document`,
    narrative: null,
  };
}
