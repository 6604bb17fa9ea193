/** What the invented officials of the executive branch filed: a few stories, and ordinary trading all year. */

import type { Calendar } from './calendar.js';
import { issuers } from './issuers.js';
import type { IntegrityRow } from './pdf/integrity-report.js';
import { draws } from './random.js';

export interface SampleOfficial {
  /** As the index spells it, as a rule. */
  name: string;
  nameOnReport: string;
  title: string;
  agency: string;
  level: string;
  /** Beginning of file names. */
  file: string;
}

export interface OgeFiling {
  official: SampleOfficial;
  /** From 1, in the order of posting, for each official. */
  number: number;
  /** In the index. */
  spelling: string;
  fileName: string;
  /** YYYY-MM-DD, all three. */
  signed: string;
  posted: string;
  amended?: string;
  extension?: number;
  /** Null for a report on paper. */
  rows: readonly IntegrityRow[] | null;
  /** Lines of a report on paper. */
  paper: readonly string[];
}

export const sampleOfficials: readonly SampleOfficial[] = [
  {
    name: 'Thimblewick, Oswald P',
    nameOnReport: 'Thimblewick, Oswald Peregrine',
    title: 'Administrator',
    agency: 'Bureau of Lighthouses and Fog',
    level: 'Level II',
    file: 'Oswald-P-Thimblewick',
  },
  {
    name: 'Marchpane, Henrietta',
    nameOnReport: 'Marchpane, Henrietta',
    title: 'Under Secretary',
    agency: 'Department of Weights and Weathers',
    level: 'Level II',
    file: 'Henrietta-Marchpane',
  },
];

const BRACKETS = [
  '$1,001 - $15,000',
  '$15,001 - $50,000',
  '$50,001 - $100,000',
  '$100,001 - $250,000',
  '$250,001 - $500,000',
  '$500,001 - $1,000,000',
  '$1,000,001 - $5,000,000',
] as const;

/** A trade so many business days before the signature, or a row without a date. */
type Row = Partial<Omit<IntegrityRow, 'date'>> & { description: string; lag?: number; date?: string };

interface Telling {
  /** Business days before the newest one on which it was signed; it is posted twelve business days later. */
  back: number;
  rows: readonly Row[] | null;
  spelling?: string;
  /** Behind the day in the file name. */
  fileMark?: string;
  /** Business days that it is posted later than others. */
  delay?: number;
  isAmendment?: boolean;
  extension?: number;
  paper?: readonly string[];
}

/** All reports posted before the calendar's day, oldest first. */
export function ogeFilings(calendar: Calendar): OgeFiling[] {
  const [thimblewick, marchpane] = sampleOfficials as readonly [SampleOfficial, SampleOfficial];
  return [
    ...told(calendar, thimblewick, thimblewicksStory()),
    ...told(calendar, marchpane, marchpanesStory()),
  ];
}

function told(calendar: Calendar, official: SampleOfficial, story: readonly Telling[]): OgeFiling[] {
  return story.map((telling, place) => {
    const {
      back,
      rows,
      spelling = official.name,
      fileMark = '',
      delay = 0,
      isAmendment,
      extension,
    } = telling;
    const signed = calendar.business(back);
    const posted = calendar.business(back - 12 - delay);
    return {
      official,
      number: place + 1,
      spelling,
      // Typed by hand at OGE: month, day and year with points.
      fileName: `${official.file}-${signed.slice(5, 7)}.${signed.slice(8)}.${signed.slice(0, 4)}-278T${fileMark}.pdf`,
      signed,
      posted,
      ...(isAmendment ? { amended: signed } : {}),
      extension,
      rows: rows?.map((row) => printed(row, calendar, back)) ?? null,
      paper: telling.paper ?? [],
    };
  });
}

function printed({ lag, ...row }: Row, calendar: Calendar, back: number): IntegrityRow {
  return {
    type: '',
    notified: lag !== undefined && lag > 21 ? 'Yes' : 'No',
    amount: '',
    date: lag === undefined ? '' : slashed(calendar.business(back + lag)),
    ...row,
  };
}

