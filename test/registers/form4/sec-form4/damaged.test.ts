/** Damaged documents are read or rejected with a reason; the parser must not throw any other error. */

import { describe, it } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { parse, recognise } from '../../../../src/registers/form4/sec-form4/parse.js';
import { ParseError, type RawDocument } from '../../../../src/registers/register.js';
import fc, { runs } from '../../../property.js';
import { document, owner, submission, xml } from './written-filing.js';

const whole = xml({
  box: '1',
  owners: [owner(), owner({ cik: '0001900002', flags: '<isOfficer>true</isOfficer>', title: 'See Remarks' })],
  rows: [
    { notes: ['F1'], priceNotes: ['F2'], ownership: 'I', nature: 'by Trust' },
    { table: 'derivative', code: 'M', price: '0', notes: ['F3'] },
  ],
  holdings: 1,
  footnotes: {
    F1: 'Sold pursuant to a Rule 10b5-1 plan adopted by the reporting person; see footnote 3.',
    F2: 'Weighted average price of multiple trades at prices ranging from $1 to $2 per ADS.',
    F3: 'Sold solely to satisfy tax withholding obligations; see footnote 1.',
  },
  remarks: 'Title: Chief Widget Officer',
});

const tsv = (columns: string, row: string) =>
  strToU8(`${columns.replace(/ /g, '\t')}\n${row.replace(/ /g, '\t')}\n`);
const LEAD = '0009999999-26-000101';
const rowOf = (key: string) =>
  tsv(
    `ACCESSION_NUMBER ${key} SECURITY_TITLE TRANS_DATE TRANS_CODE TRANS_SHARES TRANS_PRICEPERSHARE TRANS_ACQUIRED_DISP_CD SHRS_OWND_FOLWNG_TRANS DIRECT_INDIRECT_OWNERSHIP`,
    `${LEAD} 1 Stock 29-JUL-2026 S 1.0 2.0 D 3.0 D`,
  );
const holdingOf = (key: string) =>
  tsv(`ACCESSION_NUMBER ${key} SHRS_OWND_FOLWNG_TRANS DIRECT_INDIRECT_OWNERSHIP`, `${LEAD} 1 3.0 D`);
// Stored, not deflated, so that a changed byte affects the tables.
const quarter = (level: 0 | 6) =>
  Buffer.from(
    zipSync(
      {
        'SUBMISSION.tsv': tsv(
          'ACCESSION_NUMBER FILING_DATE PERIOD_OF_REPORT DOCUMENT_TYPE ISSUERCIK ISSUERNAME ISSUERTRADINGSYMBOL',
          `${LEAD} 31-JUL-2026 29-JUL-2026 4 0001800001 EXAMPLE EXWI`,
        ),
        'REPORTINGOWNER.tsv': tsv(
          'ACCESSION_NUMBER RPTOWNERCIK RPTOWNERNAME RPTOWNER_RELATIONSHIP',
          `${LEAD} 0001900001 ROE Director`,
        ),
        'NONDERIV_TRANS.tsv': rowOf('NONDERIV_TRANS_SK'),
        'DERIV_TRANS.tsv': rowOf('DERIV_TRANS_SK'),
        'NONDERIV_HOLDING.tsv': holdingOf('NONDERIV_HOLDING_SK'),
        'DERIV_HOLDING.tsv': holdingOf('DERIV_HOLDING_SK'),
        'FOOTNOTES.tsv': tsv('ACCESSION_NUMBER FOOTNOTE_ID FOOTNOTE_TXT', `${LEAD} F1 Tax`),
      },
      { level },
    ),
  );

function readOrRefuse(raw: RawDocument): void {
  try {
    for (const step of parse(raw)) {
      if (!Array.isArray(step.records)) throw new Error('no records');
    }
  } catch (error) {
    if (!(error instanceof ParseError) || error.message === '') throw error;
  }
}

const PARTS = [
  '<',
  '>',
  '&',
  '"',
  ']]>',
  '<![CDATA[',
  '<!--',
  '<XML>',
  '</XML>',
  '<DOCUMENT>',
  '</value>',
  '<value>',
  '\u0000',
  'NaN',
  '-1',
  '9'.repeat(400),
  '&#0;',
  '\n',
];

/** One way of damaging bytes: cut, drop a stretch, repeat a stretch, change a byte, or put something in. */
const damage = (bytes: Buffer) =>
  fc
    .record({
      how: fc.constantFrom('cut', 'drop', 'repeat', 'byte', 'insert'),
      at: fc.nat(bytes.length - 1),
      length: fc.nat(300),
      byte: fc.nat(255),
      part: fc.constantFrom(...PARTS),
    })
    .map(({ how, at, length, byte, part }) => {
      const head = bytes.subarray(0, at);
      if (how === 'cut') return head;
      if (how === 'drop') return Buffer.concat([head, bytes.subarray(at + length)]);
      if (how === 'repeat') return Buffer.concat([head, bytes.subarray(at, at + length), bytes.subarray(at)]);
      if (how === 'byte') return Buffer.concat([head, Buffer.from([byte]), bytes.subarray(at + 1)]);
      return Buffer.concat([head, Buffer.from(part), bytes.subarray(at)]);
    });

describe('damaged', () => {
  it.each([
    ['submission', Buffer.from(submission(whole))],
    ['ownership-xml', Buffer.from(whole)],
    ['data-set', quarter(0)],
    ['data-set', quarter(6)],
  ])('%s', (kind, bytes) => {
    const once = damage(bytes);
    fc.assert(
      fc.property(
        fc.oneof(
          once,
          once.chain((one) => (one.length > 0 ? damage(one) : fc.constant(one))),
        ),
        (damaged) => {
          readOrRefuse(document(damaged, { kind, metadata: { filedDate: '2026-03-04' } }));
          recognise({ name: 'file', bytes: damaged });
        },
      ),
      { numRuns: runs(1500) },
    );
  });

  it('arbitrary bytes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 400 }),
        fc.constantFrom('submission', 'ownership-xml', 'data-set'),
        (bytes, kind) => {
          readOrRefuse(document(Buffer.from(bytes), { kind }));
          recognise({ name: 'file', bytes: Buffer.from(bytes) });
        },
      ),
      { numRuns: runs(500) },
    );
  });
});
