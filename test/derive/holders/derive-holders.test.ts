/** The holder of a schedule, its chain, and the levels that it crossed. */

import { describe, expect, it } from '@jest/globals';
import type { DraftSchedule } from '../../../data/sample/make/schedule-text.js';
import { isUnderstated } from '../../../src/derive/holders/headline.js';
import { deriveHolders } from '../../../src/derive/index.js';
import type { HolderFacts } from '../../../tools/contract/shapes/holder.js';
import fc from '../../property.js';
import { filed, person } from '../../registers/holders/sec-13dg/written-schedule.js';

const number = (n: number) => `0009990101-26-${String(n).padStart(6, '0')}`;

/** Schedules of one holder: each with its number, its percent, and what else it says. */
function rows(
  ...schedules: Array<Partial<DraftSchedule> & { percent?: string; shares?: string }>
): HolderFacts[] {
  const filings = schedules.map(({ percent = '6.2', shares = '1000', ...over }, at) =>
    filed({
      accession: number(at + 1),
      filed: `2026-0${at + 1}-15`,
      event: `2026-0${at + 1}-10`,
      persons: [person({ percent, shares })],
      ...over,
    }),
  );
  return deriveHolders([...filings].reverse()).map(({ row }) => row);
}
const crossed = ({ crossings }: HolderFacts) =>
  crossings.map(({ level, direction, date, basis }) => `${level} ${direction} ${date} ${basis}`);

