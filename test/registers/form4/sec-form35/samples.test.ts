/** Real Forms 3 and 5 and those of the SEC's own tests, kept outside the repository, against a second reader's facts. */

import { readFileSync } from 'node:fs';
import { describe, expect } from '@jest/globals';
import { type OwnershipFacts35, readingOf35, stated35 } from '../../../../eval/fidelity/form35.js';
import type { Form35Filing } from '../../../../src/records/form4/form35.js';
import { parse, recognise } from '../../../../src/registers/form4/sec-form35/parse.js';
import { ParseError, type RawDocument } from '../../../../src/registers/register.js';
import { samplePath } from '../../../samples/folder.js';
import { itNeeds } from '../../../samples/needs.js';

const NAMES = [
  'form3-SPWR-hegde-no-securities',
  'form3-SNOW-berkshire-joint',
  'form3-SNOW-derivatives',
  'form5-SNOW-mcmahon-gift',
  'sec-test-doc3a',
  'sec-test-doc5',
  'sec-test-doc5a',
];
const NOT_WELL_FORMED = [
  'sec-official-doc3',
  'sec-official-doc3a',
  'sec-official-doc5',
  'sec-official-doc5a',
];

function load(name: string): RawDocument {
  const bytes = readFileSync(samplePath(`sec-forms/form3-5/${name}.xml`));
  const known = recognise({ name: `${name}.xml`, bytes });
  if (known === null) throw new Error(`${name} is not recognised`);
  return {
    ...known,
    bytes,
    retrievedAt: '2026-11-21T00:00:00.000Z',
    metadata: { accession: '0009999999-26-000035' },
  };
}

function read(name: string): Form35Filing {
  const [result] = parse(load(name));
  const [record] = result?.records ?? [];
  if (record?.kind !== 'form35') throw new Error('no filing');
  return record;
}

describe('samples of Forms 3 and 5', () => {
  for (const name of NAMES) {
    const paths = [`sec-forms/form3-5/${name}.xml`, `sec-forms/expected/${name}.json`] as const;
    itNeeds(...paths)(`${name} is read as the second reader does`, () => {
      const expected = JSON.parse(readFileSync(samplePath(paths[1]), 'utf8')) as OwnershipFacts35;
      expect(readingOf35(read(name))).toEqual(stated35(expected));
    });
  }

  for (const name of NOT_WELL_FORMED)
    itNeeds(`sec-forms/form3-5/${name}.xml`)(`${name} is not well-formed and stays unread`, () => {
      expect(() => [...parse(load(name))]).toThrow(ParseError);
      expect(() => [...parse(load(name))]).toThrow(/not well-formed XML/);
    });

  itNeeds('sec-forms/form3-5/form3-SNOW-derivatives.xml')(
    'four equal options of four trusts are four',
    () => {
      const { holdings } = read('form3-SNOW-derivatives');
      const trusts = holdings.filter(({ natureOfOwnership }) => natureOfOwnership === 'Trust');
      expect(trusts.map(({ underlyingShares }) => underlyingShares)).toEqual([95898, 95898, 95898, 95898]);
      expect(new Set(trusts.map(({ account }) => account)).size).toBe(4);
    },
  );

  itNeeds('sec-forms/form3-5/form5-SNOW-mcmahon-gift.xml')(
    'a gift has a price of 0, and no holding is a trade',
    () => {
      const { transactions, holdings } = read('form5-SNOW-mcmahon-gift');
      expect(transactions.map(({ pricePerShare, shares }) => [pricePerShare, shares])).toEqual([[0, 61386]]);
      expect(holdings.map(({ shares }) => shares)).toEqual([151188, 125737]);
    },
  );
});
