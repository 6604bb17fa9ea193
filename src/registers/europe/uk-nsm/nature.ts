/**
 * Finds the nature and the sentences of the announcement that belong to a lot. `derive/europe/uk-exclusion.ts` decides
 * whether the lot is a plain trade.
 */

import { itemAt } from '../../../collections.js';
import type { NatureWord } from '../../../records/europe/nature-terms.js';
import { wordsOf } from '../../../records/europe/nature-words.js';
import { namesAcquisition, namesDisposal } from '../../../records/europe/uk-nature-words.js';
import { withoutDates } from './dates.js';
import { actionOf, type LotAction, type TransactionLot } from './lot.js';
import { withoutHoldings } from './lot-clauses.js';
import type { NumberedItem } from './numbered-items.js';
import { NAME_MAX } from './person-names.js';

const MAX_NARRATIVE = 900;

/**
 * The item of each lot: by its number, otherwise by the words next to it, otherwise by order if there are as many lots
 * as items. Null if nothing pairs them.
 */
export function itemsOf(items: NumberedItem[], lots: TransactionLot[]): Array<NumberedItem | null> {
  const counts = new Map(items.map((item) => [item, countsIn(item.text)]));
  const actions = new Map(items.map((item) => [item, actionOf(item.text)]));
  const named = lots.map((lot) =>
    lot.number === null
      ? (countedItem(counts, lot, lots) ?? namedItem(actions, lot, actsOf(lot, lots)))
      : (items.find((item) => item.number === lot.number) ?? null),
  );
  if (lots.length !== items.length) return named;
  // `Purchase` next to the first lot says that the order is not that of `1. Sale 2. Purchase`.
  const rest = items.filter((item) => !named.includes(item));
  const open = lots.filter((lot, i) => named[i] === null && lot.number === null);
  if (open.length !== rest.length) return named;
  return lots.map((lot, i) => named[i] ?? (open.includes(lot) ? itemAt(rest, open.indexOf(lot)) : null));
}

/** `Sale of 23,500 shares to cover tax` is the item of the only lot of 23,500, unless its words name another action. */
function countedItem(
  counts: ReadonlyMap<NumberedItem, ReadonlySet<number>>,
  lot: TransactionLot,
  lots: TransactionLot[],
): NumberedItem | null {
  const { volume } = lot;
  if (volume === null || lots.some((other) => other !== lot && other.volume === volume)) return null;
  const [found, ...others] = [...counts].filter(([, named]) => named.has(volume));
  if (found === undefined || others.length > 0) return null;
  const [item, named] = found;
  // `Exercise of options over 50,000 shares and sale of 23,500 shares`, with a lot for each, is the item of neither alone.
  if (lots.some((other) => other !== lot && other.volume !== null && named.has(other.volume))) return null;
  const acts = actsOf(lot, lots);
  const act = actionOf(item.text);
  return acts.length > 0 && act !== null && acts[0] !== act ? null : item;
}

const COUNT =
  /(?<![\d.,£$€])(\d[\d,]*(?:\.\d+)?)(?=\s+(?:(?!pence|penny|cents?|years?)[\w-]+\s+){0,3}?(?:shares?|options?|awards?|units?|securities|ADSs?|to|for|were)\b)/gi;

/** The counts in `sale of 23,500 shares`; none of shares held, the year of `2022 award shares` and `1 penny shares`. */
function countsIn(text: string): ReadonlySet<number> {
  const traded = withoutDates(withoutHoldings(text)).replace(/\([^()]*\bheld\b[^()]*\)/gi, ' ');
  const counts = new Set<number>();
  for (const [, digits = ''] of traded.matchAll(COUNT)) {
    const count = Number(digits.replaceAll(',', ''));
    const isYear = digits === String(count) && count >= 1990 && count < 2100;
    if (!isYear && (digits === String(count) || digits === asWritten(count))) counts.add(count);
  }
  return counts;
}

