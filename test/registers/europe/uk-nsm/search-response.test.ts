/** Answers of the National Storage Mechanism's search. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parseSearchResponse } from '../../../../src/registers/europe/uk-nsm/search-response.js';
import { samplePath } from '../../../samples/folder.js';
import { describeNeeds } from '../../../samples/needs.js';

describe('a search response', () => {
  it('is rejected in any other shape', () => {
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

describeNeeds('eu/uk')('saved search responses', () => {
  const read = (name: string) => parseSearchResponse(readFileSync(samplePath('eu/uk', name)));

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
