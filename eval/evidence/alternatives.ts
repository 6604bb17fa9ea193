/** The alternatives of a pattern: those of its first-level choices, and the pattern with one of them in its place. */

export interface Alternative {
  text: string;
  /** The pattern in which the choice has only this alternative, and cannot be left out. */
  alone: string;
}

interface Choice {
  /** From the first letter of the first alternative to behind the last one. */
  start: number;
  end: number;
  alternatives: string[];
}

interface Group {
  /** Where its content begins. */
  start: number;
  bars: number[];
  isNegative: boolean;
}

/**
 * A pattern that is a choice as a whole has its parts as alternatives, any other those of each group that is inside no
 * other group. Groups that say what must not follow or come before are left out: no alternative of them can match.
 */
export function alternativesOf(pattern: string): Alternative[] {
  const all = choicesOf(pattern).flatMap((choice) =>
    choice.alternatives.map((text) => ({ text, alone: withOnly(pattern, choice, text) })),
  );
  return all.filter(({ text }, place) => all.findIndex((other) => other.text === text) === place);
}

/** Whether `shorter` is `pattern` without some of its alternatives. */
export function isShortened(pattern: string, shorter: string): boolean {
  const [before, after] = [choicesOf(pattern), choicesOf(shorter)];
  return (
    before.length > 0 &&
    frameOf(pattern, before) === frameOf(shorter, after) &&
    after.every((choice, place) =>
      choice.alternatives.every((text) => before[place]?.alternatives.includes(text)),
    )
  );
}

/** The pattern with nothing in its choices. */
function frameOf(pattern: string, choices: readonly Choice[]): string {
  const starts = [0, ...choices.map(({ end }) => end)];
  return starts.map((start, place) => pattern.slice(start, choices[place]?.start)).join('|');
}

function choicesOf(pattern: string): Choice[] {
  const bars: number[] = [];
  const choices: Choice[] = [];
  const open: Group[] = [];
  for (const { at, sign } of signsOf(pattern)) {
    if (sign === '|') (open.length === 0 ? bars : open.length === 1 ? open[0]?.bars : undefined)?.push(at);
    else if (sign === '(') open.push(groupAt(pattern, at));
    else {
      const group = open.pop();
      if (open.length === 0 && group !== undefined && group.bars.length > 0 && !group.isNegative)
        choices.push(choiceOf(pattern, group.start, at, group.bars));
    }
  }
  return bars.length > 0 ? [choiceOf(pattern, 0, pattern.length, bars)] : choices;
}

/** The brackets and bars that mean something: not escaped, not in a class, not in a place that the program fills. */
function* signsOf(pattern: string): Generator<{ at: number; sign: string }> {
  for (const { 0: sign, index } of pattern.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|\$\{[^}]*\}|[(|)]/gs))
    if (sign.length === 1) yield { at: index, sign };
}

function groupAt(pattern: string, at: number): Group {
  const opening = /^\((?:\?(?:<?[=!]|:|<\w+>))?/.exec(pattern.slice(at))?.[0] ?? '(';
  return { start: at + opening.length, bars: [], isNegative: opening.endsWith('!') };
}

function choiceOf(pattern: string, start: number, end: number, bars: readonly number[]): Choice {
  const ends = [...bars, end];
  return {
    start,
    end,
    alternatives: ends.map((one, place) =>
      pattern.slice(place === 0 ? start : (ends[place - 1] ?? 0) + 1, one),
    ),
  };
}

function withOnly(pattern: string, { start, end }: Choice, text: string): string {
  const rest = pattern.slice(end);
  const optional = /^\)(?:\?|\{0,1\})\??/.exec(rest)?.[0];
  return `${pattern.slice(0, start)}${text}${optional === undefined ? rest : `)${rest.slice(optional.length)}`}`;
}
