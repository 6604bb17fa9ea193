/** Rows of Finansinspektionen's export in both languages. */

import { describe, expect, it } from '@jest/globals';
import { createSeFi } from '../../../../src/registers/europe/se-fi/index.js';
import { isInsynsregister, parse, readInsynsregister } from '../../../../src/registers/europe/se-fi/parse.js';
import { encodeWindows1252 } from '../../../../src/registers/formats/windows-1252.js';
import { ParseError } from '../../../../src/registers/register.js';
import { exclusion } from '../../../derive/europe/pdmr-rows.js';
import { type Cells, HEADER, HEADER_2018, HEADER_ENGLISH, insyn, line, utf16 } from './documents.js';

const one = (changes: Cells) => {
  const { rows, warnings } = readInsynsregister(insyn(line(changes)));
  return { row: rows[0]!, warnings };
};

describe('a row of the export', () => {
  it('with words that every object has reports them as unknown', () => {
    const word = 'constructor';
    const { row, warnings } = one({ nature: word, unit: word, close: word, status: word });
    expect([row.nature, row.direction, row.volumeIsAmount]).toEqual([word, null, false]);
    expect([row.closelyAssociated, row.status]).toEqual([null, 'unknown']);
    expect(warnings.map(({ kind }) => kind)).toHaveLength(4);
  });

  it('with a price too large for a number is read without it, like the other rows', () => {
    const { rows, warnings } = readInsynsregister(insyn(line({ price: '9'.repeat(400) }), line()));
    expect(rows.map(({ price, totalValue }) => [price, totalValue])).toEqual([
      [null, null],
      [12.345, 172830],
    ]);
    expect(warnings.map(({ kind }) => kind)).toEqual(['unreadable-number']);
  });

  it.each(['UTF-16', 'UTF-8'])(
    'is read from a file that was saved again as %s with a byte order mark',
    (coding) => {
      const text = `\ufeff${[HEADER, line(), ''].join('\r\n')}`;
      const bytes = Buffer.from(text, coding === 'UTF-8' ? 'utf8' : 'utf16le');
      expect(createSeFi().recognise({ name: 'x.csv', bytes })).toMatchObject({ kind: 'window' });
      expect(readInsynsregister(bytes).rows).toMatchObject([{ pdmrName: 'Åsa Ödman', price: 12.345 }]);
    },
  );

  it('has no day of trade where it gives the one that systems write for none', () => {
    const { row, warnings } = one({ traded: '0001-01-01 00:00:00' });
    expect([row.transactionDate, exclusion(row)]).toEqual([null, 'no-transaction-date']);
    expect(warnings.map(({ kind }) => kind)).toEqual(['unreadable-date']);
  });

  it('becomes one transaction', () => {
    const { row, warnings } = one({});
    expect(warnings).toEqual([]);
    expect(row).toMatchObject({
      market: 'se',
      filingId: '2026-09-24 15:54:53|SE0099000001|Åsa Ödman|2026-09-23|14000|12.345|Förvärv',
      publicationAt: '2026-09-24T13:54:53.000Z',
      issuerName: 'Björkån AB (publ)',
      lei: '549300BJORKAN0000001',
      pdmrName: 'Åsa Ödman',
      notifier: 'Åsa Ödman',
      closelyAssociated: false,
      capacity: 'Annan ledande befattningshavare',
      instrumentType: 'Aktie',
      instrumentName: 'Björkån AB ser. B',
      direction: 'acquisition',
      price: 12.345,
      volume: 14000,
      volumeIsAmount: false,
      currency: 'SEK',
      totalValue: 172830,
      linkedToShareProgramme: false,
      amendment: false,
      status: 'current',
      transactionDate: '2026-09-23',
      venue: 'Utanför handelsplats',
    });
    const page = new URL(row.url);
    expect(page.host).toBe('marknadssok.fi.se');
    expect(page.searchParams.get('Utgivare')).toBe('Björkån AB (publ)');
    expect(page.searchParams.get('Publiceringsdatum.From')).toBe('2026-09-24');
    expect(page.searchParams.get('button')).toBe('search');
  });

  it('reads flags, statuses and units', () => {
    expect(one({ close: 'Ja', correction: 'Ja', programme: 'Ja' }).row).toMatchObject({
      closelyAssociated: true,
      amendment: true,
      linkedToShareProgramme: true,
    });
    expect(one({ status: 'Reviderad' }).row.status).toBe('revised');
    expect(one({ status: 'Makulerad' }).row.status).toBe('cancelled');
    expect(one({ unit: 'Belopp' }).row).toMatchObject({ volumeIsAmount: true, totalValue: null });
  });

  it('reports unknown words', () => {
    const { row, warnings } = one({
      status: 'Vilande',
      unit: 'Kilo',
      close: 'Kanske',
      nature: 'Förvärv via ombud',
    });
    expect(row).toMatchObject({ status: 'unknown', closelyAssociated: null, direction: null });
    expect(warnings.map(({ kind, detail }) => `${kind} ${detail}`).sort()).toEqual([
      'unknown-closelyAssociated Kanske',
      'unknown-nature Förvärv via ombud',
      'unknown-status Vilande',
      'unknown-unit Kilo',
    ]);
  });

  it.each([
    'Teckning',
    'Interntransaktion – Förvärv',
    'Koncernintern överföring avyttring',
    'Bodelning förvärv',
    'Lösen ökning',
    'Gåva mottagen',
  ])('%s is known and not a trade', (nature) => {
    const { row, warnings } = one({ nature });
    expect(row.direction).toBeNull();
    expect(warnings).toEqual([]);
  });

  it('reads a single point as the decimal comma, and never reads a word as a number', () => {
    expect(one({ price: '12.5' }).row.price).toBe(12.5);
    expect(one({ price: '12,5' }).row.price).toBe(12.5);
    const { row, warnings } = one({ price: '1.200,50', volume: 'ca 500' });
    expect(row).toMatchObject({ price: null, volume: null, totalValue: null });
    expect(row.filingId).toBe(
      '2026-09-24 15:54:53|SE0099000001|Åsa Ödman|2026-09-23|ca 500|1.200,50|Förvärv',
    );
    expect(warnings.map((warning) => warning.detail)).toEqual(['price: 1.200,50', 'volume: ca 500']);
  });

  it('does not guess whether a point before three digits groups thousands', () => {
    for (const filed of ['1.000', '14.000', '100.500']) {
      const { row, warnings } = one({ volume: filed });
      expect([row.volume, row.totalValue]).toEqual([null, null]);
      expect(warnings).toMatchObject([{ kind: 'unreadable-number', detail: `volume: ${filed}` }]);
    }
    expect(one({ price: '0.125' }).row.price).toBe(0.125);
    expect(one({ price: '12.3456' }).row.price).toBe(12.3456);
  });

  it('reads a transaction date without a time', () => {
    const { row, warnings } = one({ traded: '2026-09-21' });
    expect([row.transactionDate, warnings]).toEqual(['2026-09-21', []]);
    expect(row.filingId).toContain('|2026-09-21|');
    expect(one({ traded: '2026-09-31' }).row.transactionDate).toBeNull();
  });

  it('keeps missing values as unknown', () => {
    const { row, warnings } = one({ isin: '', price: '', currency: '', lei: '' });
    expect(row).toMatchObject({ isin: null, price: null, currency: null, lei: null, totalValue: null });
    expect(warnings).toEqual([]);
  });

  it('is published in Stockholm time, the repeated hour of October being the first', () => {
    expect(one({ published: '2026-10-25 02:30:00' }).row.publicationAt).toBe('2026-10-25T00:30:00.000Z');
    expect(one({ published: '2026-12-24 09:00:00' }).row.publicationAt).toBe('2026-12-24T08:00:00.000Z');
  });

  it('is counted and left out without a publication time', () => {
    const { rows, warnings, lines } = readInsynsregister(insyn(line({ published: '' }), line()));
    expect([rows.length, lines]).toEqual([1, 2]);
    expect(warnings).toMatchObject([{ kind: 'unreadable-row', where: 'line 2' }]);
  });
});

