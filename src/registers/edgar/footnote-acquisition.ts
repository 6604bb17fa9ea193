/**
 * How a text says that shares were acquired: from whom, in what kind of sale, for nothing. A sentence is read as spans of known
 * words (acquisition-words.ts); denials, dates and asides around a span decide whether it speaks of this purchase.
 */

import { type AcquisitionWord, WORDS } from './acquisition-words.js';
import { split } from './footnote-text.js';

/** What a text says of a purchase, or denies. */
export interface AcquisitionClaim {
  word: AcquisitionWord;
  denied: boolean;
  /** It names a purchase, so that it is not about shares that were held before. */
  ofPurchase: boolean;
}

type SpanKind = (typeof WORDS)[number][0];
interface WordSpan {
  kind: SpanKind;
  from: number;
  /** The first place behind it. */
  end: number;
}

/** Alternatives for each word; null stands for up to four words. */
type Phrase = ReadonlyArray<ReadonlySet<string> | null>;
const GAP = 4;
const MARKERS: ReadonlySet<SpanKind> = new Set<SpanKind>([
  'unpaid',
  'award',
  'cash-plan',
  'dividend',
  'plan',
  'weak-plan',
  'offering',
  'issuer',
  'market',
]);
/** A fragment without a verb may be all that a footnote says: "Dividend reinvestment plan." */
const FRAGMENT = 10;
/** How far a denial like "without" reaches. */
const NEAR = 5;

const byFirstWord = new Map<string, Array<{ kind: SpanKind; phrase: Phrase }>>();
for (const [kind, words] of WORDS) {
  const phrase = words.split(' ').map((word) => (word === '*' ? null : new Set(word.split('|'))));
  for (const first of phrase[0] ?? []) {
    const known = byFirstWord.get(first) ?? [];
    known.push({ kind, phrase });
    byFirstWord.set(first, known);
  }
}

/** What a footnote in plain letters says; nothing for most. @param issuer its name, which stands for "the issuer" */
export function readAcquisition(plain: string, issuer = ''): AcquisitionClaim[] {
  const name = nameWords(issuer);
  const sentences = split(plain).map((sentence) => withIssuer(wordsOf(sentence), name));
  const isTradingPlan = sentences.some((words) => spansOf(words).some(({ kind }) => kind === 'trading-plan'));
  return sentences
    .flatMap((words) => readSentence(words))
    .filter(({ word }) => !(word === 'weak-plan' && isTradingPlan));
}

