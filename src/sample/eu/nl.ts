/** The sample of AFM's register: a page for each notification, then the index that lists them. */

import type { RawDocument } from '../../registers/register.js';
import { calendarOf } from '../calendar.js';
import { hash } from '../random.js';
import { NETHERLANDS } from './cast.js';
import { decimalsOf, grouped, sceneOf, type Trade } from './trades.js';

const PAGE =
  'https://www.afm.nl/en/sector/registers/meldingenregisters/transacties-leidinggevenden-mar19-/details?id=';
const HEADINGS = [
  'Instrument type',
  'ISIN',
  'Transaction category',
  'Transaction type',
  'Stock option program',
  'Trading place',
  'Price',
  'Quantity',
  'Unit',
];
const MONTHS = ['jan', 'feb', 'mrt', 'apr', 'mei', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dec'];

interface Cells {
  instrument?: string;
  isin?: string;
  type?: string;
  programme?: 'Ja' | 'Nee';
  currency?: string;
  price?: string;
}

interface Notification {
  id: string;
  trade: Trade;
  rows: Array<{ trade: Trade; cells: Cells }>;
  /** The other of person and company. */
  related: string;
  /** Listed before the first load: nothing tells when it was published. */
  old: boolean;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const guid = (name: string) => {
  const hex = [1, 2, 3, 4].map((part) => hash(`${name} ${part}`).toString(16).padStart(8, '0')).join('');
  return hex.toUpperCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};
const nameOf = ({ person }: Trade) => `${person.surname} ${person.given}`;

function cellsOf(trade: Trade, cells: Cells): string[] {
  return [
    cells.instrument ?? 'Gewoon aandeel',
    cells.isin ?? trade.issuer.isin,
    trade.buys ? 'Verwerving' : 'Vervreemding',
    cells.type ?? 'Overdracht',
    cells.programme ?? 'Nee',
    'EURONEXT - EURONEXT AMSTERDAM',
    cells.price ?? grouped(trade.price, '.', decimalsOf(trade.price)),
    grouped(trade.volume, '.', 2),
    cells.currency ?? 'EUR',
  ];
}

/** The aggregated table has no option column, yet its narrow-screen headings go on as if it had. */
function page({ id, trade, rows }: Notification): string {
  const field = (label: string, value: string) =>
    `<div class="cc-em--detail-list__item"><span class="cc-em--detail-list__label">${label}</span>\n<span class="cc-em--detail-list__value">\n <span>${escaped(value)}</span>\n</span></div>`;
  const head = (names: string[]) =>
    `<thead><tr>${names.map((name) => `<th>\n  ${name}\n</th>`).join('')}</tr></thead>`;
  const body = (lines: string[][]) =>
    lines
      .map(
        (cells) =>
          `<tr>${cells.map((text, at) => `<td><span class="cc-mobile-title">${HEADINGS[at]}</span>${escaped(text)}</td>`).join('')}</tr>`,
      )
      .join('');
  const lines = rows.map(({ trade: fill, cells }) => cellsOf(fill, cells));
  const [year, month, dayOfMonth] = trade.traded.split('-').map(Number) as [number, number, number];
  return `<!DOCTYPE html><html lang="en"><head><meta charset="UTF-8" /><title>Result from register</title><meta property="og:url" content="${PAGE}${id}" /></head><body>
<div class="cc-em cc-em--detail-list">${field('Notifiable', nameOf(trade))}${field('Issuing institution', trade.issuer.name)}${field('LEI', trade.issuer.lei)}${field('Position/Status', trade.person.position)}${field('Transaction', `${dayOfMonth} ${MONTHS[month - 1]} ${year}`)}</div>
<h2 class="cc-em--table__title">Transactions</h2><table>${head(HEADINGS)}<tbody>${body(lines)}</tbody></table>
<h2 class="cc-em--table__title">Aggregated information</h2><table>${head(HEADINGS.filter((_, at) => at !== 4))}<tbody>${body(lines.map((cells) => cells.filter((_, at) => at !== 4)))}</tbody></table>
<p class="cc-em--table__note"> Date last update: ${dayOfMonth} ${MONTHS[month - 1]} ${year}</p></body></html>`;
}

function entry({ id, trade, related }: Notification): string {
  const [year, month, dayOfMonth] = trade.traded.split('-').map(Number);
  const issuer = escaped(trade.issuer.name);
  return `<vermelding><meldingid>${id}</meldingid><transactiedatum>${month}/${dayOfMonth}/${year} 12:00:00 AM</transactiedatum><uitgevendeinstelling>${issuer}</uitgevendeinstelling><meldingsplichtige>${nameOf(trade)}</meldingsplichtige><meldingsplichtigeachternaam>${trade.person.surname}</meldingsplichtigeachternaam><nauwgelieerdaan>${escaped(related)}</nauwgelieerdaan><functie>${trade.person.position}</functie><lei>${trade.issuer.lei}</lei><vermelding>${issuer} - ${nameOf(trade)} - ${escaped(related)}</vermelding></vermelding>`;
}

/** About 90 notifications; the index comes last and no longer lists one of them. */
export function sampleMar19(day: string): RawDocument[] {
  const calendar = calendarOf(day);
  const { draw, trade, routine } = sceneOf('nl', calendar, NETHERLANDS);
  const notifications: Notification[] = [];
  const add = (first: Trade, cells: Cells[] = [{}], more: Partial<Notification> = {}): Notification => {
    const own: Notification = {
      id: `${first.traded.replaceAll('-', '')}${guid(`melding ${notifications.length}`)}`,
      trade: first,
      rows: cells.map((one, at) => ({
        trade: at === 0 ? first : { ...first, volume: first.volume + at * 100 },
        cells: one,
      })),
      related: '',
      old: false,
      ...more,
    };
    notifications.push(own);
    return own;
  };
  for (const one of routine(75))
    add(one, draw.chance(25) ? [{}, {}] : [{}], {
      old: draw.chance(20),
      related: draw.chance(12) ? `${one.person.surname} Beheer B.V.` : '',
    });
  // The floor: just under, exactly at.
  add(trade({ price: 24.9999, volume: 1_000 }));
  add(trade({ price: 25, volume: 1_000 }));
  // Other currencies, below it.
  add(trade({ price: 101.5, volume: 40 }), [{ currency: 'USD' }, { currency: 'GBP' }, { currency: 'NOK' }]);
  add(trade({ volume: 8_000 }), [{ isin: '' }]);
  add(trade({ volume: 9_000, buys: false }), [{ programme: 'Ja', type: 'Verkoop' }]);
  add(trade({ volume: 9_000, buys: true }), [{ type: 'Aankoop', instrument: 'Certificaat van aandeel' }]);
  // Awards and dividends carry `Verwerving` too.
  add(trade({ volume: 9_000, buys: true }), [
    { type: 'voorwaardelijke toekenning', instrument: 'Conditional share award', price: '0,00' },
    { type: 'Dividend' },
    { type: 'Uitoefening', instrument: 'Personeelsoptie', programme: 'Ja' },
    { type: 'Overdracht', instrument: 'Restricted share (right)' },
    { type: 'Omwisseling van soort effect' },
  ]);
  // A plain trade without a price, and a type that nobody has met.
  add(trade({ volume: 9_000 }), [{ price: '' }, { type: 'Bijzondere afspraak' }]);
  // One notification over two days is two entries with one GUID.
  const twice = add(trade({ back: 8, traded: calendar.business(9), volume: 7_000 }));
  const later = { ...twice.trade, traded: calendar.business(8) };
  add(later, [{}], { id: `${later.traded.replaceAll('-', '')}${twice.id.slice(8)}` });
  const gone = add(trade({ back: 15, volume: 12_000 }));

  const pages = notifications.map((one): RawDocument => {
    const seenAt = `${one.trade.published}T${one.trade.clock}.000Z`;
    return {
      key: one.id,
      kind: 'detail',
      url: `${PAGE}${one.id}`,
      retrievedAt: seenAt,
      bytes: Buffer.from(page(one)),
      metadata: {
        id: one.id,
        seenAt,
        firstLoad: String(one.old),
        transactionDate: one.trade.traded,
        relatedParty: one.related,
      },
    };
  });
  const listed = notifications
    .filter((one) => one !== gone)
    .sort((a, b) => (a.trade.traded < b.trade.traded ? 1 : -1))
    .map(entry);
  return [
    ...pages,
    {
      key: 'index',
      kind: 'index',
      url: 'https://www.afm.nl/export.aspx?type=0ee836dc-5520-459d-bcf4-a4a689de6614&format=xml',
      retrievedAt: `${day}T00:00:00.000Z`,
      bytes: Buffer.from(`<register name="transacties-leidinggevenden-mar19-">${listed.join('')}</register>`),
    },
  ];
}