function thimblewicksStory(): Telling[] {
  const restated: readonly Row[] = [
    { ...share('SXQL'), type: 'Purchase', amount: BRACKETS[2], lag: 15 },
    { ...share('EQXA'), type: 'Sale', amount: BRACKETS[0], lag: 17 },
    { ...share('FQIL'), type: 'Purchase', amount: BRACKETS[1], lag: 18 },
  ];
  const twice: readonly Row[] = [
    { ...share('ZQRA'), type: 'Purchase', amount: BRACKETS[3], lag: 11 },
    { ...share('ZQRA'), type: 'Purchase', amount: BRACKETS[3], lag: 11 },
    { ...share('NQVA'), type: 'Sale', amount: BRACKETS[1], lag: 14 },
  ];
  return [
    // Accounts as headings, a blank row that ends one, and what is held through a fund.
    {
      back: 275,
      spelling: 'Thimblewick, Oswald',
      extension: 0,
      rows: [
        { description: 'Spouse Investment Account #1' },
        { ...share('DXQR'), type: 'Purchase', amount: BRACKETS[4], lag: 12 },
        { ...share('GZQA'), type: 'Purchase', amount: BRACKETS[0], lag: 12 },
        { description: 'Line is intentionally left blank' },
        {
          description: 'Quibblecombe Ventures III, LP - Hemstitch Looms Holdings, Inc.',
          type: 'Sale',
          amount: BRACKETS[6],
          lag: 26,
          endnote:
            'The manager of the fund sold a part of it for cash; the filer took no part in the decision.',
        },
        {
          description: 'Quibblecombe Ventures III, LP - Tallowgate Looms, Inc.',
          type: 'Exchange',
          amount: BRACKETS[4],
          lag: 26,
          endnote: 'Equity taken for the rest of the holding named in row 5.',
        },
        { description: 'Retirement Account #1' },
        { ...share('LQZA'), type: 'Purchase', amount: BRACKETS[1], lag: 13 },
      ],
    },
    { back: 210, rows: ordinary('thimblewick spring', 58) },
    { back: 150, rows: restated },
    // One amount was stated too low, and a row was forgotten.
    {
      back: 132,
      isAmendment: true,
      fileMark: ' AMENDED',
      rows: [
        { ...restated[0]!, amount: BRACKETS[4], lag: 33, notified: 'No' },
        { ...restated[1]!, lag: 35, notified: 'No' },
        { ...restated[2]!, lag: 36, notified: 'No' },
        { ...share('MXQO'), type: 'Sale', amount: BRACKETS[0], lag: 36 },
      ],
    },
    // Posted twice under two ids; the equal rows in it are two trades.
    { back: 95, fileMark: '(2)', rows: twice },
    { back: 95, fileMark: '(3)', delay: 4, rows: twice },
    // What filers leave out or mistype, and the brackets without an upper bound.
    {
      back: 70,
      extension: 45,
      rows: [
        { ...share('HXQA'), type: 'Sale', amount: BRACKETS[0], date: '04/04/2226' },
        { ...share('BQRT'), amount: BRACKETS[0], date: '' },
        { ...share('AQXE'), type: 'Sale', amount: BRACKETS[0], date: '' },
        {
          description:
            'Total return swap with the Tillerburg Counting House (value not readily ascertainable)',
          lag: 9,
          notified: 'No',
        },
        { ...share('DXQR'), type: 'Purchase', amount: 'Over $1,000,000', lag: 16 },
        {
          description: 'Draymarsh Orchards Holdings, LLC',
          type: 'Sale',
          amount: 'Over $50,000,000',
          lag: 16,
        },
        {
          description:
            'Papervale County Water District, revenue bond, 4.00%, due 12/01/2038 (Cusip 99912QAB7)',
          type: 'Purchase',
          amount: BRACKETS[3],
          lag: 30,
        },
      ],
    },
    // On paper: known to be filed, and nothing more.
    {
      back: 50,
      rows: null,
      paper: [
        'OGE Form 278-T (Sample)',
        'U.S. Office of Government Ethics; 5 C.F.R. part 2634',
        'Executive Branch Personnel Public Financial Disclosure Report:',
        'Periodic Transaction Report (OGE Form 278-T)',
        "Filer's Name",
        'Oswald P Thimblewick',
        'Transactions',
        '# Description Type Date Amount',
        '1 Zquorra Robotics, Inc. Purchase 1/20/2026 $1,001 - $15,000',
        '2 Saxaquill Insurance Group, Inc. Sale 1/22/2026 $15,001 - $50,000',
        '3 Cornmoor Grain Elevators bond Purchase 1/22/2026 $1,000,001 - $5,000,000',
      ],
    },
    {
      back: 28,
      rows: [
        { ...share('EQXA'), type: 'Purchase', amount: BRACKETS[2], lag: 9 },
        { ...share('GZQA'), type: 'Sale', amount: BRACKETS[2], lag: 10 },
        { ...share('WXQT'), type: 'Purchase', amount: BRACKETS[1], lag: 25 },
      ],
    },
  ];
}

function marchpanesStory(): Telling[] {
  return [
    { back: 190, rows: ordinary('marchpane summer', 6) },
    // So many notes that they run over a page.
    {
      back: 60,
      rows: ordinary('marchpane autumn', 14).map((row, place) => ({
        ...row,
        endnote: `Partial sale or purchase number ${place + 1} by an account that an adviser manages without asking; the filer heard of it from the monthly statement, which came by post and late, as it always does in the season of fog.`,
      })),
    },
  ];
}

/** Rows of ordinary trading, one day after the other. */
function ordinary(name: string, count: number): Row[] {
  const draw = draws(`oge ${name}`);
  return Array.from({ length: count }, (_, place) => ({
    ...share(draw.of(listed).ticker),
    type: draw.of(['Purchase', 'Purchase', 'Sale']),
    amount: BRACKETS[draw.chance(75) ? draw.between(0, 1) : draw.between(2, 4)]!,
    lag: 30 - Math.floor((18 * place) / count),
  }));
}

const listed = issuers.filter((issuer) => /^[A-Z]{1,5}$/.test(issuer.ticker));

function share(ticker: string): { description: string } {
  const issuer = listed.find((one) => one.ticker === ticker);
  if (issuer === undefined) throw new RangeError(`no sample issuer ${ticker}`);
  return { description: `${issuer.name} ${issuer.securityTitle} (${ticker})` };
}

const slashed = (date: string): string => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;
