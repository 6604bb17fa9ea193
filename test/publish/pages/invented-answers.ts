/** One invented answer for each tool whose page shows more than plain rows, complete by the schema of the tool. */

import type { z } from 'zod/v3';
import { trackerHeadOf } from '../../../src/store/rows/trackers.js';
import type { ComparedPosition, TrackerQuarter } from '../../../tools/contract/shapes/tracker-changes.js';
import type { Tool } from '../../../tools/contract/tool.js';
import type getClusters from '../../../tools/get-clusters.js';
import type getCongressMember from '../../../tools/get-congress-member.js';
import getEuFilings from '../../../tools/get-eu-filings.js';
import type getMajorHolders from '../../../tools/get-major-holders.js';
import type getStreaks from '../../../tools/get-streaks.js';
import type getTracker from '../../../tools/get-tracker.js';
import { tools } from '../../../tools/index.js';
import type listCongress from '../../../tools/list-congress.js';
import type listTrackers from '../../../tools/list-trackers.js';
import { READ_AT } from '../../invented-reads.js';

type Data<T extends Tool> = z.infer<T['output']>;

const weeks = Array.from({ length: 12 }, (_, index) => ({
  week: `2026-W${36 + index}`,
  value: index > 8 ? 40_000 : 0,
  filings: index > 8 ? 1 : 0,
}));
const days = ['2026-10-01', '2026-10-15', '2026-11-02'];
const holding = {
  ticker: 'OSWN',
  issuerName: 'Ostler & Wynn Inc',
  titleOfClass: 'COM',
  cusip: '690000104',
  putCall: null,
  shares: 1000,
  valueUsd: 70_240,
  netUsd: null,
  weight: 0.7,
  asOfDate: '2026-06-30',
  avgBuyPriceUsd: 300.8656,
  currentPriceUsd: null,
  returnPct: null,
  isNew: false,
  sharesChangePct: 15,
  deltaWeightPp: 2.5,
  lastTxLabel: 'Added 15%',
};

const clusters: Data<typeof getClusters> = [
  {
    issuerCik: '900002',
    issuerTicker: 'OSWN',
    issuerName: 'Ostler & Wynn Inc',
    direction: 'P',
    insiderCount: 3,
    totalValue: 250_000,
    discretionaryValue: 200_000,
    seniority: { chief: 1, officer: 2, director: 0, tenPercentOwner: 0, other: 0 },
    firstFiledAt: '2026-10-01T20:00:00.000Z',
    lastFiledAt: '2026-11-18T20:00:00.000Z',
    filingCount: 4,
    conviction: 58.2,
    convictionParts: { breadth: 0.6, seniority: 0.9, materiality: null, recency: 0.5, concentration: 0.4 },
    url: 'https://disclosed.example/ticker/OSWN',
  },
];
const streaks: Data<typeof getStreaks> = [
  {
    ownerName: 'Quill Marina T',
    ownerSlug: 'quill-marina-t',
    issuerCik: '900001',
    issuerTicker: 'BRKW',
    issuerName: 'Brackwater Tool Co',
    direction: 'P',
    weeks: 3,
    firstWeek: '2026-W45',
    lastWeek: '2026-W47',
    streakValue: 120_000,
    plannedValue: 0,
    filingHistory: weeks,
    priceSeries: days.map((date, index) => ({ date, close: 70 + index })),
    trackRecord: [
      {
        direction: 'P',
        firstWeek: '2026-W10',
        lastWeek: '2026-W12',
        weeks: 3,
        value: 90_000,
        returnPct: null,
      },
    ],
    url: 'https://disclosed.example/insiders/quill-marina-t',
  },
];
/** A first statement, and an exit of a group that may hold more than its largest member. */
const holders: Data<typeof getMajorHolders> = ['Ostler Capital LP', 'Quill “Bridge” Partners'].map(
  (holderName, at): Data<typeof getMajorHolders>[number] => {
    const isExit = at === 1;
    const day = isExit ? '2026-11-18' : '2026-11-19';
    const figures = { shares: 1000 * (at + 1), percent: isExit ? 4.9 : 5.1 };
    const [cik, rawFilingUrl] = [
      String(990_101 + at),
      `https://www.sec.gov/Archives/edgar/data/${at}-index.htm`,
    ];
    const voting = { soleVoting: 0, sharedVoting: figures.shares };
    const person = {
      ...{ name: holderName, cik, shares: figures.shares, percent: 5.1 + at },
      ...{ ...voting, soleDispositive: 0, sharedDispositive: figures.shares },
      ...{ excludesShares: false, group: null, types: ['PN'] },
    };
    return {
      accession: `0000900101-26-00000${at}`,
      filedAt: `${day}T21:05:00.000Z`,
      form: isExit ? 'SCHEDULE 13D/A' : 'SCHEDULE 13G',
      type: isExit ? '13D' : '13G',
      amendmentNo: null,
      eventDate: day,
      countedFrom: day,
      cik: String(900_001 + at),
      issuerName: isExit ? 'Ostler & Wynn Inc' : 'Brackwater Tool Co',
      securityClass: 'Common Stock',
      cusips: ['990001109'],
      holderName,
      holderCik: cik,
      ...figures,
      understated: isExit,
      previousShares: null,
      previousPercent: isExit ? 6.1 : null,
      previousUrl: null,
      linkedBy: null,
      switchedFrom: null,
      crossings: isExit
        ? [{ level: 5, direction: 'down', date: '2026-11-18', basis: 'filings' }]
        : [{ level: 5, direction: 'up', date: day, basis: 'first-statement' }],
      isCurrent: true,
      isBelow: isExit,
      persons: isExit ? [person, person] : [person],
      filerCik: cik,
      amends: null,
      rules: isExit ? [] : ['Rule 13d-1(c)'],
      purpose: isExit ? 'To hold.' : null,
      purposeCut: false,
      purposeUrl: isExit ? rawFilingUrl : null,
      ceased: null,
      rawFilingUrl,
      ticker: isExit ? 'OSWN' : 'BRKW',
      url: `https://disclosed.example/ticker/${isExit ? 'OSWN' : 'BRKW'}`,
    };
  },
);

