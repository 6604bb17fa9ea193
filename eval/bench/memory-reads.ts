/**
 * Answers the queries of the tools from arrays: invented issuers and people, for the transports' tests and
 * benchmarks.
 */

import { trackerHeadOf } from '../../src/store/rows/trackers.js';
import { pdmrRow, toEuRow } from '../../test/derive/europe/pdmr-rows.js';
import { issuerPage, memberPage, trackerPage } from '../../tools/contract/answer.js';
import type { EuCountry } from '../../tools/contract/markets/index.js';
import { isNamed } from '../../tools/contract/named.js';
import type { FilingVersion } from '../../tools/contract/reads/filings.js';
import type { SearchHitFacts } from '../../tools/contract/reads/names.js';
import type { SourceState } from '../../tools/contract/reads/sources.js';
import type { Reads } from '../../tools/contract/reads.js';
import { SerializedJson, SerializedPageRows, SerializedRows } from '../../tools/contract/serialized-rows.js';
import type { ChangeItem } from '../../tools/contract/shapes/change.js';
import type { MemberIdentity, MemberSummary, MemberTrade } from '../../tools/contract/shapes/congress.js';
import type { EuRowFacts } from '../../tools/contract/shapes/eu.js';
import type { FilingFacts } from '../../tools/contract/shapes/filing.js';
import type { InsiderIdentity, InsiderTransaction } from '../../tools/contract/shapes/insider.js';
import type { InsiderIssuerFacts } from '../../tools/contract/shapes/insider-filing.js';
import { SOURCE_IDS } from '../../tools/contract/sources.js';
import { inventedForm35, inventedLines, searchForm35Rows } from './memory-form35.js';
import { historyRows } from './memory-history.js';
import { inventedHolders, searchHolderRows } from './memory-holders.js';
import { memoryIssuers } from './memory-issuers.js';
import { memoryManagers } from './memory-managers.js';
import { nearNames } from './memory-near.js';
import { type KnownPlannedSale, searchPlannedRows } from './memory-planned.js';
import { inventedManifests, inventedQuality, inventedSource } from './memory-proof.js';
import { rankIssuerRows, rankPositionRows, rankSymbolRows } from './memory-rankings.js';
import { groupRows, isBehind, searchEuRows, searchRows } from './memory-search.js';
import { memoryQuarters, searchTrackerRows } from './memory-trackers.js';
import { type DelayedTrade, searchTradeRows, sumTradeRows } from './memory-trades.js';
import { inventedTracker } from './tracker.js';

const serialized = <R>(rows: readonly R[]) => new SerializedRows<R>(rows.map((row) => JSON.stringify(row)));

const pageRows = <R extends object>(rows: readonly R[], page: (row: R) => string) =>
  new SerializedPageRows<R>(rows.map((row) => [JSON.stringify(row), page(row)] as const));

/** The id of the log of changes. */
export const MEMORY_LOG = 'invented';

export const READ_AT = '2026-11-20T12:00:00.000Z';
export const NOW = new Date('2026-11-20T12:20:00.000Z');

