import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { liveStore } from '../../src/commands/data-folder.js';
import { importSaved } from '../../src/commands/import.js';
import { type Config, readConfig } from '../../src/config.js';
import { openStore, type Store } from '../../src/store/open.js';
import { derivedRows, importSample } from '../ingest/derived-rows.js';

let config: Config;
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'disclosed-import-'));
  config = readConfig({ DATA_DIR: folder, CONTACT: 'Ida Invented ida@example.org' });
  jest.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(config.dataDir, { recursive: true, force: true });
});

async function inStore<T>(work: (store: Store) => T | Promise<T>): Promise<T> {
  const store = openStore(liveStore(config), 'write');
  try {
    return await work(store);
  } finally {
    store.close();
  }
}

it('what other rules of derivation left is derived anew by an import too', async () => {
  await inStore((store) => importSample(store, ['sec-form4', 'se-fi'], 30));
  await importSaved(config, 'sec-form4', []);
  const right = await inStore(derivedRows);
  expect(right.pdmr_feed!.length).toBeGreaterThan(0);
  await inStore(({ db }) => {
    db.exec(`UPDATE form4_reading SET intent_label = 'old'; UPDATE pdmr_feed SET public_row = '{}'`);
    db.exec('UPDATE generation SET derivation_version = NULL');
  });
  await importSaved(config, 'sec-form4', []);
  expect(await inStore(derivedRows)).toEqual(right);
});