const members: Data<typeof listCongress> = [
  {
    slug: 'jane-roe',
    name: 'Jane Roe',
    chamber: 'house',
    district: 'CA11',
    party: 'D',
    lifetimeFilings: 1935,
    unreadReports: 2,
    trades: 40,
    lastTraded: '2026-11-02',
    lastSeen: '2026-11-02',
    medianDays: 28.5,
    late: 3,
    url: 'https://disclosed.example/congress/jane-roe',
  },
];
const member: Data<typeof getCongressMember> = {
  member: {
    slug: 'jane-roe',
    memberName: 'Jane Roe',
    chamber: 'house',
    district: 'CA11',
    party: 'D',
    firstSeen: '2025-01-02',
    lastSeen: '2026-11-02',
    lifetimeFilings: 1935,
  },
  trades: days.map((date, index) => ({
    filingId: `2000000${index}-0`,
    memberSlug: 'jane-roe',
    memberName: 'Jane Roe',
    chamber: 'house',
    district: 'CA11',
    party: 'D',
    ticker: index === 0 ? '' : 'OSWN',
    assetDescription: 'Ostler & Wynn Inc',
    assetType: 'Stock',
    type: index === 0 ? 'Sale (Partial)' : 'Purchase',
    owner: 'Spouse',
    transactionDate: date,
    disclosureDate: '2026-11-12',
    amountLabel: index === 2 ? 'Over $50,000,000' : '$1,001 - $15,000',
    amountMin: index === 2 ? 50_000_001 : 1001,
    amountMax: index === 2 ? null : 15_000,
    amountMid: index === 2 ? null : 8000.5,
    sourceLink: 'https://example.org/report.pdf',
    ingestedAt: '2026-11-12T09:00:00.000Z',
  })),
  unreadReports: [
    {
      filingId: '9',
      disclosureDate: '2026-01-05',
      sourceLink: 'https://example.org/scan.pdf',
      reason: 'Filed on paper',
    },
  ],
};
const trackers: Data<typeof listTrackers> = [
  {
    slug: 'example',
    name: 'Example Fund',
    entityName: 'Example LP',
    role: 'Fund',
    archetype: 'hedge_fund',
    benchmarkTicker: 'SPY',
    url: 'https://disclosed.example/trackers/example',
  },
  {
    slug: 'example-tracker',
    name: 'Jane Roe',
    entityName: null,
    role: 'Member',
    archetype: 'congress',
    benchmarkTicker: 'SPY',
    memberSlug: 'jane-roe',
    url: 'https://disclosed.example/trackers/example-tracker',
  },
];
const tracker: Data<typeof getTracker> = {
  identity: {
    slug: 'example',
    displayName: 'Example Fund',
    entityName: 'Example LP',
    role: 'Fund',
    archetype: 'hedge_fund',
    sourceId: '0000900009',
    benchmarkTicker: 'SPY',
    sortOrder: 1,
  },
  sourceBadge: 'SEC 13F',
  snapshot: {
    periodEnd: '2026-06-30',
    periodLabel: 'Q2 2026',
    filedAt: '2026-08-14',
    totalValueUsd: 100_000,
    holdingsCount: 2,
    holdings: [
      holding,
      { ...holding, ticker: null, putCall: 'Call', valueUsd: 29_760, weight: 0.3, lastTxLabel: 'New' },
    ],
    quarterChanges: {
      priorPeriodLabel: 'Q1 2026',
      exits: [{ ticker: null, issuerName: 'Brackwater Tool Co', priorValueUsd: 5000, putCall: null }],
    },
  },
  congressActivity: null,
  ogeTransactions: null,
  valueHistory: [
    { periodEnd: '2026-03-31', valueUsd: 90_000 },
    { periodEnd: '2026-06-30', valueUsd: 100_000 },
  ],
  valueSeriesUsd: days.map((date, index) => ({ date, valueUsd: 100_000 + index, changePct: index })),
  benchmarkSeries: days.map((date, index) => ({ date, close: 500 + index, changePct: index / 2 })),
  tickersWithPage: ['OSWN'],
  filingHistory: [
    {
      filedAt: '2026-08-14',
      kind: '13F-HR',
      periodLabel: 'Q2 2026',
      itemCount: 2,
      sourceUrl: 'https://example.org/13f',
    },
  ],
  caveatKeys: ['lag-30-45d', 'options-as-underlying'],
};
const memberTracker: Data<typeof getTracker> = {
  ...tracker,
  identity: { ...tracker.identity, archetype: 'congress', entityName: null },
  congressActivity: {
    bought: 50_000_001,
    sold: 32_500.5,
    netFlow: 49_967_500.5,
    openBrackets: 1,
    openSales: 0,
    tradeCount: 2,
  },
  valueHistory: [],
  valueSeriesUsd: [],
  benchmarkSeries: [],
};

