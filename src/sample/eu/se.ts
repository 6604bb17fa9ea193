/** The sample of Finansinspektionen's export: a file for each week, and an earlier reading of one of them. */

import type { RawDocument } from '../../registers/register.js';
import { addDays, calendarOf } from '../calendar.js';
import { SWEDEN } from './cast.js';
import { sceneOf, type Trade } from './trades.js';

const HEADER =
  'Publiceringsdatum;Emittent;LEI-kod;Anmälningsskyldig;Person i ledande ställning;Befattning;Närstående;Korrigering;Beskrivning av korrigering;Är förstagångsrapportering;Är kopplad till aktieprogram;Karaktär;Instrumenttyp;Instrumentnamn;ISIN;Transaktionsdatum;Volym;Volymsenhet;Pris;Valuta;Handelsplats;Status;';

interface Cells {
  nature?: string;
  status?: 'Aktuell' | 'Reviderad' | 'Makulerad';
  currency?: string;
  unit?: string;
  isin?: string;
  instrument?: string;
  programme?: string;
  correction?: string;
  notifier?: string;
}

interface Row {
  trade: Trade;
  cells: Cells;
}

/** Numbers with a comma, volumes always with one decimal, as FI writes them. */
const number = (value: number, decimals = 0) => {
  const text = decimals === 0 ? String(value) : value.toFixed(decimals);
  return text.replace('.', ',');
};

function line({ trade, cells }: Row): string {
  const person = `${trade.person.given} ${trade.person.surname}`;
  const correction = cells.correction ?? '';
  return `${[
    `${trade.published} ${trade.clock}`,
    trade.issuer.name,
    trade.issuer.lei,
    cells.notifier ?? person,
    person,
    trade.person.position,
    cells.notifier === undefined ? '' : 'Ja',
    correction === '' ? '' : 'Ja',
    correction,
    correction === '' ? 'Ja' : '',
    cells.programme ?? '',
    cells.nature ?? (trade.buys ? 'Förvärv' : 'Avyttring'),
    cells.instrument ?? 'Aktie',
    trade.issuer.name.replace(/ AB.*$/, ''),
    cells.isin ?? trade.issuer.isin,
    `${trade.traded} 00:00:00`,
    number(trade.volume, 1),
    cells.unit ?? 'Antal',
    number(trade.price),
    cells.currency ?? 'SEK',
    'NASDAQ STOCKHOLM AB',
    cells.status ?? 'Aktuell',
  ].join(';')};`;
}

/** Every week that reaches into the last 90 days, oldest first. */
export function sampleInsyn(day: string): RawDocument[] {
  const calendar = calendarOf(day);
  const { trade, routine } = sceneOf('se', calendar, SWEDEN, 3);
  const [snodvarn, krakfjall, angtuva, balgo] = SWEDEN.issuers;
  const rows: Row[] = routine(88).map((one) => ({ trade: one, cells: {} }));
  const add = (given: Partial<Trade> & { back?: number }, cells: Cells = {}): Trade => {
    const one = trade(given);
    rows.push({ trade: one, cells });
    return one;
  };
  // The floor: just under, exactly at.
  add({ price: 49.9999, volume: 1_000 }, { isin: '' });
  add({ price: 50, volume: 1_000 }, { isin: '' });
  // Other currencies, far below it.
  add({ issuer: balgo, price: 20.5, volume: 100 }, { currency: 'EUR' });
  add({ issuer: balgo, price: 22.1, volume: 250 }, { currency: 'USD' });
  add({ issuer: balgo, price: 30.4, volume: 40 }, { currency: 'CAD' });
  add({ issuer: balgo, price: 0, volume: 500, buys: true }, { currency: 'EUR', programme: 'Ja' });
  // Genuine and large, beside others at that price.
  add({ issuer: snodvarn, buys: true, price: 164.9654, volume: 2_750_000 });
  add({ issuer: snodvarn, buys: true, price: 166.6174, volume: 2_000_000 });
  // Keying errors: a total typed as price, a misplaced decimal, price and volume alike.
  add({ back: 10, issuer: krakfjall, buys: true, price: 139_780, volume: 2_900 });
  add({ back: 12, issuer: krakfjall, buys: true, price: 0.482, volume: 310_000 });
  add({ back: 9, issuer: krakfjall, price: 48.2, volume: 5_000 });
  add({ back: 14, issuer: krakfjall, price: 47.9, volume: 6_000 });
  add({ price: 7_500_000, volume: 7_500_000 }, { isin: '', instrument: 'Obligation' });
  add({ price: 100, volume: 2_000_000 }, { unit: 'Belopp', instrument: 'Obligation' });
  // Other natures.
  for (const nature of [
    'Teckning',
    'Tilldelning',
    'Lösen ökning',
    'Gåva mottagen',
    'Utdelning mottagen',
    'Interntransaktion – Förvärv',
  ])
    add({ volume: 40_000 }, { nature });
  add({ volume: 4_000, price: 60 }, { instrument: 'Teckningsoption', programme: 'Ja' });
  add({ volume: 20_000, issuer: angtuva }, { notifier: '"Tranfjäder ""Öst"" Förvaltning; Holding AB"' });
  // Two identical fills are two rows.
  const fill = add({ back: 6, price: 88.9, volume: 1_500, issuer: SWEDEN.issuers[5] });
  rows.push({ trade: fill, cells: {} });

  // Revised and cancelled after they were first read, and the correction that came later.
  const revised = trade({ back: 20, issuer: angtuva, buys: true, price: 12.4, volume: 50_000 });
  const cancelled = trade({ back: 20, issuer: balgo, buys: false, price: 231.5, volume: 3_000 });
  const before = [revised, cancelled].map((one): Row => ({ trade: one, cells: {} }));
  rows.push({ trade: revised, cells: { status: 'Reviderad' } });
  rows.push({ trade: cancelled, cells: { status: 'Makulerad' } });
  rows.push({
    trade: { ...revised, published: calendar.business(17), volume: 5_000 },
    cells: { correction: 'Fel antal aktier' },
  });

  const week = (from: string, at: string, content: Row[]): RawDocument => {
    const to = addDays(from, 6) < day ? addDays(from, 6) : addDays(day, -1);
    const lines = content
      .filter((row) => row.trade.published >= from && row.trade.published <= to)
      .map(line)
      .sort()
      .reverse();
    return {
      key: from,
      kind: 'window',
      url: `https://marknadssok.fi.se/Publiceringsklient/sv-SE/Search/Search?SearchFunctionType=Insyn&Publiceringsdatum.From=${from}&Publiceringsdatum.To=${to}&button=export`,
      retrievedAt: `${at}T00:00:00.000Z`,
      bytes: Buffer.from([HEADER, ...lines, ''].join('\r\n'), 'utf16le'),
      metadata: { from, to },
    };
  };
  const documents: RawDocument[] = [];
  for (let from = mondayOf(addDays(day, -90)); from < day; from = addDays(from, 7)) {
    if (from === mondayOf(revised.published)) documents.push(week(from, addDays(from, 7), before));
    documents.push(week(from, day, rows));
  }
  return documents;
}

function mondayOf(day: string): string {
  return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}
