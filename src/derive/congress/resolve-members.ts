/**
 * Resolves the filer of each report. A filed name is matched against the members who sat in that chamber
 * then. A name that matches no known member remains visible under that name until the identity files or the
 * operator resolve it.
 * Long because every step of one decision is here.
 */

import { appendTo, compareText, itemAt, required } from '../../collections.js';
import type {
  AssignedSlug,
  DerivedMember,
  FiledReport,
  Member,
  MemberOverride,
  ResolvedMembers,
} from '../../records/congress/member.js';
import type { Chamber } from '../../records/congress/stock-act.js';
import type { Warning } from '../../records/crawl.js';
import {
  generationOf,
  givenNameSimilarity,
  isLongerOrShorterName,
  isSimilarName,
  type KnownName,
  nameWords,
  splitAtLastName,
  toKnownName,
} from './filed-names.js';
import { memberAliases, memberName, newMemberSlug, plainSlug, unresolvedSlug } from './member-slugs.js';
import { districtAt, districtOf, partyAt, termAt, termsAround } from './member-terms.js';

interface MemberMatch {
  bioguide: string;
  /** What decided the match: the operator's file, or the name with chamber, state and date. */
  by: 'override' | 'name';
}

/**
 * Both chambers file names in parts; `asFiled` is the whole. Null for a name that fits no member, or more
 * than one.
 */
type MemberResolver = (
  filedName: FiledReport['filerName'],
  chamber: Chamber,
  stateDistrict: string | null,
  date: string,
) => MemberMatch | null;

/** `members` of both files; a person in both files counts once. */
export function createMemberResolver(
  members: readonly Member[],
  overrides: readonly MemberOverride[] = [],
): MemberResolver {
  const known = byBioguide(members).map((member) => ({ member, name: toKnownName(member) }));
  // The end of the last name is the one word that all spellings share.
  const byLastWord = new Map<string, typeof known>();
  for (const one of known) {
    const words = new Set(one.name.lastNames.map((last) => itemAt(last, -1)));
    for (const word of words) appendTo(byLastWord, word, one);
  }
  const newestTerm = newestSenateTerm(members);
  return (filedName, chamber, stateDistrict, date) => {
    const override = overrides.find((one) => matchesOverride(one, filedName, chamber, stateDistrict));
    if (override !== undefined) return { bioguide: override.bioguide, by: 'override' };
    const lastWord = nameWords(filedName.last).at(-1) ?? '';
    const namesakes = byLastWord.get(lastWord) ?? [];
    const candidates: Candidate[] = [];
    for (const { member, name } of namesakes) {
      const candidate = scoreCandidate(member, name, { filedName, chamber, stateDistrict, date });
      if (candidate !== null) candidates.push(candidate);
    }
    const generation = generationOf(filedName.asFiled);
    const isComplete = chamber === 'senate' && date < newestTerm;
    const bioguide =
      uniqueBestCandidate(candidates, generation) ??
      (isComplete && !namesakes.some(({ name }) => isSimilarName(filedName, name))
        ? uniqueByLastName(candidates, generation)
        : null) ??
      (chamber === 'house' ? holderOfSeat(known, filedName, stateDistrict, date) : null);
    return bioguide === null ? null : { bioguide, by: 'name' };
  };
}

/** The filer, as the report names them. */
interface FiledFiler {
  filedName: FiledReport['filerName'];
  chamber: Chamber;
  stateDistrict: string | null;
  date: string;
}

interface Candidate {
  bioguide: string;
  /** Matching words of the last name. */
  length: number;
  evidence: number;
  /** True for a member who sits in that chamber on that day. */
  isSitting: boolean;
  /** `jr` and the like; '' if the identity file states none. */
  generation: string;
}

/** Only an initial: enough only if a single senator has that last name. */
const INITIAL_ONLY = 1;

/**
 * The evidence for a member, null if something contradicts it. House: the state must agree, and also the
 * given name, or the district of a member who sits there on that day, because a newcomer's entry can be
 * missing and neither a namesake from the state nor the predecessor must get the reports. Senate: no state is
 * filed, so the given name decides.
 */
