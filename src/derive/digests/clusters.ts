/**
 * Derives clusters: several insiders of one issuer filing in one direction inside the window that ends today.
 */

import { CLUSTER_MIN_INSIDERS, CLUSTER_MIN_USD, CLUSTER_WINDOW_DAYS } from '../../../tools/contract/rules.js';
import type {
  ClusterEntry,
  ClusterFacts,
  ClusterInsiderFacts,
} from '../../../tools/contract/shapes/digest.js';
import { appendTo, compareText, itemAt, required } from '../../collections.js';
import { dayNumber, newYorkDate } from '../../dates.js';
import { roundCents } from '../../decimal.js';
import type { OpenMarketLot } from '../../records/form4/open-market-lots.js';
import { rolesOfTitle } from '../../records/form4/roles.js';
import { conviction, convictionParts, type InsiderRole, ROLE_WEIGHTS } from './conviction.js';
import { byFiling } from './filing-order.js';

interface ClusterInput {
  /** Canonical open-market lots of the window, in any order. */
  lots: readonly OpenMarketLot[];
  /** Issuer CIK to shares outstanding; a missing issuer is unknown. */
  sharesOutstanding: ReadonlyMap<string, number>;
  now: Date;
  /** Called with the total number, before the list is cut. */
  onTotal?: (total: number) => void;
}

/** One insider of a cluster: a person, or owners who file together. */
interface ClusterInsider {
  total: number;
  discretionary: number;
  discretionaryShares: number;
  lastDiscretionary: number | null;
  role: InsiderRole;
  lots: OpenMarketLot[];
}

/** All cards with their insiders, most convincing first; ties by insiders, then value, then CIK. */
export function deriveClusterEntries({
  lots,
  sharesOutstanding,
  now,
  onTotal,
}: ClusterInput): ClusterEntry[] {
  const today = dayNumber(newYorkDate(now.toISOString()));
  const groups = new Map<string, OpenMarketLot[]>();
  for (const lot of lots) {
    const age = today - dayNumber(newYorkDate(lot.filedAt));
    if (age < 0 || age >= CLUSTER_WINDOW_DAYS) continue;
    appendTo(groups, lot.issuerCik, lot);
  }
  const cards: ClusterEntry[] = [];
  for (const [issuerCik, group] of groups) {
    const insiderOf = jointOwnerLookup(group);
    for (const direction of ['P', 'S'] as const) {
      const own = group.filter((lot) => lot.code === direction);
      const card = toCluster(own, insiderOf, sharesOutstanding.get(issuerCik) ?? null, today);
      if (card !== null) cards.push(card);
    }
  }
  onTotal?.(cards.length);
  return cards.sort(byConviction);
}

function toCluster(
  lots: OpenMarketLot[],
  insiderOf: (cik: string) => string,
  outstanding: number | null,
  today: number,
): ClusterEntry | null {
  const insiders = [...groupByInsider(lots, insiderOf).values()].filter(
    (insider) => roundCents(insider.total) >= CLUSTER_MIN_USD,
  );
  if (insiders.length < CLUSTER_MIN_INSIDERS) return null;
  const counted = insiders.flatMap((insider) => insider.lots).sort(byFiling);
  const first = itemAt(counted, 0);
  const last = itemAt(counted, -1);
  const sure = insiders.filter((insider) => roundCents(insider.discretionary) >= CLUSTER_MIN_USD);
  const parts = convictionParts({
    insiders: sure.map(({ role, discretionary }) => ({ role, value: discretionary })),
    shares: sure.reduce((sum, insider) => sum + insider.discretionaryShares, 0),
    sharesOutstanding: outstanding,
    daysSinceLast:
      sure.length === 0 ? null : today - Math.max(...sure.map((insider) => insider.lastDiscretionary ?? 0)),
    windowDays: CLUSTER_WINDOW_DAYS,
  });
  const seniority = { chief: 0, officer: 0, director: 0, tenPercentOwner: 0, other: 0 };
  for (const insider of insiders) seniority[insider.role] += 1;
  return {
    issuerCik: last.issuerCik,
    issuerTicker: last.issuerTicker,
    issuerName: last.issuerName,
    direction: last.code,
    insiderCount: insiders.length,
    totalValue: roundCents(insiders.reduce((sum, insider) => sum + insider.total, 0)),
    discretionaryValue: roundCents(insiders.reduce((sum, insider) => sum + insider.discretionary, 0)),
    seniority,
    firstFiledAt: first.filedAt,
    lastFiledAt: last.filedAt,
    filingCount: new Set(counted.map((lot) => lot.accession)).size,
    conviction: conviction(parts),
    convictionParts: parts,
    insiders: insiders.map(insiderFacts).sort(byValue),
  };
}

