/** Which schedules are of the same holder of the same class, in the order of filing. */

import { madeOnce } from '../../collections.js';
import {
  isAmendment,
  type ReportingPerson,
  type Schedule13Filing,
  scheduleType,
} from '../../records/holders/schedule13.js';
import { joinedWords, splitWords } from '../../records/words.js';

/** How a schedule was found to follow another one of its holder. */
export type HolderLink = 'named' | 'filer' | 'person';

export interface LinkedSchedule {
  filing: Schedule13Filing;
  /** The schedules of this holder before this one, oldest first. */
  before: readonly Schedule13Filing[];
  linkedBy: HolderLink | null;
  /** No later schedule of this holder is here. */
  isLast: boolean;
}

interface HolderChain {
  filings: Schedule13Filing[];
}

/**
 * The schedules about one company (in the order of filing), each with those of its holder before it. A schedule follows
 * the one that it names, unless by mistake; else the last one of the same class by the same submitting filer or the same first person. A first
 * schedule follows none that the same filer made for other persons only. Another member of a group continues with the next number.
 * Nothing is linked by likeness of names: without a CIK a person must have the same words.
 */
export function linkSchedules(filings: readonly Schedule13Filing[]): LinkedSchedule[] {
  const chains: HolderChain[] = [];
  const chainOf = new Map<string, HolderChain>();
  const linked: Array<Omit<LinkedSchedule, 'isLast'> & { chain: HolderChain }> = [];
  for (const filing of filings) {
    const named = filing.previousAccession === null ? undefined : chainOf.get(filing.previousAccession);
    const found = named === undefined ? likeliest(chains, filing) : namedOrLikelier(named, chains, filing);
    const chain = found?.chain ?? { filings: [] };
    if (found === undefined) chains.push(chain);
    linked.push({ filing, before: [...chain.filings], linkedBy: found?.linkedBy ?? null, chain });
    chain.filings.push(filing);
    chainOf.set(filing.accession, chain);
  }
  return linked.map(({ chain, ...one }) => ({ ...one, isLast: chain.filings.at(-1) === one.filing }));
}

/**
 * The chain of the schedule that is named. The accession number is typed by hand: one of another class, or of other persons
 * only, is a mistake if a chain of the same class with a person in common is here.
 */
function namedOrLikelier(
  named: HolderChain,
  chains: readonly HolderChain[],
  filing: Schedule13Filing,
): { chain: HolderChain; linkedBy: HolderLink } {
  const fits = (one: Schedule13Filing | undefined) =>
    one === undefined || !isSameClass(one, filing) ? false : sharesPerson(one, filing);
  // A member of the group may have made its last schedule alone.
  const isMistake = named.filings.every((one) => fits(one) === false);
  const likelier = isMistake ? likeliest(chains, filing) : undefined;
  return likelier !== undefined && fits(likelier.chain.filings.at(-1)) === true
    ? likelier
    : { chain: named, linkedBy: 'named' };
}

/**
 * The chain whose last schedule names one of the same persons, if there is one; of several, the one that this schedule
 * amends, by its number; else the one with the latest schedule. None of several that are all of other persons.
 */
function likeliest(
  chains: readonly HolderChain[],
  filing: Schedule13Filing,
): { chain: HolderChain; linkedBy: HolderLink } | undefined {
  const ofClass = chains.flatMap((chain) => {
    const last = chain.filings.at(-1);
    return last === undefined || !isSameClass(last, filing) ? [] : [{ chain, last }];
  });
  const possible = ofClass.flatMap(({ chain, last }) => {
    const linkedBy = linkOf(last, filing);
    return linkedBy === null ? [] : [{ chain, linkedBy, last }];
  });
  if (possible.length === 0) return onlyOfMember(ofClass, filing);
  const preferred = [
    ({ last }: { last: Schedule13Filing }) => sharesPerson(last, filing) === true,
    ({ last }: { last: Schedule13Filing }) => isNextNumber(last, filing),
  ].reduce((left, isBetter) => (left.some(isBetter) ? left.filter(isBetter) : left), possible);
  // The latest of several other holders would be replaced by one that it is not.
  if (preferred.length > 1 && preferred.every(({ last }) => sharesPerson(last, filing) === false)) return;
  return preferred.sort((a, b) => (a.last.filedAt < b.last.filedAt ? 1 : -1))[0];
}

/** The only chain that another member of its group continues: the next amendment, with a person in common. */
function onlyOfMember(
  chains: ReadonlyArray<{ chain: HolderChain; last: Schedule13Filing }>,
  filing: Schedule13Filing,
): { chain: HolderChain; linkedBy: HolderLink } | undefined {
  if (!isAmendment(filing.form)) return;
  const [only, ...others] = chains.filter(
    ({ last }) => isNextNumber(last, filing) && sharesPerson(last, filing) === true,
  );
  return only === undefined || others.length > 0 ? undefined : { chain: only.chain, linkedBy: 'person' };
}

