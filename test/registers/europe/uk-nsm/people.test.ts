/**
 * Assigns lots to persons: several persons in one form, one column for each, enumerators on separate lines.
 */

import { describe, expect, it } from '@jest/globals';
import { itemAt } from '../../../../src/collections.js';
import { announcement, type FormParts, form, page, priceRow, readRows, section4, table } from './pages.js';

const read = (parts: FormParts) => readRows(announcement(page(form(parts))));
const HEAD = ['Price', 'Volume'];

describe('persons next to their lots', () => {
  const name = '1. Ada Bramble\n2. Ben Cole\n3. Cy Dunn';
  const position = '1. Chair\n2. Finance Director\n3. Director';
  const lots = (...labels: string[]) =>
    priceRow(table(['', ...HEAD], ...labels.map((label, i) => [label, `£1.2${i}`, `${i + 1}0,000`])));
  const people = (parts: FormParts) =>
    read({ name, position, ...parts }).rows.map((r) => [r.pdmrName, r.capacity, r.volume]);
  const SHUFFLED = [
    ['Cy Dunn', 'Director', 10_000],
    ['Ada Bramble', 'Chair', 20_000],
    ['Ben Cole', 'Finance Director', 30_000],
  ];

  it('does not take another name with the surname for the person', () => {
    const all = ['Ada Bramble; Ben Cole; Cy Dunn', 'Chair; Finance Director; Director'];
    const read = people({ prices: lots('Cole Hunt', 'Robert Cole', 'Dunn Street Brokers') });
    expect(read.map((row) => row.slice(0, 2))).toEqual([all, all, all]);
    expect(people({ prices: lots('Mr Dunn (Director)', 'Bramble, Ada', 'Purchase by B. Cole') })).toEqual(
      SHUFFLED,
    );
  });

  it('knows the person by a surname next to the code of a plan, a word of the trade or initials', () => {
    expect(people({ prices: lots('Dunn SIP', 'Ms Bramble LTIP', 'Cole Released') })).toEqual(SHUFFLED);
    expect(people({ prices: lots('Mr. C.A. Dunn', 'Bramble Joint', 'Mr B.R. Cole') })).toEqual(SHUFFLED);
    const [other] = people({ prices: lots('Mr R.B. Cole', 'PEEL DUNN', 'Ada Bramble') });
    expect(other?.[0]).toBe('Ada Bramble; Ben Cole; Cy Dunn');
    expect(people({ prices: lots('A', 'PEEL DUNN', 'B') })[1]?.[0]).toBe('Ada Bramble; Ben Cole; Cy Dunn');
  });

  it('takes Mrs Cole for no Mr Cole', () => {
    const of = (cole: string) =>
      people({ name: `Ada Bramble\n${cole}`, prices: lots('Ada Bramble', 'Mrs Cole') })[1]?.[0];
    expect(of('Mr Ben Cole')).toBe('Ada Bramble; Mr Ben Cole');
    expect(of('Mr Ben Cole\nMrs Ann Cole')).toBe('Mrs Ann Cole');
    expect(of('Dr Ann Cole')).toBe('Dr Ann Cole');
  });

  it('keeps each position with its person, in whatever order the lots are', () => {
    expect(people({ prices: lots('Cy Dunn', 'Ada Bramble', 'Ben Cole') })).toEqual(SHUFFLED);
    expect(people({ prices: lots('Mr C Dunn', 'A. Bramble', 'Mr Cole') })).toEqual(SHUFFLED);
    expect(people({ prices: lots('3.', '1.', '2.') })).toEqual(SHUFFLED);
  });

  it('reads names and positions on lines without numbers', () => {
    const unnumbered = {
      name: name.replaceAll(/\d\. /g, ''),
      position: position.replaceAll(/\d\. /g, ''),
    };
    expect(people({ ...unnumbered, prices: lots('Cy Dunn', 'Ada Bramble', 'Ben Cole') })).toEqual(SHUFFLED);
  });

  it('reads the persons of a list with commas if the words next to each lot are one of them', () => {
    const list = { name: 'Ada Bramble, Ben Cole and Cy Dunn', position: 'Directors' };
    expect(people({ ...list, prices: lots('Cy Dunn', 'Ada Bramble', 'Direct') })).toEqual([
      ['Cy Dunn', 'Directors', 10_000],
      ['Ada Bramble', 'Directors', 20_000],
      ['Ada Bramble, Ben Cole and Cy Dunn', 'Directors', 30_000],
    ]);
    const trust = { name: 'Ada Bramble, trustee of the Bramble Trust', position: 'Chair' };
    expect(people({ ...trust, prices: lots('Ada Bramble') })[0]?.[0]).toBe(trust.name);
  });

  it('reads a person whose relation to the other is next to the name', () => {
    const family = {
      name: 'Ada Bramble\nMark Bramble (husband of Ada Bramble)',
      position: 'Chair\nPCA of Ada Bramble',
    };
    expect(people({ ...family, prices: lots('Mark Bramble', 'Ada Bramble') }).map((r) => r[0])).toEqual([
      'Mark Bramble (husband of Ada Bramble)',
      'Ada Bramble',
    ]);
  });

  it('takes no remark without a name for the person', () => {
    const remark = { name: '1. Ada Bramble\n2. (not applicable)', position: '1. Chair\n2. (not applicable)' };
    expect(people({ ...remark, prices: lots('Ada Bramble', 'Bramble') }).map((r) => r[0])).toEqual([
      'Ada Bramble',
      'Ada Bramble',
    ]);
  });

  it('reads persons numbered in one line', () => {
    const line = { name: '(i) Ada Bramble; and (ii) Ben Cole', position: '(i) Chair, (ii) Director' };
    expect(people({ ...line, prices: lots('(ii)', '(i)') })).toEqual([
      ['Ben Cole', 'Director', 10_000],
      ['Ada Bramble', 'Chair', 20_000],
    ]);
  });

  it.each([
    'See below',
    'As set out in the table below',
    'Various - see section 4',
    'The following directors:',
    'Directors as listed below',
  ])('takes the names from the lots, and nothing else, where the field of the name says: %s', (text) => {
    const parts = { name: text, position: text };
    expect(people({ ...parts, prices: lots('Cy Dunn', 'Ada Bramble') })).toEqual([
      ['Cy Dunn', '', 10_000],
      ['Ada Bramble', '', 20_000],
    ]);
    expect(people({ ...parts, prices: lots('CFO', '') }).map((r) => r[0])).toEqual(['', '']);
    expect(
      people({ ...parts, prices: lots('Ben Cole (CFO)', 'Ada Bramble, Chair') }).map((r) => r[0]),
    ).toEqual(['Ben Cole (CFO)', 'Ada Bramble, Chair']);
    const words = [
      'Euronext Dublin (XDUB)',
      'Bull Brokers (ISA)',
      'Bull Brokers – SIPP',
      'Ada Bramble, Ben Cole',
      'Ordinary Shares',
      'Market Purchase',
      'Share Award',
      'London Stock Exchange',
      'Joint Account',
    ];
    expect(people({ ...parts, prices: lots(...words) }).map((r) => r[0])).toEqual(words.map(() => ''));
  });

  it.each(['See Wei Ming', 'Directors Pension Trustees'])('takes %s for a name', (own) => {
    expect(people({ name: own, prices: lots('') })[0]?.[0]).toBe(own);
  });

  it('gives no position where the form does not say whose it is', () => {
    const prices = lots('Cy Dunn', 'Ada Bramble', 'Ben Cole');
    expect(people({ prices, position: 'Chair\nFinance Director' }).map((r) => r[1])).toEqual(['', '', '']);
    expect(people({ prices, position: 'Non-executive directors' }).map((r) => r[1])).toEqual(
      Array(3).fill('Non-executive directors'),
    );
  });

  it('does not go by order where the words next to the lots name some of the persons', () => {
    const both = '1. Ada Bramble\n2. Ben Bramble';
    const prices = lots('Mr Bramble', 'Ms Bramble');
    expect(people({ name: both, position: '1. Chair\n2. Director', prices })).toEqual([
      ['Ada Bramble; Ben Bramble', 'Chair; Director', 10_000],
      ['Ada Bramble; Ben Bramble', 'Chair; Director', 20_000],
    ]);
  });

  const two = { name: '1. Ann Ash\n2. Bob Birch', position: '1. CEO\n2. CFO' };
  const BOB_FIRST = [
    ['Bob Birch', 'CFO', 20_000],
    ['Ann Ash', 'CEO', 10_000],
  ];
  const bob = table(HEAD, ['£1.26', '20,000']);
  const ann = table(HEAD, ['£1.25', '10,000']);

  it.each([
    ['lines above tables', `<p>Bob Birch</p>${bob}<p>Ann Ash</p>${ann}`],
    ['lines above sentences', 'Bob Birch\n20,000 shares at £1.26\nAnn Ash\n10,000 shares at £1.25'],
    [
      'rows of the table',
      `<table><tr><td>Price</td><td>Volume</td></tr><tr><td colspan="2">Bob Birch</td></tr><tr><td>£1.26</td><td>20,000</td></tr>` +
        `<tr><td colspan="2">Ann Ash</td></tr><tr><td>£1.25</td><td>10,000</td></tr></table>`,
    ],
    [
      'columns',
      table(['', 'Bob Birch', 'Ann Ash'], ['Price', '£1.26', '£1.25'], ['Volume', '20,000', '10,000']),
    ],
    [
      'columns with a heading',
      table(
        ['Director', 'Bob Birch', 'Ann Ash'],
        ['Price', '£1.26', '£1.25'],
        ['Volume', '20,000', '10,000'],
      ),
    ],
    ['numbers above sentences', '2.\n20,000 shares at £1.26\n1.\n10,000 shares at £1.25'],
    ['numbers above tables', `<p>2.</p>${bob}<p>1.</p>${ann}`],
    [
      'numbered columns',
      table(['', '2.', '1.'], ['Price', '£1.26', '£1.25'], ['Volume', '20,000', '10,000']),
    ],
    ['positions', table(['', ...HEAD], ['CFO', '£1.26', '20,000'], ['CEO', '£1.25', '10,000'])],
  ])('finds the persons in %s', (_, prices) =>
    expect(people({ ...two, prices: priceRow(prices) })).toEqual(BOB_FIRST),
  );

  it.each([
    [
      'the first column',
      table(['Ann Ash', ''], HEAD, ['£1.25', '10,000'], ['Bob Birch', ''], ['£1.26', '20,000']),
    ],
    [
      'the last column',
      table(['', 'Ann Ash'], HEAD, ['£1.25', '10,000'], ['', 'Bob Birch'], ['£1.26', '20,000']),
    ],
    [
      'a table with its own headings',
      table(['Ann Ash', ''], HEAD, ['£1.25', '10,000']) + table(['Bob Birch', ''], HEAD, ['£1.26', '20,000']),
    ],
  ])('finds the persons alone in %s', (_, prices) => {
    const found = people({ ...two, name: 'Ann Ash\nBob Birch', prices: priceRow(prices) });
    expect(found.map(([name, , volume]) => [name, volume])).toEqual([
      ['Ann Ash', 10_000],
      ['Bob Birch', 20_000],
    ]);
  });

  it.each([
    ['sentences', '10,000 shares at £1.25\nAnn Ash\n20,000 shares at £1.26\nBob Birch'],
    ['an introduction', 'Shares bought:\n10,000 shares at £1.25\nAnn Ash\n20,000 shares at £1.26\nBob Birch'],
    ['rows', table(HEAD, ['£1.25', '10,000'], ['Ann Ash', ''], ['£1.26', '20,000'], ['Bob Birch', ''])],
    ['tables', `${ann}<p>Ann Ash</p>${bob}<p>Bob Birch</p>`],
  ])('does not give a lot to the person below the lot before: %s', (_, prices) => {
    for (const name of [two.name, 'Ann Ash\nBob Birch'])
      expect(people({ ...two, name, prices: priceRow(prices) }).map((r) => r[0])).toEqual(
        Array(2).fill('Ann Ash; Bob Birch'),
      );
  });

  const lotsOfTwo = (...labels: string[]) =>
    priceRow(table(['', ...HEAD], ...labels.map((label, i) => [label, `£1.2${i}`, `${i + 1}0,000`])));

  it.each([
    ['other labels', { prices: lotsOfTwo('ISA', 'SIPP') }],
    ['initials of some', { prices: lotsOfTwo('ISA', 'BB') }],
    ['initials of both', { name: '1. Bea Birch\n2. Bob Birch', prices: lotsOfTwo('BB', 'B.B.') }],
    ['numbers of lots', { prices: lotsOfTwo('Tranche 1', 'Tranche 2') }],
    ['more numbers than persons', { prices: lotsOfTwo('1.', '2.', '3.') }],
    ['a relative', { prices: lotsOfTwo('Spouse of Bob Birch', 'Ann Ash and family') }],
    [
      'columns that do not fit',
      {
        prices: priceRow(table(['Bob Birch', 'Ann Ash'], ['Price', '£1.26', '£1.25'], ['Volume', '1', '2'])),
      },
    ],
  ])('does not go by order against %s', (_, parts) =>
    expect(people({ ...two, ...parts })[0]?.[0]).toMatch(/^(?:Ann Ash|Bea Birch); Bob Birch$/),
  );

  it.each([
    ['BB', 'AA'],
    ['B.B.', 'A.A.'],
    ['PDMR 2', 'PDMR 1'],
    ['Director no. 2', 'Director no. 1'],
  ])('finds the persons of %s and %s', (...labels) =>
    expect(people({ ...two, prices: lotsOfTwo(...labels) }).map((r) => r[0])).toEqual([
      'Bob Birch',
      'Ann Ash',
    ]),
  );

  it.each([
    ['lines', '1. 10,000\n2. 8,000'],
    ['one line', '1. 10,000 2. 8,000'],
    ['letters', '(a) 10,000\n(b) 8,000'],
  ])('gives numbered counts next to one price to their persons: %s', (_, counts) => {
    expect(people({ ...two, prices: priceRow(table(HEAD, ['£1.25', counts])) })).toEqual([
      ['Ann Ash', 'CEO', 10_000],
      ['Bob Birch', 'CFO', 8_000],
    ]);
    const { rows } = read({ ...two, prices: priceRow(table(HEAD, ['£1.25', counts])) });
    expect(rows.map((r) => r.totalValue)).toEqual([12_500, 10_000]);
    const bare = people({ ...two, prices: priceRow(table(HEAD, ['£1.25', '10,000\n8,000'])) });
    expect(bare).toEqual([['Ann Ash; Bob Birch', 'CEO; CFO', null]]);
  });

  it.each(['1. N/A 2. N/A', '1. 10,000 2. 20,000', '1. 10,000\n2. 20,000'])(
    'takes no number of a person for a count of section 4d: %s',
    (aggregated) => {
      const { rows, warnings } = read({ ...two, prices: lotsOfTwo('1.', '2.'), aggregated });
      expect(rows.map((r) => r.totalValue)).toEqual([12_000, 24_200]);
      expect(warnings).toEqual([]);
    },
  );

  it.each([
    'Ann Ash: 10,000 shares at £1.25; Bob Birch: 20,000 shares at £1.26',
    'Ann Ash 10,000 shares at £1.25 and Bob Birch 20,000 shares at £1.26',
    '10,000 shares (Ann Ash) at £1.25\n20,000 shares (Bob Birch) at £1.26',
    '£1.25 10,000 (Ann Ash); £1.26 20,000 (Bob Birch)',
    'Ann Ash bought 10,000 at 125p, Bob Birch bought 20,000 at 126p each',
  ])('finds the persons in the lines of the lots: %s', (line) => {
    const unnumbered = { name: 'Ann Ash\nBob Birch', position: 'CEO\nCFO', prices: priceRow(line) };
    expect(people(unnumbered)).toEqual(BOB_FIRST.toReversed());
  });

  it('gives the lots of a line to the person before them, if that is only one', () => {
    const unnumbered = { name: 'Ann Ash\nBob Birch', position: 'Directors' };
    const names = (line: string) =>
      people({ ...unnumbered, prices: priceRow(line) }).map(([name, , volume]) => [name, volume]);
    expect(names('Ann Ash 10,000 at £1.25, 20,000 at £1.26; Bob Birch 900 at £1.27')).toEqual([
      ['Ann Ash', 10_000],
      ['Ann Ash', 20_000],
      ['Bob Birch', 900],
    ]);
    expect(
      names('Ann Ash and Bob Birch bought at £1.25 and £1.26 the counts 10,000 and 20,000')[0]?.[0],
    ).toBe('Ann Ash; Bob Birch');
  });

  it('goes by order where nothing else identifies the lots', () => {
    const prices = priceRow(table(HEAD, ['£1.25', '10,000'], ['£1.26', '20,000']));
    expect(people({ ...two, prices }).map(([name]) => name)).toEqual(['Ann Ash', 'Bob Birch']);
    const sections = [section4({ prices }), section4({ prices })];
    const rows = readRows(announcement(page(form(two, ...sections)))).rows;
    expect(rows.map((r) => r.pdmrName)).toEqual(Array(4).fill('Ann Ash; Bob Birch'));
  });

  it('does not take a word of the figures for a name', () => {
    const month = priceRow('12 May 2026: 10,000 at £1.25\n13 May 2026: 20,000 at £1.26');
    expect(people({ name: 'Ann May\nBob Birch', prices: month }).map((r) => r[0])).toEqual(
      Array(2).fill('Ann May; Bob Birch'),
    );
    const name = '1. Ann Price\n2. Bob Sale';
    const lines = priceRow('Price: £1.25 Volume: 10,000\nPrice: £1.26 Volume: 20,000');
    expect(people({ name, prices: lines }).map((r) => r[0])).toEqual(['Ann Price', 'Bob Sale']);
    const named = priceRow('Bob Sale: 20,000 shares at £1.26\nAnn Price: 10,000 shares at £1.25');
    expect(people({ name, prices: named }).map((r) => r[0])).toEqual(['Bob Sale', 'Ann Price']);
    const labelled = lotsOfTwo('Sale', 'Purchase');
    expect(people({ name, prices: labelled })[0]?.[0]).toBe('Ann Price; Bob Sale');
  });

  it('takes the person whom the nature names', () => {
    const prices = priceRow(table(HEAD, ['£1.25', '10,000'], ['£1.26', '20,000']));
    const names = (nature: string) => people({ ...two, nature, prices }).map(([name]) => name);
    expect(names('Purchase by Bob Birch')).toEqual(['Bob Birch', 'Bob Birch']);
    expect(names('Purchase by the wife of Bob Birch')).toEqual(Array(2).fill('Ann Ash; Bob Birch'));
    const unnamed = [
      'Gift from Ann Ash',
      'Purchase by the Birch Family Trust',
      'Purchase by Birch Nominees Ltd',
    ];
    for (const nature of unnamed) expect(names(nature)).toEqual(Array(2).fill('Ann Ash; Bob Birch'));
    expect(names('Purchase by Bob Birch in his self-invested personal pension')).toEqual(
      Array(2).fill('Bob Birch'),
    );
    const way = people({ name: 'Ann Way\nBob Birch', nature: 'Transfer by way of gift', prices });
    expect(way.map(([name]) => name)).toEqual(Array(2).fill('Ann Way; Bob Birch'));
  });

  it.each([
    ['bullets', '• Ann Ash\n• Bob Birch', ['Ann Ash', 'Bob Birch']],
    [
      'positions',
      'Ann Ash, Chief Executive\nBob Birch - Finance Director',
      ['Ann Ash, Chief Executive', 'Bob Birch - Finance Director'],
    ],
  ])('reads names on lines with %s', (_, name, expected) => {
    const prices = lotsOfTwo('Bob Birch', 'Ann Ash');
    expect(people({ name, position: 'Directors', prices }).map((r) => r[0])).toEqual(expected.toReversed());
    const unnamed = priceRow(table(HEAD, ['£1.25', '10,000'], ['£1.26', '20,000']));
    expect(people({ name, position: 'Directors', prices: unnamed })[0]?.[0]).toBe(expected.join('; '));
  });

  it('does not split a list with commas at one of them', () => {
    const name = 'Ann Ash, Bob Birch and Cy Cedar';
    expect(people({ name, prices: lotsOfTwo('Ash', 'Cedar') }).map((r) => r[0])).toEqual([name, name]);
  });

  it.each([
    ['Ada Bramble\nFinance Director', 'Ada Bramble, Finance Director'],
    ['Ada\nBramble', 'Ada Bramble'],
    ['Ada Bramble – Chief Financial\nOfficer', 'Ada Bramble – Chief Financial Officer'],
    ['Ada Bramble, Non-Executive\nDirector', 'Ada Bramble, Non-Executive Director'],
    ['Bramble Directors\nPension Fund', 'Bramble Directors Pension Fund'],
  ])('sets a position below a name apart: %j', (name, expected) => {
    expect(read({ name }).rows.map((r) => r.pdmrName)).toEqual([expected]);
  });

  it('does not join two names on separate lines', () => {
    expect(read({ name: 'Jane Smith\nJohn Doe' }).rows.map((r) => r.pdmrName)).toEqual([
      'Jane Smith; John Doe',
    ]);
    expect(read({ name: 'Jane Smith\n(PCA of John Smith)' }).rows.map((r) => r.pdmrName)).toEqual([
      'Jane Smith (PCA of John Smith)',
    ]);
  });
});

