/** Submissions and bare XML of Form 4, and documents that are neither. */

import { describe, expect, it } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import { recognise } from '../../../../src/registers/form4/sec-form4/parse.js';
import { ACCESSION, document, enveloped, parsed, reason, submission, xml } from './written-filing.js';

const WRAPPED = `<SUBMISSION>
<ACCESSION-NUMBER>${ACCESSION}<TYPE>4<PUBLIC-DOCUMENT-COUNT>1<PERIOD>20260302<FILING-DATE>20260304<REPORTING-OWNER><OWNER-DATA><CONFORMED-NAME>ROE JANE Q<CIK>0001900001</OWNER-DATA></REPORTING-OWNER><ISSUER><COMPANY-DATA><CONFORMED-NAME>EXAMPLE WIDGETS INC<CIK>0001800001</COMPANY-DATA></ISSUER><DOCUMENT><TYPE>4<SEQUENCE>1<FILENAME>form4.xml<TEXT><XML>${xml().replace(/\n/g, '')}</XML></TEXT></DOCUMENT></SUBMISSION>`;

describe('a submission', () => {
  it('takes the acceptance time and the filing date from the header', () => {
    const summer = parsed(document(submission(xml(), { accepted: '20260704210001' }))).records[0];
    expect(summer).toMatchObject({
      filedAt: '2026-07-05T01:00:01.000Z',
      filedAtApproximate: false,
      filedDate: '2026-03-04',
    });
  });

  it('reads the header of the daily feed, which has no acceptance time', () => {
    expect(parsed(document(WRAPPED))).toMatchObject({
      warnings: [],
      records: [
        {
          accession: ACCESSION,
          filedAt: '2026-03-05T04:59:59.000Z',
          filedAtApproximate: true,
          filedDate: '2026-03-04',
        },
      ],
    });
    const metadata = { filedAt: '2026-03-04T18:30:57-05:00' };
    expect(parsed(document(WRAPPED, { metadata })).records[0]).toMatchObject({
      filedAt: '2026-03-04T23:30:57.000Z',
      filedAtApproximate: false,
    });
    expect(
      parsed(document(WRAPPED, { metadata: { filedAt: '2026-03-04T18:30:57' } })).records[0],
    ).toMatchObject({ filedAtApproximate: true });
  });

  it('reads a label of the header only where it begins its line', () => {
    const filed = submission(xml(), {});
    const label = 'FILED AS OF DATE:';
    expect(filed).toContain(label);
    const other = filed.replace(label, `PREVIOUSLY ${label}\t\t20200101\n \t${label}`);
    expect(parsed(document(other))).toEqual(parsed(document(filed)));
  });

  it('takes the document of type 4 among others', () => {
    const before =
      '<DOCUMENT>\n<TYPE>EX-24\n<TEXT>\nA power of attorney. <XML>none</XML>\n</TEXT>\n</DOCUMENT>\n';
    expect(parsed(document(submission(xml(), { before }))).records).toHaveLength(1);
  });

  it.each(['3', '3/A', '5', '5/A'])('gives no record of form %s, and says so', (type) => {
    expect(parsed(document(submission(xml({ type }), { type })))).toEqual({
      records: [],
      warnings: [{ kind: 'not-form-4', detail: `form ${type} is not read`, where: ACCESSION }],
    });
  });

  it('gets a warning for a header that names another form type than the document', () => {
    const { records, warnings } = parsed(document(submission(xml({ type: '4/A' }), { type: '4' })));
    expect(records[0]).toMatchObject({ documentType: '4/A' });
    expect(warnings).toEqual([
      { kind: 'form-type-differs', detail: 'header 4, document 4/A', where: ACCESSION },
    ]);
  });

  it('is read the same in the envelope of mail of old texts', () => {
    const text = submission(xml());
    expect(parsed(document(enveloped(text)))).toEqual(parsed(document(text)));
  });

  it('reads bytes that are not UTF-8', () => {
    const text = submission(xml().replace('ROE JANE Q</rptOwnerName>', 'RÓE JANE</rptOwnerName>'));
    const { records } = parsed(document(Buffer.from(text, 'latin1')));
    expect(records[0]).toMatchObject({ owners: [{ name: 'RÓE JANE' }] });
  });

  it.each([
    [
      'an HTML rendering',
      '<!DOCTYPE html PUBLIC "-//W3C//DTD"><html><body>FORM 4</body></html>',
      /HTML rendering/,
    ],
    ['a page without a doctype', '\n<HTML><head></head></HTML>', /HTML rendering/],
    ['no document', '<SEC-DOCUMENT>x</SEC-DOCUMENT>', /no <DOCUMENT>/],
    ['no XML', submission(xml()).replace('<XML>', '').replace('</XML>', ''), /holds no XML/],
    ['XML that is cut off', submission(xml()).replace(/<.ownershipDocument>[\s\S]*/, ''), /cut off/],
    ['another form', submission(xml(), { type: '13F-HR' }), /no document of type 4 or 4\/A among: 13F-HR/],
    ['nothing', '', /no <DOCUMENT>/],
  ])('%s is unreadable', (_what, text, expected) => {
    expect(reason(document(text))).toMatch(expected);
  });
});