/** `count` open-market rows of invented people, one a day back from 2026-11-19. */
export function inventedFilings(count: number): FilingFacts[] {
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.UTC(2026, 10, 19) - index * 86_400_000).toISOString().slice(0, 10);
    return {
      filingId: `0000900001-26-${String(index).padStart(6, '0')}-0`,
      cik: String(900_001 + (index % 3)),
      issuerName: ['Brackwater Tool Co', 'Ostler & Wynn Inc', 'Zürichsee “Optics” Corp'][index % 3] as string,
      issuerTicker: ['BRKW', 'OSWN', ''][index % 3] as string,
      ownerName: ['Quill Marina T', 'Adeyemi Bola', 'Hartmann José'][index % 3] as string,
      ownerSlug: ['quill-marina-t', 'adeyemi-bola', 'hartmann-jose'][index % 3] as string,
      ownerCik: String(990_001 + (index % 3)),
      ownerTitle: 'Chief Financial Officer',
      transactionCode: index % 2 === 0 ? 'P' : 'S',
      securityTitle: 'Common Stock',
      transactionDate: day,
      filedAt: `${day}T21:05:00.000Z`,
      filedAtApproximate: false,
      shares: 100 + index,
      pricePerShare: 70.24,
      totalValue: Math.round((100 + index) * 7024) / 100,
      sharesOwnedAfter: 5000 + index,
      ownershipType: 'D',
      formType: '4',
      originalSubmissionDate: null,
      periodOfReport: day,
      is10b5_1: false,
      isDirector: false,
      isOfficer: true,
      isTenPercentOwner: false,
      isOther: false,
      otherText: null,
      isPairedExercise: false,
      hasAdsFootnote: false,
      hasIndirectOwnershipFootnote: false,
      hasTaxWithholdingFootnote: false,
      hasVwapFootnote: false,
      rawFilingUrl: `https://www.sec.gov/Archives/edgar/data/900001/00009000012600${index}-index.htm`,
    };
  });
}

/** A notice for each sale among `filings`, filed with it: every second one carried out, the others open or lapsed. */
function inventedPlannedSales(filings: readonly FilingFacts[]): KnownPlannedSale[] {
  return filings
    .filter(({ transactionCode }) => transactionCode === 'S')
    .map((row, index) => {
      const windowEnds = new Date(Date.parse(row.transactionDate) + 90 * 86_400_000)
        .toISOString()
        .slice(0, 10);
      const isSold = index % 2 === 0;
      const block = { title: 'Common', broker: 'Vexholm Brokers LLC', exchange: 'NYSE', shares: row.shares };
      const filed = { ...block, marketValue: row.totalValue, sharesOutstanding: 5_000_000 };
      return {
        progress: { isAmended: false, sold: isSold ? 'all' : 'none', isFindable: true, windowEnds },
        facts: {
          noticeId: `0000900144-26-${String(index).padStart(6, '0')}`,
          formType: '144',
          filedAt: row.filedAt,
          filedAtApproximate: false,
          noticeDate: row.transactionDate,
          cik: row.cik,
          issuerName: row.issuerName,
          issuerTicker: row.issuerTicker,
          sellerName: row.ownerName,
          sellerCik: row.ownerCik,
          sellerSlug: row.ownerSlug,
          relationships: ['Officer'],
          securityTitle: 'Common',
          shares: row.shares,
          marketValue: row.totalValue,
          sharesOutstanding: 5_000_000,
          approxSaleDate: row.transactionDate,
          windowEnds,
          isPlanned: index % 3 === 0,
          planAdoptionDates: index % 3 === 0 ? ['2025-06-02'] : [],
          planDays: null,
          sharesSold: isSold ? row.shares : 0,
          sales: isSold
            ? [
                {
                  filingId: row.filingId,
                  transactionDate: row.transactionDate,
                  shares: row.shares,
                  counted: row.shares,
                  pricePerShare: row.pricePerShare,
                  is10b5_1: null,
                  rawFilingUrl: row.rawFilingUrl,
                },
              ]
            : [],
          filesForm4: true,
          statedLater: [],
          soldInPast3Months: [],
          nothingSoldInPast3Months: true,
          amends: null,
          amendedBy: null,
          securities: [{ ...filed, approxSaleDate: row.transactionDate }],
          acquired: [],
          remarks: null,
          implausible: [],
          rawFilingUrl: row.rawFilingUrl,
        },
      };
    });
}

/**
 * An invented member of the House and `count` trades, one a day back from 2026-11-19; every fifth in an open bracket.
 */