describe('one column for each person', () => {
  const cells = (...texts: string[]) => texts.map((text) => `<td>${text}</td>`).join('');
  const columns = (prices: string, positions = ['Chair', 'Director'], names = ['Jane Smith', 'John Doe']) =>
    page(
      form({ name: 'NAMES', position: 'POSITIONS', prices, aggregated: 'N/A' })
        .replace(/<td><p><span>NAMES<\/span><\/p><\/td>/, cells(...names))
        .replace(/<td><p><span>POSITIONS<\/span><\/p><\/td>/, cells(...positions)),
    );
  const priceCells = (...texts: string[]) =>
    `<tr><td>c)</td><td>Price(s) and volume(s)</td>${cells(...texts)}</tr>`;
  const rows = (html: string) =>
    readRows(announcement(html)).rows.map((r) => [r.pdmrName, r.capacity, r.price, r.volume]);
  const RIGHT = [
    ['Jane Smith', 'Chair', 1.5, 20_000],
    ['John Doe', 'Director', 1.6, 6_000],
  ];

  it.each([
    ['sentences', priceCells('20,000 shares at £1.50 each', '6,000 shares at £1.60 each')],
    ['tables', priceCells(table(HEAD, ['£1.50', '20,000']), table(HEAD, ['£1.60', '6,000']))],
    [
      'labelled rows',
      `${priceCells('Price: £1.50', 'Price: £1.60')}<tr><td></td><td></td>${cells('Volume: 20,000', 'Volume: 6,000')}</tr>`,
    ],
  ])('is read for each person: %s', (_, prices) => expect(rows(columns(prices))).toEqual(RIGHT));

  it('is read where the label is repeated', () => {
    const html = columns(priceCells('20,000 shares at £1.50 each', '6,000 shares at £1.60 each')).replace(
      cells('Jane Smith', 'John Doe'),
      cells('Jane Smith', 'Name', 'John Doe'),
    );
    expect(rows(html)).toEqual(RIGHT);
  });

  it.each([
    ['one cell of figures', priceCells('20,000 shares at £1.50 each')],
    ['price and volume side by side', priceCells('Price: £1.50', 'Volume: 20,000')],
    ['a table of lots', priceRow(table(HEAD, ['£1.50', '20,000'], ['£1.60', '6,000']))],
  ])('leaves the figures unknown under %s', (_, prices) => {
    const { rows: found, warnings } = readRows(announcement(columns(prices)));
    expect(found.map((r) => [r.pdmrName, r.price, r.volume, r.totalValue])).toEqual([
      ['Jane Smith; John Doe', null, null, null],
    ]);
    expect(warnings.map((d) => d.kind)).toEqual(['people-beside-each-other']);
  });

  it('leaves the figures unknown where the positions are not in columns', () => {
    const prices = priceCells('20,000 shares at £1.50 each', '6,000 shares at £1.60 each');
    expect(rows(columns(prices, ['Chair', 'Director', 'Secretary'])).map((r) => r[3])).toEqual([null]);
  });

  it('names the issuer once that each column repeats', () => {
    const issuer = '<td><p><span>Quillford Mills plc</span></p></td>';
    const prices = ['20,000 shares at £1.50 each', '6,000 shares at £1.60 each'];
    for (const given of [priceCells(...prices), priceCells(itemAt(prices, 0))]) {
      const html = columns(given).replace(issuer, issuer + issuer);
      const { rows: found } = readRows(announcement(html));
      expect(new Set(found.map((r) => r.issuerName))).toEqual(new Set(['Quillford Mills plc']));
    }
  });

  it('joins a first and a last name in separate cells', () => {
    expect(rows(columns(priceRow(table(HEAD, ['£1.50', '20,000'])), ['Chair'], ['Jane', 'Smith']))).toEqual([
      ['Jane Smith', 'Chair', 1.5, 20_000],
    ]);
  });
});

