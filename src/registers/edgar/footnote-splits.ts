/** Splits that footnotes or remarks state with their ratio and their day: "On July 20, 2026 the Issuer effected a ten-for-one split." */

import { isCalendarDate } from '../../dates.js';
import { normalise, split as sentencesOf } from './footnote-text.js';

/** A day, and new shares for one old share. */
interface SplitInWords {
  date: string;
  factor: number;
}

const NUMBERS = new Map(
  [
    ...'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen'.split(' '),
    ...'sixteen seventeen eighteen nineteen twenty'.split(' '),
  ].map((word, at) => [word, at + 1]),
);
const TENS = new Map([
  ['twenty', 20],
  ['thirty', 30],
  ['forty', 40],
  ['fifty', 50],
  ['sixty', 60],
  ['seventy', 70],
  ['eighty', 80],
  ['ninety', 90],
  ['hundred', 100],
]);
const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
/** What is only intended, decided or possible has no day yet, and that of another company is not of these shares. */
const NOT_DONE =
  'will would may might could intends intend expects expected proposed propose approved approve authorized declared announced subject event future parent acquirer'.split(
    ' ',
  );

/** Behind a time of the day: "1:10 p.m.". */
const BEHIND_TIME = 'a.m p.m am pm eastern et est edt'.split(' ');

/** A split-off or split-up gives shares of another company. */
const NO_SPLIT = 'off offs up ups'.split(' ');

/** What was done on the day. */
const DONE =
  'effected effective effectuated effect completed consummated distributed paid implemented executed occurred'.split(
    ' ',
  );

/** @param filedDate a later day is not that of a split */
export function readStatedSplits(texts: readonly string[], filedDate: string): SplitInWords[] {
  return texts
    .filter((text) => text.toLowerCase().includes('split'))
    .flatMap((text) => sentencesOf(normalise(text)))
    .flatMap((sentence) => splitIn(wordsOf(sentence)) ?? [])
    .filter(({ date }) => date <= filedDate);
}

/** In small letters, without punctuation; the parts of ten-for-one are words. */
function wordsOf(sentence: string): string[] {
  let plain = sentence.toLowerCase();
  for (const mark of ['-', ',', ';', '(', ')', '"', "'s"]) plain = plain.replaceAll(mark, ' ');
  return plain
    .split(' ')
    .map((word) => (word.endsWith('.') ? word.slice(0, -1) : word))
    .filter((word) => word !== '');
}

/** Null unless there is one ratio and one day. */
function splitIn(words: readonly string[]): SplitInWords | null {
  if (!words.includes('split') || words.some((word) => NOT_DONE.includes(word) && !isMonth(words, word)))
    return null;
  if (words.some((word, at) => word === 'split' && NO_SPLIT.includes(words[at + 1] ?? ''))) return null;
  const [ratios, dates] = [new Set(ratiosIn(words)), new Set(datesIn(words))];
  const [[ratio], [date]] = [[...ratios], [...dates]];
  if (ratios.size !== 1 || dates.size !== 1 || ratio === undefined || date === undefined || ratio === 1)
    return null;
  const isReverse = words.includes('reverse');
  const isForward = words.includes('forward');
  // "20-for-1 reverse split" is one for twenty.
  const factor = isReverse ? Math.min(ratio, 1 / ratio) : isForward ? Math.max(ratio, 1 / ratio) : ratio;
  return { date, factor };
}

/** May is a month before a day. */
const isMonth = (words: readonly string[], word: string): boolean =>
  MONTHS.includes(word) && Number(words[words.indexOf(word) + 1]) > 0;

function ratiosIn(words: readonly string[]): number[] {
  return words.flatMap((word, at) => {
    const colon = word.indexOf(':');
    const [to, from] =
      colon > 0 && !isTime(words, at)
        ? [numberOf([word.slice(0, colon)]), numberOf([word.slice(colon + 1)])]
        : word === 'for'
          ? [numberOf(words.slice(Math.max(0, at - 2), at)), numberBehind(words, at)]
          : [null, null];
    return to !== null && from !== null ? [to / from] : [];
  });
}

/** Minutes have two digits: "12:01". "1:10" is a ratio, unless words beside it say that it is a time. */
function isTime(words: readonly string[], at: number): boolean {
  const [hour, minutes = ''] = (words[at] ?? '').split(':');
  return (
    minutes.length === 2 &&
    (hour !== '1' ||
      minutes.startsWith('0') ||
      words[at - 1] === 'at' ||
      BEHIND_TIME.includes(words[at + 1] ?? ''))
  );
}

const numberBehind = (words: readonly string[], at: number): number | null =>
  numberOf(words.slice(at + 1, at + 3)) ?? numberOf(words.slice(at + 1, at + 2));

/** The number of the last words: "25", "five", "twenty five". */
function numberOf(words: readonly string[]): number | null {
  const last = words.at(-1) ?? '';
  const unit = NUMBERS.get(last) ?? TENS.get(last) ?? (Number(last) > 0 ? Number(last) : null);
  const tens = words.length > 1 ? TENS.get(words[0] ?? '') : undefined;
  return unit !== null && unit < 10 && tens !== undefined ? tens + unit : unit;
}

/** Days of the split: "effected on May 3, 2026", "On July 20, 2026, the Issuer effected". Not the day on which an option vests. */
function datesIn(words: readonly string[]): string[] {
  return words.flatMap((word, at) => {
    const month = MONTHS.indexOf(word) + 1;
    const [day = '', year = ''] = words.slice(at + 1, at + 3);
    const date = `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
    if (month === 0 || !isCalendarDate(date)) return [];
    const [before, behind] = [words.slice(Math.max(0, at - 6), at), words.slice(at + 3, at + 9)];
    return [...before, ...behind].some((near) => DONE.includes(near)) ? [date] : [];
  });
}
