/** Broken places: where a file can be broken, that a place is found again after other edits, and which tests are run for it. */

import { describe, expect, it } from '@jest/globals';
import { brokenAt, candidatesOf } from '../../eval/mutations/candidates.js';
import { roundOf } from '../../eval/mutations/notice.js';
import { readPlaces } from '../../eval/mutations/places.js';
import { type Importers, roundsFor } from '../../eval/mutations/rounds.js';

const CODE = `/** Ümlaute are two bytes. */
type Two = 2;
const max: Two = 2 as Two;
function add(list: string[], isOpen = false): void {
  if (list.length < max && isOpen && /9/.test('9')) list.push('0');
  while (!isOpen) run();
  list.push('0');
  return isOpen ? undefined : undefined;
}
`;

describe('the candidates of a file', () => {
  const changes = candidatesOf(CODE).map(({ kind, before, after }) => [kind, before, after]);
  const test = "if (list.length < max && isOpen && /9/.test('9')) list.push('0');";

  it('are its conditions, constants and statements, and nothing of types, texts and patterns', () => {
    expect(changes).toEqual([
      ['constant', 'const max: Two = 2 as Two;', 'const max: Two = 3 as Two;'],
      [
        'constant',
        'function add(list: string[], isOpen = false): void {',
        'function add(list: string[], isOpen = true): void {',
      ],
      ['condition', test, "if (!(list.length < max) && isOpen && /9/.test('9')) list.push('0');"],
      ['condition', test, "if (!(list.length < max && isOpen && /9/.test('9'))) list.push('0');"],
      ['constant', test, test.replace('<', '<=')],
      ['condition', test, test.replace('isOpen', '!(isOpen)')],
      ['condition', test, "if (list.length < max && isOpen && !(/9/.test('9'))) list.push('0');"],
      ['statement', test, "if (list.length < max && isOpen && /9/.test('9')) ;"],
      ['condition', 'while (!isOpen) run();', 'while (!(!isOpen)) run();'],
      ['statement', 'while (!isOpen) run();', 'while (!isOpen) ;'],
      ['statement', "list.push('0');", ';'],
      ['condition', 'return isOpen ? undefined : undefined;', 'return !(isOpen) ? undefined : undefined;'],
    ]);
  });

  it('are found again by their whole lines after other edits, and are gone with them', () => {
    const place = { before: 'a();', after: ';', ordinal: 1 };
    expect(brokenAt('a();\nif (b) a();\n  a();\n', place)).toBe('a();\nif (b) a();\n  ;\n');
    expect(brokenAt('c();\na();\nc();\n  a();', place)).toBe('c();\na();\nc();\n  ;');
    expect(brokenAt('a();\n', place)).toBeNull();
  });

  it('on equal lines differ', () => {
    const text = 'a(1);\nb();\na(1);\n';
    const broken = candidatesOf(text).map((one) => brokenAt(text, one));
    expect(broken).toHaveLength(new Set(broken).size);
    expect(broken).not.toContain(text);
  });
});

describe('the places', () => {
  it('are those of the 200 that are left, of all areas, and at most two in a file', () => {
    const places = readPlaces();
    const files = places.map(({ file }) => file);
    expect(new Set(places.map(({ id }) => id)).size).toBe(197);
    expect(new Set(files.map((file) => file.replace(/^(src\/\w+|tools)\/.*/, '$1')))).toEqual(
      new Set(['src/registers', 'src/derive', 'tools', 'src/pipeline']),
    );
    expect(files.filter((file) => files.filter((other) => other === file).length > 2)).toEqual([]);
  });
});

describe('the rounds', () => {
  const importers: Importers = new Map([
    [
      'src/derive/form4/lots',
      ['test/derive/form4/lots.test', 'src/derive/index', 'test/derive/form4/all.cases'],
    ],
    ['src/derive/index', ['test/derive/all.test', 'test/store/store.cases', 'src/far']],
    ['src/far', ['src/farther']],
    ['src/farther', ['test/store/far.cases', 'test/service/far.service.test', 'test/start.process.test']],
    ['test/derive/form4/all.cases', ['test/derive/derive.service.test']],
    ['test/store/store.cases', ['test/store/store.service.test']],
    ['test/store/far.cases', ['test/store/store.service.test']],
  ]);
  const { near, far } = roundsFor('src/derive/form4/lots.ts', importers);

  it('begin with the folder that mirrors the file, and leave out what is far away', () => {
    expect(near).toEqual([
      { project: 'pure', suites: ['test/derive/form4/lots.test'], cases: [] },
      { project: 'service', suites: ['test/derive/derive.service.test'], cases: ['derive/form4/all'] },
    ]);
    expect(far).toEqual([
      { project: 'pure', suites: ['test/derive/all.test'], cases: [] },
      { project: 'service', suites: ['test/store/store.service.test'], cases: ['store/store'] },
    ]);
  });

  it('are one for what noticed the place the last time', () => {
    const [suite, cases] = ['test/derive/all.test', 'store/store'].map((by) => roundOf(by, far));
    expect(suite).toEqual([{ project: 'pure', suites: ['test/derive/all.test'], cases: [] }]);
    expect(cases).toEqual([far[1]]);
    expect(roundOf('test/removed.test', far)).toEqual([]);
  });
});
