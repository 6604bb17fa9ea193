/** What is served after derivation: of written cases, whose truth is known, and of the saved documents. */

import { effectiveTrades } from '../../src/derive/congress/effective-trades.js';
import { deriveIssuer } from '../../src/derive/index.js';
import { deriveEverything } from '../../src/ingest/derive/everything.js';
import type { StockActTrade } from '../../src/records/congress/stock-act.js';
import type { Form4Filing, Form4Transaction } from '../../src/records/form4/form4.js';
import { readAcquisition } from '../../src/registers/edgar/footnote-acquisition.js';
import { acquisitionOf } from '../../src/registers/form4/acquisition.js';
import { servedMeasures } from '../../src/store/crawl/served-measures.js';
import { openStore } from '../../src/store/database/open.js';
import { writeBatch } from '../../src/store/write-batch.js';
import { readCases } from '../../test/cases.js';
import { AMENDMENT_SCENARIOS, MISSED_BY_SCENARIO } from '../../test/derive/form4/amendment-scenarios.js';
import { form, fund, ISSUER, person, purchase, sale } from '../../test/derive/form4/filings.js';
import { knownNames } from '../../test/invented/known-symbols.js';
import { houseReport, trade } from '../../test/store/congress/invented-reports.js';
import type { RegisterServed } from '../../tools/contract/shapes/served-measures.js';
import { readRecords } from './documents.js';

const NOW = new Date('2026-10-01T00:00:00.000Z');

export interface Served {
  cases: RegisterServed[];
  samples: RegisterServed[];
}

export async function measureServedRows(): Promise<Served> {
  return { cases: [form4Cases(), houseCases()], samples: await servedOfSamples() };
}

/** The records that the parsers gave, in one ledger. `measureAll` reads them. */
async function servedOfSamples(): Promise<RegisterServed[]> {
  const store = openStore(':memory:', 'write');
  try {
    for (const [register, record] of readRecords)
      writeBatch(store, { register, now: NOW, records: [record] });
    await deriveEverything(store, {
      now: NOW,
      overrides: [],
      trackers: [],
      shown: null,
      managerQuarters: null,
    });
    return servedMeasures(store, NOW, '').registers;
  } finally {
    store.close();
  }
}

const derived = (filings: readonly Form4Filing[]) =>
  new Map(
    deriveIssuer({ issuerCik: ISSUER, filings: [...filings], tickers: [] }).rows.map((row) => [
      `${row.accession}-${row.row}`,
      row,
    ]),
  );

function form4Cases(): RegisterServed {
  return {
    register: 'sec-form4',
    corrections: form4Corrections(),
    witnesses: form4Witnesses(),
    acquisitions: form4Acquisitions(),
    lots: form4Lots(),
  };
}

/** The rows that a scenario says are corrected: those that it does not count, and those that cannot be found. */
function form4Corrections(): NonNullable<RegisterServed['corrections']> {
  const counts = { filed: 0, replaced: 0, marked: 0, missed: 0 };
  for (const [name, [filings, canonical]] of Object.entries(AMENDMENT_SCENARIOS)) {
    const rows = derived(filings);
    const corrected = [
      ...[...rows.keys()].filter((id) => !canonical.includes(id)),
      ...(MISSED_BY_SCENARIO[name] ?? []),
    ];
    for (const id of corrected) {
      counts.filed += 1;
      if (rows.get(id)?.status === 'canonical') counts.missed += 1;
      else counts.replaced += 1;
    }
  }
  return counts;
}

const PRICES = [0.4, 7.25, 38, 164.5, 910];
/** Mistakes of price and number that filers make. */
const FAULTS: ReadonlyArray<(price: number, shares: number) => Partial<Form4Transaction>> = [
  (price, shares) => ({ pricePerShare: price * shares }),
  (price) => ({ pricePerShare: price * 1000 }),
  (price, shares) => ({ pricePerShare: shares, shares: price }),
];

/** Four filings of a week, of which the third has a fault. One that is not found is in neither number. */
function form4Witnesses(): NonNullable<RegisterServed['witnesses']> {
  const counts = { confirmed: 0, contradicted: 0 };
  for (const price of PRICES)
    for (const fault of FAULTS) {
      const filings = [1000, 2300, 4100, 5200].map((shares, at) => {
        const row = {
          shares,
          pricePerShare: price * (1 + at / 50),
          transactionDate: `2025-03-0${3 + at}`,
          sharesOwnedAfter: 9e6,
        };
        const faulty = at === 2 ? { ...row, ...fault(price, shares) } : row;
        return form(`a${at}`, [person(String(41 + at), `Owner Name${at}`)], [purchase(faulty)]);
      });
      for (const [id, { implausible }] of derived(filings))
        if (implausible.length > 0) counts.contradicted += 1;
        else if (id !== 'a2-0') counts.confirmed += 1;
    }
  return counts;
}

