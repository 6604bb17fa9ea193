/** Rows that describe one trade count once, and rows that only look equal stay separate. */

import { describe, expect, it } from '@jest/globals';
import type { Form4Filing } from '../../../src/records/form4/form4.js';
import { normaliseTitle } from '../../../src/records/form4/security-title.js';
import { saysFiledSeparately } from '../../../src/registers/edgar/footnote-separate-forms.js';
import { form, fund, person, purchase, read, rowOf, sale, standing } from './filings.js';

const jane = person('11');
const joan = person('12');
const larkspur = fund('21');
const manager = fund('22', 'Larkspur Management LLC');

describe('one lot', () => {
  it('is a joint filing: one row, regardless of the owners', () => {
    const { rows } = read(form('a', [larkspur, manager, jane], [sale()]));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ status: 'canonical', representedBy: null, inFeed: true, ownerCik: '11' });
  });

  it('is a filing sent twice: the earliest filed is canonical', () => {
    const later = form('a', [jane], [sale(), sale({ shares: 50, sharesOwnedAfter: 850 })], {
      filedDate: '2025-03-06',
    });
    const earlier = {
      ...later,
      accession: 'b',
      filedDate: '2025-03-04',
      filedAt: '2025-03-04T22:00:00.000Z',
    };
    const { rows } = read(later, earlier);
    expect(standing(later, earlier)).toEqual(['b-0', 'b-1']);
    expect(rowOf(rows, 'a-1')).toMatchObject({ status: 'duplicate', representedBy: 'b-1', inFeed: false });
  });

  it('includes the row of further owners in a second filing with the same rows', () => {
    const rows = [sale(), sale({ shares: 40, pricePerShare: 11, sharesOwnedAfter: 860 })];
    const indirect = rows.map((row) => ({ ...row, ownership: 'I' as const }));
    expect(standing(form('a', [larkspur], rows), form('b', [manager], indirect))).toEqual(['a-0', 'a-1']);
  });

  it('includes the same lot with the same holding after it, filed by another owner within a few days', () => {
    const second = (filedDate: string) => form('b', [joan], [sale()], { filedDate });
    expect(standing(form('a', [jane], [sale()]), second('2025-03-07'))).toEqual(['a-0']);
    expect(standing(form('a', [jane], [sale()]), second('2025-03-20'))).toEqual(['a-0', 'b-0']);
  });

  it('is none of people who each own it directly and have no family name in common', () => {
    const people = ['Abbott Lena', 'Burke Miles III', 'Carver Sol III'].map((name, at) =>
      person(String(31 + at), name),
    );
    const each = (over: Parameters<typeof purchase>[0] = {}, owners = people) =>
      standing(...owners.map((one, at) => form('abc'[at] as string, [one], [purchase(over)])));
    expect(each()).toEqual(['a-0', 'b-0', 'c-0']);
    expect(each({ ownership: 'I', natureOfOwnership: 'By partnership' })).toEqual(['a-0']);
    expect(each({}, [person('31', 'Abbott Lena'), person('32', 'ABBOTT JOHN R')])).toEqual(['a-0']);
    expect(each({}, [person('31', 'Abbott John PhD'), person('32', 'Burke John PhD')])).toEqual([
      'a-0',
      'b-0',
    ]);
    expect(each({}, [person('31', 'Abbott Lena'), fund('32')])).toEqual(['a-0']);
  });

  it('is the first purchase of a fund on the form of a person who names it', () => {
    const bought = purchase({ sharesOwnedAfter: 100 });
    const named = (natureOfOwnership: string) =>
      standing(
        form('a', [larkspur], [bought]),
        form('b', [jane], [{ ...bought, ownership: 'I', natureOfOwnership }]),
      );
    expect(named('By Larkspur Growth Fund, LP')).toEqual(['a-0']);
    expect(named('By fund')).toEqual(['a-0', 'b-0']);
    expect(named('')).toEqual(['a-0', 'b-0']);
  });

  it('is none of two trusts of one owner, unless they may be one', () => {
    const trusts = (...natures: Array<string | null>) =>
      standing(
        ...natures.map((natureOfOwnership, at) =>
          form('ab'[at] as string, [jane], [sale({ ownership: 'I', natureOfOwnership })]),
        ),
      );
    expect(trusts('By Trust for Son', 'By Trust for Daughter')).toEqual(['a-0', 'b-0']);
    for (const other of ['By Larkspur Trust', 'BY TRUST', 'See footnote (2)', null])
      expect(trusts('By Trust', other)).toEqual(['a-0']);
  });

  it('includes the last sale of a group that is too large for one filing, if its filings say so', () => {
    const row = sale({ sharesOwnedAfter: 0, ownership: 'I', natureOfOwnership: 'See footnotes' });
    const remarks = [
      'Because no more than 10 reporting persons can file any one Form 4 through the EDGAR system, affiliates have filed a separate Form 4.',
      'Affiliates have filed a separate Form 4.',
      'Due to the limitations of the electronic filing system, each of Larkspur LP and Larkspur LLC are filing a separate Form 4.',
    ];
    for (const text of remarks) {
      const filesSeparately = saysFiledSeparately(text, text.toLowerCase());
      const one = (name: string, owner: typeof larkspur, of = row, over: Partial<Form4Filing> = {}) =>
        form(name, [owner], [of], { filesSeparately, ...over });
      const a = one('a', larkspur);
      expect(standing(a, one('b', manager))).toEqual(['a-0']);
      // Only one of them says so, another day, another holder, or people who sell the same number.
      expect(standing(a, form('b', [manager], [row]))).toHaveLength(2);
      expect(standing(a, one('b', manager, row, { filedDate: '2025-03-06' }))).toHaveLength(2);
      expect(standing(a, one('b', manager, { ...row, natureOfOwnership: 'By Fund II' }))).toHaveLength(2);
      expect(standing(a, one('b', joan))).toHaveLength(2);
    }
    const others = [
      'The Reporting Person may be in a group that owns more than ten percent; each reporting person files a separate Form 4.',
      'Larkspur Limited and Reed Limited Partnership are reporting persons; the other director filed a separate Form 4.',
      'Each has an interest that is limited to its share; other reporting persons filed a separate Form 4.',
      'Each disclaims beneficial ownership that exceeds its pecuniary interest; other reporting persons filed separate reports.',
    ];
    for (const text of others) expect(saysFiledSeparately(text, text.toLowerCase())).toBe(false);
    expect(standing(form('a', [larkspur], [row]), form('b', [manager], [row]))).toHaveLength(2);
    // What each owns directly.
    const direct = [{ ...row, ownership: 'D' as const }];
    const both = [larkspur, manager].map((owner, at) =>
      form(`${at}`, [owner], direct, { filesSeparately: true }),
    );
    expect(standing(...both)).toHaveLength(2);
  });

  it('includes the same row with another spelling of the security', () => {
    const second = sale({ securityTitle: 'COMMON STOCK, $0.001 par value' });
    expect(standing(form('a', [jane], [sale()]), form('b', [jane], [second]))).toEqual(['a-0']);
    expect(normaliseTitle('Common Stock, par value $.01 per share, Class B')).toBe('common stock class b');
    expect(normaliseTitle('Class A Common Stock')).not.toBe(normaliseTitle('Common Stock'));
  });

  it('includes a row of XML and the rounded row of a data set in another filing', () => {
    const exact = form('a', [jane], [sale({ pricePerShare: 2.8979, shares: 19.8249 })]);
    const rounded = form('b', [jane], [sale({ pricePerShare: 2.9, shares: 19.82 })], {
      precision: 'dataset',
    });
    expect(standing(exact, rounded)).toEqual(['a-0']);
    expect(standing(exact, { ...rounded, precision: 'xml' })).toEqual(['a-0', 'b-0']);
  });
});