const quarter: TrackerQuarter = {
  quarter: '2026-Q2',
  periodEnd: '2026-06-30',
  filedAt: '2026-08-14',
  totalValueUsd: 100_000,
  holdingsCount: 2,
  isAmended: true,
  filings: [{ filedAt: '2026-08-14', kind: '13F-HR/A (restatement)', sourceUrl: 'https://example.org/13f' }],
};
const compare: TrackerQuarter = {
  ...{ ...quarter, quarter: '2026-Q1', periodEnd: '2026-03-31', isAmended: false },
  filings: [{ ...quarter.filings[0]!, kind: '13F-HR (holdings withheld as confidential)' }],
};
const added: ComparedPosition = {
  ...{ change: 'added', ticker: 'OSWN', issuerName: 'Ostler & Wynn Inc', titleOfClass: 'COM' },
  ...{ cusip: '690000104', putCall: null, shares: 1000, priorShares: 870, sharesChangePct: 15 },
  ...{ valueUsd: 70_240, priorValueUsd: 60_000, valueChangePct: 17.07 },
  ...{ weight: 0.7, priorWeight: 0.675, deltaWeightPp: 2.5 },
};
const compared: ComparedPosition[] = [
  added,
  {
    ...added,
    ...{ change: 'new', ticker: null, putCall: 'Call', priorShares: null, sharesChangePct: null },
    ...{ priorValueUsd: null, valueChangePct: null, weight: 0.3, priorWeight: null },
  },
  {
    ...added,
    ...{ change: 'exit', issuerName: 'Brackwater Tool Co', cusip: '', shares: null, sharesChangePct: null },
    ...{ valueUsd: null, valueChangePct: null, weight: null },
  },
];
const counts = { new: 1, added: 1, trimmed: 0, held: 0, unknown: 0, exit: 1 };
/** The lists of the views of the two trackers. */
const trackerLists: Record<string, object> = {
  quarters: { quarters: [quarter, compare] },
  changes: { comparison: { quarter, compare, counts }, changes: compared },
  history: {
    history: [
      { ...quarter, priorQuarter: '2026-Q1', ...compared[0] },
      { ...compare, priorQuarter: null, ...compared[1] },
    ],
  },
  holdings: {
    holdings: [{ ...holding, netUsd: 5000, tradeCount: 2, owners: ['Spouse'], assetTypes: ['Stock'] }],
  },
  transactions: { transactions: member.trades, leftOut: { undated: 1, untyped: 0 } },
};

