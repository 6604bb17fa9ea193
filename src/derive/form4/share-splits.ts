/**
 * Splits that the filings of an issuer show. Two things agree: what a person holds was multiplied by a simple ratio although no
 * trade did it, and prices were divided by the same ratio. A price alone proves nothing: shares do fall by four fifths in a
 * day. Where no holding says anything, a jump of all prices makes a split possible, and its ratio is unknown.
 */

import { appendTo, byText, groupBy, itemAt, median } from '../../collections.js';
import { addDays, daysBetween } from '../../dates.js';
import type { FilingLinks, RowLink } from '../../records/derived-rows.js';
import { normaliseTitle, titleBesideCommon } from '../../records/form4/security-title.js';
import type { ShareSplit, StatedSplit } from '../../records/form4/share-basis.js';
import { namesAds } from './other-securities.js';

/** New shares for one old one, or the inverse: 1.5, or a whole number, above 100 a round one. */
const MOST_RATIO = 1000;
const ROUND_RATIO = { above: 100, by: 25 };
/** Fractions of shares are paid out, or rounded up: shares, and part of a holding. */
const ROUNDED = { shares: 1, part: 0.02 };
/** How far prices may be from the ratio: the market moved too, over months more. Half as many again is near what it does alone. */
const NEAR_PRICE = { usual: 1.25, late: 1.6, half: 1.1 };
/** Days between the two holdings. */
const NEAR_DAYS = 45;
/** From this ratio on the market alone hardly moves the price by it and the holding too. */
const LARGE_RATIO = 4;
/** Days about the one that a filing states, on which shares may be old or new ones. */
const STATED_DAYS = 4;
/** Days between a holding and the price that is taken for it. */
const PRICE_DAYS = 30;
/** Without a holding that agrees exactly: the market hardly moves all prices so far within days. */
const JUMP = 3.5;
/** Prices on one side of a jump are of one level. */
const ONE_LEVEL = 1.6;
/** A holding that stays as it was speaks against a split. */
const SAME = 1.1;
/** Trades that are not here, and the market, blur what a holding says of a jump. */
const LIKE_JUMP = 1.5;

/** What one person's holding shows, and that of another, is one ratio. */
const SAME_FACTOR = 1.0005;

/** A trade of shares, or a change of a holding, with a day. */
type DatedLink = RowLink & { transactionDate: string };

interface DayPrice {
  day: string;
  price: number;
}

/** A change of one holding between two filings. */
interface HoldingStep {
  from: string;
  to: string;
  before: number;
  /** What was held before the first row of the later filing, by each way of reading it. */
  after: number[];
}

/**
 * The splits of an issuer, the oldest first. Expects all rows of the issuer.
 * @param isDoubtful whether the price of a row is not believed
 */
export function splitsSeen(
  { owners, rows, stated }: FilingLinks,
  isDoubtful: (row: RowLink) => boolean,
): ShareSplit[] {
  // A title may stand for ordinary or for depositary shares there.
  if (rows.some(({ hasAdsFootnote, titles }) => hasAdsFootnote || titles.some(namesAds))) return [];
  const ownersOf = groupBy(owners, ({ accession }) => accession);
  const dated = rows.filter(isDated);
  const found: ShareSplit[] = [];
  let said = joined(stated.map(aboutDay));
  for (const [title, alike] of groupBy(dated, ({ titles: [title = ''] }) => normaliseTitle(title))) {
    const beside = titleBesideCommon(title);
    const prices = dayPrices(alike.filter((row) => isPriced(row) && !isDoubtful(row)));
    // What filings state is of the common shares.
    if ((said.length === 0 || beside !== null) && !haveMoved(prices)) continue;
    const steps = holdingSteps(alike, (accession) => ownersOf.get(accession)?.map(({ cik }) => cik) ?? []);
    if (beside === null)
      said = said
        .filter((split) => !contradicts(split, prices, steps))
        .map((split) => narrowed(split, prices));
    const proven = joined(steps.flatMap((step) => provenSplit(step, prices))).map((split) =>
      // Two holdings that disagree: nothing is proven, and the sum is unknown.
      isSpokenAgainst(split, steps) ? { ...split, factor: null } : split,
    );
    const ownersAt: JumpInput['ownersAt'] = (isSide, isStated) =>
      new Set(
        alike
          .filter(
            (row) => isPriced(row) && isSide(row.transactionDate) && (!isStated || (row.after ?? 0) > 0),
          )
          .flatMap(({ accession }) => ownersOf.get(accession)?.map(({ cik }) => cik) ?? []),
      );
    const seen = [...proven, ...possibleSplits({ prices, steps, proven, ownersAt })];
    found.push(...(beside === null ? seen : seen.map((split) => ({ ...split, title: beside }))));
  }
  return joined([...said, ...found]);
}

/** The day that a filing states is that of the effect, of the distribution, or of the first trade. */
const aboutDay = ({ date, factor }: StatedSplit): ShareSplit => ({
  oldUntil: addDays(date, -STATED_DAYS),
  newFrom: addDays(date, STATED_DAYS),
  factor,
});

