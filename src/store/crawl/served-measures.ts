/** What derivation made of corrections, of figures with a witness, of purchases and of lots: counted in the ledger, register by register. */

import { EU_MARKETS } from '../../../tools/contract/markets/index.js';
import { WINDOW_DAYS } from '../../../tools/contract/rules.js';
import type { RegisterServed, ServedMeasures } from '../../../tools/contract/shapes/served-measures.js';
import { appendTo, groupBy } from '../../collections.js';
import { dayNumber, daysBefore, HOUR_MS } from '../../dates.js';
import { normaliseTitle } from '../../records/form4/security-title.js';
import type { Store } from '../database/store.js';
import { readMeasure, writeMeasure } from './measures.js';

/** One pass over the rows of a year takes seconds: publications show what the last one counted. */
const EVERY_MS = 6 * HOUR_MS - 5 * 60_000;
/** Another filing of these days speaks about a price, and agrees if it is within this factor: as in derivation. */
const NEAR = { days: 7, factor: 1.5 };

/** Counts again what was counted about six hours ago, or at once with `isDue`. */
export function measureServed(store: Store, now: Date, isDue = false): void {
  const last = readMeasure<ServedMeasures>(store, 'served');
  if (!isDue && last !== null && now.getTime() - Date.parse(last.at) < EVERY_MS) return;
  writeMeasure(store, 'served', now, servedMeasures(store, now));
}

/** Registers without rows are left out. What only a written truth shows is null. @param since from when trades are confirmed, YYYY-MM-DD */
export function servedMeasures(
  store: Store,
  now: Date,
  since: string = daysBefore(now, WINDOW_DAYS),
): ServedMeasures {
  const registers = [form4Measures(store, since), ...congressMeasures(store), ...marketMeasures(store)];
  return { computedAt: now.toISOString(), registers: registers.filter((one) => one !== null) };
}

function form4Measures(store: Store, since: string): RegisterServed | null {
  const labels = store
    .rows<[implausible: string, rows: number]>(
      `SELECT l.implausible, d.rows FROM (SELECT label_id, count(*) AS rows FROM form4_derived GROUP BY label_id) d
       JOIN form4_label l ON l.id = d.label_id`,
    )
    .all();
  if (labels.length === 0) return null;
  const [filed = 0] =
    store
      .rows<[rows: number]>(
        `SELECT count(*) FROM form4_filing f CROSS JOIN form4_derived d ON d.filing_id = f.id WHERE f.document_type = '4/A'`,
      )
      .get() ?? [];
  const [replaced = 0, joined = 0] =
    store
      .rows<[replaced: number, joined: number]>(
        `SELECT coalesce(sum(status = 'superseded' AND r.document_type = '4/A'), 0),
           coalesce(sum(status = 'duplicate' OR r.document_type <> '4/A'), 0)
         FROM form4_derived d LEFT JOIN form4_filing r ON r.accession = d.represented_by_accession
         WHERE d.status <> 'canonical'`,
      )
      .get() ?? [];
  const { confirmed, apart } = tradeMeasures(store, since);
  const contradicted = labels
    .filter(([implausible]) => implausible.split(',').some((word) => WITNESSED.has(word)))
    .reduce((sum, [, rows]) => sum + rows, 0);
  return {
    register: 'sec-form4',
    corrections: { filed, replaced, marked: 0, missed: null },
    witnesses: { confirmed, contradicted },
    acquisitions: acquisitionsOf(store),
    lots: { joined, apart },
  };
}

/** Reasons that another statement gives; the others a row gives itself. */
const WITNESSED = new Set([
  'total-as-price',
  'price-unlike-others',
  'price-without-support',
  'price-outside-stated-range',
  'price-per-cent-of-principal',
  'shares-above-holding',
  'date-before-period',
]);

/** How shares were acquired, of rows of code P. */
function acquisitionsOf(store: Store): RegisterServed['acquisitions'] {
  return store
    .rows<[kind: string, rows: number]>(
      `SELECT l.acquisition, sum(d.rows) FROM (SELECT label_id, count(*) AS rows FROM form4_derived
         WHERE status = 'canonical' GROUP BY label_id) d
       JOIN form4_label l ON l.id = d.label_id WHERE l.acquisition IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1`,
    )
    .all()
    .map(([kind, rows]) => ({ kind, rows }));
}

type CountedTrade = [
  issuer: string,
  filing: number,
  code: string,
  date: string,
  shares: number,
  price: number,
  title: string,
];

