/**
 * Report pages and search rows written for the tests: what is read, what is rejected, what remains visible.
 */

import { describe, expect, it } from '@jest/globals';
import type { StockActReport } from '../../../../src/records/congress/stock-act.js';
import { filerOfPage, filerOfSearchRow } from '../../../../src/registers/congress/senate-ptr/filer-name.js';
import { parse } from '../../../../src/registers/congress/senate-ptr/parse.js';
import { recognise } from '../../../../src/registers/congress/senate-ptr/recognise.js';
import { tickerWordsOfName } from '../../../../src/registers/congress/senate-ptr/ticker-in-name.js';
import { type Parsed, ParseError, type RawDocument } from '../../../../src/registers/register.js';
import { judgedTicker } from '../../../invented/known-symbols.js';
import { type SenateReport, type SenateRow, senatePage, senateSearchAnswer } from './senate-page.js';
import { AGREEMENT_PAGE, madeReport, SEARCH_FORM_PAGE } from './server.js';

describe('registers/congress/senate-ptr/parse', () => {
  const ROW = madeReport(1, '2026-06-16').rows[0]!;
  const FACTS = {
    first: 'Mordecai',
    last: 'Plumquist',
    office: 'Plumquist, Mordecai (Senator)',
    filed: '2026-06-16',
    titleDate: '2026-06-16',
  };

  function page(rows: Array<Partial<SenateRow>>, more: Partial<SenateReport> = {}): string {
    return senatePage(
      madeReport(1, '2026-06-16', { rows: rows.map((row) => ({ ...ROW, ...row })), ...more }),
    );
  }

  function document(html: string, metadata?: Record<string, string>): RawDocument {
    const { id } = madeReport(1, '');
    const url = `https://efdsearch.senate.gov/search/view/ptr/${id}/`;
    return { key: id, kind: 'ptr', url, retrievedAt: '', bytes: Buffer.from(html), metadata };
  }

  function read(
    html: string,
    facts?: Record<string, string>,
  ): { report: StockActReport; warnings: Parsed['warnings'] } {
    const [step, ...more] = [...parse(document(html, facts))];
    expect(more).toEqual([]);
    return { report: step!.records[0] as StockActReport, warnings: step!.warnings };
  }

  /** What a page yields before the parser throws, and why it throws. */
  function refused(html: string, facts?: Record<string, string>): { reports: StockActReport[]; why: string } {
    const reports: StockActReport[] = [];
    try {
      for (const { records } of parse(document(html, facts))) reports.push(...(records as StockActReport[]));
    } catch (error) {
      expect(error).toBeInstanceOf(ParseError);
      return { reports, why: (error as Error).message };
    }
    throw new Error('the page was read');
  }

  describe('a report page', () => {
    it('gives the report as filed', () => {
      const { report, warnings } = read(
        page(
          [
            {
              date: '2026-05-27',
              owner: 'Child',
              comment: 'Redemption',
              details: [['Option Type: Call', 'Expires: 2026-08-21']],
            },
          ],
          {
            titleDate: '2026-06-15',
            amendment: 2,
            time: '12:05 AM',
          },
        ),
      );
      expect(warnings).toEqual([]);
      expect(report).toEqual({
        kind: 'stock-act-report',
        chamber: 'senate',
        documentId: '99900000-0000-4000-8000-000000000001',
        filerName: {
          asFiled: 'The Honorable Mordecai Plumquist (Plumquist, Mordecai)',
          prefix: 'The Honorable',
          first: 'Mordecai',
          last: 'Plumquist',
          suffix: null,
        },
        stateDistrict: null,
        disclosureDate: '2026-06-16',
        filedAt: '2026-06-16T04:05:00.000Z',
        titleDate: '2026-06-15',
        amendment: 2,
        sourceLink: 'https://efdsearch.senate.gov/search/view/ptr/99900000-0000-4000-8000-000000000001/',
        readability: 'read',
        reason: '',
        vehicles: [],
        comments: null,
        trades: [
          {
            row: 0,
            rowId: null,
            filingStatus: null,
            owner: 'Child',
            ownerFiled: 'Child',
            ticker: 'ZQRA',
            assetDescription: 'Zquorra Robotics, Inc.',
            assetType: 'Stock',
            assetTypeCode: null,
            type: 'Purchase',
            transactionDate: '2026-05-27',
            notificationDate: null,
            amountLabel: '$1,001 - $15,000',
            amountMin: 1001,
            amountMax: 15000,
            amountMid: 8000.5,
            received: null,
            subholding: null,
            description: 'Option Type: Call; Expires: 2026-08-21',
            location: null,
            comments: 'Redemption',
          },
        ],
      });
    });

    it('keeps equal rows apart', () => {
      const { report } = read(page([{}, {}, {}]));
      expect(report.trades.map(({ row }) => row)).toEqual([0, 1, 2]);
    });

    it('gives no upper bound to an open bracket', () => {
      const [trade] = read(page([{ amount: 'Over $50,000,000' }])).report.trades;
      expect(trade).toMatchObject({ amountMin: 50_000_001, amountMax: null, amountMid: null });
    });

    it('gives both the asset given up and the one received in an exchange', () => {
      const names = ['Old Corp (Exchanged)', 'New Corp (Received)'];
      const [trade] = read(page([{ type: 'Exchange', tickers: ['', 'ZYLO'], names }])).report.trades;
      expect(trade).toMatchObject({
        ticker: '',
        assetDescription: 'Old Corp (Exchanged)',
        received: { ticker: 'ZYLO', assetDescription: 'New Corp (Received)' },
      });
    });

    it('keeps an unknown asset type and a date after the filing, each with a warning', () => {
      const { report, warnings } = read(page([{ assetType: 'Moon Rock', date: '2027-05-27' }]));
      expect(report.trades[0]).toMatchObject({ assetType: 'Moon Rock', transactionDate: '2027-05-27' });
      expect(warnings.map(({ kind, detail }) => [kind, detail])).toEqual([
        ['unknown-asset-type', 'Moon Rock'],
        ['date-after-filing', '2027-05-27, filed 2026-06-16'],
      ]);
    });

    it('knows both words for other securities', () => {
      const types = ['Other', 'Other Securities'];
      const { report, warnings } = read(page(types.map((assetType) => ({ assetType }))));
      expect(report.trades.map(({ assetType }) => assetType)).toEqual(types);
      expect(warnings).toEqual([]);
    });

    it('keeps a ticker of an unknown form, with a warning', () => {
      const tickers = ['BRK.B', 'DD-PA', '^MWE', 'BRK B', 'ACMEStock'];
      const { report, warnings } = read(page(tickers.map((ticker) => ({ tickers: [ticker] }))));
      expect(report.trades.map(({ ticker }) => ticker)).toEqual(tickers);
      expect(warnings.map(({ kind, detail }) => [kind, detail])).toEqual([
        ['unknown-ticker-form', 'BRK B'],
        ['unknown-ticker-form', 'ACMEStock'],
      ]);
    });

    it('keeps a trade from before the law with a warning', () => {
      const { report, warnings } = read(page([{ date: '2002-05-27' }]));
      expect(report.trades[0]).toMatchObject({ transactionDate: '2002-05-27' });
      expect(warnings.map(({ kind, detail }) => [kind, detail])).toEqual([
        ['date-before-the-law', '2002-05-27, filed 2026-06-16'],
      ]);
    });

    it('reports when the search and the page give different filing dates', () => {
      expect(read(page([{}]), { ...FACTS, filed: '2026-06-17' }).warnings[0]).toMatchObject({
        kind: 'filing-dates-differ',
      });
      expect(read(page([{}]), FACTS).warnings).toEqual([]);
    });

    it.each([
      ['10 AM', '2026-06-16T14:00:00.000Z'],
      ['12 PM', '2026-06-16T16:00:00.000Z'],
      ['noon', '2026-06-16T16:00:00.000Z'],
      ['12 AM', '2026-06-16T04:00:00.000Z'],
      ['midnight', '2026-06-16T04:00:00.000Z'],
      ['4 p.m.', '2026-06-16T20:00:00.000Z'],
    ])('filed on the full hour, "@ %s", is read', (time, filedAt) => {
      const { report, warnings } = read(page([{}], { time }));
      expect(report).toMatchObject({ readability: 'read', disclosureDate: '2026-06-16', filedAt });
      expect(warnings).toEqual([]);
    });

    it('is read with row numbers in any order, and when one occurs twice', () => {
      const dates = ['2026-05-01', '2026-05-02', '2026-05-03'];
      const html = page(dates.map((date) => ({ date })));
      for (const numbers of [
        ['1', '2', '3'],
        ['2', '3', '1'],
        ['3', '3', '1'],
      ]) {
        let at = 0;
        const renumbered = html.replace(
          /<tr>\n {2}<td>\d+<\/td>/g,
          () => `<tr>\n  <td>${numbers[at++]}</td>`,
        );
        const { report, warnings } = read(renumbered);
        expect(at).toBe(3);
        expect(report.trades.map(({ row, transactionDate }) => [row, transactionDate])).toEqual(
          dates.map((date, row) => [row, date]),
        );
        expect(warnings).toEqual([]);
      }
    });

    it('without a day of filing is listed under the day of the search, otherwise of its title', () => {
      const html = page([{}], { titleDate: '2026-06-15' }).replace('06/16/2026 @ 10:19 AM', 'lately');
      expect(refused(html).reports).toMatchObject([{ disclosureDate: '2026-06-15', readability: 'failed' }]);
      expect(refused(html, FACTS).reports).toMatchObject([{ disclosureDate: '2026-06-16' }]);
    });

    it.each([
      ['an unknown amount', page([{ amount: '$1 - $2' }]), 'unknown amount: $1 - $2'],
      [
        'a row without a date',
        page([{}]).replace(/<td>06\/16\/2026<\/td>/, '<td>soon</td>'),
        'no transaction date: soon',
      ],
      ['an asset without a name', page([{ names: ['--'] }]), 'no asset name'],
      ['two tickers for one asset', page([{ tickers: ['A', 'B'] }]), '2 tickers'],
      ['other columns', page([{}]).replace('Asset Type', 'Class'), 'the columns are others'],
      [
        'a lost row',
        page([{}, {}, {}]).replace(/<tr>\n {2}<td>3<\/td>[\s\S]*?<\/tr>/, ''),
        'the summary counts',
      ],
      [
        'a lost row in the middle',
        page([{}, {}, {}]).replace(/<tr>\n {2}<td>2<\/td>[\s\S]*?<\/tr>/, ''),
        'counts 3 Self, the table 2',
      ],
      [
        'a total that differs',
        page([{}]).replace('(1 transaction total)', '(2 transactions total)'),
        'counts 2 transactions, the table 1',
      ],
      ['a count by owner that differs', page([{}]).replace('1 Self', '2 Self'), 'counts 2 Self, the table 1'],
      [
        'no summary',
        page([{}]).replace(/<li class="list-inline-item">.*<\/li>/g, ''),
        'counts no transactions',
      ],
      ['no transactions', page([]), 'no transaction'],
    ])('with %s is rejected as a whole, and its filing remains listed', (_what, html, why) => {
      const { reports, why: told } = refused(html);
      expect(told).toContain(why);
      expect(reports).toMatchObject([
        { readability: 'failed', trades: [], disclosureDate: '2026-06-16', filerName: { last: 'Plumquist' } },
      ]);
      expect(reports[0]!.reason).toContain(why);
    });

    it('with words that the form does not have keeps its rows, the words and a warning', () => {
      const html = page([{}, { owner: 'Cousin' as 'Self' }, { type: 'Barter' }]);
      const { report, warnings } = read(html);
      expect(report.trades).toMatchObject([
        { owner: 'Self', type: ROW.type },
        { owner: 'Other', ownerFiled: 'Cousin', type: ROW.type },
        { owner: 'Self', type: '', typeFiled: 'Barter' },
      ]);
      expect(warnings.map(({ kind, detail }) => `${kind} ${detail}`)).toEqual(
        expect.arrayContaining(['unknown-owner Cousin', 'unknown-type Barter']),
      );
    });

    it.each([
      ['no filing time', ' @ 10:19 AM', '', 'Filed 06/16/2026'],
      ['an impossible filing time', '10:19 AM', '13:19 PM', 'Filed 06/16/2026 @ 13:19 PM'],
    ])('with %s keeps its trades and its day, with a warning', (_what, time, instead, detail) => {
      const { report, warnings } = read(page([{}]).replace(time, instead));
      expect(report).toMatchObject({
        readability: 'read',
        disclosureDate: '2026-06-16',
        filedAt: null,
        trades: [{}],
      });
      expect(warnings).toMatchObject([{ kind: 'no-filing-time', detail }]);
    });

    it.each([
      ['the search form', SEARCH_FORM_PAGE, 'the session was lost'],
      ['the agreement', AGREEMENT_PAGE, 'the session was lost'],
      ['another page', '<html><head><title>eFD: New</title></head></html>', 'its title is "eFD: New"'],
      [
        'another heading',
        page([{}]).replace('Periodic Transaction Report\n', 'Annual Report\n'),
        'not the title of such a report',
      ],
    ])('replaced by %s is listed with the facts of the search', (_what, html, why) => {
      expect(refused(html).reports).toEqual([]);
      const { reports, why: told } = refused(html, { ...FACTS, amendment: '1' });
      expect(told).toContain(why);
      expect(reports).toMatchObject([
        {
          readability: 'failed',
          disclosureDate: '2026-06-16',
          filedAt: null,
          amendment: 1,
          filerName: { first: 'Mordecai', last: 'Plumquist' },
        },
      ]);
    });
  });

  describe('a search response', () => {
    const search = (text: string) => {
      const raw = {
        key: 'search-answer x',
        kind: 'search-answer',
        url: '',
        retrievedAt: '',
        bytes: Buffer.from(text),
      };
      return [...parse(raw)][0]!;
    };

    it('names the pages to fetch, the newest first in the queue, and records paper as filed', () => {
      const { records, toFetch, warnings } = search(
        senateSearchAnswer([
          madeReport(1, '2026-06-16', { amendment: 1 }),
          madeReport(2, '2026-06-17', { kind: 'paper', first: 'MORDECAI ', last: 'PLUMQUIST,  ' }),
          madeReport(3, '2026-06-18'),
        ]),
      );
      expect(warnings).toEqual([]);
      expect(
        toFetch!.map(({ key, priority, metadata }) => [key.slice(-1), priority, metadata?.amendment]),
      ).toEqual([
        ['1', 20260616, '1'],
        ['3', 20260618, undefined],
      ]);
      expect(records).toMatchObject([
        {
          readability: 'scanned',
          disclosureDate: '2026-06-17',
          trades: [],
          filerName: { asFiled: 'MORDECAI PLUMQUIST', first: 'MORDECAI', last: 'PLUMQUIST' },
        },
      ]);
    });

    it('gives a page what the search says of it, with which an unread one is listed', () => {
      const good = JSON.parse(senateSearchAnswer([madeReport(1, '2026-06-16', { amendment: 2 })]));
      const untitled = JSON.parse(senateSearchAnswer([madeReport(3, '2026-06-18')]));
      untitled.data[0][3] = untitled.data[0][3].replace(' for 06/18/2026', '');
      const { toFetch } = search(JSON.stringify({ ...good, data: [...good.data, ...untitled.data] }));
      const [titled, other] = toFetch!.map(({ metadata }) => metadata);
      expect(titled).toEqual({ ...FACTS, amendment: '2' });
      const { titleDate: _, ...rest } = FACTS;
      expect(other).toEqual({ ...rest, filed: '2026-06-18' });
      const lost = (facts: Record<string, string>) => refused(SEARCH_FORM_PAGE, facts).reports;
      expect(lost(titled!)).toMatchObject([{ titleDate: '2026-06-16', amendment: 2 }]);
      expect(lost(other!)).toMatchObject([{ titleDate: null, amendment: null }]);
      for (const fact of ['first', 'last', 'office', 'filed'])
        expect(lost(Object.fromEntries(Object.entries(FACTS).filter(([name]) => name !== fact)))).toEqual([]);
    });

    it('of another shape is refused', () => {
      expect(() => search('{"data":{}}')).toThrow('not a search response');
    });

    it('reports a row that it cannot read, and skips reports of other kinds', () => {
      const good = JSON.parse(senateSearchAnswer([madeReport(1, '2026-06-16')])) as { data: string[][] };
      const [row] = good.data as [string[]];
      good.data.push(
        [...row.slice(0, 4), 'yesterday'],
        [...row.slice(0, 3), row[3]!.replace('/ptr/', '/elsewhere/'), row[4]!],
        [...row.slice(0, 3), '<a href="/search/view/annual/x/">Annual Report for CY 2025</a>', row[4]!],
        ['too', 'short'],
      );
      const { toFetch, warnings } = search(JSON.stringify(good));
      expect(toFetch).toHaveLength(1);
      expect(warnings.map(({ kind, where }) => [kind, where])).toEqual(
        [2, 3, 5].map((n) => ['row-unreadable', `search-answer x row ${n}`]),
      );
    });
  });

  describe('a saved file', () => {
    const { id } = madeReport(1, '');
    const html = page([{}]);

    it('is recognised by the id in its name, or by the link in it', () => {
      const known = { kind: 'ptr', key: id, url: `https://efdsearch.senate.gov/search/view/ptr/${id}/` };
      expect(recognise({ name: `saved/${id.toUpperCase()}.html`, bytes: Buffer.from(html) })).toMatchObject({
        kind: 'ptr',
        key: id,
      });
      const comment = `<!-- saved from url=(0080)https://efdsearch.senate.gov/search/view/ptr/${id}/ -->`;
      expect(recognise({ name: 'report.html', bytes: Buffer.from(comment + html) })).toEqual(known);
      expect(recognise({ name: 'report.html', bytes: Buffer.from(html) })).toBeNull();
    });

    it('is read without the search that listed it', () => {
      const known = recognise({ name: `${id}.html`, bytes: Buffer.from(html) })!;
      const [step] = [...parse({ ...known, retrievedAt: '', bytes: Buffer.from(html) })];
      expect(step!.records).toMatchObject([
        { disclosureDate: '2026-06-16', filerName: { last: 'Plumquist' } },
      ]);
    });

    it('may be a search response, which also gives the paper reports', () => {
      const bytes = Buffer.from(senateSearchAnswer([madeReport(2, '2026-06-17', { kind: 'paper' })]));
      const known = recognise({ name: 'june.json', bytes })!;
      expect([...parse({ ...known, retrievedAt: '', bytes })][0]!.records).toHaveLength(1);
    });

    it('may be the scan of a paper report, which names no filer: that is reported', () => {
      const bytes = Buffer.from(senatePage(madeReport(2, '2026-06-17', { kind: 'paper' })));
      const known = recognise({ name: `${madeReport(2, '').id}.html`, bytes })!;
      const [step] = [...parse({ ...known, retrievedAt: '', bytes })];
      expect(step).toMatchObject({ records: [], warnings: [{ kind: 'paper-page-alone' }] });
    });

    it.each([
      ['another JSON', '{"data":[]}'],
      ['a broken JSON', '{"data":['],
      ['another page', '<html><head><title>News</title></head></html>'],
      ['text', 'hello'],
    ])('that is %s does not belong to this register', (_what, text) => {
      expect(recognise({ name: `${id}.html`, bytes: Buffer.from(text) })).toBeNull();
    });
  });

  describe('the filer', () => {
    it.each([
      ['Mr. Osric T Penhallow (Gatherspoon, Mina)', 'Mr.', 'Mina', 'Gatherspoon', null],
      [
        'The Honorable A. Leopold Fizzlewood Jr. (Fizzlewood, A. Leopold Jr.)',
        'The Honorable',
        'A. Leopold',
        'Fizzlewood',
        'Jr.',
      ],
      ['Ms. Ada Twin Name (Twin Name, Ada )', 'Ms.', 'Ada', 'Twin Name', null],
      ['Mordecai Plumquist III', null, 'Mordecai', 'Plumquist', 'III'],
      [
        'The Honorable Mordecai Plumquist (Plumquist, Mordecai (Mo))',
        'The Honorable',
        'Mordecai (Mo)',
        'Plumquist',
        null,
      ],
      ['HON. ADA (DEE) PENHALLOW, SR', 'HON.', 'ADA (DEE)', 'PENHALLOW', 'SR'],
      ['Mr Mordecai Plumquist ()', 'Mr', 'Mordecai', 'Plumquist', null],
      ['Mrs Ada Penhallow (Penhallow)', 'Mrs', 'Ada', 'Penhallow', null],
      ['Ms Ada Penhallow (Penhallow, )', 'Ms', 'Ada', 'Penhallow', null],
      ['Dr Ada Penhallow (, Ada)', 'Dr', 'Ada', 'Penhallow', null],
    ])('%s', (text, prefix, first, last, suffix) => {
      expect(filerOfPage(text)).toMatchObject({ asFiled: text, prefix, first, last, suffix });
    });

    it('of a search row is the senator’s own form if the office cell has it', () => {
      const dirty = { first: 'A. LEOPOLD ', last: 'FIZZLEWOOD, JR.,  ' };
      expect(filerOfSearchRow({ ...dirty, office: 'Fizzlewood, Leo Jr. (Senator)' })).toMatchObject({
        first: 'Leo',
        last: 'Fizzlewood',
        suffix: 'Jr.',
      });
      expect(filerOfSearchRow({ ...dirty, office: 'Senator' })).toMatchObject({
        first: 'A. LEOPOLD',
        last: 'FIZZLEWOOD',
        suffix: 'JR.',
      });
    });
  });

  describe('a ticker in the name', () => {
    it.each([
      ['SPYM - Tradr Monthly ETF', 'Stock', 'SPYM'],
      ['Electronic Sports Inc. (ESI)', 'Stock', 'ESI'],
      ['Big Holdings (BRK.B)', 'Stock Option', 'BRK.B'],
      ['Bank of Somewhere (NYSE)', 'Stock', ''],
      ['Dairy Holding (WY)', 'Stock', ''],
      ['ETF - Some fund', 'Stock', ''],
      ['Metro - Water bond', 'Stock', ''],
      ['ABCD - Water bond', 'Municipal Security', ''],
      ['BIIB', 'Stock', ''],
      ['UBS - Zquorra Robotics common stock', 'Stock', ''],
      ['UBS - UBS Group AG', 'Stock', 'UBS'],
      ['IRA - Zquorra Robotics (ZQRA)', 'Stock', 'ZQRA'],
      ['UBS - Zquorra Robotics (ZQRA)', 'Stock', 'ZQRA'],
      ['ZQRA - Zquorra Robotics (ZQRA)', 'Stock', 'ZQRA'],
      ['ZQXB - Zquorra Robotics (ZQRA)', 'Stock', ''],
      ['TDA - Zquorra Robotics common stock', 'Stock', ''],
      ['TRP - Zquorra Blue Chip Growth', 'Stock', ''],
      ['TRP - TC Energy Corporation', 'Stock', 'TRP'],
      ['GBTC - Grayscale Bitcoin Trust (BTC)', 'Stock', 'GBTC'],
      ['Oakpine Bank preferred (PFD)', 'Stock', ''],
      ['Oakpine Motor (DRIP)', 'Stock', ''],
      ['Oakpine Engines (GBR)', 'Stock', ''],
      ['Oakpine Inc (TSE)', 'Stock', ''],
      ['Oakpine Bank PLC, note linked to Zquorra (ZQRA)', 'Stock', ''],
    ])('of "%s" (%s) is "%s"', (name, assetType, ticker) =>
      expect(judgedTicker({ ticker: '', tickerWords: tickerWordsOfName(name, assetType) }, name)).toBe(
        ticker,
      ),
    );

    it('is kept beside the empty cell, for derivation to judge', () => {
      const { report, warnings } = read(page([{ tickers: [''], names: ['UBS - Zquorra Robotics (ZQRA)'] }]));
      expect(report.trades[0]).toMatchObject({ ticker: '', tickerWords: 'ZQRA; UBS' });
      expect(warnings).toEqual([]);
      const stated = read(page([{ tickers: ['ZQRA'], names: ['Zquorra Robotics (ZQXB)'] }]));
      expect(stated.report.trades[0]).toMatchObject({ ticker: 'ZQRA' });
      expect(stated.report.trades[0]).not.toHaveProperty('tickerWords');
    });
  });
});