function scoreCandidate(
  member: Member,
  name: KnownName,
  { filedName, chamber, stateDistrict, date }: FiledFiler,
): Candidate | null {
  const state = stateDistrict?.slice(0, 2);
  const terms = termsAround(member, chamber, date).filter(
    (term) => state === undefined || term.state === state,
  );
  const split = terms.length === 0 ? null : splitAtLastName(filedName, name);
  if (split === null) return null;
  const similarity = givenNameSimilarity(split.given, name);
  const ofDistrict = terms.filter((term) => districtOf(term) === stateDistrict);
  const sitsThere = ofDistrict.some((term) => date <= term.end);
  if (chamber === 'house' && !sitsThere && similarity < 2) return null;
  return {
    bioguide: member.bioguide,
    length: split.length,
    evidence: (ofDistrict.length > 0 ? 3 : 0) + similarity,
    isSitting: terms.some((term) => date <= term.end),
    generation: generationOf(member.name.suffix ?? ''),
  };
}

/**
 * The one candidate with the longest match of the last name and the most evidence; between father and son,
 * the one whose generation is filed. Null if two candidates are equal, or if the best one has only the last
 * name in common, or is of another generation than the filer.
 */
function uniqueBestCandidate(candidates: Candidate[], generation: string): string | null {
  const longest = Math.max(...candidates.map(({ length }) => length));
  const namesakes = candidates.filter(({ length }) => length === longest);
  const evidence = Math.max(...namesakes.map((one) => one.evidence));
  const best = namesakes.filter((one) => one.evidence === evidence);
  if (evidence === 0 || (evidence === INITIAL_ONLY && namesakes.length > 1)) return null;
  const ofGeneration = best.filter((one) => generation !== '' && one.generation === generation);
  const [only] = best.length === 1 ? best : ofGeneration.length === 1 ? ofGeneration : [];
  return only === undefined || isOtherGeneration(only, generation) ? null : only.bioguide;
}

/** The father of the filer, or the son: both state a generation, and not the same one. */
function isOtherGeneration(candidate: Pick<Candidate, 'generation'>, generation: string): boolean {
  return generation !== '' && candidate.generation !== '' && candidate.generation !== generation;
}

/** Start of the newest term of a senator. The files contain everyone who sat in the Senate before it. */
function newestSenateTerm(members: readonly Member[]): string {
  return members
    .flatMap(({ terms }) => terms)
    .reduce((newest, { chamber, start }) => (chamber === 'senate' && start > newest ? start : newest), '');
}

/**
 * Paper reports of the Senate carry the legal name, which can have nothing in common with the name in use
 * (`Rafael E` is Ted). Only senators file there. If the files are complete for that day, a single sitting
 * senator has that last name and no other person with it fits better, that senator is the filer. A different
 * generation rules the match out.
 */
function uniqueByLastName(candidates: Candidate[], generation: string): string | null {
  const [only] = candidates;
  if (only === undefined || candidates.length > 1 || !only.isSitting) return null;
  return isOtherGeneration(only, generation) ? null : only.bioguide;
}

/**
 * The member who holds the filed seat on that day, if the last name is longer or shorter than the filed one: the seat, the
 * given name and the beginning of the last name agree.
 */
function holderOfSeat(
  known: ReadonlyArray<{ member: Member; name: KnownName }>,
  filedName: FiledReport['filerName'],
  stateDistrict: string | null,
  date: string,
): string | null {
  const holders = known.filter(
    ({ member, name }) =>
      termsAround(member, 'house', date).some(
        (term) => date <= term.end && districtOf(term) === stateDistrict,
      ) &&
      isLongerOrShorterName(filedName, name) &&
      !isOtherGeneration(
        { generation: generationOf(member.name.suffix ?? '') },
        generationOf(filedName.asFiled),
      ),
  );
  return holders.length === 1 ? itemAt(holders, 0).member.bioguide : null;
}

function matchesOverride(
  override: MemberOverride,
  filed: FiledReport['filerName'],
  chamber: Chamber,
  stateDistrict: string | null,
): boolean {
  if (override.chamber !== chamber) return false;
  if (override.stateDistrict !== undefined && override.stateDistrict !== stateDistrict) return false;
  const meant = nameWords(override.filedName).join(' ');
  return (
    meant === nameWords(filed.asFiled).join(' ') ||
    meant === nameWords(`${filed.first} ${filed.last}`).join(' ')
  );
}

/** One entry for each person: for someone in both files the current file wins. */
function byBioguide(members: readonly Member[]): Member[] {
  const unique = new Map<string, Member>();
  for (const member of members) {
    const other = unique.get(member.bioguide);
    const later = (other?.terms.at(-1)?.start ?? '') > (member.terms.at(-1)?.start ?? '');
    if (!later) unique.set(member.bioguide, member);
  }
  return [...unique.values()];
}

/**
 * Assigns a member to every report and a slug to every member who filed.
 * @param given the slugs of earlier runs: none of them changes, and the slug of a name that is resolved now
 * becomes an alias of the member
 */