/** Small letters; a comma, colon or bracket is a word too. */
export function wordsOf(sentence: string): string[] {
  return (
    sentence
      .toLowerCase()
      .match(/[,:()](?!k\))|[a-z0-9]+(?:(?:['-]|[.,](?=\d))[a-z0-9]+|\([a-z0-9]\))*'?/g) ?? []
  );
}

const SUFFIXES: ReadonlySet<string> = new Set(
  'inc incorporated corp corporation co company ltd limited plc llc lp trust n v s a p l holdings group the'.split(
    ' ',
  ),
);

/** The name without what companies have in common. */
function nameWords(issuer: string): string[] {
  const words = wordsOf(issuer);
  while (SUFFIXES.has(words.at(-1) ?? '') || words.at(-1) === ',') words.pop();
  if (words[0] === 'the') words.shift();
  return words;
}

/** With "issuer" in place of its name, also of one word where "Inc." or the like follows. */
function withIssuer(words: string[], name: readonly string[]): string[] {
  if (name.length === 0) return words;
  const found: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    let end = at + name.length;
    const isName = name.every((word, place) => words[at + place] === word);
    const bare = end;
    if (words[end] === ',' && SUFFIXES.has(words[end + 1] ?? '')) end += 1;
    while (isName && SUFFIXES.has(words[end] ?? '')) end += 1;
    if (isName && (name.length > 1 || end > bare)) {
      found.push('issuer');
      at = end - 1;
    } else found.push(words[at] ?? '');
  }
  return found;
}

function readSentence(words: readonly string[]): AcquisitionClaim[] {
  const spans = spansOf(words);
  const markers = spans.filter(({ kind }) => MARKERS.has(kind));
  if (markers.length === 0) return [];
  const aside = spans.find(({ kind }) => kind === 'aside')?.from ?? words.length;
  const ofPurchase = spans.some(({ kind, from }) => kind === 'buy' && from < aside);
  // Words like "sold by the issuer" contain the act.
  const acts = spans.filter(
    ({ kind, from, end }) =>
      from < aside &&
      (isAct(kind) || isActItself(kind) || (kind === 'issuer' && words.slice(from, end).some(isActWord))),
  );
  const hasAct = acts.length > 0;
  const isFragment = words.length <= FRAGMENT && !spans.some(({ kind }) => kind === 'held');
  if (!hasAct && !isFragment) return [];
  const clauses = clauseStarts(words, spans);
  const dated = datedBy(words, spans, markers);
  const claims: AcquisitionClaim[] = [];
  for (const marker of markers) {
    if (marker.from >= aside || dated.has(marker)) continue;
    if (isPaidUnder(marker, spans) || isLender(marker, spans, words)) continue;
    if (marker.kind === 'issuer' && !isFragment && !acts.some(({ from }) => from <= marker.from)) continue;
    const start = Math.max(...clauses.filter((one) => one <= marker.from));
    const denied = spans.some(
      ({ kind, from, end }) =>
        from >= start &&
        end <= marker.from &&
        (kind === 'not' || (kind === 'no' && marker.from - end < NEAR)),
    );
    // Only kinds of MARKERS are markers.
    claims.push({ word: marker.kind as AcquisitionWord, denied, ofPurchase });
  }
  return claims;
}

const ACTS = new Set(WORDS.flatMap(([kind, words]) => (kind === 'act' ? words.split('|') : [])));
const isActWord = (word: string): boolean => ACTS.has(word);
const isAct = (kind: SpanKind): boolean => kind === 'act' || kind === 'buy';
/** Words for an award or a gift say that shares came. */
const isActItself = (kind: SpanKind): boolean => kind === 'unpaid' || kind === 'dividend';

/** "With a cash bonus paid under the incentive plan": the plan paid the money. */
function isPaidUnder({ kind, from }: WordSpan, spans: readonly WordSpan[]): boolean {
  return (
    (kind === 'weak-plan' || kind === 'award') &&
    spans.some((other) => other.kind === 'fund' && other.from < from)
  );
}

/** "With a loan from the Company": the money came from there. */
function isLender({ kind, from }: WordSpan, spans: readonly WordSpan[], words: readonly string[]): boolean {
  return (
    kind === 'issuer' &&
    spans.some((other) => other.kind === 'fund' && other.end === from && words[other.from] !== 'cash')
  );
}

/**
 * What only dates a purchase: the first words behind "following", and those that "and" joins to them, unless the purchase
 * itself comes first.
 */
function datedBy(
  words: readonly string[],
  spans: readonly WordSpan[],
  markers: readonly WordSpan[],
): Set<WordSpan> {
  const dated = new Set<WordSpan>();
  for (const { kind, end } of spans) {
    if (kind !== 'after') continue;
    let from = end;
    for (const marker of markers) {
      if (marker.from < from) continue;
      const between = words.slice(from, marker.from);
      const hasAct = spans.some((one) => isAct(one.kind) && one.from >= from && one.end <= marker.from);
      const isJoined = from === end || (between.length <= 3 && between.some((word) => JOINS.has(word)));
      if (hasAct || between.includes(',') || !isJoined) break;
      dated.add(marker);
      from = marker.end;
    }
  }
  return dated;
}

const JOINS: ReadonlySet<string> = new Set(['and', 'or', 'of']);
const CONTRASTS: ReadonlySet<string> = new Set([
  'but',
  'however',
  'although',
  'whereas',
  'while',
  'instead',
  'rather',
]);

/** A denial ends where a contrast begins, or behind a comma where another statement does. */
function clauseStarts(words: readonly string[], spans: readonly WordSpan[]): number[] {
  const starts = [0];
  words.forEach((word, at) => {
    if (CONTRASTS.has(word) && words[at + 1] !== 'than' && words[at + 1] !== 'of') starts.push(at);
    if (word !== ',' && word !== '(' && word !== ')' && word !== ':' && word !== 'and') return;
    const next = words.slice(at + 1, at + 3);
    const first = spans.find(({ from }) => from > at);
    const isStatement =
      next.some((one) => ['was', 'were', 'is', 'are', 'the', 'it', 'he', 'she', 'they'].includes(one)) &&
      first !== undefined &&
      (isAct(first.kind) || first.kind === 'held');
    if (isStatement) starts.push(at);
  });
  return starts;
}

/** The longest known words at each place, from left to right. */
function spansOf(words: readonly string[]): WordSpan[] {
  const spans: WordSpan[] = [];
  for (let at = 0; at < words.length; ) {
    let best: WordSpan | null = null;
    for (const { kind, phrase } of byFirstWord.get(words[at] ?? '') ?? []) {
      const end = endOf(words, at, phrase, 0);
      if (end !== null && (best === null || end > best.end)) best = { kind, from: at, end };
    }
    if (best !== null) spans.push(best);
    at = best?.end ?? at + 1;
  }
  return spans;
}

function endOf(words: readonly string[], at: number, phrase: Phrase, place: number): number | null {
  if (place === phrase.length) return at;
  const wanted = phrase[place];
  if (wanted !== null) return wanted?.has(words[at] ?? '') ? endOf(words, at + 1, phrase, place + 1) : null;
  for (let skipped = 0; skipped <= GAP && !isBreak(words[at + skipped - 1]); skipped += 1) {
    const end = endOf(words, at + skipped, phrase, place + 1);
    if (end !== null) return end;
  }
  return null;
}

const isBreak = (word: string | undefined): boolean =>
  word === ',' || word === ':' || word === '(' || word === ')';
