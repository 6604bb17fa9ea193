/** Schedules 13D and 13G: what is read, what is refused, and what is only warned about. */

import { describe, expect, it } from '@jest/globals';
import { scheduleXml, submission13 } from '../../../../data/sample/make/schedule-text.js';
import { checkNames } from '../../../../src/registers/check-names.js';
import { parse, recognise } from '../../../../src/registers/holders/sec-13dg/parse.js';
import { ParseError } from '../../../../src/registers/register.js';
import { ACME, draft, FUND, filed, person, readSchedules } from './written-schedule.js';

const broken = (change: (text: string) => string, over: Parameters<typeof draft>[0] = {}) =>
  readSchedules(change(submission13(draft(over))));
const refused = (text: string, kind = 'submission') => {
  try {
    return [...parse({ key: 'k', kind, url: 'u', retrievedAt: '', bytes: Buffer.from(text) })].length;
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return error.message;
  }
};

describe('a Schedule 13D', () => {
  it('gives the company, the class, the event, the persons and the purpose', () => {
    const { filing, warnings } = readSchedules(
      submission13(
        draft({ purpose: 'To seek a seat.\r\nOr two.', persons: [person({ group: 'a', sole: '400' })] }),
      ),
    );
    expect(warnings).toEqual([]);
    expect(filing).toEqual({
      kind: 'schedule-13',
      accession: '0009990101-26-000001',
      form: 'SCHEDULE 13D',
      schemaVersion: null,
      // 16:15:02 in New York, in summer.
      filedAt: '2026-05-06T20:15:02.000Z',
      filedAtApproximate: false,
      filedDate: '2026-05-06',
      issuer: { cik: '9990001', name: 'Acme Sample Corp' },
      filerCik: '9990101',
      filers: [{ cik: '9990101', name: 'ROE & DAUGHTERS FUND LP' }],
      previousAccession: null,
      amendmentNo: null,
      eventDate: '2026-04-29',
      previouslyFiledOn13G: false,
      rules: [],
      cusips: ['990001109'],
      classTitle: 'Common Stock, par value $0.01 per share',
      persons: [
        {
          name: 'Roe & Daughters Fund LP',
          cik: '9990101',
          group: 'a',
          soleVoting: 400,
          sharedVoting: 0,
          soleDispositive: 400,
          sharedDispositive: 0,
          shares: 1_000_000,
          percent: 6.2,
          excludesShares: false,
          types: ['PN'],
        },
      ],
      purpose: 'To seek a seat.\nOr two.',
      isPurposeCut: false,
      isFivePercentOrLess: null,
      ceasedText: null,
    });
  });

  it('names the schedule that it amends, and leaves an unchanged purpose out', () => {
    const amended = filed({
      form: 'SCHEDULE 13D/A',
      amendmentNo: 3,
      previous: '0009990101-26-000001',
      ceased: 'On April 29, 2026 the Fund ceased to hold more than five percent.',
    });
    expect(amended).toMatchObject({
      form: 'SCHEDULE 13D/A',
      amendmentNo: 3,
      previousAccession: '0009990101-26-000001',
      purpose: null,
      ceasedText: 'On April 29, 2026 the Fund ceased to hold more than five percent.',
    });
  });

  it('keeps the first 4,000 characters of a long purpose, and says so', () => {
    expect(filed({ purpose: 'x'.repeat(4000) })).toMatchObject({ isPurposeCut: false });
    const { purpose, isPurposeCut } = filed({ purpose: 'x'.repeat(4001) });
    expect([purpose?.length, isPurposeCut]).toEqual([4000, true]);
  });
});

describe('a Schedule 13G', () => {
  it('gives its rules, its CUSIPs in a list, and the box of item 5', () => {
    const filing = filed({
      form: 'SCHEDULE 13G/A',
      cusip: ['990001109', '990001a00', ''],
      rules: ['Rule 13d-1(b)', 'Rule 13d-1(c)'],
      isFivePercentOrLess: true,
      persons: [person({ cik: undefined, shares: '0', percent: '0' })],
    });
    expect(filing).toMatchObject({
      schemaVersion: 'X0202',
      cusips: ['990001109', '990001A00'],
      rules: ['Rule 13d-1(b)', 'Rule 13d-1(c)'],
      isFivePercentOrLess: true,
      previouslyFiledOn13G: null,
    });
    expect(filing.persons[0]).toMatchObject({ cik: null, shares: 0, percent: 0 });
  });
});

