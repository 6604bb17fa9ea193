/** The documents that records were read from, as the read model keeps them. */

import { packSource, type SourceOfRecord } from '../../read-model/packed-sources.js';
import type { Row } from '../../read-model/tables.js';
import type { Store } from '../database/store.js';

/** Usually one: a record of two registers has a document in each. */
export function sourceRows(store: Store, record: string): Row[] {
  return store
    .sql<SourceOfRecord>(
      `SELECT r.record, r.register, d."key" AS document, d.url AS "documentUrl", d.sha256, d.bytes,
         d.retrieved_at AS "retrievedAt"
       FROM record_source r JOIN source_document d ON d.id = r.document_id WHERE r.record = ? ORDER BY r.register`,
    )
    .all(record)
    .map(packSource);
}
