/** Tracked funds and all managers are derived apart: of the same documents both must say the same. */

import { describe, expect, it } from '@jest/globals';
import { deriveManagersQuarter } from '../../../src/derive/managers/quarter.js';
import { effectiveReports } from '../../../src/derive/portfolios/effective-reports.js';
import { kindOf } from '../../../src/read-model/manager-answers.js';
import type { Holdings13F } from '../../../src/records/portfolios/form13f.js';
import type { ManagerFiling } from '../../../src/records/portfolios/manager-filing.js';
import type { ManagerQuarterFacts } from '../../../src/records/portfolios/manager-quarter.js';
import { unpackPositions } from '../../../src/records/portfolios/packed-positions.js';
import { parse as parseOfAll } from '../../../src/registers/portfolios/13f-all/parse.js';
import { parse as parseTracked } from '../../../src/registers/portfolios/sec-13f/parse.js';
import type { RawDocument } from '../../../src/registers/register.js';
import fc, { runs } from '../../property.js';
import { type ReportRow, submission13F } from '../../registers/portfolios/sec-13f/13f-text.js';

const Q2 = '2026-06-30';

interface Filed {
  /** Null for an original; SILENT for an amendment that does not say. */
  kind: 'RESTATEMENT' | 'NEW HOLDINGS' | 'SILENT' | null;
  filed: string;
  /** HHMMSS */
  time: string;
  rows: ReportRow[];
}

const row = (cusip: string, amount: number, over: Partial<ReportRow> = {}): ReportRow => ({
  ...{
    name: `ISSUER ${cusip}`,
    title: 'COM',
    cusip,
    value: amount * 10,
    amount,
    amountType: 'SH',
    managers: '',
  },
  ...over,
});

function documentOf({ kind, filed, time, rows }: Filed, number: number): RawDocument {
  const accession = `0009100001-26-${String(number).padStart(6, '0')}`;
  const text = submission13F({
    ...{
      cik: '0009100001',
      manager: 'Saltmarsh Capital LLC',
      city: 'Saltmarsh',
      prefix: '',
      tableName: 't.xml',
    },
    ...{ accession, filed, periodEnd: Q2, amendmentNo: 1, isConfidentialOmitted: false, rows },
    amendment: kind === 'SILENT' ? 'RESTATEMENT' : kind,
  })
    .replace(/161502/, time)
    .replace(kind === 'SILENT' ? /<amendmentInfo>[\s\S]*?<\/amendmentInfo>/ : /^$/, '');
  const retrievedAt = '2026-11-20T00:00:00.000Z';
  return { key: accession, kind: 'submission', url: 'x', retrievedAt, bytes: Buffer.from(text) };
}

type Read = { positions: string[]; counts: boolean[]; totalUsd: number | null } | null;

/** Null where nothing is known of the quarter. */
function asTracked(documents: readonly RawDocument[]): Read {
  const filings = documents.flatMap((one) => [...parseTracked(one)].flatMap(({ records }) => records));
  const [report] = effectiveReports(filings as Holdings13F[]).reports;
  if (report === undefined) return null;
  return {
    positions: report.positions
      .map(({ key, shares, principalUsd, valueUsd, putCall, amountType, cusip }) => {
        const kind = putCall?.toLowerCase() ?? (amountType === 'PRN' ? 'principal' : 'shares');
        return `${cusip === '' ? key.split('|')[0] : cusip} ${kind} ${shares ?? principalUsd} ${valueUsd}`;
      })
      .sort(),
    counts: report.filings.map(({ isEffective }) => isEffective),
    totalUsd: report.totalUsd,
  };
}

function asManager(documents: readonly RawDocument[]): Read {
  const filings = documents.flatMap((one) => [...parseOfAll(one)].flatMap(({ records }) => records));
  let found: Read = null;
  const managers = [(filings as ManagerFiling[]).map((one) => ({ ...one, packed: () => one.packed }))];
  const portfolio = (facts: ManagerQuarterFacts, packed: Buffer) => {
    // An addition without its report is listed, and nothing is concluded from it.
    if (facts.state !== 'holdings' || facts.notes.includes('addition-without-report')) return;
    found = {
      positions: unpackPositions(packed)
        .map((one) => `${one.key} ${kindOf(one)} ${one.amount} ${one.value}`)
        .sort(),
      counts: facts.filings.map(({ isEffective }) => isEffective),
      totalUsd: facts.totalUsd,
    };
  };
  deriveManagersQuarter(
    { periodEnd: Q2, managers, prior: null, nameOf: () => undefined },
    { portfolio, security: () => {} },
  );
  return found;
}

