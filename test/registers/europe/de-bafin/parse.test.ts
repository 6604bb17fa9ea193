/** Rows of BaFin's export, and files that are not an export. */

import { describe, expect, it } from '@jest/globals';
import { createDeBafin } from '../../../../src/registers/europe/de-bafin/index.js';
import { isDealingsInfo, parse, readDealingsInfo } from '../../../../src/registers/europe/de-bafin/parse.js';
import { encodeWindows1252 } from '../../../../src/registers/formats/windows-1252.js';
import { ParseError } from '../../../../src/registers/register.js';
import { exclusion } from '../../../derive/europe/pdmr-rows.js';
import { dealings, HEADER, line } from './documents.js';

const one = (changes: Parameters<typeof line>[0]) => {
  const { rows, warnings } = readDealingsInfo(dealings(line(changes)));
  return { row: rows[0]!, warnings };
};

describe('a row of the export', () => {
  it.each(['constructor', '__proto__', 'toString'])(
    'with the nature %s, which every object has, gets a warning',
    (nature) => {
      const { row, warnings } = one({ nature });
      expect([row.nature, row.direction]).toEqual([nature, null]);
      expect(warnings.map(({ kind }) => kind)).toEqual(['unknown-nature']);
    },
  );

  it.each([
    ['12,50 EUR', '125.000,00', 'EUR'],
    ['12,50', '125.000,00 USD', 'USD'],
    ['12,50', '125.000,00', null],
    ['12,50 USD', '125.000,00 EUR', null],
  ])('has at %s and %s the currency %s', (price, total, currency) => {
    const { row } = one({ price, total });
    expect([row.price, row.totalValue, row.currency]).toEqual([12.5, 125_000, currency]);
    expect(exclusion(row)).toBe(currency === null ? 'no-currency' : null);
  });

  it('is read as a spreadsheet saved it, in windows-1252', () => {
    const sent = dealings(line());
    const saved = Buffer.from(encodeWindows1252(sent.toString().replace('\ufeff', ''))!);
    expect(isDealingsInfo(saved)).toBe(true);
    expect(readDealingsInfo(saved)).toEqual(readDealingsInfo(sent));
  });

  it('is not read with its cells moved by a semicolon within one of them', () => {
    const { rows, warnings, unread } = readDealingsInfo(dealings(line({ who: 'Holz; Söhne GbR' }), line()));
    expect(rows.map(({ pdmrName }) => pdmrName)).toEqual(['Äpfelböck, Dr. Jürgen']);
    expect(warnings).toMatchObject([{ kind: 'unreadable-row', where: 'line 2' }]);
    expect(unread).toHaveLength(1);
  });

  it('links to the list of its issuer, by name only without an ISIN', () => {
    const searched = (isin: string) => {
      const { searchParams } = new URL(one({ isin }).row.url);
      return [searchParams.get('emittentIsin'), searchParams.get('emittentName')];
    };
    expect(searched('DE000HOLZ001')).toEqual(['DE000HOLZ001', '']);
    expect(searched('')).toEqual(['', 'Holzmühle AG']);
  });

  it('has no day of trade where it gives the one that systems write for none', () => {
    const { row, warnings } = one({ traded: '01.01.0001' });
    expect([row.transactionDate, exclusion(row)]).toEqual([null, 'no-transaction-date']);
    expect(warnings.map(({ kind }) => kind)).toEqual(['unreadable-date']);
  });

  it('gives no person the figures of another row where a quote is never closed', () => {
    const { rows, warnings } = readDealingsInfo(
      dealings(
        line({ who: '"Holz Beteiligung' }),
        line({ who: 'Birke, Uta', price: '2,00 EUR', total: '20.000,00 EUR' }),
        line({ who: 'Vermögen "Esche" GmbH', price: '3,00 EUR', total: '30.000,00 EUR' }),
      ),
    );
    expect(rows.map((row) => [row.pdmrName, row.price, row.totalValue])).toEqual([
      ['"Holz Beteiligung', 12.5, 125_000],
      ['Birke, Uta', 2, 20_000],
      ['Vermögen "Esche" GmbH', 3, 30_000],
    ]);
    expect(warnings).toMatchObject([{ kind: 'broken-quotes' }]);
  });

  it('with an amount too large for a number reports it as unknown', () => {
    const { row, warnings } = one({ total: `${'9'.repeat(400)},00 EUR` });
    expect([row.price, row.totalValue]).toEqual([12.5, null]);
    expect(warnings.map(({ kind }) => kind)).toEqual(['unreadable-number']);
  });

  it('becomes one transaction', () => {
    const { row, warnings } = one({});
    expect(warnings).toEqual([]);
    expect(row).toMatchObject({
      market: 'de',
      filingId:
        '49000001|DE000HOLZ001|Äpfelböck, Dr. Jürgen|01.09.2026|03.09.2026 10:15:00|Kauf|12,50 EUR|125.000,00 EUR',
      publicationAt: '2026-09-03T08:15:00.000Z',
      issuerName: 'Holzmühle AG',
      pdmrName: 'Äpfelböck, Dr. Jürgen',
      capacity: 'Vorstand',
      closelyAssociated: false,
      isin: 'DE000HOLZ001',
      nature: 'Kauf',
      direction: 'acquisition',
      price: 12.5,
      volume: null,
      totalValue: 125000,
      currency: 'EUR',
      transactionDate: '2026-09-01',
      venue: 'Xetra',
    });
    const page = new URL(row.url);
    expect(page.host).toBe('portal.mvp.bafin.de');
    expect(page.searchParams.get('emittentIsin')).toBe('DE000HOLZ001');
    expect(page.searchParams.has('6578706f7274')).toBe(false);
  });

  it('keeps missing values as unknown', () => {
    const { row, warnings } = one({ isin: '', price: '', total: '', venue: '', position: '' });
    expect(row).toMatchObject({ isin: null, price: null, totalValue: null, currency: null, venue: null });
    expect(row).toMatchObject({ capacity: '', closelyAssociated: null });
    expect(new URL(row.url).searchParams.get('emittentName')).toBe('Holzmühle AG');
    expect(warnings).toEqual([]);
  });

  it('has no currency where none is filed, and none where two are', () => {
    expect(one({ price: '13,10', total: '26.200,00' }).row).toMatchObject({
      price: 13.1,
      totalValue: 26200,
      currency: null,
    });
    const two = one({ price: '13,10 USD' });
    expect(two.row.currency).toBeNull();
    expect(two.warnings).toMatchObject([
      { kind: 'currencies-differ', detail: 'USD and EUR', where: 'line 2' },
    ]);
    expect(one({ price: '4,15 GBP', total: '41.500,00 GBP' }).row.currency).toBe('GBP');
  });

  it('does not guess a number whose marks are wrong', () => {
    const { row, warnings } = one({ price: '13.10 EUR' });
    expect(row.price).toBeNull();
    expect(warnings).toMatchObject([{ kind: 'unreadable-number', detail: 'Durchschnittspreis: 13.10 EUR' }]);
  });

  it.each([
    ['Kauf', 'acquisition'],
    ['Erwerb', 'acquisition'],
    ['Verkauf', 'disposal'],
    ['Veräußerung', 'disposal'],
    ['Sonstiges', null],
    ['Zeichnung', null],
    ['Schenkung', null],
  ])('%s is %s', (nature, direction) => {
    const { row, warnings } = one({ nature });
    expect(row.direction).toBe(direction);
    expect(warnings).toEqual([]);
  });

  it('reports a nature that it does not know', () => {
    const { row, warnings } = one({ nature: 'Kaufoption' });
    expect(row.direction).toBeNull();
    expect(warnings).toMatchObject([{ kind: 'unknown-nature', detail: 'Kaufoption' }]);
  });

  it('is closely associated by the words of its position', () => {
    for (const position of [
      'in enger Beziehung',
      'In enger Beziehung',
      'juristische Person in enger Beziehung',
    ])
      expect(one({ position }).row.closelyAssociated).toBe(true);
    expect(one({ position: 'Aufsichtsrat' }).row.closelyAssociated).toBe(false);
  });

  it('is published in Berlin time, the repeated hour of October being the first', () => {
    expect(one({ active: '30.03.2026 01:30:00' }).row.publicationAt).toBe('2026-03-29T23:30:00.000Z');
    expect(one({ active: '25.10.2026 02:30:00' }).row.publicationAt).toBe('2026-10-25T00:30:00.000Z');
    expect(one({ active: '15.12.2026 09:00:00' }).row.publicationAt).toBe('2026-12-15T08:00:00.000Z');
  });

  it('without a time of activation is counted and left out', () => {
    const { rows, warnings } = readDealingsInfo(dealings(line({ active: 'demnächst' }), line()));
    expect(rows.length).toBe(1);
    expect(warnings).toMatchObject([{ kind: 'unreadable-row', where: 'line 2' }]);
  });

  it('has no trade date after its activation', () => {
    const { row, warnings } = one({ traded: '04.09.2026' });
    expect(row.transactionDate).toBeNull();
    expect(exclusion(row)).toBe('no-transaction-date');
    expect(warnings).toMatchObject([{ kind: 'date-after-publication', detail: '04.09.2026' }]);
    expect(one({ traded: '03.09.2026', active: '03.09.2026 00:00:01' }).row.transactionDate).toBe(
      '2026-09-03',
    );
  });

  it('without a readable trade date keeps its other facts', () => {
    const { row, warnings } = one({ traded: '31.02.2026' });
    expect(row.transactionDate).toBeNull();
    expect(warnings).toMatchObject([{ kind: 'unreadable-date', detail: '31.02.2026' }]);
  });
});

