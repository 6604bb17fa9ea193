/** The words of British announcements for acquisitions and disposals. The parser and the rules of the feed share them. */

const ACQUISITION =
  /\b(?:purchas(?:e[sd]?|ing)|re-?purchase[sd]?|acqui(?:sitions?|red?|res|ring)|ac?quis(?:it|t|i)ions?|bought|buy(?:s|ing)?|subscri(?:ptions?|be[sd]?|bing))\b/i;
/** What a bidder acquires by law, the holder gives away: `Acquisition of shares (compulsory purchase)` is none of the holder's. */
const COMPULSORY = /\bcompulsor(?:y|ily) (?:purchas|acqui)/i;
const TAKE_UP = /\b(?:take[- ]?up|taking up|taken up)\b/i;
const DISPOSAL = /\b(?:s[oe]ld|sales?|sell(?:s|ing)?|dispos(?:als?|e[sd]?|ing))\b/i;
/** Without a word for a sale, these are acquisitions. Only taking part in a placing is: its shares may be sold in it. */
const OFFER =
  /\b(?:rights issue|open offer|retail offer|participat\w+ in (?:\w+ ){0,3}(?:placing|fund-?rais\w+))\b/i;
const SUBSCRIPTION =
  /\b(?:placing|open offer|rights issue|subscri(?:ptions?|be[sd]?|bing)|fund-?rais(?:e|ing)|retail offer)\b/i;

/** Whether the words name an acquisition. To take up new shares is one. */
export function namesAcquisition(text: string): boolean {
  return acquires(text) || TAKE_UP.test(text);
}

function acquires(text: string): boolean {
  return ACQUISITION.test(text) && !COMPULSORY.test(text);
}

export function namesDisposal(text: string): boolean {
  return DISPOSAL.test(text);
}

/** The position of the first word for a disposal; -1 if there is none. */
export function disposalAt(text: string): number {
  return text.search(DISPOSAL);
}

/** Whether the words name new shares for cash: a placing, an open offer, a rights issue. */
export function namesSubscription(text: string): boolean {
  return SUBSCRIPTION.test(text);
}

/**
 * `Sale of shares acquired under Sharesave` says where they came from, and is a sale; `Sale of 900 shares, 890 shares purchased in
 * ISA` is both.
 */
const ACQUIRED_BEFORE =
  /(\b(?:sales?|disposals?) of (?:(?!and\b)[\w'-]+(?:,\d+)* ){1,8})(?:acquired|purchased|bought|subscribed for)\b(?! and\b)/gi;

/** The direction that the words name; null if they name none, or both. */
export function directionOf(words: string): 'acquisition' | 'disposal' | null {
  const text = words.replace(ACQUIRED_BEFORE, '$1');
  const disposed = namesDisposal(text);
  // The sale of rights often names the offer and its take-up as well, so these count only without a sale.
  const acquired = acquires(text) || (!disposed && (TAKE_UP.test(text) || OFFER.test(text)));
  return acquired === disposed ? null : acquired ? 'acquisition' : 'disposal';
}