describe('bare XML', () => {
  const bare = (more: Parameters<typeof document>[1] = {}, text = xml()) =>
    document(text, { kind: 'ownership-xml', url: 'file:form4.xml', ...more });

  it('is dated by its facts, exactly or by the day', () => {
    expect(parsed(bare({ metadata: { filedAt: '2026-03-04T23:30:57Z' } })).records[0]).toMatchObject({
      filedAt: '2026-03-04T23:30:57.000Z',
      filedAtApproximate: false,
      filedDate: '2026-03-04',
    });
    expect(parsed(bare({ metadata: { filedDate: '2026-07-03' } })).records[0]).toMatchObject({
      filedAt: '2026-07-04T03:59:59.000Z',
      filedAtApproximate: true,
      filedDate: '2026-07-03',
    });
  });

  it('keeps an impossible count as filed and marks it, so that it does not lead a list', () => {
    const written = xml({ rows: [{ shares: '99999999999999999999.1234' }] });
    expect(parsed(bare({}, written)).records[0]).toMatchObject({
      transactions: [{ implausible: ['value-above-any-trade'] }],
    });
  });

  it('was filed on the day of the latest signature, not on the date of a mistyped row', () => {
    const written = xml({ rows: [{ date: '2026-03-03' }, { date: '2029-03-03' }] });
    expect(parsed(bare({}, written)).records[0]).toMatchObject({
      filedAt: '2026-03-05T04:59:59.000Z',
      filedAtApproximate: true,
      filedDate: '2026-03-04',
      transactions: [{ implausible: [] }, { implausible: ['date-after-filing'] }],
    });
    const second =
      '<ownerSignature><signatureDate>2026-03-06</signatureDate></ownerSignature></ownershipDocument>';
    const two = xml().replace('</ownershipDocument>', second);
    expect(parsed(bare({}, two)).records[0]).toMatchObject({ filedDate: '2026-03-06' });
    const slip = two.replace('2026-03-06', '2206-03-06');
    expect(parsed(bare({}, slip)).records[0]).toMatchObject({ filedDate: '2026-03-04' });
  });

  it('falls back on the period without a signature, and then holds no row to be later than its filing', () => {
    const undated = (text: string) => text.replace(/<signatureDate>[\s\S]*?<\/signatureDate>/g, '');
    const unsigned = undated(xml({ rows: [{ date: '2026-03-03' }] }));
    expect(parsed(bare({}, unsigned)).records[0]).toMatchObject({
      filedDate: '2026-03-02',
      filedAtApproximate: true,
      transactions: [{ implausible: [] }],
    });
    expect(reason(bare({}, undated(xml({ period: null }))))).toMatch(/nothing says when/);
    expect(reason(bare({}, undated(xml({ period: '0022-03-02' }))))).toMatch(/nothing says when/);
  });

  it.each([
    ['the key', { key: '000999999926000018' }, '0009999999-26-000018'],
    [
      'the facts',
      { key: 'form4.xml', metadata: { accession: '0009999999-26-000019' } },
      '0009999999-26-000019',
    ],
    [
      'the address',
      { key: 'form4.xml', url: 'https://example.org/data/1/000999999926000020/form4.xml' },
      '0009999999-26-000020',
    ],
  ])('is named by %s', (_where, more, accession) => {
    expect(parsed(bare(more)).records[0]).toMatchObject({ accession });
  });

  it('is unreadable without an accession number, or when it is a rendering', () => {
    expect(reason(bare({ key: 'form4.xml' }))).toMatch(/no accession number/);
    expect(reason(bare({}, '<!DOCTYPE html><html></html>'))).toMatch(/HTML rendering/);
  });

  it('may start with a line feed', () => {
    expect(parsed(bare({}, `\n${xml()}`)).records).toHaveLength(1);
  });
});

