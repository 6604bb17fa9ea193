/** Schedules of invented holders, and the query of the tool, answered from an array. */

import type { HolderSearch } from '../../tools/contract/reads/holders.js';
import type { MajorHolder } from '../../tools/contract/shapes/holder.js';

type HolderRow = Omit<MajorHolder, 'url'>;

/** `count` schedules, one a day back from 2026-11-19: of three companies, most of them first statements. */
export function inventedHolders(count: number): HolderRow[] {
  return Array.from({ length: count }, (_, index): HolderRow => {
    const day = new Date(Date.UTC(2026, 10, 19) - index * 86_400_000).toISOString().slice(0, 10);
    const percent = 5.1 + index;
    const holderName = ['Ostler Capital LP', 'Quill “Bridge” Partners', 'Adeyemi Bola'][index % 3] as string;
    const figures = { shares: 1000 * (index + 1), percent };
    return {
      accession: `0000900101-26-${String(index).padStart(6, '0')}`,
      filedAt: `${day}T21:05:00.000Z`,
      form: index % 2 === 0 ? 'SCHEDULE 13G' : 'SCHEDULE 13D',
      type: index % 2 === 0 ? '13G' : '13D',
      amendmentNo: null,
      eventDate: day,
      countedFrom: day,
      cik: String(900_001 + (index % 3)),
      issuerName: ['Brackwater Tool Co', 'Ostler & Wynn Inc', 'Zürichsee “Optics” Corp'][index % 3] as string,
      securityClass: 'Common Stock',
      cusips: ['990001109'],
      holderName,
      holderCik: String(990_101 + (index % 3)),
      ...figures,
      understated: false,
      previousShares: null,
      previousPercent: null,
      previousUrl: null,
      linkedBy: null,
      switchedFrom: null,
      crossings: [{ level: 5, direction: 'up', date: day, basis: 'first-statement' }],
      isCurrent: true,
      isBelow: false,
      persons: [
        {
          name: holderName,
          cik: String(990_101 + (index % 3)),
          ...figures,
          soleVoting: 0,
          sharedVoting: figures.shares,
          soleDispositive: 0,
          sharedDispositive: figures.shares,
          excludesShares: false,
          group: null,
          types: ['PN'],
        },
      ],
      filerCik: String(990_101 + (index % 3)),
      amends: null,
      rules: index % 2 === 0 ? ['Rule 13d-1(c)'] : [],
      purpose: index % 2 === 0 ? null : 'To hold.',
      purposeCut: false,
      purposeUrl:
        index % 2 === 0 ? null : `https://www.sec.gov/Archives/edgar/data/900001/${index}-index.htm`,
      ceased: null,
      rawFilingUrl: `https://www.sec.gov/Archives/edgar/data/900001/${index}-index.htm`,
      ticker: [null, 'BRKW', 'OSWN'][(index + 1) % 3] ?? null,
    };
  });
}

const VALUES: Record<HolderSearch['sort'], (row: HolderRow) => Array<string | number>> = {
  filed: () => [],
  event: ({ countedFrom }) => [countedFrom],
  percent: ({ percent }) => [percent ?? -1],
  shares: ({ shares }) => [shares ?? -1],
};

/** The rows behind the place, and how many match. */
export function searchHolderRows(
  all: readonly HolderRow[],
  search: HolderSearch,
): { rows: HolderRow[]; total: number } {
  const { since, until, tickers, cik, cusip, holder, type, crossing, direction, minPercent } = search;
  const isCrossed = ({ crossings }: HolderRow) =>
    crossing === null ||
    crossings.some(
      (one) =>
        (crossing === 'any' || one.level === crossing) && (direction === null || one.direction === direction),
    );
  const matching = all
    .filter((row) => row.filedAt >= (since ?? '') && row.filedAt <= until)
    .filter(
      ({ countedFrom: day }) => day >= (search.eventSince ?? '') && day <= (search.eventUntil ?? '9999'),
    )
    .filter((row) => tickers.length === 0 || tickers.includes(row.ticker ?? ''))
    .filter((row) => (cik === null || row.cik === cik) && (cusip === null || row.cusips.includes(cusip)))
    .filter((row) => holder === null || [row.holderCik, row.filerCik].includes(holder))
    .filter((row) => (type === null || row.type === type) && (row.percent ?? -1) >= minPercent)
    .filter((row) => search.list === 'history' || (row.isCurrent && row.isBelow !== true))
    .filter(isCrossed);
  const keyOf = (row: HolderRow) => [...VALUES[search.sort](row), row.filedAt, row.accession];
  const sign = search.order === 'desc' ? -1 : 1;
  const compare = (a: ReadonlyArray<string | number>, b: ReadonlyArray<string | number>) => {
    for (const [at, one] of a.entries()) {
      const other = b[at] as typeof one;
      // The accession number runs the other way.
      const way = at === a.length - 1 ? -sign : sign;
      if (one !== other) return one < other ? -way : way;
    }
    return 0;
  };
  const ordered = [...matching].sort((a, b) => compare(keyOf(a), keyOf(b)));
  const { after } = search;
  const behind = after === undefined ? ordered : ordered.filter((row) => compare(keyOf(row), after) > 0);
  return { rows: behind.slice(0, search.limit), total: matching.length };
}
