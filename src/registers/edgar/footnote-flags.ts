/**
 * What a text says of the flags of a row. One way for all: a name present in a clause that denies nothing before it is "yes", a
 * denied one is "no", one beside another negation is unclear, and so is a text that says both. The words are in footnote-words.ts.
 */

import { clausesOf } from './footnote-text.js';
import { has, WORDS as words } from './footnote-words.js';

/** Null: nothing is said. */
export type Claim = 'yes' | 'no' | 'unclear' | null;

/** A sentence: its clauses, each as words between blanks, and all of them. */
export interface Sentence {
  clauses: readonly string[];
  all: string;
}

type Words = readonly string[];

// Rule 10b5-1, in its many spellings. Rule 10b-5 alone is the rule against fraud; followed by "plan" it is a typing error for 10b5-1.
const RULE =
  /(?:\brule )?\b10 ?-? ?\(?b\)? ?-? ?\(?5\)? ?(?:(?:- ?|\.)(?:1(?!\d)|l\b)|\(1\)|1(?!\d))(?: ?\(c\)(?: ?\(1\))?)?|(?:\brule )?\b10 ?b ?-? ?5(?= (?:[\w-]+ ){0,2}plan)/gi;
const DEPOSITARY = /\b(?:american )?deposit[ao]ry (?:shares?|receipts?)\b|\bamerican deposit[ao]ry\b/gi;
const ADS_OR_ADR = /\bAD[SR]s?\b/g;
const PLAN: Words = [' rule10b51 '];
const PLANS: Words = [...PLAN, ...words.thatPlan];
const ADS: Words = [' adsunit '];

/** A sentence for the functions below. */
export function toSentence(text: string): Sentence {
  const named = text
    .replace(RULE, ' rule10b51 ')
    // The month.
    .replace(/\bMay (?=\d)/gi, '')
    .replace(ADS_OR_ADR, ' adsunit ')
    .replace(DEPOSITARY, ' adsunit ');
  const clauses = clausesOf(named).map((clause) =>
    words.noNegations.reduce((rest, one) => rest.replaceAll(one, ' '), clause),
  );
  return { clauses, all: `${clauses.map((clause) => clause.slice(0, -1)).join('')} ` };
}

/** Where the first of the words is; -1 without one. */
function find(text: string, sought: Words, from = 0): number {
  const places = sought.map((one) => text.indexOf(one, from)).filter((at) => at >= 0);
  return places.length === 0 ? -1 : Math.min(...places);
}

/** What several statements say together. */
export function together(said: Iterable<Claim>): Claim {
  const all = new Set(said);
  if (all.has('yes')) return all.has('no') ? 'unclear' : 'yes';
  return all.has('no') ? 'no' : all.has('unclear') ? 'unclear' : null;
}

/** Whether a clause denies what it names at a place. */
function saidAt(clause: string, at: number): 'yes' | 'no' | 'unclear' {
  const before = clause.slice(0, at + 1);
  const negation = Math.max(...words.negations.map((one) => before.lastIndexOf(one)));
  if (negation < 0) return has(clause.slice(at), words.deniedBehind) && !isUnder(before) ? 'unclear' : 'yes';
  const length = Math.max(
    ...words.negations.filter((one) => before.startsWith(one, negation)).map((one) => one.length),
  );
  let between = before.slice(negation + length - 1);
  for (let small = smallWord(between); small !== undefined; small = smallWord(between))
    between = between.slice(small.length - 1);
  const begins = (sought: Words) => sought.some((one) => between.startsWith(one));
  if (between === ' ' || begins(words.done) || begins(words.ways)) return 'no';
  if (begins(words.trades)) return has(between, words.done) ? 'no' : 'unclear';
  const isOfMatter = [' no ', ' without '].some((one) => before.startsWith(one, negation));
  return isOfMatter && isUnder(between) ? 'yes' : 'unclear';
}

const smallWord = (text: string) => words.smallWords.find((one) => text.startsWith(one));

/** "Sold with no discretion under a": what follows is the way in which it was sold, and not what was before or missing. */
const isUnder = (before: string): boolean => has(before, words.ways) && !has(before, words.plans);

/** What the sentences say of a name that has other words beside it, in sentences without words of another subject. */
function saidOf(
  sentences: readonly Sentence[],
  { name, beside = [], without = [] }: { name: Words; beside?: readonly Words[]; without?: Words },
): Claim {
  const said = sentences
    .filter(({ all }) => [name, ...beside].every((sought) => has(all, sought)) && !has(all, without))
    .flatMap(({ clauses }) => clauses)
    .map((clause) => [clause, find(clause, name)] as const)
    .map(([clause, at]) => (at < 0 ? null : saidAt(clause, at)));
  return together(said);
}

