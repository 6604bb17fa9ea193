/**
 * Rows whose figures other statements contradict: a total typed as the price, a misplaced decimal, price and number exchanged. One
 * rule for all markets. The registers publish what they receive; such a row is left out and counted, and nothing is corrected.
 */

import { groupBy } from '../../collections.js';
import type { PdmrFiling } from '../../records/europe/pdmr.js';
import { verdictOf, type Witness } from '../witnesses.js';
import { aggregateWitnesses } from './aggregated-figures.js';
import type { FigureContradiction } from './contradiction-reasons.js';
import { ownWitnesses } from './impossible-figures.js';
import { areAllNear, isSupported, peerWitnesses } from './peer-witnesses.js';
import { Peers } from './peers.js';
import { type PricedTrade, pricedTrade } from './priced-trade.js';
import { likelyDay } from './trade-days.js';
import { rowsInWrongCurrency } from './wrong-currency.js';

/** A figure that looks impossible is right if others paid about as much. */
const SUPPORTING_RATIO = 2;

/**
 * The contradicted rows, by filingId.
 * @param trades those that nothing else excludes
 * @param rows all of the market
 */
export function contradictedFigures(
  trades: readonly PdmrFiling[],
  rows: readonly PdmrFiling[],
): Map<string, FigureContradiction> {
  const found = new Map<string, FigureContradiction>();
  const aggregates = aggregateWitnesses(rows);
  const compared = trades.flatMap((row) => pricedTrade(row, likelyDay(row)) ?? []);
  const sound: PricedTrade[] = [];
  // A row without ISIN is judged alone.
  const groups = groupBy(compared, ({ instrument, currency, row }) =>
    instrument === null ? row.filingId : `${instrument} ${currency}`,
  );
  for (const group of groups.values()) {
    const own = new Map(
      group.map((one) => [one, [...ownWitnesses(one), ...(aggregates.get(one.row.filingId) ?? [])]]),
    );
    // A figure that its own document contradicts says nothing about another one.
    const credible = group.filter((one) => own.get(one)?.every(({ says }) => says === 'agrees'));
    if (credible.length === group.length && areAllNear(group)) {
      sound.push(...group);
      continue;
    }
    const peers = new Peers(credible);
    for (const one of group) {
      const reason = contradictionOf(one, own.get(one) ?? [], peers);
      if (reason === null) sound.push(one);
      else found.set(one.row.filingId, reason);
    }
  }
  for (const { row } of rowsInWrongCurrency(sound)) found.set(row.filingId, 'currency-unlike-others');
  return found;
}

function contradictionOf(
  one: PricedTrade,
  own: ReadonlyArray<Witness<FigureContradiction>>,
  peers: Peers,
): FigureContradiction | null {
  const believed = own.filter(
    ({ reason }) => reason === 'unlike-aggregated-table' || !isSupported(one, peers, SUPPORTING_RATIO),
  );
  const verdict = verdictOf([...believed, ...peerWitnesses(one, peers)]);
  return verdict.is === 'contradicted' ? (verdict.reasons[0] ?? null) : null;
}
