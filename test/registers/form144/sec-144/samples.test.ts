/** Real notices and those of the SEC's own tests, kept outside the repository, against a second reader's facts. */

import { readFileSync } from 'node:fs';
import { describe, expect } from '@jest/globals';
import { type NoticeReading, readingOf, stated } from '../../../../eval/fidelity/form144.js';
import { parse } from '../../../../src/registers/form144/sec-144/parse.js';
import { samplePath } from '../../../samples/folder.js';
import { itNeeds } from '../../../samples/needs.js';

const NAMES = [
  'apple-maestri-2023-04-13',
  'palantir-karp',
  'sec-official-sample-144',
  'sec-official-sample-144A',
];

describe('samples of Form 144', () => {
  for (const name of NAMES) {
    const paths = [`sec-forms/form144/${name}.xml`, `sec-forms/expected/${name}.json`] as const;
    itNeeds(...paths)(`${name} is read as the second reader does`, () => {
      const [xml, expected] = paths.map((path) => readFileSync(samplePath(path)));
      const [result] = parse({
        key: '0009999999-26-000001',
        kind: 'notice-xml',
        url: `file:${name}`,
        retrievedAt: '2026-11-21T00:00:00.000Z',
        bytes: xml!,
      });
      const [record] = result === undefined ? [] : result.records;
      if (record?.kind !== 'form144') throw new Error('no notice');
      expect(readingOf(record)).toEqual(stated(JSON.parse(expected!.toString('utf8')) as NoticeReading));
    });
  }
});