export function resolveMembers(
  members: readonly Member[],
  overrides: readonly MemberOverride[],
  reports: readonly FiledReport[],
  given: readonly AssignedSlug[],
): ResolvedMembers {
  const resolve = createMemberResolver(members, overrides);
  const people = new Map(byBioguide(members).map((member) => [member.bioguide, member]));
  const slugs = new Map(given.map((one) => [one.slug, { ...one }]));
  const own = new Map(given.filter((one) => one.standing === 'own').map((one) => [one.memberId, one.slug]));
  const result: ResolvedMembers = { members: [], slugs: [], aliases: [], reports: [], warnings: [] };
  const newlyResolved = new Map<string, string>();
  const filers = new Map<string, { report: FiledReport; member: Member | null }>();
  const inOrder = [...reports].sort(
    (a, b) => compareText(a.disclosureDate, b.disclosureDate) || compareText(a.documentId, b.documentId),
  );
  for (const report of inOrder) {
    const { documentId, chamber, disclosureDate, stateDistrict, filerName } = report;
    const resolution = resolve(filerName, chamber, stateDistrict, disclosureDate);
    const member = resolution === null ? null : (people.get(resolution.bioguide) ?? null);
    const filedId = filedNameId(report);
    if (member !== null) newlyResolved.set(filedId, member.bioguide);
    else result.warnings.push(warningFor(report, resolution));
    const memberId = member?.bioguide ?? filedId;
    filers.set(memberId, { report, member });
    result.reports.push({
      documentId,
      memberId,
      district: member === null ? (stateDistrict ?? '') : districtAt(member, disclosureDate, chamber),
      party: member === null ? '' : partyAt(member, disclosureDate, chamber),
    });
  }
  // A slug assigned to a filed name moves with the name to the resolved member.
  for (const [filedId, bioguide] of newlyResolved) {
    const slug = own.get(filedId);
    if (slug === undefined || filers.has(filedId)) continue;
    // If the filed name has the same slug that the member would get, it becomes the member's slug.
    const same = !own.has(bioguide) && plainSlug(required(people.get(bioguide), 'people')) === slug;
    slugs.set(slug, { slug, memberId: bioguide, standing: same ? 'own' : 'alias' });
    if (same) own.set(bioguide, slug);
    own.delete(filedId);
  }
  const taken = (slug: string) => slugs.has(slug);
  for (const [memberId, { report, member }] of filers) {
    const slug =
      own.get(memberId) ??
      (member === null
        ? unresolvedSlug({ ...report.filerName, ...report }, taken)
        : newMemberSlug(member, taken));
    slugs.set(slug, { slug, memberId, standing: 'own' });
    result.members.push(toDerivedMember(memberId, slug, report, member));
  }
  result.slugs = [...slugs.values()];
  result.aliases = memberAliases(people.values(), new Set(filers.keys()), result.slugs);
  return result;
}

/** `report` is the latest of this filer. */
function toDerivedMember(
  memberId: string,
  slug: string,
  report: FiledReport,
  member: Member | null,
): DerivedMember {
  const { chamber, stateDistrict, filerName } = report;
  if (member === null) {
    const name = [filerName.first, filerName.last].filter(Boolean).join(' ');
    return {
      memberId,
      kind: 'unresolved',
      slug,
      memberName: name,
      chamber,
      district: stateDistrict ?? '',
      party: '',
    };
  }
  const last = member.terms.at(-1);
  const end = last?.end ?? report.disclosureDate;
  return {
    memberId,
    kind: 'resolved',
    slug,
    memberName: memberName(member),
    chamber: termAt(member, end)?.chamber ?? chamber,
    district: districtAt(member, end),
    party: partyAt(member, end),
  };
}

/** Namesakes from two states are two people, and so are namesakes from two chambers. */
function filedNameId({ filerName, chamber, stateDistrict }: FiledReport): string {
  const words = [...nameWords(filerName.first), ...nameWords(filerName.last)].join(' ');
  return `filed:${chamber}:${stateDistrict?.slice(0, 2) ?? ''}:${words}`;
}

function warningFor(report: FiledReport, resolution: MemberMatch | null): Warning {
  const { filerName, chamber, stateDistrict, disclosureDate, documentId } = report;
  const detail = [filerName.asFiled, chamber, stateDistrict, disclosureDate].filter(Boolean).join(', ');
  if (resolution === null) return { kind: 'member-unresolved', detail, where: documentId };
  return {
    kind: 'override-unknown-bioguide',
    detail: `${resolution.bioguide}: ${detail}`,
    where: documentId,
  };
}
