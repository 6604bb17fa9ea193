/**
 * Matches the notices of one issuer with its sales on Form 4: same person, class and plan, in the days that a notice
 * covers, the oldest notice first. No name is compared, and no share counts twice.
 */

import { PLANNED_SALE_DAYS, PLANNED_SALE_EARLY_DAYS } from '../../../tools/contract/rules.js';
import type { StatedSale } from '../../../tools/contract/shapes/planned-sale.js';
import { compareText, itemAt } from '../../collections.js';
import { addDays } from '../../dates.js';
import { isSplitOf, type ShareSplit } from '../../records/form4/share-basis.js';
import type { NoticeDoubt, PlannedSaleNotice, SecurityToSell } from '../../records/form144/form144.js';
import type { DerivedPlannedSale, Form4Sale } from '../../records/form144/planned-sale.js';
import { amendedNotices, byFiling, type NoticeChain, noticeChains } from './amendment-chains.js';
import { canBeOneClass, canRepresent } from './class-title.js';
import { doubtsBySales } from './sale-witnesses.js';

export interface PlannedSalesInput {
  /** All notices of one issuer. */
  notices: readonly PlannedSaleNotice[];
  /** Its sales on Form 4, each lot once. */
  sales: readonly Form4Sale[];
  /** CIKs of the persons who file Form 4 for this issuer. */
  form4Owners: ReadonlySet<string>;
  /** The known splits of its shares. */
  splits: readonly ShareSplit[];
}

/** Shares are counted in ten-thousandths, as Form 4 gives them: whole numbers add up exactly. */
const UNITS = 10_000;
const units = (shares: number) => Math.round(shares * UNITS);

/** A block of a notice in effect that can take sales. */
interface OpenBlock {
  plan: PlanInEffect;
  title: string;
  firstDay: string;
  lastDay: string;
  /** In `UNITS`. */
  free: number;
}

interface PlanInEffect {
  notice: PlannedSaleNotice;
  /** Those of the notice, with what its sales say against them. */
  blocks: SecurityToSell[];
  doubts: NoticeDoubt[];
  chain: NoticeChain;
  isPlanned: boolean;
  firstDay: string;
  sales: DerivedPlannedSale['sales'];
  /** In `UNITS`. */
  sold: number;
  mayBeSold: boolean;
}

/** One result for each notice, in the order of filing. */
export function derivePlannedSales({
  notices,
  sales,
  form4Owners,
  splits,
}: PlannedSalesInput): DerivedPlannedSale[] {
  const amends = amendedNotices(notices);
  const chains = noticeChains(notices, amends);
  const plans = chains.map((chain) => planInEffect(chain, sales, splits));
  matchSales(plans, sales, splits);
  const planOf = new Map(plans.map((plan) => [plan.notice.accession, plan]));
  const nextOf = new Map(
    chains.flatMap(({ notices: of }) => of.slice(1).map((next, at) => [itemAt(of, at).accession, next])),
  );
  return [...notices].sort(byFiling).map((notice) => {
    const plan = planOf.get(notice.accession);
    const filesForm4 = form4Owners.has(notice.filerCik);
    return {
      accession: notice.accession,
      amends: amends.get(notice.accession) ?? null,
      amendedBy: nextOf.get(notice.accession)?.accession ?? null,
      approxSaleDate: firstSaleDay([notice]),
      windowEnds: notice.securities.map((block) => lastDayOf(notice, block)).reduce(later),
      isPlanned: isPlanned(notice),
      filesForm4,
      sharesToSell: plan === undefined ? sharesToSell(notice.securities) : sharesToSell(plan.blocks),
      sharesSold: (plan?.sold ?? 0) / UNITS,
      mayBeSold: plan?.mayBeSold ?? false,
      sales: plan?.sales ?? [],
      statedLater: plan === undefined || filesForm4 ? [] : statedLater(plan, notices),
      ...(plan !== undefined && plan.doubts.length > 0 && { implausible: plan.doubts }),
    };
  });
}