/** Then the words are of other shares, or of options: prices about the day or a holding stayed as they were. */
function contradicts(split: ShareSplit, prices: readonly DayPrice[], steps: readonly HoldingStep[]): boolean {
  if (isSpokenAgainst(split, steps)) return true;
  const [old, now] = pricesAbout(prices, split.oldUntil, split.newFrom);
  if (old === undefined || now === undefined || split.factor === null) return false;
  const ratio = old.price / now.price;
  return timesApart(ratio, split.factor) > timesApart(ratio, 1);
}

const isDated = (row: RowLink): row is DatedLink =>
  !row.isDerivative && row.isSound && row.transactionDate !== null;

const isPriced = ({ code, price, shares }: RowLink): boolean =>
  (code === 'P' || code === 'S' || code === 'F') && (price ?? 0) > 0 && (shares ?? 0) > 0;

/** One price for each day, in their order. */
function dayPrices(rows: readonly DatedLink[]): DayPrice[] {
  return [...groupBy(rows, ({ transactionDate }) => transactionDate)]
    .map(([day, own]) => ({ day, price: median(own.flatMap(({ price }) => price ?? [])) }))
    .sort(byText(({ day }) => day));
}

/** Most issuers have no prices that a split could be between. */
function haveMoved(prices: readonly DayPrice[]): boolean {
  const all = prices.map(({ price }) => price);
  return all.length > 1 && Math.max(...all) >= 1.3 * Math.min(...all);
}

/** How each holding of each owner changed between two filings in a row. */
function holdingSteps(rows: readonly DatedLink[], ownersOf: (accession: string) => string[]): HoldingStep[] {
  const chains = new Map<string, DatedLink[]>();
  for (const row of rows)
    for (const owner of ownersOf(row.accession))
      appendTo(chains, JSON.stringify([owner, row.ownership, row.nature]), row);
  return [...chains.values()].flatMap((chain) => {
    const filings = [...groupBy(chain, ({ accession }) => accession).values()].map(holdingOf);
    filings.sort(byText(({ first, accession }) => `${first} ${accession}`));
    return filings.slice(1).flatMap((later, at): HoldingStep[] => {
      const { last: from, end: before } = itemAt(filings, at);
      const { first: to, starts: after } = later;
      const isKnown = before !== null && before > 0 && after.length > 0;
      return isKnown && from < to ? [{ from, to, before, after }] : [];
    });
  });
}

/** A holding before and after the rows of one filing. Rows state it after each, or each the one after all. */
function holdingOf(rows: readonly DatedLink[]) {
  const inOrder = [...rows].sort((a, b) => a.row - b.row);
  const days = rows.map(({ transactionDate }) => transactionDate).sort();
  const [first, last] = [itemAt(inOrder, 0), itemAt(inOrder, -1)];
  const changes = inOrder.map(({ way, shares }) =>
    way === null || shares === null ? Number.NaN : way === 'A' ? shares : -shares,
  );
  const starts = [
    (first.after ?? Number.NaN) - itemAt(changes, 0),
    (last.after ?? Number.NaN) - changes.reduce((sum, one) => sum + one, 0),
  ];
  return {
    accession: first.accession,
    first: itemAt(days, 0),
    last: itemAt(days, -1),
    end: last.after,
    starts: starts.filter((one) => one > 0),
  };
}

/** The last price until a day, and the first one from another on. */
function pricesAbout(prices: readonly DayPrice[], from: string, to: string) {
  const old = prices.findLast(({ day }) => day <= from);
  const now = prices.find(({ day }) => day >= to);
  const isNear = (one: DayPrice | undefined, day: string) =>
    one !== undefined && Math.abs(daysBetween(one.day, day)) <= PRICE_DAYS ? one : undefined;
  return [isNear(old, from), isNear(now, to)] as const;
}

function provenSplit({ from, to, before, after }: HoldingStep, prices: readonly DayPrice[]): ShareSplit[] {
  const factor = after.map((held) => factorOf(before, held)).find((one) => one !== null) ?? null;
  // Nearly all holdings say so at once.
  if (factor === null) return [];
  const [old, now] = pricesAbout(prices, from, to);
  if (old === undefined || now === undefined) return [];
  const ratio = timesApart(factor, 1);
  const isNear = daysBetween(from, to) <= NEAR_DAYS;
  if (ratio < 2 && !isNear) return [];
  const most =
    ratio < 2 ? NEAR_PRICE.half : isNear || ratio < LARGE_RATIO ? NEAR_PRICE.usual : NEAR_PRICE.late;
  if (timesApart(old.price / now.price, factor) > most) return [];
  return [narrowed({ oldUntil: from, newFrom: to, factor }, prices)];
}

/** New shares for one old share by which a holding was multiplied; null for none that a split has. */
function factorOf(before: number, after: number): number | null {
  const exact = timesApart(before, after);
  const ratio = exact < 1.75 ? 1.5 : Math.round(exact);
  if (ratio > MOST_RATIO || (ratio > ROUND_RATIO.above && ratio % ROUND_RATIO.by !== 0)) return null;
  const factor = after > before ? ratio : 1 / ratio;
  return isMultiplied(before, after, factor) ? factor : null;
}