describe('the file', () => {
  it('quotes only where needed, with delimiters and doubled quotes inside', () => {
    const { row, warnings } = one({ position: '"VD; ""tf"", och\u00a0ledamot"' });
    expect(row.capacity).toBe('VD; "tf", och ledamot');
    expect(warnings).toEqual([]);
  });

  it('of 2018 has its own header, without an instrument type', () => {
    const { rows, warnings } = readInsynsregister(utf16(HEADER_2018, line({ type: null, volume: '28227' })));
    expect(rows).toMatchObject([
      { instrumentType: null, instrumentName: 'Björkån AB ser. B', volume: 28227 },
    ]);
    expect(warnings).toEqual([]);
  });

  it('in English gives the same rows under the same ids', () => {
    const swedish = [
      line(),
      line({ nature: 'Avyttring', close: 'Ja', isin: '' }),
      line({ nature: 'Lån återgång minskning', status: 'Makulerad', price: '0,0' }),
    ];
    const english = swedish.map((text) =>
      text
        .replace('2026-09-24 15', '24/09/2026 15')
        .replace('2026-09-23 00', '23/09/2026 00')
        .replace('14000,0', '14000.0')
        .replace('12,345', '12.345')
        .replace('0,0;SEK', '0.0;SEK')
        .replace('Förvärv', 'Acquisition')
        .replace('Avyttring', 'Disposal')
        .replace('Lån återgång minskning', 'Return of loan decrease')
        .replaceAll('Ja;', 'Yes;')
        .replace('Antal', 'Quantity')
        .replace('Aktuell', 'Current')
        .replace('Makulerad', 'Cancelled'),
    );
    const from = (header: string, lines: string[]) => readInsynsregister(utf16(header, ...lines, ''));
    expect(from(HEADER_ENGLISH, english)).toEqual(from(HEADER, swedish));
    expect(from(HEADER_ENGLISH, english).warnings).toEqual([]);
  });

  it.each([
    ['Internal transaction – Acquisition', 'Interntransaktion – Förvärv'],
    ['Internal transaction – Disposal', 'Interntransaktion – Avyttring'],
    ['Loan granted', 'Lån utlåning'],
    ['Loan received', 'Lån mottaget'],
    ['Inheritance received', 'Arv mottagen'],
    ['Dividend distributed', 'Utdelning lämnad'],
    ['Conversion increase', 'Konvertering ökning'],
    ['Division of joint property between spouses decrease', 'Bodelning minskning'],
    ['Pledging', 'Pantsättning'],
  ])('in English names %s, which is not a trade', (nature, swedish) => {
    const { rows, warnings } = readInsynsregister(utf16(HEADER_ENGLISH, line({ nature }), ''));
    expect(rows[0]).toMatchObject({ nature: swedish, direction: null });
    expect(warnings.map(({ kind }) => kind)).not.toContain('unknown-nature');
  });

  it('in English groups thousands with a comma, and never has one before decimals', () => {
    const of = (volume: string, price: string) =>
      line({ volume, price })
        .replace('2026-09-24 15', '24/09/2026 15')
        .replace('2026-09-23 00', '23/09/2026 00');
    const { rows } = readInsynsregister(
      utf16(HEADER_ENGLISH, of('14,000', '1,234.50'), of('14000.0', '12,345'), of('500', '12,34'), ''),
    );
    expect(rows.map(({ volume, price }) => [volume, price])).toEqual([
      [14_000, 1_234.5],
      [14_000, 12_345],
      [500, null],
    ]);
  });

  it('is read as UTF-8 if it was saved that way', () => {
    expect(readInsynsregister(Buffer.from(`\ufeff${HEADER}\n${line()}\n`)).rows.length).toBe(1);
  });

  it('is read as a spreadsheet saved it: windows-1252, or UTF-16 with a byte order mark', () => {
    const lines = [line(), line({ nature: 'Interntransaktion – Förvärv' })];
    const sent = readInsynsregister(insyn(...lines));
    expect(sent.rows).toHaveLength(2);
    const saved = `${[HEADER, ...lines].join('\r\n')}\r\n`;
    const wide = Buffer.from(`\ufeff${saved}`, 'utf16le');
    for (const bytes of [Buffer.from(encodeWindows1252(saved)!), wide, Buffer.from(wide).swap16()]) {
      expect(isInsynsregister(bytes)).toBe(true);
      expect(readInsynsregister(bytes)).toEqual(sent);
    }
  });

  it('keeps its encoding although one byte is damaged', () => {
    const bytes = Buffer.from(`${HEADER}\n${line({ notifier: 'Max Quill' })}\n`);
    bytes[bytes.indexOf('Quill')] = 0xff;
    const { rows } = readInsynsregister(bytes);
    expect(rows[0]).toMatchObject({ issuerName: 'Björkån AB (publ)', notifier: 'Max \ufffduill' });
  });

  it('is padded where FI left out the empty cells at the end of a line', () => {
    const whole = line();
    for (const short of [whole.slice(0, -1), line({ venue: '' }).slice(0, -1)]) {
      const { rows, warnings } = readInsynsregister(insyn(short, line({ volume: '5' })));
      expect(rows[0]).toMatchObject({ price: 12.345, currency: 'SEK', status: 'current' });
      expect(rows).toHaveLength(2);
      expect(warnings).toEqual([]);
    }
    // Without a status it is not known to be current.
    const { rows, warnings } = readInsynsregister(
      insyn(whole.replace(/;[^;]*;[^;]*;$/, ''), line({ volume: '5' })),
    );
    expect(rows[0]).toMatchObject({ price: 12.345, status: 'unknown' });
    expect(warnings).toMatchObject([{ kind: 'unknown-status' }]);
  });

  it('is not padded where the missing cell is another one', () => {
    const cells = line().split(';');
    for (const missing of [6, 12, 15, 16, 17, 18, 19, 20]) {
      const short = cells.filter((_, place) => place !== missing).join(';');
      const { rows } = readInsynsregister(insyn(short, line({ volume: '5' })));
      expect(rows.filter((row) => exclusion(row) === null).map((row) => row.volume)).toEqual([5]);
    }
  });

  it('does not treat a number of an unknown unit as a number of shares', () => {
    const { row, warnings } = one({ unit: 'Poster' });
    expect(row).toMatchObject({ volume: null, totalValue: null, price: 12.345 });
    expect(row.filingId).toContain('|14000|');
    expect(exclusion(row)).toBe('no-volume');
    expect(warnings).toMatchObject([{ kind: 'unknown-unit', detail: 'Poster' }]);
  });

  it('has its names repaired, cell by cell', () => {
    const { row } = one({ person: 'Ã…sa Ã–dman', issuer: 'BjÃ¶rkÃ¥n AB' });
    expect(row).toMatchObject({ pdmrName: 'Åsa Ödman', issuerName: 'Björkån AB' });
    expect(row.filingId).toContain('|Åsa Ödman|');
  });

  it('keeps identical fills separate', () => {
    const { rows } = readInsynsregister(insyn(line(), line(), line({ venue: 'XSTO' })));
    const [first, ...others] = rows.map((row) => row.filingId);
    expect(others).toEqual([`${first}|2`, `${first}|3`]);
  });

  it('counts rows that a line break cut in two', () => {
    const whole = line();
    const { rows, warnings } = readInsynsregister(insyn(whole.slice(0, 60), whole.slice(60), line()));
    expect(rows.length).toBe(1);
    expect(warnings.map((warning) => warning.kind)).toEqual(['unreadable-row', 'unreadable-row']);
  });

  it('with a million columns is one failure', () => {
    const bytes = utf16(`${HEADER}${';x'.repeat(1_000_000)}`, line(), '');
    expect(() => readInsynsregister(bytes)).toThrow('more than 200 columns');
  });

  it('is unreadable without a required column, and reports a new one', () => {
    expect(() => readInsynsregister(utf16(HEADER.replace('Karaktär', 'Art'), line()))).toThrow(ParseError);
    expect(readInsynsregister(utf16(`${HEADER}Not`, `${line()}x`)).warnings).toMatchObject([
      { kind: 'unknown-column', detail: 'Not' },
    ]);
  });
});