function planInEffect(
  chain: NoticeChain,
  sales: readonly Form4Sale[],
  splits: readonly ShareSplit[],
): PlanInEffect {
  const notice = itemAt(chain.notices, -1);
  const first = firstSaleDay(chain.notices) ?? itemAt(chain.notices, 0).filedDate;
  const plan: PlanInEffect = {
    ...{ notice, chain, blocks: notice.securities, doubts: [] },
    isPlanned: isPlanned(notice),
    firstDay: addDays(first, -PLANNED_SALE_EARLY_DAYS),
    sales: [],
    sold: 0,
    mayBeSold: false,
  };
  plan.blocks = notice.securities.map((block) => {
    const [open] = openBlocks({ ...plan, blocks: [block] });
    if (open === undefined) return block;
    const near = sales.filter((sale) => canTake(open, sale) && isOnOneBasis(open, sale, splits));
    const doubts = doubtsBySales(block, saleDayOf(block) ?? notice.filedDate, near);
    plan.doubts.push(...doubts);
    return { ...block, implausible: [...block.implausible, ...doubts] };
  });
  return plan;
}

function isPlanned({ planAdoptionDates, planInRemarks }: PlannedSaleNotice): boolean {
  return planAdoptionDates.length > 0 || planInRemarks === true;
}

/** The first readable day of these notices; null when there is none. */
function firstSaleDay(notices: readonly PlannedSaleNotice[]): string | null {
  const days = notices.flatMap(({ securities }) => securities.flatMap((block) => saleDayOf(block) ?? []));
  return days.sort()[0] ?? null;
}

function saleDayOf({ approxSaleDate, implausible }: SecurityToSell): string | null {
  return implausible.includes('date-far-from-filing') ? null : approxSaleDate;
}

/** Without a readable day the notice counts from its filing. */
function lastDayOf({ filedDate }: PlannedSaleNotice, block: SecurityToSell): string {
  return addDays(saleDayOf(block) ?? filedDate, PLANNED_SALE_DAYS);
}

const later = (a: string, b: string) => (a > b ? a : b);

/** Null if one block has a number that is unreadable or cannot be right. */
function sharesToSell(blocks: readonly SecurityToSell[]): number | null {
  let total = 0;
  for (const block of blocks) {
    if (!hasSoundNumber(block)) return null;
    total += block.shares ?? 0;
  }
  return total;
}

function hasSoundNumber({ shares, implausible }: SecurityToSell): boolean {
  return (
    shares !== null &&
    !implausible.includes('more-shares-than-outstanding') &&
    !implausible.includes('shares-and-value-swapped') &&
    !implausible.includes('number-or-value-unlike-sale')
  );
}

/** Gives each sale, oldest first, to the oldest notice that can take it, and what is left of it to the next one. */
function matchSales(
  plans: readonly PlanInEffect[],
  sales: readonly Form4Sale[],
  splits: readonly ShareSplit[],
): void {
  const blocks = [...plans]
    .sort((a, b) => compareText(a.firstDay, b.firstDay) || byFiling(a.notice, b.notice))
    .flatMap(openBlocks);
  const inOrder = [...sales].sort(
    (a, b) =>
      compareText(a.tradeDate, b.tradeDate) ||
      compareText(a.filedAt, b.filedAt) ||
      compareText(a.accession, b.accession) ||
      a.row - b.row,
  );
  for (const sale of inOrder) {
    let left = units(sale.shares);
    const fitting = blocks.filter((block) => canTake(block, sale) && isOnOneBasis(block, sale, splits));
    // A sale under a plan belongs to a notice that states one, if there is one.
    const agreeing = fitting.filter(({ plan }) => plan.isPlanned === (sale.isPlanned === true));
    for (const block of [...agreeing, ...fitting.filter((one) => !agreeing.includes(one))]) {
      const counted = Math.min(left, block.free);
      if (counted <= 0) continue;
      left -= counted;
      take(block, sale, counted);
    }
    if (left > 0)
      for (const block of blocks) if (block.free > 0 && mayBeOf(block, sale)) block.plan.mayBeSold = true;
  }
}

