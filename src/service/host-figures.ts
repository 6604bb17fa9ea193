/** What a node reports of its machine and its ledger: the disk of DATA_DIR, and the documents that could not be read. */

import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { Config } from '../config.js';
import { countUnread } from '../store/crawl/unread-documents.js';
import { openStore } from '../store/database/open.js';
import type { HostFigures } from '../transports/http/node-metrics.js';
import { dataFolder, liveStoreFile, modeOf } from './data-folder.js';
import { isReader, isShared } from './read-model.js';

/** /metrics has no rate limit, so the ledger is opened this often at most. */
const VALID_MS = 2000;

/** Returns the function that gathers the figures; they are at most two seconds old. */
export function createHostFigures(config: Config, isWriting: () => boolean): () => Promise<HostFigures> {
  let last: { at: number; figures: Promise<HostFigures> } | null = null;
  return () => {
    const now = performance.now();
    if (last === null || now - last.at > VALID_MS) last = { at: now, figures: gather(config, isWriting()) };
    return last.figures;
  };
}

async function gather(config: Config, isWriting: boolean): Promise<HostFigures> {
  return {
    isWriting,
    disk: isReader(config) ? null : await diskOf(dataFolder(config)),
    // The ledger of a node that is not the writer may be old, and the sample has no such documents.
    unread: modeOf(config) === 'sample' || (isShared(config) && !isWriting) ? null : unreadIn(config),
  };
}

async function diskOf(folder: string): Promise<HostFigures['disk']> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, size: blocks * bsize };
  } catch {
    // Not made yet, or not mounted.
    return null;
  }
}

function unreadIn(config: Config): HostFigures['unread'] {
  const file = liveStoreFile(config);
  if (!existsSync(file)) return null;
  try {
    const store = openStore(file, 'read');
    try {
      return countUnread(store);
    } finally {
      store.close();
    }
  } catch {
    // It is being migrated or restored, or damaged, which /readyz and the runs report.
    return null;
  }
}
