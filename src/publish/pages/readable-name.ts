/**
 * A filed name as people write it, for titles. Rows keep the name as filed. Where the order of the words is not certain, the
 * name stays as filed: a wrong name is worse than one in an unusual order.
 */

const INITIAL = /^\p{L}\.?$/u;
const WORD = /^\p{L}[\p{L}\p{M}'’-]*\p{L}$/u;
/** With one of these, the first word alone is not certainly the surname. */
const PARTICLES = new Set(
  'al bin da das de del della den der di do dos du el ibn la le los san st st. ten ter van vander von vom zu zum zur'.split(
    ' ',
  ),
);
const SUFFIXES = new Set('jr sr ii iii iv v vi md phd esq cpa dds dvm mba'.split(' '));
/** Words of companies, trusts and funds, without full stops. */
const ORGANISATIONS = new Set(
  `ab ag asa associates advisers advisors asset assets bank bancorp bros brothers bv capital co companies company corp
  corporation endowment enterprises equity estate family financial foundation fund funds gmbh global group holding holdings inc
  incorporated international invest investment investments investors kg lc limited llc llp lp ltd management master
  nv offshore oy partner partners partnership plan plc private pte pty resources sa sarl se services spa trust
  trustee trusts university venture ventures the of and`.split(/\s+/),
);

/**
 * A name of Form 4, which has the surname first: “WIMBLEQUIST EPHRAIM J” is Ephraim J Wimblequist. Only for a person, whom a
 * filing calls an officer or a director: a fund may have a name of two words too.
 */
export function surnameLast(filed: string): string {
  const words = filed.trim().split(/\s+/);
  const [surname = '', given = '', ...initials] = words;
  const last = surname.replace(/,$/, '');
  const isPlain =
    WORD.test(last) &&
    WORD.test(given) &&
    initials.length <= 2 &&
    initials.every((word) => INITIAL.test(word)) &&
    ![last, ...words.slice(1)].some(isUncertain);
  return isPlain ? inOrdinaryCase([given, ...initials, last].join(' ')) : filed;
}

/** A name with the given name first, such as those of Congress: capitals alone are written as usual. */
export function inOrdinaryCase(name: string): string {
  return name === name.toUpperCase() && name !== name.toLowerCase()
    ? name.replace(/\S+/g, ordinaryWord)
    : name;
}

function isUncertain(word: string): boolean {
  const plain = word.toLowerCase().replace(/[.,]/g, '');
  // A single letter is an initial, also where it is a number in Roman letters.
  return plain.length > 1 && [PARTICLES, SUFFIXES, ORGANISATIONS].some((words) => words.has(plain));
}

/** O'NEIL-MCBRIDE is O'Neil-McBride; II and III stay. */
function ordinaryWord(word: string): string {
  if (/^[IV]{2,3}[.,]?$/.test(word)) return word;
  return word
    .toLowerCase()
    .replace(/(^|[-'’“"(.])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    .replace(/(^|-)Mc(\p{L})/gu, (_, before: string, letter: string) => `${before}Mc${letter.toUpperCase()}`);
}
