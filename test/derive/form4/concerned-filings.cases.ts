/** Deriving only what new filings can concern gives the rows that deriving the whole issuer gives. */

import { describe, expect, it } from '@jest/globals';
import { rowLinks } from '../../../src/derive/form4/derive-issuer.js';
import { concernedFilings, deriveIssuer } from '../../../src/derive/index.js';
import type { FilingHead, FilingLinks } from '../../../src/records/derived-rows.js';
import type { Form4Filing } from '../../../src/records/form4/form4.js';
import fc, { runs } from '../../property.js';
import { filing, owner, trade } from '../../store/form4/invented-filings.js';

describe('derive/form4/concerned-filings', () => {
  const ISSUER = '4001';

  /** Few owners, days and numbers, so that filings restate, repeat and pair each other often. */
  const form4 = fc
    .record({
      owners: fc.uniqueArray(fc.integer({ min: 1, max: 14 }), { minLength: 1, maxLength: 2 }),
      day: fc.integer({ min: 1, max: 5 }),
      filedAfter: fc.integer({ min: 0, max: 3 }),
      code: fc.constantFrom('P', 'S', 'S', 'M', 'F'),
      shares: fc.array(fc.constantFrom(100, 100, 900.5), { maxLength: 3 }),
      after: fc.constantFrom(null, 1000, 1000, 2000),
      amends: fc.constantFrom(true, false, false, false),
      // A total, a misplaced decimal, and a price that nothing supports.
      price: fc.constantFrom(12.5, 12.5, 12.5, 13, 1_250, 125, 40, 25_000),
      entity: fc.constantFrom(true, true, false),
      title: fc.constantFrom('Common Stock', 'Common Stock', 'Class A (TSE: 7203)'),
    })
    .map((one): Omit<Form4Filing, 'accession'> => {
      const date = `2026-03-0${one.day}`;
      const filedDate = `2026-03-${String(one.day + one.filedAfter).padStart(2, '0')}`;
      return filing(1, {
        documentType: one.amends ? '4/A' : '4',
        dateOfOriginalSubmission: one.amends ? date : null,
        periodOfReport: date,
        filedAt: `${filedDate}T20:00:00.000Z`,
        filedDate,
        issuer: { cik: ISSUER, name: 'Example Corp', tradingSymbol: 'EXA', foreignTradingSymbol: null },
        owners: one.owners.map((n) =>
          owner(`700${n}`, one.entity ? `Invented Fund ${n} LP` : `Invented Name${n}`),
        ),
        transactions: one.shares.map((shares, row) =>
          trade(row, {
            securityTitle: one.title,
            transactionDate: date,
            transactionCode: one.code,
            acquiredDisposed: one.code === 'P' || one.code === 'M' ? 'A' : 'D',
            shares,
            pricePerShare: one.price,
            sharesOwnedAfter: one.after,
          }),
        ),
      });
    });

  const filings = fc
    .array(form4, { minLength: 6, maxLength: 24, size: 'max' })
    .map((list) =>
      list.map(
        (one, n): Form4Filing => ({ ...one, accession: `0009990001-26-${String(n).padStart(6, '0')}` }),
      ),
    );

  /** Newest first, as the store gives them; the filings from `newFrom` on are new. */
  function headsOf(all: readonly Form4Filing[], isNew: (one: Form4Filing) => boolean): FilingHead[] {
    const when = (one: Form4Filing) => `${one.filedAt} ${one.accession}`;
    return [...all]
      .sort((a, b) => (when(a) < when(b) ? 1 : -1))
      .map((one) => ({
        accession: one.accession,
        isNew: isNew(one),
        filedAt: one.filedAt,
        issuerName: one.issuer.name,
        tradingSymbol: one.issuer.tradingSymbol,
        foreignTradingSymbol: one.issuer.foreignTradingSymbol,
      }));
  }

  const linksOf = (all: readonly Form4Filing[]): FilingLinks => ({
    owners: all.flatMap(({ accession, owners }) => owners.map(({ cik }) => ({ accession, cik }))),
    rows: all.flatMap(rowLinks),
    stated: [],
  });

  it('for random filings, old and new', () => {
    const met = { part: 0, left: 0, duplicate: 0, superseded: 0, other: 0, implausible: 0 };
    fc.assert(
      fc.property(filings, fc.integer({ min: 1, max: 3 }), (all, added) => {
        const isNew = ({ accession }: Form4Filing) =>
          all.slice(-added).some((one) => one.accession === accession);
        const heads = headsOf(all, isNew);
        const concerned = concernedFilings(heads, () => linksOf(all));
        if (concerned === null) return;
        const given = { issuerCik: ISSUER, tickers: [] };
        const whole = deriveIssuer({ ...given, filings: all });
        const before = deriveIssuer({ ...given, filings: all.filter((one) => !isNew(one)) });
        const part = deriveIssuer({
          ...given,
          filings: all.filter(({ accession }) => concerned.has(accession)),
          heads,
          links: linksOf(all),
        });
        const kept = before.rows.filter(({ accession }) => !concerned.has(accession));
        const byId = (rows: typeof whole.rows) =>
          new Map(rows.map((row) => [`${row.accession}-${row.row}`, row] as const));
        expect(byId([...kept, ...part.rows])).toEqual(byId(whole.rows));
        expect({ ticker: part.ticker, name: part.name }).toEqual({ ticker: whole.ticker, name: whole.name });
        met.part += 1;
        met.left += kept.length;
        met.implausible += part.rows.filter(({ implausible }) => implausible.length > 0).length;
        met.duplicate += part.rows.filter(({ status }) => status === 'duplicate').length;
        met.superseded += part.rows.filter(({ status }) => status === 'superseded').length;
        met.other += part.rows.filter(({ isOtherSecurity }) => isOtherSecurity).length;
      }),
      { numRuns: runs(600), seed: 19 },
    );
    // Otherwise the comparison would prove nothing.
    expect(Object.entries(met).filter(([, count]) => count < runs(50))).toEqual([]);
  });

  describe('everything is derived', () => {
    const some = [1, 2, 3, 4].map((n) =>
      filing(n, {
        issuer: { cik: ISSUER, name: 'Example Corp', tradingSymbol: 'EXA', foreignTradingSymbol: null },
      }),
    );
    const concernedBy = (all: readonly Form4Filing[]) =>
      concernedFilings(
        headsOf(all, ({ accession }) => accession === all.at(-1)?.accession),
        () => linksOf(all),
      );
    const last = some[3]!;

    it('unless nothing new is filed about the symbols of the issuer', () => {
      expect(concernedBy(some)).not.toBeNull();
    });

    it.each([
      ['another symbol', { ...last, issuer: { ...last.issuer, tradingSymbol: 'NEW' } }],
      ['a symbol of another market', { ...last, issuer: { ...last.issuer, foreignTradingSymbol: '7203' } }],
      [
        'depositary shares',
        { ...last, transactions: [trade(0, { securityTitle: 'American Depositary Shares' })] },
      ],
      ['a footnote about them', { ...last, transactions: [trade(0, { hasAdsFootnote: true })] }],
    ])('after %s', (_, one) => {
      expect(concernedBy([...some.slice(0, 3), one])).toBeNull();
    });
  });
});
