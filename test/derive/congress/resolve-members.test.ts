/** Resolution of filed names to members, permanent slugs, and where a member sat when. */

import { describe, expect, it } from '@jest/globals';
import { addDays } from '../../../src/dates.js';
import { memberName, newMemberSlug, plainSlug } from '../../../src/derive/congress/member-slugs.js';
import { districtAt, partyAt, termAt } from '../../../src/derive/congress/member-terms.js';
import { createMemberResolver, resolveMembers } from '../../../src/derive/congress/resolve-members.js';
import {
  type AssignedSlug,
  type FiledReport,
  type Member,
  memberOverrides,
} from '../../../src/records/congress/member.js';
import { parse } from '../../../src/registers/congress/congress-members/parse.js';
import { fillIn, sampleDocuments } from '../../../src/service/sample-documents.js';

const DAY = '2026-10-08';
const members = sampleDocuments('congress-members', DAY).flatMap((document) =>
  [...parse(document)].flatMap(({ records }) =>
    records.flatMap((record) => (record.kind === 'members' ? record.members : [])),
  ),
);
const member = (bioguide: string) => members.find((one) => one.bioguide === bioguide)!;

const filed = (first: string, last: string) => ({ asFiled: `Hon. ${first} ${last}`, first, last });

function report(
  documentId: string,
  first: string,
  last: string,
  where: string | null,
  more: Partial<FiledReport> = {},
): FiledReport {
  const chamber = where === null ? 'senate' : 'house';
  const disclosureDate = addDays(DAY, -30);
  return {
    documentId,
    filerName: filed(first, last),
    chamber,
    stateDistrict: where,
    disclosureDate,
    ...more,
  };
}

