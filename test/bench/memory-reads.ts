/** Answers the questions of the tools from arrays: invented issuers and people, for the transports' tests and bench. */

import type { Reads, SourceState } from '../../tools/contract/reads.js';
import { SOURCES } from '../../tools/contract/reads.js';
import type { FilingFacts } from '../../tools/contract/shapes/filing.js';
import type { Identity, InsiderTransaction } from '../../tools/contract/shapes/insider.js';

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
      ownerTitle: 'Chief Financial Officer',
      transactionCode: index % 2 === 0 ? 'P' : 'S',
      transactionDate: day,
      filedAt: `${day}T21:05:00.000Z`,
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

/** Reads over `filings`; every source was read at READ_AT. `asked` counts the questions put. */
export function memoryReads(filings: FilingFacts[]): Reads & { asked: number } {
  const slug = (name: string) =>
    name
      .normalize('NFD')
      .replace(/[^A-Za-z ]/g, '')
      .toLowerCase()
      .replaceAll(' ', '-');
  const of = (name: string) => filings.filter((row) => row.ownerName === name);
  const names = [...new Set(filings.map((row) => row.ownerName))];
  const reads: Reads & { asked: number } = {
    asked: 0,
    sources: async () =>
      SOURCES.filter((source) => source !== 'catalog').map(
        (source): SourceState => ({
          source,
          publisher: 'An invented register',
          homepage: 'https://example.org/',
          lastReadAt: READ_AT,
          lastAttemptAt: READ_AT,
          lastChangeAt: READ_AT,
          status: 'ok',
          rows: filings.length,
          doubts: 0,
          note: '',
        }),
      ),
    async latestFilings({ since, codes, minValue, ticker, cik, limit }) {
      reads.asked += 1;
      return filings
        .filter(
          (row) => row.filedAt >= since && codes.includes(row.transactionCode) && row.totalValue >= minValue,
        )
        .filter((row) => ticker === null || row.issuerTicker === ticker)
        .filter((row) => cik === undefined || row.cik === cik)
        .slice(0, limit);
    },
    async searchInsiders({ q, limit }) {
      reads.asked += 1;
      return names
        .filter((name) => name.toLowerCase().includes(q.toLowerCase()))
        .slice(0, limit)
        .map((name) => ({
          slug: slug(name),
          name,
          tickers: [...new Set(of(name).map((row) => row.issuerTicker))],
          lastSeen: of(name)[0]?.filedAt ?? READ_AT,
        }));
    },
    async insider({ slug: wanted, limit }) {
      reads.asked += 1;
      const name = names.find((one) => slug(one) === wanted);
      if (name === undefined) return null;
      const rows = of(name);
      const identity: Identity = {
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
          issuerName: row.issuerName,
          issuerTicker: row.issuerTicker,
          ownerName: row.ownerName,
          ownerTitle: row.ownerTitle,
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
      return { identity, transactions, careerLots: [], coFilers: [] };
    },
    trackerNames: async () => [],
    memberNames: async () => [],
  };
  return reads;
}
