/** Random changes of a ledger: invented records of every register that answers come from, and their derivation. */

import { deriveCongress } from '../../src/ingest/derive/congress.js';
import { deriveDigests } from '../../src/ingest/derive/digests.js';
import { deriveMarkets } from '../../src/ingest/derive/europe.js';
import { deriveForm4, deriveForm4InSteps } from '../../src/ingest/derive/form4.js';
import { deriveMajorHolders } from '../../src/ingest/derive/holders.js';
import { deriveTrackers } from '../../src/ingest/derive/portfolios.js';
import type { Member } from '../../src/records/congress/member.js';
import type { StockActReport } from '../../src/records/congress/stock-act.js';
import type { Form4Filing, Form4Transaction } from '../../src/records/form4/form4.js';
import type { Form35Filing, StatedHolding } from '../../src/records/form4/form35.js';
import type { Schedule13Filing } from '../../src/records/holders/schedule13.js';
import type { RegisterRecord } from '../../src/records/index.js';
import type { CuratedTracker } from '../../src/records/portfolios/tracker.js';
import { finishRun, startRun } from '../../src/store/crawl/run-journal.js';
import type { Store } from '../../src/store/database/open.js';
import { writeBatch } from '../../src/store/write-batch.js';
import type { EuCountry } from '../../tools/contract/markets/index.js';
import { pdmrRow } from '../derive/europe/pdmr-rows.js';
import { holding, report } from '../derive/portfolios/holdings-13f.js';
import fc from '../property.js';
import { writtenNotice } from '../registers/form144/sec-144/written-notice.js';
import { filed as filedSchedule, person } from '../registers/holders/sec-13dg/written-schedule.js';
import {
  trade as congressTrade,
  houseReport,
  IDA,
  senateReport,
} from '../store/congress/invented-reports.js';
import { accession, filing, owner, trade } from '../store/form4/invented-filings.js';

const NOW = new Date('2026-10-08T12:00:00.000Z');
const pick = <T>(...values: T[]) => fc.constantFrom(...values);

/** One change, which happens at once. */
export type Step =
  | { kind: 'write'; register: string; records: RegisterRecord[] }
  | { kind: 'derive'; what: ReadonlyArray<keyof typeof DERIVATIONS> }
  | { kind: 'derive-a-step' }
  | { kind: 'run'; event: 'begins' | 'ends well' };

/** What a run derives. Each leaves the rest as it is. */
const DERIVATIONS = {
  form4: (store: Store) => deriveForm4(store),
  markets: (store: Store) => deriveMarkets(store, NOW),
  holders: (store: Store) => deriveMajorHolders(store),
  congress: (store: Store) => deriveCongress(store, { now: NOW, overrides: [] }),
  congressWithOverride: (store: Store) =>
    deriveCongress(store, {
      now: NOW,
      overrides: [{ filedName: 'Zed Unknown', chamber: 'house', bioguide: 'I999102', source: 'a test' }],
    }),
  digests: (store: Store) => deriveDigests(store, NOW, null),
  trackers: (store: Store) => deriveTrackers(store, NOW, TRACKERS, null),
  fundAlone: (store: Store) => deriveTrackers(store, NOW, TRACKERS.slice(0, 1), null),
  noTrackers: (store: Store) => deriveTrackers(store, NOW, [], null),
};

/** In the order of a run: issuers and owners before digests, members before portfolios. */
const COMPLETE: ReadonlyArray<ReadonlyArray<keyof typeof DERIVATIONS>> = [
  ['form4', 'markets', 'holders', 'congress', 'digests', 'trackers'],
  ['form4', 'markets', 'holders', 'congressWithOverride', 'trackers'],
  ['form4', 'markets', 'congress', 'fundAlone'],
  ['form4', 'markets', 'congress', 'noTrackers', 'digests'],
];

