/** The hourly run: for each register fetch, parse, write; then derive. Also what fills a store the first time. */

import type { MemberOverride } from '../records/member.js';
import type { CuratedTracker } from '../records/tracker.js';
import { publisherOf } from '../registers/index.js';
import type { Http, Register } from '../registers/register.js';
import { describeSources, forgetOldRuns } from '../store/journal.js';
import { bumpGeneration, type Store, setNextRefresh } from '../store/open.js';
import { followRules } from './changed-rules.js';
import { deriveCongress, IDENTITY_REGISTER } from './derive-congress.js';
import { deriveDigests, type ShownPrices } from './derive-digests.js';
import { deriveMarkets } from './derive-markets.js';
import { derivePending } from './derive-pending.js';
import { deriveTrackers } from './derive-trackers.js';
import type { Progress } from './progress.js';
import { type Outcome, readRegister } from './read-register.js';
import { type Again, Rounds } from './rounds.js';
import { describeAll } from './sources.js';

/** A long fill shows what it has this often. */
const CHECKPOINT_MS = 60_000;
/** What a register gave is shown this soon, unless the others end first and it is all shown at once. */
const SOON_MS = 10_000;
/** What failed is read again sooner than what went well: a block of the SEC lasts ten minutes. */
const TRY_AGAIN_MS = 15 * 60_000;

export interface HourlyOptions {
  store: Store;
  registers: readonly Register[];
  /** Those that this run reads. */
  enabled: ReadonlySet<string>;
  /** Those that the settings read at all, which is what the catalog tells; `enabled` where it is left out. */
  switchedOn?: ReadonlySet<string>;
  /** The door to a register; the registers of one publisher share one limiter. */
  http: (register: Register) => Http;
  /** First day wanted, YYYY-MM-DD: of all registers, or of each. */
  since: string | ((register: Register) => string);
  now: () => Date;
  /** When the next run is due, ISO 8601; null when nothing is scheduled. */
  nextRefreshAt: (finished: Date) => string | null;
  signal: AbortSignal;
  progress: Progress;
  /** Reads a publisher again while another one's long fill goes on; each is read once where it is left out. */
  again?: Again;
  /** Which prices the digests show, and what the catalog says of prices; none where it is left out. */
  prices?: { shown: ShownPrices; note: string };
  /** The operator's word on filed names of members of the Congress. */
  memberOverrides?: readonly MemberOverride[];
  /** The tracked portfolios; none where it is left out. */
  trackers?: readonly CuratedTracker[];
  log: { info(fields: object, message: string): void; warn(fields: object, message: string): void };
}

/**
 * Reads every enabled register: those of one publisher one after the other, different publishers side by side, so
 * that nobody waits for another one's long fill: who is done is read again when it is due (`again`), and the run
 * ends when no publisher is being read. A register that fails leaves the others alone.
 * @returns the last outcome of each register.
 */
export async function readHourly(options: HourlyOptions): Promise<Outcome[]> {
  const { store, now, signal, log, since, progress, memberOverrides: overrides = [] } = options;
  const switchedOn = options.switchedOn ?? options.enabled;
  describeSources(store, describeAll(options.registers, switchedOn, options.prices?.note));
  forgetOldRuns(store, now());
  let identityAwaited = options.enabled.has(IDENTITY_REGISTER);
  // Until a run has ended well, neither an answer nor a restart may count on the full hour.
  const show = (nextMs: number) => {
    derivePending(store);
    deriveMarkets(store, now());
    deriveCongress(store, { now: now(), overrides, identityAwaited });
    bumpGeneration(store, now(), new Date(now().getTime() + nextMs).toISOString());
  };
  const showDigests = (nextMs: number) => {
    derivePending(store);
    const { doubts, ...made } = deriveDigests(store, now(), options.prices?.shown ?? null);
    log.info({ ...made, doubts: doubts.length }, 'digests were derived');
    // Before the portfolios, because a tracked member's is made of trades that stand.
    deriveCongress(store, { now: now(), overrides, identityAwaited });
    const followed = deriveTrackers(store, now(), options.trackers ?? [], options.prices?.shown ?? null);
    log.info({ trackers: followed.trackers, doubts: followed.doubts.length }, 'portfolios were derived');
    show(nextMs);
  };
  const anew = followRules(store);
  if (anew > 0) {
    log.info({ pending: anew }, 'the rules of derivation changed: everything that is stored is derived anew');
    showDigests(CHECKPOINT_MS);
  }
  let shown = Date.now();
  let unshown = false;
  // Every time that something is shown, everything that is at hand has to be answered anew.
  const showSoon = () => {
    if (!unshown || Date.now() - shown < SOON_MS) return;
    show(CHECKPOINT_MS);
    shown = Date.now();
    unshown = false;
  };
  const checkpoint = () => {
    if (Date.now() - shown < CHECKPOINT_MS) return showSoon();
    showDigests(CHECKPOINT_MS);
    shown = Date.now();
    unshown = false;
  };
  const readOne = async (register: Register): Promise<Outcome> => {
    const outcome = await readRegister(register, {
      store,
      http: options.http(register),
      since: typeof since === 'string' ? since : since(register),
      now,
      signal,
      progress,
      checkpoint,
    });
    if (outcome.outcome === 'failed')
      log.warn(outcome, `${outcome.register} failed; what it gave before is kept`);
    else if (outcome.outcome === 'stopped') log.info(outcome, `${outcome.register} was stopped`);
    else log.info(outcome, `${outcome.register} was read`);
    if (register.card.id === IDENTITY_REGISTER) identityAwaited = false;
    unshown = true;
    showSoon();
    return outcome;
  };
  const lanes = new Map<string, Register[]>();
  for (const register of options.registers) {
    if (!options.enabled.has(register.card.id)) continue;
    const publisher = publisherOf(register);
    lanes.set(publisher, [...(lanes.get(publisher) ?? []), register]);
  }
  const rounds = new Rounds(lanes.size, now, signal, options.again, TRY_AGAIN_MS);
  const ends = await Promise.allSettled(
    [...lanes.values()].map(async (lane) => {
      let outcomes: Outcome[] = [];
      await rounds.run(async (isFirst) => {
        const read: Outcome[] = [];
        for (const register of lane) {
          if (signal.aborted) break;
          read.push(await readOne(register));
        }
        // A further reading that was stopped leaves the outcomes of the one before.
        if (isFirst || read.length === lane.length) outcomes = read;
        if (!isFirst && !signal.aborted) showDigests(CHECKPOINT_MS);
        return read.some(({ outcome }) => outcome === 'failed');
      });
      return outcomes;
    }),
  );
  // A fault of ours: told only when no other lane is writing any more.
  const fault = ends.find((end) => end.status === 'rejected');
  if (fault !== undefined) throw fault.reason;
  const outcomes = ends.flatMap((end) => (end.status === 'fulfilled' ? end.value : []));
  // A run that was stopped leaves the digests to the next one: they would hold up the stop.
  if (!signal.aborted) showDigests(CHECKPOINT_MS);
  else if (unshown) show(CHECKPOINT_MS);
  if (signal.aborted) setNextRefresh(store, now().toISOString());
  else if (outcomes.some((one) => one.outcome === 'failed'))
    setNextRefresh(store, new Date(now().getTime() + TRY_AGAIN_MS).toISOString());
  else setNextRefresh(store, options.nextRefreshAt(now()));
  return outcomes;
}
