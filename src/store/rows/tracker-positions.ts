/** What each tracked portfolio holds, left or traded, by symbol, so that one query finds all portfolios with a company. */

import type { FundPosition, OfficialTrade } from '../../../tools/contract/shapes/issuer.js';
import type { TrackerDetail } from '../../../tools/contract/shapes/tracker.js';
import { tickerBase } from '../../../tools/contract/ticker.js';
import type { Row } from '../../read-model/tables.js';
import type { Store } from '../database/store.js';

/** A position with a certain symbol, before it is a row. */
interface SymbolPosition {
  kind: 'held' | 'exited' | 'traded';
  ticker: string;
  /** The order of trades; '' where the day is unknown or cannot be right: such a trade comes last. */
  traded: string;
  facts: FundPosition | OfficialTrade;
}

/** Funds and officials. The trades of members of Congress are in another table. */
export function trackerPositionRows(store: Store): Row[] {
  return store
    .rows<[slug: string, detail: string]>('SELECT slug, detail FROM tracker ORDER BY slug')
    .all()
    .flatMap(([slug, text]) => {
      // Derivation wrote it.
      const detail = JSON.parse(text) as TrackerDetail;
      return positionsOf(slug, detail).map(({ kind, ticker, traded, facts }, place): Row => {
        const symbol = ticker.toUpperCase();
        return [slug, place, kind, symbol, tickerBase(symbol), traded, JSON.stringify(facts)];
      });
    });
}

function positionsOf(slug: string, detail: TrackerDetail): SymbolPosition[] {
  // Documents of earlier versions and of tests may lack parts.
  const { identity, ogeTransactions } = detail;
  if (identity?.archetype === 'oge_278t') return (ogeTransactions ?? []).flatMap(toTrade(slug, detail));
  return identity?.archetype === 'hedge_fund' ? fundPositions(slug, detail) : [];
}

function toTrade(slug: string, { identity }: TrackerDetail) {
  return (one: NonNullable<TrackerDetail['ogeTransactions']>[number]): SymbolPosition[] => {
    if (one.ticker === null || one.ticker === '') return [];
    const facts = { slug, name: identity.displayName, role: identity.role, ...one };
    const traded = one.dateDoubtful === true ? '' : (one.transactionDate ?? '');
    return [{ kind: 'traded', ticker: one.ticker, traded, facts }];
  };
}

function fundPositions(slug: string, { identity, snapshot }: TrackerDetail): SymbolPosition[] {
  if (snapshot === null) return [];
  const { periodLabel, periodEnd, filedAt, quarterChanges } = snapshot;
  const fund = { slug, name: identity.displayName, entityName: identity.entityName };
  const held = snapshot.holdings.flatMap((one): SymbolPosition[] => {
    if (one.ticker === null) return [];
    const facts: FundPosition = {
      ...fund,
      status: 'held',
      quarter: periodLabel,
      periodEnd,
      filedAt,
      ticker: one.ticker,
      issuerName: one.issuerName,
      titleOfClass: one.titleOfClass,
      cusip: one.cusip,
      putCall: one.putCall,
      shares: one.shares,
      valueUsd: one.valueUsd,
      weight: one.weight,
      lastTxLabel: one.lastTxLabel,
      sharesChangePct: one.sharesChangePct,
      priorValueUsd: null,
    };
    return [{ kind: 'held', ticker: one.ticker, traded: '', facts }];
  });
  const exited = (quarterChanges?.exits ?? []).flatMap((one): SymbolPosition[] => {
    if (one.ticker === null) return [];
    const facts: FundPosition = {
      ...fund,
      status: 'exited',
      quarter: periodLabel,
      periodEnd,
      filedAt,
      ticker: one.ticker,
      issuerName: one.issuerName,
      titleOfClass: null,
      cusip: null,
      putCall: one.putCall,
      shares: null,
      valueUsd: null,
      weight: null,
      lastTxLabel: null,
      sharesChangePct: null,
      priorValueUsd: one.priorValueUsd,
      ...(one.changeIsSure === false ? { changeIsSure: false } : {}),
    };
    return [{ kind: 'exited', ticker: one.ticker, traded: '', facts }];
  });
  return [...held, ...exited];
}