describe('a filed name', () => {
  const resolve = createMemberResolver(members);
  it.each([
    ['D999001', 'CA11', 'Philomena', 'Dunderwick'],
    ['D999001', 'CA11', 'Philomena R.', 'Dunderwick'],
    ['D999001', 'CA11', 'Philomena Ruth Mrs', 'Dunderwick'],
    ['Q999002', 'TX07', 'Bartholomew', 'Quibblecombe'],
    ['Q999002', 'TX07', 'Bart', 'Quibblecombe'],
    ['Q999002', 'TX07', 'Bartholomew Josiah MD, Facs', 'Quibblecombe'],
    // The other Quibblecombe of Texas: district and first name distinguish them.
    ['Q999003', 'TX21', 'Rosamund', 'Quibblecombe'],
    // Sits for the 7th district; files under the 6th, as before the districts were redrawn.
    ['O999004', 'GA06', 'Thurlow Ferdinand Dr', 'Oxwimple'],
    ['O999004', 'GA06', 'Ferdinand', 'Oxwimple'],
    ['O999004', 'GA06', 'Ferd', 'Oxwimple'],
    ['V999005', 'NM02', 'Nunci', 'Valdecuento Pradera'],
    ['V999005', 'NM02', 'Anunciacion Valdecuento', 'Pradera'],
    ['S999006', 'FL18', 'Gideon', 'Snorkelby'],
    ['E999007', 'AK00', 'Halvard', 'Eiderduck'],
    // One person in both chambers, one after the other.
    ['T999008', 'OH09', 'Cordelia', 'Thimblethorpe', 206],
    ['T999008', null, 'Cordelia J', 'Thimblethorpe'],
    ['P999009', null, 'Mordecai', 'Plumquist'],
    ['P999009', null, 'MORDECAI ', 'PLUMQUIST'],
    ['G999010', null, 'Mina', 'Gatherspoon'],
    ['F999011', null, 'A. Leopold', 'Fizzlewood'],
    ['P999012', 'IL05', 'Eustace', 'Pennywhittle', 105],
  ] as Array<[string, string | null, string, string, number?]>)(
    '%s of %s is found as %s %s',
    (bioguide, district, first, last, daysAgo = 5) => {
      const chamber = district === null ? 'senate' : 'house';
      expect(resolve(filed(first, last), chamber, district, addDays(DAY, -daysAgo))).toEqual({
        bioguide,
        by: 'name',
      });
    },
  );

  it('of a former member resolves for 400 days and no longer', () => {
    const left = member('P999012').terms.at(-1)!.end;
    const at = (days: number) =>
      resolve(filed('Eustace', 'Pennywhittle'), 'house', 'IL05', addDays(left, days));
    expect(at(400)?.bioguide).toBe('P999012');
    expect(at(401)).toBeNull();
  });

  it('does not resolve to a namesake from the same state with another district and first name', () => {
    expect(resolve(filed('Zebedee', 'Quibblecombe'), 'house', 'TX33', DAY)).toBeNull();
  });

  it.each([
    ['D999001', 'CA11', 'Philomena', 'Dunderwick Thimblewick'],
    ['D999001', 'CA11', 'Philomena Ruth Dunderwick', 'Thimblewick'],
    ['V999005', 'NM02', 'Anunciacion', 'Valdecuento'],
    [null, 'CA12', 'Philomena', 'Dunderwick Thimblewick'],
    [null, 'CA11', 'Zebedee', 'Dunderwick Thimblewick'],
    [null, 'CA11', 'Phil', 'Dunderwick Thimblewick'],
    [null, 'CA11', 'Philomena', 'Thimblewick'],
    [null, 'NM02', 'Anunciacion', 'Valdecuento Thimblewick'],
    [null, 'NM02', 'Valdecuento', 'Pradera Thimblewick'],
  ])(
    'with more or fewer last names is that of the seat: %s of %s as %s %s',
    (bioguide, seat, first, last) => {
      const found = (date: string) => resolve(filed(first, last), 'house', seat, date)?.bioguide ?? null;
      expect(found(DAY)).toBe(bioguide);
      const holder = bioguide === null ? null : member(bioguide).terms.at(-1)!.end;
      if (holder !== null) expect(found(addDays(holder, 1))).toBeNull();
    },
  );

  it('does not resolve if two members fit equally', () => {
    const twin = (bioguide: string, district: number): Member => {
      const { name, otherNames, terms } = member('Q999003');
      return { bioguide, name, otherNames, terms: terms.map((term) => ({ ...term, district })) };
    };
    const both = createMemberResolver([twin('Q999021', 21), twin('Q999022', 22)]);
    expect(both(filed('Rosamund', 'Quibblecombe'), 'house', 'TX30', DAY)).toBeNull();
    expect(both(filed('Rosamund', 'Quibblecombe'), 'house', 'TX22', DAY)?.bioguide).toBe('Q999022');
  });

  it('of a senator needs a given name, since no state is filed', () => {
    expect(resolve(filed('Zebedee', 'Plumquist'), 'senate', null, DAY)).toBeNull();
    expect(resolve(filed('M', 'Plumquist'), 'senate', null, DAY)?.bioguide).toBe('P999009');
  });

  it('of a senator can be a different legal name if the files have later terms and one senator has that last name', () => {
    const mort = member('P999009');
    const later: Member = {
      ...member('T999008'),
      bioguide: 'T999040',
      name: { ...member('T999008').name, last: 'Thimblewick' },
      terms: [{ ...mort.terms[0]!, start: addDays(DAY, 30), end: addDays(DAY, 2000) }],
    };
    const legal = filed('Zebedee Q', 'Plumquist');
    const settled = (known: Member[], date = DAY, name = legal, chamber: 'senate' | 'house' = 'senate') =>
      createMemberResolver(known)(name, chamber, chamber === 'house' ? 'VT00' : null, date)?.bioguide ?? null;
    expect(settled([mort, later])).toBe('P999009');
    const generation = (suffix: string | null) => {
      const senator = { ...mort, name: { ...mort.name, suffix } };
      return settled([senator, later], DAY, { ...legal, asFiled: 'Zebedee Plumquist Jr.' });
    };
    expect([generation('Jr.'), generation(null), generation('III')]).toEqual(['P999009', 'P999009', null]);
    // A later term in the House says nothing of the Senate.
    const inHouse: Member = { ...later, terms: later.terms.map((term) => ({ ...term, chamber: 'house' })) };
    expect(settled([mort, inHouse])).toBeNull();
    // The filer can be a newcomer who is not in the files yet.
    expect(settled([mort, later], addDays(DAY, 30))).toBeNull();
    expect(settled([mort, later], DAY, legal, 'house')).toBeNull();
    const other = (more: Partial<Member['name']>, terms = mort.terms): Member => ({
      ...mort,
      bioguide: 'P999041',
      name: { ...mort.name, nickname: null, officialFull: null, middle: null, ...more },
      terms,
    });
    // Two senators with that name; a House member with that name; and a former senator.
    expect(settled([mort, later, other({ first: 'Ada' })])).toBeNull();
    const elsewhere = member('D999001').terms;
    expect(settled([mort, later, other({ first: 'Zebedee' }, elsewhere)])).toBeNull();
    expect(settled([mort, later, other({ first: 'Ada' }, elsewhere)])).toBe('P999009');
    const left = mort.terms.map((term) => ({ ...term, end: addDays(DAY, -5) }));
    expect(settled([{ ...mort, terms: left }, later])).toBeNull();
    const junior = { ...mort, name: { ...mort.name, suffix: 'Jr.' } };
    expect(settled([junior, later], DAY, { ...legal, asFiled: 'Zebedee Plumquist III' })).toBeNull();
  });

  it('of a senator does not resolve by an initial if two have that last name, nor by a first letter alone', () => {
    const mort = member('P999009');
    const other: Member = {
      ...mort,
      bioguide: 'P999031',
      name: { ...mort.name, first: 'Zebedee', nickname: null, officialFull: 'Zebedee Plumquist' },
    };
    const both = createMemberResolver([mort, other]);
    expect(both(filed('M', 'Plumquist'), 'senate', null, DAY)).toBeNull();
    expect(both(filed('Mort', 'Plumquist'), 'senate', null, DAY)?.bioguide).toBe('P999009');
    // A newcomer who is in no file yet.
    expect(resolve(filed('Maximilian', 'Plumquist'), 'senate', null, DAY)).toBeNull();
  });

  it('may be a short form that begins differently', () => {
    const jim: Member = { ...member('P999009'), name: { ...member('P999009').name, first: 'Jim' } };
    const known = createMemberResolver([jim]);
    expect(known(filed('James E.', 'Plumquist'), 'senate', null, DAY)?.bioguide).toBe('P999009');
    expect(known(filed('Josephine', 'Plumquist'), 'senate', null, DAY)).toBeNull();
  });

  it('does not resolve by district alone to a predecessor with the same last name', () => {
    const left = member('P999012').terms.at(-1)!.end;
    // While the predecessor sits there, the district is enough, whatever the given name.
    expect(resolve(filed('Wilhelmina', 'Pennywhittle'), 'house', 'IL05', left)?.bioguide).toBe('P999012');
    expect(resolve(filed('Wilhelmina', 'Pennywhittle'), 'house', 'IL05', addDays(left, 1))).toBeNull();
  });

  it('of father and son resolves by the generation that it states', () => {
    const son = member('Q999003');
    const father: Member = { ...son, bioguide: 'Q999030', name: { ...son.name, suffix: null } };
    const both = createMemberResolver([father, { ...son, name: { ...son.name, suffix: 'Jr.' } }]);
    const name = filed(son.name.first, son.name.last);
    const seat = son.terms.at(-1)!;
    const district = `${seat.state}${String(seat.district).padStart(2, '0')}`;
    expect(both(name, 'house', district, DAY)).toBeNull();
    expect(both({ ...name, asFiled: `${name.asFiled} JR` }, 'house', district, DAY)?.bioguide).toBe(
      'Q999003',
    );
    expect(both({ ...name, asFiled: `${name.asFiled} III` }, 'house', district, DAY)).toBeNull();
    // The son is not in the files yet.
    const alone = createMemberResolver([{ ...father, name: { ...father.name, suffix: 'Sr.' } }]);
    const of = (suffix: string) =>
      alone({ ...name, asFiled: `${name.asFiled} ${suffix}` }, 'house', district, DAY)?.bioguide ?? null;
    expect([of('Jr.'), of('Sr.'), of('')]).toEqual([null, 'Q999030', 'Q999030']);
    // With a second last name the seat is compared, and the generation too.
    const longer = { ...name, last: `${name.last} Arenholz` };
    const ofSeat = (suffix: string) =>
      alone({ ...longer, asFiled: `${name.asFiled} Arenholz ${suffix}` }, 'house', district, DAY)?.bioguide ??
      null;
    expect([ofSeat('Jr.'), ofSeat('Sr.')]).toEqual([null, 'Q999030']);
    // Not every file states the generation.
    const unsaid = createMemberResolver([father]);
    expect(unsaid({ ...name, asFiled: `${name.asFiled} Sr.` }, 'house', district, DAY)?.bioguide).toBe(
      'Q999030',
    );
  });

  it('belongs to the chamber in which the person sat then', () => {
    const name = filed('Cordelia', 'Thimblethorpe');
    const moved = member('T999008').terms.at(-1)!.start;
    expect(resolve(name, 'senate', null, addDays(moved, -1))).toBeNull();
    expect(resolve(name, 'senate', null, addDays(moved, 1))?.bioguide).toBe('T999008');
    // A late report from the time in the House.
    expect(resolve(name, 'house', 'OH09', addDays(moved, 50))?.bioguide).toBe('T999008');
  });

  it('can be resolved by the operator', () => {
    const overrides = memberOverrides.parse([
      {
        filedName: 'Hon. Pip Dunderwick-Smythe',
        chamber: 'house',
        stateDistrict: 'CA11',
        bioguide: 'D999001',
        source: 'her letter of May',
      },
    ]);
    const settled = createMemberResolver(members, overrides);
    expect(settled(filed('Pip', 'Dunderwick-Smythe'), 'house', 'CA11', DAY)).toEqual({
      bioguide: 'D999001',
      by: 'override',
    });
    expect(settled(filed('Pip', 'Dunderwick-Smythe'), 'house', 'CA12', DAY)).toBeNull();
    // The whole name, without regard to titles; and only in that chamber.
    const asFiled = { asFiled: 'Hon. Pip Dunderwick-Smythe MD', first: 'P.', last: 'Smythe' };
    expect(settled(asFiled, 'house', 'CA11', DAY)?.bioguide).toBe('D999001');
    expect(settled(filed('Pippa', 'Dunderwick-Smythe'), 'house', 'CA11', DAY)).toBeNull();
    const anywhere = memberOverrides.parse([
      { filedName: 'Pip Smythe', chamber: 'senate', bioguide: 'T999008', source: 'her letter' },
    ]);
    const known = createMemberResolver(members, anywhere);
    expect(known(filed('Pip', 'Smythe'), 'senate', null, DAY)?.bioguide).toBe('T999008');
    expect(known(filed('Pip', 'Smythe'), 'house', 'OH09', DAY)).toBeNull();
  });

  it('in the operator’s file must have a bioguide id and a reason', () => {
    expect(
      memberOverrides.safeParse([{ filedName: 'X', chamber: 'house', bioguide: 'nobody', source: 'y' }])
        .success,
    ).toBe(false);
    expect(
      memberOverrides.safeParse([{ filedName: 'X', chamber: 'house', bioguide: 'D999001' }]).success,
    ).toBe(false);
  });
});