describe('the document', () => {
  const document = {
    key: '2026-09-21',
    kind: 'window',
    url: 'https://example.org',
    retrievedAt: '2026-09-30T12:00:00.000Z',
    bytes: insyn(line(), line({ volume: '5' })),
  };

  it('of a span of days replaces the rows of these Swedish days', () => {
    const [parsed] = [...parse({ ...document, metadata: { from: '2026-09-21', to: '2026-09-27' } })];
    expect(parsed!.records).toMatchObject([
      {
        kind: 'pdmr-window',
        market: 'se',
        from: '2026-09-20T22:00:00.000Z',
        to: '2026-09-27T21:59:59.999Z',
        rows: [{ volume: 14000 }, { volume: 5 }],
      },
    ]);
  });

  it('that is empty says that nothing was published in its span', () => {
    const [parsed] = [
      ...parse({ ...document, bytes: insyn(), metadata: { from: '2026-09-26', to: '2026-09-26' } }),
    ];
    expect(parsed).toMatchObject({ records: [{ kind: 'pdmr-window', rows: [] }], warnings: [] });
  });

  it('that was cut by the limit replaces nothing', () => {
    const metadata = { from: '2026-09-24', to: '2026-09-24', cut: 'true' };
    const [parsed] = [...parse({ ...document, metadata })];
    expect(parsed!.records.map((record) => record.kind)).toEqual(['pdmr', 'pdmr']);
    expect(parsed!.warnings).toMatchObject([{ kind: 'cut-window' }]);
  });

  it('that is cut off within its last line is unreadable as a response, and gets a warning as a saved file', () => {
    const metadata = { from: '2026-09-21', to: '2026-09-27' };
    for (const cut of [2, 4, 10, 100, 150]) {
      const bytes = document.bytes.subarray(0, document.bytes.length - cut);
      if (cut > 2) expect(() => [...parse({ ...document, bytes, metadata })]).toThrow('breaks off');
      expect(readInsynsregister(bytes).isTruncated).toBe(cut > 2);
    }
    const bytes = document.bytes.subarray(0, -60);
    const [parsed] = [...parse({ ...document, bytes })];
    expect(parsed!.records).toMatchObject([{ volume: 14000 }]);
    expect(parsed!.warnings.map(({ kind }) => kind)).toEqual(['unreadable-row', 'cut-file']);
  });

  it('gives the legible parts of the rows that it could not read', () => {
    const cut = line({ volume: '7' }).slice(0, 150);
    const bytes = insyn(line(), line({ price: 'fyra' }), line({ published: 'igår' }), cut);
    const [parsed] = [...parse({ ...document, bytes, metadata: { from: '2026-09-21', to: '2026-09-27' } })];
    const [window] = parsed!.records;
    if (window?.kind !== 'pdmr-window') throw new Error('no window');
    expect(window.rows.map(({ price }) => price)).toEqual([12.345, null]);
    expect(window.unread).toMatchObject([
      { publicationAt: '2026-09-24T13:54:53.000Z', parts: window.rows[1]!.filingId.split('|') },
      { publicationAt: null },
      { publicationAt: '2026-09-24T13:54:53.000Z' },
    ]);
    expect(window.unread![1]!.parts).toContain('SE0099000001');
  });

  it('with days other than those stated is unreadable', () => {
    const metadata = { from: '2026-09-25', to: '2026-09-27' };
    expect(() => [...parse({ ...document, metadata })]).toThrow(ParseError);
  });

  it('saved as a file replaces nothing', () => {
    const recognised = createSeFi().recognise({ name: 'export.csv', bytes: document.bytes });
    const [parsed] = [...parse({ ...document, metadata: undefined, ...recognised! })];
    expect(parsed!.records.map((record) => record.kind)).toEqual(['pdmr', 'pdmr']);
    expect(createSeFi().recognise({ name: 'x', bytes: Buffer.from('Emittent;BaFin-ID;') })).toBeNull();
    expect(createSeFi().recognise({ name: 'x', bytes: Buffer.alloc(0) })).toBeNull();
  });
});
