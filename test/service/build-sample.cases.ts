/** When the store of the sample is kept and when it is built again. */

import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Config, readConfig } from '../../src/config.js';
import { DERIVATION_VERSION } from '../../src/derive/index.js';
import { buildSample } from '../../src/service/build-sample.js';
import { readModelFile, sampleStoreFile } from '../../src/service/data-folder.js';
import { openStore, type Store } from '../../src/store/database/open.js';
import { managersFile } from '../../src/store/managers/managers-database.js';
import { derivedRows } from '../ingest/derived-rows.js';
import { copySample, SAMPLE_DAY as DAY } from '../tiers/sample.js';

describe('service/build-sample', () => {
  let config: Config;
  beforeEach(() => {
    config = readConfig({ DATA_DIR: mkdtempSync(join(tmpdir(), 'disclosed-sample-')), CONTACT: '' });
  });
  afterEach(() => rmSync(config.dataDir, { recursive: true, force: true }));

  function inSample<T>(work: (store: Store) => T): T {
    const store = openStore(sampleStoreFile(config, DAY), 'write');
    try {
      return work(store);
    } finally {
      store.close();
    }
  }

  it('the sample of a day is kept, and built again when other rules of derivation made it', async () => {
    await copySample(config.dataDir);
    const right = inSample(derivedRows);
    inSample(({ db }) => db.exec(`UPDATE form4_label SET intent_label = 'old ' || id`));
    const old = inSample(derivedRows);
    await buildSample(config, DAY);
    expect(inSample(derivedRows)).toEqual(old);
    inSample(({ db }) =>
      db.prepare('UPDATE generation SET derivation_version = ?').run(DERIVATION_VERSION + 1),
    );
    await buildSample(config, DAY);
    expect(inSample(derivedRows)).toEqual(right);
  });

  it('a damaged sample is built again', async () => {
    await copySample(config.dataDir);
    const right = inSample(derivedRows);
    const file = sampleStoreFile(config, DAY);
    const page = openSync(file, 'r+');
    for (let at = 40_960; at < statSync(file).size; at += 40_960)
      writeSync(page, Buffer.alloc(2000, 0xaa), 0, 2000, at);
    closeSync(page);
    await buildSample(config, DAY);
    expect(inSample(derivedRows)).toEqual(right);
  });

  it('the samples of other days and documents are removed when the new one can be read, and no half-built file stays', async () => {
    await buildSample(config, '2026-11-19');
    for (const older of [
      `sample-${DAY}.db`,
      `sample-${DAY}-00000000.db`,
      `building-sample-${DAY}-00000000.db`,
    ])
      writeFileSync(join(config.dataDir, 'store', older), '');
    await buildSample(config, DAY);
    const left = readdirSync(join(config.dataDir, 'store')).filter((name) => /\.db$/.test(name));
    const file = sampleStoreFile(config, DAY);
    expect(left.sort()).toEqual(
      [file, managersFile(file), readModelFile(file)].map((path) => basename(path)),
    );
  });
});
