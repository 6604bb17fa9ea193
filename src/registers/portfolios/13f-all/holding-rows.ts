/**
 * The rows of an information table as columns of numbers: 26 bytes for each, so that the three and a half million rows of
 * a data set fit into 100 MB. They can come in any order; filings are then taken out one by one.
 */

import { isNothingHeld } from '../../../records/portfolios/form13f.js';
import type { SecurityName } from '../../../records/portfolios/manager-filing.js';
import { ByteWriter, POSITION_FLAGS, PositionSums } from '../../../records/portfolios/packed-positions.js';
import { ParseError } from '../../register.js';

/** Five times the rows of the largest data set. */
const MAX_ROWS = 20_000_000;
const BYTES_OF_A_ROW = 90;
/** Names of a security are compared in its first rows: the name of most of them is kept. */
const NAMES_COMPARED = 200;

interface NamedSecurity extends SecurityName {
  /** How far this name is ahead of others, for the majority vote. */
  lead: number;
  seen: number;
}

export interface TableTotals {
  rowCount: number;
  valueSum: number;
}

export class HoldingRows {
  private filing: Int32Array;
  private security: Int32Array;
  private flags: Uint8Array;
  private value: Float64Array;
  private amount: Float64Array;
  private count = 0;
  private readonly securityIds = new Map<string, number>();
  private readonly named: NamedSecurity[] = [];
  private order: { rows: Int32Array; starts: Int32Array } | null = null;
  private readonly writer = new ByteWriter(1 << 20);

  /** @param tableBytes the size of the table, from which the number of rows is guessed */
  constructor(tableBytes: number) {
    const capacity = Math.min(Math.ceil(tableBytes / BYTES_OF_A_ROW) + 16, MAX_ROWS);
    this.filing = new Int32Array(capacity);
    this.security = new Int32Array(capacity);
    this.flags = new Uint8Array(capacity);
    this.value = new Float64Array(capacity);
    this.amount = new Float64Array(capacity);
  }

  get rows(): number {
    return this.count;
  }

  /** The number of a security; `key` as `securityKey` gives it. */
  securityOf(key: string, name: () => [name: string, titleOfClass: string]): number {
    let id = this.securityIds.get(key);
    if (id === undefined) {
      id = this.named.length;
      this.securityIds.set(key, id);
      this.named.push({ key, name: '', titleOfClass: '', lead: 0, seen: 0 });
    }
    const known = this.named[id] as NamedSecurity;
    if (known.seen < NAMES_COMPARED) vote(known, name());
    return id;
  }

  add(filing: number, security: number, flags: number, value: number | null, amount: number | null): void {
    if (this.count === this.filing.length) this.grow();
    const at = this.count++;
    this.filing[at] = filing;
    this.security[at] = security;
    this.flags[at] = flags;
    this.value[at] = value ?? Number.NaN;
    this.amount[at] = amount ?? Number.NaN;
  }

  /** What one filing holds. `filings` is how many there are, the same in each call. */
  positionsOf(filing: number, filings: number): TableTotals & { positionCount: number; packed: Buffer } {
    this.order ??= this.byFiling(filings);
    const { rows, starts } = this.order;
    const sums = new PositionSums();
    let valueSum = 0;
    const [from, to] = [starts[filing] as number, starts[filing + 1] as number];
    for (let place = from; place < to; place += 1) {
      const at = rows[place] as number;
      const value = orNull(this.value[at] as number);
      const amount = orNull(this.amount[at] as number);
      const { key } = this.named[this.security[at] as number] as NamedSecurity;
      valueSum += value ?? 0;
      if (!isNothingHeld({ value, amount })) sums.add(key, this.flags[at] as number, value, amount);
    }
    return { rowCount: to - from, valueSum, positionCount: sums.size, packed: sums.pack(this.writer) };
  }

  *securities(): Generator<SecurityName> {
    for (const { key, name, titleOfClass } of this.named) yield { key, name, titleOfClass };
  }

  /** The rows of each filing behind each other, in the order of the table. */
  private byFiling(filings: number): { rows: Int32Array; starts: Int32Array } {
    const starts = new Int32Array(filings + 1);
    for (let at = 0; at < this.count; at += 1) {
      const next = (this.filing[at] as number) + 1;
      starts[next] = (starts[next] as number) + 1;
    }
    for (let one = 0; one < filings; one += 1)
      starts[one + 1] = (starts[one + 1] as number) + (starts[one] as number);
    const free = starts.slice();
    const rows = new Int32Array(this.count);
    for (let at = 0; at < this.count; at += 1) {
      const filing = this.filing[at] as number;
      const place = free[filing] as number;
      rows[place] = at;
      free[filing] = place + 1;
    }
    return { rows, starts };
  }

  private grow(): void {
    const capacity = Math.min(Math.ceil(this.count * 1.5), MAX_ROWS);
    if (capacity <= this.count) throw new ParseError(`the information table has more than ${MAX_ROWS} rows`);
    const larger = <A extends Int32Array | Uint8Array | Float64Array>(made: A, old: A): A => {
      made.set(old);
      return made;
    };
    this.filing = larger(new Int32Array(capacity), this.filing);
    this.security = larger(new Int32Array(capacity), this.security);
    this.flags = larger(new Uint8Array(capacity), this.flags);
    this.value = larger(new Float64Array(capacity), this.value);
    this.amount = larger(new Float64Array(capacity), this.amount);
  }
}

const orNull = (figure: number): number | null => (Number.isNaN(figure) ? null : figure);

/** Keeps the name that is in more than half of the rows; otherwise one of those that were filed. */
function vote(known: NamedSecurity, [name, titleOfClass]: [string, string]): void {
  known.seen += 1;
  if (known.lead === 0) {
    known.name = name;
    known.titleOfClass = titleOfClass;
    known.lead = 1;
  } else known.lead += known.name === name && known.titleOfClass === titleOfClass ? 1 : -1;
}

/** The flags of a row, by the words of the form. */
export function rowFlags(
  amountType: 'SH' | 'PRN' | null,
  putCall: 'Put' | 'Call' | null,
  repeatsValue: boolean,
): number {
  return (
    (amountType === 'PRN' ? POSITION_FLAGS.principal : amountType === null ? POSITION_FLAGS.unknownType : 0) |
    (putCall === 'Put' ? POSITION_FLAGS.put : putCall === 'Call' ? POSITION_FLAGS.call : 0) |
    (repeatsValue ? POSITION_FLAGS.noPrice : 0)
  );
}
