/** The documents that records were read from, as the read model keeps them. */

import type { Row } from '../../read-model/tables.js';
import type { Store } from '../database/store.js';

type SourceOfRecord = [
  record: string,
  register: string,
  key: string,
  url: string,
  sha256: Buffer,
  bytes: number,
  retrievedAt: string,
];

/** Usually one: a record of two registers has a document in each. */
export function sourceRows(store: Store, record: string): Row[] {
  return store
    .rows<SourceOfRecord>(
      `SELECT r.record, r.register, d."key", d.url, d.sha256, d.bytes, d.retrieved_at
       FROM record_source r JOIN source_document d ON d.id = r.document_id WHERE r.record = ? ORDER BY r.register`,
    )
    .all(record)
    .map(([id, register, key, url, sha256, ...rest]) => [
      id,
      register,
      key,
      url,
      sha256.toString('hex'),
      ...rest,
    ]);
}