/** The item of the words next to the lot, or the only one with an action that they name. */
function namedItem(
  actions: ReadonlyMap<NumberedItem, LotAction | null>,
  lot: TransactionLot,
  acts: LotAction[],
): NumberedItem | null {
  const items = [...actions.keys()];
  const label = lot.label.toLowerCase();
  const named = label === '' ? [] : items.filter((item) => item.text.toLowerCase().includes(label));
  if (named.length === 1) return itemAt(named, 0);
  for (const act of acts) {
    const alike = items.filter((item) => actions.get(item) === act);
    if (alike.length === 1) return itemAt(alike, 0);
  }
  return null;
}

/** What the words next to a lot, in its cells, above it or in its headings name, nearest first. */
function actsOf(lot: TransactionLot, lots: TransactionLot[]): LotAction[] {
  // If nothing is above the first lot, the words are below the lots. Headings that all lots share distinguish none.
  const isAbove = actionOf(lots[0]?.above ?? '') !== null;
  const isApart = new Set(lots.map(({ action }) => action)).size > 1;
  const acts = [
    actionOf(spelt(lot.label)),
    actionOf(lot.words),
    isAbove ? actionOf(lot.above) : null,
    isApart ? lot.action : null,
  ];
  return acts.filter((act) => act !== null);
}

/** `B` and `S` in a column of buys and sells. */
const spelt = (label: string): string => label.replace(/^\W*B\W*$/, 'buy').replace(/^\W*S\W*$/, 'sell');

/** The direction that the words around a lot name, if its nature names none. */
export function directionAround(lot: TransactionLot, lots: TransactionLot[]): LotDirection | null {
  const act = actsOf(lot, lots)[0] ?? null;
  return act === 'exercise' ? null : act;
}

type LotDirection = Exclude<LotAction, 'exercise'>;

/**
 * `Exercise of options and sale of shares` where a lot is labelled `Sale`: the half of the nature that names what the
 * lot's label or columns name. Null if the two do not say which half is the lot's.
 */
export function halfOf(nature: string, { label, action, heading }: TransactionLot): string | null {
  const act = action ?? (PLAIN_ACTION.test(label) ? actionOf(label) : null);
  if ((act !== 'exercise' && act !== 'disposal') || /\b(?:tax|taxes|NICs?|cover)\b/i.test(heading))
    return null;
  for (const { index, 0: joint } of nature.matchAll(/\s+(?:and|&|followed by)\s+|\s*;\s*/gi)) {
    const halves = [nature.slice(0, index), nature.slice(index + joint.length)];
    const acts = halves.map((half) => (namesAcquisition(half) ? null : actionOf(half)));
    const at = acts.indexOf(act);
    // `Exercise of options, sale to cover tax and sale of shares`: two sales, and `Sale` may be either.
    if (halves.every(namesDisposal)) return null;
    if (at >= 0 && acts.includes(act === 'exercise' ? 'disposal' : 'exercise')) return itemAt(halves, at);
  }
  return null;
}

/** More words may say that a sale pays the tax. */
const PLAIN_ACTION =
  /^\W*(?:(?:options?|shares?|awards?) )?(?:sales?|sold|disposals?|exercised?|vest(?:ed|ing)?)(?: (?:of )?(?:options?|shares?|awards?))?(?: prices?)?\W*$/i;

interface NarrativeSentence {
  text: string;
  lower: string;
}

/**
 * The narrative of an announcement, cut into sentences once, together with the few that can matter to a lot.
 */
export class Narrative {
  private tradeSentences: NarrativeSentence[] = [];
  /** `Received 40,000 shares on vesting`, `the shares were delivered as part of her bonus`: what a nature may call an acquisition. */
  private receipts: NarrativeSentence[] = [];

