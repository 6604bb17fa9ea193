/** The XBRL frames of share counts for most of the invented issuers: the last five quarters, as the SEC gives them. */

import type { RawDocument } from '../registers/register.js';
import { addDays, calendarOf } from './calendar.js';
import { issuers } from './issuers.js';
import { hash } from './random.js';

/** Companies of several classes are missing in the real frames too, and so are some of the small ones. */
const MISSING = new Set(['QQZ-A', 'XYZQ', 'BQRT', 'HXQA', '']);

/**
 * The frames as they stand on `day` (YYYY-MM-DD, UTC), oldest first. The count is that of a day about five weeks into
 * the quarter; a frame of which nothing is filed yet does not exist.
 * @throws RangeError when `day` is no calendar day.
 */
export function sampleSharesFrames(day: string): RawDocument[] {
  const { day: today } = calendarOf(day);
  return lastQuarters(today, 5).flatMap(({ year, quarter }, place): RawDocument[] => {
    const start = `${year}-${String(quarter * 3 - 2).padStart(2, '0')}-01`;
    const data = issuers
      .filter(({ ticker }) => !MISSING.has(ticker))
      .map((issuer) => ({
        accn: `9900090005-${String(year).slice(2)}-${String(100 * quarter + (hash(issuer.name) % 90)).padStart(6, '0')}`,
        cik: Number(issuer.cik),
        entityName: issuer.name,
        loc: 'US-DE',
        end: addDays(start, 30 + (hash(issuer.cik) % 12)),
        val: sharesOf(issuer.cik, place),
      }))
      .filter(({ end }) => end < today);
    if (data.length === 0) return [];
    const frame = `CY${year}Q${quarter}I`;
    const body = {
      taxonomy: 'dei',
      tag: 'EntityCommonStockSharesOutstanding',
      ccp: frame,
      uom: 'shares',
      label: 'Entity Common Stock, Shares Outstanding',
      description: 'Invented share counts.',
      pts: data.length,
      data,
    };
    return [
      {
        key: `${frame} ${today}`,
        kind: 'shares-frame',
        url: `https://data.sec.gov/api/xbrl/frames/dei/EntityCommonStockSharesOutstanding/shares/${frame}.json`,
        retrievedAt: `${today}T00:00:00.000Z`,
        bytes: Buffer.from(JSON.stringify(body)),
        metadata: { frame },
      },
    ];
  });
}

/** Between 18 and 258 million, a little more each quarter. */
const sharesOf = (cik: string, place: number): number =>
  Math.round((18_000_000 + (hash(`shares ${cik}`) % 240) * 1_000_000) * (1 + place / 200));

function lastQuarters(day: string, count: number): Array<{ year: number; quarter: number }> {
  const last = Number(day.slice(0, 4)) * 4 + Math.floor((Number(day.slice(5, 7)) - 1) / 3);
  return Array.from({ length: count }, (_, i) => last - count + 1 + i).map((n) => ({
    year: Math.floor(n / 4),
    quarter: (n % 4) + 1,
  }));
}