describe('enumerators on separate lines', () => {
  const FIELDS: Array<[string, string, string]> = [
    ['1', 'Details of the person discharging managerial responsibilities / person closely associated', ''],
    ['a)', 'Name', 'Jane Smith'],
    ['2', 'Reason for the notification', ''],
    ['a)', 'Position/status', 'Chair'],
    ['b)', 'Initial notification/Amendment', 'Initial notification'],
    ['3', 'Details of the issuer', ''],
    ['a)', 'Name', 'Example Holdings plc'],
    ['b)', 'LEI', '213800QUILLFORD00001'],
    ['4 A', 'Details of the transaction(s): section to be repeated', ''],
    ['a)', 'Description of the financial instrument', 'Ordinary shares\nGB00BYM1K758'],
    ['b)', 'Nature of the transaction', 'Purchase of shares'],
    ['c)', 'Price(s) and volume(s)', '150p\n2'],
    ['d)', 'Aggregated information', 'N/A'],
    ['e)', 'Date of the transaction', '22 September 2026'],
    ['f)', 'Place of the transaction', 'XLON'],
  ];
  const expected = [
    [
      'Jane Smith',
      'Chair',
      'Example Holdings plc',
      '213800QUILLFORD00001',
      'Purchase of shares',
      150,
      2,
      'XLON',
    ],
  ];
  const fields = (html: string) =>
    readRows(announcement(html)).rows.map((r) => [
      r.pdmrName,
      r.capacity,
      r.issuerName,
      r.lei,
      r.nature,
      r.price,
      r.volume,
      r.venue,
    ]);
  const paragraphs = (texts: string[]) =>
    texts
      .flatMap((text) => text.split('\n'))
      .map((text) => `<p>${text}</p>`)
      .join('');
  const variants: Array<[string, (field: string[]) => string]> = [
    ['paragraphs', paragraphs],
    [
      'paragraphs, letters with a bracket before',
      ([mark, ...rest]) => paragraphs([mark!.replace(/^(\w)\)/, '($1)'), ...rest]),
    ],
    ['paragraphs, bare letters', ([mark, ...rest]) => paragraphs([mark!.replace(')', ''), ...rest])],
    [
      'rows',
      (field) =>
        field.map((text) => `<table><tr><td>${paragraphs([text])}</td><td></td></tr></table>`).join(''),
    ],
    [
      'a cell of a row',
      ([mark, label, value]) =>
        `<table><tr><td>${mark}</td><td>${label}</td><td>${paragraphs([value ?? ''])}</td></tr></table>`,
    ],
  ];

  it.each(variants)('are not part of names and natures: %s', (_, write) => {
    const html = page(FIELDS.map((field) => write(field.filter((text) => text !== ''))).join(''));
    expect(fields(html)).toEqual(expected);
  });
});