it('a member is shown with the latest term, also if an older file has the member without it', () => {
  const mover = member('T999008');
  const older: Member = { ...mover, terms: mover.terms.filter(({ chamber }) => chamber === 'house') };
  const moved = mover.terms.at(-1)!.start;
  const early = report('1', 'Cordelia', 'Thimblethorpe', 'OH09', { disclosureDate: addDays(moved, -30) });
  for (const known of [
    [mover, older],
    [older, mover],
  ])
    expect(resolveMembers(known, [], [early], [])).toMatchObject({
      members: [{ memberId: 'T999008', chamber: 'senate', district: 'OH' }],
      reports: [{ memberId: 'T999008', district: 'OH09' }],
    });
});

describe('where a member sat', () => {
  it('depends on the date', () => {
    const mover = member('T999008');
    const after = mover.terms.at(-1)!.start;
    const before = addDays(after, -1);
    expect([termAt(mover, before)?.chamber, districtAt(mover, before)]).toEqual(['house', 'OH09']);
    expect([termAt(mover, after)?.chamber, districtAt(mover, after)]).toEqual(['senate', 'OH']);
    expect(districtAt(mover, after, 'house')).toBe('OH09');
  });

  it('is the last term for a former member, and a seat at large is written as 00', () => {
    expect(districtAt(member('P999012'), DAY)).toBe('IL05');
    expect(districtAt(member('E999007'), DAY)).toBe('AK00');
  });

  it('reflects a change of party within a term', () => {
    // As in the file of the sample.
    const changed = fillIn('{{-127is}}', DAY);
    expect(partyAt(member('S999006'), addDays(changed, -1))).toBe('R');
    expect(partyAt(member('S999006'), changed)).toBe('I');
  });

  it('has an empty party if it is none of the three', () => {
    const { terms, ...rest } = member('D999001');
    expect(partyAt({ ...rest, terms: terms.map((term) => ({ ...term, party: 'Libertarian' })) }, DAY)).toBe(
      '',
    );
  });
});

