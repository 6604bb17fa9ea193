/** The invented documents of the sample. Their dates are left open and are filled in here for a given day. */

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dateOfDay, dayNumber, isCalendarDate, utcDate, weekdayOfDay } from '../dates.js';
import { packageRoot } from '../package-root.js';
import type { RawDocument } from '../registers/register.js';

/** The line before each document in a bundle: its metadata in the register. */
interface Header extends Partial<Omit<RawDocument, 'bytes'>> {
  key: string;
  kind: string;
  url: string;
  /** Below the folder of documents; if given, the bytes are those of this file, whose dates have a fixed width. */
  file?: string;
  encoding?: BufferEncoding;
}

/** The day number of a Monday, 1970-01-05. */
const FIRST_MONDAY = 4;
/** Managers file 44 days after the end of a quarter; by then its reports are there, and none of a later quarter. */
const REPORTED_AFTER_DAYS = 47;
/** `{{-012is}}`, `{{q-1us}}` and `{{q-1+44is}}`: see data/sample/README.md. */
const OPEN_DATE = /\{\{(?:(q)([+-]\d)?)?([+-]\d{2,4})?([a-z]{2})\}\}/g;
const HEADER_LINE = /^%%% (.+)\n/m;

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const MAANDEN = 'jan feb mrt apr mei jun jul aug sep okt nov dec'.split(' ');

/** How registers write a day; the two forms in PDFs are as wide as their open dates. */
const FORMS = {
  is: (year: string, month: string, day: string) => `${year}-${month}-${day}`,
  us: (year: string, month: string, day: string) => `${month}/${day}/${year}`,
  ud: (year: string, month: string, day: string) => `${month}-${day}-${year}`,
  up: (year: string, month: string, day: string) => `${month}.${day}.${year}`,
  un: (year: string, month: string, day: string) => `${Number(month)}/${Number(day)}/${year}`,
  eu: (year: string, month: string, day: string) => `${day}.${month}.${year}`,
  /** A year typed without its century, as some filers do. */
  zz: (year: string, month: string, day: string) => `00${year.slice(2)}-${month}-${day}`,
  co: (year: string, month: string, day: string) => `${year}${month}${day}`,
  en: (year: string, month: string, day: string) => `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`,
  nl: (year: string, month: string, day: string) => `${Number(day)} ${MAANDEN[Number(month) - 1]} ${year}`,
  yr: (year: string) => year,
  yy: (year: string) => year.slice(2),
  /** Name of a fails-to-deliver file, which holds half a month. */
  hm: (year: string, month: string, day: string) => `${year}${month}${Number(day) < 15 ? 'a' : 'b'}`,
  /** Name of an XBRL frame, which holds a quarter. */
  fr: (year: string, month: string) => `CY${year}Q${Math.ceil(Number(month) / 3)}I`,
};
export type DayForm = keyof typeof FORMS;

/** `day` (YYYY-MM-DD) as a register writes it. */
export function formatDay(day: string, form: DayForm): string {
  const [year = '', month = '', ofMonth = ''] = day.split('-');
  return FORMS[form](year, month, ofMonth);
}

/**
 * The invented documents of one register as of `day` (YYYY-MM-DD, UTC), in that register's own format; none for a
 * register without a sample. All of their dates are before that day, except for terms that end later.
 * @throws RangeError when `day` is not a calendar day.
 */
export function sampleDocuments(registerId: string, day: string): RawDocument[] {
  const folder = documentsFolder();
  const file = join(folder, `${registerId}.txt`);
  if (!existsSync(file)) return [];
  const parts = fillIn(readFileSync(file, 'utf8'), day).split(HEADER_LINE).slice(1);
  const documents: RawDocument[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const {
      file: name,
      encoding,
      retrievedAt = `${day}T00:00:00.000Z`,
      ...rest
    } = JSON.parse(parts[at] ?? '') as Header;
    const bytes =
      name === undefined
        ? Buffer.from((parts[at + 1] ?? '').replace(/\n$/, ''), encoding)
        : Buffer.from(fillIn(readFileSync(join(folder, name), 'latin1'), day), 'latin1');
    documents.push({ ...rest, retrievedAt, bytes });
  }
  return documents;
}

/** Changed documents have another version, so that a store made from older ones is not served. */
export function sampleVersion(): string {
  const folder = documentsFolder();
  const hash = createHash('sha256');
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
    if (/\.(?:txt|pdf)$/.test(name)) hash.update(readFileSync(join(folder, name)));
  return hash.digest('hex').slice(0, 8);
}

/** `text` with its open dates as of `day`. */
export function fillIn(text: string, day: string): string {
  if (!isCalendarDate(day)) throw new RangeError(`not a calendar day: ${day}`);
  const today = dayNumber(day);
  return text.replace(OPEN_DATE, (_, quarter, quarters, days, form) => {
    const count = Number(days ?? 0);
    const found =
      quarter === undefined
        ? later(weekdayOrBefore(today - 1), count)
        : quarterEnd(today, Number(quarters ?? 0)) + count;
    // The documents of the sample use only the forms of `FORMS`.
    return formatDay(dateOfDay(days === undefined ? found : weekdayOrBefore(found)), form as DayForm);
  });
}

const documentsFolder = () => join(packageRoot(), 'data/sample/documents');

/** The Friday before for a Saturday or a Sunday, else the same day. All of these are day numbers. */
function weekdayOrBefore(day: number): number {
  return day - Math.max(0, weekdayOfDay(day) - 4);
}

/** The weekday `count` weekdays later than a weekday. */
function later(day: number, count: number): number {
  const weeks = Math.floor((day - FIRST_MONDAY) / 7);
  const place = weeks * 5 + weekdayOfDay(day) + count;
  return FIRST_MONDAY + Math.floor(place / 5) * 7 + (((place % 5) + 5) % 5);
}

/** The last day of the quarter `count` quarters after the newest one that managers have reported. */
function quarterEnd(today: number, count: number): number {
  const year = Number(dateOfDay(today).slice(0, 4));
  const endOf = (quarter: number) => dayNumber(utcDate(Date.UTC(year, 3 * quarter, 0)));
  let newest = 4;
  while (today - endOf(newest) <= REPORTED_AFTER_DAYS) newest -= 1;
  return endOf(newest + count);
}
