import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parseSearchResponse } from '../../../../src/registers/europe/uk-nsm/search-response.js';

describe('a search answer', () => {
  it('is refused in any other shape', () => {
    for (const text of [
      '',
      '[]',
      'null',
      '{"hits":{}}',
      '{"hits":{"hits":[{"_source":{}}]}}',
      '{"hits":{"hits":[1]}}',
    ])
      expect(() => parseSearchResponse(Buffer.from(text))).toThrow(/The NSM search/);
  });
});

const shared = join(process.cwd(), '../shared/registers/eu/uk');
const real = existsSync(shared) ? describe : describe.skip;
real(`search answers in ../shared${existsSync(shared) ? '' : ' (skipped: ../shared is not there)'}`, () => {
  const read = (name: string) => parseSearchResponse(readFileSync(join(shared, name)));

  it('the full set of fields: joint filers, an upload as PDF, a second version, a hit of another type', () => {
    const { total, took, count, hits } = read('uk-nsm-search-response.constructed.json');
    expect([total, took, count]).toEqual([7, 41, 7]);
    expect(hits.map((h) => [h.key.slice(-12), h.type, h.metadata.download_link?.split('/')[1]])).toEqual([
      ['555555555501', 'announcement', 'RNS'],
      ['555555555502', 'announcement', 'RNS'],
      ['KDISCLO_0013', 'announcement', 'PRN'],
      ['555555555504', 'announcement', 'GNW'],
      ['NI-000999999', 'pdf', 'DirectUpload'],
      ['555555555506', 'announcement', 'RNS'],
    ]);
    expect(hits[5]!.key).toMatch(/^99999999/);
    expect(hits[5]!.metadata.disclosure_id).toMatch(/^11111111/);
  });

  it('hits with few fields', () => {
    const { total, hits } = read('uk-nsm-search-2026-06.trimmed.json');
    expect(total).toBeNull();
    expect(hits.map((h) => [h.type, h.key === h.metadata.disclosure_id])).toEqual(
      Array(3).fill(['announcement', true]),
    );
  });
});
