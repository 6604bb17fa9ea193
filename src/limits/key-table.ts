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
    for (const id of ids) {
      const row = this.ids.subarray(0, this.size).indexOf(id);
      if (row >= 0) this.removeRow(row);
    }
  }

  /** The last row takes the place of the removed one. */
  private removeRow(row: number): void {
    this.free(this.positionOf(this.hashes, row * HASH));
    const last = this.size - 1;
    if (row !== last) {
      this.positions[this.positionOf(this.hashes, last * HASH)] = row + 1;
      this.hashes.copy(this.hashes, row * HASH, last * HASH, this.size * HASH);
      this.ids[row] = this.ids[last] ?? 0;
    }
    // No trace of a removed key stays behind.
    this.hashes.fill(0, last * HASH, this.size * HASH);
    this.size = last;
  }

  /** Frees a position, and moves back what was put behind it because it was taken. */
  private free(position: number): void {
    const { positions } = this;
    const mask = positions.length - 1;
    let hole = position;
    for (let at = (hole + 1) & mask; ; at = (at + 1) & mask) {
      const row = positions[at] ?? 0;
      if (row === 0) break;
      const first = this.hashes.readUInt32LE((row - 1) * HASH) & mask;
      if (((at - first) & mask) < ((at - hole) & mask)) continue;
      positions[hole] = row;
      hole = at;
    }
    positions[hole] = 0;
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
