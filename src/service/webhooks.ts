/** The loop of the process that sends webhooks. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { SERVICE_NAME, SERVICE_VERSION } from '../../tools/contract/rules.js';
import getChanges from '../../tools/get-changes.js';
import type { Config } from '../config.js';
import { RequestPipeline, type TypedEnvelope } from '../pipeline/pipeline.js';
import { hasWebhooks } from '../store/accounts/watchlists.js';
import { type FoundRows, WebhookSender } from '../webhooks/sender.js';
import { TargetClient } from '../webhooks/target-client.js';
import { openAccounts } from './key-store.js';
import { openServedData } from './served-data.js';
import { pipelineOptions, storeWatcher } from './start.js';

/** How often the sender looks for a new generation and for what is due. */
const STEP_MS = 1000;
/** A sender without work ends after this time; it costs memory. */
const IDLE_MS = 60_000;
/** How long what is under way may take when the process stops. */
const END_MS = 4000;

/** Sends until `signal` is aborted, or until there is nothing to send now or later. */
export async function sendWebhooks(
  config: Config,
  baseUrl: string,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  if (config.webhooks === 'off') return;
  const database = await openAccounts(config);
  const data = await openServedData(config);
  const client = new TargetClient(config.webhooks);
  const pipeline = new RequestPipeline({
    ...pipelineOptions(config, baseUrl, log),
    readsOf: data.readsOf,
    dataVersion: data.dataVersion,
  });
  const sender = new WebhookSender({
    database,
    generation: () => data.dataVersion().id,
    ask: async (question) => foundIn(await pipeline.answer(getChanges, question)),
    post: (posting) => client.post(posting),
    baseUrl,
    userAgent: `${SERVICE_NAME}/${SERVICE_VERSION} (+${baseUrl})`,
    now: Date.now,
    log,
  });
  const poll = storeWatcher(() => data.poll(), log, data.storeFault);
  try {
    let busyAt = Date.now();
    while (!signal.aborted && Date.now() - busyAt < IDLE_MS) {
      await poll();
      try {
        await sender.step();
        if (await hasWebhooks(database)) busyAt = Date.now();
      } catch (error) {
        busyAt = Date.now();
        log.error({ err: error }, 'webhooks cannot be sent at this moment');
      }
      await sleep(STEP_MS, undefined, { signal }).catch(() => undefined);
    }
    await Promise.race([sender.idle(), sleep(END_MS, undefined, { ref: false })]);
  } finally {
    await client.close();
    await data.close();
    await database.close();
  }
}

function foundIn({ data, meta }: TypedEnvelope<typeof getChanges>): FoundRows {
  const { resume, license, sample } = meta;
  // Oldest first, every answer of the log says where to continue.
  return { rows: data, resume: resume ?? '', license, sample: sample === true };
}
