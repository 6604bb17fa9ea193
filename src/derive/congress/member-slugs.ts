/** Public names and permanent slugs of members, from the identity record and never from a filing. */

import { byText } from '../../collections.js';
import type { AssignedSlug, Member, MemberAlias } from '../../records/congress/member.js';
import { slugOf } from '../owner-slugs.js';
import { nameWords } from './filed-names.js';

/** The contract's limit for a member slug. */
const MAX_SLUG_LENGTH = 80;

/**
 * The official name as the identity files write it (`Donald S. Beyer, Jr.`). The newest members have none, so it is
 * composed from the parts.
 */
export function memberName({ name }: Pick<Member, 'name'>): string {
  const { first, middle, last, suffix, nickname, officialFull } = name;
  if (officialFull !== null) return officialFull;
  const given = isInitial(first) ? (nickname ?? [first, middle].filter(Boolean).join(' ')) : first;
  return [given, last, suffix].filter(Boolean).join(' ');
}

/**
 * First name and last name in kebab-case, without a suffix. If the first name is a bare initial, the nickname
 * is used instead, else the given names of the official form (`Scott` Franklin, `J. French` Hill), else first
 * and middle name.
 */
export function plainSlug({ name }: Pick<Member, 'name'>): string {
  return slugOf(`${slugGiven(name)} ${name.last}`, MAX_SLUG_LENGTH);
}

function slugGiven(name: Member['name']): string {
  if (!isInitial(name.first)) return name.first;
  if (name.nickname !== null) return name.nickname;
  const last = nameWords(name.last).join(' ');
  const official = nameWords(name.officialFull ?? '').join(' ');
  if (official.endsWith(` ${last}`)) return official.slice(0, -last.length);
  return [name.first, name.middle].filter(Boolean).join(' ');
}

/** A free slug: the plain one, then with the state of the latest term, then with the bioguide id. */
export function newMemberSlug(member: Member, taken: (slug: string) => boolean): string {
  const state = member.terms.at(-1)?.state.toLowerCase() ?? '';
  return firstFreeSlug(plainSlug(member), [state, member.bioguide.toLowerCase()], taken);
}

/** The slug of a filer who matches no member, first name first; state or chamber distinguishes namesakes. */
export function unresolvedSlug(
  filed: { first: string; last: string; chamber: string; stateDistrict: string | null },
  taken: (slug: string) => boolean,
): string {
  const plain = slugOf([...nameWords(filed.first), ...nameWords(filed.last)].join(' '), MAX_SLUG_LENGTH);
  const state = filed.stateDistrict?.slice(0, 2).toLowerCase() ?? '';
  return firstFreeSlug(plain || 'member', [state, filed.chamber], taken);
}

/**
 * Slugs that people guess: nickname and last name (`jack-reed`), and the official name in full
 * (`marjorie-taylor-greene`) and without its initials. Everyone in the identity files counts, whether they
 * filed or not: a name that fits two of them, or that is already a slug, is not used as an alias.
 */
export function memberAliases(
  people: Iterable<Member>,
  filers: ReadonlySet<string>,
  slugs: readonly AssignedSlug[],
): MemberAlias[] {
  const claims = new Map<string, Set<string>>();
  for (const member of people)
    for (const slug of commonNameSlugs(member))
      claims.set(slug, (claims.get(slug) ?? new Set()).add(member.bioguide));
  for (const { slug } of slugs) claims.delete(slug);
  return [...claims]
    .flatMap(([slug, claimants]) => {
      const [memberId = ''] = claimants;
      return claimants.size === 1 && filers.has(memberId) ? [{ slug, memberId }] : [];
    })
    .sort(byText(({ slug }) => slug));
}

const GENERATION = /[\s,]+(?:Jr|Sr|II|III|IV)\.?$/i;

function commonNameSlugs(member: Member): Set<string> {
  const { nickname, last, officialFull } = member.name;
  const official = (officialFull ?? '').replace(GENERATION, '');
  const names = [nickname === null ? '' : `${nickname} ${last}`, official, withoutInitials(official)];
  const slugs = names.map((name) => slugOf(name, MAX_SLUG_LENGTH));
  return new Set([plainSlug(member), ...slugs].filter((slug) => slug.includes('-')));
}

const withoutInitials = (name: string): string =>
  name
    .split(/\s+/)
    .filter((word) => !isInitial(word))
    .join(' ');

function firstFreeSlug(plain: string, more: string[], taken: (slug: string) => boolean): string {
  const stem = plain.slice(0, MAX_SLUG_LENGTH - 12).replace(/-$/, '');
  const candidates = [plain, ...more.filter((part) => part !== '').map((part) => `${stem}-${part}`)];
  const free = candidates.find((slug) => !taken(slug));
  if (free !== undefined) return free;
  for (let n = 2; ; n++) if (!taken(`${stem}-${n}`)) return `${stem}-${n}`;
}

function isInitial(first: string): boolean {
  return /^\p{L}\.?$/u.test(first.trim());
}
