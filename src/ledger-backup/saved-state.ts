/** What a node remembers beside its ledger about the backup: which part it saved last, and what still has to be sent. */

import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { BackupPart } from './backup-destination.js';

export interface SavedState {
  /** The last part that was taken from the ledger. */
  last: BackupPart;
  /** The id of the last part that is known to be in the backup. */
  sent: string;
  /** Parts that were taken after it, in their order. The first ones may be in the backup too. */
  waiting: BackupPart[];
  /** Bytes before compression: of the base, and of all increments together. */
  baseSize: number;
  incrementsSize: number;
  /**
   * The identity of the ledger's file after that. While it is the same, no part of the log was moved into the file, so the log
   * holds everything that was written since.
   */
  ledger: string;
  /** Whether the file alone is the ledger of the last part: no reader kept the log from being moved into it. */
  isWhole: boolean;
}

export class SavedStateFile {
  private readonly folder: string;
  private readonly file: string;

  /** `ledger` is the path of the SQLite file. */
  constructor(private readonly ledger: string) {
    this.folder = join(dirname(ledger), 'ledger-backup');
    this.file = join(this.folder, 'state.json');
  }

  /** Null if nothing is known, or if it no longer describes the ledger's file. */
  read(): SavedState | null {
    if (!existsSync(this.file)) return null;
    // Only `write` creates the file, and a damaged one stops with the syntax error below.
    const state = JSON.parse(readFileSync(this.file, 'utf8')) as SavedState;
    return state.ledger === this.ledgerIdentity() ? state : null;
  }

  write(state: SavedState): void {
    mkdirSync(this.folder, { recursive: true });
    const next = `${this.file}.next`;
    const file = openSync(next, 'w');
    try {
      writeSync(file, JSON.stringify(state));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(next, this.file);
  }

  /** Forgets everything, parts that wait too: the next save begins a new chain. */
  clear(): void {
    rmSync(this.file, { force: true });
    this.removeSent([]);
  }

  /** The file with the bytes of a part that waits. */
  partFile({ chain, sequence }: BackupPart): string {
    mkdirSync(this.folder, { recursive: true });
    return join(this.folder, `${chain}-${sequence}.wal`);
  }

  /** Deletes the bytes of every part that does not wait any more. */
  removeSent(waiting: readonly BackupPart[]): void {
    if (!existsSync(this.folder)) return;
    const kept = new Set(waiting.map((part) => this.partFile(part)));
    for (const name of readdirSync(this.folder)) {
      const path = join(this.folder, name);
      if (name.endsWith('.wal') && !kept.has(path)) rmSync(path, { force: true });
    }
  }

  /** File, size and last change; another file, or one that was written to, has another identity. */
  ledgerIdentity(): string {
    const found = statSync(this.ledger, { bigint: true });
    return `${found.dev}/${found.ino}/${found.size}/${found.mtimeNs}`;
  }
}