  constructor(lines: string[]) {
    for (const line of lines) {
      if (line.length > 20_000) continue;
      for (const text of withContinuations(line.split(/(?<=[.;!?])\s+(?=[A-Z"“(])/))) {
        if (namesAcquisition(text) || namesDisposal(text))
          this.tradeSentences.push({ text, lower: text.toLowerCase() });
        else if (saysHowReceived(text)) this.receipts.push({ text, lower: text.toLowerCase() });
      }
    }
  }

  /** Whether a sentence about a sale speaks of tax. */
  get sellsForTax(): boolean {
    return this.tradeSentences.some(({ text }) => namesDisposal(text) && OF_TAX.test(text));
  }

  /**
   * The sentences about a lot: those that give its volume, otherwise those that name the person, otherwise,
   * if the announcement has only one kind of transaction, those that refer to `the following`.
   */
  about(lot: TransactionLot, person: string, only: boolean): string | null {
    const surname =
      person
        .slice(0, NAME_MAX)
        .replace(/\(.*?\)|(?:,|\s[–-]\s).*$/g, ' ')
        .trim()
        .split(/\s+/)
        .at(-1)
        ?.toLowerCase() ?? '';
    const volume = lot.volume === null ? null : asWritten(lot.volume);
    const saying = (some: NarrativeSentence[]) =>
      volume === null ? [] : some.filter((s) => hasNumber(s.text, volume));
    const trades = saying(this.tradeSentences);
    const withVolume = trades.length > 0 ? trades : saying(this.receipts);
    const isNamed = (s: NarrativeSentence) => surname.length >= 3 && s.lower.includes(surname);
    const named = this.tradeSentences.filter(isNamed);
    const general = this.tradeSentences.filter((s) => /\b(?:following|below|as follows)\b/.test(s.lower));
    const uncounted = this.receipts.filter(
      (s) => (isNamed(s) || s.lower.includes('the shares')) && countsIn(s.text).size === 0,
    );
    const alone = only ? [...(named.length > 0 ? named : general), ...uncounted] : [];
    const chosen = withVolume.length > 0 ? withVolume : alone;
    const text = chosen.map((s) => s.text).join(' ');
    return text === '' ? null : text.slice(0, MAX_NARRATIVE);
  }
}

/** Words that say how somebody came by shares. */
function saysHowReceived(text: string): boolean {
  const words = wordsOf(text);
  const isHow = ({ kind, reason, text }: NatureWord) =>
    reason !== null || kind === 'handed' || kind === 'transfer' || text === 'received';
  return (
    words.some(isHow) && words.some(({ kind, reason }) => kind === 'share' || reason === 'option-exercise')
  );
}

const OF_TAX =
  /\b(?:tax|taxes|taxation|NICs?|national insurance|social (?:security|charges)|statutory deductions|PAYE)\b/i;

/** `She sold 40,000 shares. The sale was made to cover tax.`: the second sentence is about the first. */
function withContinuations(sentences: string[]): string[] {
  const joined: string[] = [];
  for (const text of sentences) {
    const before = joined.at(-1);
    const continues = CONTINUES.test(text) && !OF_A_HOLDING.test(text);
    if (before !== undefined && continues && (namesAcquisition(before) || namesDisposal(before)))
      joined.splice(-1, 1, `${before} ${text}`);
    else joined.push(text);
  }
  return joined;
}

/** `The purchase increases her holding to 150,000 shares, of which 5,000 are in the SIP` */
const OF_A_HOLDING = /\b(?:(?:share)?holdings?|holds|owns|interests? in)\b/i;

const CONTINUES =
  /^(?:The|This|These|Those|Such|Both|All)(?: of)?(?: the| these| those)? (?:sales?|purchases?|disposals?|acquisitions?|transactions?|dealings?|trades?|shares)\b/;

function asWritten(volume: number): string {
  return volume.toLocaleString('en-GB', { maximumFractionDigits: 6 });
}

function hasNumber(text: string, number: string): boolean {
  for (const form of [number, number.replaceAll(',', '')]) {
    const at = text.indexOf(form);
    if (
      at >= 0 &&
      !/[\d.,]/.test(text[at - 1] ?? ' ') &&
      !/^(?:\d|[.,]\d)/.test(text.slice(at + form.length))
    )
      return true;
  }
  return false;
}
