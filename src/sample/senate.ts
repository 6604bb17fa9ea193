/** The bundled sample of the Senate: invented senators' reports, dated back from a day, as eFD shows them. */

import type { RawDocument } from '../registers/register.js';
import { addDays, type Calendar, calendarOf } from './calendar.js';
import { issuerOf, issuers } from './issuers.js';
import { MOVED_DAYS_AGO } from './member-filers.js';
import { type Draw, draws } from './random.js';
import { type SenateReport, type SenateRow, senatePage, senateSearchAnswer } from './senate-page.js';

const HOST = 'https://efdsearch.senate.gov';
const BRACKETS = [
  '$1,001 - $15,000',
  '$15,001 - $50,000',
  '$50,001 - $100,000',
  '$100,001 - $250,000',
] as const;
/** Common shares that senators of the sample hold. */
const listed = issuers.filter(({ ticker }) => /^[A-Z]{1,5}$/.test(ticker));

interface Senator {
  filer: string;
  own: string;
  first: string;
  last: string;
}

const PLUMQUIST: Senator = {
  filer: 'The Honorable Mordecai Plumquist',
  own: 'Plumquist, Mordecai',
  first: 'Mordecai',
  last: 'Plumquist,  ',
};
/** The page is signed by somebody of the office: the brackets tell whose it is. */
const GATHERSPOON: Senator = {
  filer: 'Mr. Osric T Penhallow',
  own: 'Gatherspoon, Mina',
  first: 'Mina',
  last: 'Gatherspoon',
};
const FIZZLEWOOD: Senator = {
  filer: 'The Honorable A. Leopold Fizzlewood Jr.',
  own: 'Fizzlewood, A. Leopold Jr.',
  first: 'A. Leopold',
  last: 'Fizzlewood, Jr.',
};
const THIMBLETHORPE: Senator = {
  filer: 'The Honorable Cordelia J Thimblethorpe',
  own: 'Thimblethorpe, Cordelia',
  first: 'Cordelia J',
  last: 'Thimblethorpe',
};

/** A report before it has an id; `filedBack` counts business days before the sample's day. */
type Draft = Partial<SenateReport> & { senator: Senator; filedBack: number; rows: SenateRow[] };

/** The search answer and the report pages as seen on `day` (YYYY-MM-DD, UTC). @throws RangeError when it is no day. */
export function sampleSenate(day: string): RawDocument[] {
  const reports = sampleSenateReports(day);
  const retrievedAt = `${day}T00:00:00.000Z`;
  const pages = reports
    .filter(({ kind }) => kind === 'ptr')
    .map((report) => ({
      key: report.id,
      kind: report.kind,
      url: `${HOST}/search/view/${report.kind}/${report.id}/`,
      retrievedAt,
      bytes: Buffer.from(senatePage(report)),
    }));
  const answer = {
    key: 'search-answer sample',
    kind: 'search-answer',
    url: `${HOST}/search/report/data/`,
    retrievedAt,
    bytes: Buffer.from(senateSearchAnswer(reports)),
  };
  return [answer, ...pages];
}