describe('names with damaged letters', () => {
  const NAME = 'Zoë O’Brien-Müller';
  const bytes = (html: string, encoding: 'utf8' | 'latin1') =>
    // The apostrophe is the byte 92 in windows-1252.
    Buffer.from(encoding === 'latin1' ? html.replaceAll('’', '\u0092') : html, encoding);
  const document = (html: string, encoding: 'utf8' | 'latin1', charset?: string) => ({
    ...announcement('', charset === undefined ? {} : { charset }),
    bytes: bytes(html, encoding),
  });
  const html = page(form({ name: NAME, issuer: 'Müller’s plc', nature: 'Purchase – shares' }));

  it('are read from UTF-8 and from windows-1252', () => {
    const western = html.replace('–', '-');
    for (const [read, nature] of [
      [readRows(document(html, 'utf8')), 'Purchase – shares'],
      [readRows(document(western, 'latin1', 'windows-1252')), 'Purchase - shares'],
    ] as const)
      expect(read.rows.map((r) => [r.pdmrName, r.issuerName, r.nature])).toEqual([
        [NAME, 'Müller’s plc', nature],
      ]);
  });

  it('are repaired where UTF-8 was read as windows-1252 before', () => {
    const misread = html
      .replaceAll('ë', 'Ã«')
      .replaceAll('ü', 'Ã¼')
      .replaceAll('’', 'â€™')
      .replaceAll('–', 'â€“');
    expect(readRows(document(misread, 'utf8')).rows.map((r) => [r.pdmrName, r.issuerName, r.nature])).toEqual(
      [[NAME, 'Müller’s plc', 'Purchase – shares']],
    );
  });

  it('leave an announcement unread if letters were lost', () => {
    const lost = page(form({ name: 'Zo\ufffd O\ufffdBrien' }));
    expect(() => readRows(announcement(lost))).toThrow('damaged pdmrName: Zo\ufffd O\ufffdBrien');
    const western = html.replace('–', '-');
    expect(() => readRows(document(western, 'latin1'))).toThrow('damaged');
  });

  it('leave out one row and keep the others under their own numbers', () => {
    const both = page(form({ name: 'Zo\ufffd Bell' }) + form({ name: 'Ben Cole' }));
    const { rows, warnings } = readRows(announcement(both));
    expect(rows.map((r) => [r.filingId, r.pdmrName])).toEqual([['q-1#1', 'Ben Cole']]);
    expect(warnings).toEqual([{ kind: 'damaged-name', detail: 'pdmrName: Zo\ufffd Bell', where: 'q-1#0' }]);
  });
});

