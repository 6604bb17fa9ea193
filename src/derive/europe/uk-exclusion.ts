/**
 * Decides which rows of the British register are plain trades: purchases and disposals for money. The nature is judged first, then the
 * instrument, then what the announcement says about the same lot.
 */

import type { NatureWord } from '../../records/europe/nature-terms.js';
import { wordsOf } from '../../records/europe/nature-words.js';
import type { PdmrFiling } from '../../records/europe/pdmr.js';
import {
  coversTax,
  has,
  instrumentReason,
  isEmployeesTrust,
  isSale,
  natureReason,
  paidFrom,
  reasonOf,
  saysTrade,
} from './nature-evidence.js';

export type UkTradeFacts = Pick<
  PdmrFiling,
  'nature' | 'instrumentName' | 'narrative' | 'price' | 'volume' | 'pdmrName' | 'capacity' | 'issuerName'
>;

/** Why a row is not a plain trade, as a stable kebab-case word; null for a purchase or a disposal for money. */
export function ukExclusion(record: UkTradeFacts): string | null {
  const { nature, volume, price } = record;
  if (nature.trim() === '') return 'nature-missing';
  if (isEmployeesTrust(wordsOf(record.pdmrName), wordsOf(record.capacity))) return 'employee-trust';
  const names = { person: record.pdmrName, issuer: record.issuerName };
  const words = wordsOf(nature, names);
  const reason =
    natureReason(words, volume) ??
    instrumentReason(wordsOf(record.instrumentName ?? '', names), words) ??
    narrativeReason(wordsOf(record.narrative ?? '', names), words, volume);
  if (reason !== null) return reason;
  if (volume === null || price === null) return 'price-or-volume-missing';
  if (price === 0) return 'nil-price';
  return volume > 0 ? null : 'price-or-volume-missing';
}

/** Where the nature says only acquisition or disposal, the announcement must say trade, or nothing else. */
function narrativeReason(
  narrative: readonly NatureWord[],
  nature: readonly NatureWord[],
  volume: number | null,
): string | null {
  const sentences = sentencesOf(narrative);
  const sales = sentences.filter((one) => has(one, 'sell', 'dispose', 'cover'));
  const disposes = has(nature, 'sell', 'dispose');
  if (disposes && sales.some((one) => coversTax(one, volume, true))) return 'tax-withholding';
  if (isSale(nature) || (disposes && saysTrade(narrative))) return null;
  if (saysTrade(nature) || saysTrade(narrative))
    return (
      sentences
        .filter(saysBought)
        .map(paidFrom)
        .find((reason) => reason !== null) ?? null
    );
  const reason = reasonOf(narrative, 'act', 'plan', 'paid', 'never');
  return reason ?? (has(narrative, 'handed', 'transfer') ? 'unexplained' : null);
}

const saysBought = (words: readonly NatureWord[]) => has(words, 'buy', 'trade', 'acquire');

function sentencesOf(words: readonly NatureWord[]): NatureWord[][] {
  const sentences: NatureWord[][] = [[]];
  for (const word of words)
    if (word.text === '.' || word.text === ';') sentences.push([]);
    else sentences.at(-1)?.push(word);
  return sentences;
}