describe('the holder', () => {
  const holder = (persons: DraftSchedule['persons'], over: Partial<DraftSchedule> = {}) => {
    const [row] = rows({ persons, ...over });
    return [row?.holderName, row?.shares, row?.percent, row?.understated];
  };

  it('is the person with the largest total, and never a sum', () => {
    const people = [
      person({ name: 'Fund', shares: '1624818', percent: '9.9' }),
      person({ name: 'Broker', shares: '59', percent: '0.0' }),
      person({ name: 'Founder', cik: undefined, shares: '1624877', percent: '9.9', types: ['IN'] }),
    ];
    expect(holder(people)).toEqual(['Founder', 1_624_877, 9.9, false]);
  });

  it('is, of equal totals, no natural person, and of those the one that filed', () => {
    const same = [
      person({ name: 'Founder', cik: '9990105', types: ['IN'] }),
      person({ name: 'Adviser', cik: '9990104', types: ['IA'] }),
      person({ name: 'Fund', types: ['PN'] }),
    ];
    expect(holder(same)[0]).toBe('Fund');
    expect(holder(same.slice(0, 2))[0]).toBe('Adviser');
    const people = [
      person({ name: 'Jane', cik: undefined, types: ['IN'] }),
      person({ name: 'John', types: ['IN'] }),
    ];
    // John filed it.
    expect(holder(people)[0]).toBe('John');
    expect(holder(people, { filer: { cik: '9990999', name: 'Agent' } })[0]).toBe('Jane');
  });

  it('is the person with the larger per cent where a total cannot be read', () => {
    const people = [
      person({ name: 'Fund', shares: '1000000', percent: '6.2' }),
      person({ name: 'Founder', shares: 'See Item 5', percent: '15.2', types: ['IN'] }),
      person({ name: 'Broker', shares: '', percent: '0.1' }),
    ];
    expect(holder(people)).toEqual(['Founder', null, 15.2, false]);
    expect(holder(people.toReversed())[0]).toBe('Founder');
  });

  it('may be understated where members of a group state different totals', () => {
    const member = (shares: string, group?: 'a' | 'b') => person({ shares, group });
    expect(holder([member('300', 'a'), member('400', 'a')])[3]).toBe(true);
    expect(holder([member('400', 'a'), member('400', 'a')])[3]).toBe(false);
    expect(holder([member('300', 'b'), member('400', 'b')])[3]).toBe(false);
    expect(holder([member('300'), member('400')])[3]).toBe(false);
  });

  it('may be understated where persons have sole power over more shares together than the largest total', () => {
    const apart = (shares: string, group?: 'a' | 'b') => person({ shares, sole: shares, group });
    expect(holder([apart('0'), apart('300'), apart('400')])[3]).toBe(true);
    expect(holder([apart('300', 'b'), apart('400', 'b')])[3]).toBe(false);
    // The same shares for each person; the sum of both funds for their adviser; and a founder who has all of them.
    expect(holder([apart('400'), apart('400')])[3]).toBe(false);
    expect(holder([apart('300'), apart('400'), apart('700')])[3]).toBe(false);
    expect(holder([apart('300'), apart('400'), person({ shares: '700' })])[3]).toBe(false);
    expect(holder([person({ shares: '700' }), apart('700'), apart('300'), apart('400')])[3]).toBe(false);
    const family = [apart('300', 'a'), apart('400', 'a'), person({ shares: '400', group: 'a' })];
    expect(holder([...family, person({ shares: '700', group: 'a' })])[3]).toBe(false);
    expect(holder([...family, person({ shares: '600', group: 'a' })])[3]).toBe(true);
    // The same shares of two, and a third member whose shares may be others: one other does not make a sum.
    expect(holder([apart('400', 'a'), apart('400', 'a'), person({ shares: '100', group: 'a' })])[3]).toBe(
      true,
    );
  });

  it('is not understated where an adviser shares the powers of several funds, which state their own', () => {
    const member = (name: string, shares: string, percent: string, types = ['PN']) =>
      person({ name, cik: undefined, shares, percent, group: 'a', types });
    const family = (first: string, second: string, both: string, percents: string[]) => [
      member('Fund I', first, percents[0]!),
      member('General Partner I', first, percents[0]!),
      member('Fund II', second, percents[1]!),
      member('Adviser', both, percents[2]!, ['IA']),
    ];
    const found = rows(
      { persons: family('500', '700', '1200', ['5', '7', '12']) },
      { persons: family('300', '500', '800', ['3', '5', '8']), form: 'SCHEDULE 13D/A' },
      { persons: family('300', '500', '900', ['3', '5', '9']), form: 'SCHEDULE 13D/A' },
    );
    expect(found.map(({ understated }) => understated)).toEqual([false, false, true]);
    expect(crossed(found[1]!)).toEqual(['10 down 2026-02-10 filings']);
  });

  it('is not understated where the largest total is what a founder holds alone and shares with a trust', () => {
    const powers = (sole: number, shared: number, types: string[]) => ({
      ...filed().persons[0]!,
      ...{ group: 'a' as const, types, shares: sole + shared },
      ...{ soleVoting: sole, soleDispositive: sole, sharedVoting: shared, sharedDispositive: shared },
    });
    const understated = (sole: number, shared: number) =>
      isUnderstated([powers(300, 500, ['IN']), powers(sole, shared, ['OO'])]);
    expect([understated(0, 500), understated(0, 600), understated(100, 500)]).toEqual([false, true, true]);
  });

  it('may be understated where natural persons have sole power over as many shares each', () => {
    const people = ['Ann Hale', 'Bob Ince', 'Cy Jarrow'].map((name, at) =>
      person({
        ...{ name, cik: String(9_990_111 + at) },
        ...{ shares: '300', sole: '300', percent: '3.0', group: 'a', types: ['IN'] },
      }),
    );
    expect(holder(people)).toEqual(['Ann Hale', 300, 3, true]);
    expect(rows({ persons: people })[0]).toMatchObject({ isBelow: null, crossings: [] });
    // The shares of a fund, which its founder votes alone.
    const fund = person({ shares: '300', sole: '300', types: ['PN'] });
    expect(holder([fund, ...people.slice(0, 1)])[3]).toBe(false);
    expect(holder([fund, ...people.slice(0, 2)])[3]).toBe(false);
  });

  it('is the filer of a schedule without fields, and has no figures', () => {
    const [row] = rows({ form: 'SC 13D' });
    expect(row).toMatchObject({
      holderName: 'ROE & DAUGHTERS FUND LP',
      holderCik: '9990101',
      shares: null,
      percent: null,
      isBelow: null,
      crossings: [],
      persons: [],
    });
  });
});

