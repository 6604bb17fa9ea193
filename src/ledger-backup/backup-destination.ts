/** What a place that keeps the backup of the ledger must do. A backup is a chain: a base copy and the logs that follow it. */

import { appendTo } from '../collections.js';

/**
 * Raised when what a backup or a node keeps about parts changes: `StoredPart`, `SavedState`. Backups of the version before must stay
 * readable, because an upgrade restores from them.
 */
export const LEDGER_BACKUP_VERSION = 1;

/** A saved copy of the ledger (`sequence` 0), or the write-ahead log of what was written after the part before it. */
export interface BackupPart {
  /** A random id. The parts of one chain follow each other without a gap. */
  chain: string;
  sequence: number;
  /** The save that the ledger names in its table `ledger_save`, to recognise it after a restore. */
  number: number;
  id: string;
  /** The number of the writer's term: a part of an older writer is refused. */
  epoch: number;
  /** ISO 8601 UTC. */
  at: string;
  /** Bytes of the file before compression. */
  size: number;
}

/** A part as it is stored: compressed. */
export interface StoredPart extends BackupPart {
  storedSize: number;
  /** SHA-256 of the stored bytes, in hexadecimal digits. */
  sha256: string;
}

/** The size and the checksum of a part are known only when its last byte was given. */
export type FinishPart = () => StoredPart;

export interface BackupDestination {
  /** Whether any writer claimed it before. A folder that is not mounted has no trace of one. */
  isClaimed(): Promise<boolean>;
  /**
   * From now on only the writer of this epoch, or of a later one, may save.
   * @throws FencedError if a later one has claimed it already
   */
  claim(epoch: number): Promise<void>;
  /** The parts of the newest chain in their order; none if nothing was saved. */
  newestChain(): Promise<StoredPart[]>;
  /**
   * Stores a part whole and durably, or not at all.
   * @throws FencedError if a later writer has claimed the destination, or has saved a part with this number
   */
  save(part: BackupPart, bytes: AsyncIterable<Buffer>, finish: FinishPart): Promise<StoredPart>;
  /** The stored bytes of a part. */
  read(part: StoredPart): AsyncIterable<Buffer>;
  /** Deletes every chain except this one, and what an interrupted save left. */
  prune(chain: string): Promise<void>;
  close(): Promise<void>;
}

/** The backup cannot be used as it is. The message says what an operator can do. */
export class LedgerBackupError extends Error {
  override name = 'LedgerBackupError';
}

/**
 * The chain to restore: the one to which the latest writer saved last. A writer that was replaced may have saved a part
 * at the last moment, to a folder, and is not followed.
 */
export function newestChainOf(parts: readonly StoredPart[]): StoredPart[] {
  const chains = new Map<string, StoredPart[]>();
  for (const part of parts) appendTo(chains, part.chain, part);
  let newest: StoredPart[] = [];
  for (const chain of chains.values()) {
    chain.sort((a, b) => a.sequence - b.sequence);
    // Without its base a chain is of no use: its removal was interrupted.
    if (chain[0]?.sequence === 0 && isLater(chain.at(-1), newest.at(-1))) newest = chain;
  }
  return newest;
}

function isLater(one: StoredPart | undefined, other: StoredPart | undefined): boolean {
  if (one === undefined || other === undefined) return one !== undefined;
  if (one.epoch !== other.epoch) return one.epoch > other.epoch;
  // A new base is the state of the last part of the chain before it.
  return one.number === other.number ? one.sequence < other.sequence : one.number > other.number;
}