export async function apply(store: Store, step: Step): Promise<void> {
  if (step.kind === 'write') writeBatch(store, { register: step.register, now: NOW, records: step.records });
  else if (step.kind === 'derive') for (const name of step.what) DERIVATIONS[name](store);
  else if (step.kind === 'derive-a-step') {
    const stop = new AbortController();
    const steps = deriveForm4InSteps(store, stop.signal);
    stop.abort();
    await steps;
  } else if (step.event === 'begins') startRun(store, 'sec-form4', NOW);
  else {
    const id = startRun(store, 'sec-form4', NOW);
    finishRun(store, id, { outcome: 'ok', documents: 1, records: 1, warnings: 0, now: NOW });
  }
}

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: writes('sec-form4', () => form4Filing) },
  { weight: 3, arbitrary: fc.constant(null).chain(() => copies) },
  { weight: 2, arbitrary: writes('sec-144', () => plannedSale) },
  { weight: 3, arbitrary: writes('sec-form35', () => form35Filing) },
  { weight: 1, arbitrary: writes('sec-form4', () => form4Holdings) },
  { weight: 1, arbitrary: writes('sec-companies', () => companyTickers) },
  { weight: 2, arbitrary: writes('house-ptr', () => congressReport) },
  { weight: 1, arbitrary: writes('congress-members', () => identities) },
  { weight: 2, arbitrary: writes('se-fi', () => marketRecord) },
  { weight: 1, arbitrary: writes('sec-13f', () => fundRecord) },
  { weight: 2, arbitrary: writes('sec-13dg', () => schedule) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('derive' as const), what: pick(...COMPLETE) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('derive' as const),
      // Derivation type by type: the process died between two of them.
      what: pick<keyof typeof DERIVATIONS>(
        'form4',
        'markets',
        'holders',
        'congress',
        'digests',
        'trackers',
      ).map((one) => [one]),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'derive-a-step' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('run' as const),
      event: pick<'begins' | 'ends well'>('begins', 'ends well'),
    }),
  },
);

/** Records of one register, written together. */
function writes(register: string, record: () => fc.Arbitrary<RegisterRecord>): fc.Arbitrary<Step> {
  // As a function, because the records are described below.
  return fc.constant(null).chain(() =>
    fc.array(record(), { minLength: 1, maxLength: 4 }).map((records) => ({
      kind: 'write' as const,
      register,
      records,
    })),
  );
}

/** Few names and numbers, so that filings repeat, correct and contradict each other. */
const people = fc.uniqueArray(
  fc
    .record({
      cik: pick('7001', '7002', '7003', '7004'),
      // Two are namesakes, and one changes the name.
      name: pick('Vesper Alma', 'Orme Basil', "O'Neil J.P.", 'Vesper Almanzor'),
      isDirector: fc.boolean(),
      officerTitle: pick(null, 'Chief Invention Officer'),
    })
    .map(({ cik, name, ...more }) => owner(cik, name, more)),
  { minLength: 1, maxLength: 3, selector: ({ cik }) => cik },
);

const transaction: fc.Arbitrary<Omit<Form4Transaction, 'row'>> = fc
  .record({
    transactionCode: pick('P', 'S', 'S', 'A', 'M', 'G'),
    table: pick('non-derivative' as const, 'non-derivative' as const, 'derivative' as const),
    shares: pick(100, 100, 250, null),
    pricePerShare: pick(10.5, 10.5, 11, null),
    sharesOwnedAfter: pick(900, 800),
    transactionDate: pick('2026-02-26', '2026-02-27'),
  })
  .map((more) => {
    const { row: _, ...rest } = trade(0, {
      ...more,
      acquiredDisposed: more.transactionCode === 'S' ? 'D' : 'A',
    });
    return rest;
  });

const form4Filing: fc.Arbitrary<Form4Filing> = fc
  .record({
    number: fc.integer({ min: 1, max: 5 }),
    documentType: pick<Form4Filing['documentType']>('4', '4', '4', '4/A'),
    issuer: fc.record({
      cik: pick('4001', '4001', '4002'),
      name: pick('Quillmark Corp', 'Quillmark Holdings Corp'),
      tradingSymbol: pick('QLMK', 'QLMK.A', 'BRKW', null),
      foreignTradingSymbol: fc.constant(null),
    }),
    day: pick('2026-02-27', '2026-03-01', '2026-03-02'),
    time: pick('21:30:00.000Z', '12:00:00.000Z'),
    precision: pick('xml' as const, 'xml' as const, 'dataset' as const),
    owners: people,
    transactions: fc.array(transaction, { maxLength: 3 }),
    remarks: pick(null, 'as filed'),
  })
  .map(({ number, day, time, transactions, ...more }) =>
    filing(number, {
      ...more,
      filedAt: `${day}T${time}`,
      filedDate: day,
      dateOfOriginalSubmission: more.documentType === '4/A' ? '2026-02-27' : null,
      transactions: transactions.map((one, row) => ({ ...one, row })),
    }),
  );

