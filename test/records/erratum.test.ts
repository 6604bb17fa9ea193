/** Figures that the operator corrects: the lines of the file, and what each kind of record becomes. */

import { describe, expect, it } from '@jest/globals';
import {
  applyErrata,
  ERRATA_COLUMNS,
  type ErratumLine,
  readErrata,
  withoutErrata,
} from '../../src/records/erratum.js';
import type { RegisterRecord } from '../../src/records/index.js';
import { inventedFilings } from '../invented/filings.js';
import { inventedSchedules } from '../invented/holders.js';
import { inventedEuRows } from '../invented/market-rows.js';
import { inventedReports } from '../invented/member.js';
import { forms35Of, noticesOf } from '../invented/other-forms.js';
import { accession, filing, trade } from '../store/form4/invented-filings.js';

const HEAD = ERRATA_COLUMNS.join('\t');

const line = (row: string, field: string, filed: string, shown: string | null): ErratumLine => ({
  ...{ register: 'sec-form4', row, field, filed, shown },
  ...{ reason: 'a zero too many', document: 'https://example.org/1', day: '2026-11-20' },
});

describe('records/erratum', () => {
  describe('the file', () => {
    const cells = ['sec-form4', '0000900001-26-000001-0', 'shares', '101', '11', 'why', 'doc', '2026-11-20'];
    const withCell = (at: number, text: string) =>
      `${HEAD}\n${cells.map((cell, place) => (place === at ? text : cell)).join('\t')}\n`;

    it('has a line for each field of a row', () => {
      expect(readErrata(`${HEAD}\n\n${cells.join('\t')}\r\n`)).toEqual([
        {
          ...{ register: 'sec-form4', row: '0000900001-26-000001-0', field: 'shares', filed: '101' },
          ...{ shown: '11', reason: 'why', document: 'doc', day: '2026-11-20' },
        },
      ]);
      expect(readErrata(withCell(4, 'withheld'))[0]?.shown).toBeNull();
      expect(readErrata(withCell(3, ''))[0]?.filed).toBe('');
      expect(readErrata(HEAD)).toEqual([]);
    });

    it.each([
      ['another head', 'register\trow\n', 'the first line must be register, row, field'],
      ['an empty file', '', 'the first line must be register'],
      [
        'a cell too few',
        `${HEAD}\na\tb\n`,
        'line 2: it has 2 cells with tabs between them, and 8 are needed',
      ],
      ['no reason', withCell(5, ' '), 'line 2: reason is empty'],
      ['no shown value', withCell(4, ''), 'line 2: shown is empty'],
      ['another day', withCell(7, '2026-02-30'), 'line 2: day must be a date as YYYY-MM-DD'],
      [
        'a line twice',
        `${HEAD}\n${cells.join('\t')}\n${cells.join('\t')}`,
        'line 3: an earlier line has the same',
      ],
    ])('is refused with the line: %s', (_, text, message) => {
      expect(() => readErrata(text)).toThrow(message);
    });
  });

  describe('a record', () => {
    const given = filing(1, { transactions: [trade(0), trade(1, { shares: 20 })] });
    const first = `${accession(1)}-0`;

    it('has the shown figure in its row alone, and stays as it is itself', () => {
      const { record, outcomes } = applyErrata(given, [line(first, 'pricePerShare', '10.50', '1.05')]);
      expect(record).toEqual({
        ...given,
        transactions: [{ ...given.transactions[0], pricePerShare: 1.05 }, given.transactions[1]],
      });
      expect(given.transactions[0]?.pricePerShare).toBe(10.5);
      expect(outcomes).toMatchObject([{ state: 'applied', found: '10.5' }]);
      const [{ asFiled } = { asFiled: '' }] = outcomes;
      expect(withoutErrata(record, [{ row: first, asFiled }])).toEqual(given);
    });

    it('has no figure where it is withheld', () => {
      const { record } = applyErrata(given, [
        line(first, 'shares', String(given.transactions[0]?.shares), null),
      ]);
      expect(record.transactions[0]?.shares).toBeNull();
    });

    it('is as filed where the document says something else than the line', () => {
      const { record, outcomes } = applyErrata(given, [line(first, 'pricePerShare', '99', '1.05')]);
      expect(record).toEqual(given);
      expect(outcomes).toMatchObject([{ state: 'changed', found: '10.5' }]);
    });

    it.each([
      ['no such field', 'totalValue', '', '5', 'unknown-field'],
      ['a word for a number', 'pricePerShare', '10.5', 'ten', 'unusable-value'],
      ['no date', 'transactionDate', '2026-02-27', '2026-02-30', 'unusable-value'],
      ['no code', 'transactionCode', 'S', 'sale', 'unusable-value'],
    ])('is as filed with %s', (_, field, filed, shown, state) => {
      const { record, outcomes } = applyErrata(given, [line(first, field, filed, shown)]);
      expect(record).toEqual(given);
      expect(outcomes).toMatchObject([{ state }]);
    });

    it('has nothing of lines about other rows and documents', () => {
      for (const row of [accession(1), `${accession(1)}-2`, `${accession(2)}-0`])
        expect(applyErrata(given, [line(row, 'shares', '1', '2')])).toEqual({ record: given, outcomes: [] });
    });

    it('loses what was said against the corrected figure, and nothing else', () => {
      const row = trade(0, { implausible: ['price-above-any-share', 'date-after-filing'] });
      const doubted = filing(1, { transactions: [row] });
      const of = (field: string, filed: string, shown: string) =>
        applyErrata(doubted, [line(first, field, filed, shown)]).record.transactions[0]?.implausible;
      expect(of('pricePerShare', '10.5', '1')).toEqual(['date-after-filing']);
      expect(of('transactionDate', '2026-02-27', '2026-02-26')).toEqual(['price-above-any-share']);
      expect(of('securityTitle', row.securityTitle, 'Units')).toEqual(row.implausible);
    });
  });

  const applied = <R extends RegisterRecord>(record: R, ...lines: ErratumLine[]): R => {
    const { record: shown, outcomes } = applyErrata(record, lines);
    expect(outcomes.map(({ state }) => state)).toEqual(lines.map(() => 'applied'));
    return shown;
  };

  it('corrects a bracket with its bounds', () => {
    const [report] = inventedReports().filter(({ trades }) => trades[0]?.amountLabel === '$1,001 - $15,000');
    const row = `${report!.documentId}-0`;
    const trades = (shown: string | null) =>
      applied(report!, line(row, 'amountLabel', '$1,001 - $15,000', shown)).trades[0];
    expect(trades('$15,001 - $50,000')).toMatchObject({
      amountMin: 15_001,
      amountMax: 50_000,
      amountMid: 32_500.5,
    });
    expect(trades('Over $50,000,000')).toMatchObject({
      amountMin: 50_000_001,
      amountMax: null,
      amountMid: null,
    });
    expect(trades(null)).toMatchObject({ amountLabel: '', amountMin: 0, amountMax: null, amountMid: null });
    const wrong = applyErrata(report!, [line(row, 'amountLabel', '$1,001 - $15,000', 'much')]);
    expect(wrong.outcomes).toMatchObject([{ state: 'unusable-value' }]);
  });

  it('corrects the value of a European row with its price, and withholds it likewise', () => {
    const [row] = inventedEuRows('se');
    const { filingId, price, volume, totalValue } = row!;
    expect(totalValue).toBe(price! * volume!);
    expect(applied(row!, line(filingId, 'price', String(price), '7.05')).totalValue).toBe(7.05 * volume!);
    expect(applied(row!, line(filingId, 'volume', String(volume), null)).totalValue).toBeNull();
    const pence = { ...row!, totalValue: (price! * volume!) / 100 };
    expect(applied(pence, line(filingId, 'price', String(price), '10')).totalValue).toBe(volume! / 10);
    // BaFin states a value, and no number.
    const stated = { ...row!, volume: null };
    expect(applied(stated, line(filingId, 'price', String(price), '7')).totalValue).toBe(totalValue);
    expect(applied(row!, line(filingId, 'totalValueNative', String(totalValue), '1')).totalValue).toBe(1);
  });

  it('corrects parts of a notice and of a schedule, by their place or as the only one', () => {
    const [notice] = noticesOf(inventedFilings(6));
    const { accession: id, securities } = notice!;
    const shares = String(securities[0]?.shares);
    for (const field of ['shares', 'securities.0.shares'])
      expect(applied(notice!, line(id, field, shares, '7')).securities[0]?.shares).toBe(7);
    const two = { ...notice!, securities: [...securities, ...securities] };
    expect(applyErrata(two, [line(id, 'shares', shares, '7')]).outcomes).toMatchObject([
      { state: 'unknown-field' },
    ]);
    expect(applied(two, line(id, 'securities.1.shares', shares, '7')).securities[1]?.shares).toBe(7);
    const [schedule] = inventedSchedules();
    const percent = String(schedule!.persons[0]?.percent);
    const shown = applied(schedule!, line(schedule!.accession, 'persons.0.percent', percent, '4.1'));
    expect(shown.persons[0]?.percent).toBe(4.1);
  });

  it('corrects a holding of a Form 3', () => {
    const [form] = forms35Of(inventedFilings(2)).filter(({ holdings }) => holdings.length > 0);
    const held = String(form!.holdings[0]?.shares);
    const shown = applied(form!, line(`${form!.accession}-h0`, 'sharesOwnedAfter', held, '5'));
    expect(shown.holdings[0]?.shares).toBe(5);
  });
});
