/** The reading of one register's lists, until it counts: a list alone answers nothing before its first rows came. */

import { waitingOf } from '../store/crawl/queue.js';
import { markListed, marksOf } from '../store/crawl/readiness.js';
import { registerRows } from '../store/crawl/sources.js';
import type { Store } from '../store/database/open.js';

export class Listing {
  private readAt: Date | null = null;
  private isAll = false;

  constructor(
    private readonly store: Store,
    private readonly register: string,
  ) {}

  /** The lists, or a part of them, were read at `at`. */
  read(at: Date, isAll: boolean): void {
    this.readAt = at;
    this.isAll = isAll;
  }

  /**
   * Called when documents had their turn: the lists count from the first rows on, or when they name nothing.
   * @returns whether this is the first time that the register can be answered from
   */
  mark(): boolean {
    const { store, register, readAt, isAll } = this;
    if (readAt === null) return false;
    const isEmpty = isAll && waitingOf(store, register) === 0;
    if (registerRows(store, register) === 0 && !isEmpty) return false;
    const isFirst = marksOf(store, register).listedAt === null;
    markListed(store, register, readAt, isAll);
    this.readAt = null;
    return isFirst;
  }
}
