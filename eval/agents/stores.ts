/** Opens a store for the evaluation: its ledger, and a service that answers from its read model and refreshes nothing. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pino from 'pino';
import { type Config, readConfig } from '../../src/config.js';
import { buildSample } from '../../src/service/build-sample.js';
import { liveStoreFile, sampleStoreFile } from '../../src/service/data-folder.js';
import { baseUrlOf, openService } from '../../src/service/start.js';
import { Agent } from './agent.js';
import { Ledger } from './ledger.js';

export interface EvaluatedStore {
  ledger: Ledger;
  agent(): Agent;
  close(): Promise<void>;
}

/** A day of the sample: it is the same on every day but for its dates. */
const SAMPLE_DAY = '2026-11-20';

export async function openSample(folder: string): Promise<EvaluatedStore> {
  const asOf = `${SAMPLE_DAY}T12:00:00Z`;
  const config = configOf({ DATA_DIR: folder, CONTACT: '', AS_OF: asOf });
  mkdirSync(join(folder, 'store'), { recursive: true });
  await buildSample(config, SAMPLE_DAY);
  return openStore(config, sampleStoreFile(config, SAMPLE_DAY), new Date(asOf));
}

/** A filled store, as of its last refresh. */
export async function openFilled(folder: string): Promise<EvaluatedStore> {
  const given = { DATA_DIR: folder, CONTACT: 'Example example@example.org' };
  const file = liveStoreFile(configOf(given));
  const db = new Database(file, { readonly: true });
  const { at } = db.prepare('SELECT at FROM generation').get() as { at: string };
  db.close();
  // The next minute: what the last refresh brought was filed before.
  const now = new Date(Date.parse(at) + 60_000);
  return openStore(configOf({ ...given, AS_OF: now.toISOString() }), file, now);
}

function configOf(given: Record<string, string>): Config {
  return readConfig({}, { ...given, TOOLS: 'all', RATE_LIMIT_KEYLESS: 'off', LOG_LEVEL: 'silent' });
}

async function openStore(config: Config, file: string, now: Date): Promise<EvaluatedStore> {
  const log = pino({ level: 'silent' });
  // As a worker: it neither reads the registers nor writes.
  const service = await openService(config, baseUrlOf(config, config.port), log, {
    exports: false,
    isWorker: true,
  });
  const ledger = new Ledger(file, now);
  return {
    ledger,
    agent: () => new Agent(service.mcpHandler),
    async close() {
      ledger.close();
      await service.close();
    },
  };
}