const statedHolding: fc.Arbitrary<Omit<StatedHolding, 'row'>> = fc
  .record({
    table: pick('non-derivative' as const, 'derivative' as const),
    shares: pick(500, 700, null),
    ownership: pick('D' as const, 'I' as const),
    account: pick(null, 'Held by a trust.', 'Held by another trust.'),
    transactionsBefore: pick(0, 1),
  })
  .map((more) => ({
    securityTitle: 'Common Stock',
    rowForm: null,
    value: null,
    natureOfOwnership: more.ownership === 'I' ? 'By Trust' : null,
    conversionOrExercisePrice: null,
    underlyingTitle: null,
    underlyingShares: more.table === 'derivative' ? 40 : null,
    underlyingValue: null,
    exerciseDate: null,
    expirationDate: null,
    ...more,
  }));

/** Forms 3 and 5 of the same people and issuers, and of some whom no Form 4 names. */
const form35Filing: fc.Arbitrary<Form35Filing> = fc
  .record({
    number: fc.integer({ min: 1, max: 5 }),
    documentType: pick<Form35Filing['documentType']>('3', '3', '3/A', '5', '5/A'),
    cik: pick('4001', '4002', '4005'),
    symbol: pick('QLMK', 'NEWS', null),
    precision: pick('xml' as const, 'xml' as const, 'dataset' as const),
    newcomer: fc.boolean(),
    others: people,
    transactions: fc.array(transaction, { maxLength: 2 }),
    holdings: fc.array(statedHolding, { maxLength: 3 }),
    noSecuritiesOwned: pick(null, true),
    hasLeft: pick(null, true),
  })
  .map(({ number, cik, symbol, hasLeft, newcomer, others, transactions, holdings, ...more }) => {
    const { kind: _kind, holdingCount: _count, ...shared } = filing(number);
    const terms = { rowForm: null, account: null, exerciseDate: null, expirationDate: null };
    return {
      ...shared,
      kind: 'form35',
      ...more,
      accession: `0009999135-26-${String(number).padStart(6, '0')}`,
      issuer: { cik, name: 'Quillmark Corp', tradingSymbol: symbol, foreignTradingSymbol: null },
      owners: newcomer ? [owner('7008', 'Vesper Alma')] : others,
      notSubjectToSection16: hasLeft,
      form3HoldingsReported: null,
      form4TransactionsReported: null,
      transactions: more.documentType.startsWith('3')
        ? []
        : transactions.map((one, row) => ({ ...one, row, ...terms })),
      holdings: holdings.map((one, row) => ({ ...one, row })),
    };
  });

/** They come with their filing or, when a filing is read again, alone. */
const form4Holdings: fc.Arbitrary<RegisterRecord> = fc
  .record({ number: fc.integer({ min: 1, max: 5 }), holdings: fc.array(statedHolding, { maxLength: 2 }) })
  .map(({ number, holdings }) => ({
    kind: 'form4-holdings',
    accession: accession(number),
    holdings: holdings.map((one, row) => ({ ...one, row })),
    terms: [],
  }));

/** Notices of the same people and issuers, some amended, some without a number that can be right. */
const plannedSale: fc.Arbitrary<RegisterRecord> = fc
  .record({
    number: fc.integer({ min: 1, max: 5 }),
    isAmendment: fc.boolean(),
    filerCik: pick('7001', '7002', '7009'),
    issuerCik: pick('4001', '4001', '4002', '4009'),
    units: pick('100', '350', 'many'),
    title: pick('Common', 'Class A', 'Preferred'),
    planDates: pick<string[]>([], ['11/03/2025']),
  })
  .map(({ number, isAmendment, units, title, ...more }) =>
    writtenNotice(
      {
        ...more,
        accession: `0009999144-26-${String(number).padStart(6, '0')}`,
        ...(isAmendment
          ? { type: '144/A', previous: `0009999144-26-${String(number - 1).padStart(6, '0')}` }
          : {}),
        securities: [{ title, units, saleDate: '02/26/2026' }],
      },
      `20260226${String(100_000 + number)}`,
    ),
  );

