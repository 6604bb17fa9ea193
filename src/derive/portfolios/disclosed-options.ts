/**
 * Which disclosed trades are trades of options, and which of these may be puts: buying one is the opposite of holding the
 * share.
 */

import type { Oge278TTransaction } from '../../records/portfolios/oge-278t.js';
import { optionTerms } from '../congress/option-terms.js';

interface OptionKind {
  isOption: boolean;
  /** A put, or an option that says neither put nor call. */
  isPut: boolean;
}

type CongressTexts = Parameters<typeof optionTerms>[0];

const PUT = /\bputs?\b/i;
const CALL = /\bcalls?\b/i;
/** An exercise price is another word for the strike: it says nothing of an exercise, nor does `exercisable`. */
const EXERCISED = /\b(?:exercis(?!able\b|e (?:prices?|dates?)\b)|assign)/i;

/** Some report an option under the type of its share; shares that an exercise brought are shares. */
export function congressOption(trade: CongressTexts): OptionKind {
  const words = [trade.assetDescription, trade.description, trade.comments].join(' ');
  if (/\boption/i.test(trade.assetType))
    return { isOption: true, isPut: PUT.test(words) || !CALL.test(words) };
  const putCall = EXERCISED.test(words) ? null : (optionTerms(trade)?.putCall ?? null);
  return { isOption: putCall !== null, isPut: putCall === 'Put' };
}

/** Names of a company and of funds, which are not options. */
const NAMES =
  /\boption care\b|\benhanced options?\b|\boptions? (?:income|strateg(?:y|ies)|overlay|premium)\b|\bcovered calls?\b(?=.*\b(?:ETF|fund)\b)/gi;
/** The terms can be in brackets alone: `(TSLA) (Jan 2027 $300 puts)`. `Perpetual Strike Preferred` is a share. */
const OPTION = /\boptions?\b|\bputs?\b|\([^()]*\b(?:calls?|strike(?! preferred))\b[^()]*\)/i;

/** OGE has no column for the type of an asset: only the description says what was traded, or that an exercise brought shares. */
export function ogeOption({ description }: Pick<Oge278TTransaction, 'description'>): OptionKind {
  const words = description.replace(NAMES, ' ');
  const isOption = OPTION.test(words) && !EXERCISED.test(words);
  return { isOption, isPut: isOption && (PUT.test(words) || !CALL.test(words)) };
}
