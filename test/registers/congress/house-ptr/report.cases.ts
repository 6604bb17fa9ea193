/** Rows of a House report by position, and reports that cannot be read. */

import { describe, expect, it } from '@jest/globals';
import {
  type PrintedReport,
  type PrintedRow,
  printHouseReport,
  printScannedReport,
} from '../../../../data/sample/make/house-report.js';
import type { StockActReport } from '../../../../src/records/congress/stock-act.js';
import { parse } from '../../../../src/registers/congress/house-ptr/parse.js';
import { readTrade } from '../../../../src/registers/congress/house-ptr/trades.js';
import type { Warning } from '../../../../src/registers/register.js';
import fc, { runs } from '../../../property.js';

describe('registers/congress/house-ptr/report', () => {
  const row: PrintedRow = {
    asset: 'Zquorra Robotics, Inc. - Common Stock (ZQRA) [ST]',
    type: 'P',
    date: '02/03/2026',
    notified: '02/05/2026',
    amount: '$15,001 - $50,000',
  };
  const FACTS = {
    prefix: 'Hon.',
    first: 'Ida',
    last: 'Invented',
    stateDistrict: 'CA11',
    filingDate: '2026-02-20',
    year: '2026',
  };

  describe('rows of a report', () => {
    it('takes a code in the column of the type as the end of the asset', async () => {
      const { report, warnings } = await read([
        { ...row, asset: 'Zquorra Robotics, Inc. (ZQRA)', type: '[ST] S' },
        { ...row, asset: 'Zquorra Robotics, Inc. (ZQRA)', type: '[ST] S (partial)' },
      ]);
      expect(warnings).toEqual([]);
      expect(report.trades).toMatchObject(
        ['Sale', 'Sale (Partial)'].map((type) => ({
          assetDescription: 'Zquorra Robotics, Inc. (ZQRA) [ST]',
          assetTypeCode: 'ST',
          tickerWords: 'ZQRA',
          type,
        })),
      );
      const twice = await read([{ ...row, type: '[ST] S' }]);
      expect(twice.report).toMatchObject({ readability: 'failed', trades: [] });
    });

    it('leaves a word that may be a ticker to derivation', async () => {
      const { report, warnings } = await read([{ ...row, asset: 'Oakpine Farm (TX) [OT]' }]);
      expect(report.trades[0]).toMatchObject({ ticker: '', tickerWords: 'TX' });
      expect(warnings).toEqual([]);
    });

    it('keeps a row with words that the form does not have, with the words and a warning', async () => {
      const { report, warnings } = await read([
        { ...row, owner: 'XX' as 'SP' },
        { ...row, type: 'G' },
        { ...row, status: 'Withdrawn' as 'New' },
      ]);
      expect(report.readability).toBe('read');
      expect(report.trades).toMatchObject([
        { owner: 'Other', ownerFiled: 'XX', filingStatus: 'New' },
        { type: '', typeFiled: 'G' },
        { filingStatus: null, filingStatusFiled: 'Withdrawn' },
      ]);
      expect(warnings.map(({ kind, detail }) => `${kind} ${detail}`)).toEqual([
        'unknown-owner XX',
        'unknown-type G',
        'unknown-filing-status Withdrawn',
      ]);
    });

    it('reads owner, type, amount, labels and number of each row', async () => {
      const { report, warnings } = await read([
        {
          ...row,
          owner: 'SP',
          subholding: 'Trust > Account',
          description: 'A description.',
          comments: 'A comment: with colon.',
          location: 'Glimmerton, MA, US',
        },
        {
          ...row,
          id: '2000152831',
          status: 'Amended',
          owner: 'JT',
          type: 'S (partial)',
          amount: 'Over $50,000,000',
        },
        { ...row, owner: 'DC', type: 'E', amount: '$1,001 - $15,000' },
        { ...row, type: 'S', amount: 'Spouse/DC Over $1,000,000' },
        { ...row, amount: '$823.45' },
      ]);
      expect(warnings).toEqual([]);
      expect(report.trades).toMatchObject([
        {
          row: 0,
          owner: 'Spouse',
          ownerFiled: 'SP',
          type: 'Purchase',
          amountLabel: '$15,001 - $50,000',
          amountMin: 15001,
          amountMax: 50000,
          amountMid: 32500.5,
          filingStatus: 'New',
          rowId: null,
          subholding: 'Trust > Account',
          description: 'A description.',
          comments: 'A comment: with colon.',
          location: 'Glimmerton, MA, US',
        },
        {
          row: 1,
          owner: 'Joint',
          type: 'Sale (Partial)',
          amountMin: 50000001,
          amountMax: null,
          amountMid: null,
          filingStatus: 'Amended',
          rowId: '2000152831',
        },
        { row: 2, owner: 'Child', type: 'Exchange', amountMid: 8000.5 },
        { row: 3, owner: 'Self', ownerFiled: '', type: 'Sale', amountMin: 1000001, amountMax: null },
        { row: 4, amountMin: 823.45, amountMax: 823.45, amountMid: 823.45 },
      ]);
    });

    it('marks a character that the font lacks, and fails for several, which are a label', () => {
      const cells = { ...row, id: '', owner: '', gains: '', asset: 'Ren\0 Roe Fund (ZQRA) [ST]' };
      const read = (description: string) => {
        const warnings: Warning[] = [];
        const labels = [
          { initials: 'F S', value: 'New' },
          { initials: 'D', value: description },
        ];
        const trade = readTrade({ cells, labels }, 0, { isCaseCertain: true, hasCodes: true }, 'x', warnings);
        return { ...trade, warnings: warnings.map(({ kind }) => kind) };
      };
      expect(read('At \0 10 each.')).toMatchObject({
        assetDescription: 'Ren\ufffd Roe Fund (ZQRA) [ST]',
        description: 'At \ufffd 10 each.',
        tickerWords: 'ZQRA',
        warnings: ['character-lost', 'character-lost'],
      });
      expect(() => read('D\0\0\0\0: more')).toThrow('unreadable characters');
    });

    it('keeps what is unknown beside a trade, with a warning', () => {
      const cells = { ...row, id: '', owner: '', gains: '' };
      const kinds = (more: Partial<typeof cells>, status = 'New', others: Array<[string, string]> = []) => {
        const warnings: Warning[] = [];
        const labels = [['F S', status] as const, ...others].map(([initials, value]) => ({
          initials,
          value,
        }));
        const layout = { isCaseCertain: true, hasCodes: true };
        const trade = readTrade({ cells: { ...cells, ...more }, labels }, 0, layout, 'x', warnings);
        return { trade, kinds: warnings.map(({ kind, detail }) => `${kind} ${detail}`) };
      };
      expect(kinds({ id: '2000152831' }, 'Amended').kinds).toEqual([]);
      expect(kinds({ id: '12' }).kinds).toEqual(['unknown-row-id 12']);
      expect(kinds({}, 'Amended').kinds).toEqual([`amended-without-id ${row.asset}`]);
      expect(kinds({}, 'Deleted').kinds).toEqual([`deleted-without-id ${row.asset}`]);
      expect(kinds({ gains: 'Yes' }).kinds).toEqual(['text-in-gains-column Yes']);
      expect(kinds({}, 'New', [['Q', 'words']]).kinds).toEqual(['unknown-label Q: words']);
      const said = kinds({ amount: 'spouse/dc over $1,000,000' }, 'New', [
        ['D', ''],
        ['D', 'First.'],
        ['D', 'Second.'],
      ]);
      expect(said.trade).toMatchObject({
        description: 'First. Second.',
        amountLabel: 'Spouse/DC Over $1,000,000',
      });
    });

    it('joins rows that a page break cuts anywhere, with the repeated header in between', async () => {
      const long = {
        ...row,
        asset: `${'Very Long Name of a Municipal Bond '.repeat(5)}(ZQRA) [ST]`,
        description: 'words that go on '.repeat(25).trim(),
      };
      // Each count of leading rows makes the page end at another line of the long ones.
      for (let leading = 0; leading < 12; leading += 1) {
        const rows = [...Array.from({ length: leading }, () => row), long, long, row];
        const { report } = await read(rows);
        expect(
          report.trades.map(({ assetDescription, description, tickerWords }) => ({
            assetDescription,
            description,
            tickerWords,
          })),
        ).toEqual(
          rows.map(({ asset, description = null }) => ({
            assetDescription: asset,
            description,
            tickerWords: 'ZQRA',
          })),
        );
      }
    });

    it('keeps rows that are identical', async () => {
      const { report } = await read([row, row, row]);
      expect(report.trades.map((trade) => trade.row)).toEqual([0, 1, 2]);
    });

    it('keeps dates as typed, and reports one after the filing', async () => {
      const { report, warnings } = await read([{ ...row, date: '02/03/2027', notified: '01/01/2020' }]);
      expect(report.trades).toMatchObject([
        { transactionDate: '2027-02-03', notificationDate: '2020-01-01' },
      ]);
      expect(warnings).toEqual([{ kind: 'date-after-filing', detail: '2027-02-03', where: '29900001-0' }]);
    });

    it('reports a trade from before the law, and keeps it', async () => {
      const { report, warnings } = await read([
        { ...row, date: '02/03/0206' },
        { ...row, date: '01/01/2012' },
      ]);
      expect(report.trades.map(({ transactionDate }) => transactionDate)).toEqual([
        '0206-02-03',
        '2012-01-01',
      ]);
      expect(warnings).toEqual([{ kind: 'date-before-the-law', detail: '0206-02-03', where: '29900001-0' }]);
    });

    it('takes the owner of a blank row from its vehicle, and says so', async () => {
      const held = { ...row, subholding: 'Firm > Account' };
      const { report, warnings } = await read([held, { ...held, owner: 'JT' }, row], {
        vehicles: ['Firm ⇒ Account (100% Interest) (Owner: SP)'],
      });
      expect(report.trades).toMatchObject([
        { owner: 'Spouse', ownerFiled: '' },
        { owner: 'Joint', ownerFiled: 'JT' },
        { owner: 'Self', ownerFiled: '' },
      ]);
      expect(warnings).toMatchObject([
        { kind: 'owner-only-of-vehicle', detail: 'Firm > Account: SP', where: '29900001-0' },
      ]);
    });

    it.each([
      ['one of two vehicles of the name states none', ['Roth IRA', 'Roth IRA (Owner: SP)'], 'Self', 0],
      [
        'two vehicles of the name state the same',
        ['Roth IRA (Owner: DC)', 'Roth IRA (Owner: DC)'],
        'Child',
        1,
      ],
      ['they state different owners', ['Roth IRA (Owner: DC)', 'Roth IRA (Owner: SP)'], 'Other', 1],
      ['only the vehicle above it states one', ['Firm (Owner: SP) ⇒ Roth IRA'], 'Self', 0, 'Firm > Roth IRA'],
      ['no vehicle has the name', ['Other IRA (Owner: SP)'], 'Self', 0],
    ])(
      'sets no owner that the report does not state: %s',
      async (_what, vehicles, owner, count, subholding = 'Roth IRA') => {
        const { report, warnings } = await read([{ ...row, subholding }], { vehicles });
        expect(report.trades).toMatchObject([{ owner, ownerFiled: '' }]);
        expect(warnings).toHaveLength(count);
      },
    );

    it('reports another name, status or day than those of the index', async () => {
      const text = print([row], {}, true).toString('latin1').replace('(Member)', '(Leaver)');
      const facts = { ...FACTS, last: 'Other', filingDate: '2026-02-23' };
      const { report, warnings } = await readBytes(Buffer.from(text, 'latin1'), '29900001', facts);
      expect(warnings.map(({ kind, detail }) => `${kind} ${detail}`)).toEqual([
        'unknown-filer-status Leaver',
        'name-differs Hon. Ida Other / Hon. Ida Invented',
        'signed-on-another-day 2026-02-23 / 02/20/2026',
      ]);
      expect(report).toMatchObject({ disclosureDate: '2026-02-23', filerName: { last: 'Other' } });
    });

    it('reports an unknown asset code, and keeps the row', async () => {
      const { report, warnings } = await read([
        { ...row, asset: 'Something new [QQ]' },
        { ...row, asset: 'Something bare' },
      ]);
      expect(report.trades).toMatchObject([
        { assetTypeCode: 'QQ', assetType: '' },
        { assetTypeCode: null, assetType: '' },
      ]);
      expect(warnings.map(({ kind }) => kind)).toEqual(['unknown-asset-type', 'no-asset-type']);
    });
  });

  describe('reports that cannot be read', () => {
    it.each([
      ['no asset', { asset: '' }, 'row 2: no asset'],
      ['nothing of an asset but its code', { asset: '', type: '[ST] S' }, 'row 2: unknown type "[ST] S"'],
      ['an unknown bracket', { amount: '$7 - $9' }, 'row 2: unknown amount "$7 - $9"'],
      ['a day that does not exist', { date: '02/31/2026' }, 'row 2: no such day 02/31/2026'],
      ['a half of a date', { date: '02/2026' }, '1 rows, 1 pairs of dates and 2 filing statuses'],
    ])('fail as a whole for %s, and are listed as filed', async (_what, more, reason) => {
      const { report, failure } = await read([row, { ...row, ...more } as PrintedRow]);
      expect(failure).toContain(reason);
      expect(report).toMatchObject({
        readability: 'failed',
        reason: `The report cannot be read: ${failure}`,
        trades: [],
        disclosureDate: '2026-02-20',
        filerName: { last: 'Invented' },
      });
    });

    it.each([
      ['Digitally Signed:', 'Digitally Sighed:', 'no signature line'],
      ['Filing ID #', 'Filing XX #', 'no filing id'],
      ['* For the complete', 'X For the complete', 'the table of transactions has no end'],
      ['Notification', 'Notificatiom', 'text, but no table of transactions'],
      // Left of all columns: the asset would be the member's.
      ['65.8 459 Tm (SP)', '12.0 459 Tm (SP)', 'text out of place: "SP"'],
    ])('fail with %j printed as %j, also under a number of paper', async (filed, printed, reason) => {
      const text = print([{ ...row, owner: 'SP' }], {}, true).toString('latin1');
      expect(text).toContain(filed);
      const bytes = Buffer.from(text.replace(filed, printed), 'latin1');
      expect((await readBytes(bytes, '29900001')).failure).toBe(reason);
      // The number is that of another report, or unknown.
      const { report, failure } = await readBytes(bytes, '8990001');
      expect(failure).not.toBeNull();
      expect(report).toMatchObject({ readability: 'failed', trades: [] });
    });

    it('fail when it is a different document from the requested one', async () => {
      expect((await read([row], { filingId: '29900002' })).failure).toBe('this is filing 29900002');
    });

    it('fail when the table has no rows', async () => {
      expect((await read([])).failure).toBe('a table without rows');
    });

    it('include paper, recorded as filed, without trades', async () => {
      const { report, warnings, failure } = await readBytes(printScannedReport('x'), '8990001');
      expect(failure).toBeNull();
      expect(warnings).toEqual([]);
      expect(report).toMatchObject({
        readability: 'scanned',
        trades: [],
        reason: expect.stringMatching(/paper/),
      });
    });

    it('do not treat a stamp on a paper report as a report, nor guess a filer from it', async () => {
      const stamped = printScannedReport('x', 'RECEIVED 2026 FEB 23 PM 2:14 Name: Hon. Nobody Atall');
      const { report, failure } = await readBytes(stamped, '8990001');
      expect(failure).toBeNull();
      expect(report).toMatchObject({ readability: 'scanned', trades: [], filerName: { last: 'Invented' } });
      expect(await readBytes(stamped, '8990001', {})).toMatchObject({
        report: undefined,
        failure: 'a scanned report of an unknown filer',
      });
      // Under the number of an electronic report the same text cannot be read.
      expect((await readBytes(stamped, '29900001')).report.readability).toBe('failed');
    });

    it('include a report without text whose number is not one of paper, with a warning', async () => {
      const { report, warnings } = await readBytes(printScannedReport('x'), '29900001');
      expect(report).toMatchObject({ readability: 'scanned' });
      expect(warnings).toMatchObject([{ kind: 'electronic-without-text' }]);
    });

    it('include a damaged report without its text, which is neither a scan nor a report with fewer rows', async () => {
      // The first byte of a stream says how it is compressed.
      const streamsOf = (pdf: Buffer) =>
        [...pdf.toString('latin1').matchAll(/stream\r?\n(?!endstream)/g)]
          .filter(({ index }) => pdf.toString('latin1', index - 3, index) !== 'end')
          .map((found) => found.index + found[0].length);
      const damaged = (pdf: Buffer, places: number[]) => {
        const bytes = Buffer.from(pdf);
        for (const at of places) bytes[at]! ^= 0xff;
        return bytes;
      };
      const one = print([row]);
      expect(await readBytes(damaged(one, streamsOf(one)), '29900001')).toMatchObject({
        failure: expect.stringContaining('damaged'),
        report: { readability: 'failed', trades: [] },
      });
      const many = print(Array.from({ length: 40 }, () => row));
      const reasons: Array<string | null> = [];
      for (const at of streamsOf(many)) {
        const { report, failure } = await readBytes(damaged(many, [at]), '29900001');
        reasons.push(failure);
        if (report.readability === 'read') expect(report.trades).toHaveLength(40);
      }
      expect(reasons).toContain('a part of page 2 is missing');
    });

    it('show name and day from the document where no index gave them', async () => {
      const { report } = await readBytes(print([row], { name: 'Hon. Ida M. Invented III' }), '29900001', {});
      expect(report).toMatchObject({
        filerName: {
          asFiled: 'Hon. Ida M. Invented III',
          prefix: 'Hon.',
          first: 'Ida M.',
          last: 'Invented',
          suffix: 'III',
        },
        stateDistrict: 'CA11',
        disclosureDate: '2026-02-20',
        sourceLink: 'https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2026/29900001.pdf',
      });
    });
  });

  describe('damaged reports', () => {
    const whole = print(Array.from({ length: 12 }, (_, place) => ({ ...row, comments: `Row ${place}` })));

    it('are read whole or kept with a reason, wherever they are truncated', async () => {
      const sound = (await readBytes(whole, '29900001', FACTS)).report.trades;
      expect(sound).toHaveLength(12);
      for (let part = 0; part < 20; part += 1) {
        const { report, failure } = await readBytes(
          whole.subarray(0, Math.floor((whole.length * part) / 20)),
          '29900001',
          FACTS,
        );
        if (failure === null) expect(report.trades).toEqual(sound);
        else
          expect(report).toMatchObject({
            readability: 'failed',
            reason: `The report cannot be read: ${failure}`,
            trades: [],
          });
      }
    });

    it('never stop the reader, whichever bytes are flipped, and never lose a row', async () => {
      const flips = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 })), {
        minLength: 1,
        maxLength: 8,
      });
      await fc.assert(
        fc.asyncProperty(flips, async (places) => {
          const bytes = Buffer.from(whole);
          for (const [at, mask] of places) bytes[at]! ^= mask;
          const { report, failure } = await readBytes(bytes, '29900001', FACTS);
          if (report.readability === 'read') expect(report.trades).toHaveLength(12);
          else expect(report.trades).toEqual([]);
          expect(failure === null).toBe(report.readability !== 'failed');
        }),
        { numRuns: runs(300), seed: 29_900_001 },
      );
    });
  });

  function print(rows: readonly PrintedRow[], more: Partial<PrintedReport> = {}, isOpen = false): Buffer {
    const report = {
      filingId: '29900001',
      name: 'Hon. Ida Invented',
      stateDistrict: 'CA11',
      rows,
      signed: '02/20/2026',
      ...more,
    };
    return printHouseReport(report, isOpen);
  }

  const read = (rows: readonly PrintedRow[], more: Partial<PrintedReport> = {}) =>
    readBytes(print(rows, more), '29900001');

  /**
   * The record, and the reason when the document is kept as unreadable. Any other error is a bug in the parser.
   */
  async function readBytes(
    bytes: Buffer,
    key: string,
    metadata: Record<string, string> = FACTS,
    reader = parse,
  ) {
    let report: StockActReport | undefined;
    const warnings: Warning[] = [];
    let failure: string | null = null;
    try {
      for await (const parsed of reader({
        key,
        kind: 'ptr-pdf',
        url: `file:${key}.pdf`,
        retrievedAt: '2026-03-01T00:00:00.000Z',
        bytes,
        metadata,
      })) {
        report = parsed.records[0] as StockActReport;
        warnings.push(...parsed.warnings);
      }
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'ParseError') throw error;
      failure = error.message;
    }
    return { report: report!, warnings, failure };
  }
});
