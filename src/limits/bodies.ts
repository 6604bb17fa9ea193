/**
 * Request bodies that have not arrived in full: how much memory they may take, over all connections and for one
 * address. A caller who sends half a message and waits must not fill the memory of the service.
 */

import type { IncomingMessage } from 'node:http';
import { addressKey } from './address.js';

/** Bytes of unfinished bodies on all connections together. */
const TOTAL_MAX = 16 * 1024 * 1024;
/** Bytes that the unfinished bodies of one address may announce, or have without a word, together. */
const ADDRESS_MAX = 2 * 1024 * 1024;
/** What one piece takes in memory besides its bytes. */
const PIECE_BYTES = 256;
/** Pieces that are held before they are joined. */
const PIECES_MAX = 32;

/**
 * Why a body was not read: `too-large` for one message, or `address-full` because the caller's address has too many
 * unfinished bodies already.
 */
export type BodyRefusal = 'too-large' | 'address-full';

export interface Bodies {
  /**
   * Reads the body of `request`, at most `max` bytes of it, and calls `done` once: with the bytes, or with why they
   * are not read. Never calls it when the caller goes away, or when its connection is closed to make room.
   * @param address the caller's address, as it came
   */
  read(
    request: IncomingMessage,
    address: string,
    max: number,
    done: (body: Buffer | BodyRefusal) => void,
  ): void;
  /** Bytes held at this moment. */
  readonly bytes: number;
}

interface Unfinished {
  request: IncomingMessage;
  /** Bytes that are held of it, with what its pieces take besides. */
  held: number;
  /** Bytes that count against its address: those announced, or those that came without. */
  counted: number;
}

/** What one address has under way, oldest first. */
interface Sender {
  counted: number;
  held: number;
  bodies: Set<Unfinished>;
}

export function createBodies({ totalMax = TOTAL_MAX, addressMax = ADDRESS_MAX } = {}): Bodies {
  const senders = new Map<string, Sender>();
  let total = 0;

  function begin(key: string, body: Unfinished): boolean {
    const sender = senders.get(key) ?? { counted: 0, held: 0, bodies: new Set() };
    if (!count(sender, body.counted)) return false;
    sender.bodies.add(body);
    senders.set(key, sender);
    return true;
  }

  /** False when the address has too much under way; one body of any allowed size always has room. */
  function count(sender: Sender, bytes: number): boolean {
    if (sender.counted > 0 && sender.counted + bytes > addressMax) return false;
    sender.counted += bytes;
    return true;
  }

  function grow(sender: Sender, body: Unfinished, bytes: number): void {
    body.held += bytes;
    sender.held += bytes;
    total += bytes;
    let isFreeing = true;
    while (total > totalMax && isFreeing) isFreeing = makeRoom();
  }

  function end(key: string, body: Unfinished): void {
    const sender = senders.get(key);
    if (sender?.bodies.delete(body) !== true) return;
    sender.counted -= body.counted;
    sender.held -= body.held;
    total -= body.held;
    if (sender.bodies.size === 0) senders.delete(key);
  }

  /** Closes the oldest unfinished body of the address that holds most. False when there is none. */
  function makeRoom(): boolean {
    let most: [string, Sender] | null = null;
    for (const entry of senders) if (most === null || entry[1].held > most[1].held) most = entry;
    const [oldest] = most?.[1].bodies ?? [];
    if (most === null || oldest === undefined) return false;
    end(most[0], oldest);
    oldest.request.destroy();
    return true;
  }

  return {
    get bytes() {
      return total;
    },
    read(request, address, max, done) {
      const announced = Number(request.headers['content-length'] ?? 0);
      if (announced > max) return done('too-large');
      const key = addressKey(address);
      const body: Unfinished = { request, held: 0, counted: announced };
      if (!begin(key, body)) return done('address-full');
      const sender = senders.get(key) as Sender;
      let pieces: Buffer[] = [];
      let size = 0;
      const finish = (given: Buffer | BodyRefusal) => {
        if (!sender.bodies.has(body)) return;
        end(key, body);
        done(given);
      };
      request.on('data', (piece: Buffer) => {
        if (!sender.bodies.has(body)) return;
        size += piece.length;
        const more = Math.max(0, size - body.counted);
        if (size > max || !count(sender, more)) {
          pieces = [];
          return finish(size > max ? 'too-large' : 'address-full');
        }
        body.counted += more;
        pieces.push(piece);
        grow(sender, body, piece.length + PIECE_BYTES);
        if (pieces.length < PIECES_MAX || !sender.bodies.has(body)) return;
        pieces = [Buffer.concat(pieces)];
        grow(sender, body, size + PIECE_BYTES - body.held);
      });
      request.on('end', () => finish(pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces)));
      request.once('close', () => {
        pieces = [];
        end(key, body);
      });
    },
  };
}