describe('figures', () => {
  it.each([
    ['1,624,877.00', '9.9', [1_624_877, 9.9]],
    ['11615772.8', '60.40%', [11_615_772.8, 60.4]],
    ['0', '0.0', [0, 0]],
    // As XML Schema allows a decimal.
    ['+3697435.', '.9', [3_697_435, 0.9]],
    ['.5', '10.', [0.5, 10]],
  ])('%s and %s are read', (shares, percent, figures) => {
    const [one] = filed({ persons: [person({ shares, percent })] }).persons;
    expect([one?.shares, one?.percent]).toEqual(figures);
  });

  it.each([
    ['See Item 5', '6.2', 'unreadable-number'],
    ['1,00,000', '6.2', 'unreadable-number'],
    ['-5', '6.2', 'unreadable-number'],
    ['1000', '6.2 of the class', 'unreadable-number'],
    ['1000', '620', 'percent-above-100'],
  ])('%s and %s are unknown, with a warning', (shares, percent, kind) => {
    const { filing, warnings } = readSchedules(
      submission13(draft({ persons: [person({ shares, percent, sole: '0' })] })),
    );
    expect([filing.persons[0]?.shares, filing.persons[0]?.percent]).toContain(null);
    expect(warnings.map((one) => one.kind)).toEqual([kind, 'no-total']);
  });

  it('are unknown when they are left out, and never zero', () => {
    const { filing, warnings } = readSchedules(
      submission13(draft({ persons: [person({ shares: null, percent: null })] })),
    );
    expect(filing.persons[0]).toMatchObject({ shares: null, percent: null });
    expect(warnings.map(({ kind, where }) => [kind, where])).toEqual([
      ['no-total', '0009990101-26-000001 person 1'],
    ]);
  });

  it('of an impossible day and a CUSIP of zeros are unknown', () => {
    const { filing, warnings } = broken((text) => text.replace('04/29/2026', '02/30/2026'), {
      cusip: '000000000',
    });
    expect([filing.eventDate, filing.cusips]).toEqual([null, []]);
    expect(warnings).toEqual([
      { kind: 'unreadable-date', detail: 'date of event: 02/30/2026', where: '0009990101-26-000001' },
    ]);
  });
});

describe('a field of the cover page', () => {
  it('that is missing or unreadable is unknown, with a warning', () => {
    const { filing, warnings } = broken((text) =>
      text
        .replace('04/29/2026', '')
        .replace(/<securitiesClassTitle>[^<]*</, '<securitiesClassTitle><')
        .replace(/<cik>[^<]*</, '<cik>none<'),
    );
    expect([filing.eventDate, filing.classTitle, filing.filerCik]).toEqual([null, null, FUND.cik]);
    expect(warnings.map(({ kind, detail }) => `${kind} ${detail}`)).toEqual([
      'unreadable-cik CIK of the filer: none',
      'missing-value date of event',
      'missing-value securitiesClassTitle',
    ]);
  });
});

describe('a document that is not well-formed', () => {
  it('is read when only the bracket of an end tag at a line end is missing', () => {
    const { filing, warnings } = broken(
      (text) => text.replace('</transactionPurpose>', '</transactionPurpose'),
      {
        purpose: 'To hold.',
        persons: [person(), person({ name: 'Jane Roe', cik: undefined })],
      },
    );
    expect(filing.persons).toHaveLength(2);
    expect(filing.purpose).toBe('To hold.');
    expect(warnings.map(({ kind }) => kind)).toEqual(['end-tag-repaired']);
  });

  it.each([
    ['a missing end tag', (text: string) => text.replace('</reportingPersons>', '')],
    ['a cut text', (text: string) => text.slice(0, text.indexOf('<items1To7>'))],
    [
      'an entity of its own',
      (text: string) =>
        text.replace(
          '<?xml version="1.0" encoding="UTF-8"?>',
          '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>',
        ),
    ],
    ['an ampersand', (text: string) => text.replace('&amp;', '&')],
  ])('with %s is refused as a whole', (_, change) => {
    expect(refused(change(submission13(draft())))).toMatch(/not well-formed XML|cut off/);
  });
});

