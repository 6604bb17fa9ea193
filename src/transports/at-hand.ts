/** The answers at hand: kept until the data changes, in the variants that their callers take. */

import { LRUCache } from 'lru-cache';
import PQueue from 'p-queue';
import type { Envelope } from '../../tools/contract/envelope.js';
import type { Tool } from '../../tools/contract/tool.js';
import { epoch, type Freshness } from './freshness.js';
import {
  canBePacked,
  makePacked,
  makeReady,
  type Ready,
  weight,
  withBoth,
  withGzip,
  withPlain,
} from './ready.js';
import type { Packing } from './send.js';

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

export interface AtHand {
  /** The answer of that name, if this caller can be given it as it is. */
  get(name: string, takes: readonly Packing[]): Ready | undefined;
  /** That answer too, or what `make` gives, asked once for all who want it meanwhile. */
  fetch(name: string, takes: readonly Packing[], make: () => Promise<Envelope>): Promise<Given>;
  /** What a question word for word asks for, so that the same words need no validation. */
  known(text: string): Known | undefined;
  remember(text: string, known: Known): void;
  state(): { entries: number; bytes: number };
}

/** Answers under way: each holds a megabyte while it is packed. */
const AT_ONCE = 16;
/** Answers that are packed better at a time: each has its plain bytes in memory meanwhile. */
const PACKED_AT_ONCE = 4;
const TEXT_MAX = 2048;
/** Characters that the remembered words may hold, all together. */
const TEXTS_SIZE = 4_000_000;

/** `bytes`: what the answers may hold in memory. Names must differ where `freshness` does. */
export function answersAtHand(bytes: number, freshness: () => Freshness): AtHand {
  const answers = new LRUCache<string, Ready>({
    maxSize: bytes,
    sizeCalculation: (ready, name) => weight(ready) + 2 * name.length,
  });
  const texts = new LRUCache<string, Known>({
    maxSize: TEXTS_SIZE,
    sizeCalculation: ({ name }, text) => name.length + text.length,
  });
  const running = new Map<string, Promise<Given>>();
  const queue = new PQueue({ concurrency: AT_ONCE });
  /** Names whose answers are being packed. */
  const packing = new Set<string>();
  let stamp = '';

  /** All is forgotten once the data has changed: nobody can ask for it any more, and it takes room. */
  function current(): void {
    const now = epoch(freshness());
    if (now === stamp) return;
    texts.clear();
    answers.clear();
    stamp = now;
  }

  function get(name: string, takes: readonly Packing[]): Ready | undefined {
    current();
    const kept = answers.get(name);
    if (kept === undefined || !fits(kept, takes)) return undefined;
    if (takes[0] !== undefined) packLater(name, kept, takes[0]);
    return kept;
  }

  /**
   * What is asked again is packed better for those who take it, while they are answered with what there is. Where
   * many are under way it waits until it is asked once more.
   */
  function packLater(name: string, ready: Ready, into: Packing): void {
    if (!canBePacked(ready, into) || packing.has(name) || packing.size >= PACKED_AT_ONCE) return;
    packing.add(name);
    (into === 'br' ? withBoth(ready) : withGzip(ready))
      .then(
        (packed) => {
          // Unless it has left meanwhile, or another took its place.
          if (answers.peek(name) === ready) answers.set(name, packed);
        },
        () => undefined,
      )
      .finally(() => packing.delete(name));
  }

  /** The answer in the variant that `takes` wants; what is kept of it is no more than was asked for. */
  async function fill(
    name: string,
    takes: readonly Packing[],
    make: () => Promise<Envelope>,
    before: string,
  ): Promise<Given> {
    const kept = answers.get(name);
    if (kept !== undefined) {
      const whole = await withPlain(kept);
      if (answers.peek(name) === kept) answers.set(name, whole);
      return { ready: whole, wasAtHand: true };
    }
    const envelope = await make();
    // Nobody packs what may never be asked for packed.
    const ready = takes.includes('gzip') ? await makePacked(envelope) : makeReady(envelope, 200);
    // What was read while the data changed may stand between the two: it is given, but not kept.
    if (epoch(freshness()) === before) answers.set(name, ready);
    return { ready, wasAtHand: false };
  }

  return {
    get,
    async fetch(name, takes, make) {
      // Not when its turn in the queue comes: the name is of now.
      const before = epoch(freshness());
      for (;;) {
        const kept = get(name, takes);
        if (kept !== undefined) return { ready: kept, wasAtHand: true };
        let under = running.get(name);
        if (under === undefined) {
          under = (queue.add(() => fill(name, takes, make, before)) as Promise<Given>).finally(() =>
            running.delete(name),
          );
          running.set(name, under);
        }
        const given = await under;
        // Else it was made for somebody who takes what this caller does not.
        if (fits(given.ready, takes)) return given;
      }
    },
    known(text) {
      current();
      return texts.get(text);
    },
    remember(text, known) {
      current();
      if (text.length <= TEXT_MAX) texts.set(text, known);
    },
    state: () => ({ entries: answers.size, bytes: answers.calculatedSize }),
  };
}

/** Whether `ready` has a variant for such a caller. */
function fits({ body, gzip, br }: Ready, takes: readonly Packing[]): boolean {
  return body !== null || takes.some((one) => (one === 'br' ? br : gzip) !== null);
}
