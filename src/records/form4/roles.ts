/**
 * The roles that a filing states: by its checkboxes, and for chiefs by the words of the officer title. A title that may mean
 * another office, an earlier one, or that of a part of the company, does not name a chief executive.
 */

/** Bits of the column `flags` of the read model. */
export const ROLE_BITS = { chief: 1, ceo: 2, cfo: 4, officer: 8, director: 16, ten_percent: 32 } as const;

/** Which chief an officer's title names. */
export interface TitleRoles {
  /** A chief officer of any kind, or a president, also of a part of the company. */
  chief: boolean;
  ceo: boolean;
  cfo: boolean;
}

const NONE: TitleRoles = { chief: false, ceo: false, cfo: false };
/** The person does not hold the office now. */
const NOT_NOW =
  /\b(?:former|formerly|ex|past|previous|prior|retired|retiring|resigned|emeritus|elect|designate|incoming|nominee|until|through|thru)\b/;
/** What follows is another person's office. */
const OF_ANOTHER =
  /\b(?:assistant|asst|advis[eo]r|counsel|staff|secretary|aide|liaison|reports?|reporting)\s+to\b|\b(?:office|ofc) of\b|\bto the\b/;
/** Below the office that the same words name. */
const BELOW = /^(?:deputy|dep|assistant|asst|associate|assoc|junior|jr|sub)$/;
const C_LETTERS = /^c(?:ao|bo|co|do|eo|fo|hro|io|iso|lo|mo|oo|po|ro|so|to)$/;
const OFFICER = /^o(?:f{0,2}|ff?i\w*|ffc?r?|fcr|fc)$/;
/** Words that leave an office that of the whole company; forms cut the last one. */
const PLAIN =
  /^(?:the|a|our|and|of|company|corporation|corp|board|bd|bod|group|global|corporate|co|joint|interim|acting|temporary|founder|cofounder|founding|chai\w*|executive|exec|non|managing|dir|dire\w*|member|pre|pres\w*|vice|vp|evp|svp|avp|senior|sr|principal|sec|secy|secr\w*|treas\w*|controller|counsel|general|gc|10|10%|percent|owner|holder|see|remarks|remark|footnote|footnotes|below|also|chief|officer)$/;
/** Words of which one makes a segment a separate office. */
const OFFICE =
  /^(?:chief|officer|pre|pres\w*|vice|vp|evp|svp|avp|founder|cofounder|chai\w*|dir|dire\w*|member|sec|secy|secr\w*|treas\w*|controller|counsel|gc|principal|manager|partner|head|owner|holder|see|remarks|remark|footnote|footnotes|corp|board|bd|bod)$/;

/** The chiefs that a title names. Titles are as people write them, cut at 30 letters by many forms. */
export function rolesOfTitle(title: string | null): TitleRoles {
  if (title === null) return NONE;
  const text = plainText(title);
  if (NOT_NOW.test(text)) return NONE;
  const another = OF_ANOTHER.exec(text);
  const own = another === null ? text : text.slice(0, another.index);
  const offices = own
    .split('|')
    .map((office) => office.split(' ').filter((word) => word !== ''))
    .filter((words) => words.length > 0);
  const chiefs = offices.map((words, at) => chiefOf(words, offices[at + 1]));
  return {
    chief: chiefs.some((one) => one !== null),
    ceo: chiefs.includes('ceo'),
    cfo: chiefs.includes('cfo'),
  };
}

/** Lower case, with `|` between offices and single spaces between words. */
function plainText(title: string): string {
  return title
    .toLowerCase()
    .replace(/\bc\.\s?([a-z])\.\s?o\b\.?/g, 'c$1o')
    .replace(/\b(co|vice|ex|non)-/g, '$1 ')
    .replace(
      /\bchief (executive|financial|operating|accounting|administrative|legal) (?:and|&|\/) (executive|financial) off/g,
      'chief $1 officer | chief $2 off',
    )
    .replace(/[.'’"]/g, ' ')
    .replace(/[,;:&/+()[\]\-–—]|\band\b/g, '|')
    .replace(/[^\p{L}\p{N}%|]+/gu, ' ')
    .trim();
}

/** Which chief these words of one office name; `next` are those of the office behind them. */
function chiefOf(
  words: readonly string[],
  next: readonly string[] | undefined,
): 'ceo' | 'cfo' | 'other' | null {
  if (words.some((word) => BELOW.test(word))) return null;
  const at = words.findIndex((word) => word === 'chief' || C_LETTERS.test(word));
  if (at === -1) return isPresident(words) ? 'other' : null;
  if (words[at] === 'chief' && words[at + 1] === 'of') return isPresident(words) ? 'other' : null;
  const named = topOffice(words, at);
  if (named === null) return 'other';
  const isOfWhole = [...words.slice(0, at), ...words.slice(named.end)].every((word) => PLAIN.test(word));
  const isLimited = next !== undefined && !next.some((word) => OFFICE.test(word) || C_LETTERS.test(word));
  return isOfWhole && !isLimited ? named.office : 'other';
}

/** `chief executive officer`, `ceo` and the same for finance at this place, and where it ends. */
function topOffice(words: readonly string[], at: number): { office: 'ceo' | 'cfo'; end: number } | null {
  const word = words[at];
  if (word === 'ceo' || word === 'cfo') return { office: word, end: at + 1 };
  const field = words[at + 1] ?? '';
  const office = /^exec(?:utive|utiv|uti|ut)?$/.test(field)
    ? 'ceo'
    : /^fin(?:ancial|ancia|anci|anc|ance|an)?$/.test(field)
      ? 'cfo'
      : null;
  if (word !== 'chief' || office === null) return null;
  return { office, end: OFFICER.test(words[at + 2] ?? '') || words[at + 2] === 'officer' ? at + 3 : at + 2 };
}

function isPresident(words: readonly string[]): boolean {
  const at = words.findIndex((word) => word === 'president' || word === 'pres');
  return at !== -1 && !words.slice(0, at).some((word) => /^(?:vice|v|vp)$/.test(word));
}
