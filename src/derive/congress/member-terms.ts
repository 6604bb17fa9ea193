/** A member's party, chamber and district on a day. */

import { byText } from '../../collections.js';
import { addDays } from '../../dates.js';
import type { Member, MemberTerm, PoliticalParty } from '../../records/congress/member.js';
import type { Chamber } from '../../records/congress/stock-act.js';

/** Former members keep filing reports for a while after the end of the term. */
const FORMER_DAYS = 400;

const PARTIES: Record<string, PoliticalParty> = { Democrat: 'D', Republican: 'R', Independent: 'I' };

/**
 * The term of `date` (YYYY-MM-DD): the one that covers it, else the last one before it, else the first one.
 * With `chamber`, only terms of that chamber count. Null if there is none.
 */
export function termAt(member: Member, date: string, chamber?: Chamber): MemberTerm | null {
  const terms = member.terms
    .filter((term) => chamber === undefined || term.chamber === chamber)
    .sort(byText(({ start }) => start));
  return terms.filter((term) => term.start <= date).at(-1) ?? terms[0] ?? null;
}

/** Party on `date`; '' if unknown or none of the three. */
export function partyAt(member: Member, date: string, chamber?: Chamber): PoliticalParty {
  const term = termAt(member, date, chamber);
  if (term === null) return '';
  const changed = term.affiliations.filter(({ start }) => start <= date).at(-1) ?? term.affiliations[0];
  const { party } = changed ?? term;
  // Looks up own properties only: the word comes from a file.
  return Object.hasOwn(PARTIES, party) ? (PARTIES[party] as PoliticalParty) : '';
}

/** `CA11`, `AK00` at large; `AL` in the Senate; '' when unknown. */
export function districtAt(member: Member, date: string, chamber?: Chamber): string {
  const term = termAt(member, date, chamber);
  return term === null ? '' : districtOf(term);
}

export function districtOf({ state, district }: MemberTerm): string {
  return district === null ? state : `${state}${String(district).padStart(2, '0')}`;
}

/** True if the member sat in `chamber` on `date`, or had left it less than 400 days before. */
export function termsAround(member: Member, chamber: Chamber, date: string): MemberTerm[] {
  return member.terms.filter(
    (term) => term.chamber === chamber && term.start <= date && date <= addDays(term.end, FORMER_DAYS),
  );
}
