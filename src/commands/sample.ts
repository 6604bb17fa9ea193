/** `disclosed sample`: builds the sample store of today. */

import type { Config } from '../config.js';
import { buildSample } from '../service/build-sample.js';
import { sampleStoreFile, servedDay } from '../service/data-folder.js';
import { queueCounts } from '../store/crawl/queue.js';
import { sourceStates } from '../store/crawl/run-journal.js';
import { openStore } from '../store/database/open.js';

/** Prints what the sample has, and where. @returns 0 when it exists. */
export async function sample(config: Config): Promise<number> {
  const day = servedDay(config);
  await buildSample(config, day);
  const file = sampleStoreFile(config, day);
  const store = openStore(file, 'read');
  try {
    const documents = Object.values(queueCounts(store)).reduce((sum, { done }) => sum + done, 0);
    const sources = sourceStates(store);
    console.log(`Sample of ${day}: ${documents} documents of ${sources.length} sources, all invented.`);
    for (const { source, rows } of sources)
      console.log(`  ${source.padEnd(25)} ${String(rows).padStart(6)} rows`);
    console.log(`Store ${file}`);
  } finally {
    store.close();
  }
  return 0;
}
