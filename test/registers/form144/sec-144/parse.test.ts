/** Notices of Form 144, written element by element: what is read, what is a warning, what is unreadable. */

import { describe, expect, it } from '@jest/globals';
import { recognise } from '../../../../src/registers/form144/sec-144/parse.js';
import { ACCESSION, noticeSubmission, noticeXml, parsedNotice, reasonUnread } from './written-notice.js';

describe('a notice', () => {
  it('is read with its header, whatever prefixes the namespaces have', () => {
    const { notice, warnings } = parsedNotice(
      noticeSubmission({
        planDates: ['11/21/2025', '11/21/2025'],
        past: [{ date: '02/10/2026', units: '200', gross: '5000.50' }],
      }),
    );
    expect(warnings).toEqual([]);
    expect(notice).toMatchObject({
      accession: ACCESSION,
      documentType: '144',
      previousAccession: null,
      filedAt: '2026-03-02T22:05:01.000Z',
      filedAtApproximate: false,
      filedDate: '2026-03-02',
      filerCik: '9900001',
      sellerName: 'Marta Quillon',
      issuer: { cik: '9800001', name: 'Ostrand Tool & Die Co' },
      securities: [
        { title: 'Common', shares: 1000, marketValue: 25000, approxSaleDate: '2026-03-02', implausible: [] },
      ],
      acquired: [{ acquiredDate: '2024-01-15', shares: 1000, isGift: false, donorAcquiredDate: null }],
      soldInPast3Months: [{ saleDate: '2026-02-10', shares: 200, grossProceeds: 5000.5 }],
      nothingSoldInPast3Months: false,
      planAdoptionDates: ['2025-11-21', '2025-11-21'],
    });
    const prefixed = noticeXml()
      .replace(/<(\/?)(?=[a-zA-Z])(?!com:)/g, '<$1ns9:')
      .replace(/ xmlns="/, ' xmlns:ns9="');
    expect(parsedNotice(`\n${prefixed}`, 'notice-xml').notice).toMatchObject({
      securities: [{ shares: 1000, broker: 'Vexholm Brokers LLC' }],
      filedAtApproximate: true,
      filedDate: '2026-03-02',
    });
  });

  it('keeps every block: several brokers, several classes', () => {
    const { notice } = parsedNotice(
      noticeSubmission({ securities: [{ units: '17087' }, { title: 'Class B', units: '18000' }] }),
    );
    expect(notice.securities.map(({ title, shares }) => [title, shares])).toEqual([
      ['Common', 17087],
      ['Class B', 18000],
    ]);
  });

  it('names the notice that a 144/A amends', () => {
    const { notice } = parsedNotice(noticeSubmission({ type: '144/A', previous: '000131480522201762' }));
    expect([notice.documentType, notice.previousAccession]).toEqual(['144/A', '0001314805-22-201762']);
  });

  it('reads a plan from the remarks too, and its denial', () => {
    const remarks = (text: string) => parsedNotice(noticeSubmission({ remarks: text })).notice.planInRemarks;
    expect(remarks('The shares are sold pursuant to a Rule 10b5-1 trading plan.')).toBe(true);
    expect(remarks('These sales are not made under a Rule 10b5-1 plan.')).toBe(false);
    expect(remarks('The shares will be sold by the Quillon Living Trust.')).toBeNull();
  });

  it.each([
    ['The sales will be made pursuant to a Rule 10b5-1 trading plan adopted on March 1, 2024.', true],
    ['Shares will be sold under 10b5-1 plan.', true],
    ['The seller may from time to time sell up to 20,000 shares under a Rule 10b5-1 plan.', true],
    ['The sale will not be made under a Rule 10b5-1 plan.', false],
    ['After this sale the seller will sell additional shares under a Rule 10b5-1 plan.', null],
    ['The seller may adopt a Rule 10b5-1 plan.', null],
    ['The shares may be sold pursuant to a Rule 10b5-1 plan that may be adopted.', null],
  ])('knows that the sale of a notice is to come: %s', (text, plan) => {
    expect(parsedNotice(noticeSubmission({ remarks: text })).notice.planInRemarks).toBe(plan);
  });
});

describe('what cannot be read', () => {
  it('becomes null with a warning, and is never guessed', () => {
    const { notice, warnings } = parsedNotice(
      noticeSubmission({
        securities: [{ units: '1,000', value: 'about 5', saleDate: '31/12/2026' }],
        planDates: ['2025'],
        extra: '<surprise/>',
      }),
    );
    expect(notice.securities).toMatchObject([{ shares: null, marketValue: null, approxSaleDate: null }]);
    expect(notice.planAdoptionDates).toEqual([]);
    expect(warnings.map(({ kind, detail }) => `${kind} ${detail}`)).toEqual([
      'unknown-element surprise',
      'unreadable-number noOfUnitsSold: 1,000',
      'unreadable-number aggregateMarketValue: about 5',
      'unreadable-date approxSaleDate: 31/12/2026',
      'unreadable-date planAdoptionDate: 2025',
    ]);
  });

  it('dates without leading zeros are read, and a figure that is left out is a warning', () => {
    const { notice, warnings } = parsedNotice(
      noticeSubmission({ securities: [{ saleDate: '3/2/2026' }], noticeDate: '2026-03-02' }).replace(
        /<(noOfUnitsSold|acquiredDate)>[^<]*<\/\1>/g,
        '<$1/>',
      ),
    );
    expect(notice.securities).toMatchObject([{ approxSaleDate: '2026-03-02', shares: null }]);
    expect([notice.noticeDate, notice.acquired[0]?.acquiredDate]).toEqual(['2026-03-02', null]);
    expect(warnings.map(({ kind, detail }) => `${kind} ${detail}`)).toEqual([
      'missing-value noOfUnitsSold',
      'missing-value acquiredDate',
    ]);
  });

  it('every spelling of a decimal that XML Schema allows is read, and no part of a cent', () => {
    const { notice } = parsedNotice(
      noticeSubmission({
        securities: ['.5', '7.', '+7.50', '7.5000', '7.005'].map((value) => ({ units: '10', value })),
      }),
    );
    expect(notice.securities.map(({ marketValue }) => marketValue)).toEqual([0.5, 7, 7.5, 7.5, null]);
  });

  it('figures that cannot be right are kept and marked', () => {
    const { notice, warnings } = parsedNotice(
      noticeSubmission({
        securities: [
          { units: '50000001' },
          { units: '1', value: '1000000.01' },
          { saleDate: '03/02/2062' },
          { outstanding: '0' },
        ],
      }),
    );
    expect(notice.securities.map(({ implausible }) => implausible)).toEqual([
      ['more-shares-than-outstanding'],
      ['price-above-any-share'],
      ['date-far-from-filing'],
      [],
    ]);
    expect(warnings.map(({ kind }) => kind)).toEqual([
      'more-shares-than-outstanding',
      'price-above-any-share',
      'date-far-from-filing',
    ]);
  });

  it('a value that is not of all shares is marked, by the prices of the sales before', () => {
    const doubts = (units: string, value: string, title = 'Common') =>
      parsedNotice(
        noticeSubmission({
          securities: [{ units, value, title }],
          past: [
            { date: '02/02/2026', units: '500', gross: '12500' },
            { date: '02/03/2026', units: '100', gross: '2600' },
            { date: '02/04/2026', units: '0', gross: '0' },
          ],
        }),
      ).notice.securities[0]!.implausible;
    expect(doubts('1000', '25000.00')).toEqual([]);
    expect(doubts('1000', '2000.00')).toEqual([]);
    expect(doubts('10000', '25.30')).toEqual(['value-not-of-all-shares']);
    expect(doubts('1000', '25300000', 'Class A Common')).toEqual(['value-not-of-all-shares']);
    expect(doubts('25300', '1000')).toEqual(['shares-and-value-swapped']);
    const none = parsedNotice(noticeSubmission({ securities: [{ value: '0' }, { value: '253.00' }] })).notice;
    expect(none.securities.map(({ implausible }) => implausible)).toEqual([['value-not-of-all-shares'], []]);
  });

  it.each([
    ['NASDAQ', 'Common', '25.30', true],
    ['NYSE American', 'Class A', '25.30', true],
    ['NASDAQ', 'Common', '253.00', false],
    ['OTC', 'Common', '25.30', false],
    ['NASDAQ OTC Bulletin Board', 'Common', '25.30', false],
    ['NASDAQ', 'Warrants', '25.30', false],
    ['NASDAQ', 'Rights', '25.30', false],
  ])('on %s, 1,000 %s for %s USD are below any listed share: %s', (exchange, title, value, isMarked) => {
    const { securities } = parsedNotice(
      noticeSubmission({ securities: [{ exchange, title, value }] }),
    ).notice;
    expect(securities[0]!.implausible).toEqual(isMarked ? ['value-not-of-all-shares'] : []);
  });

  it('a right value beside sales that state the price as proceeds, or are of another kind, is not marked', () => {
    const doubts = (title: string, value: string, past: { units: string; gross: string; title?: string }) =>
      parsedNotice(
        noticeSubmission({
          securities: [{ units: '1000', value, title }],
          past: [{ date: '02/02/2026', ...past }],
        }),
      ).notice.securities[0]!.implausible;
    expect(doubts('Common', '25000', { units: '500', gross: '24.80' })).toEqual([]);
    expect(doubts('Common', '25000', { units: '500', gross: '248' })).toEqual(['value-not-of-all-shares']);
    const ordinary = { units: '50000', gross: '12400', title: 'Ordinary Shares' };
    expect(doubts('American Depositary Shares', '25000', ordinary)).toEqual([]);
    expect(doubts('Class A Ordinary', '25000', ordinary)).toEqual(['value-not-of-all-shares']);
    const ads = { units: '500', gross: '12400', title: 'ADS' };
    expect(doubts('American Depositary Shares', '100', ads)).toEqual(['value-not-of-all-shares']);
  });

  it.each([
    ['NASDAQ', { units: '12500', gross: '500' }, []],
    ['NASDAQ', { units: '5000', gross: '125' }, []],
    // Nothing shows which price of an unlisted share is right.
    ['OTC', { units: '12500', gross: '500' }, ['shares-and-value-swapped']],
    // Far off, and neither exchanged nor below any listed share.
    ['NASDAQ', { units: '500', gross: '125' }, ['value-not-of-all-shares']],
  ])(
    'on %s, 1,000 shares for 25,000 USD beside a sale of %j before are marked %j',
    (exchange, past, marks) => {
      const { notice } = parsedNotice(
        noticeSubmission({
          securities: [{ units: '1000', value: '25000', exchange }],
          past: [{ date: '02/02/2026', ...past }],
        }),
      );
      expect(notice.securities[0]!.implausible).toEqual(marks);
    },
  );

  it('a document without what identifies the notice is unreadable, with the reason', () => {
    expect(reasonUnread(noticeSubmission({ filerCik: null }))).toBe('it has no cik');
    expect(reasonUnread(noticeSubmission({ issuerCik: '12AB' }))).toBe('issuerCik is not a CIK: 12AB');
    expect(reasonUnread(noticeSubmission({ securities: [] }))).toBe('it names nothing to be sold');
    expect(reasonUnread(noticeXml({ type: '4' }), 'notice-xml')).toBe('form type 4 is not Form 144');
    expect(reasonUnread('<html><body/></html>')).toBe('an HTML rendering, not the filed document');
    expect(reasonUnread('<edgarSubmission>', 'notice-xml')).toMatch(/^not well-formed XML/);
    expect(reasonUnread('<!DOCTYPE a [<!ENTITY b "c">]><edgarSubmission/>', 'notice-xml')).toMatch(
      /document type declaration/,
    );
    expect(reasonUnread(noticeSubmission().replace('<TYPE>144', '<TYPE>EX-24'))).toMatch(/among: EX-24$/);
  });
});

describe('a saved file', () => {
  const file = (name: string, text: string) => recognise({ name, bytes: Buffer.from(text) });

  it('is recognised by its content', () => {
    expect(file('any.txt', noticeSubmission())).toMatchObject({ key: ACCESSION, kind: 'submission' });
    expect(file(`${ACCESSION}.xml`, noticeXml())).toMatchObject({ key: ACCESSION, kind: 'notice-xml' });
    expect(file('form4.xml', '<ownershipDocument/>')).toBeNull();
    expect(file('any.txt', noticeSubmission({ type: '13F-HR' }))).toBeNull();
  });
});
