/**
 * Which nature, person and sentence of the announcement belong to a lot. Facts only: whether the lot is a plain
 * trade is decided in `derive/uk-nature.ts`.
 */

import { itemAt } from '../../../collections.js';
import type { TransactionLot } from './lot.js';
import type { NumberedItem } from './numbered-items.js';

const ACQUIRED =
  /\b(?:purchas(?:e[sd]?|ing)|repurchase[sd]?|acqui(?:sitions?|red?|res|ring)|ac?quis(?:it|t|i)ions?|bought|buy(?:ing)?|subscri(?:ptions?|be[sd]?|bing))\b/i;
/** New shares taken: a placing by itself may be of shares that are sold. */
const TAKEN_UP =
  /\b(?:take[- ]?up|taking up|taken up|rights issue|open offer|retail offer|participat\w+ in (?:\w+ ){0,3}(?:placing|fund-?rais\w+))\b/i;
const DISPOSED = /\b(?:s[oe]ld|sales?|sell(?:ing)?|dispos(?:als?|e[sd]?|ed of|ing))\b/i;
const MAX_NARRATIVE = 900;

/** What the words say; null when they say neither, or both. */
export function directionOf(text: string): 'acquisition' | 'disposal' | null {
  const disposed = DISPOSED.test(text);
  const acquired = ACQUIRED.test(text) || (!disposed && TAKEN_UP.test(text));
  return acquired === disposed ? null : acquired ? 'acquisition' : 'disposal';
}

/**
 * The item that belongs to a lot: by its number, else by the words beside it, else by order when there are as many
 * lots as items. Null when nothing pairs them.
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

/** The narrative of an announcement, cut into sentences once, with the few that can matter to a lot. */
export class Narrative {
  private tradeSentences: Array<{ text: string; lower: string }> = [];

  constructor(lines: string[]) {
    for (const line of lines) {
      if (line.length > 20_000) continue;
      for (const text of line.split(/(?<=[.;!?])\s+(?=[A-Z"“(])/)) {
        if (ACQUIRED.test(text) || DISPOSED.test(text))
          this.tradeSentences.push({ text, lower: text.toLowerCase() });
      }
    }
  }

  /**
   * The sentences about a lot: those that give its volume, else those that name the person, else, where the
   * announcement has but one kind of transaction, those that speak of `the following`.
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
    const withVolume = volume === null ? [] : this.tradeSentences.filter((s) => hasNumber(s.text, volume));
    const named = surname.length < 3 ? [] : this.tradeSentences.filter((s) => s.lower.includes(surname));
    const general = this.tradeSentences.filter((s) => /\b(?:following|below|as follows)\b/.test(s.lower));
    const chosen = withVolume.length > 0 ? withVolume : only ? (named.length > 0 ? named : general) : [];
    const text = chosen.map((s) => s.text).join(' ');
    return text === '' ? null : text.slice(0, MAX_NARRATIVE);
  }
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
