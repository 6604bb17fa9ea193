/** Schedules 13D and 13G of invented holders: first statements, amendments, exits, groups, and hard cases. */

import { cusipOf, type Issuer, issuerOf, organisation } from './cast.js';
import { as, back } from './day.js';
import type { MadeDocument } from './made-document.js';
import { type DraftPerson, type DraftSchedule, submission13 } from './schedule-text.js';

/** What a draft has in common with most others is left out. */
type Sketch = Omit<
  Partial<DraftSchedule>,
  'filed' | 'event' | 'issuer' | 'filer' | 'accession' | 'persons' | 'cusip'
> & {
  form: string;
  ticker: string;
  /** Weekdays ago. */
  filed: number;
  event?: number;
  holder: string;
  shares: string;
  percent: string;
  /** The persons below the holder, who report the same shares or some of them. */
  others?: readonly DraftPerson[];
  holderGroup?: 'a';
  types?: readonly string[];
  cusip?: string | readonly string[];
  /** Weekdays ago on which the schedule was filed that this one names. */
  amends?: number;
};

const INTENT =
  'The Reporting Persons acquired the shares because they believe them to be undervalued. They intend to speak with the board about the sale of the lens business & the size of the board, and may propose other directors. They may buy more shares or sell some at any time.';
const QUARTER_END = 34;

const SKETCHES: readonly Sketch[] = [
  {
    form: 'SCHEDULE 13G',
    ticker: 'ZQRA',
    filed: 200,
    event: 212,
    holder: 'Marrowgate Index Trust',
    shares: '3108000.00',
    percent: '7.4',
  },
  {
    form: 'SCHEDULE 13G/A',
    ticker: 'ZQRA',
    filed: 70,
    event: 90,
    holder: 'Marrowgate Index Trust',
    shares: '4452000.00',
    percent: '10.6',
    amendmentNo: 1,
    amends: 200,
  },
  {
    form: 'SCHEDULE 13D',
    ticker: 'QVEX',
    filed: 60,
    event: 66,
    holder: 'Thistlemoor Partners GP LLC',
    shares: '4214000',
    percent: '9.8',
    purpose: INTENT,
    types: ['OO'],
    others: [
      { name: 'Thistlemoor Partners Fund LP', shares: '2214000', percent: '5.1', types: ['PN'] },
      { name: 'Wimblestead Odette', shares: '4214000', percent: '9.8', types: ['IN', 'HC'] },
    ],
  },
  {
    form: 'SCHEDULE 13D/A',
    ticker: 'QVEX',
    filed: 12,
    event: 14,
    holder: 'Thistlemoor Partners GP LLC',
    shares: '5203000',
    percent: '12.1',
    amendmentNo: 1,
    amends: 60,
    types: ['OO'],
  },
  {
    form: 'SCHEDULE 13G',
    ticker: 'ZYLO',
    filed: 180,
    event: 190,
    holder: 'Copperquist Advisers LLC',
    shares: '1612000.00',
    percent: '6.2',
    rules: ['Rule 13d-1(c)'],
  },
  {
    form: 'SCHEDULE 13G/A',
    ticker: 'ZYLO',
    filed: 25,
    event: QUARTER_END,
    holder: 'Copperquist Advisers LLC',
    shares: '1118000.00',
    percent: '4.3',
    amendmentNo: 1,
    isFivePercentOrLess: true,
  },
  {
    form: 'SCHEDULE 13G',
    ticker: 'XQIN',
    filed: 150,
    event: 155,
    holder: 'Nettlegate Capital LP',
    shares: '1904000',
    percent: '5.6',
    rules: ['Rule 13d-1(c)'],
  },
  {
    form: 'SCHEDULE 13D',
    ticker: 'XQIN',
    filed: 9,
    event: 12,
    holder: 'Nettlegate Capital LP',
    shares: '3026000',
    percent: '8.9',
    previouslyFiledOn13G: true,
    purpose: 'The Reporting Person requested a seat on the board of the Issuer.',
  },
  {
    form: 'SCHEDULE 13D',
    ticker: 'VQAR',
    filed: 41,
    event: 45,
    holder: 'Brambleworth Ambrose',
    shares: '1206000.00',
    percent: '6.7',
    holderGroup: 'a',
    types: ['IN'],
    purpose: 'The members vote together.',
    others: [
      { name: 'Brambleworth Delphine', group: 'a', shares: '990000.00', percent: '5.5', types: ['IN'] },
    ],
  },
  {
    form: 'SCHEDULE 13D',
    ticker: 'QNTZ',
    filed: 33,
    event: 36,
    holder: 'Puddlespoon Holdings Corp',
    shares: '25000',
    percent: '0.02',
    types: ['CO'],
    purpose:
      'The Reporting Person also has an exposure to 4,900,000 shares through options that are settled in cash.',
  },
  {
    form: 'SCHEDULE 13D/A',
    ticker: 'ABCD',
    filed: 88,
    event: 90,
    holder: 'Saffronbottom Family Trust',
    shares: '8412000.50',
    percent: '42',
    amendmentNo: 28,
    types: ['OO'],
  },
  {
    form: 'SCHEDULE 13G',
    ticker: 'Nonesuch Harbor Net Lease Trust, Inc.',
    filed: 110,
    event: 120,
    holder: 'Larkthatch Sovereign Authority',
    shares: '11615772.8',
    percent: '60.4',
    cusip: '000000000',
    types: ['OO'],
    classTitle: 'Common Shares of Beneficial Interest',
  },
  {
    form: 'SCHEDULE 13G',
    ticker: 'QQZ-A',
    filed: 18,
    event: 22,
    holder: 'Gandergate Asset Management LP',
    shares: '2110000.00',
    percent: '5.0',
    cusip: [cusipOf('QQZ-A'), cusipOf('QQZ-A', '20')],
    classTitle: 'Class A Common Stock',
    types: ['IA', 'PN'],
  },
  {
    form: 'SCHEDULE 13D',
    ticker: 'ZZTA',
    filed: 51,
    event: 55,
    holder: 'Tumblewhistle Grocers Inc',
    shares: '2,904,118',
    percent: '14.2%',
    types: ['CO'],
    purpose: 'The Reporting Person offered to buy the Issuer.',
  },
  { form: 'SC 13G', ticker: 'WQRL', filed: 520, holder: 'Peppersteed Bank NA', shares: '', percent: '' },
  {
    form: 'SCHEDULE 13G/A',
    ticker: 'WQRL',
    filed: 30,
    event: QUARTER_END,
    holder: 'Peppersteed Bank NA',
    shares: '1302000.00',
    percent: '5.9',
    amendmentNo: 2,
    types: ['BK'],
  },
  {
    form: 'SCHEDULE 13G',
    ticker: 'PQVA',
    filed: 160,
    event: 170,
    holder: 'Quillspoon Ventures LLC',
    shares: '1730000',
    percent: '11.3',
  },
  {
    form: 'SCHEDULE 13G/A',
    ticker: 'PQVA',
    filed: 5,
    event: 8,
    holder: 'Quillspoon Ventures LLC',
    shares: '0',
    percent: '0',
    amendmentNo: 1,
    amends: 160,
    isFivePercentOrLess: true,
  },
];

