/** `disclosed stdio`: the same answers for one local agent. Standard output carries only the protocol. */

import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { baseUrlOf, openService } from '../service/start.js';
import { serveStdio } from '../transports/stdio.js';

/** @returns 0 when the input ends. */
export async function stdio(config: Config, log: Logger): Promise<number> {
  const service = await openService(config, baseUrlOf(config, config.port), log);
  const stop = () => process.stdin.destroy();
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    await serveStdio(service.mcpHandler, process.stdin, process.stdout).catch(
      (error: NodeJS.ErrnoException) => {
        // Our own stop closes the input while it is being read.
        if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
      },
    );
  } finally {
    await service.close();
  }
  return 0;
}