it('rejects an unknown kind of document', () => {
  expect(reason(document('', { kind: 'daily-index' }))).toMatch(/no document kind daily-index/);
});

describe('recognise', () => {
  const file = (name: string, text: string | Buffer) => recognise({ name, bytes: Buffer.from(text) });
  const url = `https://www.sec.gov/Archives/edgar/data/1800001/${ACCESSION}.txt`;

  it('recognises submissions of both header styles', () => {
    expect(file('any.txt', submission(xml()))).toEqual({ key: ACCESSION, kind: 'submission', url });
    expect(file('any.nc', WRAPPED)).toEqual({ key: ACCESSION, kind: 'submission', url });
    expect(file('any.txt', submission(xml({ type: '5' }), { type: '5' }))?.kind).toBe('submission');
  });

  it('recognises bare XML, named by its accession number when the file name has one', () => {
    expect(file(`saved/${ACCESSION}.xml`, xml())).toEqual({ key: ACCESSION, kind: 'ownership-xml', url });
    expect(file('form4.xml', `\n${xml()}`)).toEqual({
      key: 'form4.xml',
      kind: 'ownership-xml',
      url: 'file:form4.xml',
    });
  });

  it('recognises a submission in the envelope of mail, and no other mail', () => {
    expect(file('any.txt', enveloped(submission(xml())))).toEqual({
      key: ACCESSION,
      kind: 'submission',
      url,
    });
    expect(file('any.txt', enveloped('Good morning.\n'))).toBeNull();
  });

  it('takes the accession number from the folder where the name has none, as EDGAR names its folders', () => {
    const saved = (path: string) => recognise({ name: 'doc4.xml', path, bytes: Buffer.from(xml()) })?.key;
    expect(saved(`/mirror/1800001/${ACCESSION.replaceAll('-', '')}/doc4.xml`)).toBe(ACCESSION);
    expect(saved(`C:\\mirror\\${ACCESSION}\\doc4.xml`)).toBe(ACCESSION);
    expect(saved(`/mirror/${ACCESSION}/more/doc4.xml`)).toBe('doc4.xml');
    expect(saved(`/mirror/batch-${ACCESSION}/doc4.xml`)).toBe('doc4.xml');
    const named = recognise({
      name: `${ACCESSION}.xml`,
      path: `/000111111126000001/${ACCESSION}.xml`,
      bytes: Buffer.from(xml()),
    });
    expect(named?.key).toBe(ACCESSION);
  });

  it('recognises a quarterly data set by the tables in it', () => {
    const zip = (names: string[]) =>
      Buffer.from(zipSync(Object.fromEntries(names.map((name) => [name, strToU8('A\tB\n')]))));
    expect(file('2026q1_form345.zip', zip(['SUBMISSION.tsv', 'NONDERIV_TRANS.tsv']))).toEqual({
      key: '2026q1',
      kind: 'data-set',
      url: 'file:2026q1_form345.zip',
    });
    expect(file('2026q1_form13f.zip', zip(['SUBMISSION.tsv', 'INFOTABLE.tsv']))).toBeNull();
    expect(file('broken.zip', Buffer.from('PK\u0003\u0004 and then nothing that is an archive'))).toBeNull();
  });

  it.each([
    ['a 13F report', submission('<x/>', { type: '13F-HR' })],
    ['an HTML rendering', '<!DOCTYPE html><html><body>ownershipDocument</body></html>'],
    ['other XML', '<?xml version="1.0"?><informationTable/>'],
    ['an index', 'CIK|Company Name|Form Type|Date Filed|File Name\n'],
    ['nothing', ''],
  ])('ignores %s', (_what, text) => {
    expect(file('file.txt', text)).toBeNull();
  });
});
