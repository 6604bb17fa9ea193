/** EDGAR's feed and indexes, page by page. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { edgarAddresses } from '../../../src/registers/edgar/edgar.js';
import { readFeedPage, readMasterIndex } from '../../../src/registers/edgar/indexes.js';
import { FORM_4 } from '../../../src/registers/form4/sec-form4/vocabulary.js';
import { SourceError } from '../../../src/registers/register.js';
import { samplePath } from '../../samples/folder.js';
import { describeNeeds } from '../../samples/needs.js';

const addresses = edgarAddresses();
const HEADING = `Description:           Daily Index\n \nCIK|Company Name|Form Type|Date Filed|File Name\n${'-'.repeat(80)}\n`;
const line = (cik: number, name: string, form: string, date: string, number: number) =>
  `${cik}|${name}|${form}|${date}|edgar/data/${cik}/0009990001-26-${String(number).padStart(6, '0')}.txt`;
const index = (...lines: string[]) =>
  readMasterIndex(Buffer.from(HEADING + lines.join('\n'), 'latin1'), 'u', addresses, FORM_4);

const entry = (
  parts: { term?: string; id?: string; updated?: string; link?: string; title?: string } = {},
) => {
  const { term = '4', id = 'urn:tag:sec.gov,2008:accession-number=0009990001-26-000001' } = parts;
  const { updated = '2026-10-07T21:43:44-04:00', title = '4 - O&#39;Roe &amp; Co (0009990001) (Issuer)' } =
    parts;
  const { link = 'https://www.sec.gov/Archives/edgar/data/9990001/000999000126000001/x-index.htm' } = parts;
  const category =
    term === '' ? '' : `<category scheme="https://www.sec.gov/" label="form type" term="${term}"/>`;
  return `<entry><title>${title}</title><link rel="alternate" href="${link}"/><updated>${updated}</updated>${category}<id>${id}</id></entry>`;
};
const page = (...entries: string[]) =>
  readFeedPage(
    Buffer.from(
      `<?xml version="1.0" encoding="ISO-8859-1" ?>\n<feed xmlns="http://www.w3.org/2005/Atom"><title>L\u00e9</title>${entries.join('')}</feed>`,
      'latin1',
    ),
    'u',
    addresses,
    FORM_4,
  );

describe('a page of the feed', () => {
  it('gives each filing once, with its acceptance time in UTC', () => {
    const { filings, warnings, entries, newest } = page(
      entry(),
      entry({
        link: 'https://www.sec.gov/Archives/edgar/data/9990002/x/y',
        title: '4 - Roe (0009990002) (Reporting)',
      }),
      entry({
        term: '4/A',
        id: 'x:accession-number=0009990001-26-000002',
        updated: '2026-12-07T21:43:44-05:00',
      }),
    );
    expect(warnings).toEqual([]);
    expect([entries, newest]).toEqual([3, '2026-12-08T02:43:44.000Z']);
    expect(filings).toEqual([
      {
        key: '0009990001-26-000001',
        kind: 'submission',
        url: 'https://www.sec.gov/Archives/edgar/data/9990001/0009990001-26-000001.txt',
        metadata: { form: '4', filedAt: '2026-10-08T01:43:44.000Z' },
        priority: 202610080143,
      },
      expect.objectContaining({
        key: '0009990001-26-000002',
        metadata: { form: '4/A', filedAt: '2026-12-08T02:43:44.000Z' },
      }),
    ]);
  });

  it.each(['424B2', '40-APP/A', '485BXT', '497', '4X'])('skips form %s', (term) => {
    expect(page(entry({ term }))).toMatchObject({ filings: [], warnings: [], entries: 1 });
  });

  it('takes the party from the title when the link has none', () => {
    expect(page(entry({ link: '/elsewhere' })).filings[0]?.url).toContain('/data/9990001/');
  });

  it('reports what it cannot read, and keeps a filing whose time it cannot read', () => {
    const { filings, warnings } = page(
      entry({ term: '' }),
      entry({ id: 'urn:other' }),
      entry({ updated: '2026-10-07T21:43:44' }),
    );
    expect(warnings.map(({ kind }) => kind)).toEqual([
      'feed-entry-without-form',
      'feed-entry-unreadable',
      'feed-entry-without-time',
    ]);
    expect(filings).toHaveLength(1);
    expect(filings[0]?.metadata).toEqual({ form: '4' });
  });

  it.each(['<html><body>Maintenance</body></html>', 'no xml at all', '<feed><entry></feed>', ''])(
    'is rejected when it is %s',
    (text) => {
      expect(() => readFeedPage(Buffer.from(text), 'u', addresses, FORM_4)).toThrow(SourceError);
    },
  );

  it('is refused when its entries have another shape', () => {
    expect(() => page(...Array.from({ length: 30 }, () => entry({ term: '' })))).toThrow(/unknown shape/);
  });
});

describe('a master index', () => {
  it('gives each filing once, whatever the number of its parties, with daily and quarterly dates', () => {
    const daily = index(
      line(9990001, 'SAMPLE | CO', '4', '20261007', 1),
      line(9990002, 'Roe Ren\u00e9', '4', '20261007', 1),
      line(9990003, 'Fund', '13F-HR', '20261008', 2),
      `${line(9990001, 'SAMPLE', '4/A', '2026-10-06', 3)}   `,
    );
    expect(daily).toMatchObject({ lines: 4, lastFiled: '2026-10-08', warnings: [] });
    expect(daily.filings.map(({ key, metadata }) => [key, metadata])).toEqual([
      ['0009990001-26-000001', { form: '4', filedDate: '2026-10-07' }],
      ['0009990001-26-000003', { form: '4/A', filedDate: '2026-10-06' }],
    ]);
  });

  it('may have no lines', () => {
    expect(index()).toEqual({ filings: [], warnings: [], lines: 0, lastFiled: null });
  });

  it('reports a line that it cannot read', () => {
    const { filings, warnings } = index('nonsense', line(9990001, 'S', '4', '20261007', 1));
    expect(filings).toHaveLength(1);
    expect(warnings).toEqual([{ kind: 'index-line-unreadable', detail: 'nonsense', where: 'u line 5' }]);
  });

  it('is refused when it was cut off, when it is something else, and when its lines have another shape', () => {
    expect(() => index(line(1, 'S', '4', '20261007', 1), '9990002|Roe|4|20261007|edgar/data/99')).toThrow(
      /middle/,
    );
    expect(() => readMasterIndex(Buffer.from('<html></html>'), 'u', addresses, FORM_4)).toThrow(SourceError);
    const odd = Array.from({ length: 30 }, (_, i) => `odd ${i}`);
    expect(() => index(...odd, line(1, 'S', '4', '20261007', 1))).toThrow(/unknown shape/);
  });
});

describeNeeds('sec/indexes')('real lists', () => {
  it('18 March 2020: 991 filings in 2,074 lines of type 4 or 4/A', () => {
    const rows = readFileSync(samplePath('sec/indexes', 'form.20200318.idx'), 'latin1')
      .split('\n')
      .map((row) => /^(\S+(?: \S+)*)\s{2,}(.*?)\s+(\d+)\s+(\d{8})\s+(\S+)\s*$/.exec(row))
      .filter((row) => row !== null);
    const master = rows.map(([, form, name, cik, date, path]) => `${cik}|${name}|${form}|${date}|${path}`);
    expect(rows.filter(([, form]) => form === '4' || form === '4/A')).toHaveLength(2074);
    const { filings, warnings, lines } = index(...master);
    expect([filings.length, warnings.length, lines]).toEqual([991, 0, rows.length]);
  });

  it.each(['0', '100', '200', '1000', '3700', '5000'])(
    'the feed from %s on reads without a warning',
    (start) => {
      const bytes = readFileSync(samplePath('sec/indexes', `getcurrent-type4-start${start}.atom.xml`));
      const { filings, warnings, entries, newest } = readFeedPage(bytes, 'u', addresses, FORM_4);
      expect([entries, warnings]).toEqual([100, []]);
      const terms = bytes.toString('latin1').split('<entry>').slice(1);
      const keys = new Set(
        terms
          .filter((text) => /term="4(\/A)?"/.test(text))
          .map((text) => /accession-number=([\d-]+)/.exec(text)?.[1] ?? ''),
      );
      expect(new Set(filings.map(({ key }) => key))).toEqual(keys);
      expect(newest).toMatch(/^2025-12-1[012]T\d\d:\d\d:\d\d\.000Z$/);
    },
  );

  it('the page past the end is not a feed', () => {
    const bytes = readFileSync(samplePath('sec/indexes', 'getcurrent-type4-start5100.http503.html'));
    expect(() => readFeedPage(bytes, 'u', addresses, FORM_4)).toThrow(SourceError);
  });
});
