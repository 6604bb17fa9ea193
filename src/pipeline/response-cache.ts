/** The answers at hand: kept until the data changes, in the variants that their callers take. */

import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { Envelope } from '../../tools/contract/envelope.js';
import type { Tool } from '../../tools/contract/tool.js';
import { epoch, type Freshness } from './data-version.js';
import {
  canBePacked,
  makePacked,
  makeReady,
  type Packing,
  type Ready,
  weight,
  withBoth,
  withGzip,
  withPlain,
} from './encoded-response.js';

/** What words ask for: the tool, and the name of its answer. */
export interface Known {
  tool: Tool;
  name: string;
}

export interface Given {
  ready: Ready;
  /** False for all who waited while it was looked up. */
  wasAtHand: boolean;
}

/** How an answer is made for a state of the data. */
export type Make = (fresh: Freshness) => Promise<Envelope>;

export interface AtHand {
  /** The answer of that name, if this caller can be given it as it is. */
  get(name: string, takes: readonly Packing[]): Ready | undefined;
  /** That answer too, or what `make` gives, asked once for all who want it meanwhile. */
  fetch(name: string, takes: readonly Packing[], make: Make): Promise<Given>;
  /** Makes what was asked again and again for `next`, which is about to be served: nobody has to wait for it then. */
  renew(next: Freshness): Promise<void>;
  /** What a question word for word asks for, so that the same words need no validation. */
  known(text: string): Known | undefined;
  remember(text: string, known: Known): void;
  state(): { entries: number; bytes: number };
}

interface Kept {
  ready: Ready;
  make: Make;
  /** Whether it was asked for since it was made. */
  again: boolean;
}

/** Answers under way: each holds a megabyte while it is packed. */
const AT_ONCE = 16;
/** Answers that are packed better at a time: each has its plain bytes in memory meanwhile. */
const PACKED_AT_ONCE = 4;
const TEXT_MAX = 2048;
/** Characters that the remembered words may hold, all together. */
const TEXTS_SIZE = 4_000_000;
/** Answers made ahead at most, and the longest that new data waits for them. */
const RENEWED = 500;
const RENEW_MILLISECONDS = 5_000;

/** `bytes`: what the answers may hold in memory. */
export function answersAtHand(bytes: number, freshness: () => Freshness): AtHand {
  const empty = () =>
    new LRUCache<string, Kept>({
      maxSize: bytes,
      sizeCalculation: ({ ready }, name) => weight(ready) + 2 * name.length,
    });
  let answers = empty();
  let stamp = '';
  let renewed: { stamp: string; answers: typeof answers } | null = null;
  const texts = new LRUCache<string, Known>({
    maxSize: TEXTS_SIZE,
    sizeCalculation: ({ name }, text) => name.length + text.length,
  });
  /** By stamp and name. */
  const running = new Map<string, Promise<Given>>();
  const queue = new PQueue({ concurrency: AT_ONCE });
  const packing = new Set<Kept>();

  /** All is forgotten once the data has changed: nobody can ask for it any more, and it takes room. */
  function current(): string {
    const now = epoch(freshness());
    if (now === stamp) return stamp;
    answers = renewed?.stamp === now ? renewed.answers : empty();
    renewed = null;
    stamp = now;
    return stamp;
  }

  function get(name: string, takes: readonly Packing[]): Ready | undefined {
    current();
    const kept = answers.get(name);
    if (kept === undefined || !fits(kept.ready, takes)) return undefined;
    kept.again = true;
    if (takes[0] !== undefined) packLater(name, kept, takes[0]);
    return kept.ready;
  }

  function keep(name: string, ready: Ready, make: Make, again: boolean): void {
    answers.set(name, { ready, make, again });
  }

  /**
   * What is asked again is packed better for those who take it, while they are answered with what there is. Where
   * many are under way it waits until it is asked once more.
   */
  function packLater(name: string, kept: Kept, into: Packing): void {
    if (!canBePacked(kept.ready, into) || packing.has(kept) || packing.size >= PACKED_AT_ONCE) return;
    packing.add(kept);
    (into === 'br' ? withBoth(kept.ready) : withGzip(kept.ready))
      .then(
        (packed) => {
          // Unless it has left meanwhile, or another took its place.
          if (answers.peek(name) === kept) keep(name, packed, kept.make, true);
        },
        () => undefined,
      )
      .finally(() => packing.delete(kept));
  }

  /** The answer in a variant that `takes` wants; what is kept of it is no more than was asked for. */
  async function fill(name: string, takes: readonly Packing[], make: Make): Promise<Given> {
    const before = current();
    const kept = answers.get(name);
    if (kept !== undefined) {
      const whole = await withPlain(kept.ready);
      if (answers.peek(name) === kept) keep(name, whole, make, true);
      return { ready: whole, wasAtHand: true };
    }
    // A copy, because the data may change while the answer is made.
    const envelope = await make({ ...freshness() });
    // Nobody packs what may never be asked for packed.
    const ready = takes.includes('gzip') ? await makePacked(envelope) : makeReady(envelope, 200);
    // What was read while the data changed may stand between the two: it is given, but not kept.
    if (current() === before) keep(name, ready, make, false);
    return { ready, wasAtHand: false };
  }

  return {
    get,
    async fetch(name, takes, make) {
      for (;;) {
        const kept = get(name, takes);
        if (kept !== undefined) return { ready: kept, wasAtHand: true };
        const key = current() + name;
        let under = running.get(key);
        if (under === undefined) {
          under = (queue.add(() => fill(name, takes, make)) as Promise<Given>).finally(() =>
            running.delete(key),
          );
          running.set(key, under);
        }
        const given = await under;
        // Else it was made for somebody who takes what this caller does not.
        if (fits(given.ready, takes)) return given;
      }
    },
    async renew(next) {
      const into = empty();
      const until = performance.now() + RENEW_MILLISECONDS;
      // The last asked for come first; what comes first is put in last, so that it stays longest.
      const wanted = [...answers.entries()].filter(([, { again }]) => again).slice(0, RENEWED);
      for (const [name, { ready, make }] of wanted.reverse()) {
        if (performance.now() > until) break;
        try {
          const envelope = await make(next);
          const made = ready.gzip === null ? makeReady(envelope, 200) : await makePacked(envelope);
          into.set(name, { ready: made, make, again: false });
        } catch {
          // Whoever asks for it next is told what is wrong.
        }
        // Callers go first.
        await setImmediate();
      }
      renewed = { stamp: epoch(next), answers: into };
    },
    known: (text) => texts.get(text),
    remember(text, known) {
      if (text.length <= TEXT_MAX) texts.set(text, known);
    },
    state: () => ({ entries: answers.size, bytes: answers.calculatedSize }),
  };
}

/** Whether `ready` has a variant for such a caller. */
function fits({ body, gzip, br }: Ready, takes: readonly Packing[]): boolean {
  return body !== null || takes.some((one) => (one === 'br' ? br : gzip) !== null);
}