describe('the file', () => {
  it('is read quoted, with CRLF, without byte order mark, and with a quote inside a name', () => {
    const quoted = line({ issuer: 'Müller "Alt" AG' })
      .split(';')
      .map((cell) => `"${cell.replaceAll('"', '""')}"`)
      .join(';');
    const { rows, warnings } = readDealingsInfo(Buffer.from([HEADER, quoted].join('\r\n')));
    expect(rows).toMatchObject([{ issuerName: 'Müller "Alt" AG', totalValue: 125000 }]);
    expect(warnings).toEqual([]);
  });

  it('is repaired when its UTF-8 was once read as Windows-1252', () => {
    const broken = new TextDecoder('windows-1252').decode(dealings(line({ who: 'Übermuth, Größe „ß“' })));
    const { rows, warnings } = readDealingsInfo(Buffer.from(broken));
    expect(rows).toMatchObject([{ issuerName: 'Holzmühle AG', pdmrName: 'Übermuth, Größe „ß“' }]);
    expect(warnings).toEqual([]);
  });

  it('keeps a name that only looks broken', () => {
    expect(one({ who: 'São Ângelo Ltda' }).row.pdmrName).toBe('São Ângelo Ltda');
  });

  it('merges exact repetitions, and keeps rows that differ in any cell', () => {
    const { rows, warnings, lines } = readDealingsInfo(
      dealings(line(), line(), line({ venue: 'Tradegate' }), line({ price: '12,60 EUR' })),
    );
    expect(lines).toBe(4);
    expect(rows.map((row) => row.venue)).toEqual(['Xetra', 'Tradegate', 'Xetra']);
    expect(new Set(rows.map((row) => row.filingId)).size).toBe(3);
    expect(rows[1]!.filingId).toBe(`${rows[0]!.filingId}|2`);
    expect(warnings).toMatchObject([{ kind: 'repeated-row', where: 'line 3' }]);
  });

  it('counts a row that was split in two', () => {
    const [left, right] = [line().slice(0, 40), line().slice(40)];
    const { rows, warnings } = readDealingsInfo(dealings(left, right, line()));
    expect(rows.length).toBe(1);
    expect(warnings.map((warning) => warning.kind)).toEqual(['unreadable-row', 'unreadable-row']);
  });

  it('is unreadable without a required column, and reports a new one', () => {
    expect(() => readDealingsInfo(Buffer.from('Issuer;BaFin-ID\n'))).toThrow(ParseError);
    const wider = `${HEADER};Stückzahl\n${line()};100\n`;
    expect(readDealingsInfo(Buffer.from(wider)).warnings).toMatchObject([
      { kind: 'unknown-column', detail: 'Stückzahl' },
    ]);
  });
});

