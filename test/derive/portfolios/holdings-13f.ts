/** 13F records that the tests make: invented filers and securities. */

import { DOLLARS_SINCE, type HoldingRow, type Holdings13F } from '../../../src/records/portfolios/form13f.js';

let count = 0;

const ACME = '990001109';

export function holding(over: Partial<HoldingRow> = {}): HoldingRow {
  const { cusip = ACME } = over;
  return {
    row: 0,
    // Two securities of one issuer and class would be one with a new CUSIP.
    nameOfIssuer: cusip === ACME ? 'ACME SAMPLE CORP' : `SAMPLE ${cusip.slice(0, 6)} CORP`,
    titleOfClass: 'COM',
    cusip,
    figi: null,
    value: 1_000_000,
    amount: 10_000,
    amountType: 'SH',
    putCall: null,
    discretion: 'SOLE',
    otherManager: null,
    ...over,
  };
}

/** A report whose summary page agrees with its rows; filed 44 days after the quarter unless specified otherwise. */
export function report(periodEnd: string, rows: HoldingRow[], over: Partial<Holdings13F> = {}): Holdings13F {
  const filed = new Date(Date.parse(`${periodEnd}T00:00:00Z`) + 44 * 86_400_000).toISOString().slice(0, 10);
  const filedDate = over.filedDate ?? filed;
  count += 1;
  return {
    kind: '13f',
    accession: `9990001000-26-${String(count).padStart(6, '0')}`,
    cik: '9990001',
    managerName: 'Roe Capital LLC',
    formType: '13F-HR',
    amendmentType: null,
    amendmentNo: null,
    periodEnd,
    filedAt: `${filedDate}T20:15:00.000Z`,
    filedAtApproximate: false,
    filedDate,
    reportType: '13F HOLDINGS REPORT',
    tableEntryTotal: rows.length,
    tableValueTotal: rows.reduce((sum, { value }) => sum + (value ?? 0), 0),
    isConfidentialOmitted: false,
    valueUnit: filedDate < DOLLARS_SINCE ? 'thousands' : 'dollars',
    valueUnitContradicted: false,
    rows: rows.map((one, row) => ({ ...one, row })),
    ...over,
  };
}

/** Quarter ends from `first` on. */
export function quarterEnds(first: string, number: number): string[] {
  const ends: string[] = [];
  let year = Number(first.slice(0, 4));
  let quarter = Math.ceil(Number(first.slice(5, 7)) / 3);
  for (let i = 0; i < number; i++) {
    ends.push(`${year}-${['03-31', '06-30', '09-30', '12-31'][quarter - 1]}`);
    quarter += 1;
    if (quarter > 4) {
      quarter = 1;
      year += 1;
    }
  }
  return ends;
}
