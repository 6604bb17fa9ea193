/** Invented periodic transaction reports and members of Congress, in the shape that registers return. */

import { deriveCongress } from '../../../src/ingest/derive/congress.js';
import type { Member, MemberOverride, Members } from '../../../src/records/congress/member.js';
import type { StockActReport, StockActTrade } from '../../../src/records/congress/stock-act.js';
import type { Store } from '../../../src/store/database/open.js';
import { writeBatch } from '../../../src/store/write-batch.js';

export const NOW = new Date('2026-10-08T12:00:00.000Z');

export function trade(row: number, more: Partial<StockActTrade> = {}): StockActTrade {
  return {
    row,
    rowId: null,
    filingStatus: 'New',
    owner: 'Self',
    ownerFiled: '',
    ticker: 'ZQRA',
    assetDescription: 'Zquorra Robotics, Inc. (ZQRA) [ST]',
    assetType: 'Stock',
    assetTypeCode: 'ST',
    type: 'Purchase',
    transactionDate: '2026-09-01',
    notificationDate: '2026-09-03',
    amountLabel: '$1,001 - $15,000',
    amountMin: 1001,
    amountMax: 15_000,
    amountMid: 8000.5,
    received: null,
    subholding: null,
    description: null,
    location: null,
    comments: null,
    ...more,
  };
}

/** A House report of Ida Invented with one trade. */
export function houseReport(documentId: string, more: Partial<StockActReport> = {}): StockActReport {
  return {
    kind: 'stock-act-report',
    chamber: 'house',
    documentId,
    filerName: { asFiled: 'Hon. Ida Invented', prefix: 'Hon.', first: 'Ida', last: 'Invented', suffix: null },
    stateDistrict: 'CA11',
    disclosureDate: '2026-09-30',
    filedAt: null,
    titleDate: null,
    amendment: null,
    sourceLink: `https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2026/${documentId}.pdf`,
    readability: 'read',
    reason: '',
    trades: [trade(0)],
    vehicles: [],
    comments: null,
    ...more,
  };
}

/** The same person in the Senate. */
export function senateReport(documentId: string, more: Partial<StockActReport> = {}): StockActReport {
  return houseReport(documentId, {
    chamber: 'senate',
    filerName: { asFiled: 'Ida Invented', prefix: null, first: 'Ida', last: 'Invented', suffix: null },
    stateDistrict: null,
    filedAt: '2026-09-30T14:19:00.000Z',
    titleDate: '2026-09-30',
    sourceLink: `https://efdsearch.senate.gov/search/view/ptr/${documentId}/`,
    trades: [
      trade(0, { filingStatus: null, ownerFiled: 'Self', assetTypeCode: null, notificationDate: null }),
    ],
    ...more,
  });
}

/** Sat for CA11 until 3 March 2026, since then senator for California; left the party on the way. */
export const IDA: Member = {
  bioguide: 'I999101',
  name: {
    first: 'Idalia',
    last: 'Invented',
    middle: null,
    suffix: null,
    nickname: 'Ida',
    officialFull: null,
  },
  otherNames: [{ last: 'Formerly' }],
  terms: [
    {
      chamber: 'house',
      start: '2025-01-03',
      end: '2026-03-03',
      state: 'CA',
      district: 11,
      party: 'Democrat',
      affiliations: [],
    },
    {
      chamber: 'senate',
      start: '2026-03-03',
      end: '2031-01-03',
      state: 'CA',
      district: null,
      party: 'Independent',
      affiliations: [{ start: '2026-03-03', end: '2031-01-03', party: 'Independent' }],
    },
  ],
};

export const members = (...list: Member[]): Members => ({ kind: 'members', part: 'current', members: list });

export function write(store: Store, ...reports: StockActReport[]): { changed: number; unchanged: number } {
  return writeAt(store, NOW, ...reports);
}

export function writeAt(store: Store, now: Date, ...reports: StockActReport[]) {
  let sum = { changed: 0, unchanged: 0 };
  for (const register of ['house-ptr', 'senate-ptr']) {
    const records = reports.filter(({ chamber }) => register.startsWith(chamber));
    if (records.length === 0) continue;
    const { changed, unchanged } = writeBatch(store, { register, now, records });
    sum = { changed: sum.changed + changed, unchanged: sum.unchanged + unchanged };
  }
  return sum;
}

export function writeMembers(store: Store, record: Members) {
  return writeBatch(store, { register: 'congress-members', now: NOW, records: [record] });
}

export function derive(store: Store, overrides: MemberOverride[] = []): number {
  return deriveCongress(store, { now: NOW, overrides });
}
