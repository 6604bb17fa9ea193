/**
 * Every real spelling of House filers 2024-2026 and Senate filers 2014-2020, matched against the members of June
 * 2026.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { createMemberResolver } from '../../../src/derive/congress/resolve-members.js';
import type { Members } from '../../../src/records/congress/member.js';
import { parse } from '../../../src/registers/congress/congress-members/parse.js';
import { filerOfPage, filerOfSearchRow } from '../../../src/registers/congress/senate-ptr/filer-name.js';
import { hasSamples, samplePath } from '../../samples/folder.js';
import { describeNeeds } from '../../samples/needs.js';

const folder = samplePath('congress/members');
const beside = hasSamples('congress/members');

describeNeeds('congress/members')('real spellings', () => {
  const rows = beside ? variants() : [];
  const resolve = createMemberResolver(beside ? currentMembers() : []);
  const known = rows.filter((row) => row.bioguide !== '');
  const historical = rows.filter(
    (row) => row.match.includes('historical') || row.official.includes('historical'),
  );

  it('are all read', () => {
    expect(rows.length).toBe(283);
    expect(known.length + historical.length).toBe(rows.length);
  });

  it.each(known.map((row) => [row.text, row] as const))('%s is resolved', (_text, row) => {
    const found = answers(row);
    expect([...new Set(found.filter((bioguide) => bioguide !== null))]).toEqual([row.bioguide]);
    // A House report states its year, so each of them must be resolved.
    if (row.source === 'house-index') expect(found).not.toContain(null);
  });

  it.each(historical.map((row) => [row.text, row] as const))(
    '%s, a former member, is not matched with another member',
    (_text, row) => {
      expect([...new Set(answers(row))]).toEqual([null]);
    },
  );

  function answers(row: Variant): Array<string | null> {
    return row.dates.map(
      (date) => resolve(row.filerName, row.chamber, row.stateDistrict, date)?.bioguide ?? null,
    );
  }
});

type Variant = ReturnType<typeof variants>[number];

function variants() {
  const lines = readFileSync(join(folder, 'name-variants.tsv'), 'utf8')
    .replace(/\n$/, '')
    .split('\n')
    .slice(1);
  return lines.map((line) => {
    const cells = line.split('\t');
    const [source = '', prefix = '', last = '', first = '', suffix = '', state = '', years = ''] = cells;
    const house = source === 'house-index';
    const row = last.split('|');
    const filerName = house
      ? { asFiled: [prefix, first, last, suffix].filter(Boolean).join(' '), first, last }
      : source === 'senate-list'
        ? filerOfSearchRow({ first: row[0]!, last: row[1]!, office: row[2]! })
        : filerOfPage(last)!;
    return {
      source,
      text: [source, last, first, state].filter(Boolean).join(' '),
      filerName,
      chamber: house ? ('house' as const) : ('senate' as const),
      stateDistrict: house ? state : null,
      // Senate pages and rows of the sample have no date: these are the years that they come from.
      dates: (house ? years.split(',') : ['2014', '2016', '2018', '2020', '2026']).map(
        (year) => `${year}-06-20`,
      ),
      bioguide: cells[7] ?? '',
      official: cells[8] ?? '',
      match: cells[9] ?? '',
    };
  });
}

function currentMembers() {
  const bytes = readFileSync(join(folder, 'legislators-current-trimmed.json'));
  const document = { key: 'sample', kind: 'legislators-current', url: '', retrievedAt: '', bytes };
  const [step] = [...parse(document)];
  expect(step!.warnings).toEqual([]);
  return (step!.records[0] as Members).members;
}
