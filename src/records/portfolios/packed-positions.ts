/**
 * Positions as bytes: about twenty for each, where a row of a database takes a hundred. Two forms: the positions of one
 * manager, each with its security, and the holders of one security, each with its manager.
 */

/** Bits of a position: what kind it is, and what is not known. */
export const POSITION_FLAGS = {
  /** The amount is a principal amount of a bond in dollars, and not shares. */
  principal: 1,
  /** It cannot be read whether the amount is shares or principal, or whether the row is an option. */
  unknownType: 2,
  put: 4,
  call: 8,
  unknownValue: 16,
  unknownAmount: 32,
  /** Value and amount are stored as doubles: one of them is not a whole number. */
  fraction: 64,
  /** A row repeats its value in the share column, or other reports contradict its value: no price follows from it. */
  noPrice: 128,
} as const;

/** The flags that make two positions of one security different ones. */
export const KIND_MASK =
  POSITION_FLAGS.principal | POSITION_FLAGS.unknownType | POSITION_FLAGS.put | POSITION_FLAGS.call;

/** Writes numbers and texts behind each other, and grows as needed. */
export class ByteWriter {
  private bytes: Buffer;
  length = 0;

  constructor(capacity = 4096) {
    this.bytes = Buffer.allocUnsafe(capacity);
  }

  byte(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value;
  }

  /** A whole number from 0 to 2^53, seven bits in each byte, the lowest first. */
  number(value: number): void {
    this.reserve(8);
    let rest = value;
    while (rest >= 0x80) {
      this.bytes[this.length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.bytes[this.length++] = rest;
  }

  double(value: number): void {
    this.reserve(8);
    this.bytes.writeDoubleLE(value, this.length);
    this.length += 8;
  }

  text(value: string): void {
    const size = Buffer.byteLength(value);
    this.number(size);
    this.reserve(size);
    this.bytes.write(value, this.length);
    this.length += size;
  }

  /** A copy of what was written; the writer can be used again. */
  take(): Buffer {
    const taken = Buffer.from(this.bytes.subarray(0, this.length));
    this.length = 0;
    return taken;
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.length + more));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}

const CUSIP_BYTES = 9;
/** The first byte of a key that is a name. */
const QUESTION_MARK = 0x3f;

/** Reads what a `ByteWriter` wrote. @throws RangeError beyond the end: the bytes are damaged */
class ByteReader {
  at = 0;

  constructor(private readonly bytes: Buffer) {}

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  byte(): number {
    const value = this.bytes[this.at];
    if (value === undefined) throw new RangeError('packed positions end too early');
    this.at += 1;
    return value;
  }

  number(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const part = this.byte();
      if (part < 0x80) return value + part * scale;
      value += (part - 0x80) * scale;
    }
  }

  double(): number {
    const value = this.bytes.readDoubleLE(this.at);
    this.at += 8;
    return value;
  }

  text(): string {
    const size = this.number();
    if (this.at + size > this.bytes.length) throw new RangeError('packed positions end too early');
    // A CUSIP has nine letters and digits: read as Latin, which takes a third of the time.
    const value = this.bytes.toString(
      size === CUSIP_BYTES && this.bytes[this.at] !== QUESTION_MARK ? 'latin1' : 'utf8',
      this.at,
      this.at + size,
    );
    this.at += size;
    return value;
  }
}

/** Value and amount of a position; null where they cannot be read. */
export interface Figures {
  flags: number;
  value: number | null;
  amount: number | null;
}

/**
 * The amount where it can be compared: undefined without the position, null where it cannot be read, where the share column
 * repeats the value, and where other reports contradict the value.
 */
export function comparableAmount(figures: Figures | undefined): number | null | undefined {
  if (figures === undefined) return undefined;
  return (figures.flags & POSITION_FLAGS.noPrice) !== 0 ? null : figures.amount;
}

/** A position of a manager: what it holds of one security in one kind. */
export interface PackedPosition extends Figures {
  /** See `securityKey`. */
  key: string;
}

/** A position of a security: how much of it one manager holds in one kind. */
export interface PackedHolder extends Figures {
  cik: number;
}

