/** Real 13F reports beside prices of other years: no value of them is marked, whatever happened to the shares in between. */

import { readFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import { effectiveReports } from '../../../src/derive/portfolios/effective-reports.js';
import type { CloseLookup } from '../../../src/derive/portfolios/known-prices.js';
import type { Holdings13F } from '../../../src/records/portfolios/form13f.js';
import { parseInformationTable } from '../../../src/registers/portfolios/information-table.js';
import { parse, recognise } from '../../../src/registers/portfolios/sec-13f/parse.js';
import { parse as parseFails } from '../../../src/registers/prices/prices-sec/parse.js';
import { samplePath, samplesIn } from '../../samples/folder.js';
import { itNeeds } from '../../samples/needs.js';
import { report } from './holdings-13f.js';

/** The SEC made up a row of its sample of the form: AT&T with the CUSIP of Alphabet, 79,296 shares for 7,454,547,777 thousand dollars. */
const INVENTED_ROWS: Readonly<Record<string, number>> = { 'sec-official-information_table.xml': 1 };

const FAILS = 'sec/tickers/cnsfails202009a.zip';

/** The last price of each CUSIP in the first half of September 2020. */
function prices(): CloseLookup {
  const document = { key: 'cnsfails202009a', kind: 'fails-to-deliver', url: 'u', retrievedAt: '' };
  const records = [...parseFails({ ...document, bytes: readFileSync(samplePath(FAILS)) })].flatMap(
    (one) => one.records,
  );
  const bySymbol = new Map<string, number>();
  const byCusip = new Map<string, number>();
  for (const record of records)
    if (record.kind === 'closes') for (const { symbol, close } of record.rows) bySymbol.set(symbol, close);
  for (const record of records)
    if (record.kind === 'cusip-symbols')
      for (const { cusip, symbol } of record.rows) {
        const close = bySymbol.get(symbol);
        if (close !== undefined) byCusip.set(cusip, close);
      }
  return ({ cusip }) => byCusip.get(cusip) ?? null;
}

/** The report of a submission, or of a table that was saved on its own; null for any other document. */
function reportIn(folder: string, name: string): Holdings13F | null {
  const bytes = readFileSync(samplePath(folder, name));
  const found = recognise({ name, bytes });
  if (found !== null) {
    const records = [...parse({ ...found, bytes, retrievedAt: '2026-11-20T00:00:00.000Z' })].flatMap(
      (one) => one.records,
    );
    return records.find((record) => record.kind === '13f') ?? null;
  }
  if (!/info/.test(name) || !name.endsWith('.xml')) return null;
  const rows = parseInformationTable(bytes.toString('utf8'), () => undefined);
  return report('2022-12-31', rows, { accession: name, filedDate: '2023-02-14' });
}

itNeeds(FAILS)('real reports have no row that is marked though sound', () => {
  const known = prices();
  let judged = 0;
  for (const folder of ['sec/13f', 'sec-forms/form13f'])
    for (const name of samplesIn(folder)) {
      const filing = reportIn(folder, name);
      if (filing === null) continue;
      judged += filing.rows.filter((row) => known(row, filing.periodEnd) !== null).length;
      for (const one of effectiveReports([filing], known).reports)
        expect([name, one.contradictedRows]).toEqual([name, INVENTED_ROWS[name] ?? 0]);
    }
  expect(judged).toBeGreaterThan(500);
});
