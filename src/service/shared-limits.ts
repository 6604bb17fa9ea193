/** Which counters a serving process shares with others. */

import type { Config } from '../config.js';
import { connectRedisCounters, type RedisLog } from '../limits/redis-counters.js';
import type { SharedCounters } from '../limits/shared-counters.js';
import type { WorkerChannel } from './worker-channel.js';

/** Redis if it is set, else the primary process of a worker; null for a process that counts alone. */
export async function openSharedCounters(
  config: Config,
  log: RedisLog,
  channel: WorkerChannel | null,
): Promise<SharedCounters | null> {
  if (config.redisUrl !== '') return connectRedisCounters(config.redisUrl, log);
  return channel?.counters ?? null;
}