describe('schedules of one holder', () => {
  const links = (list: HolderFacts[]) =>
    list.map(({ linkedBy, previousUrl, isCurrent }) => [
      linkedBy,
      previousUrl?.slice(-26, -10) ?? null,
      isCurrent,
    ]);

  it('follow one another by the same filer, and only the last is current', () => {
    const found = rows(
      {},
      { form: 'SCHEDULE 13D/A', amendmentNo: 1 },
      { form: 'SCHEDULE 13D/A', amendmentNo: 2 },
    );
    expect(found.map(({ linkedBy, isCurrent }) => [linkedBy, isCurrent])).toEqual([
      [null, false],
      ['filer', false],
      ['filer', true],
    ]);
    expect(found[2]?.previousUrl).toBe(
      'https://www.sec.gov/Archives/edgar/data/9990001/000999010126000002/0009990101-26-000002-index.htm',
    );
  });

  it('follow the one that they name, also with another filer', () => {
    const other = { cik: '9990199', name: 'Another Member' };
    const stranger = [person({ name: 'Stranger', cik: '9990198' })];
    const found = rows({}, { filer: other, persons: stranger, previous: number(1), form: 'SCHEDULE 13D/A' });
    expect(links(found).map(([by]) => by)).toEqual([null, 'named']);
    expect(found[1]).toMatchObject({ amends: number(1), previousPercent: 6.2, previousShares: 1000 });
  });

  it('do not follow another class or another holder that is named by mistake, if the right one is here', () => {
    const b = { cusip: '990001208', classTitle: 'Class B Common Stock', percent: '55' };
    const form = 'SCHEDULE 13D/A';
    const classes = rows({}, b, { ...b, percent: '56', form, amendmentNo: 1, previous: number(1) });
    expect(classes[2]).toMatchObject({ linkedBy: 'filer', previousPercent: 55, crossings: [] });
    const two = {
      filer: { cik: '9990150', name: 'Fund Two' },
      persons: [person({ name: 'Fund Two', cik: '9990150', percent: '8' })],
    };
    const holders = rows({}, two, { ...two, form, amendmentNo: 1, previous: number(1) }, { form });
    expect(holders.map(({ linkedBy, previousPercent }) => [linkedBy, previousPercent])).toEqual([
      [null, null],
      [null, null],
      ['filer', 8],
      ['filer', 6.2],
    ]);
    // Nothing else fits: a class can be renamed, and a successor has another name.
    const renamed = rows({}, { ...b, form, amendmentNo: 1, previous: number(1) });
    expect(renamed[1]).toMatchObject({ linkedBy: 'named', previousPercent: 6.2 });
  });

  it('follow the schedule that is named, although a member of its group made the last one alone', () => {
    const [one, two] = [person(), person({ name: 'Second Member', cik: '9990150' })];
    const form = 'SCHEDULE 13D/A';
    const found = rows(
      { form: 'SCHEDULE 13G', persons: [one] },
      { persons: [two, one], filer: { cik: '9990150', name: 'Second Member' } },
      {
        form,
        amendmentNo: 1,
        persons: [two],
        filer: { cik: '9990150', name: 'Second Member' },
        previous: number(2),
      },
      { form, amendmentNo: 2, persons: [one], previous: number(2) },
    );
    expect(found[3]).toMatchObject({ linkedBy: 'named' });
  });

  it('follow the same first person, by CIK or by the words of the name', () => {
    const other = { cik: '9990199', name: 'Another Member' };
    const [, byCik] = rows({}, { filer: other });
    expect(byCik?.linkedBy).toBe('person');
    const named = (name: string) => ({ persons: [person({ name, cik: undefined })] });
    const [, byName] = rows(named('Roe, Jane Q.'), { filer: other, ...named('ROE JANE Q') });
    expect(byName?.linkedBy).toBe('person');
    const [, unlike] = rows(named('Roe, Jane Q.'), { filer: other, ...named('Roe, Jane') });
    expect(unlike?.linkedBy).toBeNull();
  });

  it('follow one of the same first person whose CIK only one of them gives', () => {
    const agent = { cik: '9990199', name: 'Agent' };
    const [jane, her] = [
      person({ name: 'Jane Q. Roe', cik: '' }),
      person({ name: 'Roe Jane Q', cik: '9990177' }),
    ];
    const found = rows({ form: 'SCHEDULE 13G', filer: agent, persons: [jane] }, { persons: [her] });
    expect(found[1]).toMatchObject({ linkedBy: 'person', switchedFrom: '13G' });
    // Two of one name.
    const other = person({ name: 'Jane Q. Roe', cik: '9990178' });
    expect(rows({ filer: agent, persons: [other] }, { persons: [her] })[1]!.linkedBy).toBeNull();
  });

  it('of a group are continued by another member with the next number, if only one fits', () => {
    const [fund, roe] = [
      person({ percent: '12' }),
      person({ name: 'Jane Roe', cik: '9990177', percent: '12' }),
    ];
    const herself = { filer: { cik: '9990177', name: 'Jane Roe' }, form: 'SCHEDULE 13D/A' };
    const alone = { ...herself, persons: [{ ...roe, percent: '4' }] };
    const found = rows({ persons: [fund, roe] }, { ...alone, amendmentNo: 1 });
    expect(found.map(({ linkedBy, isCurrent }) => [linkedBy, isCurrent])).toEqual([
      [null, false],
      ['person', true],
    ]);
    expect(found[1]!.crossings.map(({ level, direction }) => [level, direction])).toEqual([
      [5, 'down'],
      [10, 'down'],
    ]);
    expect(rows({ persons: [fund, roe] }, { ...alone, amendmentNo: 3 })[1]!.linkedBy).toBeNull();
    const second = {
      persons: [person({ name: 'Second Fund', cik: '9990178' }), roe],
      filer: { cik: '9990178', name: 'Second Fund' },
    };
    expect(rows({ persons: [fund, roe] }, second, { ...alone, amendmentNo: 1 })[2]!.linkedBy).toBeNull();
  });

  it('are of one class: by CUSIP, or by title without its par value', () => {
    const classB = { classTitle: 'Class B Common Stock', cusip: '990001208' };
    const [, other, again] = rows({}, classB, { cusip: ['990001109'], classTitle: 'Shares' });
    expect([other?.linkedBy, again?.linkedBy]).toEqual([null, 'filer']);
    expect(again?.previousUrl).toMatch(/26-000001-index/);
    // After a split the CUSIP is another one.
    const [, split] = rows({}, { cusip: '990001307', classTitle: 'Common Stock, $0.10 par value' });
    expect(split?.linkedBy).toBe('filer');
  });

  it.each([
    ['Common Stock', 'Shares of Common Stock, $0.01 par value per share', 'filer'],
    ['Common Shares, without par value', 'Common Stock', 'filer'],
    ['Class A Common Stock', 'Class B Common Stock', null],
    ['Common Stock', 'Preferred Stock', null],
    ['Ordinary Shares', 'American Depositary Shares', null],
  ])('of a class without CUSIP: %s and %s, linked by %s', (before, after, linkedBy) => {
    const of = (classTitle: string) => ({ classTitle, cusip: '000000000' });
    const amendment = { form: 'SCHEDULE 13D/A', amendmentNo: 1 };
    expect(rows(of(before), { ...of(after), ...amendment })[1]!.linkedBy).toBe(linkedBy);
  });

  it('follow the one whose number is one lower, where several fit', () => {
    const agent = { cik: '9990199', name: 'Agent' };
    const other = { filer: agent, persons: [person({ name: 'Other', cik: '9990177' })] };
    const found = rows(
      { amendmentNo: 4, form: 'SCHEDULE 13D/A' },
      { ...other, amendmentNo: 7, form: 'SCHEDULE 13D/A' },
      // By the filer it fits the second, by the first person the first: the number decides.
      { filer: agent, amendmentNo: 5, form: 'SCHEDULE 13D/A' },
    );
    expect(found[2]).toMatchObject({ linkedBy: 'person', previousUrl: expect.stringContaining('26-000001') });
  });

  it.each([
    ['Roe Capital, L.L.C.', 'ROE CAPITAL LLC'],
    ['Jane M. Roe', 'ROE JANE M'],
  ])('of one filer are of one holder: %s and %s', (...names) => {
    const [before, after] = names.map((name) => person({ name, cik: '' }));
    const found = rows({ persons: [before!] }, { persons: [after!] });
    expect(found.map(({ linkedBy, isCurrent }) => [linkedBy, isCurrent])).toEqual([
      [null, false],
      ['filer', true],
    ]);
  });

  it('of one filer for other persons are of another holder, and an amendment follows its own', () => {
    const [sponsor, director] = [
      person({ name: 'Sponsor LLC', cik: '9990201' }),
      person({ name: 'Jane Roe', cik: '9990202' }),
    ];
    const found = rows(
      { persons: [{ ...sponsor, percent: '6.2' }] },
      { persons: [{ ...director, percent: '12.1' }] },
      { persons: [{ ...sponsor, percent: '5.4' }], form: 'SCHEDULE 13D/A' },
      { persons: [{ ...director, name: 'ROE JANE', percent: '11.8' }], form: 'SCHEDULE 13D/A' },
    );
    expect(found.map(({ previousPercent, isCurrent }) => [previousPercent, isCurrent])).toEqual([
      [null, false],
      [null, false],
      [6.2, true],
      [12.1, true],
    ]);
    expect(found[1]!.crossings.map(({ level, basis }) => [level, basis])).toEqual([
      [5, 'first-statement'],
      [10, 'first-statement'],
    ]);
  });

  it('of one filer for several others: an amendment for none of them follows the number, or none', () => {
    const of = (name: string) => ({ persons: [person({ name, cik: '' })] });
    const amendment = (amendmentNo: number) => ({ form: 'SCHEDULE 13D/A', amendmentNo });
    const before = [of('Sponsor LLC'), of('Jane Roe'), { ...of('Jane Roe'), ...amendment(1) }];
    const unsure = rows(of('Sponsor LLC'), of('Jane Roe'), { ...of('Spnsor LLC'), ...amendment(1) });
    expect(unsure.map(({ linkedBy, isCurrent }) => [linkedBy, isCurrent])).toEqual(
      Array(3).fill([null, true]),
    );
    const numbered = rows(...before, { ...of('Spnsor LLC'), ...amendment(1) });
    expect(numbered[3]).toMatchObject({
      linkedBy: 'filer',
      previousUrl: expect.stringContaining('26-000001'),
    });
  });

  it('of one filer for another person: an amendment with another number is of another holder', () => {
    const sponsor = [person({ name: 'Sponsor LLC', cik: '9990201', percent: '45', shares: '4500' })];
    const director = [person({ name: 'Jane Roe', cik: '9990202', percent: '8', shares: '800' })];
    // Her first schedule was a text from before, and is not here.
    const found = rows({ persons: sponsor }, { persons: director, form: 'SCHEDULE 13D/A', amendmentNo: 5 });
    expect(found[0]).toMatchObject({ isCurrent: true, percent: 45 });
    expect(found[1]).toMatchObject({ linkedBy: null, previousPercent: null, crossings: [], percent: 8 });
    const unnumbered = rows({ persons: sponsor }, { persons: director, form: 'SCHEDULE 13D/A' });
    expect(unnumbered[1]).toMatchObject({ linkedBy: null, crossings: [] });
    for (const [name, fuller] of [
      ['The Roe Group', 'Roe Group Inc.'],
      ['Jane Q. Roe', 'Jane Roe'],
    ] as const) {
      const [before, after] = [name, fuller].map((one) => [{ ...sponsor[0]!, name: one, cik: undefined }]);
      const again = rows({ persons: before! }, { persons: after!, form: 'SCHEDULE 13D/A', amendmentNo: 5 });
      expect(again[1]).toMatchObject({ linkedBy: 'filer', previousPercent: 45 });
    }
    // One holder under another name: its number is the next.
    const renamed = rows({ persons: sponsor }, { persons: director, form: 'SCHEDULE 13D/A', amendmentNo: 1 });
    expect(renamed[1]).toMatchObject({ linkedBy: 'filer', previousPercent: 45 });
  });

  it('are linked whichever arrived first, and an amendment of an unknown schedule has none before it', () => {
    const [one] = rows({ form: 'SCHEDULE 13D/A', amendmentNo: 28, previous: '0001111111-17-000001' });
    expect(one).toMatchObject({
      amends: '0001111111-17-000001',
      linkedBy: null,
      previousUrl: null,
      crossings: [],
    });
  });

  it('show a change between 13D and 13G', () => {
    const [, active] = rows({ form: 'SCHEDULE 13G' }, { previouslyFiledOn13G: true });
    expect(active).toMatchObject({ type: '13D', switchedFrom: '13G', crossings: [] });
  });
});