export function inventedMember(count: number): { member: MemberIdentity; trades: MemberTrade[] } {
  const whose = { chamber: 'house', district: 'NM02', party: 'D' } as const;
  const member = {
    slug: 'marta-quillon',
    memberName: 'Marta “Tita” Quillón',
    ...whose,
    firstSeen: '2025-01-10',
    lastSeen: '2026-11-19',
    lifetimeFilings: count + 1,
  };
  const trades = Array.from({ length: count }, (_, index): MemberTrade => {
    const day = new Date(Date.UTC(2026, 10, 19) - index * 86_400_000).toISOString().slice(0, 10);
    const open = index % 5 === 4;
    return {
      filingId: `${20_990_000 - index}-0`,
      memberSlug: member.slug,
      memberName: member.memberName,
      ...whose,
      ticker: ['BRKW', 'OSWN', ''][index % 3] as string,
      assetDescription: 'Zürichsee “Optics” Corp (BRKW) [ST]',
      assetType: 'Stock',
      type: index % 2 === 0 ? 'Purchase' : 'Sale (Partial)',
      owner: 'Spouse',
      transactionDate: day,
      disclosureDate: day,
      amountLabel: open ? 'Over $50,000,000' : '$1,001 - $15,000',
      amountMin: open ? 50_000_001 : 1001,
      amountMax: open ? null : 15_000,
      amountMid: open ? null : 8000.5,
      sourceLink: `https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2026/${20_990_000 - index}.pdf`,
      ingestedAt: READ_AT,
    };
  });
  return { member, trades };
}

/** A trade a month before its disclosure, or two; every fourth of unknown delay. */
function withInventedDelay(trade: MemberTrade, index: number): DelayedTrade {
  return { trade, delay: index % 4 === 3 ? null : [30, 60][index % 2]! };
}

/** `count` rows of one market, one a day back from 2026-11-19; every third British one of unknown value. */
export function inventedEuRows(market: EuCountry, count: number): EuRowFacts[] {
  return Array.from({ length: count }, (_, index) => inventedEuRow(market, index));
}

function inventedEuRow(market: EuCountry, index: number): EuRowFacts {
  const day = new Date(Date.UTC(2026, 10, 19) - index * 86_400_000).toISOString().slice(0, 10);
  const isUnknown = market === 'uk' && index % 3 === 1;
  const address = `https://register.example/${index}`;
  return toEuRow(
    pdmrRow(market, {
      filingId: `${market}-${index}#0`,
      publicationAt: `${day}T07:00:00.000Z`,
      issuerName: 'Häxwald Øst plc',
      pdmrName: 'Östen “Quill” Brâncuşi',
      transactionDate: day,
      isin: `XX000000000${index % 3}`,
      price: 70.5,
      volume: 1000,
      totalValue: 70_500,
      url: address,
      rawArtefactUrl: address,
      ...(isUnknown ? { currency: null, totalValue: null, valueUnknown: true } : {}),
    }),
  );
}

/** What a person owns of the company of a row, of all rows of that person. */
function inventedPosition(row: FilingFacts, rows: readonly FilingFacts[]): InsiderIssuerFacts {
  const own = rows.filter(({ cik }) => cik === row.cik);
  const coded = (code: 'P' | 'S') => own.filter(({ transactionCode }) => transactionCode === code);
  const sum = (code: 'P' | 'S') => coded(code).reduce((total, { totalValue }) => total + totalValue, 0);
  return {
    issuerCik: row.cik,
    issuerName: row.issuerName,
    issuerTicker: row.issuerTicker,
    title: row.ownerTitle,
    roles: ['officer'],
    lastFiledAt: row.filedAt,
    purchases: sum('P'),
    sales: sum('S'),
    purchaseRows: coded('P').length,
    saleRows: coded('S').length,
    holdings: [
      {
        securityTitle: row.securityTitle,
        ownership: 'D',
        nature: null,
        shares: row.sharesOwnedAfter,
        transactionDate: row.transactionDate,
        filedAt: row.filedAt,
        rawFilingUrl: row.rawFilingUrl,
      },
    ],
    holdingsTotal: 1,
    holdingsNotRead: 0,
    rawFilingUrl: row.rawFilingUrl,
  };
}

