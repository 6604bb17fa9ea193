/** `disclosed stdio`: the same answers for one local agent. Standard output carries only the protocol. */

import type { Logger } from 'pino';
import type { Config } from '../config.js';
import { isShared } from '../service/read-model.js';
import { baseUrlOf, openProtocolHandler, openService, type RunningService } from '../service/start.js';
import { type McpHandler, needsData } from '../transports/mcp/mcp-handler.js';
import { serveStdio } from '../transports/mcp/stdio.js';

/** @returns 0 when the input ends. */
export async function stdio(config: Config, log: Logger): Promise<number> {
  const baseUrl = baseUrlOf(config, config.port);
  const early = openProtocolHandler(config, baseUrl, log);
  // Hosts give a first answer a few seconds only, and building the sample takes some of them.
  await early.warm();
  // The registers are read by the nodes that serve.
  const starting = openService(isShared(config) ? { ...config, role: 'reader' } : config, baseUrl, log);
  const stop = () => process.stdin.destroy();
  starting.catch(stop);
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    await serveStdio(untilStarted(early, starting), process.stdin, process.stdout).catch(
      (error: NodeJS.ErrnoException) => {
        // Our own stop closes the input while it is being read.
        if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
      },
    );
  } finally {
    await early.close();
    await (await starting).close();
  }
  return 0;
}

/** Answers the protocol at once; what needs data waits for it. */
function untilStarted(early: McpHandler, starting: Promise<RunningService>): Pick<McpHandler, 'answer'> {
  let started: McpHandler | null = null;
  starting.then(
    ({ mcpHandler }) => {
      started = mcpHandler;
    },
    () => undefined,
  );
  return {
    answer(text, caller) {
      if (started !== null) return started.answer(text, caller);
      if (!needsData(text)) return early.answer(text, caller);
      return starting.then(({ mcpHandler }) => mcpHandler.answer(text, caller));
    },
  };
}
