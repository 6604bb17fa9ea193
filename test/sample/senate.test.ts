/** The Senate of the sample, read by the register's own parser, and the members it belongs to. */

import { describe, expect, it } from '@jest/globals';
import { resolveMembers } from '../../src/derive/congress/resolve-members.js';
import type { StockActReport } from '../../src/records/congress/stock-act.js';
import { parse as parseMembers } from '../../src/registers/congress/congress-members/parse.js';
import { parse } from '../../src/registers/congress/senate-ptr/parse.js';
import { sampleDocuments } from '../../src/service/sample-documents.js';

describe.each(['2026-11-20', '2027-01-04', '2028-02-29'])('the Senate of the sample on %s', (day) => {
  const steps = sampleDocuments('senate-ptr', day).flatMap((document) => [...parse(document)]);
  const reports = steps.flatMap(({ records }) => records as StockActReport[]);
  const trades = reports.flatMap((report) => report.trades);
  const members = sampleDocuments('congress-members', day)
    .flatMap((document) => [...parseMembers(document)])
    .flatMap(({ records, warnings }) => {
      expect(warnings).toEqual([]);
      return records.flatMap((record) => (record.kind === 'members' ? record.members : []));
    });

  it('is read whole, without a warning', () => {
    expect(steps.flatMap(({ warnings }) => warnings)).toEqual([]);
    expect(reports.filter(({ readability }) => readability === 'failed')).toEqual([]);
    expect(reports.length).toBeGreaterThan(15);
    expect(new Set(reports.map(({ documentId }) => documentId)).size).toBe(reports.length);
  });

  it('lists exactly the pages that it holds', () => {
    const wanted = steps.flatMap(({ toFetch = [] }) => toFetch.map(({ key }) => key)).sort();
    const pages = sampleDocuments('senate-ptr', day)
      .filter(({ kind }) => kind === 'ptr')
      .map(({ key }) => key);
    expect(wanted).toEqual(pages.sort());
  });

  it('is dated before the day, and has trades before reports', () => {
    for (const { disclosureDate, trades: rows } of reports) {
      expect(disclosureDate < day).toBe(true);
      for (const { transactionDate } of rows) expect(transactionDate <= disclosureDate).toBe(true);
    }
  });

  it('belongs to four senators, one of whom sat in the House before', () => {
    const { members: filers, warnings } = resolveMembers(members, [], reports, []);
    expect(warnings).toEqual([]);
    expect(
      filers.map(({ slug, chamber, district, party }) => [slug, chamber, district, party]).sort(),
    ).toEqual([
      ['cordelia-thimblethorpe', 'senate', 'OH', 'D'],
      ['leo-fizzlewood', 'senate', 'ME', 'I'],
      ['mordecai-plumquist', 'senate', 'VT', 'D'],
      ['wilhelmina-gatherspoon', 'senate', 'WY', 'R'],
    ]);
  });

  it('shows what the register is known for', () => {
    expect(reports.filter(({ readability }) => readability === 'scanned')).toHaveLength(1);
    expect(reports.filter(({ amendment }) => amendment === 1)).toHaveLength(1);
    expect(trades.filter(({ amountMax }) => amountMax === null)).toMatchObject([
      { amountLabel: 'Over $50,000,000' },
    ]);
    expect(trades.filter(({ received }) => received !== null)).toMatchObject([
      { ticker: 'XQIN', type: 'Exchange', received: { ticker: 'VQAR' } },
    ]);
    const kinds = new Set(trades.map(({ assetType }) => assetType));
    expect([...kinds].sort()).toEqual([
      'Corporate Bond',
      'Municipal Security',
      'Non-Public Stock',
      'Stock',
      'Stock Option',
    ]);
    expect(new Set(trades.map(({ owner }) => owner)).size).toBe(4);
    expect(trades.find(({ assetType }) => assetType === 'Stock Option')?.description).toContain(
      'Strike price: $20.00',
    );
  });
});