function trackerAnswer({ slug, view }: Record<string, unknown>): unknown {
  const detail = slug === 'example' ? tracker : memberTracker;
  if (view === 'full') return detail;
  const head = { ...trackerHeadOf(detail, null), snapshot: null };
  return { view, ...head, ...trackerLists[String(view)] };
}

const euRow = {
  filingId: 'x#0',
  publicationAt: '2026-11-02T09:00:00.000Z',
  issuerName: 'Zürichsee AG',
  pdmrName: 'Erika Muster',
  direction: 'P' as const,
  transactionDate: '2026-10-30',
  currency: 'EUR',
  isin: 'DE0000000001',
  capacity: 'Vorstand',
  price: 12.5,
};
const page = 'https://example.org/u';
const artefact = 'https://example.org/n';
const euRows: Record<string, Data<typeof getEuFilings>> = {
  de: [{ ...euRow, transactionNature: 'Kauf', totalValue: 30_000, url: page }],
  uk: [
    {
      ...euRow,
      transactionDate: null,
      currency: null,
      transactionNature: 'Purchase',
      volume: 10,
      pricePerShare: 120,
      totalValue: null,
      valueUnknown: true,
      rawArtefactUrl: artefact,
    },
  ],
  se: [{ ...euRow, position: 'VD', characterSe: 'Förvärv', volume: 10, totalValueNative: 60_000, url: page }],
  nl: [
    {
      ...euRow,
      isin: null,
      transactionCategory: 'Verwerving',
      stockOptionProgram: false,
      quantity: 2400,
      totalValue: 30_000,
      rawArtefactUrl: artefact,
    },
  ],
};

export const inventedAnswers = {
  '/v1/clusters': clusters,
  '/v1/streaks': streaks,
  '/v1/major-holders': holders,
  '/v1/congress': members,
  '/v1/congress/{member}': member,
  '/v1/trackers': trackers,
  '/v1/trackers/{slug}': tracker,
};

/** Every tool; those with an invented answer give it, after `change`. */
export function inventedTools(
  change: (data: unknown, schema: z.ZodTypeAny) => unknown = (data) => data,
): Tool[] {
  const answers: Record<string, unknown> = inventedAnswers;
  const answerOf = (path: string, input: Record<string, unknown>) =>
    path === getEuFilings.path
      ? euRows[String(input.country)]
      : path === '/v1/trackers/{slug}'
        ? trackerAnswer(input)
        : answers[path];
  // A page may rely on the schema, so an answer that does not fit it would prove nothing.
  const sound = (
    { path, otherData, output }: Tool,
    data: unknown,
    { view }: Record<string, unknown> = {},
  ) => {
    const isOther = path === '/v1/trackers/{slug}' && view !== 'full' && otherData !== undefined;
    const schema = isOther ? otherData.schema : output;
    return schema.parse(change(data, schema));
  };
  return tools.map((tool) =>
    tool.path in answers || tool.path === getEuFilings.path
      ? {
          ...tool,
          run: async (input) => ({
            data:
              input.country === 'all'
                ? // The output is a row of one market; rows of all markets name theirs.
                  Object.entries(euRows).flatMap(([market, rows]) =>
                    sound(tool, rows).map((row: object) => ({ market, ...row })),
                  )
                : sound(tool, answerOf(tool.path, input), input),
            count: 1,
            source: 'catalog',
            fetchedAt: READ_AT,
            page: null,
            governmentWork: false,
          }),
        }
      : tool,
  );
}
