/** Parses an identity file into one record of all its members since 2011, with their terms since then. */

import { byText } from '../../../collections.js';
import { isCalendarDate } from '../../../dates.js';
import type { Member, MemberName, Members, MemberTerm } from '../../../records/congress/member.js';
import { type Parsed, ParseError, type RawDocument, type Warning } from '../../register.js';
import { isObject, type LegislatorSet, parseLegislators } from './legislators-file.js';

/** Raised when this parser improves, so that unreadable documents are parsed again. */
export const READER_VERSION = 1;

/** The first reports are of 2012, and former members file for a while: earlier terms cannot be relevant. */
const EARLIEST_TERM_END = '2011-01-01';
/** Other parties exist (Libertarian); they are kept and reported, because an answer has only three. */
const PARTIES = new Set(['Democrat', 'Republican', 'Independent']);

/**
 * Reads one file. A person who cannot be read is left out with a warning.
 *
 * @throws ParseError when no person can be read.
 */
export function* parse(document: RawDocument): Generator<Parsed> {
  const part = legislatorSetOf(document.kind);
  const entries = parseLegislators(document.bytes);
  if (part === null || entries === null) throw new ParseError('not a file of legislators');
  const members: Member[] = [];
  const warnings: Warning[] = [];
  const seen = new Set<string>();
  for (const [index, entry] of entries.entries()) {
    const where = `${document.key} entry ${index + 1}`;
    const member = readMember(entry);
    if (member === null || seen.has(member.bioguide)) {
      const kind = member === null ? 'member-unreadable' : 'member-twice';
      warnings.push({ kind, detail: JSON.stringify([entry.id, entry.name]).slice(0, 500), where });
      continue;
    }
    seen.add(member.bioguide);
    if (member.terms.length === 0) continue;
    members.push(member);
    warnings.push(...unknownParties(member, where));
  }
  if (members.length === 0) throw new ParseError('no one in the file has sat since 2011');
  const record: Members = { kind: 'members', part, members };
  yield { records: [record], warnings };
}

/** A saved file; only its name says which of the two it is. */
export function recognise({
  name,
  bytes,
}: {
  name: string;
  bytes: Buffer;
}): Omit<RawDocument, 'bytes' | 'retrievedAt'> | null {
  const file = name.split(/[\\/]/).pop() ?? name;
  const part = /historical/i.test(file) ? 'historical' : /current/i.test(file) ? 'current' : null;
  // The beginning is enough to recognise it; the whole of a large foreign file need not be read.
  if (part === null || !/^\s*\[\s*\{[^[\]]*"bioguide"/.test(bytes.toString('utf8', 0, 2000))) return null;
  if (parseLegislators(bytes) === null) return null;
  return { key: `legislators-${part}`, kind: `legislators-${part}`, url: `file:${file}` };
}

function legislatorSetOf(kind: string): LegislatorSet | null {
  return kind === 'legislators-current' ? 'current' : kind === 'legislators-historical' ? 'historical' : null;
}

function readMember(entry: Record<string, unknown>): Member | null {
  // `parseLegislators` has checked that `id` is an object.
  const { bioguide } = entry.id as Record<string, unknown>;
  const name = readName(entry.name);
  // `parseLegislators` has checked that `terms` is a list.
  const terms = (entry.terms as unknown[]).map(readTerm);
  if (typeof bioguide !== 'string' || !/^[A-Z]\d{6}$/.test(bioguide)) return null;
  if (name === null || name.first === undefined || name.last === undefined) return null;
  if (terms.length === 0 || terms.some((term) => term === null)) return null;
  const others = entry.other_names === undefined ? [] : entry.other_names;
  if (!Array.isArray(others)) return null;
  const otherNames = others.map(readName);
  if (otherNames.some((other) => other === null)) return null;
  // Checked above: no name and no term is null.
  return {
    bioguide,
    name: {
      first: name.first,
      last: name.last,
      middle: name.middle ?? null,
      suffix: name.suffix ?? null,
      nickname: name.nickname ?? null,
      officialFull: name.officialFull ?? null,
    },
    otherNames: otherNames as Array<Partial<MemberName>>,
    terms: (terms as MemberTerm[])
      .filter(({ end }) => end >= EARLIEST_TERM_END)
      .sort(byText(({ start }) => start)),
  };
}

function readName(value: unknown): Partial<{ [K in keyof MemberName]: string }> | null {
  if (!isObject(value)) return null;
  const { first, last, middle, suffix, nickname, official_full: officialFull } = value;
  const parts = Object.entries({ first, last, middle, suffix, nickname, officialFull }).filter(
    ([, part]) => part !== undefined && part !== null && part !== '',
  );
  if (!parts.every(([, part]) => typeof part === 'string')) return null;
  return Object.fromEntries(parts);
}

function readTerm(value: unknown): MemberTerm | null {
  if (!isObject(value)) return null;
  const { type, start, end, state, district } = value;
  if (type !== 'rep' && type !== 'sen') return null;
  if (typeof start !== 'string' || !isCalendarDate(start) || typeof end !== 'string' || !isCalendarDate(end))
    return null;
  if (typeof state !== 'string' || !/^[A-Z]{2}$/.test(state)) return null;
  // The oldest terms of the House have no district, or -1 for an unknown one.
  if (
    type === 'rep' &&
    end >= EARLIEST_TERM_END &&
    !(Number.isInteger(district) && (district as number) >= 0)
  )
    return null;
  const affiliations =
    value.party_affiliations === undefined ? [] : readAffiliations(value.party_affiliations);
  if (affiliations === null) return null;
  return {
    chamber: type === 'rep' ? 'house' : 'senate',
    start,
    end,
    state,
    district: type === 'rep' && typeof district === 'number' ? district : null,
    party: typeof value.party === 'string' ? value.party : '',
    affiliations,
  };
}

function readAffiliations(value: unknown): MemberTerm['affiliations'] | null {
  if (!Array.isArray(value)) return null;
  const read = value.map((one) => {
    if (!isObject(one)) return null;
    const { start, end, party } = one;
    const sound =
      [start, end].every((day) => typeof day === 'string' && isCalendarDate(day)) &&
      typeof party === 'string';
    // `sound` includes that both days are texts.
    return sound ? { start: start as string, end: end as string, party } : null;
  });
  if (read.some((one) => one === null)) return null;
  // Checked above: no entry is null.
  return (read as MemberTerm['affiliations']).sort(byText(({ start }) => start));
}

function unknownParties(member: Member, where: string): Warning[] {
  const named = member.terms.flatMap(({ party, affiliations }) => [
    party,
    ...affiliations.map((one) => one.party),
  ]);
  const unknown = new Set(named.filter((party) => !PARTIES.has(party)));
  return [...unknown].map((party) => ({
    kind: 'unknown-party',
    detail: `${party || 'none'} (${member.bioguide})`,
    where,
  }));
}
