/** The disk is lost: what last night's backup and the registers give together is all that there was. */

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import type { Config } from '../../src/config.js';
import { deriveCongress } from '../../src/ingest/derive/congress.js';
import { deriveDigests } from '../../src/ingest/derive/digests.js';
import { deriveMarkets } from '../../src/ingest/derive/europe.js';
import { deriveForm4 } from '../../src/ingest/derive/form4.js';
import { importDocuments } from '../../src/ingest/import-documents.js';
import { createRegisters } from '../../src/registers/index.js';
import { makeBackup } from '../../src/service/backup.js';
import { accountsFile, liveStoreFile } from '../../src/service/data-folder.js';
import { restoreBackup } from '../../src/service/restore.js';
import { sampleDocuments } from '../../src/service/sample-documents.js';
import { bumpGeneration, openStore } from '../../src/store/database/open.js';
import { DAY, derivedRows, filedRows } from '../ingest/derived-rows.js';
import { isWhole } from '../tiers/whole.js';
import { answersFrom, configOf, contentOf, fillDataFolder, temporaryFolder } from './data-folder.js';

const REGISTERS = ['sec-companies', 'sec-form4', 'congress-members', 'senate-ptr', 'se-fi'];
/** Documents of each register. */
const DOCUMENTS_MAX = isWhole ? 120 : 40;
const EVENING = new Date(`${DAY}T20:00:00.000Z`);
const MORNING = new Date(`${DAY}T23:00:00.000Z`);
const folder = temporaryFolder();
const never = new AbortController().signal;
afterAll(() => folder.remove());

/** Reads what the registers have at that moment: in the evening a part of their documents, in the morning all. */
async function refresh(config: Config, now: Date): Promise<void> {
  const store = openStore(liveStoreFile(config), 'write');
  for (const register of createRegisters()) {
    const { id } = register.metadata;
    if (!REGISTERS.includes(id)) continue;
    const documents = sampleDocuments(id, DAY).slice(0, DOCUMENTS_MAX);
    const some = now === EVENING ? documents.slice(0, Math.ceil(documents.length * 0.6)) : documents;
    await importDocuments(store, register, some, () => now);
  }
  deriveForm4(store);
  deriveMarkets(store, now);
  deriveCongress(store, { now, overrides: [] });
  deriveDigests(store, now, null);
  bumpGeneration(store, now);
  store.close();
}

function rowsIn(config: Config) {
  const store = openStore(liveStoreFile(config), 'read');
  try {
    return { ...filedRows(store), ...derivedRows(store) };
  } finally {
    store.close();
  }
}

it('nothing is lost that the registers give again, and slugs, moments, places of changes and keys are as they were', async () => {
  const empty = join(folder.path, 'empty.db');
  openStore(empty, 'write').close();
  const config = configOf(join(folder.path, 'data'));
  await fillDataFolder(config, empty);
  const model = join(folder.path, 'answers.db');
  await refresh(config, EVENING);
  await answersFrom(liveStoreFile(config), model);
  const { file } = await makeBackup(config, join(folder.path, 'last-night.tar.gz'), never);
  await refresh(config, MORNING);
  const answers = await answersFrom(liveStoreFile(config), model);
  const rows = rowsIn(config);
  const accounts = contentOf(accountsFile(config));
  const log = logIn(config);

  rmSync(config.dataDir, { recursive: true });
  rmSync(model);
  await restoreBackup(config, file, never);
  expect(rowsIn(config).form4_filing?.length).toBeLessThan(rows.form4_filing?.length ?? 0);
  await answersFrom(liveStoreFile(config), model);
  await refresh(config, MORNING);
  expect(existsSync(model)).toBe(true);
  const again = await answersFrom(liveStoreFile(config), model);
  expect(rowsIn(config)).toEqual(rows);
  const newLog = logIn(config);
  expect(newLog).not.toBe(log);
  expect(new Map([...again].map(([question, answer]) => [question, answer.replaceAll(newLog, log)]))).toEqual(
    answers,
  );
  expect(answers.size).toBeGreaterThan(300);
  expect(contentOf(accountsFile(config))).toEqual(accounts);
});

function logIn(config: Config): string {
  return String((contentOf(liveStoreFile(config)).change_state as unknown[][])[0]?.at(-1));
}
