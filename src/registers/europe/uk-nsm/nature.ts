/**
 * Finds the nature and the sentences of the announcement that belong to a lot. `derive/europe/uk-exclusion.ts` decides
 * whether the lot is a plain trade.
 */

import { itemAt } from '../../../collections.js';
import { directionOf, namesAcquisition, namesDisposal } from '../../../records/europe/uk-nature-words.js';
import { actionOf, type TransactionLot } from './lot.js';
import type { NumberedItem } from './numbered-items.js';

const MAX_NARRATIVE = 900;

/**
 * The item that belongs to a lot: by its number, otherwise by adjacent words, otherwise by order if there are
 * as many lots as items. Null if nothing pairs them.
 */
export function itemOf(
  items: NumberedItem[],
  lot: TransactionLot,
  position: number,
  lots: number,
): NumberedItem | null {
  if (lot.number !== null) return items.find((item) => item.number === lot.number) ?? null;
  const label = lot.label.toLowerCase();
  if (label !== '') {
    const named = items.filter((item) => item.text.toLowerCase().includes(label));
    if (named.length === 1) return itemAt(named, 0);
    const way = directionOf(label);
    const alike = items.filter((item) => directionOf(item.text) === way);
    if (way !== null && alike.length === 1) return itemAt(alike, 0);
  }
  return lots === items.length ? itemAt(items, position) : null;
}

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
  /** `Received 40,000 shares on vesting`, `exercised options over 40,000 shares`: what a nature may call an acquisition. */
  private receipts: NarrativeSentence[] = [];

  constructor(lines: string[]) {
    for (const line of lines) {
      if (line.length > 20_000) continue;
      for (const text of withContinuations(line.split(/(?<=[.;!?])\s+(?=[A-Z"“(])/))) {
        if (namesAcquisition(text) || namesDisposal(text))
          this.tradeSentences.push({ text, lower: text.toLowerCase() });
        else if (/\breceiv(?:ed|es)\b|\bexercised\b/i.test(text))
          this.receipts.push({ text, lower: text.toLowerCase() });
      }
    }
  }

  /**
   * The sentences about a lot: those that give its volume, otherwise those that name the person, otherwise,
   * if the announcement has only one kind of transaction, those that refer to `the following`.
   */
  about(lot: TransactionLot, person: string, only: boolean): string | null {
    const surname =
      person
        .replace(/\(.*?\)/g, ' ')
        .trim()
        .split(/\s+/)
        .at(-1)
        ?.toLowerCase() ?? '';
    const volume =
      lot.volume === null ? null : lot.volume.toLocaleString('en-GB', { maximumFractionDigits: 6 });
    const saying = (some: NarrativeSentence[]) =>
      volume === null ? [] : some.filter((s) => hasNumber(s.text, volume));
    const trades = saying(this.tradeSentences);
    const withVolume = trades.length > 0 ? trades : saying(this.receipts);
    const named = surname.length < 3 ? [] : this.tradeSentences.filter((s) => s.lower.includes(surname));
    const general = this.tradeSentences.filter((s) => /\b(?:following|below|as follows)\b/.test(s.lower));
    const chosen = withVolume.length > 0 ? withVolume : only ? (named.length > 0 ? named : general) : [];
    const text = chosen.map((s) => s.text).join(' ');
    return text === '' ? null : text.slice(0, MAX_NARRATIVE);
  }
}

/** `She sold 40,000 shares. The sale was made to cover tax.`: the second sentence is about the first. */
function withContinuations(sentences: string[]): string[] {
  const joined: string[] = [];
  for (const text of sentences) {
    const before = joined.at(-1);
    if (before !== undefined && CONTINUES.test(text) && (namesAcquisition(before) || namesDisposal(before)))
      joined.splice(-1, 1, `${before} ${text}`);
    else joined.push(text);
  }
  return joined;
}

const CONTINUES =
  /^(?:The|This|These|Those|Such|Both|All)(?: of)?(?: the| these| those)? (?:sales?|purchases?|disposals?|acquisitions?|transactions?|dealings?|trades?|shares)\b/;

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
