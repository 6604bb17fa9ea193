/** What each table holds, as a number of rows and a hash that does not depend on their order: see docs/proof.md. */

import { createHash } from 'node:crypto';
import { type Row, TABLES, type TableName } from './tables.js';

/** Bytes of a sum: with 4096 bits the best known way to other rows with the same sum takes about 2^128 steps. */
const SUM_BYTES = 512;
const LIMBS = SUM_BYTES / 4;
const LIMB = 2 ** 32;

/** The rows of a table: how many, and the SHA-256 of their sum. */
export interface TableDigest {
  name: string;
  rows: number;
  sha256: string;
}

/** As it is stored between two publications. */
export type StoredSum = [name: string, rows: number, sum: Buffer];

/** The sum of the hashes of rows, modulo 2^4096: a row is added or taken away without reading the others. */
export class RowSum {
  private readonly limbs = new Uint32Array(LIMBS);

  constructor(
    public rows = 0,
    sum?: Buffer,
  ) {
    if (sum === undefined) return;
    if (sum.length !== SUM_BYTES) throw new RangeError(`a sum has ${SUM_BYTES} bytes, not ${sum.length}`);
    for (let at = 0; at < LIMBS; at += 1) this.limbs[at] = sum.readUInt32LE(at * 4);
  }

  add(text: string): void {
    const hash = wideHash(text);
    let carry = 0;
    for (let at = 0; at < LIMBS; at += 1) {
      // The loop stays within the limbs.
      const total = (this.limbs[at] as number) + hash.readUInt32LE(at * 4) + carry;
      this.limbs[at] = total;
      carry = total >= LIMB ? 1 : 0;
    }
    this.rows += 1;
  }

  remove(text: string): void {
    const hash = wideHash(text);
    let borrow = 0;
    for (let at = 0; at < LIMBS; at += 1) {
      // As above.
      const rest = (this.limbs[at] as number) - hash.readUInt32LE(at * 4) - borrow;
      this.limbs[at] = rest;
      borrow = rest < 0 ? 1 : 0;
    }
    this.rows -= 1;
  }

  /** 512 bytes, the lowest first. */
  bytes(): Buffer {
    const bytes = Buffer.alloc(SUM_BYTES);
    for (const [at, limb] of this.limbs.entries()) bytes.writeUInt32LE(limb, at * 4);
    return bytes;
  }

  /** In hexadecimal digits. */
  sha256(): string {
    return createHash('sha256').update(this.bytes()).digest('hex');
  }
}

/** The table that has the proof itself: it cannot be part of what it proves. */
const UNPROVED: TableName = 'manifest';

/** The sums of all tables. */
export class TableDigests {
  private readonly sums: Map<TableName, RowSum>;
  /** Tables whose sum is not stored as it is. */
  private readonly unstored: Set<TableName>;

  constructor(stored: readonly StoredSum[] = []) {
    const known = new Map(stored.map(([name, rows, sum]) => [name, new RowSum(rows, sum)]));
    // The keys of TABLES are its names.
    const names = (Object.keys(TABLES) as TableName[]).filter((name) => name !== UNPROVED);
    this.sums = new Map(names.map((name) => [name, known.get(name) ?? new RowSum()]));
    this.unstored = new Set(names.filter((name) => !known.has(name)));
  }

  add(table: TableName, row: Row): void {
    this.unstored.add(table);
    this.sums.get(table)?.add(rowText(table, row));
  }

  remove(table: TableName, row: Row): void {
    this.unstored.add(table);
    this.sums.get(table)?.remove(rowText(table, row));
  }

  rowsOf(table: TableName): number {
    return this.sums.get(table)?.rows ?? 0;
  }

  /** The sums that must be stored: those of other tables are stored already. */
  toStore(): StoredSum[] {
    return [...this.sums]
      .filter(([name]) => this.unstored.has(name))
      .map(([name, sum]) => [name, sum.rows, sum.bytes()]);
  }

  list(): TableDigest[] {
    return [...this.sums].map(([name, sum]) => ({ name, rows: sum.rows, sha256: sum.sha256() }));
  }
}

/** A row with the name of its table, so that no row of another table has the same hash. */
function rowText(table: TableName, row: Row): string {
  return `${table}\n${JSON.stringify(row)}`;
}

function wideHash(text: string): Buffer {
  return createHash('shake256', { outputLength: SUM_BYTES }).update(text).digest();
}
