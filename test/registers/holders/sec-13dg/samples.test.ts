/** Real schedules, kept outside the repository, compared with what another program read in them. */

import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { headlinePerson } from '../../../../src/derive/holders/headline.js';
import type { Schedule13Filing } from '../../../../src/records/holders/schedule13.js';
import { recognise } from '../../../../src/registers/holders/sec-13dg/parse.js';
import { samplePath, samplesIn } from '../../../samples/folder.js';
import { describeNeeds } from '../../../samples/needs.js';
import { readSchedules } from './written-schedule.js';

const FOLDER = 'sec-forms/schedule13';
const EXPECTED = 'sec-forms/expected';

interface Expected {
  form: string;
  schemaVersion?: string;
  previousAccession?: string;
  filerCik: string;
  amendmentNo?: number;
  eventDate: string;
  previouslyFiledOn13G?: boolean;
  issuerCik: string;
  issuerName: string;
  cusips: string[];
  class: string;
  rules?: string[];
  persons: Array<Record<string, unknown>>;
  headline: { shares: number; percent: number; sumOfPersonsWouldBe: number };
  signed: string[];
}

const names = samplesIn(FOLDER).filter((name) => name.endsWith('.xml'));
const load = (name: string) => {
  const text = readFileSync(samplePath(FOLDER, name), 'utf8');
  const known = recognise({ name, bytes: Buffer.from(text) });
  if (known === null) throw new Error(`${name} is not recognised`);
  return readSchedules(text, { ...known, metadata: { accession: '0009999999-26-000001' } });
};
const expectedOf = (name: string): Expected =>
  JSON.parse(readFileSync(samplePath(EXPECTED, name.replace('.xml', '.json')), 'utf8'));
const plain = (cik: unknown) => (typeof cik === 'string' ? cik.replace(/^0+/, '') : null);

/** As the other program names the fields. */
function reading(filing: Schedule13Filing) {
  return {
    form: filing.form,
    schemaVersion: filing.schemaVersion,
    previousAccession: filing.previousAccession,
    filerCik: filing.filerCik,
    amendmentNo: filing.amendmentNo,
    eventDate: filing.eventDate,
    previouslyFiledOn13G: filing.previouslyFiledOn13G,
    issuerCik: filing.issuer.cik,
    issuerName: filing.issuer.name,
    cusips: filing.cusips,
    class: filing.classTitle,
    rules: filing.rules,
    persons: filing.persons.map((one) => ({
      name: one.name,
      cik: one.cik,
      group: one.group,
      soleVoting: one.soleVoting,
      sharedVoting: one.sharedVoting,
      soleDispositive: one.soleDispositive,
      sharedDispositive: one.sharedDispositive,
      aggregate: one.shares,
      excludesShares: one.excludesShares,
      percent: one.percent,
      types: one.types,
    })),
    signed: [filing.filedDate],
  };
}

describeNeeds(FOLDER, EXPECTED)('a real schedule', () => {
  it.each(names)('%s is read as expected, and no sum of persons is taken', (name) => {
    const { filing, warnings } = load(name);
    const { headline, ...expected } = expectedOf(name);
    expect(reading(filing)).toEqual({
      schemaVersion: null,
      previousAccession: null,
      amendmentNo: null,
      previouslyFiledOn13G: null,
      rules: [],
      ...Object.fromEntries(Object.entries(expected).filter(([key]) => !/^(wellFormed|repair)$/.test(key))),
      filerCik: plain(expected.filerCik),
      issuerCik: plain(expected.issuerCik),
      // A class without a CUSIP.
      cusips: expected.cusips.filter((cusip) => cusip !== '000000000'),
      persons: expected.persons.map((one) => ({
        group: null,
        excludesShares: null,
        ...one,
        cik: plain(one.cik),
      })),
    });
    const holder = headlinePerson(filing);
    expect([holder?.shares, holder?.percent]).toEqual([headline.shares, headline.percent]);
    if (filing.persons.length > 1) expect(holder?.shares).not.toBe(headline.sumOfPersonsWouldBe);
    expect(warnings.map(({ kind }) => kind)).toEqual(name.includes('broken') ? ['end-tag-repaired'] : []);
  });

  it('quotes the purpose, and says when a holder ceased to be one', () => {
    expect(load('13D-Aadi-BML.xml').filing.purpose).toMatch(
      /^The Reporting Persons purchased the Common Stock/,
    );
    expect(load('13DA-Compass-exit.xml').filing.ceasedText).toMatch(
      /^As of January 21, 2026, AtaiBeckley Inc. ceased/,
    );
    expect(load('13D-QXO-affinity.xml').filing.ceasedText).toBeNull();
    expect(load('13G-AN2-X0202.xml').filing.isFivePercentOrLess).toBe(false);
  });
});
