/** Invented managers' transactions of the European markets, all within the window of ninety days. */

import type { PdmrFiling, PdmrRecord } from '../../../src/records/europe/pdmr.js';
import { EU_MARKETS, type EuCountry } from '../../../tools/contract/markets/index.js';
import { chance, DAY, pick, surname, type Volume } from './synthetic-data.js';

const FREE_TEXT = { acquisition: 'Purchase of shares', disposal: 'Sale of shares' };

/** The rows that the register shows: those of the volume, and `more` that arrived today. */
export function market(which: EuCountry, volume: Volume, now: Date, more = 0): PdmrRecord[] {
  // Published at even distances: an hour later the same rows have the same moments, as in a register.
  const apart = (85 * DAY) / volume.euRows;
  const newest = Math.floor(now.getTime() / apart);
  const today = Math.floor(now.getTime() / DAY) * DAY;
  const rows = [
    ...Array.from({ length: volume.euRows }, (_, n) => row(which, newest - n, (newest - n) * apart)),
    ...Array.from({ length: more }, (_, n) => row(which, -1 - n, today - n * 1000)),
  ];
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

function row(market: EuCountry, n: number, publishedMs: number): PdmrFiling {
  const issuer = pick(n, 40, 600);
  const buys = chance(n, 41) < 0.6;
  const price = 10 + (issuer % 400) / 4;
  const count = 10_000 + pick(n, 42, 20_000);
  const publicationAt = `${new Date(publishedMs).toISOString().slice(0, 19)}.000Z`;
  const key = `${market}-${n}`;
  return {
    kind: 'pdmr',
    market,
    filingId: market === 'uk' || market === 'nl' ? `${key}#0` : `${publicationAt}|${key}|${issuer}|${count}`,
    notificationKey: key,
    publicationAt,
    publicationApproximate: false,
    issuerName: `${surname(issuer)} ${market === 'de' ? 'AG' : market === 'se' ? 'AB' : market === 'nl' ? 'N.V.' : 'plc'}`,
    // As in the registers, some rows name it and others do not.
    lei: market === 'de' || issuer % 3 === 0 ? null : `9845INVENTED${String(issuer).padStart(8, '0')}`,
    pdmrName: `${surname(n)}, Example`,
    notifier: null,
    closelyAssociated: false,
    relatedParty: null,
    capacity: 'Chief Executive Officer',
    isin: `${market.toUpperCase()}${String(9_900_000_000 + issuer)}`,
    instrumentType: market === 'se' ? 'Aktie' : 'Share',
    instrumentName: 'Ordinary share',
    nature: (EU_MARKETS[market].words ?? FREE_TEXT)[buys ? 'acquisition' : 'disposal'],
    transactionType: market === 'nl' ? (buys ? 'Purchase' : 'Sale') : null,
    direction: buys ? 'acquisition' : 'disposal',
    price,
    volume: count,
    volumeIsAmount: false,
    currency: EU_MARKETS[market].currency,
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
