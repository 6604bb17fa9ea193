/** The only zip code: lists an archive and unpacks one member at a time, bounded against zip bombs. */

import { Unzip, UnzipInflate, unzipSync } from 'fflate';
import { itemAt, required } from '../../collections.js';

interface ZipMember {
  /** With its folder, as written in the archive. */
  name: string;
  /** As the archive declares it; no more than this is ever unpacked. */
  bytes: number;
}

/** Why an archive is not read. */
export class ZipError extends Error {
  override name = 'ZipError';
}

const MAX_MEMBERS = 10_000;

/** True when the bytes begin as a zip archive does. */
export function looksLikeZip(bytes: Buffer): boolean {
  return bytes.length > 21 && bytes.readUInt32LE(0) === 0x04034b50;
}

/**
 * The members of an archive, from its central directory; nothing is unpacked.
 *
 * @throws ZipError when the bytes are not a zip archive or hold more than 10,000 members.
 */
export function zipMembers(bytes: Buffer): ZipMember[] {
  const members: ZipMember[] = [];
  unzipFiltered(bytes, (info) => {
    members.push({ name: info.name, bytes: info.originalSize });
    return false;
  });
  return members;
}

/**
 * Unpacks one member. Memory is bounded by `maxBytes`, which is compared with the declared size before
 * anything is unpacked; output beyond the declared size is dropped.
 *
 * @throws ZipError when there is no such member, when it is too large, or when its data are damaged.
 */
export function unzipMember(bytes: Buffer, name: string, maxBytes: number): Buffer {
  let found = false;
  const files = unzipFiltered(bytes, (info) => {
    if (found || info.name !== name) return false;
    if (!(info.originalSize <= maxBytes)) {
      throw new ZipError(
        `${name} would unpack to ${info.originalSize} bytes; at most ${maxBytes} are accepted`,
      );
    }
    found = true;
    return true;
  });
  const data = found ? files[name] : undefined;
  if (!data) throw new ZipError(`no member ${name}`);
  return asBuffer(data);
}

/** A step of unpacking: compressed 1:1000 it is 16 MB, which is the most that is in memory at a time. */
const STREAM_STEP = 16 * 1024;

/**
 * Unpacks one member piece by piece, for members that do not fit into memory.
 *
 * @throws ZipError when there is no such member, when it has more than `maxBytes`, when its data are damaged, and at
 * the end when it does not have the size that the archive declares.
 */
export function* unzipPieces(bytes: Buffer, name: string, maxBytes: number): Generator<Buffer> {
  const member = zipMembers(bytes).find((one) => one.name === name);
  if (member === undefined) throw new ZipError(`no member ${name}`);
  if (!(member.bytes <= maxBytes))
    throw new ZipError(`${name} would unpack to ${member.bytes} bytes; at most ${maxBytes} are accepted`);
  let pieces: Buffer[] = [];
  let failure: Error | null = null;
  let isFound = false;
  let isEnded = false;
  const archive = new Unzip((file) => {
    if (isFound || file.name !== name) return;
    isFound = true;
    file.ondata = (error, piece, isLast) => {
      if (error !== null) failure = error;
      else if (piece.length > 0) pieces.push(asBuffer(piece));
      isEnded ||= isLast;
    };
    file.start();
  });
  archive.register(UnzipInflate);
  let given = 0;
  for (let from = 0; from < bytes.length && !isEnded; from += STREAM_STEP) {
    try {
      archive.push(bytes.subarray(from, from + STREAM_STEP), from + STREAM_STEP >= bytes.length);
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
    }
    if (failure !== null) throw new ZipError(`${name} is damaged: ${failure.message}`);
    const ready = pieces;
    pieces = [];
    for (const piece of ready) {
      given += piece.length;
      if (given > member.bytes) break;
      yield piece;
    }
  }
  if (given !== member.bytes)
    throw new ZipError(`${name} has ${given} bytes, and the archive declares ${member.bytes}`);
}

function asBuffer(data: Uint8Array): Buffer {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
}

/**
 * Unpacks every file of an archive, one batch of at most `batchBytes` at a time, in the archive's order.
 *
 * @throws ZipError when a single member is larger than a batch, and for what `zipMembers` rejects.
 */
export function* readZip(
  bytes: Buffer,
  batchBytes = 64 * 1024 * 1024,
): Generator<{ name: string; bytes: Buffer }> {
  const members = zipMembers(bytes).filter((member) => !member.name.endsWith('/'));
  for (let next = 0; next < members.length; ) {
    const batch = new Map<string, ZipMember>();
    for (let room = batchBytes; next < members.length; next += 1) {
      const member = itemAt(members, next);
      if (!(member.bytes <= batchBytes))
        throw new ZipError(`${member.name} would unpack to ${member.bytes} bytes`);
      if (member.bytes > room) break;
      room -= member.bytes;
      // If members have the same name, the first is returned.
      if (!batch.has(member.name)) batch.set(member.name, member);
    }
    const names = new Set(batch.keys());
    const files = unzipFiltered(bytes, (info) => info.originalSize <= batchBytes && names.delete(info.name));
    for (const name of batch.keys()) yield { name, bytes: asBuffer(required(files[name], name)) };
  }
}

type UnzipFilter = NonNullable<NonNullable<Parameters<typeof unzipSync>[1]>['filter']>;

function unzipFiltered(bytes: Buffer, filter: UnzipFilter): Record<string, Uint8Array> {
  // A forged directory can claim billions of members, so they are counted in every case.
  let seen = 0;
  const counting: UnzipFilter = (info) => {
    seen += 1;
    if (seen > MAX_MEMBERS) throw new ZipError(`more than ${MAX_MEMBERS} members`);
    return filter(info);
  };
  try {
    return unzipSync(bytes, { filter: counting });
  } catch (error) {
    if (error instanceof ZipError) throw error;
    throw new ZipError(
      `not a readable zip archive: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
