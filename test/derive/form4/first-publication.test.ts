/** When a lot first became public: neither an amendment of it nor a form of a joint owner is a new trade. */

import { describe, expect, it } from '@jest/globals';
import type { Form4Filing, Form4Transaction } from '../../../src/records/form4/form4.js';
import fc, { runs } from '../../property.js';
import { amendment, form, fund, person, purchase, read, sale } from './filings.js';

const [jane, joan] = [person('11'), person('12')];
const ORIGINAL = '2025-03-04T22:00:00.000Z';
/** By `accession-row`; null where the filing of the row made it public. */
const firsts = (...filings: Form4Filing[]) =>
  Object.fromEntries(
    read(...filings).rows.map(({ accession, row, firstFiledAt }) => [`${accession}-${row}`, firstFiledAt]),
  );

const one = purchase({ shares: 100, pricePerShare: 50, sharesOwnedAfter: 1100 });
const two = purchase({ shares: 40, pricePerShare: 51, sharesOwnedAfter: 1140 });
const late = { filedDate: '2025-07-31' };

describe('a lot', () => {
  it.each<[string, Form4Transaction]>([
    ['its title', { ...one, securityTitle: 'Class A Common Stock' }],
    ['its price', { ...one, pricePerShare: 55 }],
    ['its number', { ...one, shares: 110 }],
    ['nothing', one],
  ])('keeps the time of its first filing when an amendment corrects %s', (_what, row) => {
    expect(firsts(form('o', [jane], [one]), amendment('x', [jane], [row], late))).toEqual({
      'o-0': null,
      'x-0': ORIGINAL,
    });
  });

  it('that an amendment adds has the time of the amendment', () => {
    expect(firsts(form('o', [jane], [one]), amendment('x', [jane], [one, two], late))).toMatchObject({
      'x-0': ORIGINAL,
      'x-1': null,
    });
  });

  it('keeps it through an amendment of an amendment, and what the first one added keeps that of the first', () => {
    const first = amendment('x', [jane], [one, two], late);
    const second = amendment('y', [jane], [{ ...one, pricePerShare: 52 }, two], { filedDate: '2025-08-20' });
    expect(firsts(form('o', [jane], [one]), first, second)).toMatchObject({
      'y-0': ORIGINAL,
      'y-1': '2025-07-31T22:00:00.000Z',
    });
  });

  it('of joint owners has the time of the earliest form, also on the form of the other', () => {
    const sold = sale({ ownership: 'I' });
    const later = form('q', [joan], [sold], { filedDate: '2025-03-06' });
    const filings = [form('o', [fund('21')], [sold]), later];
    expect(firsts(...filings)).toEqual({ 'o-0': null, 'q-0': ORIGINAL });
    expect(
      firsts(...filings, amendment('x', [fund('21')], [{ ...sold, pricePerShare: 11 }], late)),
    ).toMatchObject({
      'x-0': ORIGINAL,
    });
  });

  it('that an amendment states as one has the time of the first of its parts', () => {
    const parts = [sale({ shares: 60, sharesOwnedAfter: 940 }), sale({ shares: 40, sharesOwnedAfter: 900 })];
    expect(firsts(form('o', [jane], parts), amendment('x', [jane], [sale()], late))).toMatchObject({
      'x-0': ORIGINAL,
    });
  });
});

describe('a lot that an amendment states in parts', () => {
  const filed = form('o', [jane], [sale()]);
  const part = (shares: number, sharesOwnedAfter: number, more: Partial<Form4Transaction> = {}) =>
    sale({ shares, sharesOwnedAfter, ...more });
  const firstPart = part(60, 940);
  const amended = (...rows: Form4Transaction[]) => amendment('x', [jane], rows, late);

  it.each<[string, Form4Transaction[]]>([
    ['two', [firstPart, part(40, 900)]],
    ['two, the last first', [part(40, 900), firstPart]],
    ['two with the holding after all', [part(60, 900), part(40, 900)]],
    ['three, with other prices', [part(20, 980, { pricePerShare: 9 }), part(30, 950), part(50, 900)]],
  ])('has its time in all of %s', (_what, rows) => {
    const found = read(filed, amended(...rows)).rows;
    expect(found.map(({ status }) => status)).toEqual(['superseded', ...rows.map(() => 'canonical')]);
    expect(found.slice(1).map(({ firstFiledAt }) => firstFiledAt)).toEqual(rows.map(() => ORIGINAL));
  });

  it('has it with a second filing of the day, and when a part is divided again', () => {
    const other = form('p', [jane], [sale({ securityTitle: 'Class B', sharesOwnedAfter: 50 })]);
    const parts = amended(firstPart, part(40, 900));
    expect(firsts(filed, other, parts)).toMatchObject({ 'x-0': ORIGINAL, 'x-1': ORIGINAL });
    const again = amendment('y', [jane], [part(10, 990), part(50, 940), part(40, 900)], {
      filedDate: '2025-08-20',
    });
    expect(firsts(filed, parts, again)).toMatchObject({
      'y-0': ORIGINAL,
      'y-1': ORIGINAL,
      'y-2': ORIGINAL,
    });
  });

  it.each<[string, Form4Transaction]>([
    ['more shares', part(70, 970)],
    ['another day', { ...firstPart, transactionDate: '2025-03-04' }],
    ['another security', { ...firstPart, securityTitle: 'Preferred Stock' }],
    ['another code', { ...firstPart, transactionCode: 'F' }],
  ])('has no part with %s: that one is added', (_what, row) => {
    expect(firsts(filed, amended(row, part(40, 900)))).toMatchObject({ 'x-0': null, 'x-1': ORIGINAL });
  });
});

