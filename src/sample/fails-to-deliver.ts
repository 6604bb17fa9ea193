/** The fails-to-deliver files of the SEC for the invented issuers: two a month, late and full of gaps, as the real ones. */

import type { RawDocument } from '../registers/register.js';
import { addDays, type Calendar, calendarOf, daysBetween } from './calendar.js';
import { sampleCusip } from './cusips.js';
import { issuers, priceAt, type SampleIssuer } from './issuers.js';
import { type Draw, draws, hash } from './random.js';

const HEADING = 'SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE';
/** Days that the files reach back. */
const REACH = 372;
/** Last day of the month of which the first file tells. */
const MIDDLE = 14;

/**
 * The files that are out on `day` (YYYY-MM-DD, UTC), oldest first: of a month's first half at the month's end, of its
 * second half in the middle of the next month.
 * @throws RangeError when `day` is no calendar day.
 */
export function sampleFailsToDeliver(day: string): RawDocument[] {
  const calendar = calendarOf(day);
  const halves = new Map<string, string[]>();
  for (let back = calendar.backTo(addDays(day, -REACH)); back >= 0; back--) {
    const date = calendar.business(back);
    const half = `${date.slice(0, 4)}${date.slice(5, 7)}${Number(date.slice(8)) <= MIDDLE ? 'a' : 'b'}`;
    if (day < publishedOn(half)) continue;
    halves.set(half, [...(halves.get(half) ?? []), date]);
  }
  return [...halves].map(
    ([half, dates]): RawDocument => ({
      key: `cnsfails${half}`,
      kind: 'fails-to-deliver',
      url: `https://www.sec.gov/files/data/fails-deliver-data/cnsfails${half}.zip`,
      retrievedAt: `${day}T00:00:00.000Z`,
      bytes: Buffer.from(fileOf(dates, calendar)),
    }),
  );
}

/** First day, YYYY-MM-DD, on which a file is out. */
function publishedOn(half: string): string {
  const next = addDays(`${half.slice(0, 4)}-${half.slice(4, 6)}-28`, 4).slice(0, 7);
  return half.endsWith('a') ? addDays(`${next}-01`, -1) : `${next}-16`;
}

function fileOf(dates: readonly string[], calendar: Calendar): string {
  const lines: string[] = [];
  let shares = 0;
  for (const date of dates) {
    // One source of draws for each day: a file says the same whenever it is written.
    const draw = draws(`fails ${date}`);
    for (const issuer of issuers.filter(({ ticker }) => ticker !== '')) {
      for (const symbol of [issuer.ticker, ...(issuer.otherTickers ?? [])]) {
        const quantity = draw.between(1, 90_000);
        if (!draw.chance(shareOfDays(issuer))) continue;
        shares += quantity;
        lines.push(
          [
            date.replaceAll('-', ''),
            sampleCusip(issuer.name, symbol === issuer.ticker ? '10' : '20'),
            symbol.replaceAll('-', ''),
            quantity,
            issuer.name.toUpperCase().replaceAll('|', '').slice(0, 30),
            priceText(issuer, symbol, date, calendar, draw),
          ].join('|'),
        );
      }
    }
  }
  const trailer = [`Trailer record count ${lines.length}`, `Trailer total quantity of shares ${shares}`];
  return `${[HEADING, ...lines, ...trailer].join('\n')}\n`;
}

/** Per cent of the days on which a security failed to be delivered: small ones seldom. */
const shareOfDays = (issuer: SampleIssuer): number => 12 + (hash(issuer.name) % 80);

/** The close of the trading day before, `.` where there is none. */
function priceText(
  issuer: SampleIssuer,
  symbol: string,
  date: string,
  calendar: Calendar,
  draw: Draw,
): string {
  if (issuer.exchange === 'OTC' || symbol.endsWith('-WT') || draw.chance(2)) return '.';
  const back = calendar.backTo(date) + 1;
  const before = daysBetween(calendar.business(back), calendar.day);
  const price = priceAt(issuer, before);
  // On the first settlement date after a split the register still states an old share.
  const isFirstDay =
    issuer.split !== undefined &&
    before <= issuer.split.daysAgo &&
    daysBetween(calendar.business(back + 1), calendar.day) > issuer.split.daysAgo;
  return (isFirstDay ? price * (issuer.split?.newForOld ?? 1) : price).toFixed(2);
}
