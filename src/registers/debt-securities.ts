/** Names of securities that have no ticker: a symbol in their brackets is that of their issuer or of the share that they follow. */

/** A debt security has no ticker: a symbol in its brackets is its issuer's or a state. */
const OF_DEBT =
  /\d ?%|\bG\.?O\.? bonds?\b|, bonds?\b|\bbonds? (?:due|of|\d)|(?<![-(])\b(?:notes?|debentures?)\b|\bcertificates? of deposit\b/i;
/** `Apple Inc. 3.85 05/04/43`: a coupon before a day, or a day on which it is due. */
const MATURES =
  /\d\.\d+,? \d{1,2}\/\d{1,2}\/\d{2,4}\b|\b(?:due|matur(?:es|ing|ity)):? (?:date:? |in |on )?(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? )?\d/i;
/** Funds of debt, preferred stock and options, whose names contain such words too, have one. */
const NO_DEBT =
  /\b(?:ETF|ETN|exchange[- ]traded|funds?|trust|portfolio|index|iShares|SPDR|shares|stock|preferred|pfd|futures|options?|calls?|puts?)\b|\([A-Z]+[-./]P[A-Z]?\)/i;
/** `Quibblecombe Bank PLC, linked to Zquorra Robotics (ZQRA)`: a note of a bank that follows a share or index. */
const LINKED = /\b(?:linked|tied) to\b|\bauto-?call/i;
const TRADED = /\b(?:ETF|ETN|exchange[- ]traded|funds?|trust)\b/i;

/** Whether a name is that of a bond, note or certificate of deposit. */
export function isDebt(name: string): boolean {
  return isLinkedNote(name) || ((OF_DEBT.test(name) || MATURES.test(name)) && !NO_DEBT.test(name));
}

/** Whether a name is that of a note whose value follows a share or index. */
export const isLinkedNote = (name: string): boolean => LINKED.test(name) && !TRADED.test(name);