describe('a slug', () => {
  it.each([
    ['D999001', 'philomena-dunderwick'],
    ['Q999002', 'bartholomew-quibblecombe'],
    ['O999004', 't-ferdinand-oxwimple'],
    ['V999005', 'anunciacion-valdecuento-pradera'],
    ['F999011', 'leo-fizzlewood'],
    ['E999007', 'halvard-eiderduck'],
  ])('of %s is %s', (bioguide, slug) => expect(plainSlug(member(bioguide))).toBe(slug));

  it('gets the state if it is taken, and the id if that is taken too', () => {
    const taken = new Set(['philomena-dunderwick']);
    expect(newMemberSlug(member('D999001'), (slug) => taken.has(slug))).toBe('philomena-dunderwick-ca');
    taken.add('philomena-dunderwick-ca');
    expect(newMemberSlug(member('D999001'), (slug) => taken.has(slug))).toBe('philomena-dunderwick-d999001');
  });

  it('is composed from the parts of the name if there is no official name', () => {
    expect(memberName(member('E999007'))).toBe('Halvard Eiderduck III');
    expect(memberName(member('D999001'))).toBe('Philomena R. Dunderwick');
  });
});

describe('the members who filed', () => {
  it('appear once per person, whatever the spelling and the chamber', () => {
    const { members: filers, reports } = resolveMembers(
      members,
      [],
      [
        report('1', 'Philomena', 'Dunderwick', 'CA11'),
        report('2', 'Philomena Ruth Mrs', 'Dunderwick', 'CA11'),
        report('3', 'Cordelia', 'Thimblethorpe', 'OH09', { disclosureDate: addDays(DAY, -300) }),
        report('4', 'Cordelia J', 'Thimblethorpe', null),
      ],
      [],
    );
    expect(filers).toEqual([
      expect.objectContaining({
        memberId: 'T999008',
        slug: 'cordelia-thimblethorpe',
        chamber: 'senate',
        district: 'OH',
        party: 'D',
      }),
      expect.objectContaining({
        memberId: 'D999001',
        slug: 'philomena-dunderwick',
        kind: 'resolved',
        district: 'CA11',
      }),
    ]);
    expect(reports.find(({ documentId }) => documentId === '3')).toEqual({
      documentId: '3',
      memberId: 'T999008',
      district: 'OH09',
      party: 'D',
    });
    expect(reports.find(({ documentId }) => documentId === '4')).toMatchObject({
      district: 'OH',
      party: 'D',
    });
  });

  it('stay visible with a warning if the name matches no member', () => {
    const {
      members: filers,
      warnings,
      reports,
    } = resolveMembers(members, [], [report('7', 'Ignatz', 'Nobodaddy', 'NV02')], []);
    expect(filers).toEqual([
      {
        memberId: 'filed:house:NV:ignatz nobodaddy',
        kind: 'unresolved',
        slug: 'ignatz-nobodaddy',
        memberName: 'Ignatz Nobodaddy',
        chamber: 'house',
        district: 'NV02',
        party: '',
      },
    ]);
    expect(reports).toEqual([
      { documentId: '7', memberId: 'filed:house:NV:ignatz nobodaddy', district: 'NV02', party: '' },
    ]);
    expect(warnings).toEqual([
      { kind: 'member-unresolved', detail: 'Hon. Ignatz Nobodaddy, house, NV02, 2026-09-08', where: '7' },
    ]);
  });

  it('keep the slug that a name had before it was resolved', () => {
    const reports = [report('1', 'Pip', 'Dunderwick-Smythe', 'CA11')];
    const before = resolveMembers(members, [], reports, []);
    expect(before.slugs).toEqual([
      { slug: 'pip-dunderwick-smythe', memberId: 'filed:house:CA:pip dunderwick smythe', standing: 'own' },
    ]);
    const overrides = memberOverrides.parse([
      {
        filedName: 'Pip Dunderwick-Smythe',
        chamber: 'house',
        bioguide: 'D999001',
        source: 'her letter of May',
      },
    ]);
    const after = resolveMembers(members, overrides, reports, before.slugs);
    expect(after.members.map(({ slug }) => slug)).toEqual(['philomena-dunderwick']);
    expect(after.slugs).toEqual([
      { slug: 'pip-dunderwick-smythe', memberId: 'D999001', standing: 'alias' },
      { slug: 'philomena-dunderwick', memberId: 'D999001', standing: 'own' },
    ]);
    expect(after.warnings).toEqual([]);
    expect(resolveMembers(members, overrides, reports, after.slugs).slugs).toEqual(after.slugs);
  });

  it('keep that slug as their own if it is the one that they would get', () => {
    const reports = [report('1', 'Philomena', 'Dunderwick', 'CA11')];
    const before = resolveMembers([], [], reports, []);
    expect(before.members).toMatchObject([{ kind: 'unresolved', slug: 'philomena-dunderwick' }]);
    const after = resolveMembers(members, [], reports, before.slugs);
    expect(after.members).toMatchObject([
      { kind: 'resolved', slug: 'philomena-dunderwick', memberId: 'D999001' },
    ]);
    expect(after.slugs).toEqual([{ slug: 'philomena-dunderwick', memberId: 'D999001', standing: 'own' }]);
  });

  it('keep an assigned slug, whatever the identity file says later', () => {
    const given: AssignedSlug[] = [{ slug: 'pip-dunderwick', memberId: 'D999001', standing: 'own' }];
    const { members: filers } = resolveMembers(
      members,
      [],
      [report('1', 'Philomena', 'Dunderwick', 'CA11')],
      given,
    );
    expect(filers[0]!.slug).toBe('pip-dunderwick');
  });

  it('have aliases for nickname and official name, unless two members fit or the slug is taken', () => {
    const named = (bioguide: string, name: Partial<Member['name']>): Member => ({
      ...member('D999001'),
      bioguide,
      otherNames: [],
      name: { first: '', last: '', middle: null, suffix: null, nickname: null, officialFull: null, ...name },
    });
    const john = named('R999101', {
      first: 'Jonah',
      last: 'Reedham',
      nickname: 'Jock',
      officialFull: 'Jock Reedham',
    });
    const mary = named('G999102', {
      first: 'Marjoram',
      last: 'Greenhithe',
      officialFull: 'Marjoram Taylor Q. Greenhithe, Jr.',
    });
    const reports = [report('1', 'Jonah', 'Reedham', 'CA11'), report('2', 'Marjoram', 'Greenhithe', 'CA11')];
    const aliases = (people: Member[], given: AssignedSlug[] = []) =>
      resolveMembers(people, [], reports, given).aliases;
    expect(aliases([john, mary])).toEqual([
      { slug: 'jock-reedham', memberId: 'R999101' },
      { slug: 'marjoram-taylor-greenhithe', memberId: 'G999102' },
      { slug: 'marjoram-taylor-q-greenhithe', memberId: 'G999102' },
    ]);
    // Another person who never filed could claim it, by nickname or by the name.
    const rival = { first: 'Jocelyn', last: 'Reedham', nickname: 'Jock' };
    const noTerms = (one: Member): Member => ({
      ...one,
      terms: one.terms.map((term) => ({ ...term, state: 'VT' })),
    });
    expect(aliases([john, noTerms(named('R999103', rival))])).toEqual([]);
    expect(aliases([john, noTerms(named('R999103', { first: 'Jock', last: 'Reedham' }))])).toEqual([]);
    // An assigned slug stays with its member.
    expect(aliases([john], [{ slug: 'jock-reedham', memberId: 'filed:x', standing: 'own' }])).toEqual([]);
    expect(aliases([mary])).toHaveLength(2);
  });

  it('raise a warning for an override that matches no filer', () => {
    const overrides = memberOverrides.parse([
      { filedName: 'Ignatz Nobodaddy', chamber: 'house', bioguide: 'N999999', source: 'a guess' },
    ]);
    const { members: filers, warnings } = resolveMembers(
      members,
      overrides,
      [report('7', 'Ignatz', 'Nobodaddy', 'NV02')],
      [],
    );
    expect(filers[0]!.kind).toBe('unresolved');
    expect(warnings[0]!.kind).toBe('override-unknown-bioguide');
  });

  it('do not depend on the order of the reports', () => {
    const reports = [
      report('1', 'Philomena', 'Dunderwick', 'CA11'),
      report('2', 'Ignatz', 'Nobodaddy', 'NV02'),
      report('3', 'Mordecai', 'Plumquist', null),
    ];
    expect(resolveMembers(members, [], [...reports].reverse(), [])).toEqual(
      resolveMembers(members, [], reports, []),
    );
  });
});
