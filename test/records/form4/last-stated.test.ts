/** What a person owns: the last row of the newest filing that states a line. */

import { describe, expect, it } from '@jest/globals';
import {
  lastStated,
  type OwnershipStatement,
  type StatedRow,
  statementDay,
} from '../../../src/records/form4/last-stated.js';

const row = (more: Partial<StatedRow> = {}): StatedRow => ({
  id: '0',
  kind: 'transaction',
  isDerivative: false,
  securityTitle: 'Common Stock',
  ownership: 'D',
  nature: null,
  account: null,
  shares: 900,
  value: null,
  traded: 100,
  way: 'D',
  underlyingTitle: null,
  underlyingShares: null,
  underlyingValue: null,
  exercisePrice: null,
  exerciseDate: null,
  expirationDate: null,
  ...more,
});
const held = (more: Partial<StatedRow> = {}): StatedRow =>
  row({ id: 'h0', kind: 'holding', traded: null, way: null, ...more });
const statement = (asOf: string, rows: StatedRow[], more: Partial<OwnershipStatement> = {}) => ({
  accession: `a-${asOf}`,
  form: '4',
  issuerCik: '4001',
  issuerName: 'Quillmark Corp',
  issuerTicker: 'QLMK',
  filedAt: `${asOf}T21:00:00.000Z`,
  asOf,
  periodOfReport: asOf,
  owners: 1,
  isRounded: false,
  hasLeft: false,
  statesNone: false,
  rawFilingUrl: '',
  rows,
  ...more,
});
const short = (statements: OwnershipStatement[]) =>
  lastStated(statements).map(({ securityTitle, ownership, shares, filingId }) =>
    [securityTitle, ownership, shares, filingId].join(' | '),
  );

describe('the end state', () => {
  it('is the last row of the newest filing, not the first', () => {
    const newest = [row({ shares: 800 }), row({ id: '1', shares: 700 })];
    expect(short([statement('2026-03-01', newest), statement('2026-02-01', [row()])])).toEqual([
      'Common Stock | D | 700 | a-2026-03-01-1',
    ]);
  });

  it('is of the day that a figure is of, not of the day of filing', () => {
    const lateYear = statement('2025-12-31', [held({ shares: 1000 })], {
      form: '5',
      filedAt: '2026-02-10T21:00:00.000Z',
    });
    expect(short([lateYear, statement('2026-01-20', [row()])])).toEqual([
      'Common Stock | D | 900 | a-2026-01-20-0',
    ]);
  });

  it('comes from an older filing where the newer ones state none, and says since when', () => {
    const [line] = lastStated([
      statement('2026-03-01', [row({ shares: null })]),
      statement('2026-02-01', [row({ shares: null })]),
      statement('2026-01-01', [row({ shares: 1200 })]),
    ]);
    expect(line).toMatchObject({
      shares: 1200,
      asOf: '2026-01-01',
      filingId: 'a-2026-01-01-0',
      notStatedSince: '2026-02-01T21:00:00.000Z',
    });
    const [unknown] = lastStated([statement('2026-03-01', [row({ shares: null })])]);
    expect(unknown).toMatchObject({ shares: null, whyUnknown: 'not-stated' });
    expect(unknown).not.toHaveProperty('notStatedSince');
  });

  it('of rows that do not follow one another is the last one if direct, and not clear if indirect', () => {
    const rows = (ownership: 'D' | 'I') => [
      row({ ownership, nature: 'By Trust', shares: 500 }),
      row({ id: '1', ownership, nature: 'By Trust', shares: 9000 }),
    ];
    expect(lastStated([statement('2026-03-01', rows('D'))])[0]).toMatchObject({
      shares: 9000,
      doubts: ['rows-differ'],
    });
    expect(lastStated([statement('2026-03-01', rows('I'))])[0]).toMatchObject({
      shares: null,
      whyUnknown: 'rows-differ',
    });
  });

  it('is a stated value where no number is, and a size where a right has only that', () => {
    const lines = lastStated([
      statement('2026-03-01', [
        row({ shares: null, value: 2111111 }),
        held({ isDerivative: true, shares: null, underlyingShares: 95898, underlyingTitle: 'Class B' }),
      ]),
    ]);
    expect(
      lines.map(({ value, underlyingShares, whyUnknown }) => [value, underlyingShares, whyUnknown]),
    ).toEqual([
      [2111111, null, undefined],
      [null, 95898, undefined],
    ]);
  });
});