/** The same reports before they are written down, oldest first. */
export function sampleSenateReports(day: string): SenateReport[] {
  const calendar = calendarOf(day);
  const drafts = [...routine(calendar), ...restatement(calendar), ...unusual(calendar)];
  return drafts
    .map((draft) => ({ draft, filed: calendar.business(draft.filedBack) }))
    .sort((a, b) => (a.filed < b.filed ? -1 : a.filed > b.filed ? 1 : 0))
    .map(({ draft: { senator, filedBack: _, ...rest }, filed }, index) => ({
      id: `99900000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
      kind: 'ptr' as const,
      ...senator,
      titleDate: filed,
      filed,
      time: '10:19 AM',
      ...rest,
    }));
}

/** Stocks bought and sold all year; a newcomer files only since the seat was taken. */
function routine(calendar: Calendar): Draft[] {
  const seated = addDays(calendar.day, -MOVED_DAYS_AGO);
  return [PLUMQUIST, THIMBLETHORPE].flatMap((senator) => {
    const chance = draws(`senate ${senator.own}`);
    const drafts: Draft[] = [];
    for (let filedBack = chance.between(4, 12); filedBack < 250; filedBack += chance.between(12, 30)) {
      if (senator === THIMBLETHORPE && calendar.business(filedBack) < seated) break;
      const rows = Array.from({ length: chance.between(1, 5) }, () =>
        stockRow(chance, calendar.business(filedBack + chance.between(8, 30))),
      );
      drafts.push({ senator, filedBack, rows, time: chance.of(['9:02 AM', '12:40 PM', '4:55 PM']) });
    }
    return drafts;
  });
}

function stockRow(chance: Draw, date: string): SenateRow {
  const { ticker, name } = chance.of(listed);
  return {
    date,
    owner: chance.of(['Self', 'Self', 'Spouse', 'Joint', 'Joint', 'Child']),
    tickers: [ticker],
    names: [`${name} Common Stock`],
    assetType: 'Stock',
    type: chance.of(['Purchase', 'Purchase', 'Sale (Full)', 'Sale (Partial)']),
    amount: chance.of(BRACKETS),
  };
}

/** An amendment states the whole report again: two tickers move from the name to their cell, one bracket is corrected. */
function restatement(calendar: Calendar): Draft[] {
  const chance = draws('senate restatement');
  const traded = calendar.business(70);
  const rows = ['ZQRA', 'QVEX', 'ZYLO'].map((ticker): SenateRow => {
    const row = stockRow(chance, traded);
    return {
      ...row,
      owner: 'Joint',
      tickers: [ticker],
      names: [issuerOf(ticker).name],
      type: 'Purchase',
      amount: BRACKETS[0],
    };
  });
  const first = rows.map(
    (row, index): SenateRow =>
      index === 2 ? row : { ...row, tickers: [''], names: [`${row.tickers[0]} - ${row.names[0]}`] },
  );
  const corrected = rows.map((row, index) => (index === 2 ? { ...row, amount: BRACKETS[1] } : row));
  const titleDate = calendar.business(50);
  return [
    { senator: FIZZLEWOOD, filedBack: 50, rows: first },
    { senator: FIZZLEWOOD, filedBack: 43, rows: corrected, titleDate, amendment: 1, time: '10:27 AM' },
  ];
}

/** What else the forms hold: options, bonds, exchanges, an open bracket, private companies, paper. */
function unusual(calendar: Calendar): Draft[] {
  const on = (back: number) => calendar.business(back);
  const given = issuerOf('XQIN');
  const received = issuerOf('VQAR');
  const option = issuerOf('QNTZ');
  return [
    {
      senator: GATHERSPOON,
      filedBack: 31,
      rows: [
        {
          date: on(52),
          owner: 'Joint',
          tickers: [option.ticker],
          names: [`${option.name} Common Stock`],
          details: [['Option Type: Call', 'Strike price: $20.00', `Expires: ${addDays(calendar.day, 120)}`]],
          assetType: 'Stock Option',
          type: 'Purchase',
          amount: BRACKETS[1],
          comment: 'Notified by the broker on the last day of the month',
        },
        {
          date: on(50),
          owner: 'Child',
          tickers: [''],
          names: ['Glimmerton Water & Sewer Works'],
          details: [['Rate/Coupon: 4.25%', `Matures: ${addDays(calendar.day, 3_000)}`]],
          assetType: 'Corporate Bond',
          type: 'Purchase',
          amount: BRACKETS[2],
        },
        {
          date: on(50),
          owner: 'Spouse',
          tickers: [''],
          names: ['Papervale School District General Obligation'],
          details: [['Rate/Coupon: 3.0%', `Matures: ${addDays(calendar.day, 1_400)}`]],
          assetType: 'Municipal Security',
          type: 'Sale (Full)',
          amount: BRACKETS[0],
        },
      ],
    },
    {
      senator: GATHERSPOON,
      filedBack: 118,
      rows: [
        {
          date: on(140),
          owner: 'Self',
          tickers: [''],
          names: ['Gatherspoon Family Creameries, LLC'],
          details: [
            ['Company: Gatherspoon Family Creameries, LLC (Churnsbury, WY)'],
            ['Description: Dairy holding company'],
          ],
          assetType: 'Non-Public Stock',
          type: 'Sale (Full)',
          amount: 'Over $50,000,000',
        },
      ],
    },
    {
      senator: FIZZLEWOOD,
      filedBack: 85,
      rows: [
        {
          date: on(101),
          owner: 'Spouse',
          tickers: [given.ticker, received.ticker],
          names: [`${given.name} (Exchanged)`, `${received.name} (Received)`],
          assetType: 'Stock',
          type: 'Exchange',
          amount: BRACKETS[0],
          comment: `${given.name} was merged into ${received.name}`,
        },
        {
          date: on(99),
          owner: 'Spouse',
          tickers: [''],
          names: [`${issuerOf('ZYLO').name} (ZYLO)`],
          assetType: 'Stock',
          type: 'Sale (Full)',
          amount: BRACKETS[0],
        },
      ],
    },
    // On paper: images of pages, no text, the name in capitals.
    {
      senator: { ...PLUMQUIST, first: 'MORDECAI ', last: 'PLUMQUIST' },
      filedBack: 160,
      kind: 'paper',
      rows: [],
    },
  ];
}
