/** Processor time of an answer of the feed as the tool makes it, without HTTP and compression. */

import { createReads } from '../../../src/read-model/reads.js';
import { openForReading } from '../../../src/read-model/sqlite/file.js';
import { generationTables } from '../../../src/read-model/sqlite/model.js';
import getLatestFilings from '../../../tools/get-latest-filings.js';

const QUESTIONS = 400;
const WARM_UP = 100;

/** Milliseconds of processor time for one new question, by its limit. */
export async function feedToolTimes(file: string, limits: readonly number[]): Promise<Map<number, number>> {
  const database = openForReading(file);
  if (database === null) throw new Error(`${file} is not a read model of this version`);
  try {
    const reads = createReads(generationTables(database));
    const context = {
      reads,
      now: new Date(),
      baseUrl: 'http://127.0.0.1',
      endpoints: [],
      acceptsSerialized: true,
      rateLimits: { keyless: null, withKey: null, windowSeconds: 3600 },
    };
    const ask = async (limit: number, value: number) => {
      await getLatestFilings.run(getLatestFilings.input.parse({ limit, min_value: value }), context);
    };
    const times = new Map<number, number>();
    for (const limit of limits) {
      for (let n = 0; n < WARM_UP; n += 1) await ask(limit, 100 + n);
      const from = process.cpuUsage();
      for (let n = 0; n < QUESTIONS; n += 1) await ask(limit, 1000 + n);
      const { user, system } = process.cpuUsage(from);
      times.set(limit, (user + system) / 1000 / QUESTIONS);
    }
    return times;
  } finally {
    await database.close();
  }
}
