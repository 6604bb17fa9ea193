/** The AFM's index and its pages of single notifications. */

import { describe, expect, it } from '@jest/globals';
import type { PdmrNotification } from '../../../../src/records/europe/pdmr.js';
import { createNlAfm } from '../../../../src/registers/europe/nl-afm/index.js';
import { parse, parseIndex } from '../../../../src/registers/europe/nl-afm/parse.js';
import { ParseError, type RawDocument } from '../../../../src/registers/register.js';
import { exclusion } from '../../../derive/europe/pdmr-rows.js';
import { detail, HEADINGS, index, type Page, sale } from './documents.js';

const ID = '20260827AAAAAAAA-0000-4000-8000-000000000001';

function read(page: Page, facts: Record<string, string> = {}) {
  const document: RawDocument = {
    key: ID,
    kind: 'detail',
    url: `https://www.afm.nl/details?id=${ID}`,
    retrievedAt: '2026-09-02T09:00:05.000Z',
    bytes: detail(page),
    metadata: { id: ID, ...facts },
  };
  const [parsed] = [...parse(document)];
  const notification = parsed!.records[0] as PdmrNotification;
  return { notification, rows: notification.rows, warnings: parsed!.warnings };
}

describe('a transaction', () => {
  it('has no currency where its unit is none: a price in per cent has no value', () => {
    const { rows, warnings } = read({
      rows: [sale({ 8: '%' }), sale({ 8: 'Stuks' }), sale({ 8: '' }), sale({ 8: 'eur' })],
    });
    expect(rows.map((row) => [row.currency, exclusion(row)])).toEqual([
      [null, 'no-currency'],
      [null, 'no-currency'],
      [null, 'no-currency'],
      ['EUR', null],
    ]);
    expect(warnings).toMatchObject([
      { kind: 'unknown-currency', detail: '%', where: `${ID}#0` },
      { kind: 'unknown-currency', detail: 'Stuks', where: `${ID}#1` },
    ]);
  });

  it('may have its flag and type in English', () => {
    const { rows, warnings } = read({
      rows: [sale({ 3: 'Sell', 4: 'Yes' }), sale({ 3: 'Sell', 4: 'No' }), sale({ 4: 'Misschien' })],
    });
    expect(rows.map((row) => [row.linkedToShareProgramme, exclusion(row)])).toEqual([
      [true, null],
      [false, null],
      [null, 'no-programme-flag'],
    ]);
    expect(warnings.map(({ kind }) => kind)).toEqual(['unknown-flag']);
  });

  it('of the year 1 has no date, and is published when it was read', () => {
    const { rows } = read({ rows: [sale()], date: '1 jan 0001' }, { transactionDate: '0001-01-01' });
    expect(rows[0]).toMatchObject({ transactionDate: null, publicationAt: '2026-09-02T09:00:05.000Z' });
  });
});

describe('the index', () => {
  it('is read entry by entry although each holds a second vermelding', () => {
    const { entries, warnings } = parseIndex(
      index([
        { id: '20260625A', date: '6/25/2026 12:00:00 AM' },
        { id: '20260601B', date: '12/1/2026 12:00:00 AM', related: 'Dijk Beheer B.V.' },
      ]),
    );
    expect(entries).toEqual([
      { id: '20260625A', transactionDate: '2026-06-25', relatedParty: null },
      { id: '20260601B', transactionDate: '2026-12-01', relatedParty: 'Dijk Beheer B.V.' },
    ]);
    expect(warnings).toEqual([]);
  });

  it('gives the ids that the register lists, the same GUID under two days twice', () => {
    const bytes = index([
      { id: '20260623G', date: '6/23/2026 12:00:00 AM' },
      { id: '20260622G', date: '6/22/2026 12:00:00 AM' },
    ]);
    const document = { key: 'index', kind: 'index', url: '', retrievedAt: '2026-09-02T09:00:00.000Z', bytes };
    expect([...parse(document)]).toEqual([
      {
        records: [{ kind: 'pdmr-index', market: 'nl', notificationKeys: ['20260623G', '20260622G'] }],
        warnings: [],
      },
    ]);
  });

  it('keeps an entry whose date cannot be read, and reports it', () => {
    const { entries, warnings } = parseIndex(index([{ id: 'X', date: '25-06-2026' }]));
    expect(entries).toEqual([{ id: 'X', transactionDate: null, relatedParty: null }]);
    expect(warnings).toMatchObject([{ kind: 'unreadable-date', detail: '25-06-2026', where: 'X' }]);
  });

  it('has no date where it gives the one that systems write for none', () => {
    const { entries, warnings } = parseIndex(index([{ id: 'X', date: '1/1/0001 12:00:00 AM' }]));
    expect(entries).toEqual([{ id: 'X', transactionDate: null, relatedParty: null }]);
    expect(warnings).toMatchObject([{ kind: 'unreadable-date' }]);
  });

  it('reports unknown elements', () => {
    const text = index([{ id: 'X', date: '6/25/2026 12:00:00 AM' }]).toString();
    const { warnings } = parseIndex(Buffer.from(text.replace('<lei>', '<isin>NL1</isin><lei>')));
    expect(warnings).toMatchObject([{ kind: 'unknown-element', detail: 'isin' }]);
  });

  it.each([
    ['the register of holdings', index([{ id: '1', date: '6/25/2026' }], 'bestuurders-commissarissen')],
    ['a page', Buffer.from('<html><body>Even geduld</body></html>')],
    ['a file that ends early', index([{ id: '1', date: '6/25/2026' }]).subarray(0, 200)],
    ['an entry without id', index([{ id: '', date: '6/25/2026' }])],
  ])('is unreadable when it is %s', (_, bytes) => {
    expect(() => parseIndex(bytes)).toThrow(ParseError);
  });
});

