/** Amendments of Forms 3 and 5 replace the rows that they restate, and nothing else. */

import { describe, expect, it } from '@jest/globals';
import { deriveForm35 } from '../../../src/derive/index.js';
import type { Form5Transaction, Form35Filing, StatedHolding } from '../../../src/records/form4/form35.js';
import { filing, owner, trade } from '../../store/form4/invented-filings.js';

describe('derive/form4/form35', () => {
  const TERMS = { rowForm: null, account: null, exerciseDate: null, expirationDate: null } as const;
  const held = (row: number, more: Partial<StatedHolding> = {}): StatedHolding => ({
    ...TERMS,
    row,
    transactionsBefore: 0,
    table: 'non-derivative',
    securityTitle: 'Common Stock',
    shares: 500,
    value: null,
    ownership: 'D',
    natureOfOwnership: null,
    conversionOrExercisePrice: null,
    underlyingTitle: null,
    underlyingShares: null,
    underlyingValue: null,
    ...more,
  });
  const sold = (row: number, more: Partial<Form5Transaction> = {}): Form5Transaction => ({
    ...trade(row),
    ...TERMS,
    ...more,
  });
  const form = (number: number, more: Partial<Form35Filing>): Form35Filing => {
    const { kind: _kind, holdingCount: _count, transactions: _rows, ...shared } = filing(number);
    return {
      ...shared,
      kind: 'form35',
      documentType: '3',
      noSecuritiesOwned: null,
      form3HoldingsReported: null,
      form4TransactionsReported: null,
      transactions: [],
      holdings: [],
      ...more,
    };
  };
  const restated = (...filings: Form35Filing[]) => deriveForm35(filings, []).map((one) => one.restated);

  describe('an amendment', () => {
    it('restates the rows that it has, and leaves the others', () => {
      const trust = { ownership: 'I', natureOfOwnership: 'By Trust' } as const;
      const original = form(1, {
        holdings: [held(0), held(1, { ...trust, account: 'One.' }), held(2, { ...trust, account: 'Two.' })],
      });
      const amendment = form(2, {
        documentType: '3/A',
        filedDate: '2026-03-09',
        holdings: [held(0, { shares: 5000 }), held(1, { ...trust, account: 'Two.' })],
      });
      expect(restated(original, amendment)).toEqual([['h0', 'h2'], []]);
      expect(restated(amendment, original)).toEqual([['h0', 'h2'], []]);
    });

    it('restates a late trade by its date and code, not by its number', () => {
      const original = form(1, {
        documentType: '5',
        transactions: [sold(0, { rowForm: '4', shares: 120 }), sold(1)],
      });
      const amendment = form(2, { documentType: '5/A', transactions: [sold(0, { shares: 1200 })] });
      expect(restated(original, amendment)).toEqual([['0'], []]);
      const other = form(2, {
        documentType: '5/A',
        transactions: [sold(0, { transactionDate: '2026-01-02' })],
      });
      expect(restated(original, other)).toEqual([[], []]);
    });

    it('is about the same form of the same owner, and the same event or the day that it names', () => {
      const original = form(1, { holdings: [held(0)] });
      const later = { documentType: '3/A', periodOfReport: '2026-01-01', holdings: [held(0)] } as const;
      expect(restated(original, form(2, { ...later, holdings: [held(0)] }))).toEqual([[], []]);
      expect(
        restated(
          original,
          form(2, { ...later, holdings: [held(0)], dateOfOriginalSubmission: '2026-02-27' }),
        ),
      ).toEqual([['h0'], []]);
      const other = [owner('7009', 'Orme Basil')];
      expect(
        restated(original, form(2, { documentType: '3/A', owners: other, holdings: [held(0)] })),
      ).toEqual([[], []]);
      expect(restated(original, form(2, { documentType: '5/A', holdings: [held(0)] }))).toEqual([[], []]);
    });

    it('that names a day is about what was filed on it or up to five days later', () => {
      const of = (filedDate: string) =>
        restated(
          form(1, { holdings: [held(0)], filedDate }),
          form(2, {
            ...{ documentType: '3/A', holdings: [held(0)], filedDate: '2026-04-20' },
            ...{ periodOfReport: null, dateOfOriginalSubmission: '2026-03-05' },
          }),
        )[0];
      expect(['2026-03-04', '2026-03-05', '2026-03-10', '2026-03-11'].map(of)).toEqual([
        [],
        ['h0'],
        ['h0'],
        [],
      ]);
    });

    it('comes after an original of its day, and is about earlier ones only', () => {
      const day = { filedDate: '2026-03-05', periodOfReport: '2026-01-01', holdings: [held(0)] };
      const accessions = (...filings: Form35Filing[]) =>
        deriveForm35(filings, []).map(({ accession, restated: rows }) => [accession.slice(-1), rows]);
      expect(accessions(form(1, { ...day, documentType: '3/A' }), form(2, day))).toEqual([
        ['2', ['h0']],
        ['1', []],
      ]);
      expect(
        accessions(form(1, { ...day, documentType: '3/A', filedDate: '2026-03-04' }), form(2, day)),
      ).toEqual([
        ['1', []],
        ['2', []],
      ]);
      const owners = [owner('7009', 'Orme Basil'), ...form(1, {}).owners];
      expect(accessions(form(1, { ...day, owners }), form(2, { ...day, documentType: '3/A' }))).toEqual([
        ['1', ['h0']],
        ['2', []],
      ]);
    });

    it('replaces the statement that nothing is owned, if it states something', () => {
      const none = form(1, { noSecuritiesOwned: true });
      expect(restated(none, form(2, { documentType: '3/A' }))).toEqual([[], []]);
      expect(restated(none, form(2, { documentType: '3/A', holdings: [held(0)] }))).toEqual([['none'], []]);
    });

    it('that says that nothing is owned restates every holding of the same owners', () => {
      const nothing = form(2, { documentType: '3/A', noSecuritiesOwned: true });
      const original = form(1, { holdings: [held(0), held(1, { ownership: 'I' })] });
      expect(restated(original, nothing)).toEqual([['h0', 'h1'], []]);
      expect(restated(form(1, { noSecuritiesOwned: true }), nothing)).toEqual([['none'], []]);
      const joint = form(1, { holdings: [held(0)], owners: [...original.owners, owner('777', 'ROE JANE')] });
      expect(restated(joint, nothing)).toEqual([[], []]);
    });
  });

  it('takes the symbol of the table first, then the one that the filings agree on', () => {
    expect(deriveForm35([form(1, {})], ['NEWS'])[0]?.ticker).toBe('NEWS');
    expect(deriveForm35([form(1, {})], [])[0]?.ticker).toBe('QLMK');
    const none = { ...filing(1).issuer, tradingSymbol: 'NONE' };
    const silent = form(2, { issuer: { ...filing(1).issuer, tradingSymbol: null } });
    expect(deriveForm35([form(1, {}), silent], []).map(({ ticker }) => ticker)).toEqual(['QLMK', 'QLMK']);
    expect(deriveForm35([form(1, { issuer: none })], [])[0]?.ticker).toBe('');
  });
});