/** Carried out under a Rule 10b5-1 plan. A plan that is only adopted, ended or announced says nothing. */
export function saysPlan(sentences: readonly Sentence[]): Claim {
  const first = sentences.findIndex(({ all }) => has(all, PLAN));
  if (first < 0) return null;
  return together(
    sentences.slice(first).flatMap((sentence) => {
      const { clauses } = sentence;
      return clauses.map((clause, at) => planIn(sentence, clause, find(clause, PLANS), clauses[at + 1]));
    }),
  );
}

function planIn(sentence: Sentence, clause: string, at: number, next: string | undefined): Claim {
  if (at < 0 || has(clause, words.otherPlans)) return null;
  const before = clause.slice(0, at + 1);
  if (has(sentence.all, words.mistakes)) return 'unclear';
  if (next !== undefined && [' no ', ' none ', ' n a '].includes(next)) return 'no';
  const said = saidAt(clause, at);
  if (said !== 'yes') return said;
  if (isOfOtherTime(clause, at)) return 'unclear';
  const adopted = find(sentence.all, words.adopts);
  const isNamedFirst = adopted > find(sentence.all, PLAN);
  const isPassive = words.passive.some((one) => sentence.all.slice(0, adopted + 1).endsWith(one));
  const isAdopted = adopted >= 0 && (isPassive || !isNamedFirst);
  if (isAdopted || has(before, words.future)) return isCarriedOut(sentence, adopted) ? 'yes' : null;
  return 'yes';
}

/** "Sold before the adoption of the plan", "sold after the plan had expired"; not "sold after the lock-up ended under a plan". */
function isOfOtherTime(clause: string, at: number): boolean {
  const other = find(clause.slice(0, at + 1), words.otherTimes);
  const before = clause.slice(other, at + 1);
  if (other < 0 || has(clause.slice(0, other + 1), words.ways) || isUnder(before.slice(1))) return false;
  return has(before.slice(0, 35), words.beginsOrEnds) || has(clause.slice(at), words.beganOrEnded);
}

/** Beside a plan that is adopted or announced: a trade that was made, other than one that only dates the adoption. */
function isCarriedOut({ clauses, all }: Sentence, adopted: number): boolean {
  const isOfNow = (text: string) =>
    !has(text, words.future) && !has(text, words.otherTimes) && !has(text, words.negations);
  return (
    clauses.some((clause) => {
      const done = find(clause, words.done);
      return done >= 0 && isOfNow(clause.slice(0, done + 1));
    }) ||
    (adopted > 0 && has(all.slice(0, adopted), words.sold) && isOfNow(all.slice(0, adopted)))
  );
}

/** The trades of which a text about a plan speaks. */
export function codesOf(sentences: readonly Sentence[]): 'P' | 'S' | 'PS' {
  const all = sentences.map((one) => one.all).join('');
  const sells = has(all, words.sold);
  const buys = has(all, [' purchase', ' bought ']);
  if (has(all, [' transaction', ' trade ', ' trades ']) || sells === buys) return 'PS';
  return sells ? 'S' : 'P';
}

/** The trades of the whole form, not only of the row that refers to the text. */
export function isOfWholeForm(sentences: readonly Sentence[]): boolean {
  const places = [
    ' on this ',
    ' in this ',
    ' by this ',
    ' herein ',
    ' on the form ',
    ' all sales ',
    ' all transactions ',
    ' all of the ',
  ];
  return sentences.some(
    ({ all }) => has(all, [' transaction', ' sale', ' trade', ' purchase']) && has(all, places),
  );
}

/** Prices of options, of the market, or of trades of another time. */
export const isOfOtherPrices = ({ all }: Sentence): boolean => has(all, words.otherPrices);

/** The price is a weighted average of several trades. */
export const saysWeightedAverage = (sentences: readonly Sentence[]): Claim =>
  sentences.some(({ all }) => has(all, words.ofTrades))
    ? saidOf(sentences, { name: words.weighted, beside: [words.price], without: words.otherPrices })
    : null;

/** On a price: that it is one of several trades, in any words. */
export function saysSeveralPrices(sentences: readonly Sentence[]): Claim {
  const without = words.otherPrices;
  return together([
    saidOf(sentences, { name: words.weighted, without }),
    saidOf(sentences, { name: words.averages, beside: [words.price], without }),
    saidOf(sentences, {
      name: [' from $', ' between $', ' prices of $'],
      beside: [words.ofTrades, [' to $', ' and $', '-$']],
      without,
    }),
  ]);
}

/** Withheld or sold for tax. */
export const saysTax = (sentences: readonly Sentence[]): Claim =>
  saidOf(sentences, { name: words.tax, beside: [words.taxPurpose], without: words.otherTax });

