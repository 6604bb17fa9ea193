/** The SHA-256 of every key in memory, where a lookup is a few steps: some 60 bytes for a key, and no object. */

import type { KeyHolder } from '../store/accounts/key-changes.js';

/** Bytes of a hash. */
const HASH = 32;
const SMALLEST = 64;

/** A hash table with linear probing. The hashes are random, so their first bytes already are a good position. */
export class KeyTable implements KeyHolder {
  private capacity = SMALLEST;
  private hashes = Buffer.alloc(this.capacity * HASH);
  /** The id of the key in each row. */
  private ids = new Float64Array(this.capacity);
  private size = 0;
  /** Row + 1 of the hash at each position, or 0. At most half of the positions are taken. */
  private positions = new Uint32Array(2 * this.capacity);

  get count(): number {
    return this.size;
  }

  /** Bytes of memory that the table takes. */
  get bytes(): number {
    return this.hashes.length + this.ids.byteLength + this.positions.byteLength;
  }

  /** The id of the key with this hash; null if there is none. */
  find(hash: Buffer): number | null {
    const row = this.positions[this.positionOf(hash, 0)] ?? 0;
    return row === 0 ? null : (this.ids[row - 1] ?? null);
  }

  set(hash: Buffer, id: number): void {
    if (this.size === this.capacity) this.grow();
    const position = this.positionOf(hash, 0);
    if (this.positions[position] !== 0) return;
    hash.copy(this.hashes, this.size * HASH, 0, HASH);
    this.ids[this.size] = id;
    this.size += 1;
    this.positions[position] = this.size;
  }

  remove(ids: ReadonlySet<number>): void {
    let kept = 0;
    for (let row = 0; row < this.size; row += 1) {
      const id = this.ids[row] ?? 0;
      if (ids.has(id)) continue;
      if (kept < row) this.hashes.copy(this.hashes, kept * HASH, row * HASH, (row + 1) * HASH);
      this.ids[kept] = id;
      kept += 1;
    }
    if (kept === this.size) return;
    // No trace of a removed key stays behind.
    this.hashes.fill(0, kept * HASH);
    this.size = kept;
    this.arrange();
  }

  /** The position of the hash that begins at `start` of `bytes`, or the free one where it belongs. */
  private positionOf(bytes: Buffer, start: number): number {
    const { positions, hashes } = this;
    const mask = positions.length - 1;
    let position = bytes.readUInt32LE(start) & mask;
    for (;;) {
      const row = positions[position] ?? 0;
      if (row === 0) return position;
      const at = (row - 1) * HASH;
      if (bytes.compare(hashes, at, at + HASH, start, start + HASH) === 0) return position;
      position = (position + 1) & mask;
    }
  }

  private grow(): void {
    this.capacity *= 2;
    const hashes = Buffer.alloc(this.capacity * HASH);
    this.hashes.copy(hashes);
    this.hashes = hashes;
    const ids = new Float64Array(this.capacity);
    ids.set(this.ids);
    this.ids = ids;
    this.positions = new Uint32Array(2 * this.capacity);
    this.arrange();
  }

  /** Finds the positions of all rows again. */
  private arrange(): void {
    this.positions.fill(0);
    for (let row = 0; row < this.size; row += 1)
      this.positions[this.positionOf(this.hashes, row * HASH)] = row + 1;
  }
}
