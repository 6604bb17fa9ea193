/** The project's texts use plain English: none of the phrases listed in scripts/english.mjs. */

import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type * as English from '../scripts/english.mjs';
import { packageRoot } from '../src/package-root.js';

const { hits, hitsIn }: typeof English = await import(join(packageRoot(), 'scripts/english.mjs'));

const found = (name: string, text: string) =>
  hitsIn(name, text).map(({ line, phrase }) => `${line}: ${phrase}`);

describe('English', () => {
  it('has no listed phrase in documents, comments, messages and test names', () => {
    expect(hits().map(({ file, line, phrase, say }) => `${file}:${line}: ${phrase} (say: ${say})`)).toEqual(
      [],
    );
  });

  it('finds a phrase across lines, in comments, strings, templates and titles', () => {
    expect(found('a.md', '# One\n\nIt is at\nhand here.\n')).toEqual(['3: at hand']);
    expect(found('a.ts', "/**\n * It is at\n * hand.\n */\nconst a = 'one told of';")).toEqual([
      '2: at hand',
      '5: told',
    ]);
    expect(
      found('a.ts', ['const a = `no $', '{b ? `is told $', '{c}` : d} gate`; // nobody'].join('')),
    ).toEqual(['1: told', '1: gate', '1: nobody']);
    expect(found('a.sql', "-- nobody\nSELECT 'nobody';")).toEqual(['1: nobody']);
    expect(found('test/a.test.ts', "it('says what it told', () => f('nobody is here'));")).toEqual([
      '1: told',
    ]);
  });

  it('reads no code as prose', () => {
    const code = '```\nnobody\n```\n\n    nobody\n\nOne `nobody` and [a link](nobody.md).\n';
    expect(found('a.md', code)).toEqual([]);
    expect(found('a.ts', "const nobody = /it's told/.test(gate) / 2; const b = 'told';")).toEqual([]);
    expect(found('a.ts', "const a = 'SELECT told FROM doubt WHERE nobody'; // `nobody`")).toEqual([]);
  });

  it.each([
    ['Of these only one counts.', 'Of'],
    ['It grows; who is done is read again.', '; who is done is'],
    ['Who comes later never takes it.', 'Who comes later never takes'],
    ['What cannot be read is kept.', 'What cannot be read is'],
    ['Counted are all answers.', 'Counted are'],
    ['It is closed for who asks.', 'for who'],
    ['A token that is no key counts as none.', 'is no'],
  ])('finds an inverted sentence: %s', (text, phrase) => {
    expect(hitsIn('a.md', text).map((hit) => hit.phrase)).toContain(phrase);
  });

  it.each([
    'Unknown is not empty.',
    'There is no key, and it is no longer needed.',
    'Who an issuer is.',
    'The outstanding shares of owners who are directors stay.',
    'What you get',
    'It stands for a person.',
  ])('accepts: %s', (text) => {
    expect(found('a.md', text)).toEqual([]);
  });
});
