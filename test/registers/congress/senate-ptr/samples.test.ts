/**
 * Real pages of eFD, read cell by cell. They cannot be fetched without a session, so only the maintainers
 * have them.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { effectiveTrades } from '../../../../src/derive/congress/effective-trades.js';
import type { StockActReport, StockActTrade } from '../../../../src/records/congress/stock-act.js';
import { parse } from '../../../../src/registers/congress/senate-ptr/parse.js';
import { recognise } from '../../../../src/registers/congress/senate-ptr/recognise.js';
import { ParseError } from '../../../../src/registers/register.js';
import { knownNames } from '../../../invented/known-symbols.js';
import { samplePath, samplesIn } from '../../../samples/folder.js';
import { describeNeeds } from '../../../samples/needs.js';

const SAMPLES = 'congress/senate';
const folder = samplePath(SAMPLES);

interface Expected {
  title: string;
  filer: string;
  filed: string;
  total: string;
  uuid: string;
  rows: Array<
    Record<'date' | 'owner' | 'ticker' | 'asset' | 'assetType' | 'type' | 'amount' | 'comment', string> & {
      assetDetail: string | null;
      amountMin: number;
      amountMax: number | null;
    }
  >;
}

describeNeeds(SAMPLES)('real pages of eFD', () => {
  const pages = samplesIn(`${SAMPLES}/expected`);

  const others = ['ptr-row-order', 'amendments'].flatMap((name) =>
    samplesIn(`${SAMPLES}/${name}`).map((file) => join(name, file)),
  );

  it('are complete', () => expect(pages.length).toBeGreaterThanOrEqual(11));

  for (const file of pages)
    it(file, () => {
      const expected = JSON.parse(readFileSync(join(folder, 'expected', file), 'utf8')) as Expected;
      const report = readSaved(join('ptr', file.replace('.json', '.html')));
      expect(report.documentId).toBe(expected.uuid);
      expect(report.readability).toBe('read');
      expect(report.filerName.asFiled).toBe(expected.filer);
      const amendment = report.amendment === null ? '' : ` (Amendment ${report.amendment})`;
      expect(`Periodic Transaction Report for ${monthFirst(report.titleDate!)}${amendment}`).toBe(
        expected.title,
      );
      expect(expected.filed.startsWith(monthFirst(report.disclosureDate))).toBe(true);
      expect(washingtonClock(report.filedAt!)).toBe(expected.filed.split(' @ ')[1]);
      expect(report.trades.map(cells)).toEqual(
        expected.rows.map((row, index) => ({
          row: index,
          date: row.date,
          owner: row.owner,
          asset: row.asset,
          assetType: row.assetType,
          type: row.type,
          amount: row.amount,
          comment: row.comment,
          detail: flat(row.assetDetail),
          amountMin: row.amountMin,
          amountMax: row.amountMax,
        })),
      );
      for (const [index, row] of expected.rows.entries()) {
        const { ticker, received } = report.trades[index]!;
        const filed = row.ticker.split(' | ').map((text) => (text === '--' ? '' : text));
        if (filed[0] !== '') expect(ticker).toBe(filed[0]);
        expect(received?.ticker ?? '').toBe(filed[1] ?? '');
      }
    });

  for (const name of others)
    it(`${name} is read whole, row by row`, () => {
      const html = readFileSync(join(folder, name), 'utf8');
      const report = readSaved(name);
      expect(report.readability).toBe('read');
      const printed = [...html.slice(html.indexOf('<tbody')).matchAll(/<tr[\s>][\s\S]*?<\/tr>/g)].map(
        ([row]) =>
          [...row.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell]) =>
            cell!
              .replace(/<[^>]*>/g, ' ')
              .replace(/\s+/g, ' ')
              .trim(),
          ),
      );
      expect(printed.length).toBe(Number(/\((\d+) transactions? total\)/.exec(html)![1]));
      expect(
        report.trades.map((trade) => [
          monthFirst(trade.transactionDate),
          trade.ownerFiled,
          trade.type,
          trade.amountLabel,
          trade.comments ?? '--',
        ]),
      ).toEqual(printed.map((cells) => [cells[1], cells[2], cells[6], cells[7], cells[8]]));
      const [, day, clock] = /Filed\s+([\d/]+) @ ([^<\n]+)/.exec(html)!;
      expect(monthFirst(report.disclosureDate)).toBe(day);
      expect(washingtonClock(report.filedAt!).replace(':00', '')).toBe(clock!.trim().replace(':00', ''));
    });

  it('keeps a trade that no amendment of another report may replace', () => {
    const trade = readSaved('amendments/24599111-b376-47d5-8777-f742400a6da6.html');
    const amendment = readSaved('amendments/5ba30cf2-0019-4c66-9318-23c1283367f3.html');
    const { superseded, warnings } = effectiveTrades([amendment, trade], knownNames());
    expect(superseded).toEqual([]);
    expect(warnings).toMatchObject([{ kind: 'amendment-without-original', where: amendment.documentId }]);
  });

  it('takes a ticker from the name as the amendment of the same report files it', () => {
    const original = readSaved('ptr/a9754ff5-901a-4877-b7be-a647bd361c52.html');
    const amended = readSaved('ptr/727b4eb6-d8c7-4792-aa5b-c651c2d72f9c.html');
    const tickers = (report: StockActReport) =>
      report.trades.map(({ ticker, tickerWords }) => ticker || (tickerWords ?? ''));
    expect(tickers(original)).toEqual(tickers(amended));
    expect(amended.amendment).toBe(1);
  });

  it('takes no ticker from an exchange', () => {
    const [, , exchange] = readSaved('ptr/b999bc0e-3eb0-4ca9-ab07-8e8f2e04b41f.html').trades;
    expect(exchange).toMatchObject({ type: 'Exchange', ticker: '', received: { ticker: '' } });
  });

  it('recognises the response of a lost session, although it is a 200', () => {
    const name = 'ptr/session-lost-answer.html';
    const bytes = readFileSync(join(folder, name));
    const key = 'd419d14c-9e22-4cdf-bc52-de5dd10d22b9';
    const document = { key, kind: 'ptr', url: '', retrievedAt: '', bytes };
    expect(() => [...parse(document)]).toThrow(ParseError);
    expect(() => [...parse(document)]).toThrow('session was lost');
  });

  it('records a paper report from the search row that lists it', () => {
    const { records, wanted } = readSearch('search-2026-06.json');
    expect(records).toMatchObject([
      {
        documentId: 'a0d25e8f-fe54-4328-a7ea-504da008742b',
        filerName: { first: 'RICHARD', last: 'BLUMENTHAL' },
        disclosureDate: '2026-06-08',
        readability: 'scanned',
        trades: [],
        sourceLink: 'https://efdsearch.senate.gov/search/view/paper/a0d25e8f-fe54-4328-a7ea-504da008742b/',
      },
    ]);
    expect(wanted).toHaveLength(12);
    expect(wanted[5]!.metadata).toMatchObject({
      amendment: '1',
      filed: '2026-06-16',
      titleDate: '2026-06-16',
    });
    expect(wanted[3]!.metadata).toMatchObject({ filed: '2026-06-26', titleDate: '2026-06-27' });
    const paper = join(folder, 'paper/a0d25e8f-fe54-4328-a7ea-504da008742b.html');
    const page = recognise({ name: paper, bytes: readFileSync(paper) });
    expect(page).toMatchObject({ kind: 'paper', key: 'a0d25e8f-fe54-4328-a7ea-504da008742b' });
  });

  it('reads the oldest reports, all of them paper with ids in capitals', () => {
    const { records, wanted } = readSearch('search-earliest-2012.json');
    expect(wanted).toEqual([]);
    expect(records).toHaveLength(10);
    const first = records[0] as StockActReport;
    expect(first.documentId).toBe('cdfdaf62-18ea-4298-b0c5-62085a6ec3cd');
    expect(first.sourceLink).toContain('/paper/CDFDAF62-18EA-4298-B0C5-62085A6EC3CD/');
  });

  it('skips reports of other kinds', () => {
    const { records, wanted, warnings } = readSearch('search-all-types-2026.json');
    expect([records.length, wanted.length, warnings]).toEqual([0, 2, []]);
  });

  it.each(['search/agreement-page.html', 'search/search-form.html'])(
    'does not treat %s as a report',
    (name) => {
      expect(recognise({ name, bytes: readFileSync(join(folder, name)) })).toBeNull();
    },
  );

  function readSaved(name: string): StockActReport {
    const path = join(folder, name);
    const bytes = readFileSync(path);
    const known = recognise({ name: path, bytes });
    expect(known?.kind).toBe('ptr');
    const steps = [...parse({ ...known!, retrievedAt: '', bytes })];
    expect(steps).toHaveLength(1);
    return steps[0]!.records[0] as StockActReport;
  }

  function readSearch(name: string) {
    const bytes = readFileSync(join(folder, 'search', name));
    const known = recognise({ name, bytes });
    expect(known?.kind).toBe('search-answer');
    const { records, toFetch, warnings } = [...parse({ ...known!, retrievedAt: '', bytes })][0]!;
    return { records, wanted: toFetch ?? [], warnings };
  }
});

function cells(trade: StockActTrade) {
  const { row, owner, assetType, type, received } = trade;
  return {
    row,
    date: monthFirst(trade.transactionDate),
    owner,
    asset: [trade.assetDescription, received?.assetDescription]
      .filter((name) => name !== undefined)
      .join(' | '),
    assetType,
    type,
    amount: trade.amountLabel,
    comment: trade.comments ?? '--',
    detail: flat(trade.description),
    amountMin: trade.amountMin,
    amountMax: trade.amountMax,
  };
}

/** The samples mark line breaks with a bar, the record joins lines with a semicolon. */
function flat(text: string | null): string | null {
  return text === null ? null : text.replace(/\s*[;|]\s+/g, ' ');
}

function monthFirst(day: string): string {
  return `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;
}

function washingtonClock(moment: string): string {
  return new Date(moment)
    .toLocaleTimeString('en-US', { timeZone: 'America/New_York', hour: 'numeric', minute: '2-digit' })
    .replace(/\s/g, ' ');
}
