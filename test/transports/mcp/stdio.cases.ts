/** MCP over standard input and output, line by line. */

import { once } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serveStdio } from '../../../src/transports/mcp/stdio.js';
import { type Service, startService, toolCall } from '../service.js';

describe('transports/mcp/stdio', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ rateLimits: { keyless: 1, withKey: 1 } });
  });
  afterAll(() => service.close());

  /** The answers to `chunks`, line by line. */
  async function talk(...chunks: Array<string | Buffer>): Promise<Array<Record<string, unknown>>> {
    const input = new PassThrough();
    const output = new PassThrough();
    for (const chunk of chunks) input.write(chunk);
    input.end();
    let text = '';
    output.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    await serveStdio(service.mcp, input, output);
    output.end();
    await finished(output);
    expect(text === '' || text.endsWith('\n')).toBe(true);
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));
  }

  const ping = (id: unknown) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' });

  it('each request gets one answer, notifications and empty lines get none', async () => {
    const lines = [ping(1), '', '  ', '{"jsonrpc":"2.0","method":"notifications/initialized"}', ping('two')];
    const answers = await talk(lines.join('\n'));
    expect(answers.map((answer) => answer.id).sort()).toEqual([1, 'two']);
  });

  it('an unreadable line is answered, and the next line is read', async () => {
    const answers = await talk(`nonsense\n[${ping(1)}]\r\n${ping(3)}\r\n`);
    expect(answers).toHaveLength(3);
    expect(answers).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: null, error: expect.objectContaining({ code: -32700 }) }),
        expect.objectContaining({ id: null, error: expect.objectContaining({ code: -32600 }) }),
        { jsonrpc: '2.0', id: 3, result: {} },
      ]),
    );
  });

  it('a line that arrives in pieces is joined, even when a character was cut', async () => {
    const bytes = Buffer.from(`${ping('Zürich')}\n`);
    const at = bytes.indexOf(0xc3) + 1;
    expect(await talk(bytes.subarray(0, 5), bytes.subarray(5, at), bytes.subarray(at))).toEqual([
      { jsonrpc: '2.0', id: 'Zürich', result: {} },
    ]);
  });

  it('a line of more than 1 MiB is refused without being held, and the next one is read', async () => {
    const answers = await talk('x'.repeat(700_000), 'x'.repeat(700_000), `\n${ping(2)}\n`);
    expect(answers).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ error: expect.objectContaining({ code: -32600 }) }),
        { jsonrpc: '2.0', id: 2, result: {} },
      ]),
    );
  });

  it('stdio has no rate limit', async () => {
    const calls = Array.from({ length: 400 }, (_, id) => JSON.stringify(toolCall('get_catalog', {}, id)));
    const answers = await talk(calls.join('\n'));
    expect(new Set(answers.map((answer) => answer.id)).size).toBe(400);
    expect(answers.some((answer) => (answer.result as { isError?: boolean }).isError)).toBe(false);
  });

  it('all answers are written after the input ends', async () => {
    const own = await startService();
    const input = new PassThrough();
    const output = new PassThrough();
    const ended = once(input, 'end');
    const answer = own.reads.latestFilings;
    own.reads.latestFilings = async (question) => {
      await ended;
      await new Promise((resolve) => setImmediate(resolve));
      return answer(question);
    };
    input.end(`${JSON.stringify(toolCall('get_latest_filings', { limit: 1 }, 9))}\n`);
    await serveStdio(own.mcp, input, output);
    expect(JSON.parse(String(output.read())).id).toBe(9);
    await own.close();
  });

  it('a client that closes the stream ends the work without an error', async () => {
    const input = new PassThrough();
    const output = new Writable({
      write(_chunk, _encoding, done) {
        done(new Error('EPIPE'));
      },
    });
    const served = serveStdio(service.mcp, input, output);
    input.write(`${ping(1)}\n`);
    await new Promise((resolve) => setImmediate(resolve));
    input.end(`${ping(2)}\n${ping(3)}\n`);
    await expect(served).resolves.toBeUndefined();
  });
});
