/** What is wrong with the evidence: compares the patterns of the code with the lines of the file. */

import { alternativesOf } from './alternatives.js';
import { type EvidenceLine, hasEvidence, keyOf } from './evidence-file.js';

/** How many patterns have no evidence, and how many alternatives of the others. */
export interface Without {
  patterns: number;
  alternatives: number;
}

export interface Compared {
  /** Every pattern of the code, with the file that has it. */
  code: ReadonlyMap<string, string>;
  lines: ReadonlyMap<string, EvidenceLine>;
  /** The text of a test file; null if there is no such file. */
  testFile: (path: string) => string | null;
}

/** One sentence for each fault: what it is, and what to do. */
export function faultsOf({ code, lines, testFile }: Compared): string[] {
  const wanted = new Map([...code].flatMap(([pattern, file]) => wantedKeys(pattern, file, lines)));
  const missing = [...wanted].filter(([key]) => !lines.has(key)).map(([key, file]) => missingLine(key, file));
  const stale = [...lines.values()]
    .filter((line) => !wanted.has(keyOf(line)) && !hasEvidence(line))
    .map((line) => `${named(keyOf(line))} is not in the code any more: delete its line`);
  const tests = [...lines.values()]
    .filter(({ test }) => test !== '' && !isTest(test, testFile))
    .map(
      (line) =>
        `${named(keyOf(line))} names the test "${line.test}", which does not exist: name one that does`,
    );
  return [...missing, ...stale, ...tests];
}

/** A number that differs from the stated one is a fault, too: it may only fall, and then it is stated again. */
export function faultsOfNumbers(lines: Iterable<EvidenceLine>, stated: Without): string[] {
  const counted = countWithout(lines);
  return (['patterns', 'alternatives'] as const).flatMap((kind) => {
    const [now, before] = [counted[kind], stated[kind]];
    if (now > before)
      return [
        `${now} ${kind} are without evidence, ${before} were: name a real document for each new one, or remove it`,
      ];
    return now < before
      ? [`${now} ${kind} are without evidence, ${before} were: state ${now} in this test`]
      : [];
  });
}

/** What has no document, no count and no test. */
export function countWithout(lines: Iterable<EvidenceLine>): Without {
  const without = [...lines].filter((line) => !hasEvidence(line));
  const patterns = without.filter(({ alternative }) => alternative === '').length;
  return { patterns, alternatives: without.length - patterns };
}

/** The keys that a pattern needs. Without evidence it counts as one; with some, each alternative needs its own. */
function wantedKeys(pattern: string, file: string, lines: Compared['lines']): Array<[string, string]> {
  const whole = keyOf({ pattern, alternative: '' });
  const line = lines.get(whole);
  const parts = line !== undefined && hasEvidence(line) ? alternativesOf(pattern) : [];
  return [whole, ...parts.map(({ text }) => keyOf({ pattern, alternative: text }))].map((key) => [key, file]);
}

const missingLine = (key: string, file: string) =>
  `${named(key)} of ${file} has no line: add one with the real document that it matches (data/wordings/README.md)`;

function named(key: string): string {
  const [pattern = '', alternative = ''] = key.split('\t');
  return alternative === '' ? `the pattern /${pattern}/` : `the alternative "${alternative}" of /${pattern}/`;
}

/** `test/….ts: name`, where the file has a test of that name. */
function isTest(test: string, testFile: Compared['testFile']): boolean {
  const [, path = '', name = ''] = /^(test\/\S+\.(?:test|cases)\.ts): (.+)$/.exec(test) ?? [];
  const text = path === '' ? null : testFile(path);
  return text !== null && [`'${name}'`, `"${name}"`, `\`${name}\``].some((quoted) => text.includes(quoted));
}
