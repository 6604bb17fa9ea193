/** An invented member of the House: twelve reports with one trade each, one whose rows three of them amend, and one on paper. */

import { addDays } from '../../src/dates.js';
import type { Member } from '../../src/records/congress/member.js';
import type { StockActReport } from '../../src/records/congress/stock-act.js';
import { houseReport, trade } from '../store/congress/invented-reports.js';
import { dayBack } from './filings.js';

const NAME = { asFiled: 'Hon. Marta Quillón', prefix: 'Hon.', first: 'Marta', last: 'Quillón', suffix: null };

/** An alias of the member is tita-quillon. */
export const MARTA: Member = {
  bioguide: 'X999999',
  name: {
    first: 'Marta',
    last: 'Quillón',
    middle: null,
    suffix: null,
    nickname: 'Tita',
    officialFull: 'Marta “Tita” Quillón',
  },
  otherNames: [],
  terms: [
    {
      chamber: 'house',
      start: '2025-01-03',
      end: '2027-01-03',
      state: 'NM',
      district: 2,
      party: 'Democrat',
      affiliations: [],
    },
  ],
};

const numberOf = (index: number) => String(2_000_000_000 + index);

/** Trades a month before their disclosure, or two; every fourth of unknown delay, and every fifth in an open bracket. */
export function inventedReports(): StockActReport[] {
  const read = Array.from({ length: 12 }, (_, index): StockActReport => {
    const disclosureDate = dayBack(index);
    return houseReport(String(20_990_000 - index), {
      filerName: NAME,
      stateDistrict: 'NM02',
      disclosureDate,
      trades: [
        trade(0, {
          ticker: ['BRKW', 'OSWN', ''][index % 3] as string,
          assetDescription: 'Zürichsee “Optics” Corp (BRKW) [ST]',
          type: index % 2 === 0 ? 'Purchase' : 'Sale (Partial)',
          owner: 'Spouse',
          filingStatus: index % 4 === 3 ? 'Amended' : 'New',
          rowId: index % 4 === 3 ? numberOf(index) : null,
          transactionDate: addDays(disclosureDate, index % 2 === 0 ? -30 : -60),
          notificationDate: null,
          ...(index % 5 === 4
            ? { amountLabel: 'Over $50,000,000', amountMin: 50_000_001, amountMax: null, amountMid: null }
            : {}),
        }),
      ],
    });
  });
  const amended = houseReport('20980000', {
    filerName: NAME,
    stateDistrict: 'NM02',
    disclosureDate: '2025-02-02',
    trades: [3, 7, 11].map((index, row) => trade(row, { rowId: numberOf(index) })),
  });
  const paper = houseReport('9119991', {
    filerName: NAME,
    stateDistrict: 'NM02',
    disclosureDate: '2025-02-01',
    readability: 'scanned',
    reason: 'Filed on paper',
    trades: [],
  });
  return [...read, amended, paper];
}
