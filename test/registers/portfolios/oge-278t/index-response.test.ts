/** Responses of the index: which are responses, what a record must have, and what counts as an amendment. */

import { describe, expect, it } from '@jest/globals';
import { parseIndexResponse } from '../../../../src/registers/portfolios/oge-278t/index-response.js';

const file = (id: string, name: string) =>
  `<a href='https://extapps2.oge.gov/201/Presiden.nsf/PAS+Index/${id.repeat(32)}/$FILE/${name}'>278 Transaction</a>`;
const RECORD = {
  docDate: '2026-05-20T04:00:00',
  name: 'Roe, Jane A',
  title: 'Administrator',
  agency: 'Bureau  of Samples',
  level: 'Level II',
  amended: '',
  type: file('A', 'Roe-278T.pdf'),
};

const read = (answer: unknown) => parseIndexResponse(Buffer.from(JSON.stringify(answer)), 'answer');
const readRecords = (...data: unknown[]) =>
  read({ draw: 1, recordsTotal: 7, recordsFiltered: data.length, data })!;

describe('an answer', () => {
  it.each<[string, unknown]>([
    ['a text', 'data'],
    ['null', null],
    ['a list', []],
    ['without records', { recordsTotal: 0 }],
    ['with an object of records', { recordsTotal: 0, data: {} }],
    ['without a count', { data: [] }],
    ['with a count in words', { recordsTotal: '7', data: [] }],
  ])('that is %s is not one of the index', (_what, answer) => expect(read(answer)).toBeNull());

  it('that is cut is not one of the index', () => {
    const text = JSON.stringify({ recordsTotal: 1, data: [RECORD] });
    expect(parseIndexResponse(Buffer.from(text.slice(0, -2)), 'answer')).toBeNull();
  });

  it('need not say how many records were found', () => {
    expect(read({ recordsTotal: 7, data: [RECORD] })).toMatchObject({ records: 1, found: null });
    expect(read({ recordsTotal: 7, recordsFiltered: '1', data: [RECORD] })).toMatchObject({ found: null });
    expect(readRecords(RECORD)).toMatchObject({ records: 1, found: 1, names: ['Roe, Jane A'] });
  });
});

describe('a record', () => {
  it('of a document that is listed twice gives one report', () => {
    const { entries, records } = readRecords(RECORD, { ...RECORD, type: file('a', 'Roe-278T.pdf') });
    expect([entries.length, records]).toEqual([1, 2]);
    expect(entries).toMatchObject([
      { documentId: 'A'.repeat(32), postedAt: '2026-05-20', agency: 'Bureau of Samples', amended: null },
    ]);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a text', 'Roe'],
    ['without a name', { ...RECORD, name: undefined }],
    ['without a type', { ...RECORD, type: undefined }],
    ['without a day of posting', { ...RECORD, docDate: null }],
    ['posted on a day of another form', { ...RECORD, docDate: '05/20/2026' }],
    ['posted on a day with more digits', { ...RECORD, docDate: '2026-05-201' }],
  ])('that is %s is reported, and hides no other', (_what, record) => {
    const { entries, warnings } = readRecords(record, RECORD);
    expect(entries).toHaveLength(1);
    expect(warnings).toMatchObject([{ kind: 'entry-unreadable', where: 'answer record 1' }]);
  });

  it.each<[string, boolean]>([
    ['278 Transaction', true],
    ['OGE 278-T', true],
    ['278t', true],
    ['278 TRANSACTION', true],
    ['278 Termination', false],
    ['278 TERM', false],
    ['Nominee 278', false],
    ['Annual (2026)', false],
  ])('labelled "%s" is a 278-T: %s', (label, isReport) => {
    const type = file('A', 'Roe.pdf').replace('278 Transaction', label);
    const { entries, others } = readRecords({ ...RECORD, type });
    expect([entries.length, others]).toEqual(isReport ? [1, 0] : [0, 1]);
  });

  it.each(['', 'n/a', 'N/A', 'No', 'None', 'false', '--', ' '])(
    'is not an amendment where its field says "%s"',
    (amended) => {
      expect(readRecords({ ...RECORD, amended }).entries).toMatchObject([{ amended: null }]);
    },
  );

  it.each([null, 7, undefined])('is not an amendment where its field is %s', (amended) => {
    expect(readRecords({ ...RECORD, amended }).entries).toMatchObject([{ amended: null }]);
  });
});
