/** Which notice of Form 144 replaces which: a 144/A repeats the whole notice, and some are filed twice. */

import { appendTo, compareText } from '../../collections.js';
import { daysBetween } from '../../dates.js';
import type { PlannedSaleNotice } from '../../records/form144/form144.js';
import { canBeOneClass } from './class-title.js';

/** A 144/A that names no notice amends the one of the same person, issuer and class in these days before it. */
const UNNAMED_AMENDMENT_DAYS = 30;

/** A notice and its amendments. */
export interface NoticeChain {
  /** In the order of filing; the last one is in effect. */
  notices: PlannedSaleNotice[];
}

/** The order of filing. */
export function byFiling(a: PlannedSaleNotice, b: PlannedSaleNotice): number {
  return compareText(a.filedAt, b.filedAt) || compareText(a.accession, b.accession);
}

/** What each notice of one issuer amends or repeats; null for one that does neither, or of which that is not known. */
export function amendedNotices(notices: readonly PlannedSaleNotice[]): Map<string, string | null> {
  const byAccession = new Map(notices.map((one) => [one.accession, one]));
  const amends = new Map<string, string | null>();
  const replaced = new Set<string>();
  const lastWith = new Map<string, PlannedSaleNotice>();
  for (const notice of [...notices].sort(byFiling)) {
    const content = contentOf(notice);
    const repeated = lastWith.get(content);
    lastWith.set(content, notice);
    const found =
      notice.documentType === '144/A'
        ? amendedBy(notice, { notices, byAccession, replaced })
        : repeated !== undefined && !replaced.has(repeated.accession) && isOfSameDays(repeated, notice)
          ? repeated
          : null;
    amends.set(notice.accession, found?.accession ?? null);
    if (found !== null) replaced.add(found.accession);
  }
  return amends;
}

const REPEATED_WITHIN_DAYS = 7;
const isOfSameDays = (first: PlannedSaleNotice, next: PlannedSaleNotice): boolean =>
  daysBetween(first.filedDate, next.filedDate) <= REPEATED_WITHIN_DAYS;

/** Everything that a notice says of the sale: of another trust, with another broker or other lots, it is another one. */
function contentOf(notice: PlannedSaleNotice): string {
  const { filerCik, sellerName, securities, acquired, remarks, planAdoptionDates, planInRemarks } = notice;
  return JSON.stringify([
    ...[filerCik, sellerName, securities, acquired],
    ...[remarks, planAdoptionDates, planInRemarks],
  ]);
}

interface KnownNotices {
  notices: readonly PlannedSaleNotice[];
  byAccession: ReadonlyMap<string, PlannedSaleNotice>;
  /** What an earlier amendment replaced. */
  replaced: ReadonlySet<string>;
}

function amendedBy(amendment: PlannedSaleNotice, known: KnownNotices): PlannedSaleNotice | null {
  if (amendment.previousAccession === null) return onlyCandidate(amendment, known);
  const named = known.byAccession.get(amendment.previousAccession);
  const isRight = named !== undefined && isOfSamePerson(amendment, named) && byFiling(named, amendment) < 0;
  return isRight ? named : null;
}

/** With several candidates in effect it is not known which one is meant: then all are kept. */
function onlyCandidate(
  amendment: PlannedSaleNotice,
  { notices, replaced }: KnownNotices,
): PlannedSaleNotice | null {
  const candidates = notices.filter(
    (one) =>
      !replaced.has(one.accession) &&
      byFiling(one, amendment) < 0 &&
      isOfSamePerson(one, amendment) &&
      daysBetween(one.filedDate, amendment.filedDate) <= UNNAMED_AMENDMENT_DAYS &&
      one.securities.some((a) => amendment.securities.some((b) => canBeOneClass(a.title, b.title))),
  );
  return candidates.length === 1 ? (candidates[0] ?? null) : null;
}

const isOfSamePerson = (a: PlannedSaleNotice, b: PlannedSaleNotice) => a.filerCik === b.filerCik;

/** Amendments of one notice, and amendments of those, are one chain. */
export function noticeChains(
  notices: readonly PlannedSaleNotice[],
  amends: ReadonlyMap<string, string | null>,
): NoticeChain[] {
  const chains = new Map<string, PlannedSaleNotice[]>();
  for (const notice of [...notices].sort(byFiling)) {
    let root = notice.accession;
    // An amendment is filed after what it amends, so this ends.
    for (let at = amends.get(root); at != null; at = amends.get(at)) root = at;
    appendTo(chains, root, notice);
  }
  return [...chains.values()].map((of) => ({ notices: of }));
}