describe('crossings', () => {
  it('of a first statement are those levels that it exceeds, on the day of the event', () => {
    expect(crossed(rows({ percent: '22.5' })[0]!)).toEqual([
      '5 up 2026-01-10 first-statement',
      '10 up 2026-01-10 first-statement',
      '20 up 2026-01-10 first-statement',
    ]);
    // Rounded: the statement is due above five per cent only.
    expect(crossed(rows({ percent: '5.0' })[0]!)).toEqual(['5 up 2026-01-10 first-statement']);
    expect(crossed(rows({ percent: '0.01' })[0]!)).toEqual([]);
  });

  it('and sides are not shown by a first statement of no per cent beside shares', () => {
    const found = rows({ percent: '0' }, { percent: '6.2', form: 'SCHEDULE 13D/A' });
    expect(found.map(({ isBelow }) => isBelow)).toEqual([null, false]);
    expect(found.flatMap(crossed)).toEqual([]);
  });

  it('are not those of an amendment, or of a 13D after a 13G that is not here', () => {
    expect(crossed(rows({ form: 'SCHEDULE 13D/A', amendmentNo: 3 })[0]!)).toEqual([]);
    expect(crossed(rows({ previouslyFiledOn13G: true })[0]!)).toEqual([]);
    expect(crossed(rows({ previous: '0001111111-17-000001' })[0]!)).toEqual([]);
  });

  it('are shown by two schedules on different sides, up and down', () => {
    const amendment = { form: 'SCHEDULE 13D/A' };
    const found = rows(
      { percent: '6.2' },
      { ...amendment, percent: '11' },
      { ...amendment, percent: '9.9' },
      { ...amendment, percent: '4.96' },
      { percent: '5.3' },
    );
    expect(found.slice(1).map(crossed)).toEqual([
      ['10 up 2026-02-10 filings'],
      ['10 down 2026-03-10 filings'],
      ['5 down 2026-04-10 filings'],
      ['5 up 2026-05-10 filings'],
    ]);
    expect(found.map(({ isBelow }) => isBelow)).toEqual([false, false, false, true, false]);
  });

  it('need more than a level: a rounded 10.0 is on neither side', () => {
    const found = rows(
      { percent: '9' },
      { percent: '10.0' },
      { percent: '9.5' },
      { percent: '10.0' },
      { percent: '10.1' },
    );
    expect(found.slice(1).map(crossed)).toEqual([[], [], [], ['10 up 2026-05-10 filings']]);
  });

  it('are stated by an amendment whose schedule before is not here', () => {
    const amendment = { form: 'SCHEDULE 13D/A', percent: '4.96' };
    expect(
      crossed(rows({ ...amendment, ceased: 'On January 10 it ceased to hold five percent.' })[0]!),
    ).toEqual(['5 down 2026-01-10 stated']);
    expect(crossed(rows(amendment)[0]!)).toEqual([]);
    const box = { form: 'SCHEDULE 13G/A', percent: '5.0', isFivePercentOrLess: true };
    expect(crossed(rows(box)[0]!)).toEqual(['5 down 2026-01-10 stated']);
    // The box contradicts the figure.
    expect(rows({ ...box, percent: '7' })[0]).toMatchObject({ crossings: [], isBelow: null });
  });

  it.each([
    ['January 10, 2026', true],
    ['As of 01/10/2026.', true],
    ['The Reporting Persons no longer beneficially own more than five percent.', true],
    ['The Reporting Persons have not ceased to be beneficial owners of more than five percent.', false],
    ['The Reporting Persons ceased on May 1, 2026.', true],
    ['Ms. Roe ceased to be a director of the Issuer.', false],
    ['The fund ceased to be a member of the group; the others continue to own 12%.', false],
    ['None of the Reporting Persons has ceased to own more than 5% of the class.', false],
    ['If applicable, state the date on which the reporting person ceased to be the beneficial owner.', false],
    ['May 1st, 2026', true],
    ['They ceased to be a "group" and no longer beneficially own more than 5% of the Shares.', true],
    ['They ceased to own more than 5% and continue to own 3.2%.', true],
    ['The Reporting Person is no longer deemed to be the beneficial owner of any Shares.', true],
    ['They ceased to own more than 5% and continue to own less than 5% of the Shares.', true],
    ['They ceased to own more than 5% and continue to own not more than five percent.', true],
    ['They ceased to own more than 5%. The remaining Shares continue to be held by the fund.', true],
    ['They no longer, individually and in the aggregate, beneficially own more than 5% of the Shares.', true],
    ['They ceased to own over 5% as the Issuer issued more than 10% of the Shares.', true],
    ['The fund ceased to hold Shares and Mr. Roe continues to hold more than 7% of them.', false],
    ['Mr. Roe is no longer a director of the Issuer and continues to beneficially own Shares.', false],
    ['Mr. Roe is no longer a director. He beneficially owns 8%.', false],
    ['The holder ceased to be the beneficial owner of more than ten percent of the class.', false],
    [
      'Ms. Roe ceased to beneficially own more than 5%; the other Reporting Persons continue to do so.',
      false,
    ],
    ['The Sponsor ceased to hold any Shares. Mr. Roe continues to hold 7.5% of them.', false],
    ['See Item 5(a) above, which is dated January 10, 2026.', false],
  ])('item 5, "%s", says that it ceased: %s', (ceased, isBelow) => {
    const unknown = { form: 'SCHEDULE 13D/A', percent: '', shares: '', ceased } as const;
    expect(rows(unknown)[0]!.isBelow).toBe(isBelow ? true : null);
    expect(rows({ ...unknown, percent: '6.2' })[0]!.isBelow).toBe(isBelow ? null : false);
  });

  it('are not shown by a per cent that may be a fraction of one', () => {
    const [first, next] = rows(
      { percent: '0.052', shares: '1000' },
      { percent: '5.4', shares: '1040', form: 'SCHEDULE 13D/A' },
    );
    expect([first!.percent, first!.isBelow, first!.crossings, next!.crossings]).toEqual([
      0.052,
      null,
      [],
      [],
    ]);
    const [, same] = rows({ percent: '12.4' }, { percent: '0.1251', shares: '1009', form: 'SCHEDULE 13D/A' });
    expect([same!.isBelow, same!.crossings]).toEqual([null, []]);
    const [, sold] = rows({ percent: '12.4' }, { percent: '0.1251', shares: '10', form: 'SCHEDULE 13D/A' });
    expect([sold!.isBelow, sold!.crossings.map(({ level }) => level)]).toEqual([true, [5, 10]]);
    // A filer who writes fractions writes them again.
    const fractions = rows(
      { percent: '0.052', shares: '1000' },
      { percent: '0.054', shares: '1040', form: 'SCHEDULE 13D/A' },
      { percent: '0.003', shares: '58', form: 'SCHEDULE 13D/A' },
    );
    expect(fractions.map(({ isBelow }) => isBelow)).toEqual([null, null, true]);
    // The schedules before are not here: a stake of 0.074 or of 7.4 per cent, unless it says that it ended.
    const alone = { percent: '0.074', form: 'SCHEDULE 13D/A', amendmentNo: 4 };
    expect(rows(alone)[0]!.isBelow).toBeNull();
    expect(rows({ ...alone, ceased: 'May 1, 2026' })[0]!.isBelow).toBe(true);
    const wasSold = rows({ percent: '12.4', shares: '1000' }, { ...alone, shares: '6' });
    expect(wasSold[1]!.isBelow).toBe(true);
    // A stake in options only: far below what a fraction of a due schedule can be.
    expect(rows({ percent: '0.01' })[0]!.isBelow).toBe(true);
  });

  it('are not shown by a per cent that the number of shares beside it contradicts', () => {
    const amendment = { form: 'SCHEDULE 13G/A' };
    const outcome = (percent: string, shares: string) => {
      const [, wrong, next] = rows(
        { percent: '7.2', shares: '7200000' },
        { ...amendment, percent, shares },
        { ...amendment, percent: '7.2', shares: '7215000' },
      );
      return [wrong!.percent, wrong!.isBelow, wrong!.crossings.length, next!.isBelow, next!.crossings.length];
    };
    expect(outcome('72', '7210000')).toEqual([72, null, 0, false, 0]);
    expect(outcome('0.72', '7210000')).toEqual([0.72, null, 0, false, 0]);
    expect(outcome('0', '7200000')).toEqual([0, null, 0, false, 0]);
    // Shares that others gave back, more shares, a split, a class that grew, and a sale.
    expect(outcome('24', '7200000').slice(0, 3)).toEqual([24, false, 2]);
    expect(outcome('21.6', '21600000').slice(0, 3)).toEqual([21.6, false, 2]);
    expect(outcome('7.2', '720000').slice(0, 3)).toEqual([7.2, false, 0]);
    expect(outcome('2.4', '7200000').slice(0, 3)).toEqual([2.4, true, 1]);
    expect(outcome('0.7', '700000').slice(0, 3)).toEqual([0.7, true, 1]);
  });

  it('follow two schedules that agree where the one before them was wrong', () => {
    const amendment = { form: 'SCHEDULE 13G/A' };
    const found = rows(
      { percent: '72', shares: '7200000' },
      { ...amendment, percent: '7.2', shares: '7200000' },
      { ...amendment, percent: '7.3', shares: '7300000' },
      { ...amendment, percent: '4.1', shares: '4100000' },
    );
    expect(found.map(({ isBelow }) => isBelow)).toEqual([false, null, false, true]);
    // A class that grew twentyfold, and the box says so.
    const [, merged] = rows(
      { percent: '20', shares: '5750000' },
      { form: 'SCHEDULE 13D/A', percent: '1.9', shares: '5750000', ceased: 'May 1, 2026' },
    );
    expect(merged!.isBelow).toBe(true);
  });

  it('are the same with one wrong per cent among sound ones, and every sound one is believed', () => {
    const stake = fc.record({
      percent: fc.integer({ min: 51, max: 400 }),
      drift: fc.integer({ min: 90, max: 111 }),
    });
    const mistake = fc.constantFrom(10, 0.1, 0.01, 0);
    fc.assert(
      fc.property(
        fc.array(stake, { minLength: 1, maxLength: 6 }),
        mistake,
        fc.nat(),
        (stakes, factor, at) => {
          // Six per cent of the class at most, a few more or less each time.
          let shares = 6_000_000;
          const sound = [{ percent: 60, drift: 100 }, ...stakes].map(({ drift }) => {
            shares = Math.round((shares * drift) / 100);
            return { shares: String(shares), percent: (shares / 1_000_000).toFixed(2) };
          });
          const place = 1 + (at % (sound.length - 1 || 1));
          const of = (schedules: typeof sound) =>
            rows(
              ...schedules.map((one, n) => ({ ...one, form: n === 0 ? 'SCHEDULE 13G' : 'SCHEDULE 13G/A' })),
            );
          const expected = of(sound);
          const wrong = of(
            sound.map((one, n) =>
              n === place ? { ...one, percent: (Number(one.percent) * factor).toFixed(4) } : one,
            ),
          );
          expect(wrong[place]?.isBelow ?? null).toBeNull();
          expect(wrong[place]?.crossings ?? []).toEqual([]);
          expect(wrong.filter((_, n) => n !== place).map(({ isBelow }) => isBelow)).toEqual(
            expected.filter((_, n) => n !== place).map(({ isBelow }) => isBelow),
          );
          expect(expected.every(({ isBelow }) => isBelow !== null)).toBe(true);
        },
      ),
    );
  });

  it('of a full exit end the stake: no shares and no per cent', () => {
    const [, exit] = rows({ percent: '12' }, { form: 'SCHEDULE 13G/A', shares: '0', percent: '0' });
    expect(crossed(exit!)).toEqual(['5 down 2026-02-10 filings', '10 down 2026-02-10 filings']);
    expect(exit).toMatchObject({ shares: 0, percent: 0, isBelow: true, previousPercent: 12 });
  });

  it('down are not claimed where a group may hold more than the largest member', () => {
    const group = (a: string, b: string) => ({
      persons: [
        person({ group: 'a', shares: '40', percent: a }),
        person({ name: 'Jane', cik: undefined, group: 'a', shares: '30', percent: b }),
      ],
    });
    const [, maybe] = rows({ percent: '8' }, group('4', '3'));
    expect(maybe).toMatchObject({ understated: true, isBelow: null, crossings: [] });
    const [, surely] = rows({ percent: '8' }, group('2', '2.5'));
    expect(surely).toMatchObject({ understated: true, isBelow: true });
  });

  it('down are not claimed where the schedule names no group, but each person has shares alone', () => {
    const persons = [
      person({ name: 'Parent Inc.', shares: '0', percent: '0.0', sole: '0' }),
      person({ name: 'Funds LLC', cik: '9990150', shares: '33', percent: '3.3', sole: '33' }),
      person({ name: 'Advisers LLC', cik: '9990151', shares: '46', percent: '4.6', sole: '46' }),
    ];
    const [, after] = rows({ percent: '8' }, { persons, form: 'SCHEDULE 13D/A', amendmentNo: 1 });
    expect(after).toMatchObject({ percent: 4.6, understated: true, isBelow: null, crossings: [] });
  });

  it('are on the day of filing where the event is later, or of an impossible year', () => {
    expect(rows({ event: '2027-01-10' })[0]).toMatchObject({
      eventDate: '2027-01-10',
      countedFrom: '2026-01-15',
    });
    expect(rows({ event: '1026-01-10' })[0]?.countedFrom).toBe('2026-01-15');
    expect(rows({ event: '2025-12-31' })[0]?.countedFrom).toBe('2025-12-31');
  });
});

describe('the purpose', () => {
  it('of an amendment without item 4 is the one before, with its source', () => {
    const [first, second] = rows({ purpose: 'To seek a seat.' }, { form: 'SCHEDULE 13D/A' });
    expect(second).toMatchObject({ purpose: 'To seek a seat.', purposeUrl: first?.rawFilingUrl });
    expect(rows({ form: 'SCHEDULE 13G' })[0]).toMatchObject({ purpose: null, purposeUrl: null });
  });

  it('is quoted to 500 characters, and says when there are more', () => {
    expect(rows({ purpose: 'x'.repeat(500) })[0]).toMatchObject({ purposeCut: false });
    const [row] = rows({ purpose: 'x'.repeat(501) });
    expect([row?.purpose?.length, row?.purposeCut]).toEqual([500, true]);
  });
});