describe('forms whose headings are not known', () => {
  const PERSON = 'Details of the person discharging managerial responsibilities / person closely associated';
  const second = form(
    { name: 'Zed Zebra', position: 'PCA of Ada Bramble' },
    section4({ nature: 'Sale', prices: priceRow('£2.00\n70,000') }),
  );
  const people = (forms: string) =>
    readRows(announcement(page(forms))).rows.map((r) => [r.pdmrName, r.capacity, r.issuerName, r.nature]);
  const ADA = ['Ada Bramble', 'Finance Director', 'Quillford Mills plc', 'Purchase of shares'];
  const ZED = ['Zed Zebra', 'PCA of Ada Bramble', 'Quillford Mills plc', 'Sale'];

  it.each([
    'Details of PCA',
    'Details of the Closely Associated Person',
    'Details of PDMR 2',
    'PDMR details',
    'Details of Non-Executive Director',
    'Person closely associated',
    '',
  ])('belong to their own person: %s', (words) => {
    const unknown = second.replace(PERSON, words);
    expect(people(form() + unknown)).toEqual([ADA, ZED]);
    expect(people(unknown + form())).toEqual([ZED, ADA]);
    const withoutPlace = form().replace(/<tr><td><p>f\).*?<\/tr>/s, '');
    expect(people(withoutPlace + unknown)).toEqual([ADA, ZED]);
  });

  it('have no person if the name cannot be read', () => {
    const unknown = second.replace(PERSON, 'Details of PCA').replace('<p>Name</p>', '<p>Holder</p>');
    const { rows, warnings } = readRows(announcement(page(form() + unknown)));
    expect(rows.map((r) => [r.pdmrName, r.nature])).toEqual([
      ['Ada Bramble', 'Purchase of shares'],
      ['', 'Sale'],
    ]);
    expect(warnings.map((w) => w.kind)).toEqual(['person-missing']);
  });

  it('have their own person even if no heading but that of section 4 is known', () => {
    const unknown = second
      .replace(PERSON, 'Details of PCA')
      .replace('Reason for the notification', 'Why')
      .replace(/Details of the issuer, emission[^<]*/, 'The company');
    expect(people(form() + unknown)).toEqual([ADA, ZED]);
    expect(people(form({ place: '' }) + unknown)).toEqual([ADA, ZED]);
    const bare = (html: string) => html.replaceAll(/<td><p>[a-f1-4]\)?<\/p><\/td>/g, '');
    expect(people(bare(form() + unknown)).map(([name]) => name)).toEqual(['Ada Bramble', '']);
  });

  it('do not take a name of the narrative', () => {
    const unknown = second.replace(PERSON, 'Details of PCA').replace('<p>Name</p>', '<p>Holder</p>');
    const contact = '<p>Name: Con Tact</p><p>Telephone: 020 7946 0000</p>';
    expect(people(form() + contact + unknown).map(([name]) => name)).toEqual(['Ada Bramble', '']);
    const block = table(['Name', 'Position'], ['Con Tact', 'Secretary']);
    expect(people(form() + block + unknown).map(([name]) => name)).toEqual(['Ada Bramble', '']);
  });

  const CONTACTS: Array<[string, string]> = [
    ['information', '<p>For further information:</p><p>Name: Eve Sec</p><p>Position: Company Secretary</p>'],
    ['lines', '<p>Contact</p><p>Name</p><p>Eve Sec</p><p>Position</p><p>Company Secretary</p>'],
    ['rows', table(['5', 'Contact'], ['a)', 'Name', 'Eve Sec'], ['b)', 'Position', 'Company Secretary'])],
    ['a telephone number', `<p>Enquiries:</p>${table(['Name', 'Eve Sec'], ['Tel', '020 7946 0000'])}`],
  ];
  it.each(CONTACTS)('do not begin with a contact in %s', (_, contact) => {
    const repeated = `<table>${section4({ nature: 'Sale' })}</table>`;
    expect(people(form() + contact + repeated).map(([name]) => name)).toEqual(['Ada Bramble', 'Ada Bramble']);
    const unknown = second.replace(PERSON, 'Details of PCA');
    expect(people(form() + contact + unknown)).toEqual([ADA, ZED]);
    expect(people(form() + contact + second.replace(PERSON, '')).map(([name]) => name)).not.toContain(
      'Eve Sec',
    );
  });

  it('are reported where section 4 has no form at all', () => {
    const lone = '<table><tr><td>b)</td><td>Nature of the transaction</td><td>Sale</td></tr></table>';
    expect(readRows(announcement(page(lone + form()))).warnings).toEqual([
      { kind: 'field-outside-form', detail: 'b) Nature of the transaction Sale', where: 'q-1' },
    ]);
  });

  it.each(['Details of the Company', 'Issuer details', 'Issuer', 'Name of issuer', ''])(
    'keep the issuer apart from the person: %s',
    (words) => expect(people(form().replace(/Details of the issuer, emission[^<]*/, words))).toEqual([ADA]),
  );

  it.each(['Reasons for the notification', 'Reason for this notification', 'Reason', ''])(
    'keep the reason apart from the person: %s',
    (words) => expect(people(form().replace('Reason for the notification', words))).toEqual([ADA]),
  );

  it('read section 3 above section 1', () => {
    const parts = /(<tr><td><p>1<.*?)(<tr><td><p>3<.*?)(<tr><td><p>4<)/s;
    const turned = form().replace(parts, '$2$1$3');
    expect(people(turned + turned.replace('Quillford Mills plc', 'Other plc'))).toEqual([
      ADA,
      [ADA[0], ADA[1], 'Other plc', ADA[3]],
    ]);
  });
});

