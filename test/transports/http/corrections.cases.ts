/** What the operator corrected is the same everywhere: REST, MCP, pages, CSV, feeds, dumps and the log of changes. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse as parseCsv } from 'csv-parse/sync';
import { PUBLIC_TABLES } from '../../../src/dump/public-tables.js';
import { createReads } from '../../../src/read-model/reads.js';
import { generationTables } from '../../../src/read-model/sqlite/model.js';
import type { SqliteReadModelWriter } from '../../../src/read-model/sqlite/writer.js';
import { TABLES, type TableName } from '../../../src/read-model/tables.js';
import type { ErratumLine } from '../../../src/records/erratum.js';
import { inventedFilings } from '../../invented/filings.js';
import { publishedLedger } from '../../invented/ledger.js';
import { type Service, startService, textOf } from '../service.js';

const REASON = 'the filer wrote a figure too many';
const MARK = { reason: REASON, day: '2026-11-20' };
const line = (
  register: string,
  row: string,
  field: string,
  filed: string,
  shown: string | null,
): ErratumLine => ({
  ...{ register, row, field, filed, shown, reason: REASON },
  ...{ document: 'https://example.org/letter', day: '2026-11-20' },
});
const FILING = '0000900001-26-000000-0';
const TRADE = '20989990-0';
const LINES = [
  line('sec-form4', FILING, 'shares', '100', '10'),
  line('sec-form4', '0000900001-26-000001-0', 'pricePerShare', '70.24', null),
  line('sec-form4', '0000900001-26-000002-0', 'shares', '5', '6'),
  line('sec-form35', '7777900001-26-000000-h0', 'sharesOwnedAfter', '1000', '100'),
  line('sec-144', '0000900144-26-000001', 'shares', '103', '13'),
  line('sec-13dg', '0000900101-26-000000', 'persons.0.percent', '5.1', '4.1'),
  line('house-ptr', TRADE, 'amountLabel', '$1,001 - $15,000', '$15,001 - $50,000'),
  line('se-fi', 'se-0#0', 'price', '70.5', '80'),
  line('nl-afm', 'nl-9#9', 'price', '1', '2'),
];

describe('transports/http/corrections', () => {
  let writer: SqliteReadModelWriter;
  let service: Service;
  beforeAll(async () => {
    writer = await publishedLedger(inventedFilings(12), LINES);
    const reads = createReads(generationTables(writer.database));
    service = await startService({ reads, pages: { reportError: 'mailto:errors@example.org' } });
  });
  afterAll(async () => {
    await service.close();
    writer.database.db.close();
  });

  type Row = Record<string, unknown>;
  const ask = async (path: string) => {
    const { status, text } = await service.ask(path);
    expect([path, status, status === 200 ? '' : text]).toEqual([path, 200, '']);
    return text;
  };
  const dataOf = async (path: string) => JSON.parse(await ask(path)).data;
  const rowOf = (rows: Row[], id: string) =>
    rows.find((row) => [row.filingId, row.noticeId, row.accession].includes(id));

  it.each<[string, (data: never) => Row[], string, Row]>([
    ['/v1/filings', (data) => data, FILING, { shares: 10, totalValue: 702.4 }],
    ['/v1/filings?view=brief&sort=value', (data) => data, FILING, { shares: 10, totalValue: 702.4 }],
    ['/v1/filings?forms=3,4,5', (data) => data, '7777900001-26-000000-h0', { sharesOwnedAfter: 100 }],
    [
      '/v1/insiders/quill-marina-t',
      ({ transactions }: { transactions: Row[] }) => transactions,
      FILING,
      { shares: 10 },
    ],
    [
      '/v1/insiders/adeyemi-bola',
      ({ transactions }: { transactions: Row[] }) => transactions,
      '0000900001-26-000001-0',
      { pricePerShare: null, totalValue: null },
    ],
    ['/v1/planned-sales?view=brief', (data) => data, '0000900144-26-000001', { shares: 13 }],
    ['/v1/major-holders', (data) => data, '0000900101-26-000000', { percent: 4.1 }],
    ['/v1/congress-trades', (data) => data, TRADE, { amountMin: 15_001, amountMax: 50_000 }],
    ['/v1/congress/marta-quillon', ({ trades }: { trades: Row[] }) => trades, TRADE, { amountMin: 15_001 }],
    ['/v1/eu/se', (data) => data, 'se-0#0', { price: 80, totalValueNative: 80_000 }],
  ])('are in the rows of %s, with the mark', async (path, rowsIn, id, figures) => {
    const row = rowOf(rowsIn((await dataOf(path)) as never), id);
    expect(row).toMatchObject({ ...figures, erratum: MARK });
  });

  it('leave out of the feed what they withhold', async () => {
    expect(rowOf(await dataOf('/v1/filings?limit=50'), '0000900001-26-000001-0')).toBeUndefined();
  });

  it('are in what the rows come to', async () => {
    const [group] = (await dataOf('/v1/filings?group=filing&ticker=BRKW&limit=50')).filter(
      ({ filingId }: Row) => filingId === FILING,
    );
    expect(group).toMatchObject({ shares: 10, totalValue: 702.4, erratum: MARK });
  });

  it('mark a row whose document says something else, which is as filed', async () => {
    const row = rowOf(await dataOf('/v1/filings?limit=50'), '0000900001-26-000002-0');
    expect(row).toMatchObject({ shares: 102, erratum: { ...MARK, state: 'document-changed' } });
  });

  it('are listed, found by register, row and state, and continued', async () => {
    const all: Row[] = await dataOf('/v1/corrections');
    expect(all).toHaveLength(LINES.length);
    expect(all.find(({ rowId }) => rowId === FILING)).toEqual({
      ...{
        register: 'sec-form4',
        rowId: FILING,
        field: 'shares',
        filed: '100',
        shown: '10',
        withheld: false,
      },
      ...{ reason: REASON, document: 'https://example.org/letter', day: '2026-11-20', state: 'applied' },
    });
    const ids = async (query: string) =>
      (await dataOf(`/v1/corrections?${query}`)).map(({ rowId }: Row) => rowId);
    expect(await ids('state=document-changed')).toEqual(['0000900001-26-000002-0']);
    expect(await ids('state=not-applied')).toEqual(['nl-9#9']);
    expect(await ids('register=house-ptr')).toEqual([TRADE]);
    expect(await ids(`row=${FILING}`)).toEqual([FILING]);
    const first = JSON.parse(await ask('/v1/corrections?limit=5'));
    expect(first.meta).toMatchObject({ total: LINES.length, truncated: true });
    const rest = await dataOf(`/v1/corrections?limit=5&cursor=${first.meta.nextCursor}`);
    expect([...first.data, ...rest]).toEqual(all);
  });

  it('are in the answers over MCP', async () => {
    const call = async (name: string, given: object) => {
      const params = { name, arguments: given };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      return JSON.parse(textOf(await service.ask('/v1/mcp?tools=all', { method: 'POST', body })));
    };
    expect(rowOf((await call('get_latest_filings', { ticker: 'BRKW' })).data, FILING)?.erratum).toEqual(MARK);
    expect((await call('get_corrections', { row: TRADE })).data).toMatchObject([{ field: 'amountLabel' }]);
  });

  it('are on pages, with the place to report an error in each row', async () => {
    const text = await ask('/filings');
    expect(text).toContain(`corrected on 2026-11-20: ${REASON}`);
    expect(text).toContain(
      `<a class="report" href="mailto:errors@example.org?subject=Error%20in%20row%20${FILING}">Report an error</a>`,
    );
    for (const path of [
      '/planned-sales',
      '/major-holders',
      '/congress-trades',
      '/eu/se',
      '/insiders/quill-marina-t',
      '/forms-3-5',
    ])
      expect([path, (await ask(path)).match(/>Report an error<\/a>/g)?.length ?? 0]).not.toEqual([path, 0]);
    const page = await ask('/corrections');
    for (const words of [FILING, 'withheld', REASON, 'href="https://example.org/letter"'])
      expect(page).toContain(words);
    expect(page).not.toContain('data-row=');
  });

  it('have no place to report where the operator gives no address', async () => {
    const reads = createReads(generationTables(writer.database));
    const silent = await startService({ reads, pages: {} });
    const { text } = await silent.ask('/filings');
    await silent.close();
    expect(text).toContain('corrected on 2026-11-20');
    expect(text).not.toContain('class="report"');
  });

  it('are none where the operator corrected nothing', async () => {
    const plain = await startService({ pages: {} });
    const [{ text }, page] = [await plain.ask('/v1/corrections'), (await plain.ask('/corrections')).text];
    await plain.close();
    expect(JSON.parse(text)).toMatchObject({ data: [], meta: { total: 0, count: 0 } });
    expect(page).toContain('Nothing has been corrected.');
  });

  it('are in CSV and in the titles of feeds', async () => {
    const rows = parseCsv(await ask('/filings.csv'), { columns: true }) as Row[];
    const row = rows.find(({ filingId }) => filingId === FILING);
    expect(JSON.stringify(row)).toContain(REASON);
    expect(await ask('/filings.atom')).toContain(`corrected on 2026-11-20: ${REASON}`);
    expect(await ask('/corrections.csv')).toContain(FILING);
  });

  it('are in the tables of a dump', () => {
    const dumped = (name: string) => {
      const table = PUBLIC_TABLES.find((one) => one.name === name)!;
      const columns = Object.keys(TABLES[table.from as TableName].columns).map((column) => `"${column}"`);
      const rows = writer.database.rowsNow<never>(`SELECT ${columns} FROM ${table.from}`);
      const named = {
        labels: new Map(),
        places: { clusters: new Map(), streaks: new Map() },
        tickers: new Map(),
      };
      return rows.flatMap((row) =>
        table
          .rowsOf(row, named)
          .map((values) =>
            Object.fromEntries(table.columns.map(({ name: column }, at) => [column, values[at]])),
          ),
      );
    };
    expect(dumped('form4_trades').find(({ filing_id: id }) => id === FILING)).toMatchObject({
      ...{ shares: 10, erratum: JSON.stringify(MARK) },
    });
    expect(dumped('congress_trades').find(({ filing_id: id }) => id === TRADE)?.erratum).toBe(
      JSON.stringify(MARK),
    );
    expect(dumped('corrections')).toHaveLength(LINES.length);
  });

  it('are changes with a reason', async () => {
    const changes: Row[] = await dataOf('/v1/changes?limit=200');
    const corrected = changes.filter(({ reason }) => reason === 'erratum');
    expect(corrected.map(({ documentId, event }) => [documentId, event]).sort()).toEqual([
      ['0000900001-26-000000', 'changed'],
      ['0000900001-26-000001', 'changed'],
      ['0000900001-26-000002', 'changed'],
      ['0000900101-26-000000', 'changed'],
      ['0000900144-26-000001', 'changed'],
      ['20989990', 'changed'],
      ['se-0#0', 'changed'],
    ]);
  });
});
