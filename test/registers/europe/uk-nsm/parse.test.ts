/** Announcements of the National Storage Mechanism, whose forms are free HTML. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { ukExclusion } from '../../../../src/derive/europe/uk-exclusion.js';
import type { PdmrFiling } from '../../../../src/records/europe/pdmr.js';
import { parseAnnouncement } from '../../../../src/registers/europe/uk-nsm/parse.js';
import { ParseError } from '../../../../src/registers/register.js';
import fc, { runs } from '../../../property.js';
import { samplePath } from '../../../samples/folder.js';
import { describeNeeds } from '../../../samples/needs.js';
import { announcement, form, page, priceRow, readRows, section4, table } from './pages.js';

const rows = (html: string, facts: Record<string, string> = {}): PdmrFiling[] =>
  readRows(announcement(html, facts)).rows;

describe('an announcement', () => {
  it('replaces the stored rows of the same disclosure', () => {
    const { records } = parseAnnouncement(announcement(page(form()), { seq_id: 'q-1-v2' }));
    expect(records).toMatchObject([
      {
        kind: 'pdmr-notification',
        market: 'uk',
        mode: 'replace',
        notificationKey: 'q-1',
        rows: [{ filingId: 'q-1#0' }],
      },
    ]);
  });

  it('gives one record for a lot, with every field of the form', () => {
    expect(rows(page(form({ position: 'PCA of Ben Bramble, Chair', name: 'Ada Bramble' })))).toEqual([
      {
        kind: 'pdmr',
        market: 'uk',
        filingId: 'q-1#0',
        notificationKey: 'q-1',
        publicationAt: '2026-09-23T06:00:00.000Z',
        publicationApproximate: false,
        issuerName: 'Quillford Mills plc',
        lei: '213800QUILLFORD00001',
        pdmrName: 'Ada Bramble',
        notifier: null,
        closelyAssociated: true,
        capacity: 'PCA of Ben Bramble, Chair',
        isin: 'GB00BYM1K758',
        instrumentType: null,
        instrumentName: 'Ordinary shares of 1 pence each',
        nature: 'Purchase of shares',
        transactionType: null,
        direction: 'acquisition',
        price: 1.25,
        volume: 40_000,
        volumeIsAmount: false,
        currency: 'GBP',
        totalValue: 50_000,
        valueUnknown: false,
        linkedToShareProgramme: null,
        amendment: false,
        status: 'current',
        transactionDate: '2026-09-22',
        venue: 'London Stock Exchange (XLON)',
        url: 'https://data.fca.org.uk/artefacts/NSM/RNS/q-1.html',
        rawArtefactUrl: 'https://data.fca.org.uk/artefacts/NSM/RNS/q-1.html',
        narrative: null,
      },
    ]);
  });

  it('reads several forms, each with its own person', () => {
    const html = page(form({ name: 'Ada Bramble' }) + form({ name: 'Ben Cole', position: 'Chair' }));
    expect(rows(html).map((r) => [r.filingId, r.pdmrName, r.capacity])).toEqual([
      ['q-1#0', 'Ada Bramble', 'Finance Director'],
      ['q-1#1', 'Ben Cole', 'Chair'],
    ]);
  });

  it('reads a repeated section 4, each with its own nature, instrument and date', () => {
    const html = page(
      form(
        {},
        section4({ nature: 'Purchase of shares', date: '21 September 2026' }, '4.1'),
        section4(
          {
            nature: 'Sale of shares',
            date: '22/09/2026',
            instrument: 'Preference shares\nISIN: GB0002760279',
          },
          '4.2',
        ),
      ),
    );
    expect(
      rows(html).map((r) => [r.nature, r.direction, r.isin, r.instrumentName, r.transactionDate]),
    ).toEqual([
      ['Purchase of shares', 'acquisition', 'GB00BYM1K758', 'Ordinary shares of 1 pence each', '2026-09-21'],
      ['Sale of shares', 'disposal', 'GB0002760279', 'Preference shares', '2026-09-22'],
    ]);
  });

  it('reads a section 4 that is repeated without its heading', () => {
    const bare = section4({ nature: 'Sale of shares' }).replace(/^<tr>.*?<\/tr>/, '');
    const html = page(form({}, section4({}), bare));
    expect(rows(html).map((r) => r.nature)).toEqual(['Purchase of shares', 'Sale of shares']);
  });

  it('finds labels and values although every letter has its own tag', () => {
    const letters = (text: string): string => [...text].map((c) => `<span>${c}</span>`).join('');
    const html = page(form()).replace(/<p>([^<]+)<\/p>/g, (_, text: string) => `<p>${letters(text)}</p>`);
    expect(rows(html)).toEqual(rows(page(form())));
  });

  it('finds the form inside a layout table, and next to spacer cells', () => {
    const inner = form().replaceAll('<tr>', '<tr><td>&nbsp;</td>');
    const html = page(`<table><tr><td><p>Left</p></td><td>${inner}</td></tr></table>`);
    expect(rows(html).map((r) => [r.pdmrName, r.totalValue, r.transactionDate])).toEqual([
      ['Ada Bramble', 50_000, '2026-09-22'],
    ]);
  });

  it('reads a form that is not a table', () => {
    const html = page(
      [
        '1. Details of the person discharging managerial responsibilities / person closely associated',
        'a) Name: Ada Bramble',
        '2. Reason for the notification',
        'a) Position/status: Chair',
        'b) Initial notification/Amendment: Initial notification',
        '3. Details of the issuer',
        'a) Name: Quillford Mills plc',
        'b) LEI: 213800QUILLFORD00001',
        '4. Details of the transaction(s): section to be repeated for each type of instrument',
        'a) Description of the financial instrument: Ordinary shares GB00BYM1K758',
        'b) Nature of the transaction: Sale of shares',
        'c) Price(s) and volume(s): 30,000 shares at 120p per share',
        'd) Aggregated information: N/A',
        'e) Date of the transaction: 22 September 2026',
        'f) Place of the transaction: XLON',
        'For further information please contact the Company Secretary, who sold nothing.',
      ]
        .map((line) => `<p>${line}</p>`)
        .join(''),
    );
    expect(
      rows(html).map((r) => [
        r.pdmrName,
        r.capacity,
        r.issuerName,
        r.nature,
        r.price,
        r.totalValue,
        r.transactionDate,
        r.venue,
      ]),
    ).toEqual([
      ['Ada Bramble', 'Chair', 'Quillford Mills plc', 'Sale of shares', 120, 36_000, '2026-09-22', 'XLON'],
    ]);
  });

  it('pairs numbered persons, positions and prices', () => {
    const html = page(
      form({
        name: '1. Ada Bramble\n2. Ben Cole\n3. Cy Dunn',
        position: '1. Chair\n2. Finance Director\n3. Director',
        prices: priceRow(
          table(['Price', 'Volume'], ['1.  £ 5.79', '5,000'], ['2. £ 5.79', '5,300'], ['3. £5.80', '2,780']),
        ),
      }),
    );
    expect(rows(html).map((r) => [r.pdmrName, r.capacity, r.price, r.volume])).toEqual([
      ['Ada Bramble', 'Chair', 5.79, 5_000],
      ['Ben Cole', 'Finance Director', 5.79, 5_300],
      ['Cy Dunn', 'Director', 5.8, 2_780],
    ]);
  });

  it('names all persons of a form when nothing says whose lot it is', () => {
    const html = page(form({ name: '1. Ada Bramble\n2. Ben Cole' }));
    expect(rows(html).map((r) => r.pdmrName)).toEqual(['Ada Bramble; Ben Cole']);
  });

  it('pairs numbered natures with the lots, by number, by word and by order', () => {
    const natures = '1. Exercise of options 2. Sale of shares';
    const lots = [
      table(['Price', 'Volume'], ['1. 10p', '9,000'], ['2. £4', '8,000']),
      table(['', 'Price', 'Volume'], ['Sale', '£4', '8,000'], ['Exercise of options', '10p', '9,000']),
      table(['Price', 'Volume'], ['10p', '9,000'], ['£4', '8,000']),
    ];
    expect(
      lots.map((l) =>
        rows(page(form({ nature: natures, prices: priceRow(l) }))).map((r) => [r.nature, r.volume]),
      ),
    ).toEqual([
      [
        ['Exercise of options', 9_000],
        ['Sale of shares', 8_000],
      ],
      [
        ['Sale of shares', 8_000],
        ['Exercise of options', 9_000],
      ],
      [
        ['Exercise of options', 9_000],
        ['Sale of shares', 8_000],
      ],
    ]);
  });

  it.each([
    [
      'in the cell of the price',
      table(['Price', 'Volume'], ['Purchase: £1.26', '9,900'], ['Sale: £1.25', '10,000']),
    ],
    [
      'after the count',
      table(['Price', 'Volume'], ['£1.26', '9,900 (purchase)'], ['£1.25', '10,000 (sale)']),
    ],
    ['in letters', table(['B/S', 'Price', 'Volume'], ['B', '£1.26', '9,900'], ['S', '£1.25', '10,000'])],
    [
      'in the headings',
      table(
        ['Purchase price', 'Shares purchased', 'Sale price', 'Shares sold'],
        ['£1.26', '9,900', '£1.25', '10,000'],
      ),
    ],
    [
      'above columns',
      table(['', 'Purchase', 'Sale'], ['Price', '£1.26', '£1.25'], ['Volume', '9,900', '10,000']),
    ],
    ['above lines', 'Purchase\n9,900 at £1.26\nSale\n10,000 at £1.25'],
    [
      'in the first lot alone',
      table(['Price', 'Volume'], ['£1.26', '9,900 (purchase)'], ['£1.25', '10,000']),
    ],
  ])('does not go by the order of the natures where the words of the lots are %s', (_, lots) => {
    const natures = '1. Sale of shares\n2. Purchase of shares';
    const read = (nature: string) => rows(page(form({ nature, prices: priceRow(lots) })));
    expect(read(natures).map((r) => [r.nature, r.direction, r.volume])).toEqual([
      ['Purchase of shares', 'acquisition', 9_900],
      ['Sale of shares', 'disposal', 10_000],
    ]);
    expect(read('Sale and purchase of shares')[0]?.direction).toBe('acquisition');
  });

  it('pairs numbered natures with the lots by the counts that they name, before the order', () => {
    const read = (nature: string, ...lots: string[][]) =>
      rows(page(form({ nature, prices: priceRow(table(['', 'Price', 'Volume'], ...lots)) }))).map((r) => [
        r.nature,
        r.volume,
      ]);
    const sales = '1. Sale of 23,500 shares to cover tax\n2. Sale of 26,500 shares';
    const swapped = [
      ['Sale of 26,500 shares', 26_500],
      ['Sale of 23,500 shares to cover tax', 23_500],
    ];
    expect(read(sales, ['', '£4', '26,500'], ['', '£4', '23,500'])).toEqual(swapped);
    expect(read(sales, ['Sale', '£4', '26,500'], ['Sale', '£4', '23,500'])).toEqual(swapped);
    // A holding, a year or a nominal value is not a count, and an item with the counts of two lots is that of neither.
    for (const [natures, first] of [
      ['1. Purchase of shares (2,000 held before)\n2. Sale of shares', '1,000'],
      ['1. Purchase of shares, from a holding of 2,000 shares\n2. Sale of shares', '1,000'],
      ['1. Exercise of options over 1,000 shares and sale of 2,000 shares\n2. Sale of shares', '1,000'],
      ['1. Purchase under the 2021 plan\n2. Sale of 2022 award shares', '2,022'],
      ['1. Purchase of shares\n2. Sale of 1 penny ordinary shares', '1'],
    ] as const)
      expect(read(natures, ['', '£4', first], ['', '£4', '2,000'])).toEqual(
        natures.split('\n').map((text, i) => [text.slice(3), [Number(first.replace(',', '')), 2000][i]]),
      );
    // Two lots with the count, or a lot of another action, are not found by it.
    const exercise = '1. Exercise of options over 9,000 shares\n2. Sale of shares';
    const inOrder = [
      ['Exercise of options over 9,000 shares', 9_000],
      ['Sale of shares', 9_000],
    ];
    expect(read(exercise, ['', '10p', '9,000'], ['', '£4', '9,000'])).toEqual(inOrder);
    expect(read(exercise, ['Sale', '£4', '9,000'], ['Exercise', '10p', '8,000'])[0]).toEqual([
      'Sale of shares',
      9_000,
    ]);
  });

  it('knows no figures of a lot whose label contradicts the only nature', () => {
    const read = (nature: string, ...labels: string[]) => {
      const lots = labels.map((label, i) => [label, '£4', `${i + 1},000`]);
      const prices = priceRow(table(['', 'Price', 'Volume'], ...lots));
      return readRows(announcement(page(form({ nature, prices }))));
    };
    const { rows: found, warnings } = read('Sale of shares', 'Sale', 'Purchase');
    expect(found.map((r) => [r.volume, r.totalValue])).toEqual([
      [1_000, 4_000],
      [null, null],
    ]);
    expect(warnings.map((w) => w.kind)).toEqual(['columns-contradict-nature']);
    for (const label of ['Purchase', 'Acquired', 'ISA', 'Sale price', ''])
      expect(read('Purchase of shares', label).rows.map((r) => r.volume)).toEqual([1_000]);
    expect(read('Sale and purchase of shares', 'Sale', 'Purchase').rows.map((r) => r.direction)).toEqual([
      'disposal',
      'acquisition',
    ]);
  });

  it('does not take a day for the count of a lot', () => {
    const date = '1. 22 September 2026\n2. 21 September 2026';
    const prices = priceRow(table(['Price', 'Volume'], ['£4', '21'], ['£4', '22']));
    expect(rows(page(form({ date, prices }))).map((r) => r.transactionDate)).toEqual([
      '2026-09-22',
      '2026-09-21',
    ]);
  });

  it('does not take the words below a lot for those above the next one', () => {
    const nature = '1. Sale of shares\n2. Purchase of shares';
    const prices = priceRow('10,000 at £1.25\nSale\n9,900 at £1.26\nPurchase');
    expect(rows(page(form({ nature, prices }))).map((r) => [r.direction, r.volume])).toEqual([
      ['disposal', 10_000],
      ['acquisition', 9_900],
    ]);
  });

  it('takes the date of a lot from its date column', () => {
    const lots = table(
      ['Date', 'Price', 'Volume'],
      ['13 May 2026', '33.5 pence', '50,000'],
      ['20/05/2026', '33.5 pence', '71,500'],
    );
    const html = page(form({ prices: priceRow(lots), date: '13 - 20 May 2026' }));
    expect(rows(html).map((r) => r.transactionDate)).toEqual(['2026-05-13', '2026-05-20']);
  });

  it.each([
    ['4 September 2026', '2026-09-04'],
    ['4th September 2026', '2026-09-04'],
    ['September 4, 2026', '2026-09-04'],
    ['Friday 4 Sept 2026', '2026-09-04'],
    ['04-Sep-2026', '2026-09-04'],
    ['04/09/2026', '2026-09-04'],
    ['04.09.26', '2026-09-04'],
    ['2026-09-04', '2026-09-04'],
    ['2026-09-04; GMT', '2026-09-04'],
    ['13 - 20 May 2026', null],
    ['Between 3 November 2025 and 5 November', null],
    ['2026-05-12 / 13', null],
    ['2026-05-12; 09:15 UTC', '2026-05-12'],
    ['12 May 2026, 10.30am', '2026-05-12'],
    ['13, 14 and 20 May 2026', null],
    ['30 April to 2 May 2026', null],
    ['02/09/2026 - 04/09/2026', null],
    ['31 September 2026', null],
    ['09/31/2026', null],
    ['25 December 2026', null],
    ['see above', null],
    ['22-09-26', '2026-09-22'],
    ['22/09/26', '2026-09-22'],
    ['Trade date: 4 September 2026\nSettlement date: 8 September 2026', '2026-09-04'],
    ['Trade date 4 September 2026; Settlement date 8 September 2026', '2026-09-04'],
    ['4 September 2026 (settled on 8 September 2026)', '2026-09-04'],
    ['Transaction date: 4 September 2026\nNotification date: 7 September 2026', '2026-09-04'],
    ['Trade and settlement date: 4 September 2026', '2026-09-04'],
    ['Trade dates: 3 September 2026 and 4 September 2026; settlement date: 8 September 2026', null],
    ['4 September 2026 and 7 September 2026', null],
    ['Settlement date: 8 September 2026. Trade date: 4 September 2026', '2026-09-04'],
    ['Settlement of award: 4 September 2026; sale of shares: 7 September 2026', null],
    ['Exercise and settlement 4 September 2026, sale 7 September 2026', null],
    ['8 September 2026 settlement date\n4 September 2026 trade date', null],
    ['7 September 2026 – notification 4 September 2026 – transaction', null],
  ])('reads the date %s as %s', (written, date) => {
    expect(rows(page(form({ date: written })))[0]!.transactionDate).toBe(date);
  });

  it('leaves an ISIN out whose check digit is wrong, and says so', () => {
    const { rows: found, warnings } = readRows(
      announcement(page(form({ instrument: 'Shares\nGB00BYM1K759' }))),
    );
    expect(found[0]!.isin).toBeNull();
    expect(warnings).toEqual([{ kind: 'isin-check-digit', detail: 'GB00BYM1K759', where: 'q-1#0' }]);
  });

  it.each([
    ['Initial notification', '', false],
    ['Initial', '', false],
    ['Amendment: the volume was wrong', '', true],
    ['Initial notification', 'Director/PDMR Shareholding - Replacement', true],
    ['Initial notification', 'Trading update and PDMR dealing', false],
    ['Initial notification', 'Directorate Update', false],
    ['Updated notification', '', true],
    ['', 'PDMR dealing update', null],
    ['Initial notification', 'Correction: PDMR dealing', true],
    ['Not an amendment', '', false],
    ['No', '', false],
    ['Amendment: No', '', false],
    ['Amendment No. 2', '', true],
    ['Amendment: not all shares were named', '', true],
    ['Not an amendment', 'Correction: PDMR dealing', null],
    ['', '', null],
    ['Initial notification /Amendment', '', null],
  ])('reads %j with the headline %j as amendment: %s', (initial, headline, amendment) => {
    expect(rows(page(form({ initial })), { headline })[0]!.amendment).toBe(amendment);
  });

  it.each([
    [
      `The following amendment has been made to the 'Director/PDMR Shareholding' announcement released on 23 September 2026 at 07:00 under RNS No 4711Q.\nAll other details remain unchanged.`,
      true,
    ],
    ['The full amended text is shown below.', true],
    ['CORRECTION: DIRECTOR/PDMR SHAREHOLDING', true],
    ['This announcement replaces the announcement released at 07:00.', true],
    ['The following amendments have been made to the Articles of Association.', false],
    ['The announcement of results is on the website. The Board was replaced.', false],
  ])('reads the narrative %j as amendment: %s', (narrative, amendment) => {
    expect(rows(page(form(), narrative))[0]!.amendment).toBe(amendment);
    expect(rows(page(form({ initial: 'Not an amendment' }), narrative))[0]!.amendment).toBe(
      amendment ? null : false,
    );
  });

  it('takes a table after the form where the cell of the form is empty', () => {
    const html = page(
      form({ prices: priceRow('See below') }) + table(['Price', 'Volume'], ['£1.20', '30,000']),
    );
    expect(rows(html).map((r) => [r.price, r.volume, r.totalValue])).toEqual([[1.2, 30_000, 36_000]]);
  });

  it('does not take a table of the narrative for lots', () => {
    const summary = table(
      ['PDMR', 'Position', 'Price paid', 'Shares purchased'],
      ['Ada Bramble', 'Chair', '384p', '306'],
    );
    expect(rows(page(form(), summary))).toHaveLength(1);
  });

  it('keeps a transaction whose lots cannot be read, with a warning', () => {
    const { rows: found, warnings } = readRows(announcement(page(form({ prices: priceRow('') }))));
    expect(found).toMatchObject([
      { filingId: 'q-1#0', price: null, volume: null, totalValue: null, valueUnknown: true },
    ]);
    expect(warnings.map((d) => d.kind)).toEqual(['no-price-and-volume']);
  });

  it('reports lots that do not add up to the aggregated volume', () => {
    const lots = table(['Price', 'Volume'], ['£1.20', '30,000'], ['£1.21', '20,000']);
    const { rows: found, warnings } = readRows(
      announcement(page(form({ prices: priceRow(lots), aggregated: '60,000\n£1.20' }))),
    );
    expect(found.map((r) => [r.currency, r.totalValue, r.valueUnknown])).toEqual([
      [null, null, true],
      [null, null, true],
    ]);
    expect(warnings).toEqual([
      { kind: 'aggregated-volume', detail: 'lots add up to 50000, stated 60000', where: 'q-1#0' },
    ]);
  });

  it('takes the day on the page, midnight in London, when no search gave a time', () => {
    const made = announcement(page(form()));
    const [record] = readRows({ ...made, metadata: {} }).rows;
    expect(record).toMatchObject({ publicationAt: '2026-09-22T23:00:00.000Z', publicationApproximate: true });
  });

  it.each([
    ['a PDF', '%PDF-1.7 …', 'pdf'],
    ['a page without a form', '<html><body><p>Result of AGM</p></body></html>', 'no notification form found'],
    ['an empty file', '', 'no notification form found'],
    [
      'a form without a transaction',
      page(form().split('Details of the transaction')[0]!),
      'no notification form found',
    ],
  ])('cannot read %s', (_, bytes, reason) => {
    expect(() => parseAnnouncement(announcement(bytes))).toThrow(new ParseError(reason));
  });
});

describe('any input', () => {
  const pieces = fc.constantFrom(
    '£1.20',
    '171',
    '60,000',
    'GBX 5',
    '2026',
    'Price',
    'Volume',
    'Nil',
    '1.',
    '2.',
    '(a)',
    '%',
    'per share',
    'shares of 10p each',
    '�9',
    '<td>',
    '</td>',
    '<tr>',
    '</tr>',
    '<table>',
    '</table>',
    '<p>',
    '<b>',
    '<sup>',
    '<td rowspan="9" colspan="9">',
    '&pound;',
    '<!--',
    'Details of the person discharging managerial responsibilities',
    'Details of the transaction(s)',
    'Name',
    'Nature of the transaction',
    'Price(s) and volume(s)',
    'Aggregated information',
    'Date of the transaction',
    '13 - 20 May 2026',
    'Total',
    ':',
    '£',
  );
  const soup = fc
    .array(fc.oneof(pieces, fc.string({ maxLength: 8 })), { maxLength: 120 })
    .map((parts) => parts.join(' '));

  const read = (html: string): PdmrFiling[] => {
    try {
      return rows(html);
    } catch (error) {
      if (error instanceof ParseError) return [];
      throw error;
    }
  };
  const sound = (record: PdmrFiling): void => {
    if (record.totalValue !== null) expect(record.currency).not.toBeNull();
    if (record.valueUnknown) expect([record.currency, record.totalValue]).toEqual([null, null]);
    for (const n of [record.price, record.volume, record.totalValue])
      expect(n === null || Number.isFinite(n)).toBe(true);
  };

  it('throws only ParseError, and never states a value without a currency', () => {
    fc.assert(
      fc.property(soup, (html) => read(html).forEach(sound)),
      { numRuns: runs(300) },
    );
    fc.assert(
      fc.property(soup, (html) =>
        read(page(form({ prices: `<tr><td>c)</td><td>Price(s) and volume(s)</td><td>${html}` }))).forEach(
          sound,
        ),
      ),
      { numRuns: runs(300) },
    );
  });

  it('never gives a number without a unit a currency when nothing in the announcement has one', () => {
    const number = fc.double({ min: 0.01, max: 1e6, noNaN: true }).map((n) => n.toFixed(3));
    const volume = fc.integer({ min: 1, max: 10_000_000 }).map((n) => n.toLocaleString('en-GB'));
    fc.assert(
      fc.property(number, volume, number, (price, count, average) => {
        const html = page(
          form({
            prices: priceRow(table(['Price', 'Volume'], [price, count])),
            aggregated: `${count}\n${average}`,
          }),
        );
        expect(rows(html)).toMatchObject([{ currency: null, totalValue: null, valueUnknown: true }]);
      }),
      { numRuns: runs(200) },
    );
  });

  it('reads through millions of characters of narrative', () => {
    const sentence =
      'On 3 May 2026 Ada Bramble bought 1,000 ordinary shares of 10p each at £1.2345 per share (total £1,234.50). ';
    const fillers = [
      sentence,
      'shares of '.repeat(9),
      '1,1,1,1 ',
      'Price '.repeat(12),
      '£'.repeat(90),
      '- 12 ',
      'a'.repeat(99),
    ];
    const part = fillers
      .map((filler) => `<p>${filler.repeat(Math.ceil(7_000 / filler.length))}</p>`)
      .join('');
    const html = page(form(), part.repeat(Math.ceil(runs(5_000_000) / part.length)));
    expect(rows(html)).toMatchObject([{ price: 1.25, volume: 40_000, totalValue: 50_000 }]);
  });

  it('reads one line of a million characters, and survives a form that is nested without end', () => {
    expect(rows(page(form(), `<p>${'12 shares of £1 at '.repeat(52_000)}</p>`))).toHaveLength(1);
    for (const nest of ['<table><tr><td>'.repeat(5_000), '<div>'.repeat(100_000)])
      read(nest + form()).forEach(sound);
  });
});

describeNeeds('eu/uk')('saved announcements', () => {
  const read = (name: string): PdmrFiling[] =>
    readRows({
      key: name,
      kind: 'announcement',
      url: 'https://example.org/x',
      retrievedAt: '2026-09-28T00:00:00.000Z',
      bytes: readFileSync(samplePath('eu/uk', name)),
      metadata: { publication_date: '2026-09-28T06:00:00Z' },
    }).rows;
  const short = (r: PdmrFiling) => [
    r.direction,
    r.price,
    r.volume,
    r.currency,
    r.totalValue,
    r.transactionDate,
  ];

  it.each<[string, unknown[][], string]>([
    [
      'uk-nsm-artefact-5337559.html',
      [
        ['disposal', 1.496, 16_104, 'GBP', 24_091.58, '2024-09-04'],
        ['acquisition', 1.498, 16_104, 'GBP', 24_123.79, '2024-09-04'],
      ],
      'GB00BYM1K758',
    ],
    [
      'uk-rns-9585916-tullow.trimmed.html',
      [['acquisition', 0.17, 115_000, 'GBP', 19_550, '2026-05-22']],
      'GB0001500809',
    ],
    [
      'uk-rns-8855732-wynnstay.trimmed.html',
      [['acquisition', 322.175, 2_129, 'GBP', 6_859.11, '2025-04-30']],
      'GB0034212331',
    ],
    [
      'uk-rns-9581012-everyman.trimmed.html',
      [
        ['acquisition', 33.5, 50_000, 'GBP', 16_750, '2026-05-13'],
        ['acquisition', 33.5, 5_583, 'GBP', 1_870.31, '2026-05-19'],
        ['acquisition', 33.5, 71_500, 'GBP', 23_952.5, '2026-05-20'],
      ],
      'GB00BFH55S51',
    ],
  ])('%s: every lot is a plain trade', (name, expected, isin) => {
    const read_ = read(name);
    expect(read_.map(short)).toEqual(expected);
    expect(read_.map((r) => [r.isin, ukExclusion(r)])).toEqual(expected.map(() => [isin, null]));
  });

  it('9540067: four persons in one form, all dividend reinvestments', () => {
    const found = read('uk-rns-9540067-schroders.trimmed.html');
    expect(found.map((r) => [r.pdmrName, r.capacity, r.price, r.volume, ukExclusion(r)])).toEqual([
      ['Richard Oldfield', 'Group Chief Executive', 5.79, 50, 'dividend-reinvestment'],
      ['Meagen Burnett', 'Chief Financial Officer', 5.79, 53, 'dividend-reinvestment'],
      ['Johanna Kyrklund', 'Group Chief Investment Officer', 5.79, 278, 'dividend-reinvestment'],
      ['Georg Wunderlin', 'CEO, Schroders Capital', 5.79, 106, 'dividend-reinvestment'],
    ]);
  });

  it('9564893 and 9564757: a share incentive plan and a DRIP', () => {
    const plan = read('uk-rns-9564893-barclays.trimmed.html');
    expect(plan.map((r) => [r.pdmrName, r.price, r.volume, r.transactionDate, ukExclusion(r)])).toEqual([
      ['Taalib Shaah', 4.316, 554, '2026-05-07', 'employee-share-plan'],
    ]);
    const drip = read('uk-rns-9564757-personal-group.trimmed.html');
    expect(drip.map((r) => [r.pdmrName, r.price, r.volume, r.totalValue, ukExclusion(r)])).toEqual([
      ['Maria Darby-Walker', 3.84, 306, 1_175.04, 'dividend-reinvestment'],
    ]);
  });

  it('the constructed announcements', () => {
    const unknown = read('uk-artefact-unit-unknown.constructed.html');
    expect(unknown).toMatchObject([
      { price: 171, volume: 60_000, currency: null, totalValue: null, valueUnknown: true },
    ]);
    const mixed = read('uk-artefact-mixed-currency.constructed.html');
    expect(
      mixed.map((r) => [r.currency, r.price, r.volume, r.totalValue, r.transactionDate, r.amendment]),
    ).toEqual([
      ['GBP', 10, 3_000, 30_000, '2026-09-25', false],
      ['EUR', 12, 2_500, 30_000, '2026-09-25', false],
      ['USD', 13.255, 4_000, 53_020, '2026-09-25', false],
      ['GBP', 998.4, 12_000, 119_808, null, true],
      ['GBP', 1_001, 8_500, 85_085, null, true],
    ]);
    expect(mixed[3]).toMatchObject({ capacity: 'PCA of John Example', closelyAssociated: true });
    const award = read('uk-artefact-award-and-sale.constructed.html');
    expect(award.map((r) => [r.filingId.slice(-2), r.price, r.volume, r.totalValue, ukExclusion(r)])).toEqual(
      [
        ['#0', 0, 50_000, null, 'award'],
        ['#1', 208.5907, 23_500, 49_018.81, 'tax-withholding'],
        ['#2', 455, 120, 546, 'dividend-reinvestment'],
        ['#3', 4.552, 10_000, 45_520, null],
      ],
    );
  });
});