/** A company that no other register of the sample names. */
const UNNAMED: Issuer = {
  ...issuerOf('ZQRA'),
  ticker: '',
  cik: '9900000997',
  name: 'Lonestone Ferry Terminals, Inc.',
};
const UNNAMED_SKETCH: Sketch = {
  form: 'SCHEDULE 13G',
  ticker: '',
  filed: 64,
  event: 70,
  holder: 'Marrowgate Index Trust',
  shares: '700000',
  percent: '5.2',
  cusip: '999990019',
};

/** Oldest first. */
export function schedules(): MadeDocument[] {
  return [...SKETCHES, UNNAMED_SKETCH]
    .sort((a, b) => b.filed - a.filed)
    .map((sketch) => {
      const issuer = sketch === UNNAMED_SKETCH ? UNNAMED : issuerOf(sketch.ticker);
      const text = submission13(draftOf(sketch, issuer));
      const accession = accessionOf(sketch);
      return {
        key: accession,
        kind: 'submission',
        url: `https://www.sec.gov/Archives/edgar/data/${issuer.cik}/${accession}.txt`,
        // As one real filer sent it: without the bracket of an end tag.
        body: sketch.ticker === 'ZZTA' ? text.replace('</transactionPurpose>', '</transactionPurpose') : text,
      };
    });
}

function draftOf(sketch: Sketch, issuer: Issuer): DraftSchedule {
  const { holder, others = [], holderGroup, types = ['PN'], amends, shares, percent, filed } = sketch;
  const filer = { cik: organisation(holder).cik, name: holder };
  // A 13G gives no CIK.
  const cik = sketch.form.includes('13D') ? { cik: filer.cik } : {};
  return {
    ...sketch,
    accession: accessionOf(sketch),
    issuer: { cik: issuer.cik, name: issuer.name },
    classTitle: sketch.classTitle ?? `${issuer.securityTitle}, par value $0.001 per share`,
    cusip: sketch.cusip ?? cusipOf(issuer.ticker || issuer.name),
    filer,
    filed: back(filed),
    event: back(sketch.event ?? filed),
    clock: '170431',
    persons: [
      ...others,
      {
        name: holder,
        ...cik,
        shares,
        percent,
        types,
        ...(holderGroup === undefined ? {} : { group: holderGroup }),
      },
    ],
    ...(amends === undefined ? {} : { previous: accessionOf({ ...sketch, filed: amends }) }),
  };
}

/** The number follows from the day, so that an amendment can name it. */
function accessionOf({ holder, filed }: Sketch): string {
  return `${organisation(holder).cik}-${as(back(filed), 'yy')}-${String(filed).padStart(6, '0')}`;
}