/** Owners who count as one are named by the last filing. */
function insiderFacts({ lots, role, total, discretionary }: ClusterInsider): ClusterInsiderFacts {
  const { ownerSlug, ownerName, ownerCik } = itemAt(lots, -1);
  const titled = lots.findLast((lot) => lot.ownerCik === ownerCik && lot.officerTitle !== null);
  return {
    slug: ownerSlug,
    name: ownerName,
    role,
    title: titled?.officerTitle ?? null,
    value: roundCents(total),
    discretionaryValue: roundCents(discretionary),
    owners: new Set(lots.flatMap(({ ownerCiks }) => ownerCiks)).size,
  };
}

function byValue(a: ClusterInsiderFacts, b: ClusterInsiderFacts): number {
  return b.value - a.value || compareText(a.slug, b.slug) || compareText(a.name, b.name);
}

function groupByInsider(
  lots: OpenMarketLot[],
  insiderOf: (cik: string) => string,
): Map<string, ClusterInsider> {
  const insiders = new Map<string, ClusterInsider>();
  // Sums are made in a fixed order, so that the order of the input cannot change a cent.
  for (const lot of [...lots].sort(byFiling)) {
    const name = insiderOf(lot.ownerCik);
    let insider = insiders.get(name);
    if (insider === undefined) {
      insider = {
        total: 0,
        discretionary: 0,
        discretionaryShares: 0,
        lastDiscretionary: null,
        role: 'other',
        lots: [],
      };
      insiders.set(name, insider);
    }
    insider.lots.push(lot);
    insider.total += lot.totalValue;
    const role = roleOf(lot);
    if (ROLE_WEIGHTS[role] > ROLE_WEIGHTS[insider.role]) insider.role = role;
    if (lot.is10b5_1) continue;
    insider.discretionary += lot.totalValue;
    insider.discretionaryShares += lot.shares;
    insider.lastDiscretionary = dayNumber(newYorkDate(lot.filedAt));
  }
  return insiders;
}

/**
 * Owners who share a document, or whose documents repeat one lot, count as one insider, identified by the
 * smallest CIK.
 */
function jointOwnerLookup(lots: OpenMarketLot[]): (cik: string) => string {
  const parent = new Map<string, string>();
  const find = (cik: string): string => {
    let root = cik;
    while (parent.has(root)) root = required(parent.get(root), 'parent');
    return root;
  };
  for (const lot of lots) {
    const [a, ...others] = lot.ownerCiks;
    for (const b of others) {
      const [low, high] = [find(required(a, 'a')), find(b)].sort();
      if (low !== high) parent.set(required(high, 'high'), required(low, 'low'));
    }
  }
  return find;
}

/** The most senior role of a lot's owners. A chief is an officer whose title says so. */
export function roleOf(
  lot: Pick<OpenMarketLot, 'isOfficer' | 'isDirector' | 'isTenPercentOwner' | 'officerTitle'>,
): InsiderRole {
  if (lot.isOfficer) return rolesOfTitle(lot.officerTitle).chief ? 'chief' : 'officer';
  if (lot.isDirector) return 'director';
  return lot.isTenPercentOwner ? 'tenPercentOwner' : 'other';
}

function byConviction(a: ClusterFacts, b: ClusterFacts): number {
  return (
    b.conviction - a.conviction ||
    b.insiderCount - a.insiderCount ||
    b.totalValue - a.totalValue ||
    compareText(a.issuerCik, b.issuerCik) ||
    compareText(a.direction, b.direction)
  );
}