const NAMES = ['Hollis Ada', 'Bramble Benedict', 'Quince Cyril'];

/** A block on the forms of a fund and its adviser is one; equal purchases of people in their own names are as many as people. */
function form4Lots(): NonNullable<RegisterServed['lots']> {
  const held = { shares: 20_000, pricePerShare: 42, sharesOwnedAfter: 400_000 };
  const block = [sale({ ...held, ownership: 'I', natureOfOwnership: 'By Larkspur Growth Fund LP' })];
  const one = derived([
    form('b1', [fund('21')], [sale(held)]),
    form('b2', [fund('22', 'Larkspur Advisers LLC')], block),
    form('b3', [person('23', 'Larkspur Jane')], block),
  ]);
  const own = ['31', '32', '33'].map((cik, at) =>
    form(`c${at}`, [person(cik, NAMES[at])], [purchase({ shares: 500, pricePerShare: 12 })]),
  );
  const isCounted = ({ status }: { status: string }) => status === 'canonical';
  const [blocks, people] = [[...one.values()], [...derived(own).values()]];
  return {
    joined: blocks.filter((row) => !isCounted(row)).length,
    apart: people.filter(isCounted).length,
  };
}

/** The footnotes of purchases that `acquisition.tsv` has, by what each is read as. */
function form4Acquisitions(): NonNullable<RegisterServed['acquisitions']> {
  const row = {
    table: 'non-derivative',
    transactionCode: 'P',
    transactionDate: '2026-07-31',
    shares: 5000,
    pricePerShare: 19,
  } as const;
  const counts = new Map<string, number>();
  for (const { cells } of readCases('registers/form4/acquisition.tsv')) {
    const onTrade = readAcquisition(cells.get('text') ?? '', 'Brightlens Optics, Inc.');
    const kind = acquisitionOf(row, { onTrade, beside: [], remarks: [], is10b5_1: false }) ?? 'market';
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, rows]) => ({ kind, rows })).sort((a, b) => b.rows - a.rows);
}

/** What filers correct in a row of the House. */
const EDITS: ReadonlyArray<Partial<StockActTrade>> = [
  { amountLabel: '$15,001 - $50,000' },
  { transactionDate: '2026-09-02' },
  { type: 'Sale' },
  { ownerFiled: 'SP' },
  { assetDescription: 'Zquorra Robotics, Inc. (ZQRA) [OP]', assetTypeCode: 'OP' },
  { description: 'Corrected.' },
];

/** An amended row beside other rows that are nothing like the original, and beside two that are as near. */
function houseCases(): RegisterServed {
  const counts = { filed: 0, replaced: 0, marked: 0, missed: 0 };
  const other = { ticker: 'QUIL', assetDescription: 'Quillmark Corp (QUIL) [ST]' };
  const contexts: Array<Array<Partial<StockActTrade>>> = [
    [{}, other],
    [{}, { amountLabel: '$50,001 - $100,000' }],
    [{}, {}],
  ];
  for (const rows of contexts)
    for (const edit of EDITS) {
      const report = houseReport('20000011', { trades: rows.map((row, at) => trade(at, row)) });
      const trades = [trade(0, { ...edit, filingStatus: 'Amended', rowId: '2000000000' })];
      const amendment = houseReport('20000012', { disclosureDate: '2026-10-02', trades });
      const found = effectiveTrades([report, amendment], knownNames());
      counts.filed += 1;
      if (found.superseded.length > 0) counts.replaced += 1;
      else if (found.effective.some(({ isCorrectionOpen }) => isCorrectionOpen)) counts.marked += 1;
      else counts.missed += 1;
    }
  return { register: 'house-ptr', corrections: counts, witnesses: null, acquisitions: null, lots: null };
}

/** The table of docs/fidelity.md. */
export function servedTable({ cases, samples }: Served): string {
  const head =
    '| Measured on | Register | Corrections | Replaced | Marked | Missed | Confirmed | Contradicted | Purchases by kind | Lots joined | Kept apart |';
  const lines = [
    ...cases.map((one) => lineOf('written cases', one)),
    ...samples.map((one) => lineOf('saved documents', one)),
  ];
  return [head, '|---|---|--:|--:|--:|--:|--:|--:|---|--:|--:|', ...lines].join('\n');
}

function lineOf(
  measured: string,
  { register, corrections, witnesses, acquisitions, lots }: RegisterServed,
): string {
  const numbers = [
    ...[corrections?.filed, corrections?.replaced, corrections?.marked, corrections?.missed],
    ...[witnesses?.confirmed, witnesses?.contradicted],
  ].map((value) => value ?? '–');
  const kinds = acquisitions?.map(({ kind, rows }) => `${kind} ${rows}`).join(', ') ?? '–';
  const cells = [measured, register, ...numbers, kinds, lots?.joined ?? '–', lots?.apart ?? '–'];
  return `| ${cells.join(' | ')} |`;
}
