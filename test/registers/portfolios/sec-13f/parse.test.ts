/** A 13F-HR: cover, summary and table as filed. */

import { describe, expect, it } from '@jest/globals';
import { recognise } from '../../../../src/registers/portfolios/sec-13f/parse.js';
import { ParseError } from '../../../../src/registers/register.js';
import { enveloped } from '../../form4/sec-form4/written-filing.js';
import { CUSIPS, read, row, written } from './written-report.js';

const kinds = (text: string) => read(text).warnings.map(({ kind }) => kind);

describe('a 13F-HR', () => {
  it('gives cover, summary and rows as filed', () => {
    const rows = [
      row({ managers: '4,8,11' }),
      row({ cusip: CUSIPS.beta, putCall: 'PUT', value: 500, amount: 10 }),
      row({ cusip: CUSIPS.gamma, title: 'NOTE 2%', amountType: 'PRN', value: 900_000, amount: 1_000_000 }),
    ];
    const { report, warnings } = read(written({ rows, isConfidentialOmitted: true }));
    expect(warnings).toEqual([]);
    expect(report).toMatchObject({
      kind: '13f',
      accession: '9990001000-26-000001',
      cik: '9990001',
      managerName: 'Roe & Daughters Capital LLC',
      formType: '13F-HR',
      amendmentType: null,
      periodEnd: '2026-06-30',
      filedAt: '2026-08-14T20:15:02.000Z',
      filedDate: '2026-08-14',
      reportType: '13F HOLDINGS REPORT',
      tableEntryTotal: 3,
      tableValueTotal: 2_900_500,
      isConfidentialOmitted: true,
      valueUnit: 'dollars',
    });
    expect(
      report!.rows.map(({ putCall, amountType, otherManager }) => [putCall, amountType, otherManager]),
    ).toEqual([
      [null, 'SH', '4,8,11'],
      ['Put', 'SH', null],
      [null, 'PRN', null],
    ]);
  });

  it.each([
    ['any prefix', (text: string) => text, 'n1:'],
    ['white space before the declaration', (text: string) => text.replaceAll('<XML>\n', '<XML>\n\n  '), ''],
    [
      'dates with slashes and without zeros',
      (text: string) => text.replaceAll(/>0?(\d{1,2})-(\d\d)-(\d{4})</g, '>$1/$2/$3<'),
      '',
    ],
    ['every spelling of a decimal', (text: string) => text.replaceAll(/(<value>\d+)</g, '$1.<'), ''],
    ['no declaration', (text: string) => text.replaceAll(/<\?xml[^>]*\?>\n/g, ''), ''],
    ['a table of another type', (text: string) => text.replace('<TYPE>INFORMATION TABLE', '<TYPE>XML'), ''],
  ])('is read with %s', (_, change, prefix) => {
    const { report, warnings } = read(change(written({ prefix })));
    expect(warnings).toEqual([]);
    expect(report!.rows).toHaveLength(1);
  });

  it('is in thousands before 2023-01-03 and in dollars from then on, whatever the period', () => {
    const unit = (filed: string) => read(written({ filed, periodEnd: '2021-12-31' })).report!.valueUnit;
    expect(unit('2023-01-02')).toBe('thousands');
    expect(unit('2023-01-03')).toBe('dollars');
  });

  it('reports when eight or more prices contradict the unit, and not for two rows with a warrant', () => {
    const cheap = (count: number) =>
      Array.from({ length: count }, (_, i) => row({ value: 1000 + i, amount: 10_000 }));
    expect(read(written({ rows: cheap(9) }))).toMatchObject({
      report: { valueUnit: 'dollars', valueUnitContradicted: true },
    });
    expect(kinds(written({ rows: cheap(9) }))).toEqual(['value-unit-contradicted']);
    expect(read(written({ rows: cheap(2) })).report!.valueUnitContradicted).toBe(false);
  });

  it('takes the amendment from the form type and reports when its kind is missing', () => {
    expect(read(written({ amendment: 'NEW HOLDINGS' })).report).toMatchObject({
      formType: '13F-HR/A',
      amendmentType: 'NEW HOLDINGS',
      amendmentNo: 1,
    });
    const silent = written({ amendment: 'RESTATEMENT' }).replace(
      /<amendmentInfo>[\s\S]*<\/amendmentInfo>/,
      '',
    );
    expect(read(silent).report!.amendmentType).toBeNull();
    expect(kinds(silent)).toEqual(['no-amendment-type']);
  });

  it('is for the period of the filing where the cover page still names another quarter, as the data sets have it', () => {
    const text = written({ periodEnd: '2026-06-30' }).replace(
      /<reportCalendarOrQuarter>[^<]*/,
      '<reportCalendarOrQuarter>03-31-2026',
    );
    expect(read(text)).toMatchObject({
      report: { periodEnd: '2026-06-30' },
      warnings: [{ kind: 'period-differs', detail: 'cover 2026-03-31, header 2026-06-30' }],
    });
    const silent = text.replace(/<periodOfReport>[^<]*<\/periodOfReport>/, '');
    expect(read(silent).report!.periodEnd).toBe('2026-03-31');
  });

  it('reports by how much rows and sum differ from the summary page', () => {
    const text = written()
      .replace('>1</tableEntryTotal>', '>3</tableEntryTotal>')
      .replace('>2000000</tableValueTotal>', '>1999000</tableValueTotal>');
    expect(read(text).warnings.map(({ detail }) => detail)).toEqual([
      'stated 3, 1 in the table',
      'stated 1999000, 2000000 in the table, 1000 more',
    ]);
  });

  it('keeps unknown values and reports them', () => {
    const rows = [
      row({ cusip: '1234' }),
      row({ cusip: '37833100' }),
      row({ cusip: '037833101' }),
      row({ value: 5000, amount: 5000 }),
      row({ value: 11, amount: 11 }),
      row({ putCall: 'Straddle' }),
      // Without its last digit, and not without its first.
      row({ cusip: '03783310' }),
    ];
    const text = written({ rows }).replace('</infoTable>', '<mood>sunny</mood></infoTable>');
    const { report, warnings } = read(text);
    expect(warnings.map(({ kind, where }) => [kind, where.replace(/^\S+ ?/, '')])).toEqual([
      ['unknown-element', ''],
      ['unreadable-cusip', 'row 0'],
      ['cusip-check-digit', 'row 2'],
      ['value-repeated-as-shares', 'row 3'],
      ['unknown-word', 'row 5'],
      ['unreadable-cusip', 'row 6'],
    ]);
    expect(report!.rows.map(({ cusip }) => cusip).slice(0, 3)).toEqual(['', '037833100', '037833101']);
  });

  it('reads numbers strictly: an invalid one is null, never 0', () => {
    const text = written({ rows: [row(), row()] }).replace(
      '<value>2000000</value>',
      '<value>2,000,000</value>',
    );
    const { report, warnings } = read(text);
    expect(report!.rows.map(({ value }) => value)).toEqual([null, 2_000_000]);
    expect(warnings.map(({ kind }) => kind)).toEqual(['unreadable-number', 'value-total-differs']);
  });

  it('may have an empty table, but not a missing one', () => {
    const without = (text: string) =>
      text.replace(/<DOCUMENT>\n<TYPE>INFORMATION TABLE[\s\S]*?<\/DOCUMENT>\n/, '');
    expect(read(without(written({ rows: [] }))).report!.rows).toEqual([]);
    expect(() => read(without(written()))).toThrow('no information table in the submission');
  });

  it('is unreadable when it states rows but none can be found, rather than an empty portfolio', () => {
    const odd = written().replaceAll('infoTable', 'InfoTable');
    expect(() => read(odd)).toThrow('no row in the information table, 1 stated');
    const silent = odd.replace(/<tableEntryTotal>.*<\/tableEntryTotal>/, '');
    expect(() => read(silent)).toThrow('an unknown number stated');
  });

  it('treats a CUSIP of zeros as missing, so that two securities without one are not merged', () => {
    const rows = [row({ cusip: '000000000', name: 'A' }), row({ cusip: '000000000', name: 'B' })];
    const { report, warnings } = read(written({ rows }));
    expect(report!.rows.map(({ cusip }) => cusip)).toEqual(['', '']);
    expect(warnings.map(({ kind }) => kind)).toEqual(['no-cusip', 'no-cusip']);
  });

  it('never treats an unknown option as shares', () => {
    const { report } = read(written({ rows: [row({ putCall: 'Calls' })] }));
    expect(report!.rows[0]).toMatchObject({ putCall: null, amountType: null });
  });

  it('ignores rounding when it adds decimals, and lists only a few of many unknown elements', () => {
    const values = [0.1, 0.2].map((value) => row({ value }));
    expect(
      kinds(
        written({ rows: values }).replace(
          /<tableValueTotal>.*<\/tableValueTotal>/,
          '<tableValueTotal>0.3</tableValueTotal>',
        ),
      ),
    ).toEqual([]);
    const names = Array.from({ length: 500 }, (_, i) => `<n${i}/>`).join('');
    const said = read(written().replace('<infoTable>', `<infoTable>${names}`)).warnings;
    expect(said).toHaveLength(21);
    expect(said.at(-1)!.detail).toBe('and 480 more names');
  });

  it('gives nothing for a notice but a warning', () => {
    const notice = written().replaceAll('13F-HR', '13F-NT');
    expect(read(notice)).toMatchObject({ report: undefined, warnings: [{ kind: 'not-a-holdings-report' }] });
  });

  it.each([
    ['plain text from before 2013', written().replaceAll(/<\/?XML>/g, '')],
    ['a table that is cut off', written().replace(/<\/informationTable>[\s\S]*/, '')],
    ['another form', written().replaceAll('13F-HR', '10-K')],
    ['no period', written().replaceAll(/<(reportCalendarOrQuarter|periodOfReport)>.*<\/\1>/g, '')],
  ])('is unreadable: %s', (_, text) => {
    expect(() => read(text)).toThrow(ParseError);
  });

  it('takes the filing date from the list when the header has no time', () => {
    const text = written()
      .replace(/<ACCEPTANCE-DATETIME>.*\n/, '')
      .replace(/FILED AS OF DATE.*\n/, '');
    expect(read(text, { filedDate: '2026-08-13' }).report).toMatchObject({
      filedDate: '2026-08-13',
      filedAt: '2026-08-14T03:59:59.000Z',
      filedAtApproximate: true,
    });
  });

  it('is read the same in the envelope of mail of old texts', () => {
    expect(read(enveloped(written()))).toEqual(read(written()));
  });

  it('is recognised among saved files', () => {
    const file = (text: string) => recognise({ name: 'a/b.txt', bytes: Buffer.from(text) });
    expect(file(written())).toEqual({
      key: '9990001000-26-000001',
      kind: 'submission',
      url: 'https://www.sec.gov/Archives/edgar/data/9990001/9990001000-26-000001.txt',
    });
    expect(file(enveloped(written()))).toEqual(file(written()));
    expect(file(written().replaceAll('13F-HR', '4'))).toBeNull();
    expect(file('<html></html>')).toBeNull();
  });
});
