/** Signed manifests of invented generations, and the documents behind invented rows. */

import { sealWith } from '../../src/proof/manifest.js';
import { makeSigningKey, SigningKey } from '../../src/proof/signing-keys.js';
import { TableDigests } from '../../src/read-model/table-digests.js';
import { READ_MODEL_VERSION } from '../../src/read-model/tables.js';
import type { KeptManifest } from '../../tools/contract/reads/sources.js';
import type { RecordSource } from '../../tools/contract/shapes/generation.js';
import type { Quality, RegisterQuality } from '../../tools/contract/shapes/quality.js';

const key = SigningKey.fromPem(makeSigningKey());

/** `count` generations, one after the other, newest first. */
export function inventedManifests(count: number): KeptManifest[] {
  const made: KeptManifest[] = [];
  for (let number = 1; number <= count; number += 1) {
    const seal = sealWith({
      keys: { current: key, previous: null },
      sample: true,
      program: '1.0.0',
      tablesVersion: READ_MODEL_VERSION,
      now: () => new Date(Date.UTC(2026, 10, 20, number)),
    });
    const digests = new TableDigests();
    for (let row = 0; row < number; row += 1) digests.add('symbol', [`SYM${row}`, '', '', '']);
    const at = new Date(Date.UTC(2026, 10, 20, number)).toISOString();
    const generation = { number, id: `invented-${number}`, at, nextRefreshAt: null, isFilling: false };
    made.unshift(seal({ generation, tables: digests.list() }, made[0] ?? null));
  }
  return made;
}

/** The document of a filing. */
export function inventedSource(record: string): RecordSource {
  return {
    record,
    register: 'sec-form4',
    document: record,
    documentUrl: `https://www.sec.gov/Archives/edgar/data/900001/${record}.txt`,
    sha256: '5e'.repeat(32),
    bytes: 8123,
    retrievedAt: '2026-11-20T11:59:00.000Z',
  };
}

/** Two registers: one of documents, and one of lists. */
export function inventedQuality(): Quality {
  const documents: RegisterQuality = {
    register: 'sec-13f',
    source: 'curated-trackers',
    listed: 12,
    read: 9,
    unread: 2,
    waiting: 1,
    gone: 0,
    unreadReasons: [{ reason: 'no row in the information table', documents: 2 }],
    warnings: [{ kind: 'value-total-differs', times: 3 }],
    lag: { documents: 9, since: '2026-11-13T12:00:00.000Z', medianSeconds: 95, p95Seconds: 5400 },
    controls: [{ name: 'value against the cover', compared: 8, equal: 5, different: 3, notStated: 1 }],
  };
  const lists: RegisterQuality = {
    register: 'de-bafin',
    source: 'eu-bafin',
    listed: null,
    read: null,
    unread: null,
    waiting: null,
    gone: null,
    unreadReasons: [],
    warnings: [],
    lag: null,
    controls: [],
  };
  return {
    computedAt: '2026-11-20T12:00:00.000Z',
    registers: [documents, lists],
    fidelity: {
      measuredAt: '2026-11-20',
      scores: [
        {
          register: 'SEC 13F',
          reader: 'a second reader',
          documents: 5,
          read: 5,
          rows: 1000,
          foundRows: 1000,
          equalRows: 999,
          fields: 9000,
          equalFields: 8999,
        },
      ],
    },
  };
}
