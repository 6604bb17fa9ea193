/**
 * Request bodies that have not arrived in full: how much memory they may take, on all connections and for one address. A
 * caller who sends half a message and waits must not fill the memory of the service. A body that comes whole with its
 * headers is not held, and not counted.
 */

import type { IncomingMessage } from 'node:http';
import { addressKey } from './address.js';

/** Bytes of unfinished bodies on all connections together. */
const TOTAL_MAX = 16 * 1024 * 1024;
/** Bytes that the unfinished bodies of one address may announce, or have without announcement, together. */
const ADDRESS_MAX = 2 * 1024 * 1024;
/** The memory that one piece takes in addition to its bytes. */
const PIECE_BYTES = 256;
/** Pieces that are held before they are joined. */
const PIECES_MAX = 32;

/**
 * Why a body was not read: `too-large` for one message, or `address-full` because the caller's address has too many
 * unfinished bodies already.
 */
export type BodyRefusal = 'too-large' | 'address-full';

interface UnfinishedBody {
  request: IncomingMessage;
  /** Bytes in memory, including the overhead of its pieces. */
  held: number;
  /** Bytes that count against its address: those announced, or those that came without announcement. */
  counted: number;
  /** Whether it was given to its reader, refused, or closed. */
  isOver: boolean;
}

/** The unfinished bodies of one address, oldest first. */
interface Sender {
  counted: number;
  held: number;
  bodies: Set<UnfinishedBody>;
}

export class Bodies {
  private readonly senders = new Map<string, Sender>();
  private readonly totalMax: number;
  private readonly addressMax: number;
  private total = 0;

  constructor({ totalMax = TOTAL_MAX, addressMax = ADDRESS_MAX } = {}) {
    this.totalMax = totalMax;
    this.addressMax = addressMax;
  }

  /** Bytes in memory at this moment. */
  get bytes(): number {
    return this.total;
  }

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
  ): void {
    const announced = Number(request.headers['content-length'] ?? 0);
    if (announced > max) {
      done('too-large');
      return;
    }
    const key = addressKey(address);
    const body: UnfinishedBody = { request, held: 0, counted: announced, isOver: false };
    let sender: Sender | null = null;
    let pieces: Buffer[] = [];
    let size = 0;
    const finish = (given: Buffer | BodyRefusal) => {
      if (body.isOver) return;
      pieces = [];
      this.end(key, body);
      done(given);
    };
    /** Counts what has come since the last call, and joins small pieces. */
    const hold = () => {
      if (sender === null || body.isOver) return;
      const more = Math.max(0, size - body.counted);
      if (!this.count(sender, more)) return finish('address-full');
      body.counted += more;
      if (pieces.length >= PIECES_MAX) pieces = [Buffer.concat(pieces)];
      this.grow(sender, body, size + pieces.length * PIECE_BYTES - body.held);
    };
    request.on('data', (piece: Buffer) => {
      if (body.isOver) return;
      size += piece.length;
      pieces.push(piece);
      if (size > max) finish('too-large');
      else hold();
    });
    // A list of length 1 has a first piece.
    request.on('end', () => finish(pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces)));
    // It comes once; `once` would add a wrapper for each message.
    request.on('close', () => {
      pieces = [];
      this.end(key, body);
    });
    // Runs when all that came together with the headers is read. Most bodies are then complete, and never counted.
    process.nextTick(() => {
      if (body.isOver || size === Number(request.headers['content-length'])) return;
      sender = this.begin(key, body);
      if (sender === null) finish('address-full');
      else hold();
    });
  }

  /** The sender of `body`; null when its address has too much under way. */
  private begin(key: string, body: UnfinishedBody): Sender | null {
    const sender = this.senders.get(key) ?? { counted: 0, held: 0, bodies: new Set() };
    if (!this.count(sender, body.counted)) return null;
    sender.bodies.add(body);
    this.senders.set(key, sender);
    return sender;
  }

  /** False when the address has too much under way; one body of any allowed size always has room. */
  private count(sender: Sender, bytes: number): boolean {
    if (sender.counted > 0 && sender.counted + bytes > this.addressMax) return false;
    sender.counted += bytes;
    return true;
  }

  private grow(sender: Sender, body: UnfinishedBody, bytes: number): void {
    body.held += bytes;
    sender.held += bytes;
    this.total += bytes;
    let isFreeing = true;
    while (this.total > this.totalMax && isFreeing) isFreeing = this.makeRoom();
  }

  private end(key: string, body: UnfinishedBody): void {
    body.isOver = true;
    const sender = this.senders.get(key);
    if (sender?.bodies.delete(body) !== true) return;
    sender.counted -= body.counted;
    sender.held -= body.held;
    this.total -= body.held;
    if (sender.bodies.size === 0) this.senders.delete(key);
  }

  /** Closes the oldest unfinished body of the address that holds most. False when there is none. */
  private makeRoom(): boolean {
    let most: [string, Sender] | null = null;
    for (const entry of this.senders) if (most === null || entry[1].held > most[1].held) most = entry;
    const [oldest] = most?.[1].bodies ?? [];
    if (most === null || oldest === undefined) return false;
    this.end(most[0], oldest);
    oldest.request.destroy();
    return true;
  }
}
