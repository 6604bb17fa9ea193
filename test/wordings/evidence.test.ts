/** Each pattern of the readers and of derivation is needed by a real document: data/wordings/evidence.tsv says by which. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { alternativesOf, isShortened } from '../../eval/evidence/alternatives.js';
import { type EvidenceLine, keyOf, readEvidence } from '../../eval/evidence/evidence-file.js';
import { faultsOf, faultsOfNumbers } from '../../eval/evidence/faults.js';
import { patternsOfCode, patternsOfFile } from '../../eval/evidence/patterns.js';
import { packageRoot } from '../../src/package-root.js';

/** How many have no evidence. These two numbers may only fall. */
const WITHOUT = { patterns: 301, alternatives: 445 };

const testFile = (path: string) => {
  const file = join(packageRoot(), path);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
};

describe('the evidence of patterns', () => {
  it('has a line for each pattern and alternative of the code, and no other without evidence', async () => {
    const code = await patternsOfCode();
    expect(code.size).toBeGreaterThan(500);
    expect(faultsOf({ code, lines: readEvidence(), testFile })).toEqual([]);
  });

  it('is missing for no more patterns and alternatives than before', () => {
    expect(faultsOfNumbers(readEvidence().values(), WITHOUT)).toEqual([]);
  });
});

/** Lines of an invented file: pattern, alternative, and what differs from a line without evidence. */
function linesOf(...rows: Array<[pattern: string, alternative: string, more?: Partial<EvidenceLine>]>) {
  const lines = rows.map(([pattern, alternative, more]) => ({
    ...{ pattern, alternative, us: null, europe: null, document: '', test: '' },
    ...more,
  }));
  return new Map(lines.map((line) => [keyOf(line), line]));
}
const code = (...patterns: string[]) => new Map(patterns.map((text) => [text, 'src/a.ts']));
const faults = (patterns: string[], lines: Map<string, EvidenceLine>) =>
  faultsOf({
    code: code(...patterns),
    lines,
    testFile: (path) => (path === 'test/a.test.ts' ? "it('b')" : null),
  });
/** Where a variable adds to a pattern. */
const place = (name: string) => `\${${name}}`;
const REAL = { document: 'sec/form4/a.xml' };

describe('the comparison', () => {
  it('accepts counts, documents and tests as evidence, wherever the pattern is', () => {
    const lines = linesOf(
      ['a', '', { us: 1 }],
      ['b', '', { europe: 2 }],
      ['c|d', '', REAL],
      ['c|d', 'c', REAL],
      ['c|d', 'd', { test: 'test/a.test.ts: b' }],
      ['e', ''],
      ['gone', '', REAL],
    );
    expect(faults(['a', 'b', 'c|d', 'e'], lines)).toEqual([]);
  });

  it('finds a new pattern, and a new alternative of one with evidence', () => {
    expect(faults(['a', 'b|c'], linesOf(['b|c', '', REAL], ['b|c', 'b', REAL]))).toEqual([
      'the pattern /a/ of src/a.ts has no line: add one with the real document that it matches (data/wordings/README.md)',
      'the alternative "c" of /b|c/ of src/a.ts has no line: add one with the real document that it matches (data/wordings/README.md)',
    ]);
  });

  it('finds a line without evidence whose pattern was removed', () => {
    expect(faults([], linesOf(['a', '', { us: 0, europe: 0 }]))).toEqual([
      'the pattern /a/ is not in the code any more: delete its line',
    ]);
  });

  it.each(['test/other.test.ts: b', 'test/a.test.ts: c', 'test/a.test.ts', 'it looks right'])(
    'finds that the test "%s" does not exist',
    (test) => {
      expect(faults(['a'], linesOf(['a', '', { test }]))).toEqual([
        `the pattern /a/ names the test "${test}", which does not exist: name one that does`,
      ]);
    },
  );

  it('finds more without evidence than before, and fewer', () => {
    const lines = linesOf(['a', ''], ['b|c', '', REAL], ['b|c', 'b'], ['b|c', 'c']).values();
    expect(faultsOfNumbers(lines, { patterns: 0, alternatives: 3 })).toEqual([
      '1 patterns are without evidence, 0 were: name a real document for each new one, or remove it',
      '2 alternatives are without evidence, 3 were: state 2 in this test',
    ]);
  });

  it.each([
    ['pattern\tus\n', 'the first line must be'],
    ['pattern\talternative\tus\teurope\tdocument\ttest\na\t\t1\n', 'line 2 needs six columns'],
    ['pattern\talternative\tus\teurope\tdocument\ttest\na\t\tmany\t\t\t\n', 'line 2 needs six columns'],
    ['pattern\talternative\tus\teurope\tdocument\ttest\na\t\t1\t\t\t\na\t\t\t\t\t\n', 'line 3 repeats'],
  ])('rejects a file with another form: %j', (text, message) => {
    expect(() => readEvidence(text)).toThrow(message);
  });
});

describe('the patterns of a file', () => {
  it('are its literals, what it composes while it is loaded, and what its functions compose later', () => {
    const text = [
      'const DAY = /a\\/b/g;',
      `const ALL = new RegExp(\`(?:${place('WORDS')})/\` + '$');`,
      `const later = (word: string) => new RegExp(String.raw\`\\b${place('word')}\\b${place('word.length')}\`);`,
    ].join('\n');
    expect(patternsOfFile('src/a.ts', text, ['(?:x|y)\\/$'])).toEqual([
      'a\\/b',
      '(?:x|y)\\/$',
      `\\b${place('word')}\\b${place('…')}`,
    ]);
  });

  it('must be written where they are composed, unless that is while the file is loaded', () => {
    const text = 'const make = (word: string) => new RegExp(word);';
    expect(() => patternsOfFile('src/a.ts', text, [])).toThrow(
      /src\/a.ts: a pattern is made of variables alone/,
    );
    expect(patternsOfFile('src/a.ts', text, ['x'])).toEqual(['x']);
  });
});

describe('the alternatives of a pattern', () => {
  it.each([
    ['a', []],
    ['a|b(?:c|d)', ['a', 'b(?:c|d)']],
    ['x(?:a|b(?:c|d))y(?<n>e|a)', ['a', 'b(?:c|d)', 'e']],
    ['[|(]\\(a\\|b(?=c|d)(?<=e|f)', ['c', 'd', 'e', 'f']],
    ['a(?!b|c)(?<!d|e)', []],
    [`(?:${place('one|two')}|b)`, [place('one|two'), 'b']],
  ])('are those of its first choices: %s', (pattern, texts) => {
    expect(alternativesOf(pattern).map(({ text }) => text)).toEqual(texts);
  });

  it('take their place alone, and cannot be left out', () => {
    expect(alternativesOf('x(a|b)?y(?:c|d){0,1}z').map(({ alone }) => alone)).toEqual([
      'x(a)y(?:c|d){0,1}z',
      'x(b)y(?:c|d){0,1}z',
      'x(a|b)?y(?:c)z',
      'x(a|b)?y(?:d)z',
    ]);
  });

  it.each([
    ['x(?:a|b|c)y(d|e)', 'x(?:a|c)y(d|e)', true],
    ['a|b|c', 'c|a', true],
    ['x(?:a|b|c)y', 'x(?:a|d)y', false],
    ['x(?:a|b|c)y', 'x(?:a|c)z', false],
    ['x(?:a|b)y(d|e)', 'x(?:a|d)y(d|e)', false],
    ['a', 'a', false],
  ])('%s becomes %s when it loses some: %s', (pattern, shorter, isTrue) => {
    expect(isShortened(pattern, shorter)).toBe(isTrue);
  });
});
