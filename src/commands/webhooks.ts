/** `disclosed webhooks`: sends changes to webhooks, in a separate process so that no answer waits for it. */

import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { baseUrlOf } from '../service/start.js';
import { sendWebhooks } from '../service/webhooks.js';

/** @returns 0 after a clean stop, or when nothing is left to send */
export async function webhooks(config: Config, log: Logger): Promise<number> {
  const stop = new AbortController();
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.once(event, () => stop.abort());
  await sendWebhooks(config, baseUrlOf(config, config.port), log, stop.signal);
  return 0;
}