export function packPosition(into: ByteWriter, position: PackedPosition): void {
  into.text(position.key);
  packFigures(into, position);
}

export function packHolder(into: ByteWriter, holder: PackedHolder): void {
  into.number(holder.cik);
  packFigures(into, holder);
}

/** @throws RangeError if the bytes are damaged */
export function unpackPositions(bytes: Buffer): PackedPosition[] {
  const reader = new ByteReader(bytes);
  const positions: PackedPosition[] = [];
  while (!reader.isAtEnd) {
    const key = reader.text();
    const figures = unpackFigures(reader);
    positions.push({ key, flags: figures.flags, value: figures.value, amount: figures.amount });
  }
  return positions;
}

/** @throws RangeError if the bytes are damaged */
export function unpackHolders(bytes: Buffer): PackedHolder[] {
  const reader = new ByteReader(bytes);
  const holders: PackedHolder[] = [];
  while (!reader.isAtEnd) {
    const cik = reader.number();
    const figures = unpackFigures(reader);
    holders.push({ cik, flags: figures.flags, value: figures.value, amount: figures.amount });
  }
  return holders;
}

const { unknownValue, unknownAmount, fraction } = POSITION_FLAGS;

function packFigures(into: ByteWriter, { flags, value, amount }: Figures): void {
  const isWhole = Number.isSafeInteger(value ?? 0) && Number.isSafeInteger(amount ?? 0);
  const isPlain = isWhole && (value ?? 0) >= 0 && (amount ?? 0) >= 0;
  into.byte(
    (flags & (KIND_MASK | POSITION_FLAGS.noPrice)) |
      (value === null ? unknownValue : 0) |
      (amount === null ? unknownAmount : 0) |
      (isPlain ? 0 : fraction),
  );
  for (const figure of [value, amount]) {
    if (figure === null) continue;
    if (isPlain) into.number(figure);
    else into.double(figure);
  }
}

function unpackFigures(reader: ByteReader): Figures {
  const flags = reader.byte();
  const isDouble = (flags & fraction) !== 0;
  const value = (flags & unknownValue) !== 0 ? null : isDouble ? reader.double() : reader.number();
  const amount = (flags & unknownAmount) !== 0 ? null : isDouble ? reader.double() : reader.number();
  return { flags, value, amount };
}

/**
 * Adds up rows of one portfolio: of one security, and never across shares and principal, puts and calls. A sum with an
 * unknown part is unknown.
 */
export class PositionSums {
  private readonly sums = new Map<string, PackedPosition>();

  get size(): number {
    return this.sums.size;
  }

  add(key: string, flags: number, value: number | null, amount: number | null): void {
    const id = `${String.fromCharCode(flags & KIND_MASK)}${key}`;
    const known = this.sums.get(id);
    if (known === undefined) {
      this.sums.set(id, { key, flags, value, amount });
      return;
    }
    known.flags |= flags & POSITION_FLAGS.noPrice;
    known.value = known.value === null || value === null ? null : known.value + value;
    known.amount = known.amount === null || amount === null ? null : known.amount + amount;
  }

  /** Largest value first. */
  list(): PackedPosition[] {
    return [...this.sums.values()].sort(
      (a, b) =>
        (b.value ?? -1) - (a.value ?? -1) || (a.key < b.key ? -1 : a.key > b.key ? 1 : a.flags - b.flags),
    );
  }

  pack(into: ByteWriter): Buffer {
    for (const position of this.list()) packPosition(into, position);
    return into.take();
  }
}

/** The managers with a report in a quarter, by CIK, and their flags (holder-change.ts). */
export function packFilers(filers: ReadonlyMap<number, number>): Buffer {
  const writer = new ByteWriter();
  for (const [cik, flags] of filers) {
    writer.number(cik);
    writer.byte(flags);
  }
  return writer.take();
}

/** @throws RangeError if the bytes are damaged */
export function unpackFilers(bytes: Buffer): Map<number, number> {
  const filers = new Map<number, number>();
  for (const reader = new ByteReader(bytes); !reader.isAtEnd; ) {
    const cik = reader.number();
    filers.set(cik, reader.byte());
  }
  return filers;
}
