/** The words of natures: which kind each is, what a denial takes back, and which of them are names. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { packageRoot } from '../../../src/package-root.js';
import { readTerms } from '../../../src/records/europe/nature-terms.js';
import { wordsOf } from '../../../src/records/europe/nature-words.js';
import { hasSamples } from '../../samples/folder.js';

const TABLE = readFileSync(join(packageRoot(), 'data/curated/nature-words.tsv'), 'utf8');
const kinds = (text: string, names = {}) => wordsOf(text, names).map(({ text, kind }) => `${text}: ${kind}`);

describe('the table of words', () => {
  const lines = TABLE.trimEnd().split('\n').slice(1);

  it('has each wording once, and names documents that are there', () => {
    const words = lines.map((line) => line.split('\t')[0]);
    expect(words.filter((one, i) => words.indexOf(one) !== i)).toEqual([]);
    const documents = new Set(lines.map((line) => line.split('\t')[3] ?? '').filter((name) => name !== ''));
    expect(documents.size).toBeGreaterThan(0);
    if (hasSamples('eu/uk')) expect([...documents].filter((name) => !hasSamples(name))).toEqual([]);
  });

  it('gives a reason for each word that makes a row another transaction, and for no other', () => {
    const reasoned = new Set(['act', 'plan', 'paid', 'never', 'buyback']);
    const wrong = lines.filter((line) => {
      const [, kind = '', reason = ''] = line.split('\t');
      return reasoned.has(kind) !== (reason !== '');
    });
    expect(wrong).toEqual([]);
  });

  it.each(['words\tkind\nshare', 'words\tkind\nshare\tnoun', 'words\tkind\n\tshare'])(
    'rejects %j',
    (table) => {
      expect(() => readTerms(table)).toThrow('not a line of nature-words.tsv');
    },
  );
});

describe('the words of a text', () => {
  it('are read together where the table has them together', () => {
    expect(kinds('Buy-out of share incentive plan shares')).toEqual([
      'buy out: paid',
      'of: link',
      'share incentive plan: plan',
      'shares: share',
    ]);
  });

  it('may be a part of one word in Dutch', () => {
    expect(kinds('Personeelsopties onder aandelenplan')).toEqual([
      'personeelsopties: act',
      'onder: from',
      'aandelenplan: paid',
    ]);
  });

  it.each([
    ['Sale, not under the plan', ['sale: sell', ',: stop']],
    ['Sale not linked to news to cover tax', ['sale: sell', 'to: other', 'cover: purpose', 'tax: tax']],
    ['Not a sale to cover tax', []],
    ['Shares, options excluded', ['shares: share', ',: stop']],
    ['Purchase linked to a plan: No', ['purchase: buy']],
    ['Plan no. 2', ['plan: paid', 'no: denial', '.: stop', '2: number']],
  ])('are not those that it denies: %s', (text, words) => {
    expect(kinds(text)).toEqual(words);
  });

  it.each([
    ['Purchase by Grant Thornley', {}, ['grant: name', 'thornley: name']],
    ['Purchase by Award Capital Partners LLP', {}, ['award: name', 'capital partners: name', 'llp: name']],
    ['Purchase by Ms Grant', { person: 'Ada Grant' }, ['ms: name', 'grant: name']],
    ['Purchase by Grant of options', {}, ['grant: act', 'of: link', 'options: act']],
    [
      'Purchase by Quillford Employee Benefit Trust',
      {},
      ['quillford: name', 'employee benefit trust: never'],
    ],
    ['Purchase by Quillford EBT Limited', {}, ['quillford: name', 'ebt: never', 'limited: name']],
  ])('are names or what they mean: %s', (text, names, words) => {
    expect(kinds(text, names).slice(2)).toEqual(words);
  });
});