describe('an amendment of a filing that is not here', () => {
  const END_OF_DAY = '2025-03-05T04:59:59.000Z';

  it('has the date of that filing as it states it, for trades until then', () => {
    const after = purchase({ transactionDate: '2025-03-06' });
    expect(firsts(amendment('x', [jane], [one, after], late))).toEqual({ 'x-0': END_OF_DAY, 'x-1': null });
  });

  it('has its own time without such a date, with one after it, and where another filing of the day is here', () => {
    for (const dateOfOriginalSubmission of [null, '2025-08-01'])
      expect(firsts(amendment('x', [jane], [one], { ...late, dateOfOriginalSubmission }))).toEqual({
        'x-0': null,
      });
    const other = form('o', [jane], [sale({ transactionDate: '2025-02-03', securityTitle: 'Notes' })]);
    expect(firsts(other, amendment('x', [jane], [one], late))).toMatchObject({ 'x-0': null });
  });
});

/** One fact of a row is corrected; `added`: how many rows the amendment has beside those of the original. */
const corrections = fc.record({
  shares: fc.array(fc.integer({ min: 1, max: 9_999 }), { minLength: 1, maxLength: 4 }),
  at: fc.nat(3),
  fact: fc.constantFrom('nothing', 'price', 'number', 'title', 'date', 'ownership'),
  added: fc.nat(2),
  chain: fc.integer({ min: 1, max: 3 }),
});

function corrected(row: Form4Transaction, fact: string): Form4Transaction {
  if (fact === 'price') return { ...row, pricePerShare: (row.pricePerShare ?? 0) * 1.1 };
  if (fact === 'number') return { ...row, shares: (row.shares ?? 0) + 3 };
  if (fact === 'title') return { ...row, securityTitle: 'Class A Common Stock' };
  if (fact === 'date') return { ...row, transactionDate: '2025-02-28' };
  if (fact === 'ownership') return { ...row, ownership: 'I', natureOfOwnership: 'By Trust' };
  return row;
}

describe('for any amendment with one corrected fact', () => {
  it('no lot moves, no added one is taken for an earlier one, and the order of arrival changes nothing', () => {
    const seen = { moved: 0, kept: 0, addedKept: 0, addedMoved: 0 };
    fc.assert(
      fc.property(corrections, fc.infiniteStream(fc.nat()), ({ shares, at, fact, added, chain }, order) => {
        let held = 1000;
        const bought = (number: number, day: string) => {
          held += number;
          return purchase({
            shares: number,
            pricePerShare: 20 + number / 1000,
            sharesOwnedAfter: held,
            transactionDate: day,
          });
        };
        const rows = shares.map((number) => bought(number, '2025-03-03'));
        const more = Array.from({ length: added }, (_, n) => bought(20_000 + n, '2025-03-03'));
        const wrong = rows.map((row, n) => (n === at % rows.length ? corrected(row, fact) : row));
        const filings = [form('o', [jane], wrong)];
        for (let n = 0; n < chain; n += 1)
          filings.push(amendment(`x${n}`, [jane], [...rows, ...more], { filedDate: `2025-0${n + 5}-12` }));
        const last = `x${chain - 1}`;
        const found = read(...filings).rows.filter(({ accession }) => accession === last);
        const firstOfChain = chain === 1 ? null : '2025-05-12T22:00:00.000Z';
        for (const { row, firstFiledAt } of found)
          if (row < rows.length) seen[firstFiledAt === ORIGINAL ? 'kept' : 'moved'] += 1;
          else seen[firstFiledAt === firstOfChain ? 'addedKept' : 'addedMoved'] += 1;
        const shuffled = filings
          .map((filing) => ({ filing, place: order.next().value }))
          .sort((a, b) => a.place - b.place)
          .map(({ filing }) => filing);
        expect(read(...shuffled).rows).toEqual(read(...filings).rows);
      }),
      { numRuns: runs(500) },
    );
    expect(seen.kept).toBeGreaterThan(100);
    expect(seen.addedKept).toBeGreaterThan(20);
    expect({ moved: seen.moved, addedMoved: seen.addedMoved }).toEqual({ moved: 0, addedMoved: 0 });
  });
});