describe('the English export', () => {
  const ENGLISH =
    'Issuer;BaFin-ID;ISIN;Parties subject to the notification requirement;Position / status;Typ of instrument;Nature of transaction;Averrage price;Aggregated volume;Date of notification;Date of transaction;Place of transaction;Date of activation';
  const dates = { notified: '02/09/2026', traded: '01/09/2026', active: '03/09/2026 10:15:00' };
  const english = (...lines: string[]) => Buffer.from(`\ufeff${[ENGLISH, ...lines].join('\n')}\n`);
  const german = readDealingsInfo(dealings(line(), line({ nature: 'Verkauf', total: '1.250,00 EUR' }))).rows;

  it.each([
    ['German', '12,50 EUR', '125.000,00 EUR', '1.250,00 EUR'],
    ['English', '12.50 EUR', '125,000.00 EUR', '1,250.00 EUR'],
  ])('gives the same rows under the same ids, with %s number marks', (_, price, total, second) => {
    const bytes = english(
      line({ ...dates, nature: 'Buy', price, total }),
      line({ ...dates, nature: 'Sell', price, total: second }),
    );
    expect(createDeBafin().recognise({ name: 'export.csv', bytes })).not.toBeNull();
    const { rows, warnings } = readDealingsInfo(bytes);
    expect(warnings).toEqual([]);
    expect(rows).toEqual(german.map((row) => ({ ...row, closelyAssociated: null })));
  });

  it('is unreadable where its numbers may be read in two ways', () => {
    const read = (...amounts: Array<[string, string]>) =>
      readDealingsInfo(
        english(...amounts.map(([price, total]) => line({ ...dates, nature: 'Buy', price, total }))),
      );
    expect(() => read(['12.500 EUR', '125.000 EUR'])).toThrow('two ways');
    expect(() => read(['12,50 EUR', '125,000.00 EUR'])).toThrow('two ways');
    expect(read(['12 EUR', '1200 EUR']).rows).toMatchObject([{ price: 12, totalValue: 1200 }]);
  });

  it('is unreadable with other columns', () => {
    expect(() => readDealingsInfo(Buffer.from(`${ENGLISH.replace('Date of activation', 'Date')}\n`))).toThrow(
      ParseError,
    );
    expect(() => readDealingsInfo(Buffer.from(`${ENGLISH};More\n`))).toThrow(ParseError);
  });
});

