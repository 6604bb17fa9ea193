/** Damaged reports and responses are read, filed without rows, or rejected with a reason; nothing else. */

import { describe, expect, it } from '@jest/globals';
import { printIntegrityReport, printRecognisedScan } from '../../../../data/sample/make/integrity-report.js';
import { parse, recognise } from '../../../../src/registers/portfolios/oge-278t/parse.js';
import { ParseError } from '../../../../src/registers/register.js';
import fc, { runs } from '../../../property.js';
import { read } from './read.js';

describe('registers/portfolios/oge-278t/damaged', () => {
  const row = {
    description: 'Invented Goods, Inc. (IGDS)',
    type: 'Sale',
    date: '04/02/2026',
    notified: 'No',
    amount: '$250,001 - $500,000',
  };
  const REPORT = printIntegrityReport({
    name: 'Roe, Jane Abigail',
    position: 'Administrator, Bureau of Samples',
    signed: '05/01/2026',
    rows: Array.from({ length: 25 }, (_, place) => (place % 5 ? row : { ...row, endnote: 'Partial sale.' })),
  });
  const SCAN = printRecognisedScan(['Periodic Transaction Report (OGE Form 278-T)', '1 Goods Sale']);
  const FACTS = { name: 'Roe, Jane A', postedAt: '2026-05-20', fileName: 'Jane-Roe-278T.pdf' };

  /** One way of damaging bytes: cut, drop a stretch, repeat a stretch, or change a byte. */
  const damage = (bytes: Buffer) =>
    fc
      .record({
        how: fc.constantFrom('cut', 'drop', 'repeat', 'byte', 'byte'),
        at: fc.nat(bytes.length - 1),
        length: fc.nat(300),
        byte: fc.nat(255),
      })
      .map(({ how, at, length, byte }) => {
        const head = bytes.subarray(0, at);
        if (how === 'cut') return head;
        if (how === 'drop') return Buffer.concat([head, bytes.subarray(at + length)]);
        if (how === 'repeat')
          return Buffer.concat([head, bytes.subarray(at, at + length), bytes.subarray(at)]);
        return Buffer.concat([head, Buffer.from([byte]), bytes.subarray(at + 1)]);
      });

  async function readOrRefuse(bytes: Buffer): Promise<void> {
    recognise({ name: 'Jane-Roe-278T.pdf', bytes });
    // Throws for every error that is not ParseError.
    const { report, failure } = await read(bytes, { key: 'A'.repeat(32), facts: FACTS });
    if (report === null) expect(failure).not.toBeNull();
    else if (report.readability === 'read') {
      const numbers = [...report.transactions, ...report.headings].map(({ number }) => number);
      expect(numbers.sort((one, other) => one - other)).toEqual(Array.from(numbers, (_, place) => place + 1));
      expect(failure).toBeNull();
    } else {
      expect(report.transactions).toEqual([]);
      expect(report.reason).not.toBe('');
      expect(failure === null).toBe(report.readability === 'scanned');
    }
  }

  describe('damaged', () => {
    it.each([
      ['report', REPORT],
      ['scan', SCAN],
    ])('%s', async (_what, bytes) => {
      await fc.assert(fc.asyncProperty(damage(bytes), readOrRefuse), { numRuns: runs(150) });
    });

    it('garbage after the first bytes of a PDF', async () => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), (bytes) =>
          readOrRefuse(Buffer.concat([Buffer.from('%PDF-1.4\n'), bytes])),
        ),
        { numRuns: runs(50) },
      );
    });

    it('response of the index', async () => {
      const type = `<a href='https://extapps2.oge.gov/201/Presiden.nsf/PAS+Index/${'A'.repeat(32)}/$FILE/Roe 278T.pdf'>278 Transaction</a>`;
      const record = {
        docDate: '2026-05-20T00:00:00',
        name: 'Roe, Jane A',
        title: '',
        agency: 'B',
        type,
        amended: '',
      };
      const data = [record, record, { ...record, type: '<a href="201%20Request?x">Request</a>' }];
      const whole = Buffer.from(JSON.stringify({ recordsTotal: 3, recordsFiltered: 3, data }));
      const readAnswer = async (bytes: Buffer) => {
        recognise({ name: 'answer.json', bytes });
        try {
          for await (const step of parse({ key: 'a', kind: 'index', url: '', retrievedAt: '', bytes }))
            for (const { key } of step.toFetch ?? []) expect(key).toMatch(/^[0-9A-F]{32}$/);
        } catch (error) {
          if (!(error instanceof ParseError) || error.message === '') throw error;
        }
      };
      await fc.assert(fc.asyncProperty(damage(whole), readAnswer), { numRuns: runs(600) });
      await fc.assert(
        fc.asyncProperty(fc.jsonValue(), (value) =>
          readAnswer(
            Buffer.from(JSON.stringify({ recordsTotal: 1, data: [value, { ...record, type: value }] })),
          ),
        ),
        { numRuns: runs(300) },
      );
    });
  });
});