describe('lines', () => {
  it('never mix shares with rights, classes, or forms of ownership', () => {
    const rows = [
      row(),
      row({ id: '1', securityTitle: 'Class B Common Stock', shares: 5 }),
      row({ id: '2', ownership: 'I', nature: 'By Spouse', shares: 6 }),
      row({ id: '3', isDerivative: true, securityTitle: 'Common Stock', shares: 7 }),
    ];
    expect(lastStated([statement('2026-03-01', rows)]).map(({ shares }) => shares)).toEqual([900, 5, 6, 7]);
  });

  it('of equal holdings are as many: two trusts of one size', () => {
    const trust = (id: string, account: string | null) =>
      held({ id, ownership: 'I', nature: 'Trust', account, shares: 8000 });
    expect(
      short([statement('2026-03-01', [trust('h0', 'The 2011 trust.'), trust('h1', 'The 2019 trust.')])]),
    ).toHaveLength(2);
    expect(short([statement('2026-03-01', [trust('h0', null), trust('h1', null)])])).toHaveLength(2);
  });

  it('of trusts are distinguished by their footnotes, and one that is not repeated gets a note', () => {
    const trust = (account: string, shares: number) =>
      held({ ownership: 'I', nature: 'Trust', account, shares });
    const lines = lastStated([
      statement('2026-03-01', [trust('Held by the 2011 trust.', 10)]),
      statement('2026-02-01', [trust('Held by the 2011 trust', 20), trust('Held by the 2019 trust', 30)]),
    ]);
    expect(lines.map(({ shares, doubts }) => [shares, doubts])).toEqual([
      [10, []],
      [30, ['may-be-another-line']],
    ]);
  });

  it('are one where only the words of a footnote change', () => {
    const fund = (account: string, shares: number) =>
      held({ ownership: 'I', nature: 'By Larkspur LLC', account, shares });
    expect(
      short([
        statement('2026-03-01', [fund('See now.', 10)]),
        statement('2026-02-01', [fund('See then.', 20)]),
      ]),
    ).toEqual(['Common Stock | I | 10 | a-2026-03-01-h0']);
  });

  it('say that nothing is owned only while no filing states a line', () => {
    const none = statement('2026-01-01', [], { form: '3', statesNone: true });
    expect(lastStated([none])).toMatchObject([
      { securityTitle: '', shares: 0, filingId: 'a-2026-01-01-none' },
    ]);
    // Lines of before are of an earlier time as an insider; a trade of that day may come after the event.
    const before = statement('2021-03-02', [
      row(),
      held({ ownership: 'I', nature: 'By Trust', shares: 3000 }),
    ]);
    expect(short([none, before])).toEqual([' |  | 0 | a-2026-01-01-none']);
    const ofThatDay = statement('2026-01-01', [row({ shares: 50 })], { accession: 'b' });
    expect(short([none, before, ofThatDay])).toEqual(['Common Stock | D | 50 | b-0']);
    expect(short([none, statement('2026-02-01', [row()])])).toEqual([
      'Common Stock | D | 900 | a-2026-02-01-0',
    ]);
    expect(lastStated([statement('2026-01-01', [], { form: '3' })])).toEqual([]);
  });

  it('say who else filed, whether an amendment leaves them out, and whether the person has left', () => {
    const lines = lastStated([
      statement('2026-01-01', [held()], { form: '3', owners: 2, accession: 'original' }),
      statement('2026-01-01', [held({ securityTitle: 'Class B', shares: 1 })], {
        form: '3/A',
        filedAt: '2026-01-20T21:00:00.000Z',
      }),
      statement('2026-05-01', [], { hasLeft: true }),
    ]);
    expect(lines.map(({ securityTitle, doubts }) => [securityTitle, doubts])).toEqual([
      ['Class B', ['no-longer-insider']],
      ['Common Stock', ['joint-filing', 'not-in-amendment', 'no-longer-insider']],
    ]);
  });
});

describe('a newer filing with more lines of one nature, or fewer', () => {
  const trust = (shares: number, id = 'h0') => held({ id, shares, ownership: 'I', nature: 'By Trust' });
  const marked = (statements: OwnershipStatement[]) =>
    lastStated(statements).map(({ shares, doubts }) => [shares, doubts.includes('may-be-another-line')]);
  const two = [trust(60), trust(40, 'h1')];

  it('marks every line that may be superseded', () => {
    const sold = row({ shares: 0, ownership: 'I', nature: 'By Trust' });
    const fewer = marked([statement('2026-01-01', two, { form: '3' }), statement('2026-02-01', [sold])]);
    expect(fewer).toHaveLength(3);
    expect(fewer).toEqual(
      expect.arrayContaining([
        [60, true],
        [40, true],
        [0, true],
      ]),
    );
    const more = marked([statement('2026-01-01', [trust(100)]), statement('2026-02-01', two)]);
    expect(more).toHaveLength(3);
    expect(more.every(([, isMarked]) => isMarked)).toBe(true);
  });

  it('supersedes as many lines without a mark', () => {
    const newer = [trust(50), trust(30, 'h1')];
    expect(marked([statement('2026-01-01', two), statement('2026-02-01', newer)])).toEqual([
      [50, false],
      [30, false],
    ]);
  });
});

it('a day that cannot be right does not date a figure', () => {
  expect(statementDay(['2035-01-01', '2026-01-05'], '2026-01-07')).toBe('2026-01-05');
  expect(statementDay(['0022-01-01', null], '2026-01-07')).toBe('2026-01-07');
});
