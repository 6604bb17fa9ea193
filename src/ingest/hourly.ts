/** The hourly run: for each register fetch, parse, write; then derive. Also what fills a store the first time. */

import { publisherOf } from '../registers/index.js';
import type { Http, Register } from '../registers/register.js';
import { describeSources } from '../store/journal.js';
import { bumpGeneration, type Store } from '../store/open.js';
import { deriveMarkets } from './derive-markets.js';
import { derivePending } from './derive-pending.js';
import type { Progress } from './progress.js';
import { type Outcome, readRegister } from './read-register.js';
import { describeAll } from './sources.js';

/** A long fill shows what it has this often. */
const CHECKPOINT_MS = 60_000;

export interface HourlyOptions {
  store: Store;
  registers: readonly Register[];
  enabled: ReadonlySet<string>;
  /** The door to a register; the registers of one publisher share one limiter. */
  http: (register: Register) => Http;
  since: string;
  now: () => Date;
  /** When the next run is due, ISO 8601; null when nothing is scheduled. */
  nextRefreshAt: (finished: Date) => string | null;
  signal: AbortSignal;
  progress: Progress;
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
}

/**
 * Reads every enabled register: those of one publisher one after the other, different publishers side by side, so
 * that nobody waits for another one's long fill. A register that fails leaves the others alone.
 */
export async function readHourly(options: HourlyOptions): Promise<Outcome[]> {
  const { store, now, signal, log } = options;
  describeSources(store, describeAll(options.registers, options.enabled));
  const show = (at: Date) => {
    derivePending(store);
    deriveMarkets(store, at);
    bumpGeneration(store, at, options.nextRefreshAt(at));
  };
  let shown = Date.now();
  const checkpoint = () => {
    if (Date.now() - shown < CHECKPOINT_MS) return;
    show(now());
    shown = Date.now();
  };
  const readOne = async (register: Register): Promise<Outcome> => {
    const { progress, since } = options;
    const outcome = await readRegister(register, {
      store,
      http: options.http(register),
      since,
      now,
      signal,
      progress,
      checkpoint,
    });
    if (outcome.outcome === 'failed')
      log.warn(outcome, `${outcome.register} failed; what it gave before is kept`);
    else log.info(outcome, `${outcome.register} was read`);
    show(now());
    shown = Date.now();
    return outcome;
  };
  const lanes = new Map<string, Register[]>();
  for (const register of options.registers) {
    if (!options.enabled.has(register.card.id)) continue;
    const publisher = publisherOf(register);
    lanes.set(publisher, [...(lanes.get(publisher) ?? []), register]);
  }
  const ends = await Promise.allSettled(
    [...lanes.values()].map(async (lane) => {
      const outcomes: Outcome[] = [];
      for (const register of lane) {
        if (signal.aborted) break;
        outcomes.push(await readOne(register));
      }
      return outcomes;
    }),
  );
  // A fault of ours: told only when no other lane is writing any more.
  const fault = ends.find((end) => end.status === 'rejected');
  if (fault !== undefined) throw fault.reason;
  return ends.flatMap((end) => (end.status === 'fulfilled' ? end.value : []));
}
