/** The Form 4 filings of the sample, read by the service's own parser. */

import { describe, expect, it } from '@jest/globals';
import type { Form4Filing } from '../../../src/records/form4/form4.js';
import { parse } from '../../../src/registers/form4/sec-form4/parse.js';
import type { Warning } from '../../../src/registers/register.js';
import { sampleDocuments } from '../../../src/service/sample-documents.js';

const DAY = '2026-11-21';
const documents = sampleDocuments('sec-form4', DAY);
const warnings: Warning[] = [];
/** Every filing with the text that it was read from. */
const read: Array<{ filing: Form4Filing; whole: string }> = [];
for (const document of documents) {
  for (const parsed of parse(document)) {
    warnings.push(...parsed.warnings);
    for (const record of parsed.records)
      if (record.kind === 'form4') read.push({ filing: record, whole: document.bytes.toString() });
  }
}
const filings = read.map(({ filing }) => filing);

/** The filings with this wording; signs beyond ASCII may be written as entities. */
const wordedAs = (wording: string) => {
  const encoded = wording.replace(/[^ -~]/gu, (sign) => `&#${sign.codePointAt(0)};`);
  const found = read.filter(({ whole }) => whole.includes(wording) || whole.includes(encoded));
  return found.map(({ filing }) => filing);
};
const plannedIn = (wording: string) =>
  wordedAs(wording).flatMap((f) => f.transactions.map((t) => t.is10b5_1));

describe('the parser of the service reads the sample', () => {
  it('gives one filing for each document, without a warning', () => {
    expect(warnings).toEqual([]);
    expect(filings.map(({ accession }) => accession)).toEqual(documents.map(({ key }) => key));
  });

  it.each(['2027-03-15', '2028-03-01', '2029-01-02'])('and so it does on %s', (day) => {
    const found = sampleDocuments('sec-form4', day).flatMap((document) => [...parse(document)]);
    expect(found.flatMap((parsed) => parsed.warnings)).toEqual([]);
    expect(found.every(({ records }) => records.filter(({ kind }) => kind === 'form4').length === 1)).toBe(
      true,
    );
  });

  it('dates everything before the day and places it within the year', () => {
    for (const { filedAt, filedAtApproximate } of filings) {
      expect(filedAt < `${DAY}T00:00:00.000Z`).toBe(true);
      expect(filedAt > '2025-11-21T00:00:00.000Z').toBe(true);
      expect(filedAtApproximate).toBe(false);
    }
  });

  it('finds the plans: by the box, by words alone, in remarks; not where one is denied', () => {
    expect(plannedIn('duly adopted 10b5\u20131 trading plan')).toEqual([true]);
    expect(plannedIn('was not made pursuant to a Rule 10b5-1')).toEqual([false]);
    const old = filings.filter(({ schemaVersion }) => schemaVersion === 'X0306');
    expect(old.map(({ aff10b5One, transactions }) => [aff10b5One, transactions[0]!.is10b5_1])).toEqual([
      [null, true],
    ]);
    const byBox = read.filter(
      ({ filing, whole }) => filing.aff10b5One && !/10b5/i.test(whole.replaceAll('aff10b5One', '')),
    );
    expect(byBox.length).toBeGreaterThan(0);
    for (const { filing } of byBox)
      for (const t of filing.transactions) if (/[PS]/.test(t.transactionCode!)) expect(t.is10b5_1).toBe(true);
  });

  it('finds average prices, tax sales and indirect holdings', () => {
    const [sold] = wordedAs('were sold solely to cover').flatMap(({ transactions }) => transactions);
    expect([sold!.transactionCode, sold!.soldOnlyForTax]).toEqual(['S', true]);
    const withheld = wordedAs('Shares withheld by the issuer').flatMap(({ transactions }) => transactions);
    expect(new Set(withheld.map((t) => [t.transactionCode, t.hasTaxWithholdingFootnote].join()))).toEqual(
      new Set(['M,false', 'F,true']),
    );
    const rows = filings.flatMap(({ transactions }) => transactions);
    expect(rows.filter((t) => t.hasVwapFootnote).length).toBeGreaterThan(50);
    expect(rows.some((t) => t.hasIndirectOwnershipFootnote && t.ownership === 'I')).toBe(true);
    expect(rows.some((t) => t.hasAdsFootnote)).toBe(true);
  });

  it('marks each implausible row, one for each reason', () => {
    const reasons = filings.flatMap(({ transactions }) => transactions.flatMap((t) => t.implausible));
    expect(reasons.sort()).toEqual([
      'date-after-filing',
      'date-impossible',
      'price-above-any-share',
      'price-per-ads-shares-ordinary',
    ]);
    const unpriced = wordedAs('of which no part is allocated').flatMap(({ transactions }) => transactions);
    expect(unpriced.map(({ pricePerShare, transactionCode }) => [pricePerShare, transactionCode])).toEqual([
      [null, 'P'],
    ]);
    const given = filings
      .flatMap(({ transactions }) => transactions)
      .filter((t) => t.transactionCode === 'G');
    expect(new Set(given.map(({ pricePerShare }) => pricePerShare))).toEqual(new Set([0]));
  });

  it('has four kinds of 4/A, each dated by an original that is there', () => {
    const amended = filings.filter(({ documentType }) => documentType === '4/A');
    expect(amended.map(({ transactions }) => transactions.length).sort()).toEqual([0, 1, 1, 3]);
    for (const { dateOfOriginalSubmission, owners, issuer } of amended) {
      const original = filings.filter(
        (f) =>
          f.documentType === '4' &&
          f.filedDate === dateOfOriginalSubmission &&
          f.issuer.cik === issuer.cik &&
          f.owners[0]!.cik === owners[0]!.cik,
      );
      expect(original).toHaveLength(1);
    }
    expect(amended.find(({ transactions }) => transactions.length === 0)!.holdingCount).toBe(1);
  });

  it('has joint filings, equal rows, odd symbols and changed names', () => {
    const sizes = new Set(filings.map(({ owners }) => owners.length));
    expect([...sizes].sort((a, b) => a - b)).toEqual([1, 2, 8, 10]);
    const [twins] = filings.filter((f) => f.owners[0]!.name === 'Pudsey Twin Funds Management LLC');
    const [castor, pollux] = twins!.transactions;
    expect({ ...castor, row: 1 }).toEqual(pollux);
    const symbols = new Set(filings.map(({ issuer }) => issuer.tradingSymbol));
    for (const odd of ['NYSE: ABCD', '(XYZQ)', 'QQZ.B', 'NONE', 'N/A', 'gzqa', "'AQXE"])
      expect(symbols).toContain(odd);
    const namesOf = (cik: string) =>
      new Set(filings.flatMap(({ owners }) => owners.filter((o) => o.cik === cik).map((o) => o.name)));
    const married = filings
      .flatMap(({ owners }) => owners)
      .find(({ name }) => name.startsWith("O'Brindleby"))!;
    expect(namesOf(married.cik).size).toBe(2);
    const telegraph = filings.find(({ issuer }) => issuer.name === 'Gazquanta Telegraph Co')!;
    expect(
      filings.some(
        (f) => f.issuer.cik === telegraph.issuer.cik && f.issuer.name === 'Gazquanta Networks, Inc.',
      ),
    ).toBe(true);
    expect(filings.some(({ notSubjectToSection16 }) => notSubjectToSection16)).toBe(true);
  });
});
