/** Copies the committed part of SQLite's write-ahead log. The format: https://www.sqlite.org/fileformat2.html#walformat */

import { closeSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { endianness } from 'node:os';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** The last bit of the magic number says in which byte order the checksums were calculated. */
const MAGIC = 0x377f0682;
/** Frames that are read at a time: 1 MB of usual pages. */
const FRAMES_AT_ONCE = 256;

/** A checksum of two 32-bit numbers, continued from frame to frame. */
type Checksum = readonly [number, number];

/**
 * Copies the frames of `wal` up to its last commit to `copy`, and flushes it to the disk. A log without a commit (or
 * a missing one) gives no file. Frames that an earlier, longer log left behind do not belong to it.
 * @returns how many bytes were copied
 */
export function copyCommittedFrames(wal: string, copy: string): number {
  const source = openIfExists(wal);
  if (source === null) return 0;
  try {
    const log = readHeader(source);
    if (log === null) return 0;
    const length = committedLength(source, log);
    if (length > 0) copyBytes(source, copy, length);
    return length;
  } finally {
    closeSync(source);
  }
}

interface LogHeader {
  frameBytes: number;
  isBigEndian: boolean;
  salts: Buffer;
  checksum: Checksum;
}

function readHeader(file: number): LogHeader | null {
  const header = Buffer.alloc(HEADER_BYTES);
  if (readSync(file, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return null;
  const magic = header.readUInt32BE(0);
  if (magic !== MAGIC && magic !== MAGIC + 1) return null;
  const isBigEndian = magic !== MAGIC;
  const checksum = continueChecksum([0, 0], header.subarray(0, 24), isBigEndian);
  if (!isStoredAt(checksum, header, 24)) return null;
  const frameBytes = FRAME_HEADER_BYTES + header.readUInt32BE(8);
  return { frameBytes, isBigEndian, salts: header.subarray(16, 24), checksum };
}

/** The length of the log up to its last commit: the frames whose salts and checksums follow from the header. */
function committedLength(file: number, { frameBytes, isBigEndian, salts, checksum }: LogHeader): number {
  const buffer = Buffer.alloc(frameBytes * FRAMES_AT_ONCE);
  let before = checksum;
  let committed = 0;
  for (let position = HEADER_BYTES; ; ) {
    const frames = Math.floor(readSync(file, buffer, 0, buffer.length, position) / frameBytes);
    if (frames === 0) return committed;
    for (let i = 0; i < frames; i++) {
      const frame = buffer.subarray(i * frameBytes, (i + 1) * frameBytes);
      if (!frame.subarray(8, 16).equals(salts)) return committed;
      before = continueChecksum(before, frame.subarray(0, 8), isBigEndian);
      before = continueChecksum(before, frame.subarray(FRAME_HEADER_BYTES), isBigEndian);
      if (!isStoredAt(before, frame, 16)) return committed;
      position += frameBytes;
      // The size of the database in pages after a commit; 0 in the other frames of a transaction.
      if (frame.readUInt32BE(4) !== 0) committed = position;
    }
  }
}

function continueChecksum([first, second]: Checksum, bytes: Buffer, isBigEndian: boolean): Checksum {
  const words = wordsOf(bytes, isBigEndian);
  let one = first;
  let two = second;
  for (let i = 0; i < words.length; i += 2) {
    // Both indexes are inside: the number of words is even.
    one = (one + (words[i] as number) + two) >>> 0;
    two = (two + (words[i + 1] as number) + one) >>> 0;
  }
  return [one, two];
}

/** The bytes as 32-bit numbers of that byte order. Frames begin at multiples of 8, so no copy is needed as a rule. */
function wordsOf(bytes: Buffer, isBigEndian: boolean): Uint32Array {
  const isNative = isBigEndian === (endianness() === 'BE');
  const aligned = isNative && bytes.byteOffset % 4 === 0 ? bytes : Buffer.from(new Uint8Array(bytes).buffer);
  if (!isNative) aligned.swap32();
  return new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length / 4);
}

function isStoredAt([first, second]: Checksum, bytes: Buffer, offset: number): boolean {
  return bytes.readUInt32BE(offset) === first && bytes.readUInt32BE(offset + 4) === second;
}

function copyBytes(source: number, copy: string, length: number): void {
  const buffer = Buffer.alloc(1 << 20);
  const target = openSync(copy, 'w');
  try {
    for (let position = 0; position < length; ) {
      const read = readSync(source, buffer, 0, Math.min(buffer.length, length - position), position);
      if (read === 0) throw new Error(`${copy}: the log became shorter while it was copied`);
      writeSync(target, buffer, 0, read, position);
      position += read;
    }
    fsyncSync(target);
  } finally {
    closeSync(target);
  }
}

function openIfExists(file: string): number | null {
  try {
    return openSync(file, 'r');
  } catch (error) {
    // Node's file functions throw only Errors with a code.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
