/**
 * A change of the derivation rules without a new version leaves the old rows in every store. So hashes of the derived
 * sample are kept beside the version. `UPDATE_DERIVED=1` writes them again.
 */

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DERIVATION_VERSION } from '../../src/derive/index.js';
import { deriveCongress } from '../../src/ingest/derive/congress.js';
import { deriveMarkets } from '../../src/ingest/derive/europe.js';
import { deriveForm4 } from '../../src/ingest/derive/form4.js';
import { packageRoot } from '../../src/package-root.js';
import { createRegisters } from '../../src/registers/index.js';
import { derivedRows, filedRows, importSample, NOON } from '../ingest/derived-rows.js';
import { emptyStore } from '../store/empty-store.js';

describe('derive/derivation-version', () => {
  const FILE = join(packageRoot(), 'test/derive/derived-sample.json');
  const HOW = 'UPDATE_DERIVED=1 npm test -- test/derive/derive.service -t derivation-version';
  const hash = (rows: unknown) => createHash('sha256').update(JSON.stringify(rows)).digest('hex');

  it('is raised if the same filings of the sample give other derived rows (then: UPDATE_DERIVED=1)', async () => {
    const store = emptyStore();
    await importSample(
      store,
      createRegisters().map(({ metadata }) => metadata.id),
    );
    deriveForm4(store);
    deriveCongress(store, { now: NOON, overrides: [] });
    deriveMarkets(store, NOON);
    const now = {
      version: DERIVATION_VERSION,
      filed: hash(filedRows(store)),
      derived: hash(derivedRows(store)),
    };
    store.close();
    const before: typeof now = JSON.parse(readFileSync(FILE, 'utf8'));
    if (now.filed === before.filed && now.derived !== before.derived)
      expect({ raise: 'src/derive/derivation-version.ts', version: now.version }).not.toMatchObject({
        version: before.version,
      });
    if (process.env.UPDATE_DERIVED === '1') writeFileSync(FILE, `${JSON.stringify(now, null, 2)}\n`);
    else expect({ recordedBy: HOW, ...now }).toEqual({ recordedBy: HOW, ...before });
  });
});