/** A sale for tax: and for nothing else, or partly. What another sentence sells counts too. */
export function readTaxSale(sentences: readonly Sentence[]): 'only' | 'partly' | null {
  const sales = sentences.filter(
    (one) => saysTax([one]) === 'yes' && has(one.all, words.sold) && !isSoldAfterTax(one.all),
  );
  if (sales.length === 0) return null;
  const others = sentences.filter((one) => !sales.includes(one));
  const isPartly =
    saidOf(sales, { name: words.partly }) === 'yes' ||
    saidOf(others, { name: words.rest, beside: [words.sold] }) === 'yes' ||
    saidOf(others, { name: words.otherReasons }) === 'yes';
  return isPartly ? 'partly' : 'only';
}

/** "Sold after 400 shares were withheld for taxes"; not "sold to cover taxes after the withholding", nor "after the vesting, sold to pay". */
function isSoldAfterTax(text: string): boolean {
  const after = find(text, words.afterTax);
  if (has(text, words.paid)) return true;
  if (after < 0 || has(text.slice(0, after + 1), words.forTax)) return false;
  const [withheld, sold] = [find(text, words.taxPurpose, after), find(text, words.sold, after)];
  return withheld >= 0 && (sold < 0 || withheld < sold);
}

/** True for American Depositary Shares or Receipts by any of their names, in a title or a footnote. */
export const namesDepositaryShares = (text: string): boolean =>
  text.search(DEPOSITARY) >= 0 || text.search(ADS_OR_ADR) >= 0;

/** The flag is that they are mentioned: only "not ADSs" denies it. */
export function saysDepositaryShares(sentences: readonly Sentence[]): Claim {
  const said = saidOf(sentences, { name: ADS });
  return said === 'no' ? 'no' : 'yes';
}

/**
 * The price is stated for each depositary share; or the shares are held in that form, and nothing is said of the price; or it was made one
 * for each ordinary share.
 */
export function readPricePerDepositaryShare(
  sentences: readonly Sentence[],
): 'stated' | 'possible' | 'corrected' | null {
  const any = (sought: Words, beside: Words = ADS, without: Words = []) =>
    sentences.some(({ all }) => has(all, sought) && has(all, beside) && !has(all, without));
  if (sentences.some(({ all }) => has(all, words.perHomeShare))) return 'corrected';
  const isFromAds = ({ all }: Sentence) =>
    find(all, words.perAds, Math.max(0, find(all, words.convertedFrom))) > 0;
  if (any(words.converted, words.byRatio)) return 'corrected';
  if (sentences.some((one) => has(one.all, words.convertedFrom) && isFromAds(one))) return 'corrected';
  if (any([...words.price, ' $'], words.perAds, words.conditions)) return 'stated';
  return saidOf(sentences, { name: words.asAds }) === 'yes' ? 'possible' : null;
}

/** How many home shares one depositary share represents. */
export function readDepositaryRatio(sentences: readonly Sentence[]): 'one' | 'other' | null {
  const ratios = sentences.flatMap(({ all }) => {
    const at = find(all, words.represents, Math.max(0, find(all, ADS)));
    const [, number = '', ...others] = at < 0 || !has(all, ADS) ? [] : all.slice(at).trim().split(' ');
    if (!others.some((word) => has(` ${word} `, words.homeShares))) return [];
    // "One CPO, each of which represents two Series A shares": the shares of the row can be those.
    const isWhole =
      !has(` ${others[0] ?? ''} `, words.parts) && !has(` ${others.join(' ')} `, words.represents);
    return [(number === 'one' || number === '1') && isWhole ? 'one' : 'other'] as const;
  });
  return ratios.includes('other') ? 'other' : (ratios[0] ?? null);
}

/** Held by a trust, a company or a relative of the person. */
export function saysIndirect(sentences: readonly Sentence[]): Claim {
  return together([
    saidOf(sentences, { name: words.indirect, without: words.notIndirect }),
    saidOf(sentences, { name: words.trusts, beside: [words.held], without: words.notIndirect }),
    ...sentences.flatMap(({ clauses }) => clauses.flatMap(heldBy)),
  ]);
}

/** "Held by Roe Fund"; not "held by Mr. Roe", but "held by Mr. Roe's trust" and "held by him through Roe LLC". */
function heldBy(clause: string): Claim[] {
  const at = find(clause, words.held);
  const by = at < 0 ? -1 : find(clause, words.by, at);
  if (by < 0) return [];
  const holder = clause.slice(clause.indexOf(' ', by + 1)).replace(/^ the /, ' ');
  const isPerson = words.thePerson.some((one) => holder.startsWith(one.trimEnd()));
  const isOfPerson =
    /^(?: [\w.-]+){0,4}? (?:[\w-]+'s|[\w-]+s'|his|her) (?!broker)/.test(holder) ||
    holder.includes(' through ');
  return isPerson && !isOfPerson ? [] : [saidAt(clause, at)];
}