describe('two lots', () => {
  it('are equal rows of one filing', () => {
    const twice = form('a', [jane], [sale(), sale(), sale()]);
    expect(standing(twice)).toEqual(['a-0', 'a-1', 'a-2']);
    expect(standing(twice, { ...twice, accession: 'b' })).toEqual(['a-0', 'a-1', 'a-2']);
  });

  it('are equal rows if another filing repeats only one of them and the holding does not show which', () => {
    expect(standing(form('a', [jane], [sale(), sale()]), form('b', [jane], [sale()]))).toHaveLength(3);
  });

  it('are two people who trade the same number at the same price on the same day', () => {
    const other = form('b', [joan], [sale({ sharesOwnedAfter: 5000 })]);
    expect(standing(form('a', [jane], [sale()]), other)).toEqual(['a-0', 'b-0']);
  });

  it('are two first purchases and two full sales', () => {
    for (const row of [purchase({ sharesOwnedAfter: 100 }), sale({ sharesOwnedAfter: 0 })]) {
      expect(standing(form('a', [jane], [row]), form('b', [joan], [row]))).toEqual(['a-0', 'b-0']);
    }
  });

  it('are the same grant to two directors', () => {
    const grant = purchase({ transactionCode: 'A', pricePerShare: 0, sharesOwnedAfter: 7000 });
    expect(standing(form('a', [jane], [grant]), form('b', [joan], [grant]))).toEqual(['a-0', 'b-0']);
  });

  it('are rows of no shares, of an unknown number or day, of different owners', () => {
    for (const row of [sale({ shares: 0 }), sale({ shares: null }), sale({ transactionDate: null })])
      expect(standing(form('a', [jane], [row]), form('b', [larkspur], [row]))).toEqual(['a-0', 'b-0']);
  });

  it('are rows of different owners that were filed more than five days apart', () => {
    const apart = (filedDate: string) =>
      standing(form('a', [jane], [sale()]), form('b', [larkspur], [sale()], { filedDate }));
    expect(apart('2025-03-09')).toEqual(['a-0']);
    expect(apart('2025-03-10')).toEqual(['a-0', 'b-0']);
  });

  it('are rows of XML whose third decimals differ, in any figure', () => {
    const filed = sale({ shares: 100.001, pricePerShare: 10.001, sharesOwnedAfter: 900.001 });
    for (const more of [{ shares: 100.002 }, { pricePerShare: 10.002 }, { sharesOwnedAfter: 900.002 }]) {
      const other = form('b', [larkspur], [{ ...filed, ...more }]);
      expect(standing(form('a', [jane], [filed]), other)).toEqual(['a-0', 'b-0']);
      expect(standing(form('a', [jane], [filed]), { ...other, precision: 'dataset' })).toEqual(['a-0']);
    }
  });

  it('are rows without a stated holding of different owners', () => {
    const row = sale({ sharesOwnedAfter: null });
    expect(standing(form('a', [jane], [row]), form('b', [joan], [row]))).toEqual(['a-0', 'b-0']);
    expect(standing(form('a', [jane], [row]), form('b', [jane], [row]))).toEqual(['a-0']);
  });

  it('are equal sales that one owner splits over two filings of the day', () => {
    const running = standing(
      form('a', [jane], [sale(), sale({ shares: 30, sharesOwnedAfter: 870 })]),
      form('b', [jane], [sale({ sharesOwnedAfter: 770 }), sale({ shares: 30, sharesOwnedAfter: 740 })]),
    );
    expect(running).toHaveLength(4);
    const closing = sale({ sharesOwnedAfter: 500 });
    const closingBalances = standing(
      form('a', [jane], [closing, { ...closing, shares: 7 }]),
      form('b', [jane], [closing, { ...closing, shares: 8 }]),
    );
    expect(closingBalances).toHaveLength(4);
  });

  it('are a direct and an indirect row of one owner', () => {
    const second = form('b', [jane], [sale({ ownership: 'I' })]);
    expect(standing(form('a', [jane], [sale()]), second)).toEqual(['a-0', 'b-0']);
  });

  it.each([
    ['date', { transactionDate: '2025-03-04' }],
    ['code', { transactionCode: 'F' }],
    ['price', { pricePerShare: 10.01 }],
    ['unknown price', { pricePerShare: null }],
    ['shares', { shares: 101 }],
    ['security', { securityTitle: 'Class B Common Stock' }],
    ['table', { table: 'derivative' as const }],
  ])('differ in %s', (_what, over) => {
    expect(standing(form('a', [jane], [sale()]), form('b', [jane], [sale(over)]))).toEqual(['a-0', 'b-0']);
  });
});