/** Two people report the same trade in two filings. */
const copies: fc.Arbitrary<Step> = fc
  .record({ one: form4Filing, number: fc.integer({ min: 1, max: 5 }), others: people })
  .map(({ one, number, others }) => ({
    kind: 'write',
    register: 'sec-form4',
    records: [one, { ...one, accession: accession(number), owners: others }],
  }));

const companyTickers: fc.Arbitrary<RegisterRecord> = fc
  .uniqueArray(
    fc.record({
      cik: pick('4001', '4002', '4003'),
      name: pick('Quillmark Corp', 'Brackwater Tool Co'),
      ticker: pick('QLMK', 'QLMK-B', 'BRKW', 'ZQRA', 'OSWN'),
      exchange: fc.constant(null),
    }),
    { maxLength: 3, selector: ({ ticker }) => ticker },
  )
  .map((companies) => ({ kind: 'company-tickers', companies }));

const congressReport: fc.Arbitrary<StockActReport> = fc
  .record({
    document: pick('20030001', '20030002', '20030003'),
    chamber: pick('house', 'house', 'senate'),
    name: pick(['Ida', 'Invented'], ['Ida', 'Invented'], ['Ike', 'Invented'], ['Zed', 'Unknown']),
    stateDistrict: pick('CA11', 'CA12'),
    disclosureDate: pick('2025-09-30', '2026-09-30'),
    readability: pick('read' as const, 'read' as const, 'scanned' as const),
    trades: fc.array(
      fc.record({
        ticker: pick('ZQRA', 'QLMK', 'BRK.B', ''),
        type: pick('Purchase' as const, 'Sale' as const),
        filingStatus: pick('New' as const, 'Amended' as const),
        amountMin: pick(1001, 15_001),
      }),
      { maxLength: 2 },
    ),
  })
  .map(({ document, chamber, name: [first, last], stateDistrict, trades, ...more }) => {
    const make = chamber === 'house' ? houseReport : senateReport;
    return make(document, {
      ...more,
      filerName: {
        asFiled: `${first} ${last}`,
        prefix: null,
        first: first ?? '',
        last: last ?? '',
        suffix: null,
      },
      stateDistrict: chamber === 'house' ? stateDistrict : null,
      reason: more.readability === 'read' ? '' : 'filed on paper',
      trades: more.readability === 'read' ? trades.map((one, row) => congressTrade(row, one)) : [],
    });
  });

const identities: fc.Arbitrary<RegisterRecord> = fc
  .record({
    first: pick('Idalia', 'Ida'),
    district: pick(11, 12),
    party: pick('Democrat', 'Republican'),
    hasSenator: fc.boolean(),
    hasOther: fc.boolean(),
  })
  .map(identityFile);

interface Identities {
  first: string;
  district: number;
  party: string;
  hasSenator: boolean;
  hasOther: boolean;
}

function identityFile({ first, district, party, hasSenator, hasOther }: Identities): RegisterRecord {
  const [house, senate] = IDA.terms as [Member['terms'][number], Member['terms'][number]];
  const ida: Member = {
    ...IDA,
    name: { ...IDA.name, first },
    terms: [{ ...house, district, party }, ...(hasSenator ? [senate] : [])],
  };
  const ike: Member = {
    ...IDA,
    bioguide: 'I999102',
    name: { ...IDA.name, first: 'Ike', nickname: null },
    terms: [{ ...house, end: '2027-01-03', district: 12, party }],
  };
  return { kind: 'members', part: 'current', members: hasOther ? [ida, ike] : [ida] };
}

