/** The SDK's own client connects, lists and calls, over both transports. */

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { packageRoot } from '../../src/package-root.js';
import { agentTools } from '../../tools/contract/tool.js';
import { tools } from '../../tools/index.js';
import { type Service, startService } from './service.js';

describe('transports/clients', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  const transports: Array<[string, () => Transport]> = [
    [
      'HTTP',
      () =>
        new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${service.port}/v1/mcp`)) as Transport,
    ],
    [
      'stdio',
      () =>
        new StdioClientTransport({
          command: process.execPath,
          args: [join(packageRoot(), 'dist/test/transports/mcp/stdio-server.js')],
          stderr: 'pipe',
        }),
    ],
  ];

  describe.each(transports)('over %s', (_name, make) => {
    it('connects, lists, calls, and gets errors as errors', async () => {
      const client = new Client({ name: 'reader', version: '1.0.0' });
      await client.connect(make());
      expect(client.getServerVersion()).toEqual({ name: 'disclosed', version: '1.0.0' });
      expect(client.getServerCapabilities()).toEqual({ tools: {} });
      expect(client.getInstructions()).toMatch(/get_catalog first/);
      await client.ping();

      const listed = await client.listTools();
      expect(listed.tools.map((tool) => tool.name)).toEqual([...agentTools(tools, 'nine').keys()]);

      const found = await client.callTool({ name: 'search_insiders', arguments: { q: 'quill' } });
      const [block] = found.content as Array<{ type: string; text: string }>;
      expect(JSON.parse(block!.text).data[0].slug).toBe('quill-marina-t');
      expect(found.isError).toBeUndefined();

      const missing = await client.callTool({ name: 'get_insider', arguments: { id: 'nobody' } });
      expect(missing.isError).toBe(true);
      expect(missing.content).toEqual([
        { type: 'text', text: expect.stringMatching(/^404 Insider not found: nobody\./) },
      ]);
      await client.close();
    });
  });
});
