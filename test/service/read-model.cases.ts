/** Publishing to the file: several workers get an announcement, so that all of them switch at the same moment. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config.js';
import { publishGeneration } from '../../src/ingest/publication.js';
import { ensureStoreFolder, liveStoreFile, noteWorkers } from '../../src/service/data-folder.js';
import { openLiveWriter } from '../../src/service/read-model.js';
import { openStore } from '../../src/store/database/open.js';

describe('service/read-model', () => {
  it.each([
    ['1', 1, false],
    ['2', 1, true],
    // A command in a shell without WORKERS, beside a service that has some.
    ['1', 2, true],
  ])(
    'with WORKERS=%s, and %s of a service, a generation is announced before it is served: %s',
    async (workers, noted, isAnnounced) => {
      const folder = mkdtempSync(join(tmpdir(), 'disclosed-read-model-'));
      const config = readConfig({ DATA_DIR: folder, CONTACT: 'Jane Roe jane@example.org', WORKERS: workers });
      ensureStoreFolder(config);
      noteWorkers(config, 3);
      noteWorkers(config, noted);
      const store = openStore(liveStoreFile(config), 'write');
      const writer = await openLiveWriter(config, null);
      try {
        const before = Date.now();
        await publishGeneration(store, writer);
        const published = Date.now();
        const serveFrom = Date.parse((await writer.newest())?.serveFrom ?? '');
        if (isAnnounced) expect(serveFrom - before).toBeGreaterThanOrEqual(2000);
        else expect(serveFrom).toBeLessThanOrEqual(published);
      } finally {
        await writer.close();
        store.close();
        rmSync(folder, { recursive: true });
      }
    },
  );
});