describe('a detail page', () => {
  it('gives its transactions and never the aggregated ones', () => {
    const { notification, rows, warnings } = read({
      rows: [sale(), sale({ 4: 'Ja', 6: '52,00', 7: '518,00', 1: '', 8: 'USD' })],
    });
    expect(warnings).toEqual([]);
    expect(notification).toMatchObject({ market: 'nl', mode: 'replace', notificationKey: ID });
    expect(rows.length).toBe(2);
    expect(rows[0]).toMatchObject({
      filingId: `${ID}#0`,
      notificationKey: ID,
      issuerName: 'Grachten & Zn. N.V.',
      lei: '724500GRACHTEN000001',
      pdmrName: 'Dijk, van E.',
      capacity: 'CFO',
      isin: 'NL0099000001',
      instrumentType: 'Gewoon aandeel',
      nature: 'Vervreemding',
      transactionType: 'Verkoop',
      direction: 'disposal',
      linkedToShareProgramme: false,
      price: 52.3145,
      volume: 5940,
      currency: 'EUR',
      totalValue: 310748.13,
      transactionDate: '2026-08-27',
      venue: 'EURONEXT - EURONEXT AMSTERDAM',
      rawArtefactUrl: `https://www.afm.nl/details?id=${ID}`,
    });
    expect(rows[1]).toMatchObject({
      filingId: `${ID}#1`,
      isin: null,
      linkedToShareProgramme: true,
      totalValue: 26936,
      currency: 'USD',
    });
  });

  it('is published when its id was first seen', () => {
    const { rows } = read(
      { rows: [sale()] },
      { firstLoad: 'false', seenAt: '2026-09-02T09:00:00.000Z', transactionDate: '2026-08-27' },
    );
    expect(rows[0]).toMatchObject({
      publicationAt: '2026-09-02T09:00:00.000Z',
      publicationApproximate: true,
    });
  });

  it('is taken as published on the day of the transaction, in Amsterdam, when it was listed before the import', () => {
    const facts = { firstLoad: 'true', seenAt: '2026-09-02T09:00:00.000Z' };
    expect(read({ rows: [sale()] }, facts).rows[0]!.publicationAt).toBe('2026-08-26T22:00:00.000Z');
    expect(read({ rows: [sale()], date: '5 jan 2026' }, facts).rows[0]!.publicationAt).toBe(
      '2026-01-04T23:00:00.000Z',
    );
  });

  it.each([
    ['10 jun 2026', '2026-06-10'],
    ['1 mrt 2026', '2026-03-01'],
    ['1 maart 2026', '2026-03-01'],
    ['1 mar 2026', '2026-03-01'],
    ['2 mei 2026', '2026-05-02'],
    ['2 May 2026', '2026-05-02'],
    ['30 okt. 2026', '2026-10-30'],
    ['30 October 2026', '2026-10-30'],
  ])('states its day as %s', (date, day) => {
    expect(read({ rows: [sale()], date }).rows[0]!.transactionDate).toBe(day);
  });

  it('takes the day of the index and reports another one', () => {
    const { rows, warnings } = read({ rows: [sale()] }, { transactionDate: '2026-08-26' });
    expect(rows[0]!.transactionDate).toBe('2026-08-26');
    expect(warnings).toMatchObject([{ kind: 'dates-differ', detail: '2026-08-26 and 2026-08-27' }]);
    expect(read({ rows: [sale()], date: 'gisteren' }).warnings).toMatchObject([{ kind: 'unreadable-date' }]);
  });

  it('names the other party without swapping names', () => {
    const { rows } = read(
      { rows: [sale()], notifiable: 'Dijk Beheer B.V.' },
      { relatedParty: 'Dijk, van E.' },
    );
    expect(rows[0]).toMatchObject({
      pdmrName: 'Dijk Beheer B.V.',
      closelyAssociated: true,
      relatedParty: 'Dijk, van E.',
    });
    expect(read({ rows: [sale()] }, { relatedParty: '' }).rows[0]!.closelyAssociated).toBe(false);
    expect(read({ rows: [sale()] }).rows[0]!.closelyAssociated).toBeNull();
  });

  it('removes the heading of a cell as an element, not as text', () => {
    expect(read({ rows: [sale({ 5: 'Trading place' })] }).rows[0]!.venue).toBe('Trading place');
  });

  it('keeps a missing price as unknown and reports a strange one', () => {
    expect(read({ rows: [sale({ 6: '' })] })).toMatchObject({
      rows: [{ price: null, totalValue: null }],
      warnings: [],
    });
    expect(read({ rows: [sale({ 6: '52.31' })] }).warnings).toMatchObject([
      { kind: 'unreadable-number', detail: 'Price: 52.31', where: `${ID}#0` },
    ]);
  });

  it('reports unknown words and fields', () => {
    const { rows, warnings } = read({
      rows: [sale({ 2: 'Ruil', 3: 'Verkoop op termijn', 4: '' })],
      fields:
        '<div class="cc-em--detail-list__item"><span class="cc-em--detail-list__label">Amendment</span><span class="cc-em--detail-list__value">Yes</span></div>',
    });
    expect(rows[0]).toMatchObject({ direction: null, linkedToShareProgramme: null });
    expect(warnings.map((warning) => warning.kind)).toEqual([
      'unknown-field',
      'unknown-category',
      'unknown-transaction-type',
      'unknown-flag',
    ]);
  });

  it.each(['Bought', 'Sold', 'Buy', 'Sell', 'Sales', 'Subscription'])(
    'knows the type %s in English',
    (type) => {
      expect(read({ rows: [sale({ 3: type })] }).warnings).toEqual([]);
    },
  );

  it('is read by its headings where a column was added', () => {
    const headings = [...HEADINGS.slice(0, 6), 'Remark', ...HEADINGS.slice(6)];
    const added = sale().toSpliced(6, 0, 'x');
    const { rows, warnings } = read({ rows: [added], headings });
    // Its sums have one cell too many then, and are not read.
    const without = { aggregatedPrice: null, aggregatedVolume: null };
    expect(rows).toEqual(read({ rows: [sale()] }).rows.map((row) => ({ ...row, ...without })));
    expect(warnings).toEqual([{ kind: 'unknown-column', detail: 'Remark', where: ID }]);
    expect(() => read({ rows: [sale()], headings })).toThrow(ParseError);
    expect(() => read({ rows: [sale().slice(1)], headings: HEADINGS.slice(1) })).toThrow(ParseError);
    expect(() => read({ rows: [sale({ 8: '1' })], headings: HEADINGS.with(8, 'Price') })).toThrow(ParseError);
  });

  it('reads what the page adds up, over all places of trading', () => {
    const elsewhere = sale({ 5: 'AQUIS', 6: '52,00', 7: '60,00' });
    const bought = sale({ 2: 'Verwerving', 3: 'Aankoop', 6: '51,00', 7: '1.000,00' });
    const facts = read({
      rows: [sale(), elsewhere, bought],
      sums: [sale({ 5: 'EURONEXT' }), elsewhere, bought],
    }).rows.map(({ aggregatedPrice, aggregatedVolume }) => [aggregatedPrice, aggregatedVolume]);
    const average = (52.3145 * 5_940 + 52 * 60) / 6_000;
    expect(facts).toEqual([
      [average, 6_000],
      [average, 6_000],
      [51, 1_000],
    ]);
  });

  it.each<[string, string[][]]>([
    ['nothing', []],
    ['another type', [sale({ 3: 'Overdracht' })]],
    ['another currency', [sale({ 8: 'USD' })]],
    ['no number', [sale({ 7: '' })]],
    ['a number of 0', [sale({ 7: '0,00' })]],
    ['lines of too few cells', [sale().slice(1)]],
  ])('has no sum of the rows where the page states %s', (_, sums) => {
    const { rows, warnings } = read({ rows: [sale()], sums });
    expect(rows[0]).toMatchObject({ aggregatedPrice: null, aggregatedVolume: null });
    expect(warnings).toEqual([]);
  });

  it.each([
    ['', null, 0],
    ['-', null, 0],
    ['n.v.t.', null, 0],
    ['nl0099000001', 'NL0099000001', 0],
    ['onbekend', null, 1],
  ])('reads %j as an ISIN', (filed, isin, reported) => {
    const { rows, warnings } = read({ rows: [sale({ 1: filed })] });
    expect(rows[0]!.isin).toBe(isin);
    expect(warnings.map((warning) => warning.kind)).toEqual(Array(reported).fill('unreadable-isin'));
  });

  it('is unreadable with other columns, with a cell too few, or without its table', () => {
    expect(() => read({ rows: [sale()], headings: ['Price', 'Quantity'] })).toThrow(ParseError);
    expect(() => read({ rows: [sale().slice(1)] })).toThrow(ParseError);
    const bytes = Buffer.from(detail({ rows: [] }).toString().replace('>Transactions<', '>Transacties<'));
    const document = { key: ID, kind: 'detail', url: '', retrievedAt: '2026-09-02T09:00:00.000Z', bytes };
    expect(() => [...parse(document)]).toThrow(ParseError);
  });

  it('that is cut off between two rows, or within one, is unreadable', () => {
    const page = detail({ rows: [sale(), sale({ 6: '60,00' })] }).toString();
    const second = page.indexOf('<tr>', page.indexOf('52,3145'));
    const ends = page.indexOf('</table>');
    for (const cut of [second, second + 20, ends - 30, ends]) {
      const bytes = Buffer.from(page.slice(0, cut));
      const document = { key: ID, kind: 'detail', url: '', retrievedAt: '2026-09-02T09:00:00.000Z', bytes };
      expect(() => [...parse(document)]).toThrow('is cut off');
    }
  });

  it.each([
    ['Acquisition', 'Acquisition', 'acquisition'],
    ['Disposal', 'Disposal', 'disposal'],
    ['Vervreemding', 'Disposal', 'disposal'],
  ])('understands the English words %s and %s', (category, type, direction) => {
    const { rows, warnings } = read({ rows: [sale({ 2: category, 3: type })] });
    expect(warnings).toEqual([]);
    expect(rows[0]).toMatchObject({ nature: category, direction });
    expect(exclusion(rows[0]!)).toBeNull();
  });

  it('without transactions gets a warning', () => {
    expect(read({ rows: [] })).toMatchObject({ rows: [], warnings: [{ kind: 'no-transactions' }] });
  });
});

describe('a saved file', () => {
  it('is recognised, a detail page by the id in its own address', () => {
    expect(createNlAfm().recognise({ name: 'a.xml', bytes: index([]) })).toMatchObject({ kind: 'index' });
    expect(createNlAfm().recognise({ name: 'a.html', bytes: detail({ rows: [sale()], id: ID }) })).toEqual({
      key: ID,
      kind: 'detail',
      url: `https://www.afm.nl/en/details?id=${ID}`,
      metadata: { id: ID },
    });
    expect(createNlAfm().recognise({ name: 'a.html', bytes: detail({ rows: [sale()] }) })?.key).toBe(
      'file:a.html',
    );
    expect(
      createNlAfm().recognise({ name: 'a.xml', bytes: index([], 'bestuurders-commissarissen') }),
    ).toBeNull();
    expect(
      createNlAfm().recognise({ name: 'a.html', bytes: Buffer.from('<html><h2>Transactions</h2>') }),
    ).toBeNull();
  });
});