describe('what is refused', () => {
  it.each([
    ['no person', draft({ persons: [] }), 'no reporting person'],
    [
      'a person without a name',
      draft({ persons: [person(), person({ name: '' })] }),
      'reporting person 2 has no name',
    ],
    ['no CIK of the company', draft({ issuer: { cik: '0', name: 'Acme' } }), 'issuer CIK: 0000000000'],
    ['another form', draft({ form: 'SCHEDULE 14D' }), 'form SCHEDULE 14D is not read'],
  ])('%s', (_, given, reason) => {
    expect(refused(submission13(given))).toBe(reason);
  });

  it('is a rendering, a submission without a schedule, and XML of another form', () => {
    expect(refused('<!DOCTYPE html><html></html>')).toBe('an HTML rendering, not the filed document');
    const other = submission13(draft()).replace('<TYPE>SCHEDULE 13D', '<TYPE>EX-99');
    expect(refused(other)).toBe('no Schedule 13D or 13G among: EX-99');
    expect(refused('<informationTable/>', 'schedule-xml')).toMatch(/accession number/);
    expect(
      recognise({
        name: 'a.xml',
        bytes: Buffer.from('<edgarSubmission><submissionType>144</submissionType></edgarSubmission>'),
      }),
    ).toBeNull();
    expect(recognise({ name: 'a.txt', bytes: Buffer.from('Roe & Daughters') })).toBeNull();
  });
});

describe('an unknown element, and a header that differs', () => {
  it('are warnings, and the document counts', () => {
    const { filing, warnings } = broken((text) =>
      text
        .replace('<fundType>', '<novelty/><fundType>')
        .replace('CENTRAL INDEX KEY:			9990001', 'CENTRAL INDEX KEY:			9990002'),
    );
    expect(filing.issuer.cik).toBe('9990001');
    expect(warnings.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['unknown-element', 'novelty'],
      ['issuer-differs', 'header 9990002, document 9990001'],
    ]);
  });
});

describe('a schedule from before the XML', () => {
  it('is kept with its parties and without a figure', () => {
    const { filing, warnings } = readSchedules(
      submission13(draft({ form: 'SC 13G/A', filed: '2024-02-14' })),
    );
    expect(warnings).toEqual([]);
    expect(filing).toMatchObject({
      form: 'SC 13G/A',
      filedDate: '2024-02-14',
      issuer: { cik: '9990001', name: 'ACME SAMPLE CORP' },
      filerCik: '9990101',
      filers: [{ cik: '9990101', name: 'ROE & DAUGHTERS FUND LP' }],
      persons: [],
      eventDate: null,
      purpose: null,
    });
  });

  it('is refused when the header names no company', () => {
    const text = submission13(draft({ form: 'SC 13D' })).replace('SUBJECT COMPANY:', '');
    expect(refused(text)).toBe('the header names no subject company');
  });
});

describe('a saved file', () => {
  it('is a submission, or the XML of one under its accession number', () => {
    const whole = Buffer.from(submission13(draft()));
    expect(recognise({ name: 'any.txt', bytes: whole })).toEqual({
      key: '0009990101-26-000001',
      kind: 'submission',
      url: 'https://www.sec.gov/Archives/edgar/data/9990001/0009990101-26-000001.txt',
    });
    const xml = `\n${scheduleXml(draft())}`;
    const known = recognise({
      name: 'primary_doc.xml',
      path: '000999010126000001/primary_doc.xml',
      bytes: Buffer.from(xml),
    });
    expect(known).toMatchObject({ key: '0009990101-26-000001', kind: 'schedule-xml' });
    const styled = xml.replace(
      '<edgarSubmission',
      '<?xml-stylesheet href="a.xsl"?>\n<!-- a -->\n<edgarSubmission',
    );
    expect(recognise({ name: 'a.xml', bytes: Buffer.from(styled) })).toMatchObject({ kind: 'schedule-xml' });
    // Without a header the signature dates it.
    expect(readSchedules(xml, { kind: 'schedule-xml', key: '0009990101-26-000001' }).filing).toMatchObject({
      filedDate: '2026-05-06',
      filedAtApproximate: true,
      filers: [],
      filerCik: FUND.cik,
      issuer: ACME,
    });
  });
});

describe('damaged names', () => {
  it('of a person are unknown, and the figures stay; of the company the schedule is left out', () => {
    const damaged = filed({ persons: [person({ name: 'Ro\ufffd Fund' }), person()] });
    const { record, warnings } = checkNames(damaged);
    expect(record).toMatchObject({ persons: [{ name: null, shares: 1_000_000 }, { name: FUND.name }] });
    expect(warnings.map(({ kind }) => kind)).toEqual(['damaged-name']);
    expect(checkNames(filed({ issuer: { ...ACME, name: 'Acm\ufffd' } })).record).toBeNull();
  });
});
