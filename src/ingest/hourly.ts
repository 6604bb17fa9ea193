/** The hourly run: for each register fetch, parse, write; then derive. Also what fills a store the first time. */

import type { Http, Register } from '../registers/register.js';
import { describeSources } from '../store/journal.js';
import { bumpGeneration, type Store, setNextRefresh } from '../store/open.js';
import { deriveDigests, type ShownPrices } from './derive-digests.js';
import { derivePending } from './derive-pending.js';
import type { Progress } from './progress.js';
import { type Outcome, readRegister } from './read-register.js';
import { describeAll } from './sources.js';

/** A long fill shows what it has this often. */
const CHECKPOINT_MS = 60_000;
/** A run in which a register failed is repeated sooner than a good one: a block of the SEC lasts ten minutes. */
const TRY_AGAIN_MS = 15 * 60_000;

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
  /** Which prices the digests show, and what the catalog says of prices; none where it is left out. */
  prices?: { shown: ShownPrices; note: string };
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
}

/** Reads every enabled register in order. A register that fails leaves the others alone. */
export async function readHourly(options: HourlyOptions): Promise<Outcome[]> {
  const { store, now, signal, log } = options;
  describeSources(store, describeAll(options.registers, options.enabled, options.prices?.note));
  // Until a run has ended well, neither an answer nor a restart may count on the full hour.
  const show = (nextMs: number) => {
    derivePending(store);
    bumpGeneration(store, now(), new Date(now().getTime() + nextMs).toISOString());
  };
  const showDigests = (nextMs: number) => {
    derivePending(store);
    const { doubts, ...made } = deriveDigests(store, now(), options.prices?.shown ?? null);
    log.info({ ...made, doubts: doubts.length }, 'digests were derived');
    show(nextMs);
  };
  let shown = Date.now();
  const checkpoint = () => {
    if (Date.now() - shown < CHECKPOINT_MS) return;
    showDigests(CHECKPOINT_MS);
    shown = Date.now();
  };
  const outcomes: Outcome[] = [];
  for (const register of options.registers) {
    if (signal.aborted) break;
    if (!options.enabled.has(register.card.id)) continue;
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
    outcomes.push(outcome);
    if (outcome.outcome === 'failed')
      log.warn(outcome, `${outcome.register} failed; what it gave before is kept`);
    else if (outcome.outcome === 'stopped') log.info(outcome, `${outcome.register} was stopped`);
    else log.info(outcome, `${outcome.register} was read`);
    show(CHECKPOINT_MS);
    shown = Date.now();
  }
  // A run that was stopped leaves the digests to the next one: they would hold up the stop.
  if (!signal.aborted) showDigests(CHECKPOINT_MS);
  if (signal.aborted) setNextRefresh(store, now().toISOString());
  else if (outcomes.some((one) => one.outcome === 'failed'))
    setNextRefresh(store, new Date(now().getTime() + TRY_AGAIN_MS).toISOString());
  else setNextRefresh(store, options.nextRefreshAt(now()));
  return outcomes;
}
