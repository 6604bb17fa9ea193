/** The ZIP reader, and hostile archives. */

import { describe, expect, it } from '@jest/globals';
import { strToU8, zipSync } from 'fflate';
import {
  looksLikeZip,
  readZip,
  unzipMember,
  ZipError,
  zipMembers,
} from '../../../src/registers/formats/zip.js';

const zip = (files: Record<string, string>) =>
  Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  );

describe('zip', () => {
  const archive = zip({ 'a.txt': 'one', 'folder/b.txt': 'two'.repeat(1000) });

  it('lists members and unpacks one', () => {
    expect(looksLikeZip(archive)).toBe(true);
    expect(looksLikeZip(Buffer.from('PK'))).toBe(false);
    expect(zipMembers(archive).map(({ name, bytes }) => [name, bytes])).toEqual([
      ['a.txt', 3],
      ['folder/b.txt', 3000],
    ]);
    expect(unzipMember(archive, 'a.txt', 10).toString()).toBe('one');
  });

  it('unpacks everything, in batches that fit', () => {
    const many = zip(
      Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`${n}.txt`, `text ${n}`.repeat(10)])),
    );
    const found = [...readZip(many, 150)];
    expect(found).toHaveLength(20);
    expect(found[13]).toMatchObject({ name: '13.txt' });
    expect(found[13]!.bytes.toString()).toBe('text 13'.repeat(10));
  });

  it('rejects members that would not fit before it unpacks anything', () => {
    const bomb = zip({ 'zeros.txt': '0'.repeat(5_000_000) });
    expect(bomb.length).toBeLessThan(10_000);
    expect(() => unzipMember(bomb, 'zeros.txt', 1_000_000)).toThrow(/would unpack to 5000000 bytes/);
    expect(() => [...readZip(bomb, 1_000_000)]).toThrow(ZipError);
  });

  it('never returns more than a member declares', () => {
    const lying = zip({ 'zeros.txt': '0'.repeat(5_000_000) });
    const directory = lying.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    lying.writeUInt32LE(100, directory + 24);
    expect(unzipMember(lying, 'zeros.txt', 1000)).toHaveLength(100);
  });

  it('rejects damaged archives and missing members', () => {
    expect(() => zipMembers(Buffer.from('no archive at all, only a text that is long enough'))).toThrow(
      ZipError,
    );
    expect(() => zipMembers(archive.subarray(0, archive.length - 30))).toThrow(ZipError);
    expect(() => unzipMember(archive, 'c.txt', 10)).toThrow(ZipError);
  });
});
