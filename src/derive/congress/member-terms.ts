/** Where a member sat on a day: party, chamber, district. */

import { byText } from '../../collections.js';
import { addDays } from '../../dates.js';
import type { Member, MemberTerm, PoliticalParty } from '../../records/congress/member.js';
import type { Chamber } from '../../records/congress/stock-act.js';

/** Reports of former members go on for a while after the end of the term. */
const FORMER_DAYS = 400;

const PARTIES: Record<string, PoliticalParty> = { Democrat: 'D', Republican: 'R', Independent: 'I' };

/**
 * The term of `date` (YYYY-MM-DD): the one that covers it, else the last one before it, else the first of all.
 * With `chamber`, of that chamber only. Null when there is none.
 */
export function termAt(member: Member, date: string, chamber?: Chamber): MemberTerm | null {
  const terms = member.terms
    .filter((term) => chamber === undefined || term.chamber === chamber)
    .sort(byText(({ start }) => start));
  return terms.filter((term) => term.start <= date).at(-1) ?? terms[0] ?? null;
}

/** Party on `date`; '' when unknown, or when the party is none of the three. */
export function partyAt(member: Member, date: string, chamber?: Chamber): PoliticalParty {
  const term = termAt(member, date, chamber);
  if (term === null) return '';
  const changed = term.affiliations.filter(({ start }) => start <= date).at(-1) ?? term.affiliations[0];
  const { party } = changed ?? term;
  // A word of the file, never something that every object has.
  return Object.hasOwn(PARTIES, party) ? (PARTIES[party] as PoliticalParty) : '';
}

export function chamberAt(member: Member, date: string): Chamber | null {
  return termAt(member, date)?.chamber ?? null;
}

/** `CA11`, `AK00` at large; `AL` in the Senate; '' when unknown. */
export function districtAt(member: Member, date: string, chamber?: Chamber): string {
  const term = termAt(member, date, chamber);
  return term === null ? '' : districtOf(term);
}

export function districtOf({ state, district }: MemberTerm): string {
  return district === null ? state : `${state}${String(district).padStart(2, '0')}`;
}

/** True when the member sat in `chamber` on `date`, or had left it less than 400 days before. */
export function termsAround(member: Member, chamber: Chamber, date: string): MemberTerm[] {
  return member.terms.filter(
    (term) => term.chamber === chamber && term.start <= date && date <= addDays(term.end, FORMER_DAYS),
  );
}
