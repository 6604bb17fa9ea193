/** The counters that the primary process holds for its workers: exact, because it alone decides. */

import { CounterTable } from './counter-table.js';
import { type Block, type BlockRequest, blockSize } from './shared-counters.js';

interface Count {
  used: number;
  endsAt: number;
}

export class PrimaryCounters {
  /** By policy. */
  private readonly tables = new Map<string, CounterTable<Count>>();

  /** @param wider the network whose counter a name shares when there are too many */
  constructor(private readonly wider: (name: string) => string) {}

  /** Counts a block for one of `workers` processes. */
  take({ policy, name, limit, windowSeconds, owed, most }: BlockRequest, workers: number): Block {
    const now = Date.now();
    const table = this.tableOf(policy, windowSeconds);
    let count = table.find(name, now);
    if (count === undefined) {
      count = { used: 0, endsAt: now + windowSeconds * 1000 };
      table.set(table.nameOf(name, now), count);
    }
    count.used += owed;
    const left = Math.max(0, limit - count.used);
    const granted = Math.min(left, most, blockSize(left, workers));
    count.used += granted;
    return { granted, left: left - granted, millisecondsLeft: count.endsAt - now };
  }

  private tableOf(policy: string, windowSeconds: number): CounterTable<Count> {
    let table = this.tables.get(policy);
    if (table === undefined) {
      table = new CounterTable<Count>({ wider: this.wider, windowSeconds });
      this.tables.set(policy, table);
    }
    return table;
  }
}
