/** A quarter of invented managers, derived in memory. */

import { deriveManagersQuarter, type PriorQuarter } from '../../../src/derive/managers/quarter.js';
import type { NameOfSecurity } from '../../../src/derive/managers/renumbered-securities.js';
import type { ManagerFiling } from '../../../src/records/portfolios/manager-filing.js';
import type {
  ManagerQuarterFacts,
  SecurityQuarterFacts,
} from '../../../src/records/portfolios/manager-quarter.js';
import { unpackHolders, unpackPositions } from '../../../src/records/portfolios/packed-positions.js';
import type { InventedPosition } from '../../invented/managers.js';

/** What is derived of a quarter, each list by its key, and what the next quarter reads of it. */
export interface DerivedQuarter {
  reports: Map<string, ManagerQuarterFacts & { positions_: InventedPosition[] }>;
  securities: Map<string, SecurityQuarterFacts & { ciks: number[] }>;
  facts: ReturnType<typeof deriveManagersQuarter>['facts'];
  prior: PriorQuarter & { nameOf?: NameOfSecurity };
}

/** Derives a quarter of these filings, each read from its packed form. */
export function derive(
  filings: readonly ManagerFiling[],
  prior: DerivedQuarter['prior'] | null = null,
): DerivedQuarter {
  const byManager = new Map<string, ManagerFiling[]>();
  for (const one of filings) byManager.set(one.cik, [...(byManager.get(one.cik) ?? []), one]);
  const reports: DerivedQuarter['reports'] = new Map();
  const securities: DerivedQuarter['securities'] = new Map();
  const packed = new Map<string, { packed: Buffer; price: number | null }>();
  const portfolios = new Map<string, Buffer>();
  const names = new Map(
    filings.flatMap(({ securities = [] }) => securities.map((one) => [one.key, one] as const)),
  );
  const { facts, filers } = deriveManagersQuarter(
    {
      periodEnd: '2026-06-30',
      managers: [...byManager.values()].map((all) =>
        all.map((one) => ({ ...one, packed: () => one.packed })),
      ),
      prior,
      nameOf: (key) => names.get(key) ?? prior?.nameOf?.(key),
    },
    {
      portfolio: (one, bytes) => {
        portfolios.set(one.cik, bytes);
        reports.set(one.cik, {
          ...one,
          positions_: unpackPositions(bytes).map(({ key, value, amount, flags }) => [
            key,
            value,
            amount,
            flags,
          ]),
        });
      },
      security: (key, one, bytes) => {
        securities.set(key, { ...one, ciks: unpackHolders(bytes).map(({ cik }) => cik) });
        packed.set(key, { packed: bytes, price: one.price });
      },
    },
  );
  return {
    reports,
    securities,
    facts,
    prior: {
      periodEnd: '2026-03-31',
      filers,
      nameOf: (key) => names.get(key),
      portfolio: (cik) => portfolios.get(cik) ?? null,
      keys: () => [...packed].filter(([, { packed: bytes }]) => bytes.length > 0).map(([key]) => key),
      security: (key) => packed.get(key) ?? null,
    },
  };
}