describe('fields that the form does not have', () => {
  const above = (mark: string, extra: string) =>
    form().replace(`<tr><td><p>${mark}</p>`, (row) => extra + row);
  const extra = (letter: string, label: string, value: string) =>
    `<tr><td>${letter}</td><td>${label}</td><td>${value}</td></tr>`;
  const fields = (forms: string) =>
    readRows(announcement(page(forms))).rows.map((r) => [r.pdmrName, r.capacity, r.issuerName, r.lei]);
  const RIGHT = [['Ada Bramble', 'Finance Director', 'Quillford Mills plc', '213800QUILLFORD00001']];

  it.each([
    ['a relationship', above('2', extra('b)', 'Relationship to PDMR', 'Spouse of Ben Bramble'))],
    ['an address', above('2', extra('b)', 'Address', '1 High Street'))],
    ['an address on a line', above('2', '<tr><td>b) Address: 1 High Street</td></tr>')],
    ['a function', above('3', extra('c)', 'Job title / function', 'CFO'))],
    ['a ticker', above('4', extra('c)', 'Ticker', 'QUIL'))],
    ['another label for the LEI', form().replace('<p>LEI</p>', '<p>LEI number</p>')],
  ])('do not continue the field above: %s', (_, forms) => expect(fields(forms)).toEqual(RIGHT));

  it('are not the numbers of several persons', () => {
    const rows = extra('', '', '1. Ada Bramble') + extra('', '', '2. Ben Cole');
    const several = form({ name: '' }).replace('<tr><td><p>2</p>', (row) => rows + row);
    expect(fields(several).map(([name]) => name)).toEqual(['Ada Bramble; Ben Cole']);
  });
});
