/** One message of the agent protocol over each of its transports, with either set of tools. */

import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { serveStdio } from '../../src/transports/mcp/stdio.js';
import type { ToolSet } from '../../tools/contract/tool.js';
import type { Answered, Service } from './service.js';

/** The answer to a message by MCP over HTTP. */
export function httpAnswer(service: Service, message: object, set: ToolSet): Promise<Answered> {
  if (set === 'nine') return service.rpc(message);
  return service.ask('/v1/mcp?tools=all', { method: 'POST', body: JSON.stringify(message) });
}

/** The line that stdio answers a message with. */
export async function stdioAnswer(service: Service, message: object, set: ToolSet = 'nine'): Promise<string> {
  const input = new PassThrough();
  const output = new PassThrough();
  const said = text(output);
  input.end(`${JSON.stringify(message)}\n`);
  await serveStdio(set === 'nine' ? service.mcp : service.mcp.withTools('all'), input, output);
  output.end();
  return said;
}
