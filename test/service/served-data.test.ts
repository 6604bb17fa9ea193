/** How a serving process follows the publications of another: whole generations, and when the next one is due. */

import {
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config.js';
import { deriveForm4 } from '../../src/ingest/derive/form4.js';
import { publishGeneration } from '../../src/ingest/publication.js';
import type { DataVersion } from '../../src/pipeline/data-version.js';
import { removeReadModel } from '../../src/read-model/sqlite/file.js';
import { openSqliteWriter, type SqliteReadModelWriter } from '../../src/read-model/sqlite/writer.js';
import { liveStoreFile, readModelFile } from '../../src/service/data-folder.js';
import { openServedData, type ServedData } from '../../src/service/served-data.js';
import { storeWatcher } from '../../src/service/start.js';
import { describeSources, finishRun, startRun } from '../../src/store/crawl/run-journal.js';
import { bumpGeneration, openStore, type Store, setNextRefresh } from '../../src/store/database/open.js';
import { publicationIds } from '../../src/store/rows/unpublished.js';
import { writeBatch } from '../../src/store/write-batch.js';
import { inventedFiling } from '../bench/digest-year.js';

let folder: string;
let file: string;
let writer: Store;
let readModel: SqliteReadModelWriter;
let data: ServedData | null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'disclosed-served-'));
  data = null;
  writer = openStore(liveStoreFile(config()), 'write');
  file = readModelFile(liveStoreFile(config()));
  readModel = openSqliteWriter(file);
});
afterEach(async () => {
  await data?.close();
  await readModel.close();
  writer.close();
  rmSync(folder, { recursive: true, force: true });
});

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour));
const config = (more: Record<string, string> = {}) =>
  readConfig({ DATA_DIR: folder, CONTACT: 'Jane Roe jane@example.org', ...more });
const FACTS = { publisher: 'SEC', homepage: 'https://example.org/', note: '' };
let n = 0;
function write(): void {
  n += 1;
  const filing = inventedFiling({ n, person: n, filedAt: '2026-11-10T15:00:00.000Z', code: 'P' });
  writeBatch(writer, { register: 'sec-form4', now: at(12), records: [filing] });
}
/** What a run does at its end. */
async function publish(hour: number, next: Date | null = at(hour + 1)): Promise<void> {
  deriveForm4(writer);
  bumpGeneration(writer, at(hour), next?.toISOString() ?? null);
  await publishGeneration(writer, readModel);
}
async function open(more: Record<string, string> = {}): Promise<ServedData> {
  data = await openServedData(config(more));
  return data;
}
const feed = (reads: Pick<ServedData['reads'], 'latestFilings'>) =>
  reads.latestFilings({
    since: '2026-01-01',
    until: at(23).toISOString(),
    codes: ['P'],
    minValue: 0,
    ticker: null,
    limit: 500,
  });
