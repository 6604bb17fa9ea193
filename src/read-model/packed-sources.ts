/** The document of a record, as its row has it: half a million rows have a hash, and many of them the name of their record twice. */

import type { RecordSource } from '../../tools/contract/shapes/generation.js';
import { damagedRow } from './sound-json.js';

const SHA256_BYTES = 32;

/** In the order of the columns of `source_document`. */
export type PackedSource = [
  record: string,
  register: string,
  document: string,
  url: string,
  sha256: string,
  bytes: number,
  retrievedAt: string,
];

export interface SourceOfRecord extends Omit<RecordSource, 'sha256'> {
  sha256: Buffer;
}

export function packSource(source: SourceOfRecord): PackedSource {
  const { record, register, document, documentUrl, sha256, bytes, retrievedAt } = source;
  return [
    record,
    register,
    document === record ? '' : document,
    documentUrl,
    sha256.toString('base64url'),
    bytes,
    retrievedAt,
  ];
}

/** @throws SyntaxError if the hash is damaged */
export function unpackSource(packed: Readonly<PackedSource>): RecordSource {
  const [record, register, document, documentUrl, sha256, bytes, retrievedAt] = packed;
  const hash = Buffer.from(sha256, 'base64url');
  if (hash.length !== SHA256_BYTES) throw damagedRow();
  return {
    record,
    register,
    document: document === '' ? record : document,
    documentUrl,
    sha256: hash.toString('hex'),
    bytes,
    retrievedAt,
  };
}