const market = pick<EuCountry>('se', 'nl');
const pdmr = fc.record({
  filingId: pick('a#0', 'b#0', 'b#1'),
  day: pick('2026-09-23', '2026-09-24'),
  totalValue: pick(60_000, 90_000, 1000),
  isin: pick('SE0099000001', null),
  pdmrName: pick('Åsa Ödman', 'Åsa Öd'),
  status: pick('current' as const, 'current' as const, 'cancelled' as const),
});
const toRow = (country: EuCountry, { day, ...more }: typeof pdmr extends fc.Arbitrary<infer R> ? R : never) =>
  pdmrRow(country, {
    ...more,
    notificationKey: more.filingId.slice(0, 1),
    publicationAt: `${day}T13:54:53.000Z`,
    status: country === 'se' ? more.status : 'current',
  });
const marketRecord: fc.Arbitrary<RegisterRecord> = fc
  .record({
    country: market,
    rows: fc.uniqueArray(pdmr, { maxLength: 3, selector: ({ filingId }) => filingId }),
    form: pick('window', 'row', 'notification', 'index'),
  })
  .map(({ country, rows, form }): RegisterRecord => {
    const made = rows.map((row) => toRow(country, row));
    if (form === 'row' && made[0] !== undefined) return made[0];
    if (form === 'window')
      return {
        kind: 'pdmr-window',
        market: country,
        basis: 'publication',
        mode: 'replace',
        from: '2026-09-23T00:00:00.000Z',
        to: '2026-09-23T23:59:59.999Z',
        rows: made.filter(({ publicationAt }) => publicationAt?.startsWith('2026-09-23')),
      };
    if (form === 'index')
      return {
        kind: 'pdmr-index',
        market: country,
        notificationKeys: made.map((one) => one.notificationKey),
      };
    return {
      kind: 'pdmr-notification',
      market: country,
      mode: 'replace',
      notificationKey: 'b',
      rows: made.filter(({ notificationKey }) => notificationKey === 'b'),
    };
  });

/** Few companies, holders and numbers, so that schedules repeat, amend and correct each other. */
const schedule: fc.Arbitrary<Schedule13Filing> = fc
  .record({
    number: fc.integer({ min: 1, max: 4 }),
    form: pick('SCHEDULE 13D', 'SCHEDULE 13G', 'SCHEDULE 13D/A', 'SC 13G'),
    issuer: pick({ cik: '4001', name: 'Quillmark Corp' }, { cik: '4003', name: 'Oswn Corp' }),
    filer: pick({ cik: '7001', name: 'Vesper Alma' }, { cik: '7005', name: 'Vesper Fund LP' }),
    percent: pick('4.9', '6.2', '11', '5.0'),
    cusip: pick('990001109', '990001208'),
    day: pick('2026-02-27', '2026-03-01'),
  })
  .map(({ number, filer, percent, day, ...more }) =>
    filedSchedule({
      ...more,
      filer,
      filed: day,
      accession: `0009990101-26-${String(number).padStart(6, '0')}`,
      persons: [person({ name: filer.name, cik: filer.cik, percent })],
    }),
  );

const FUND = '9900080001';
const CUSIP = '990001109';
const fundRecord: fc.Arbitrary<RegisterRecord> = fc.oneof(
  fc
    .record({ accession: pick('one', 'two'), end: pick('2026-03-31', '2026-06-30'), value: pick(1e6, 2e6) })
    .map(({ accession, end, value }) =>
      report(end, [holding({ value, cusip: CUSIP })], { accession, cik: FUND }),
    ),
  pick('OSWN', 'BRKW').map(
    (symbol): RegisterRecord => ({
      kind: 'cusip-symbols',
      file: symbol,
      rows: [
        {
          cusip: CUSIP,
          symbol,
          description: 'ACME',
          lastDate: symbol === 'OSWN' ? '2026-08-01' : '2026-09-01',
        },
      ],
    }),
  ),
);

const curated = {
  entityName: null,
  role: 'invented',
  benchmarkTicker: 'SPY',
  caveatKeys: [],
  sources: ['a', 'b'],
};
const TRACKERS: CuratedTracker[] = [
  {
    ...curated,
    slug: 'marrowgate',
    displayName: 'Marrowgate',
    archetype: 'hedge_fund',
    sortOrder: 2,
    sourceId: FUND,
  },
  {
    ...curated,
    slug: 'ida-invented-tracker',
    displayName: 'Ida Invented',
    archetype: 'congress',
    sortOrder: 1,
    sourceId: IDA.bioguide,
  },
];

