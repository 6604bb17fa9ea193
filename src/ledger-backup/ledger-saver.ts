/** Saves the ledger while it is written: a base copy first, then the write-ahead log of each time since the last save. */

import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataVersion, type Store, StoreBusyError } from '../store/database/open.js';
import {
  type BackupDestination,
  type BackupPart,
  LedgerBackupError,
  type StoredPart,
} from './backup-destination.js';
import { compressedPart } from './part-content.js';
import { type SavedState, SavedStateFile } from './saved-state.js';
import { copyCommittedFrames } from './wal-frames.js';

/** A new base is made when the increments are larger than this part of the base: a restore stays short. */
const INCREMENTS_MAX = 0.5;
/** A new base is made after so many increments too: each takes time at a restore, however small it is. */
const PARTS_MAX = 200;
/** How long a base waits for those who read the ledger. */
const CHECKPOINT_TRIES = 300;
const CHECKPOINT_PAUSE_MS = 200;
/** How many saves the ledger remembers. A node that is further behind restores. */
const REMEMBERED_SAVES = 1000;

export interface BackupLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface LedgerSaverOptions {
  /** The path of the ledger. */
  file: string;
  destination: BackupDestination;
  /** The number of this writer's term. */
  epoch: number;
  now: () => Date;
  log: BackupLog;
}

/**
 * The only one who may move the write-ahead log of this ledger into its file: what another program moves is noticed
 * by the changed file, and the next save makes a new base.
 */
