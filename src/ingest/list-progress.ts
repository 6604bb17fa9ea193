/**
 * The progress of reading one register's lists. The lists count only from the first rows on, because a list alone
 * answers nothing.
 */

import { countWaiting } from '../store/crawl/queue.js';
import { markListed, readinessMarks } from '../store/crawl/readiness-marks.js';
import { countRegisterRows } from '../store/crawl/sources.js';
import type { Store } from '../store/database/open.js';

export class ListProgress {
  private lastReadAt: Date | null = null;
  private isComplete = false;

  constructor(
    private readonly store: Store,
    private readonly register: string,
  ) {}

  /** The lists, or a part of them, were read at `at`. */
  recordRead(at: Date, isAll: boolean): void {
    this.lastReadAt = at;
    this.isComplete = isAll;
  }

  /**
   * Called when documents had their turn: the lists count from the first rows on, or when they name nothing.
   * @returns whether this is the first time that the register has enough rows for answers
   */
  markOnceReadable(): boolean {
    const { store, register, lastReadAt, isComplete } = this;
    if (lastReadAt === null) return false;
    const isEmpty = isComplete && countWaiting(store, register) === 0;
    if (countRegisterRows(store, register) === 0 && !isEmpty) return false;
    const isFirst = readinessMarks(store, register).listedAt === null;
    markListed(store, register, lastReadAt, isComplete);
    this.lastReadAt = null;
    return isFirst;
  }
}
