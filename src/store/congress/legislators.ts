/** Stores the two identity files of Congress: each is replaced as a whole, and only if it differs. */

import { isDeepStrictEqual } from 'node:util';
import type { Member, Members, MemberTerm } from '../../records/congress/member.js';
import type { Store, WriteEffect } from '../database/store.js';

/**
 * A changed file makes every filer pending again. It adds no public rows. A filer who is in neither file any more is
 * kept as last seen: at the turn of a term people move from one file to the other, and an entry can be damaged for a
 * day, but a member's reports and slug stay the member's.
 */
export function writeMembers(store: Store, { part, members: given }: Members): WriteEffect {
  const stored = membersOfPart(store, part);
  const members = [...given, ...missingFilers(store, part, given, stored)];
  if (isDeepStrictEqual(stored, members)) return { changed: false, rows: 0 };
  store.sql('DELETE FROM legislator WHERE part = ?').run(part);
  store.sql('DELETE FROM legislator_term WHERE part = ?').run(part);
  const insert = store.sql(
    `INSERT INTO legislator (part, position, bioguide, first, last, middle, suffix, nickname, official_full, other_names)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertTerm = store.sql(
    `INSERT INTO legislator_term (part, legislator, position, chamber, start_date, end_date, state, district, party,
       affiliations) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const [position, { bioguide, name, otherNames, terms }] of members.entries()) {
    const { first, last, middle, suffix, nickname, officialFull } = name;
    const names = [first, last, middle, suffix, nickname, officialFull];
    insert.run(part, position, bioguide, ...names, JSON.stringify(otherNames));
    for (const [place, term] of terms.entries()) {
      const { chamber, start, end, state, district, party, affiliations } = term;
      const at = [part, position, place];
      insertTerm.run(...at, chamber, start, end, state, district, party, JSON.stringify(affiliations));
    }
  }
  store.sql('UPDATE member_identity SET is_pending = 1').run();
  return { changed: true, rows: 0 };
}

/** Filers of the stored file who are missing from the new file and from the other one. */
function missingFilers(store: Store, part: Members['part'], given: Member[], stored: Member[]): Member[] {
  const other = membersOfPart(store, part === 'current' ? 'historical' : 'current');
  const held = new Set([...given, ...other].map(({ bioguide }) => bioguide));
  const filed = store.sql('SELECT 1 FROM stock_act_filer WHERE member_id = ? LIMIT 1');
  return stored.filter(({ bioguide }) => !held.has(bioguide) && filed.get(bioguide) !== undefined);
}

/** Everyone in both files, exactly as written, the current file first. */
export function allMembers(store: Store): Member[] {
  return [...membersOfPart(store, 'current'), ...membersOfPart(store, 'historical')];
}

interface LegislatorRow extends Omit<Member['name'], 'officialFull'> {
  position: number;
  bioguide: string;
  official_full: string | null;
  other_names: string;
}

interface TermRow extends Omit<MemberTerm, 'start' | 'end' | 'affiliations'> {
  legislator: number;
  start_date: string;
  end_date: string;
  affiliations: string;
}

function membersOfPart(store: Store, part: Members['part']): Member[] {
  const terms = new Map<number, MemberTerm[]>();
  const rows = store
    .sql<TermRow>(
      `SELECT legislator, chamber, start_date, end_date, state, district, party, affiliations
       FROM legislator_term WHERE part = ? ORDER BY legislator, position`,
    )
    .all(part);
  for (const { legislator, start_date: start, end_date: end, affiliations, ...term } of rows)
    terms.set(legislator, [
      ...(terms.get(legislator) ?? []),
      { ...term, start, end, affiliations: JSON.parse(affiliations) },
    ]);
  const members: Member[] = [];
  const people = store.sql<LegislatorRow>(
    `SELECT position, bioguide, first, last, middle, suffix, nickname, official_full, other_names
     FROM legislator WHERE part = ? ORDER BY position`,
  );
  for (const { position, bioguide, official_full: officialFull, other_names, ...name } of people.all(part))
    members.push({
      bioguide,
      name: { ...name, officialFull },
      otherNames: JSON.parse(other_names),
      terms: terms.get(position) ?? [],
    });
  return members;
}
