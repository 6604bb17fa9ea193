/** The positions of all managers as columns of numbers, and again by security: objects would take ten times the memory. */

import type { Figures, PackedHolder } from '../../records/portfolios/packed-positions.js';

const FIRST_CAPACITY = 1 << 16;

export class HolderColumns {
  private capacity = FIRST_CAPACITY;
  private security = new Int32Array(FIRST_CAPACITY);
  private cik = new Float64Array(FIRST_CAPACITY);
  private flags = new Uint8Array(FIRST_CAPACITY);
  private value = new Float64Array(FIRST_CAPACITY);
  private amount = new Float64Array(FIRST_CAPACITY);
  private count = 0;
  private readonly ids = new Map<string, number>();

  add(key: string, cik: number, { flags, value, amount }: Figures): void {
    if (this.count === this.capacity) this.grow();
    let id = this.ids.get(key);
    if (id === undefined) {
      id = this.ids.size;
      this.ids.set(key, id);
    }
    const at = this.count++;
    this.security[at] = id;
    this.cik[at] = cik;
    this.flags[at] = flags;
    this.value[at] = value ?? Number.NaN;
    this.amount[at] = amount ?? Number.NaN;
  }

  /** Each security with its holders, the largest first. */
  *securities(): Generator<[key: string, holders: PackedHolder[]]> {
    const starts = new Int32Array(this.ids.size + 1);
    for (let at = 0; at < this.count; at += 1) {
      const next = (this.security[at] as number) + 1;
      starts[next] = (starts[next] as number) + 1;
    }
    for (let id = 0; id < this.ids.size; id += 1)
      starts[id + 1] = (starts[id + 1] as number) + (starts[id] as number);
    const free = starts.slice();
    const places = new Int32Array(this.count);
    for (let at = 0; at < this.count; at += 1) {
      const id = this.security[at] as number;
      const place = free[id] as number;
      places[place] = at;
      free[id] = place + 1;
    }
    for (const [key, id] of this.ids) {
      const holders: PackedHolder[] = [];
      for (let place = starts[id] as number; place < (starts[id + 1] as number); place += 1)
        holders.push(this.holderAt(places[place] as number));
      yield [
        key,
        holders.sort((a, b) => (b.value ?? -1) - (a.value ?? -1) || a.cik - b.cik || a.flags - b.flags),
      ];
    }
  }

  private holderAt(at: number): PackedHolder {
    const [value, amount] = [this.value[at] as number, this.amount[at] as number];
    return {
      cik: this.cik[at] as number,
      flags: this.flags[at] as number,
      value: Number.isNaN(value) ? null : value,
      amount: Number.isNaN(amount) ? null : amount,
    };
  }

  private grow(): void {
    this.capacity *= 2;
    const larger = <A extends Int32Array | Uint8Array | Float64Array>(made: A, old: A): A => {
      made.set(old);
      return made;
    };
    this.security = larger(new Int32Array(this.capacity), this.security);
    this.cik = larger(new Float64Array(this.capacity), this.cik);
    this.flags = larger(new Uint8Array(this.capacity), this.flags);
    this.value = larger(new Float64Array(this.capacity), this.value);
    this.amount = larger(new Float64Array(this.capacity), this.amount);
  }
}