/** Prices of trades that another filing of these days confirms, and equal lots of two filings that stay two. */
function tradeMeasures(store: Store, since: string): { confirmed: number; apart: number } {
  const trades = store.rows<CountedTrade>(
    `SELECT f.issuer_cik, f.id, t.code, t.transaction_date, t.shares, t.price, t.security_title
     FROM form4_derived d CROSS JOIN form4_filing f ON f.id = d.filing_id
     CROSS JOIN form4_transaction t ON t.filing_id = d.filing_id AND t."row" = d."row"
     WHERE d.in_feed = 1 AND t.price > 0 AND f.filed_at >= ?`,
  );
  const alike = new Map<string, Array<{ filing: number; lot: string; day: number; price: number }>>();
  for (const [issuer, filing, code, date, shares, price, title] of trades.iterate(since))
    appendTo(alike, `${issuer} ${normaliseTitle(title)}`, {
      filing,
      lot: `${code} ${date} ${shares} ${price}`,
      day: dayNumber(date),
      price,
    });
  let [confirmed, apart] = [0, 0];
  for (const lots of alike.values()) {
    lots.sort((a, b) => a.day - b.day);
    confirmed += lots.filter((one, at) => isConfirmed(lots, one, at)).length;
    for (const equal of groupBy(lots, ({ lot }) => lot).values())
      if (new Set(equal.map(({ filing }) => filing)).size > 1) apart += equal.length;
  }
  return { confirmed, apart };
}

interface PricedLot {
  filing: number;
  day: number;
  price: number;
}

/** @param lots by day */
function isConfirmed(lots: readonly PricedLot[], one: PricedLot, at: number): boolean {
  for (const step of [-1, 1])
    for (let place = at + step; ; place += step) {
      const other = lots[place];
      if (other === undefined || Math.abs(other.day - one.day) > NEAR.days) break;
      const apart = Math.max(one.price / other.price, other.price / one.price);
      if (other.filing !== one.filing && apart <= NEAR.factor) return true;
    }
  return false;
}

function congressMeasures(store: Store): RegisterServed[] {
  const rows = store
    .rows<[register: string, filed: number, marked: number]>(
      `SELECT r.register, coalesce(sum(r.amendment = 1 OR s.filing_status = 'Amended'), 0),
         coalesce(sum(t.is_correction_open), 0)
       FROM member_trade t JOIN stock_act_report r ON r.id = t.report_id
       JOIN stock_act_trade s ON s.report_id = t.report_id AND s."row" = t."row" GROUP BY 1 ORDER BY 1`,
    )
    .all();
  const replaced = new Map(
    store
      .rows<[register: string, rows: number]>(
        `SELECT r.register, count(*) FROM stock_act_superseded s JOIN stock_act_report r ON r.id = s.report_id GROUP BY 1`,
      )
      .all(),
  );
  return rows.map(([register, filed, marked]) => ({
    register,
    corrections: { filed, replaced: replaced.get(register) ?? 0, marked, missed: null },
    witnesses: null,
    acquisitions: null,
    lots: null,
  }));
}

/** Exclusions of rows that a later row took the place of, that figures contradict, and that another row repeats. */
const EXCLUSIONS = {
  replaced: ['amended', 'revised', 'cancelled'],
  contradicted: ['keying-error'],
  joined: ['repeated'],
};

function marketMeasures(store: Store): RegisterServed[] {
  const rows = store
    .rows<[market: keyof typeof EU_MARKETS, exclusion: string, filed: number, rows: number]>(
      `SELECT market, coalesce(exclusion, ''), coalesce(sum(amendment = 1), 0), count(*) FROM pdmr_filing GROUP BY 1, 2`,
    )
    .all();
  return [...groupBy(rows, ([market]) => market)].map(([market, own]) => {
    const count = (words: readonly string[]) =>
      own.reduce((sum, [, exclusion, , times]) => sum + (words.includes(exclusion) ? times : 0), 0);
    return {
      register: EU_MARKETS[market].register,
      corrections: {
        filed: own.reduce((sum, [, , filed]) => sum + filed, 0),
        replaced: count(EXCLUSIONS.replaced),
        marked: 0,
        missed: null,
      },
      witnesses: { confirmed: null, contradicted: count(EXCLUSIONS.contradicted) },
      acquisitions: null,
      lots: { joined: count(EXCLUSIONS.joined), apart: null },
    };
  });
}
