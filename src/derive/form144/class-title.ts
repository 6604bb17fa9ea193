/** Whether two texts can name one class of shares: brokers write `Common`, Form 4 `Class A Common Stock, $0.001 par value`. */

interface ShareClass {
  kind: 'shares' | 'preferred' | 'depositary' | 'warrant' | 'debt' | 'right';
  /** `a` of `Class A` and `Series A`; null when none is named. */
  letter: string | null;
}

/** The first that matches: `depositary shares of preferred stock` are depositary shares. */
const KINDS: ReadonlyArray<readonly [ShareClass['kind'], RegExp]> = [
  ['depositary', /\bdeposit[ao]ry\b|\bad[sr]s?\b|\bgdrs?\b/],
  ['warrant', /\bwarrants?\b/],
  ['debt', /\bnotes?\b|\bbonds?\b|\bdebentures?\b/],
  ['right', /\brights?\b|\boptions?\b/],
  ['preferred', /\bpref(?:erred|erence|d)?\b|\bpfd\b/],
];

function classOf(title: string): ShareClass {
  const text = title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const kind = KINDS.find(([, words]) => words.test(text))?.[0] ?? 'shares';
  const letter =
    /\b(?:class|cl|series|ser) ([a-z])\b/.exec(text)?.[1] ?? /^([a-z])(?: shares?| stock)?$/.exec(text)?.[1];
  return { kind, letter: letter ?? null };
}

/** A class that names no letter can be any; shares, preferred shares and depositary shares are never one class. */
export function canBeOneClass(a: string, b: string): boolean {
  const [one, two] = [classOf(a), classOf(b)];
  return one.kind === two.kind && (one.letter === null || two.letter === null || one.letter === two.letter);
}

/** Whether one can be the depositary share of the other. */
export function canRepresent(a: string, b: string): boolean {
  const kinds = [classOf(a).kind, classOf(b).kind];
  return kinds.includes('depositary') && kinds.includes('shares');
}
