/** Signed manifests of invented generations. */

import { sealWith } from '../../src/proof/manifest.js';
import { makeSigningKey, SigningKey } from '../../src/proof/signing-keys.js';
import { TableDigests } from '../../src/read-model/table-digests.js';
import { READ_MODEL_VERSION } from '../../src/read-model/tables.js';
import type { KeptManifest } from '../../tools/contract/reads/sources.js';

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