const CUSIPS = ['990001109', '990002107', '990003105', '990004103', ''];
const anyRow = fc
  .record({
    cusip: fc.constantFrom(...CUSIPS),
    amount: fc.integer({ min: 0, max: 3 }),
    putCall: fc.constantFrom(undefined, undefined, 'Put', 'CALL'),
    managers: fc.constantFrom('', '1', '1,2'),
    amountType: fc.constantFrom<ReportRow['amountType']>('SH', 'SH', 'PRN'),
  })
  .map(({ cusip, amount, putCall, ...rest }) =>
    row(cusip, amount, { ...rest, ...(putCall === undefined ? {} : { putCall, amountType: 'SH' }) }),
  );
const anyFiling: fc.Arbitrary<Filed> = fc.record({
  kind: fc.constantFrom<Filed['kind']>(null, 'RESTATEMENT', 'NEW HOLDINGS', 'NEW HOLDINGS', 'SILENT'),
  filed: fc.constantFrom('2026-08-10', '2026-08-14', '2026-09-01', '2026-11-12'),
  // All of a day at one time: the data sets have no times.
  time: fc.constant('161502'),
  rows: fc.oneof(
    { weight: 6, arbitrary: fc.array(anyRow, { minLength: 1, maxLength: 8 }) },
    { weight: 1, arbitrary: fc.constant<ReportRow[]>([row('000000000', 0, { name: 'N/A' })]) },
  ),
});

describe('both derivations', () => {
  it('say the same of any filings of a quarter, in whatever order they were read', () => {
    fc.assert(
      fc.property(fc.array(anyFiling, { minLength: 1, maxLength: 5 }), fc.boolean(), (filed, isReversed) => {
        const documents = filed.map((one, at) => documentOf(one, at + 1));
        const read = isReversed ? [...documents].reverse() : documents;
        const tracked = asTracked(documents);
        expect(asManager(documents)).toEqual(tracked);
        expect([asTracked(read), asManager(read)]).toEqual([tracked, tracked]);
      }),
      { numRuns: runs(120) },
    );
  });

  it.each([
    ['at once', '161502'],
    ['some minutes before', '155000'],
  ])('add new holdings that are accepted %s with the report of the same day', (_when, time) => {
    const filed = '2026-08-10';
    const documents = [
      documentOf({ kind: 'NEW HOLDINGS', filed, time, rows: [row('990002107', 5)] }, 1),
      documentOf({ kind: null, filed, time: '161502', rows: [row('990001109', 100)] }, 2),
    ];
    const found = { positions: ['990001109 shares 100 1000', '990002107 shares 5 50'], totalUsd: 1050 };
    expect(asTracked(documents)).toMatchObject(found);
    expect(asManager(documents)).toMatchObject(found);
  });

  it('hold nothing of a security whose row has neither shares nor value', () => {
    const rows = [row('990001109', 100), row('990002107', 0), row('990003105', 7, { value: 0 })];
    const documents = [documentOf({ kind: null, filed: '2026-08-10', time: '161502', rows }, 1)];
    const positions = ['990001109 shares 100 1000', '990003105 shares 7 0'];
    expect(asTracked(documents)).toMatchObject({ positions });
    expect(asManager(documents)).toMatchObject({ positions });
  });

  it('count once what an addition repeats, and leave what it does not name', () => {
    const report = ['990001109', '990002107', '990003105', '990004103'].map((cusip, at) =>
      row(cusip, 10 + at),
    );
    const documents = [
      documentOf({ kind: null, filed: '2026-08-10', time: '161502', rows: report }, 1),
      documentOf(
        {
          kind: 'NEW HOLDINGS',
          filed: '2026-09-01',
          time: '161502',
          rows: [row('990001109', 10), row('99000510A', 7)],
        },
        2,
      ),
    ];
    const found = { totalUsd: 530, counts: [true, true] };
    expect(asTracked(documents)).toMatchObject(found);
    expect(asManager(documents)).toMatchObject(found);
    expect(asTracked(documents)?.positions).toHaveLength(5);
  });
});