/** The number of a notice and that of a sale after a split are not of the same shares, nor are their prices. */
function isOnOneBasis(
  { plan }: OpenBlock,
  { tradeDate, title }: Form4Sale,
  splits: readonly ShareSplit[],
): boolean {
  return splits.every((split) => {
    if (!isSplitOf(split, title)) return true;
    const { oldUntil, newFrom } = split;
    const days = [plan.notice.filedDate, tradeDate];
    return days.every((day) => day <= oldUntil) || days.every((day) => day >= newFrom);
  });
}

function openBlocks(plan: PlanInEffect): OpenBlock[] {
  return plan.blocks.filter(hasSoundNumber).map((block) => ({
    plan,
    title: block.title,
    firstDay: plan.firstDay,
    lastDay: lastDayOf(plan.notice, block),
    free: units(block.shares ?? 0),
  }));
}

/** A sale that Form 4 says was under no plan is not the sale of a plan. */
function canTake(block: OpenBlock, sale: Form4Sale): boolean {
  return (
    isInItsDays(block, sale) &&
    !(block.plan.isPlanned && sale.isPlanned === false) &&
    canBeOneClass(block.title, sale.title)
  );
}

function isInItsDays({ plan, firstDay, lastDay }: OpenBlock, sale: Form4Sale): boolean {
  return (
    sale.owners.includes(plan.notice.filerCik) && sale.tradeDate >= firstDay && sale.tradeDate <= lastDay
  );
}

/** Some leave the box of a plan on Form 4 empty, or name the ordinary share there and its depositary share in the notice. */
function mayBeOf(block: OpenBlock, sale: Form4Sale): boolean {
  return (
    isInItsDays(block, sale) &&
    (canBeOneClass(block.title, sale.title) || canRepresent(block.title, sale.title))
  );
}

/** Two blocks of one notice can share a sale: the evidence names it once. */
function take(block: OpenBlock, sale: Form4Sale, counted: number): void {
  block.free -= counted;
  block.plan.sold += counted;
  const filingId = `${sale.accession}-${sale.row}`;
  const known = block.plan.sales.find((one) => one.filingId === filingId);
  if (known !== undefined) known.counted = (units(known.counted) + counted) / UNITS;
  else
    block.plan.sales.push({
      filingId,
      transactionDate: sale.tradeDate,
      shares: sale.shares,
      counted: counted / UNITS,
      pricePerShare: sale.pricePerShare,
      is10b5_1: sale.isPlanned,
    });
}

/**
 * Sales in the days of the notice that later notices of the same person state. Each later notice repeats what the one
 * before stated; rows that are equal in one notice are several sales.
 */
function statedLater(
  { notice, chain, firstDay }: PlanInEffect,
  notices: readonly PlannedSaleNotice[],
): StatedSale[] {
  const stated: StatedSale[] = [];
  const following = notices
    .filter((one) => one.filerCik === notice.filerCik && byFiling(one, notice) > 0)
    .filter((one) => !chain.notices.includes(one))
    .sort(byFiling);
  const lastDay = notice.securities.map((block) => lastDayOf(notice, block)).reduce(later);
  const known = new Map<string, number>();
  for (const { accession, soldInPast3Months } of following) {
    const own = new Map<string, number>();
    for (const { title: securityTitle, ...sale } of soldInPast3Months) {
      const { saleDate } = sale;
      const isInWindow = saleDate !== null && saleDate >= firstDay && saleDate <= lastDay;
      const isOfClass = notice.securities.some(({ title }) => canBeOneClass(title, securityTitle));
      if (!isInWindow || !isOfClass) continue;
      const key = JSON.stringify([sale.seller, saleDate, sale.shares, sale.grossProceeds]);
      const occurrence = (own.get(key) ?? 0) + 1;
      own.set(key, occurrence);
      if (occurrence > (known.get(key) ?? 0))
        stated.push({
          seller: sale.seller,
          securityTitle,
          saleDate,
          shares: sale.shares,
          grossProceeds: sale.grossProceeds,
          noticeId: accession,
        });
    }
    for (const [key, count] of own) known.set(key, Math.max(known.get(key) ?? 0, count));
  }
  return stated;
}