const complete: Step = {
  kind: 'derive',
  what: ['form4', 'markets', 'holders', 'congress', 'digests', 'trackers'],
};
const writing = (register: string, ...records: RegisterRecord[]): Step => ({
  kind: 'write',
  register,
  records,
});
const listing = (...companies: Array<[cik: string, ticker: string]>): RegisterRecord => ({
  kind: 'company-tickers',
  companies: companies.map(([cik, ticker]) => ({ cik, ticker, name: `Company ${cik}`, exchange: null })),
});
const grant = trade(0, { transactionCode: 'A', acquiredDisposed: 'A', pricePerShare: 0 });
const ida = { first: 'Idalia', district: 11, party: 'Democrat', hasSenator: true, hasOther: false };

/** Situations that random steps seldom reach. Everything is published after each part of them. */
export const STORIES: ReadonlyArray<{ about: string; parts: Step[][] }> = [
  {
    about: 'the district of an earlier term is corrected: the member stays the same, and the trades do not',
    parts: [
      [
        writing('congress-members', identityFile(ida)),
        writing('house-ptr', houseReport('20030001', { disclosureDate: '2025-09-30' })),
        complete,
      ],
      [writing('congress-members', identityFile({ ...ida, district: 12 })), complete],
    ],
  },
  {
    about: 'a member of the House becomes a senator: no report changes',
    parts: [
      [
        writing('congress-members', identityFile({ ...ida, hasSenator: false })),
        writing('house-ptr', houseReport('20030001', { disclosureDate: '2025-09-30' })),
        complete,
      ],
      [writing('congress-members', identityFile(ida)), complete],
    ],
  },
  {
    about: 'a symbol that only a portfolio names goes with it',
    parts: [
      [
        writing('sec-companies', listing(['4003', 'OSWN'])),
        writing(
          'sec-13f',
          report('2026-06-30', [holding({ cusip: CUSIP })], { accession: 'one', cik: FUND }),
          {
            kind: 'cusip-symbols',
            file: 'one',
            rows: [{ cusip: CUSIP, symbol: 'OSWN', description: 'ACME', lastDate: '2026-09-01' }],
          },
        ),
        complete,
      ],
      [writing('sec-companies', listing(['4002', 'BRKW']))],
      [complete],
    ],
  },
  ...[[complete], []].map((derived) => ({
    about: `a filing names another owner, ${derived.length === 0 ? 'not derived yet' : 'and this is derived'}`,
    parts: [
      [
        writing(
          'sec-form4',
          filing(1, { owners: [owner('7001', 'Vesper Alma'), owner('7003', 'Orme Basil')] }),
        ),
        writing('sec-form4', filing(2, { owners: [owner('7001', 'Vesper Alma')] })),
        complete,
      ],
      [writing('sec-form4', filing(1, { owners: [owner('7002', 'Quill Cato')] })), ...derived],
      [writing('sec-form4', filing(2, { owners: [owner('7002', 'Quill Cato Renamed')] })), ...derived],
      [complete],
    ],
  })),
  {
    about: 'a report is read again with other trades, and published before and after it is derived',
    parts: [
      [writing('house-ptr', houseReport('20030001')), complete],
      [
        writing(
          'house-ptr',
          houseReport('20030001', { trades: [congressTrade(0, { ticker: 'NEWX' }), congressTrade(1)] }),
        ),
      ],
      [complete],
    ],
  },
  {
    about: 'an issuer gets another symbol: also rows that are not in the feed name it',
    parts: [
      [writing('sec-form4', filing(1, { transactions: [grant] })), complete],
      [writing('sec-companies', listing(['4001', 'NEWX'])), complete],
    ],
  },
  {
    about: 'a later filing renames the issuer in the records of others',
    parts: [
      [writing('sec-form4', filing(1)), complete],
      [
        writing(
          'sec-form4',
          filing(2, {
            filedAt: '2026-03-02T21:30:00.000Z',
            filedDate: '2026-03-02',
            issuer: { ...filing(2).issuer, name: 'Quillmark Holdings Corp' },
            owners: [owner('7002', 'Orme Basil')],
          }),
        ),
        complete,
      ],
    ],
  },
  {
    about: 'an earlier filing gives the issuer a former name, published before and after this is derived',
    parts: [
      [
        writing('sec-form4', filing(1, { issuer: { ...filing(1).issuer, name: 'Quillmark Holdings Corp' } })),
        complete,
      ],
      [writing('sec-form4', filing(2, { filedAt: '2026-01-02T21:30:00.000Z', filedDate: '2026-01-02' }))],
      [complete],
    ],
  },
  ...[trade(0), grant].map((one) => ({
    about: `an amendment replaces a row with code ${one.transactionCode}`,
    parts: [
      [writing('sec-form4', filing(1, { transactions: [one] })), complete],
      [
        writing(
          'sec-form4',
          filing(2, {
            documentType: '4/A',
            dateOfOriginalSubmission: '2026-03-01',
            filedAt: '2026-03-02T21:30:00.000Z',
            filedDate: '2026-03-02',
            transactions: [{ ...one, shares: 90 }],
          }),
        ),
        complete,
      ],
    ],
  })),
  ...[
    [1, 2],
    [2, 1],
  ].map(([first = 0, second = 0]) => ({
    about: `filing ${first} of two copies is corrected, and names the owner of the other one`,
    parts: [
      [
        writing('sec-form4', filing(1, { owners: [owner('7001', 'Vesper Alma')] })),
        writing('sec-form4', filing(2, { owners: [owner('7002', 'Orme Basil')] })),
        complete,
      ],
      [
        writing(
          'sec-form4',
          filing(first, { owners: [owner('7001', 'Vesper Alma'), owner('7002', 'Orme Basil')] }),
        ),
      ],
      [complete],
      [writing('sec-form4', filing(second, { owners: [owner('7003', 'Quill Cato')] }))],
      [complete],
    ],
  })),
  {
    about: 'two known people file together, published before and after this is derived',
    parts: [
      [
        writing('sec-form4', filing(1, { owners: [owner('7001', 'Vesper Alma')] })),
        writing('sec-form4', filing(2, { owners: [owner('7002', 'Orme Basil')] })),
        complete,
      ],
      [
        writing(
          'sec-form4',
          filing(3, { owners: [owner('7001', 'Vesper Alma'), owner('7002', 'Orme Basil')] }),
        ),
      ],
      [complete],
    ],
  },
  {
    about: 'the issuer of a filing is derived and published before its owner is',
    parts: [
      [writing('sec-form4', filing(1)), complete],
      [writing('sec-form4', filing(2, { owners: [owner('7002', 'Orme Basil')] })), { kind: 'derive-a-step' }],
      [complete],
    ],
  },
  {
    about: 'a person who filed with another one is renamed',
    parts: [
      [
        writing(
          'sec-form4',
          filing(1, { owners: [owner('7001', 'Vesper Alma'), owner('7002', 'Orme Basil')] }),
        ),
        complete,
      ],
      [
        writing(
          'sec-form4',
          filing(2, { filedAt: '2026-03-02T21:30:00.000Z', owners: [owner('7001', 'Vesper Renamed')] }),
        ),
        complete,
      ],
    ],
  },
  // The companies are derived by their CIKs: the new one after the old one, and before it.
  ...[
    ['4001', '4003'],
    ['4003', '4001'],
  ].map(([before = '', after = '']) => ({
    about: `a schedule about ${before} is read again as one about ${after}`,
    parts: [
      [writing('sec-13dg', filedSchedule({ issuer: { cik: before, name: 'Quillmark Corp' } })), complete],
      [writing('sec-13dg', filedSchedule({ issuer: { cik: after, name: 'Oswn Corp' } }))],
      [complete],
    ],
  })),
  {
    about: 'two namesakes get other slugs when the initial import ends',
    parts: [
      [
        { kind: 'run', event: 'begins' },
        writing(
          'sec-form4',
          filing(1, { owners: [owner('7004', 'Vesper Alma'), owner('7003', 'Orme Basil')] }),
        ),
        complete,
      ],
      [writing('sec-form4', filing(2, { owners: [owner('7001', 'Vesper Alma')] })), complete],
      [{ kind: 'run', event: 'ends well' }, complete],
    ],
  },
];