function isMultiplied(before: number, after: number, factor: number): boolean {
  const expected = before * factor;
  return Math.abs(after - expected) <= Math.min(ROUNDED.shares, ROUNDED.part * expected);
}

/** The days between which prices go from the one level to the other, where they do it once, and far enough to distinguish the two. */
function narrowed(split: ShareSplit, prices: readonly DayPrice[]): ShareSplit {
  const [old, now] = pricesAbout(prices, split.oldUntil, split.newFrom);
  if (old === undefined || now === undefined || timesApart(split.factor ?? 1, 1) < 2) return split;
  const between = prices.filter(({ day }) => day > split.oldUntil && day < split.newFrom);
  const isOld = ({ price }: DayPrice) => timesApart(price, old.price) < timesApart(price, now.price);
  const cut = between.findIndex((one) => !isOld(one));
  const [before, after] = cut === -1 ? [between, []] : [between.slice(0, cut), between.slice(cut)];
  if (after.some(isOld)) return split;
  return {
    ...split,
    oldUntil: before.at(-1)?.day ?? split.oldUntil,
    newFrom: after[0]?.day ?? split.newFrom,
  };
}

interface JumpInput {
  prices: readonly DayPrice[];
  steps: readonly HoldingStep[];
  proven: readonly ShareSplit[];
  /** The owners who traded on such days, or only those of whom a holding is stated then. */
  ownersAt(isSide: (day: string) => boolean, isStated?: boolean): ReadonlySet<string>;
}

/**
 * Jumps of all prices that may be splits: every holding across it moved the other way about as far, or none is stated of somebody
 * who traded before and after it.
 */
function possibleSplits({ prices, steps, proven, ownersAt }: JumpInput): ShareSplit[] {
  return prices.slice(1).flatMap((now, at): ShareSplit[] => {
    const old = itemAt(prices, at);
    const jump = { oldUntil: old.day, newFrom: now.day, factor: null };
    const ratio = old.price / now.price;
    if (timesApart(ratio, 1) < JUMP || daysBetween(old.day, now.day) > PRICE_DAYS) return [];
    if (!isOneLevel(prices, at, -1) || !isOneLevel(prices, at + 1, 1)) return [];
    if (proven.some((split) => overlap(split, jump))) return [];
    const across = steps.filter((step) => isAcross(step, jump));
    if (across.length > 0) {
      const isLike = ({ before, after }: HoldingStep) =>
        after.some((held) => timesApart(held / before, ratio) <= LIKE_JUMP);
      return across.every(isLike) ? [jump] : [];
    }
    const sides = [(day: string) => day <= old.day, (day: string) => day >= now.day];
    const [traded, stated] = [false, true].map((isStated) => sides.map((side) => ownersAt(side, isStated)));
    const isSilent = (owner: string) =>
      traded?.every((side) => side.has(owner)) && !stated?.every((side) => side.has(owner));
    return [...(traded?.[0] ?? [])].some(isSilent) ? [jump] : [];
  });
}

/** Whether the holding is known before the split and after it. */
const isAcross = ({ from, to }: HoldingStep, { oldUntil, newFrom }: ShareSplit): boolean =>
  from <= oldUntil && to >= newFrom;

/** A holding from before the split to after it that stays as it was. */
const isSpokenAgainst = (split: ShareSplit, steps: readonly HoldingStep[]): boolean =>
  steps.some(
    (step) => isAcross(step, split) && step.after.some((held) => timesApart(held, step.before) <= SAME),
  );

/** A single odd price is not a split. Looks from one price back, or on. */
function isOneLevel(prices: readonly DayPrice[], from: number, step: 1 | -1): boolean {
  const { day, price } = itemAt(prices, from);
  for (let at = from + step; at >= 0 && at < prices.length; at += step) {
    const one = itemAt(prices, at);
    if (Math.abs(daysBetween(one.day, day)) > PRICE_DAYS) return true;
    if (timesApart(one.price, price) > ONE_LEVEL) return false;
  }
  return true;
}

const overlap = (a: ShareSplit, b: ShareSplit): boolean => a.oldUntil < b.newFrom && b.oldUntil < a.newFrom;

/** What several people show is one split: the days that all of them leave. */
function joined(splits: readonly ShareSplit[]): ShareSplit[] {
  const found: ShareSplit[] = [];
  for (const split of [...splits].sort(byText(({ oldUntil, newFrom }) => `${oldUntil} ${newFrom}`))) {
    const known = found.find((one) => one.title === split.title && overlap(one, split));
    if (known === undefined) {
      found.push({ ...split });
      continue;
    }
    if (split.oldUntil > known.oldUntil) known.oldUntil = split.oldUntil;
    if (split.newFrom < known.newFrom) known.newFrom = split.newFrom;
    if (known.factor === null) known.factor = split.factor;
    else if (split.factor !== null && timesApart(known.factor, split.factor) > SAME_FACTOR)
      known.factor = null;
  }
  return found;
}

const timesApart = (a: number, b: number): number => Math.max(a / b, b / a);
