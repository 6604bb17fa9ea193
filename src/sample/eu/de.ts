/** The sample of BaFin's export: the whole database as CSV, read yesterday and today. */

import type { RawDocument } from '../../registers/register.js';
import { addDays, calendarOf } from '../calendar.js';
import { GERMANY } from './cast.js';
import { dayFirst, decimalsOf, grouped, sceneOf, type Trade, worthOf } from './trades.js';

const HEADER =
  'Emittent;BaFin-ID;ISIN;Meldepflichtiger;Position / Status;Art des Instruments;Art des Geschäfts;Durchschnittspreis;Aggregiertes Volumen;Mitteilungsdatum;Datum des Geschäfts;Ort des Geschäfts;Datum der Aktivierung';

interface Changes {
  isin?: string;
  instrument?: string;
  nature?: string;
  price?: string;
  total?: string;
  currency?: string;
  venue?: string;
}

function line(trade: Trade, changes: Changes = {}): string {
  const { issuer, person, price } = trade;
  const currency = changes.currency ?? 'EUR';
  return [
    issuer.name,
    issuer.key,
    changes.isin ?? issuer.isin,
    `${person.surname}, ${person.given}`,
    person.position,
    changes.instrument ?? 'Aktie',
    changes.nature ?? (trade.buys ? 'Kauf' : 'Verkauf'),
    changes.price ?? `${grouped(price, '.', decimalsOf(price))} ${currency}`,
    changes.total ?? `${grouped(worthOf(trade), '.', 2)} ${currency}`,
    dayFirst(trade.published),
    dayFirst(trade.traded),
    changes.venue ?? 'Xetra',
    `${dayFirst(trade.published)} ${trade.clock}`,
  ].join(';');
}

/** The export as two runs read it: between them one notification was taken back and replaced. */
export function sampleDealings(day: string): RawDocument[] {
  const calendar = calendarOf(day);
  const { trade, routine } = sceneOf('de', calendar, GERMANY);
  const [zwirnholt, brummelstein] = GERMANY.issuers;
  const lines = routine(85).map((one) => line(one));
  const odd: Array<[Partial<Trade> & { back?: number }, Changes]> = [
    [{ buys: true }, { total: '24.999,99 EUR' }],
    [{ buys: true }, { total: '25.000,00 EUR' }],
    [{ buys: false }, { total: '25.000,01 EUR' }],
    // Another currency: no floor applies.
    [{ issuer: brummelstein, volume: 100, price: 41.5 }, { currency: 'GBP' }],
    [
      { issuer: brummelstein, volume: 250, price: 12.75 },
      { currency: 'USD', venue: 'NYSE' },
    ],
    [
      { volume: 5_000, price: 88.2 },
      { currency: 'CHF', venue: '' },
    ],
    [{ volume: 9_000 }, { isin: '', venue: 'außerbörslich' }],
    [{ volume: 50, price: 1_000 }, { instrument: 'Schuldtitel' }],
    [{ volume: 40_000, price: 1.2 }, { instrument: 'Anderes auf Aktie/schuldtitel bez. FI' }],
    // Neither acquisitions nor disposals.
    [{ volume: 20_000 }, { nature: 'Sonstiges' }],
    [{ volume: 20_000 }, { nature: 'Sonstiges', price: '0,00 EUR', total: '0,00 EUR' }],
    [{ volume: 20_000 }, { nature: 'Zeichnung' }],
    [{ volume: 20_000 }, { nature: 'Schenkung', price: '', total: '' }],
    // Trades that cannot be shown: no price, and a number of no currency.
    [{ volume: 5_000 }, { price: '', total: '' }],
    [{ volume: 5_000 }, { price: '13,10', total: '65.500,00' }],
    // Before the 90 days, still in the database.
    [{ back: 80, volume: 30_000 }, {}],
    [{ back: 150, volume: 30_000 }, {}],
  ];
  for (const [given, changes] of odd) lines.push(line(trade(given), changes));
  lines.push(lines[0] as string);

  const wrong = trade({ back: 4, issuer: zwirnholt, buys: true, price: 42.5, volume: 4_000 });
  const right = { ...wrong, published: calendar.business(0), volume: 5_000 };
  const document = (at: string, rows: string[]): RawDocument => ({
    key: 'database',
    kind: 'export',
    url: 'https://portal.mvp.bafin.de/database/DealingsInfo/sucheForm.do',
    retrievedAt: `${at}T00:00:00.000Z`,
    bytes: Buffer.from(`\ufeff${[HEADER, ...rows].join('\n')}\n`),
    metadata: { scope: 'all' },
  });
  return [
    document(addDays(calendar.business(2), 1), [
      ...lines.filter((row) => published(row) <= calendar.business(2)),
      line(wrong),
    ]),
    document(day, [...lines, line(right)]),
  ];
}

/** The day of activation of a line, YYYY-MM-DD. */
function published(row: string): string {
  return (row.split(';').at(-1)?.split(' ')[0] ?? '').split('.').reverse().join('-');
}
