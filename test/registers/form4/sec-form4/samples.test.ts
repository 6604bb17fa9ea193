/**
 * Real filings, kept outside the repository: the hardest are compared with facts checked by hand against the
 * document (`expected/*.json`), all others must be read without a warning.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { packageRoot } from '../../../../src/package-root.js';
import type { Form4Filing, Form4Transaction } from '../../../../src/records/form4/form4.js';
import { recognise } from '../../../../src/registers/form4/sec-form4/parse.js';
import type { RawDocument } from '../../../../src/registers/register.js';
import { samplePath, samplesIn } from '../../../samples/folder.js';
import { itNeeds } from '../../../samples/needs.js';
import { parsed, reason } from './written-filing.js';

const SAMPLES = 'sec/form4';
const expectedFolder = join(packageRoot(), 'test/registers/form4/sec-form4/expected');

interface Expected {
  sample: string;
  warnings: string[];
  filing: Record<string, unknown>;
  /** Table, code, date, shares, price, shares after, D or I, then the flags that are set. */
  rows: string[];
}

/** Two saved files carry no accession number in their names. */
const ACCESSIONS: Record<string, string> = {
  'SCWO-melkote-2025-04-30.xml': '0009999999-25-000001',
  'SNOW-scarpelli-2022-12-13.xml': '0009999999-22-000001',
};

function load(name: string): RawDocument {
  const bytes = readFileSync(samplePath(SAMPLES, name));
  const known = recognise({ name, bytes });
  if (!known) throw new Error(`${name} is not recognised`);
  const accession = ACCESSIONS[name];
  return {
    ...known,
    bytes,
    retrievedAt: '2026-11-21T00:00:00.000Z',
    ...(accession ? { metadata: { accession } } : {}),
  };
}

const FLAGS = {
  is10b5_1: 'plan',
  hasVwapFootnote: 'average-price',
  hasAdsFootnote: 'ads',
  hasTaxWithholdingFootnote: 'tax',
  soldOnlyForTax: 'only-tax',
  hasIndirectOwnershipFootnote: 'indirect',
} as const;

function line(row: Form4Transaction): string {
  const flags = Object.entries(FLAGS).filter(([name]) => row[name as keyof typeof FLAGS]);
  const { table, transactionCode, transactionDate, shares, pricePerShare, sharesOwnedAfter, ownership } = row;
  const values = [
    table,
    transactionCode,
    transactionDate,
    shares,
    pricePerShare,
    sharesOwnedAfter,
    ownership,
  ];
  return [...values.map(String), ...flags.map(([, word]) => word), ...row.implausible].join(' ');
}

const expected = readdirSync(expectedFolder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(expectedFolder, name), 'utf8')) as Expected);

describe('real filings', () => {
  it('are expected in at least ten cases', () => {
    expect(expected.length).toBeGreaterThanOrEqual(10);
  });

  for (const { sample, ...one } of expected)
    itNeeds(`${SAMPLES}/${sample}`)(`${sample} says what it says`, () => {
      const { records, warnings } = parsed(load(sample));
      const { transactions, ...filing } = records[0] as Form4Filing;
      expect(filing).toMatchObject(one.filing);
      expect(transactions.map(line)).toEqual(one.rows);
      expect(warnings.map(({ kind, detail }) => `${kind} ${detail}`)).toEqual(one.warnings);
    });

  const named = new Set(expected.map((one) => one.sample));
  const rest = samplesIn(SAMPLES).filter((name) => !named.has(name) && !name.endsWith('.html'));
  for (const name of rest)
    it(`${name} is read without a warning`, () => {
      const { records, warnings } = parsed(load(name));
      const form = /<documentType>([^<]*)/
        .exec(readFileSync(samplePath(SAMPLES, name), 'latin1'))?.[1]
        ?.trim();
      if (form === '4') {
        expect(warnings).toEqual([]);
        expect(records.filter(({ kind }) => kind === 'form4')).toHaveLength(1);
      } else {
        expect(records).toEqual([]);
        expect(warnings.map(({ kind }) => kind)).toEqual(['not-form-4']);
      }
    });

  const name = 'XSL-RENDERED-not-xml-MSFT.html';
  itNeeds(`${SAMPLES}/${name}`)('rejects the HTML rendering', () => {
    const bytes = readFileSync(samplePath(SAMPLES, name));
    expect(recognise({ name, bytes })).toBeNull();
    const raw = {
      key: '0009999999-22-000002',
      url: 'file:form4.xml',
      bytes,
      retrievedAt: '2026-11-21T00:00:00.000Z',
    };
    expect(reason({ ...raw, kind: 'ownership-xml' })).toMatch(/HTML rendering/);
    expect(reason({ ...raw, kind: 'submission' })).toMatch(/HTML rendering/);
  });
});
