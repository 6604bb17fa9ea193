/**
 * Calendar dates as announcements write them. The day comes before the month; a month name or four-digit year
 * resolves the rest.
 */

import { itemAt } from '../../../collections.js';

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const DATE_FORMS: Array<{ pattern: RegExp; order: 'ymd' | 'dmy' | 'mdy' }> = [
  { pattern: /(?<!\d)(\d{4})\s?[-–]\s?(\d{1,2})\s?[-–]\s?(\d{1,2})(?!\d)/g, order: 'ymd' },
  { pattern: /(?<![\d.,])((?:19|20)\d{2})[/.](\d{2})[/.](\d{2})(?!\d)/g, order: 'ymd' },
  { pattern: /(?<!\d)(\d{1,2})[/.](\d{1,2})[/.](\d{4}|\d{2})(?!\d)/g, order: 'dmy' },
  { pattern: /(?<!\d)(\d{1,2})-(\d{1,2})-(\d{4}|\d{2})(?!\d)/g, order: 'dmy' },
  {
    pattern: new RegExp(
      `(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)?(?:\\s+(?:day\\s+)?of)?[\\s-]{0,3}${MONTH}\\.?,?[\\s-]{0,3}(\\d{4}|\\d{2}(?!\\d))(?!\\d)`,
      'gi',
    ),
    order: 'dmy',
  },
  {
    pattern: new RegExp(`\\b${MONTH}\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})(?!\\d)`, 'gi'),
    order: 'mdy',
  },
];

const DAY_WITHOUT_YEAR = new RegExp(
  `(?<!\\d)\\d{1,2}(?:st|nd|rd|th)?[\\s-]{1,3}${MONTH}\\b|\\b${MONTH}\\.?\\s+\\d{1,2}(?:st|nd|rd|th)?\\b`,
  'i',
);

interface FoundDate {
  /** YYYY-MM-DD; null for something shaped like a date that is not a calendar day. */
  date: string | null;
  at: number;
  length: number;
}

/** Everything in the text that is shaped like a date, in order. */
export function findDates(text: string): FoundDate[] {
  return scanDates(text).found;
}

/** The one date that the text states, or null for a range, for several days, or if none can be read. */
export function oneDate(whole: string): string | null {
  const text = withoutSettlement(whole);
  const found = findDates(text);
  const first = found[0];
  if (first === undefined || found.some((f) => f.date !== first.date)) return null;
  // `2026-11-10 / 11`: a second day after the last date, not a time of day.
  const last = itemAt(found, -1);
  if (
    /^\s*(?:-|–|—|to|and|until|&|,|\/)\s*\d{1,2}(?:st|nd|rd|th)?(?![\d:.]|\s?[ap]m\b)/i.test(
      text.slice(last.at + last.length),
    )
  )
    return null;
  // `Between 3 November 2026 and 5 November`: a second day without its year.
  if (DAY_WITHOUT_YEAR.test(withoutDates(text)) || /\bbetween\b/i.test(text)) return null;
  // `13 - 20 May 2026`, `13, 19 and 20 May 2026`, `from 13 to 20 May 2026`
  if (/\d(?:st|nd|rd|th)?\s*(?:-|–|—|to|and|&|,|\/)\s*$/i.test(text.slice(0, first.at))) return null;
  const monthBefore = new RegExp(`\\d(?:st|nd|rd|th)?\\s+${MONTH}\\s*(?:-|–|—|to|and|&|,)\\s*$`, 'i');
  return monthBefore.test(text.slice(0, first.at)) ? null : first.date;
}

/** `Trade date 19 March 2020; settlement date 23 March 2020`: the text without the second, unless no other day is left. */
function withoutSettlement(text: string): string {
  const found = findDates(text);
  const settled = found.filter(({ at }) => SETTLED.test(text.slice(Math.max(0, at - 60), at)));
  const traded = found.filter((day) => !settled.includes(day));
  // Nothing is settled before its trade: the words are then about another day, or about an award.
  const lastTrade = traded.map(({ date }) => date ?? '9999').reduce((a, b) => (a > b ? a : b), '');
  if (traded.length === 0 || settled.some(({ date }) => date === null || date < lastTrade)) return text;
  return settled.reduce(
    (rest, { at, length }) => rest.slice(0, at) + ' '.repeat(length) + rest.slice(at + length),
    text,
  );
}

const SETTLED = /\b(?:settle(?:ment|[ds])|value dates?|notif(?:ication|ied))\b(?! and)[^\d;,)]{0,20}$/i;

/** The text with its dates blanked out, so that a day or a year is never taken for a price or a volume. */
export function withoutDates(text: string): string {
  return scanDates(text).rest;
}

/** One pass for each form, each on what the previous forms left. */
function scanDates(text: string): { found: FoundDate[]; rest: string } {
  const found: FoundDate[] = [];
  let rest = text;
  for (const { pattern, order } of DATE_FORMS) {
    rest = rest.replace(pattern, (match: string, a: string, b: string, c: string, at: number) => {
      const [year, month, day] = order === 'ymd' ? [a, b, c] : order === 'dmy' ? [c, b, a] : [c, a, b];
      found.push({ date: calendarDate(year, month, day), at, length: match.length });
      return ' '.repeat(match.length);
    });
  }
  return { found: found.sort((a, b) => a.at - b.at), rest };
}

function calendarDate(year: string, month: string, day: string): string | null {
  const y = year.length === 2 ? 2000 + Number(year) : Number(year);
  const m = /^\d/.test(month) ? Number(month) : MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  const d = Number(day);
  const time = new Date(Date.UTC(y, m - 1, d));
  const same = time.getUTCFullYear() === y && time.getUTCMonth() === m - 1 && time.getUTCDate() === d;
  return same && y >= 1990 ? time.toISOString().slice(0, 10) : null;
}
