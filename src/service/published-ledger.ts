/** Which ledger may continue what is published: the one that the newest generation was made from, or one that is ahead of it. */

import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import type { Config } from '../config.js';
import { LedgerBackupError } from '../ledger-backup/backup-destination.js';
import type { BackupLog } from '../ledger-backup/ledger-saver.js';
import { liveStoreFile } from './data-folder.js';
import { openLiveWriter } from './read-model.js';

/** The newest generation of the database. */
interface Published {
  number: number;
  /** Null if another version of the program made its tables. */
  id: string | null;
}

export class PublishedLedger {
  private constructor(
    private readonly config: Config,
    private readonly newest: Published | null,
  ) {}

  /** For the writer of this term: no earlier one can publish any more. */
  static async read(config: Config, epoch: number): Promise<PublishedLedger> {
    const model = await openLiveWriter(config, epoch);
    try {
      const number = await model.lastNumber();
      const id = (await model.newest())?.id ?? null;
      return new PublishedLedger(config, number === null ? null : { number, id });
    } finally {
      await model.close();
    }
  }

  /** Whether the newest generation was made from this ledger. One of another version is recognised by its number alone. */
  isOf(ledger: string): boolean {
    const { newest } = this;
    if (newest === null) return false;
    const { number, ids } = publicationOf(ledger);
    return newest.id === null ? number >= newest.number : ids.includes(newest.id);
  }

  /**
   * A folder that is not mounted looks like one without a backup, or has an old one: what was published since would be
   * replaced. A ledger from the backup may be ahead: a standby that became the primary can lack the last generations.
   * @throws LedgerBackupError if this ledger is older, unless the operator allows it
   */
  require(ledger: string, isFromBackup: boolean, place: string): void {
    const { newest } = this;
    if (newest === null || this.isOf(ledger) || existsSync(this.consentFile())) return;
    if (isFromBackup && publicationOf(ledger).number >= newest.number) return;
    throw new LedgerBackupError(
      `Generation ${newest.number} was published from a ledger that is neither in ${place} nor on this node. Mount the folder of LEDGER_BACKUP, or start the node that wrote last. To continue without that ledger, and lose what only it has, make the empty file ${this.consentFile()}.`,
    );
  }

  /** The consent of the operator counts once. */
  endConsent(log: BackupLog): void {
    if (!existsSync(this.consentFile())) return;
    log.warn({ file: this.consentFile() }, 'this file allowed an older ledger to continue, and was removed');
    rmSync(this.consentFile());
  }

  private consentFile(): string {
    return join(dirname(liveStoreFile(this.config)), 'continue-from-older-ledger');
  }
}

/** The number of the generation that this ledger is at, and the ids of those that it may have published last. */
function publicationOf(ledger: string): { number: number; ids: Array<string | null> } {
  if (!existsSync(ledger)) return { number: -1, ids: [] };
  // Raw: the program would move the log of a ledger that it closes, and the next save would be a base.
  const db = new Database(ledger, { readonly: true });
  try {
    // The first migration inserts this row, and a ledger that was saved has these columns.
    const [number, ...ids] = db
      .prepare('SELECT number, published_id, publishing_id FROM generation WHERE id = 1')
      .raw()
      .get() as [number, string | null, string | null];
    return { number, ids: ids.filter((id) => id !== null) };
  } finally {
    db.close();
  }
}