/** A change for each filing, oldest first. */
function inventedChanges(filings: readonly FilingFacts[]): ChangeItem[] {
  return filings.map((filing, at) => ({
    generation: 7,
    position: at + 1,
    at: READ_AT,
    kind: 'form4',
    event: 'entered',
    reason: 'new',
    facts: {
      form: filing.formType ?? '',
      documentId: filing.filingId.replace(/-\d+$/, ''),
      issuerName: filing.issuerName,
      tickers: [filing.issuerTicker],
      cik: filing.cik,
      isin: null,
      personName: filing.ownerName,
      slug: filing.ownerSlug,
      role: filing.ownerTitle,
      filedAt: filing.filedAt,
      rows: 1,
      purchases: filing.transactionCode === 'P' ? filing.totalValue : null,
      purchasesMax: null,
      sales: filing.transactionCode === 'S' ? filing.totalValue : null,
      salesMax: null,
      intendedSales: null,
      percent: null,
      currency: 'USD',
      sourceLink: null,
    },
  }));
}

/** Reads over `filings`; every source was read at READ_AT. `asked` counts the queries. */
export function memoryReads(filings: FilingFacts[]): Reads & { asked: number } {
  const slug = (name: string) =>
    name
      .normalize('NFD')
      .replace(/[^A-Za-z ]/g, '')
      .toLowerCase()
      .replaceAll(' ', '-');
  const of = (name: string) => filings.filter((row) => row.ownerName === name);
  const hitOf = (name: string) => ({
    slug: slug(name),
    name,
    tickers: [...new Set(of(name).map((row) => row.issuerTicker))],
    lastSeen: of(name)[0]?.filedAt ?? READ_AT,
  });
  const names = [...new Set(filings.map((row) => row.ownerName))];
  /** Counting is part of the query that it belongs to. */
  const uncounted = async <T>(ask: () => Promise<T>): Promise<T> => {
    const before = reads.asked;
    const answer = await ask();
    reads.asked = before;
    return answer;
  };
  const manifests = inventedManifests(3);
  const reads: Reads & { asked: number } = {
    asked: 0,
    sources: async () =>
      SOURCE_IDS.map(
        (source): SourceState => ({
          source,
          publisher: 'An invented register',
          homepage: 'https://example.org/',
          lastReadAt: READ_AT,
          lastAttemptAt: READ_AT,
          lastChangeAt: READ_AT,
          status: 'ok',
          isWhole: true,
          registers: ['sec-13f', 'oge-278t'].map((register) => ({
            register,
            lastReadAt: READ_AT,
            isWhole: true,
          })),
          rows: filings.length,
          warnings: 0,
          documents: null,
          waiting: 0,
          failure: '',
          nextAttemptAt: null,
          note: '',
        }),
      ),
    async latestFilings({ since, until, codes, minValue, ticker, cik, after, limit }) {
      reads.asked += 1;
      const rows = filings
        .filter((row) => row.filedAt <= until && isBehind(row, after))
        .filter(
          (row) => row.filedAt >= since && codes.includes(row.transactionCode) && row.totalValue >= minValue,
        )
        .filter((row) => ticker === null || row.issuerTicker === ticker)
        .filter((row) => cik === undefined || row.cik === cik)
        .slice(0, limit);
      return pageRows(rows, (row) => issuerPage(row.issuerTicker, row.cik));
    },
    async searchFilings(question) {
      reads.asked += 1;
      const { rows, total } = searchRows(filings, question);
      return { rows: pageRows(rows, (row) => issuerPage(row.issuerTicker, row.cik)), total };
    },
    async filingHistory({ accession }) {
      const rows = filings.filter(({ filingId }) => filingId.startsWith(`${accession}-`));
      const [first] = rows;
      if (first === undefined) return null;
      const version: FilingVersion = {
        generation: 1,
        from: first.filedAt,
        until: null,
        isFirstFill: true,
        event: 'entered',
        rows: pageRows(rows, (row) => issuerPage(row.issuerTicker, row.cik)),
        related: [{ generation: 1, accession: '0000900001-26-000000', event: 'left' }],
      };
      return { accession, keptSince: READ_AT, versions: [version] };
    },
    async filingGroups(question) {
      reads.asked += 1;
      const { rows, total } = groupRows(filings, question);
      return { rows: pageRows(rows, (row) => issuerPage(row.issuerTicker, row.cik)), total };
    },
    async searchInsiders({ q, limit }) {
      reads.asked += 1;
      return names
        .filter((name) => name.toLowerCase().includes(q.toLowerCase()))
        .slice(0, limit)
        .map(hitOf);
    },
    async nearInsiders({ q, limit }) {
      reads.asked += 1;
      const found = nearNames(names, q);
      return { hits: found.hits.slice(0, limit).map(hitOf), total: found.hits.length, edits: found.edits };
    },
    async insiderOfCik(cik) {
      const row = filings.find((one) => one.ownerCik === cik);
      return row === undefined ? null : hitOf(row.ownerName);
    },
    async changes({ limit, order, after }) {
      reads.asked += 1;
      const items = inventedChanges(filings);
      return {
        items: (order === 'asc' ? items : items.toReversed())
          .filter(({ position }) => {
            // All are of one generation.
            const [, last] = after ?? [];
            return (
              last === undefined || (order === 'asc' ? position > Number(last) : position < Number(last))
            );
          })
          .slice(0, limit),
        total: items.length,
        unreadable: 0,
        newest: [7, items.length],
      };
    },
    async changeRecord() {
      const recordedSince = Object.fromEntries(
        SOURCE_IDS.map((source) => [source, '2026-01-01T00:00:00.000Z']),
      );
      return { expired: [0, 0], newest: [7, filings.length], recordedSince, log: MEMORY_LOG };
    },
    changeLog: async () => MEMORY_LOG,
    async searchNames({ q, types, limit }) {
      reads.asked += 1;
      const first = inventedFilings(1)[0] as FilingFacts;
      const all: SearchHitFacts[] = [
        {
          type: 'issuer',
          match: 'word',
          facts: { cik: first.cik, name: first.issuerName, tickers: [first.issuerTicker], formerNames: [] },
        },
        ...names.map((name): SearchHitFacts => ({ type: 'insider', match: 'word', facts: hitOf(name) })),
        {
          type: 'eu_issuer',
          match: 'word',
          facts: {
            country: 'de',
            name: 'Häxwald Øst plc',
            isins: ['XX0000000000'],
            leis: [],
            lastSeen: READ_AT,
          },
        },
      ];
      const wanted = q.toLowerCase();
      const found = all.flatMap((hit): SearchHitFacts[] => {
        if (!types.includes(hit.type)) return [];
        const isCode = hit.type === 'issuer' && hit.facts.tickers.some((one) => one.toLowerCase() === wanted);
        const name = hit.facts.name.toLowerCase();
        if (isCode) return [{ ...hit, match: 'code' }];
        return name.includes(wanted) ? [{ ...hit, match: name === wanted ? 'name' : hit.match }] : [];
      });
      return { hits: found.slice(0, limit), total: found.length };
    },
    async insider({ slug: wanted, limit }) {
      reads.asked += 1;
      const name = names.find((one) => slug(one) === wanted);
      if (name === undefined) return null;
      const rows = of(name);
      const identity: InsiderIdentity = {
        slug: wanted,
        ownerName: name,
        tickers: [...new Set(rows.map((row) => row.issuerTicker))],
        firstSeen: rows.at(-1)?.filedAt ?? READ_AT,
        lastSeen: rows[0]?.filedAt ?? READ_AT,
        lifetimeFilings: rows.length,
        lifetimeDistinctFilings: rows.length,
        directionalFilings: rows.length,
      };
      const transactions = rows.slice(0, limit).map(
        (row): InsiderTransaction => ({
          filingId: row.filingId,
          filedAt: row.filedAt,
          filedAtApproximate: row.filedAtApproximate,
          issuerName: row.issuerName,
          issuerTicker: row.issuerTicker,
          ownerName: row.ownerName,
          ownerSlug: row.ownerSlug,
          ownerCik: row.ownerCik,
          ownerTitle: row.ownerTitle,
          securityTitle: row.securityTitle,
          transactionCode: row.transactionCode,
          transactionDate: row.transactionDate,
          shares: row.shares,
          pricePerShare: row.pricePerShare,
          totalValue: row.totalValue,
          sharesOwnedAfter: row.sharesOwnedAfter,
          isDerivative: false,
          intentLabel: row.transactionCode === 'P' ? 'Open-market purchase' : 'Open-market sale',
          signalQuality: row.transactionCode === 'P' ? 'discretionary-buy' : 'discretionary-sell',
          rawFilingUrl: row.rawFilingUrl,
        }),
      );
      return {
        identity,
        transactions: serialized(transactions),
        careerLots: new SerializedJson('[]'),
        coFilers: new SerializedJson('[]'),
      };
    },
    async searchTransactions(question) {
      const found = await reads.insider({ ...question, limit: filings.length });
      if (found === null) return null;
      const { rows, total } = historyRows(found.transactions.rows(), question);
      return { rows: serialized(rows).withPages(), total };
    },
    async insiderIssuers({ slug: wanted }) {
      const rows = filings.filter((row) => row.ownerSlug === wanted);
      return rows
        .filter((row, at) => rows.findIndex((one) => one.cik === row.cik) === at)
        .map((row) => inventedPosition(row, rows));
    },
    async congressMembers() {
      reads.asked += 1;
      const { slug, memberName: name, chamber, district } = inventedMember(0).member;
      return pageRows([{ slug, name, chamber, district }], (row) => memberPage(row.slug));
    },
    async searchMembers({ name, chamber, party, state, after, limit }) {
      reads.asked += 1;
      const { member, trades } = inventedMember(12);
      const { slug, memberName, district, lastSeen, lifetimeFilings } = member;
      const summary: MemberSummary = {
        ...{ slug, name: memberName, chamber: member.chamber, district, party: member.party },
        ...{ lifetimeFilings, unreadReports: 1, trades: trades.length },
        ...{ lastTraded: trades[0]?.transactionDate ?? null, lastSeen, medianDays: 28.5, late: 2 },
      };
      const isWanted =
        (name === null || isNamed(summary, name)) &&
        (chamber === null || chamber === summary.chamber) &&
        (party === null || party === summary.party) &&
        (state === null || district.startsWith(state));
      const rows = isWanted && after === undefined ? [summary].slice(0, limit) : [];
      return {
        rows: pageRows(rows, (row) => memberPage(row.slug)),
        places: rows.map((row) => [row.name, row.slug]),
        total: isWanted ? 1 : 0,
      };
    },
    async congressMember({ slug: wanted, since, until, ticker, limit }) {
      reads.asked += 1;
      const { member, trades } = inventedMember(12);
      // The second is a slug of an earlier spelling.
      if (wanted !== member.slug && wanted !== 'tita-quillon') return null;
      return {
        member: new SerializedJson(JSON.stringify(member)),
        trades: serialized(
          trades
            .filter((trade) => trade.disclosureDate <= until)
            .filter((trade) => since === null || trade.disclosureDate >= since)
            .filter((trade) => ticker === null || trade.ticker === ticker)
            .slice(0, limit),
        ),
        unreadReports: serialized([
          {
            filingId: '9119991',
            disclosureDate: '2025-02-01',
            sourceLink: 'https://disclosures-clerk.house.gov/public_disc/ptr-pdfs/2025/9119991.pdf',
            reason: 'Filed on paper',
          },
        ]),
      };
    },
    async tradeSums(question) {
      if (!['marta-quillon', 'tita-quillon'].includes(question.member)) return null;
      const trades = inventedMember(12).trades.map(withInventedDelay);
      return sumTradeRows(trades, { ...question, member: 'marta-quillon' });
    },
    async searchHolders(search) {
      reads.asked += 1;
      const { rows, total } = searchHolderRows(inventedHolders(12), search);
      return { rows: pageRows(rows, (row) => issuerPage(row.ticker ?? '', row.cik)), total };
    },
    async searchForm35(question) {
      reads.asked += 1;
      const { rows, total } = searchForm35Rows(inventedForm35(filings), question);
      return { rows: pageRows(rows, (row) => issuerPage(row.issuerTicker, row.cik)), total };
    },
    ownedLines: async ({ slug }) => inventedLines(inventedForm35(filings), slug),
    async manifests({ before, limit }) {
      reads.asked += 1;
      return manifests.filter(({ number }) => before === null || number < before).slice(0, limit);
    },
    async countManifests({ before }) {
      reads.asked += 1;
      return manifests.filter(({ number }) => before === null || number < before).length;
    },
    async quality() {
      reads.asked += 1;
      return inventedQuality();
    },
    async recordSources(ids) {
      reads.asked += 1;
      const known = new Set(filings.map(({ filingId }) => filingId.replace(/-\d+$/, '')));
      return ids
        .filter((id) => known.has(id))
        .slice(0, 1)
        .map(inventedSource);
    },
    async plannedSales(question) {
      reads.asked += 1;
      return searchPlannedRows(inventedPlannedSales(filings), question);
    },
    async searchTrades(search) {
      reads.asked += 1;
      if (![null, 'marta-quillon', 'tita-quillon'].includes(search.member)) return null;
      const { rows, places, total } = searchTradeRows(inventedMember(12).trades.map(withInventedDelay), {
        ...search,
        member: search.member === null ? null : 'marta-quillon',
      });
      return {
        rows: pageRows(
          rows.map(({ trade }) => trade),
          () => '',
        ),
        delays: rows.map(({ delay }) => delay),
        places,
        total,
      };
    },
    ...memoryManagers(NOW),
    ...memoryIssuers(filings, (markets) =>
      markets.flatMap((market) =>
        // The markets of the contract.
        inventedEuRows(market as EuCountry, 12).map((row) => ({
          ...row,
          market: market as EuCountry,
          joinedBy: 'isin' as const,
        })),
      ),
    ),
    clusters: async () => new SerializedPageRows([]),
    streaks: async () => new SerializedPageRows([]),
    issuerCloses: async () => [],
    searchClusters: async () => ({ rows: new SerializedPageRows([]), total: 0, isWhole: true }),
    searchStreaks: async () => ({ rows: new SerializedPageRows([]), total: 0, isWhole: true }),
    async rankIssuers(question) {
      reads.asked += 1;
      const { rows, total } = rankIssuerRows(filings, question);
      return { rows: pageRows(rows, (row) => issuerPage(row.issuerTicker, row.cik)), total };
    },
    async rankSymbols(question) {
      reads.asked += 1;
      const { rows, ...counts } = rankSymbolRows(inventedMember(12).trades, question);
      const whole = rows.map(({ ticker, ...row }) => ({ ticker, cik: null, issuerName: null, ...row }));
      return { rows: pageRows(whole, (row) => issuerPage(row.ticker, '')), ...counts };
    },
    async rankPositions(question) {
      reads.asked += 1;
      const { rows, ...counts } = rankPositionRows([inventedTracker], question);
      return { rows: pageRows(rows, (row) => trackerPage(row.slug)), ...counts };
    },
    digestTotals: async () => ({ clusters: 0, streaks: 0 }),
    async issuer(asked) {
      const row = filings.find((one) =>
        'cik' in asked ? one.cik === asked.cik : asked.ticker !== '' && one.issuerTicker === asked.ticker,
      );
      return row === undefined ? null : { cik: row.cik, name: row.issuerName, ticker: row.issuerTicker };
    },
    similarSymbols: async (ticker) =>
      filings
        .filter((row, at) => filings.findIndex((one) => one.cik === row.cik) === at)
        .filter((row) => row.issuerTicker !== '' && row.issuerTicker[0] === ticker[0])
        .map((row) => ({ cik: row.cik, name: row.issuerName, ticker: row.issuerTicker })),
    searchTotals: async ({ table, ...search }) => {
      const all = { ...search, after: undefined, limit: filings.length };
      const found =
        table === 'filing' ? searchRows(filings, all) : groupRows(filings, { ...all, group: 'filing' });
      // The fields that both kinds of rows have.
      const rows: Array<{ transactionCode: string; totalValue: number }> = found.rows;
      const sum = (code: string) =>
        rows.filter((row) => row.transactionCode === code).reduce((total, row) => total + row.totalValue, 0);
      return { rows: rows.length, purchases: sum('P'), sales: sum('S') };
    },
    async filingTotals(question) {
      const found = await uncounted(() => reads.latestFilings({ ...question, limit: filings.length }));
      const rows = found.rows();
      const sum = (code: string) =>
        rows.filter((row) => row.transactionCode === code).reduce((total, row) => total + row.totalValue, 0);
      return { rows: rows.length, purchases: sum('P'), sales: sum('S') };
    },
    countInsiders: async ({ q }) =>
      (await uncounted(() => reads.searchInsiders({ q, limit: names.length }))).length,
    countTransactions: async (question) =>
      (await uncounted(() => reads.insider({ ...question, limit: filings.length })))?.transactions.length ??
      0,
    countTrades: async (question) =>
      (await uncounted(() => reads.congressMember({ ...question, limit: 1000 })))?.trades.length ?? 0,
    countEuFilings: async (question) =>
      (await uncounted(() => reads.euFilings({ ...question, limit: 1000 }))).length,
    async euFilings({ market, since, until, isin, limit }) {
      reads.asked += 1;
      const rows = inventedEuRows(market, 12)
        .filter(
          (row) =>
            row.publicationAt >= since && row.publicationAt <= until && (isin === null || row.isin === isin),
        )
        .slice(0, limit);
      return serialized<EuRowFacts>(rows);
    },
    async searchEuFilings(question) {
      reads.asked += 1;
      const all = question.markets.flatMap((market) =>
        inventedEuRows(market, 12).map((row) => ({ ...row, market })),
      );
      const { rows, places, total } = searchEuRows(all, question);
      return { rows: serialized<EuRowFacts>(rows), places, total };
    },
    async trackers() {
      reads.asked += 1;
      const {
        slug,
        displayName: name,
        entityName,
        role,
        archetype,
        benchmarkTicker,
      } = inventedTracker.identity;
      return pageRows([{ slug, name, entityName, role, archetype, benchmarkTicker }], (row) =>
        trackerPage(row.slug),
      );
    },
    async tracker(wanted) {
      reads.asked += 1;
      return wanted === inventedTracker.identity.slug ? inventedTracker : null;
    },
    async trackerHead(wanted) {
      reads.asked += 1;
      return wanted === inventedTracker.identity.slug ? trackerHeadOf(inventedTracker, null) : null;
    },
    async trackerRows(question) {
      reads.asked += 1;
      return searchTrackerRows(inventedTracker, question);
    },
    ...memoryQuarters,
    memberSlug: async (memberId) => (memberId === 'X999999' ? 'marta-quillon' : null),
    trackerNames: async () => [{ slug: 'ostrava', name: 'Östen Oštrava', archetype: 'hedge_fund' }],
    exportNames: async ({ folder, from, limit }) =>
      [...new Set(filings.map((row) => (folder === 'insiders' ? row.ownerSlug : row.issuerTicker)))]
        .filter((name) => name !== '' && name >= from)
        .sort()
        .slice(0, limit),
    memberNames: async () => [{ slug: 'marta-quillon', name: 'Marta “Tita” Quillón', chamber: 'house' }],
  };
  return reads;
}
