/**
 * The reads of a store, restricted by the settings of this process: sources that are switched off, prices that may not
 * be shown.
 */

import type { SourceState } from '../../tools/contract/reads/sources.js';
import type { StoredTrackerRow } from '../../tools/contract/reads/trackers.js';
import type { Reads } from '../../tools/contract/reads.js';
import type { StreakFacts } from '../../tools/contract/shapes/digest.js';
import type { TrackerDetail } from '../../tools/contract/shapes/tracker.js';
import type { Config } from '../config.js';
import { sourceDescriptions } from '../ingest/source-descriptions.js';
import { KNOWN_REGISTERS } from '../registers/known-registers.js';
import { modeOf } from './data-folder.js';
import { enabledRegisters } from './enabled-registers.js';
import { resolvePriceSettings } from './price-settings.js';

/** `reads` as these settings allow it. Methods that the settings do not restrict are those of `reads`. */
export function restrictReads(config: Config, reads: Reads): Reads {
  // The sample belongs to no register, and all of it may be shown.
  if (modeOf(config) === 'sample') return reads;
  const isShown = resolvePriceSettings(config).shown !== null;
  return {
    ...reads,
    ...withoutSources(reads, sourcesSwitchedOff(config)),
    ...(isShown ? {} : withoutPrices(reads)),
  };
}

function sourcesSwitchedOff(config: Config): Set<string> {
  const described = sourceDescriptions(KNOWN_REGISTERS, enabledRegisters(config));
  return new Set(described.filter(({ state }) => state === 'off').map(({ source }) => source));
}

/** Switched-off sources count as off from the start, whatever the last run recorded. */
function withoutSources(reads: Reads, off: ReadonlySet<string>): Partial<Reads> {
  if (off.size === 0) return {};
  const marked = (state: SourceState): SourceState =>
    off.has(state.source)
      ? {
          ...state,
          status: 'off',
          failure: '',
          nextAttemptAt: null,
          note: 'Switched off by the operator here.',
        }
      : state;
  return { sources: async () => (await reads.sources()).map(marked) };
}

/** Removes prices that may not be shown (any more), even before the next run leaves them out. */
function withoutPrices(reads: Reads): Partial<Reads> {
  return {
    streaks: async () => (await reads.streaks()).map(streakWithoutPrices),
    searchStreaks: async (question) => {
      const found = await reads.searchStreaks(question);
      return { ...found, rows: found.rows.map(streakWithoutPrices) };
    },
    issuerCloses: async () => [],
    tracker: async (slug) => {
      const detail = await reads.tracker(slug);
      return detail === null ? null : trackerWithoutPrices(detail);
    },
    trackerRows: async (question) => {
      const found = await reads.trackerRows(question);
      return { ...found, rows: found.rows.map(rowWithoutPrices) };
    },
  };
}

function streakWithoutPrices(streak: StreakFacts): StreakFacts {
  const trackRecord = streak.trackRecord.map((run) => ({ ...run, returnPct: null }));
  return { ...streak, priceSeries: [], trackRecord };
}

function rowWithoutPrices(row: StoredTrackerRow): StoredTrackerRow {
  if (row.list !== 'holding') return row;
  const holding = { ...JSON.parse(row.json), currentPriceUsd: null, returnPct: null };
  return { ...row, json: JSON.stringify(holding) };
}

/** The answer as it would be derived without any price source. Figures that follow from filed quarters alone stay. */
function trackerWithoutPrices(detail: TrackerDetail): TrackerDetail {
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
