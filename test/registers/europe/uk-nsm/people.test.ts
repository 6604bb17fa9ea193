/**
 * Assigns lots to persons: several persons in one form, one column for each, enumerators on separate lines.
 */

import { describe, expect, it } from '@jest/globals';
import { itemAt } from '../../../../src/collections.js';
import { announcement, form, page, priceRow, readRows, section4, table } from './pages.js';

const HEAD = ['Price', 'Volume'];

it('does not go by order where a form has two sections', () => {
  const prices = priceRow(table(HEAD, ['£1.25', '10,000'], ['£1.26', '20,000']));
  const two = { name: '1. Ann Ash\n2. Bob Birch', position: '1. CEO\n2. CFO' };
  const { rows } = readRows(announcement(page(form(two, section4({ prices }), section4({ prices })))));
  expect(rows.map((r) => r.pdmrName)).toEqual(Array(4).fill('Ann Ash; Bob Birch'));
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
  ])('do not continue the field above: %s', (_, forms) => expect(fields(forms)).toEqual(RIGHT));

  it('are not the numbers of several persons', () => {
    const rows = extra('', '', '1. Ada Bramble') + extra('', '', '2. Ben Cole');
    const several = form({ name: '' }).replace('<tr><td><p>2</p>', (row) => rows + row);
    expect(fields(several).map(([name]) => name)).toEqual(['Ada Bramble; Ben Cole']);
  });
});