function isNextNumber(last: Schedule13Filing, next: Schedule13Filing): boolean {
  return (
    next.amendmentNo !== null &&
    scheduleType(last.form) === scheduleType(next.form) &&
    (last.amendmentNo ?? (isAmendment(last.form) ? null : 0)) === next.amendmentNo - 1
  );
}

function linkOf(last: Schedule13Filing, next: Schedule13Filing): HolderLink | null {
  // A sponsor files for its director too. Only the number, or a fuller name, shows that an amendment of other persons is of the same holder.
  const isSame = isAmendment(next.form) && (isNextNumber(last, next) || isNamedMoreFully(last, next));
  const isOther = sharesPerson(last, next) === false && !isSame;
  if (last.filerCik !== null && last.filerCik === next.filerCik && !isOther) return 'filer';
  return isSameFirstPerson(last, next) ? 'person' : null;
}

/** Whether both name one person, by CIK or by all words of the name (L.L.C. is LLC, Roe Jane is Jane Roe); null where one of them is a text without persons. */
function sharesPerson(before: Schedule13Filing, after: Schedule13Filing): boolean | null {
  if (before.persons.length === 0 || after.persons.length === 0) return null;
  const known = personKeys(before);
  for (const key of personKeys(after)) if (known.has(key)) return true;
  return false;
}

const keys = new WeakMap<Schedule13Filing, ReadonlySet<string>>();

const personKeys = (filing: Schedule13Filing): ReadonlySet<string> =>
  madeOnce(keys, filing, () => new Set(filing.persons.flatMap(keysOf)));

const LEGAL_FORMS = /\b(?:the|inc|incorporated|corp|corporation|co|company|llc|llp|lp|ltd|limited|plc)\b/g;

const distinctive = new WeakMap<KnownByName, string[]>();

const distinctiveWords = (one: KnownByName): string[] =>
  madeOnce(distinctive, one, () =>
    joinedWords(one.name ?? '')
      .replace(LEGAL_FORMS, ' ')
      .split(' ')
      .filter((word) => word !== ''),
  );

/** The Vanguard Group is Vanguard Group Inc., Jane Roe is Jane Q. Roe: all words of one are words of the other. */
function isNamedMoreFully(
  { persons: before }: Schedule13Filing,
  { persons: after }: Schedule13Filing,
): boolean {
  return before.some((one) =>
    after.some((other) => {
      if (one.cik !== null && other.cik !== null) return false;
      const [fewer = [], more = []] = [distinctiveWords(one), distinctiveWords(other)].sort(
        (a, b) => a.length - b.length,
      );
      return fewer.length > 1 && fewer.every((word) => more.includes(word));
    }),
  );
}

type KnownByName = Pick<ReportingPerson, 'cik' | 'name'>;

/** What a person or party is known by. */
function keysOf(one: KnownByName): string[] {
  return [one.cik ?? '', ...namesOf(one)].filter((key) => key !== '');
}

/** Each name is compared with those of all holders of the company. */
const names = new WeakMap<KnownByName, string[]>();

const namesOf = (one: KnownByName): string[] =>
  madeOnce(names, one, () => {
    const inOrder = (words: string) => words.split(' ').sort().join(' ');
    return [inOrder(splitWords(one.name ?? '')), inOrder(joinedWords(one.name ?? ''))].filter(
      (name) => name !== '',
    );
  });

/** By CIK; by all words of the name where one of them has none, as in most 13G. */
function isSameFirstPerson(last: Schedule13Filing, next: Schedule13Filing): boolean {
  const [before, after] = [firstOf(last), firstOf(next)];
  if (before === undefined || after === undefined) return false;
  if (before.cik !== null && after.cik !== null) return before.cik === after.cik;
  const known = namesOf(before);
  return namesOf(after).some((name) => known.includes(name));
}

const firstOf = ({ persons, filers }: Schedule13Filing): KnownByName | undefined => persons[0] ?? filers[0];

/** By CUSIP, or by title: a CUSIP changes with a split. What a text without fields is about is not known, so it fits. */
function isSameClass(a: Schedule13Filing, b: Schedule13Filing): boolean {
  if (a.persons.length === 0 || b.persons.length === 0) return true;
  if (a.cusips.some((cusip) => b.cusips.includes(cusip))) return true;
  return classWords(a) === classWords(b);
}

const classes = new WeakMap<Schedule13Filing, string>();

/** `Shares of Common Stock, par value $0.01 per share` is the same as `Common Stock` and `Common Shares`. */
const classWords = (filing: Schedule13Filing): string =>
  madeOnce(classes, filing, () => {
    const title = (filing.classTitle ?? '').replace(
      /[,(]?\s*(?:\$|(?:no |without )?par value|nominal value).*$/i,
      '',
    );
    return splitWords(title)
      .replace(/^(?:the )?shares? of (?:the )?/, '')
      .replace(/\b(?:shares?|stocks?)\b/g, 'share');
  });
