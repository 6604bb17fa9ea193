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
        announcementNumber: '4711Q',
        correctsNumbers: null,
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

  it('leaves an ISIN out whose check digit is wrong, and says so', () => {
    const { rows: found, warnings } = readRows(
      announcement(page(form({ instrument: 'Shares\nGB00BYM1K759' }))),
    );
    expect(found[0]!.isin).toBeNull();
    expect(warnings).toEqual([{ kind: 'isin-check-digit', detail: 'GB00BYM1K759', where: 'q-1#0' }]);
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
    expect(rows(page(form(), `<p>${'12 shares of £1 at '.repeat(runs(52_000))}</p>`))).toHaveLength(1);
    for (const nest of ['<table><tr><td>'.repeat(5_000), '<div>'.repeat(runs(100_000))])
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
        ['#0', 0, 50_000, null, 'vesting'],
        ['#1', 208.5907, 23_500, 49_018.81, 'tax-withholding'],
        ['#2', 455, 120, 546, 'dividend-reinvestment'],
        ['#3', 4.552, 10_000, 45_520, null],
      ],
    );
  });
});
