/** Whether a text is the name of a person, by its letters: there is no list of names. */

/**
 * Characters of a name that are read, or of several in one field: the patterns for remarks need much longer for much longer ones.
 */
export const NAME_MAX = 10_000;

export function isName(text: string): boolean {
  return (
    /^(?:\p{Lu}[\p{L}.'’-]*|de|van|von|der|den|la|le|du|di)(?: (?:\p{Lu}[\p{L}.'’-]*|de|van|von|der|den|la|le|du|di)){1,4}$/u.test(
      text,
    ) && !COMPANY.test(text)
  );
}

const COMPANY =
  /\b(?:plc|limited|ltd|llp|inc|trust|trustees?|nominees?|pension|sipp|spouse|wife|husband|holdings?|capital|partners|officer|director|chair|chairman|chief|executive|secretary|president|manager|head|pdmr)\b/i;

/** `Ada Bramble, Finance Director`, but not `Ada Bramble, Ben Cole`. */
export function isPerson(line: string): boolean {
  const [name = '', ...remarks] = line.split(REMARK);
  return isName(name) && !remarks.some(isName);
}

const REMARK = /\s*(?:[,()]|\s[–-]\s)\s*/;

/** A name and nothing else, or with a position: `Ben Cole (CFO)`. The code of a venue is in capitals, and so is `ISA`. */
export function isNameAlone(text: string): boolean {
  const [name = '', ...remarks] = text.split(REMARK);
  if (remarks.some((remark) => remark !== '' && !IS_POSITION.test(remark))) return false;
  return isPerson(text) && !/\b\p{Lu}{2,}\b/u.test(name) && !OF_A_TRADE.test(text);
}

/** `Bull Brokers (ISA)` is not a person. */
const IS_POSITION =
  /\b(?:director|officer|chair(?:man|woman|person)?|chief|executive|secretary|president|manager|head|counsel|controller|treasurer|partner|founder|PDMR|PCA|NED|C[A-Z]O|MD)\b/i;

/** `Ordinary Shares`, `Market Purchase`: next to a lot, and the name of no person. */
const OF_A_TRADE =
  /\b(?:ordinary|preference|shares?|securit(?:y|ies)|purchases?|bought|sold|sales?|disposals?|acquisitions?|awards?|options?|vesting|exercise|dividends?|exchange|market|euronext|nasdaq|turquoise|cboe|aquis|xetra|new york|accounts?|transactions?|tranches?|plan|scheme|total|average|buy|sell|transfers?|released|retained|withheld|tax|matching|incentive|bonus|deferred|reinvestment|allotments?|rights issue|placing|subscriptions?|sharesave|joint(?:ly)?|direct|personal|certificated)\b/i;

/** A name, and not `Market Purchase`. */
export function isPersonName(text: string): boolean {
  return isName(text) && !OF_A_TRADE.test(text);
}

/** A word with a capital that is neither a title, nor a position, nor a word of the trade: next to a name, part of another one. */
export function isFamilyName(word: string): boolean {
  return (
    /^\p{Lu}/u.test(word) && !BESIDE_NAMES.test(word) && !IS_POSITION.test(word) && !OF_A_TRADE.test(word)
  );
}

const BESIDE_NAMES =
  /^(?:mr|mrs|ms|miss|dr|sir|dame|lord|lady|prof|professor|by|for|to|from|of|and|the|via|through|held|per|direct|pension|ISA|SIPP|PDMR)$/i;

/** `Mrs Cole` next to `Mr Ben Cole`, by the titles of both. */
export function isOfOtherSex(a: string, b: string): boolean {
  const [woman, man] = [/^(?:mrs|ms|miss|lady|dame)\b/i, /^(?:mr|sir|lord)\b/i];
  return (woman.test(a) && man.test(b)) || (man.test(a) && woman.test(b));
}
