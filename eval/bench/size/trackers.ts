/** Eleven invented tracked portfolios of all three archetypes, with ten years of reports. */

import type { CusipSymbols } from '../../../src/records/portfolios/cusip.js';
import type { Holdings13F } from '../../../src/records/portfolios/form13f.js';
import type { Oge278TReport } from '../../../src/records/portfolios/oge-278t.js';
import { type CuratedTracker, readCuratedTrackers } from '../../../src/records/portfolios/tracker.js';
import { bioguideOf } from './congress.js';
import { chance, DAY, issuerName, letters, pick, type Volume } from './synthetic-data.js';

/** Rows in a quarter's report of each of the eight managers. */
const FUNDS = [12, 25, 30, 40, 50, 70, 110, 200];
const QUARTERS = 40;
const OGE_REPORTS = 30;
const OGE_ROWS = 60;
const OFFICIAL = 'Exampleton, Quill R';

const cikOf = (fund: number) => String(990_000_100 + fund).padStart(10, '0');
const cusipOf = (issuer: number) => `99${String(issuer).padStart(6, '0')}0`;

export function trackers(): CuratedTracker[] {
  const common = (n: number) => ({
    role: 'Invented',
    benchmarkTicker: letters(0),
    sortOrder: n + 1,
    sources: ['one', 'two'],
  });
  return readCuratedTrackers({
    about: 'Nobody in this set exists.',
    trackers: [
      ...FUNDS.map((_, n) => ({
        ...common(n),
        slug: `invented-fund-${n}`,
        displayName: `Invented Fund ${n}`,
        entityName: `Invented Fund ${n} LP`,
        archetype: 'hedge_fund',
        caveatKeys: ['lag-30-45d'],
        sourceId: cikOf(n),
      })),
      ...[0, 1].map((n) => ({
        ...common(FUNDS.length + n),
        slug: `invented-member-${n}-tracker`,
        displayName: `Invented Member ${n}`,
        entityName: null,
        archetype: 'congress',
        caveatKeys: ['range-bucketed'],
        sourceId: bioguideOf(n),
      })),
      {
        ...common(FUNDS.length + 2),
        slug: 'invented-official',
        displayName: 'Quill R. Exampleton',
        entityName: null,
        archetype: 'oge_278t',
        caveatKeys: ['range-bucketed'],
        sourceId: OFFICIAL,
      },
    ],
  });
}

/** Every report of every fund: the last days of forty quarters before `now`. */
export function* fundReports(volume: Volume, now: Date): Generator<Holdings13F> {
  for (const [fund, size] of FUNDS.entries())
    for (let quarter = QUARTERS; quarter > 0; quarter -= 1) {
      const year = now.getUTCFullYear();
      const end = new Date(Date.UTC(year, Math.floor(now.getUTCMonth() / 3) * 3 - 3 * (quarter - 1), 0));
      const filedAt = new Date(Math.min(end.getTime() + 44 * DAY, now.getTime() - DAY)).toISOString();
      const rows = Array.from({ length: size * volume.times }, (_, row) => {
        // Each quarter, one position of eight is replaced, and one of three changes.
        const issuer = (fund * 37 + row * 3 + Math.floor((quarter + row) / 8)) % volume.issuers;
        const change = Math.floor((quarter + row) / 3);
        const amount = 10_000 + pick(fund * 100_000 + row * 100 + change, 50, 90_000);
        return {
          row,
          nameOfIssuer: issuerName(issuer).toUpperCase(),
          titleOfClass: 'COM',
          cusip: cusipOf(issuer),
          figi: null,
          value: amount * (20 + (issuer % 50)),
          amount,
          amountType: 'SH' as const,
          putCall: null,
          discretion: 'SOLE' as const,
          otherManager: null,
        };
      });
      yield {
        kind: '13f',
        accession: `000990${String(100 + fund).padStart(4, '0')}-26-${String(quarter).padStart(6, '0')}`,
        cik: String(Number(cikOf(fund))),
        managerName: `INVENTED FUND ${fund} LP`,
        formType: '13F-HR',
        amendmentType: null,
        amendmentNo: null,
        periodEnd: end.toISOString().slice(0, 10),
        filedAt,
        filedAtApproximate: false,
        filedDate: filedAt.slice(0, 10),
        reportType: '13F HOLDINGS REPORT',
        tableEntryTotal: rows.length,
        tableValueTotal: rows.reduce((sum, { value }) => sum + value, 0),
        isConfidentialOmitted: false,
        valueUnit: 'dollars',
        valueUnitContradicted: false,
        rows,
      };
    }
}

/** Which symbol each issuer's CUSIP has. */
export function cusips(volume: Volume, now: Date): CusipSymbols {
  const lastDate = new Date(now.getTime() - 20 * DAY).toISOString().slice(0, 10);
  const rows = Array.from({ length: volume.issuers }, (_, issuer) => ({
    cusip: cusipOf(issuer),
    symbol: letters(issuer),
    description: issuerName(issuer).toUpperCase(),
    lastDate,
  }));
  return { kind: 'cusip-symbols', file: 'invented', rows };
}

export function* officialReports(volume: Volume, now: Date): Generator<Oge278TReport> {
  for (let n = 0; n < OGE_REPORTS; n += 1) {
    const signed = new Date(now.getTime() - (n * 30 + 10) * DAY).toISOString().slice(0, 10);
    const traded = new Date(now.getTime() - (n * 30 + 30) * DAY).toISOString().slice(0, 10);
    yield {
      kind: 'oge-278t-report',
      documentId: n.toString(16).toUpperCase().padStart(32, '9'),
      filerName: OFFICIAL,
      nameOnReport: OFFICIAL,
      title: 'Administrator',
      agency: 'Bureau of Examples',
      position: 'Administrator, Bureau of Examples',
      postedAt: signed,
      signedDate: signed,
      amended: null,
      fileName: `Exampleton-${n}.pdf`,
      sourceUrl: `https://oge.example/${n}`,
      readability: 'read',
      reason: '',
      transactions: Array.from({ length: OGE_ROWS }, (_, row) => {
        const issuer = pick(n * 100 + row, 51, volume.issuers, 2);
        return {
          number: row + 1,
          description: `${issuerName(issuer)} (${letters(issuer)})`,
          ticker: letters(issuer),
          type: chance(n * 100 + row, 52) < 0.5 ? ('Purchase' as const) : ('Sale' as const),
          transactionDate: traded,
          dateFiled: traded,
          isDateDoubtful: false,
          notifiedLate: false,
          valueLabel: '$15,001 - $50,000',
          valueLow: 15_001,
          valueHigh: 50_000,
          hasEndnote: false,
          headingAbove: null,
        };
      }),
      headings: [],
      endnotes: [],
    };
  }
}