export class LedgerSaver {
  private readonly state: SavedStateFile;
  private saving: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly store: Store,
    private readonly options: LedgerSaverOptions,
  ) {
    this.state = new SavedStateFile(options.file);
    store.db.pragma('wal_autocheckpoint = 0');
  }

  /**
   * Resolves when everything that was committed before the call is safe. Calls wait for each other. `taken` is called
   * at the very state that is saved: nothing is written between the two.
   * @throws FencedError if another node became the writer
   */
  save(taken: () => void = () => undefined): Promise<StoredPart> {
    const turn = this.saving.then(() => this.saveNow(taken));
    this.saving = turn.then(
      () => this.renewLongChain(),
      () => undefined,
    );
    return turn;
  }

  /**
   * Before the store is closed: takes what was not saved from the log, because the last connection to close deletes
   * it. It is sent by the next save.
   */
  async close(): Promise<void> {
    await this.saving;
    const state = this.state.read();
    if (state !== null && logSize(this.options.file) > 0) this.takeIncrement(state);
  }

  private async saveNow(taken: () => void): Promise<StoredPart> {
    const state = this.state.read();
    const chain = await this.options.destination.newestChain();
    if (state === null || !continues(chain, state) || this.isBaseSmaller(state)) return this.saveBase(taken);
    const next = this.takeIncrement(state);
    if (next === null) return this.saveBase(taken);
    taken();
    return this.sendWaiting(next, new Set(chain.map(({ id }) => id)));
  }

  /** Saves that failed for long leave parts on this disk, and a full backup may have room for a base but not for them. */
  private isBaseSmaller({ waiting }: SavedState): boolean {
    const size = waiting.reduce((sum, part) => sum + part.size, 0);
    return size > statSync(this.options.file).size * INCREMENTS_MAX;
  }

  /**
   * Copies the log and moves it into the ledger's file, without letting anything else of this process run in between.
   * Null if another program wrote meanwhile.
   */
  private takeIncrement(state: SavedState): SavedState | null {
    const { file } = this.options;
    const version = dataVersion(this.store);
    const part = this.nextPart(state.last.chain, state.last.sequence + 1);
    const size = copyCommittedFrames(`${file}-wal`, this.state.partFile(part));
    const isComplete = size > 0 && this.state.ledgerIdentity() === state.ledger;
    const isWhole = this.checkpoint();
    if (!isComplete || dataVersion(this.store) !== version) {
      this.state.clear();
      return null;
    }
    const last = { ...part, size };
    const next = {
      ...state,
      last,
      waiting: [...state.waiting, last],
      incrementsSize: state.incrementsSize + size,
      ledger: this.state.ledgerIdentity(),
      isWhole,
    };
    this.state.write(next);
    return next;
  }

  private async sendWaiting(state: SavedState, stored: ReadonlySet<string>): Promise<StoredPart> {
    let last: StoredPart | null = null;
    for (const part of state.waiting)
      if (!stored.has(part.id)) last = await this.send(part, this.state.partFile(part));
    // The last part was taken just now.
    if (last === null) throw new LedgerBackupError('The part that was just taken is in the backup already.');
    this.state.write({ ...state, sent: last.id, waiting: [] });
    this.state.removeSent([]);
    return last;
  }

  /** The ledger's file, without waiting for anything that is written meanwhile: the log takes that. */
  private async saveBase(taken: () => void): Promise<StoredPart> {
    this.state.clear();
    const part = this.nextPart(newId(), 0);
    await this.checkpointWhole(taken);
    return this.sendBase(part);
  }

  /** The state that the ledger's file has now is in the backup already: it only becomes the base of a new chain. */
  private async renewLongChain(): Promise<void> {
    const state = this.state.read();
    if (state === null || !state.isWhole) return;
    const isShort = state.last.sequence < PARTS_MAX;
    if (isShort && state.incrementsSize <= state.baseSize * INCREMENTS_MAX) return;
    try {
      await this.sendBase({ ...state.last, chain: newId(), sequence: 0 });
    } catch (error) {
      // The chain so far is complete, and is continued.
      this.options.log.warn({ err: error }, 'a new base copy of the ledger could not be saved');
    }
  }

  private async sendBase(part: BackupPart): Promise<StoredPart> {
    const { file, destination, log } = this.options;
    const ledger = this.state.ledgerIdentity();
    const base = { ...part, size: statSync(file).size };
    const stored = await this.send(base, file, () => {
      if (this.state.ledgerIdentity() !== ledger)
        throw new LedgerBackupError(
          `Another program wrote to ${file} while it was saved. The next save tries again.`,
        );
    });
    this.state.write({
      last: base,
      sent: base.id,
      waiting: [],
      baseSize: base.size,
      incrementsSize: 0,
      ledger,
      isWhole: true,
    });
    await destination.prune(base.chain);
    log.info({ bytes: base.size, stored: stored.storedSize }, 'a base copy of the ledger was saved');
    return stored;
  }

  /** A part that an earlier writer of this node took is sent in the name of this one. */
  private send(part: BackupPart, file: string, check: () => void = () => undefined): Promise<StoredPart> {
    const { destination, epoch } = this.options;
    const { bytes, stored } = compressedPart({ ...part, epoch }, file);
    return destination.save({ ...part, epoch }, bytes, () => {
      check();
      return stored();
    });
  }

  /** Names the save in the ledger, so that the part contains its own name. */
  private nextPart(chain: string, sequence: number): BackupPart {
    const { store } = this;
    const id = newId();
    const at = this.options.now().toISOString();
    const number = store.transaction(() => {
      store.sql('INSERT INTO ledger_save (id, at) VALUES (?, ?)').run(id, at);
      // One row: an aggregate, and the line above inserted one.
      const [newest] = store.rows<[number]>('SELECT max(number) FROM ledger_save').get() as [number];
      store.sql('DELETE FROM ledger_save WHERE number <= ?').run(newest - REMEMBERED_SAVES);
      return newest;
    });
    return { chain, sequence, number, id, epoch: this.options.epoch, at, size: 0 };
  }

  /** Moves as much of the log into the file as readers allow. @returns whether that was all */
  private checkpoint(): boolean {
    const { db } = this.store;
    // With `simple` the pragma gives its only value, a number.
    const timeout = db.pragma('busy_timeout', { simple: true }) as number;
    db.pragma('busy_timeout = 0');
    try {
      // The pragma always gives one row.
      const [row] = db.pragma('wal_checkpoint(TRUNCATE)') as [{ log: number; checkpointed: number }];
      return row.log === row.checkpointed && row.log >= 0;
    } finally {
      db.pragma(`busy_timeout = ${timeout}`);
    }
  }

  private async checkpointWhole(taken: () => void): Promise<void> {
    for (let left = CHECKPOINT_TRIES; !this.checkpoint(); left--) {
      if (left === 0)
        throw new StoreBusyError(
          `${this.options.file} cannot be saved: another process reads it all the time.`,
        );
      await sleep(CHECKPOINT_PAUSE_MS);
    }
    taken();
  }
}

/** Whether the next part follows what is stored: its last part is the last one that was sent, or one that waits. */
function continues(chain: readonly StoredPart[], { last, sent, waiting }: SavedState): boolean {
  const stored = chain.at(-1);
  if (stored === undefined || stored.chain !== last.chain || chain.length - 1 !== stored.sequence)
    return false;
  return stored.id === sent || waiting.some(({ id }) => id === stored.id);
}

function newId(): string {
  return randomBytes(8).toString('hex');
}

function logSize(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}