describe('the document', () => {
  const document = {
    key: 'database',
    kind: 'export',
    url: 'https://example.org',
    retrievedAt: '2026-09-30T12:00:00.000Z',
    bytes: dealings(line({ active: '01.08.2026 09:00:00' }), line()),
  };

  it('of the whole database replaces what is stored', () => {
    const [parsed] = [...parse({ ...document, metadata: { scope: 'all' } })];
    expect(parsed!.records).toMatchObject([
      {
        kind: 'pdmr-window',
        market: 'de',
        mode: 'replace',
        from: '2026-08-01T07:00:00.000Z',
        to: '2026-09-30T12:00:00.000Z',
        rows: [{ kind: 'pdmr' }, { kind: 'pdmr' }],
      },
    ]);
  });

  it('gives the legible parts of the rows that it could not read', () => {
    const bytes = dealings(
      line(),
      line({ price: 'zwölf' }),
      line({ active: 'gestern' }),
      line().slice(0, 60),
      line(),
    );
    const [parsed] = [...parse({ ...document, bytes, metadata: { scope: 'all' } })];
    const [window] = parsed!.records;
    if (window?.kind !== 'pdmr-window') throw new Error('no window');
    expect(window.unread).toMatchObject([
      { publicationAt: '2026-09-03T08:15:00.000Z', parts: window.rows[1]!.filingId.split('|') },
      { publicationAt: null },
      { publicationAt: null, parts: expect.arrayContaining(['DE000HOLZ001']) },
    ]);
  });

  it('with a million columns is one failure', () =>
    expect(() => readDealingsInfo(Buffer.from(`${HEADER}${';x'.repeat(1_000_000)}\n${line()}\n`))).toThrow(
      'more than 200 columns',
    ));

  it('of one issuer, such as a saved file, replaces nothing', () => {
    const recognised = createDeBafin().recognise({ name: 'export.csv', bytes: document.bytes });
    const [parsed] = [...parse({ ...document, ...recognised! })];
    expect(parsed!.records.map((record) => record.kind)).toEqual(['pdmr', 'pdmr']);
    expect(
      createDeBafin().recognise({ name: 'x.csv', bytes: Buffer.from('Publiceringsdatum;Emittent;') }),
    ).toBeNull();
  });
});
