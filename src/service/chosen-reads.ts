/** What a store answers, as the settings of this process allow it: sources switched off, prices that may not be shown. */

import type { Reads } from '../../tools/contract/reads.js';
import type { TrackerDetail } from '../../tools/contract/shapes/tracker.js';
import type { Config } from '../config.js';
import { describeAll } from '../ingest/sources.js';
import { configuredRegisters, enabledRegisters } from './configured-registers.js';
import { modeOf } from './data-folder.js';
import { priceChoice } from './price-choice.js';

/** `reads` is asked anew for every question, because the store behind it may be another one by then. */
export function chosenReads(config: Config, reads: () => Reads): Reads {
  const sample = modeOf(config) === 'sample';
  const registers = configuredRegisters(config);
  const off = new Set(
    sample
      ? []
      : describeAll(registers, enabledRegisters(config, registers))
          .filter(({ state }) => state === 'off')
          .map(({ source }) => source),
  );
  const shown = sample || priceChoice(config).shown !== null;
  return {
    // What the operator switched off counts from the start on, whatever the last run knew.
    sources: async () =>
      (await reads().sources()).map((state) =>
        off.has(state.source)
          ? {
              ...state,
              status: 'off' as const,
              failure: '',
              nextAttemptAt: null,
              note: 'Switched off by the operator here.',
            }
          : state,
      ),
    latestFilings: (question) => reads().latestFilings(question),
    searchInsiders: (question) => reads().searchInsiders(question),
    insider: (question) => reads().insider(question),
    issuer: (asked) => reads().issuer(asked),
    similarSymbols: (ticker) => reads().similarSymbols(ticker),
    filingTotals: (question) => reads().filingTotals(question),
    countInsiders: (question) => reads().countInsiders(question),
    countTransactions: (question) => reads().countTransactions(question),
    countTrades: (question) => reads().countTrades(question),
    countEuFilings: (question) => reads().countEuFilings(question),
    digestTotals: () => reads().digestTotals(),
    congressMembers: () => reads().congressMembers(),
    congressMember: (question) => reads().congressMember(question),
    clusters: () => reads().clusters(),
    // Prices that may not be shown (any more) are not, even before the next run leaves them out.
    streaks: async () =>
      shown
        ? reads().streaks()
        : (await reads().streaks()).map((streak) => ({
            ...streak,
            priceSeries: [],
            trackRecord: streak.trackRecord.map((run) => ({ ...run, returnPct: null })),
          })),
    euFilings: (question) => reads().euFilings(question),
    trackers: () => reads().trackers(),
    tracker: async (slug) => {
      const detail = await reads().tracker(slug);
      return shown || detail === null ? detail : withoutPrices(detail);
    },
    trackerNames: () => reads().trackerNames(),
    memberNames: () => reads().memberNames(),
  };
}

/** As it would be derived without any price source. What follows from filed quarters alone stays. */
function withoutPrices(detail: TrackerDetail): TrackerDetail {
  const { snapshot } = detail;
  return {
    ...detail,
    snapshot:
      snapshot === null
        ? null
        : {
            ...snapshot,
            holdings: snapshot.holdings.map((one) => ({ ...one, currentPriceUsd: null, returnPct: null })),
          },
    valueSeriesUsd: [],
    benchmarkSeries: [],
  };
}
