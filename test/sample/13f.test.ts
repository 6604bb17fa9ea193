/** The 13F reports of the sample. */

import { describe, expect, it } from '@jest/globals';
import { cusipOf, issuers } from '../../data/sample/make/cast.js';
import { cusipResolver } from '../../src/derive/portfolios/cusip-resolver.js';
import { fundTracker } from '../../src/derive/portfolios/fund-tracker.js';
import type { CompanyTickers } from '../../src/records/form4/company.js';
import type { CusipSymbol } from '../../src/records/portfolios/cusip.js';
import type { Holdings13F } from '../../src/records/portfolios/form13f.js';
import { parse as parseTickers } from '../../src/registers/form4/sec-companies/parse.js';
import { parse } from '../../src/registers/portfolios/sec-13f/parse.js';
import { sampleTrackers } from '../../src/service/curated-trackers.js';
import { sampleDocuments } from '../../src/service/sample-documents.js';

const DAY = '2026-11-21';

function read(day: string): { reports: Holdings13F[]; warnings: string[] } {
  const steps = sampleDocuments('sec-13f', day).flatMap((document) => [...parse(document)]);
  return {
    reports: steps.flatMap(({ records }) => records as Holdings13F[]),
    warnings: steps.flatMap(({ warnings }) => warnings.map(({ kind }) => kind)),
  };
}

const companies = (
  [...parseTickers(sampleDocuments('sec-companies', DAY)[0]!)][0]!.records[0] as CompanyTickers
).companies;
const rows = issuers
  .filter(({ ticker }) => ticker !== '')
  .map(
    (issuer): CusipSymbol => ({
      cusip: cusipOf(issuer.ticker),
      symbol: issuer.ticker.replaceAll('-', ''),
      description: '',
      lastDate: '2026-10-30',
    }),
  );
const trackers = sampleTrackers();
const detailOf = (slug: string) =>
  fundTracker({
    tracker: trackers.find((one) => one.slug === slug)!,
    filings: read(DAY).reports,
    resolve: cusipResolver([{ kind: 'cusip-symbols', file: 'f', rows }], companies),
    today: DAY,
    hasPage: (ticker) => ticker !== 'DXQR',
  });

describe('the sample of 13F', () => {
  it('is read by the parser without a warning, on any day', () => {
    for (const day of [
      DAY,
      '2026-01-01',
      '2026-02-14',
      '2026-02-15',
      '2026-02-18',
      '2026-05-31',
      '2027-12-31',
    ]) {
      const { reports, warnings } = read(day);
      expect(warnings).toEqual([]);
      expect(reports).toHaveLength(14);
      expect(reports.every(({ filedAt }) => filedAt < `${day}T00:00:00.000Z`)).toBe(true);
      expect(new Set(reports.map(({ accession }) => accession)).size).toBe(14);
      expect(new Set(reports.map(({ periodEnd }) => periodEnd)).size).toBe(6);
    }
    expect(sampleDocuments('sec-13f', DAY).map(({ bytes }) => bytes.toString())).toEqual(
      sampleDocuments('sec-13f', DAY).map(({ bytes }) => bytes.toString()),
    );
  });

  it('refuses an invalid day', () => {
    expect(() => sampleDocuments('sec-13f', '2026-02-30')).toThrow(RangeError);
  });

  it('shows an active fund: new, added, trimmed, gone, options and classes apart', () => {
    const { detail, coverage } = detailOf('marrowgate');
    const { snapshot } = detail;
    const of = (ticker: string | null, putCall: string | null = null) =>
      snapshot!.holdings.find((one) => one.ticker === ticker && one.putCall === putCall);
    expect(snapshot).toMatchObject({
      periodEnd: '2026-09-30',
      periodLabel: 'Q3 2026',
      filedAt: '2026-11-13',
    });
    expect(of('CXQZ')).toMatchObject({ isNew: true, lastTxLabel: 'New', shares: 410_000 });
    expect(of('DXQR')).toMatchObject({ lastTxLabel: 'Added 15%', shares: 575_000 });
    expect(of('ZQPH')).toMatchObject({ lastTxLabel: 'Trimmed 4%' });
    expect(of('SXQL')).toMatchObject({ lastTxLabel: 'Held', avgBuyPriceUsd: null });
    expect(of('DXQR', 'Call')).toMatchObject({ isNew: true, avgBuyPriceUsd: null });
    expect(of('LQZA')!.avgBuyPriceUsd).toBeGreaterThan(0);
    expect(snapshot!.quarterChanges).toMatchObject({ priorPeriodLabel: 'Q2 2026' });
    expect(snapshot!.quarterChanges!.exits.map(({ ticker, putCall }) => [ticker, putCall]).sort()).toEqual([
      ['FQIL', 'Put'],
      ['GZQA', null],
    ]);
    expect(snapshot!.holdings.filter(({ issuerName }) => issuerName.startsWith('QUAQUAZZ'))).toHaveLength(2);
    expect(snapshot!.holdings.reduce((sum, { weight }) => sum + weight!, 0)).toBeCloseTo(1, 6);
    expect(detail.caveatKeys).toEqual([
      'lag-30-45d',
      'quarterly-batched',
      'options-as-underlying',
      'no-reason-disclosed',
    ]);
    expect(detail.tickersWithPage).toEqual(['CXQZ', 'FQIL', 'GZQA', 'IQVA', 'LQZA', 'QQZ-A', 'SXQL', 'ZQPH']);
    expect(coverage.resolvedUsd).toBeLessThan(coverage.valueUsd);
  });

  it('holds what an amendment added, and restates what an amendment restated', () => {
    const added = detailOf('marrowgate').detail;
    expect(added.filingHistory.map(({ kind }) => kind)).toContain('13F-HR/A (new holdings)');
    const { detail, warnings } = detailOf('thistlebrook');
    expect(detail.filingHistory.map(({ kind }) => kind)).toContain('13F-HR/A (restatement)');
    expect(detail.filingHistory.map(({ filedAt }) => filedAt)).toEqual(
      detail.filingHistory
        .map(({ filedAt }) => filedAt)
        .sort()
        .reverse(),
    );
    expect(warnings.map(({ kind }) => kind).filter((kind) => kind !== 'unit-unchecked')).toEqual([]);
    const unresolved = detail.snapshot!.holdings.filter(({ ticker }) => ticker === null);
    expect(unresolved.map(({ issuerName, shares }) => [issuerName, shares]).sort()).toEqual([
      ['MOXQUO ENTERTAINMENT, INC.', null],
      ['NONESUCH HARBOR NET LEASE TRUST, INC.', 200_000],
    ]);
    expect(detail.caveatKeys).not.toContain('options-as-underlying');
    expect(detail).toMatchObject({
      valueSeriesUsd: [],
      benchmarkSeries: [],
      congressActivity: null,
      ogeTransactions: null,
    });
    expect(detail.filingHistory[0]!.sourceUrl).toMatch(
      /^https:\/\/www\.sec\.gov\/Archives\/edgar\/data\/9900080002\/\d{18}\/9900080002-26-\d{6}-index\.htm$/,
    );
  });
});
