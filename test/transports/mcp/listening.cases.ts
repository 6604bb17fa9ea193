/** Listening over HTTP and stdio: a client hears of what a generation changed, and of nothing else. */

import { request } from 'node:http';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Listening } from '../../../src/transports/mcp/listening.js';
import { serveStdio } from '../../../src/transports/mcp/stdio.js';
import { FiledLog } from '../../webhooks/filed-log.js';
import { type Service, startService } from '../service.js';

describe('transports/mcp/listening', () => {
  const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId';
  const META = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };

  let log: FiledLog;
  let service: Service;
  beforeEach(async () => {
    log = new FiledLog({ now: Date.parse('2026-11-20T10:00:00.000Z') });
    await log.file([{ number: 1 }, { number: 2, person: '7002' }]);
    service = await startService({ reads: log.reads });
  });
  afterEach(async () => {
    await service.close();
    log.store.close();
  });

  const message = (id: unknown, notifications: unknown) => ({
    jsonrpc: '2.0',
    id,
    method: 'subscriptions/listen',
    params: { _meta: META, notifications },
  });
  type Sent = {
    id?: unknown;
    method?: string;
    params?: Record<string, unknown>;
    result?: Record<string, unknown>;
  };

  /** The messages of a stream, as they come. */
  class Client {
    readonly messages: Sent[] = [];
    status = 0;
    type = '';
    ended = false;
    private wakers: Array<() => void> = [];
    private text = '';
    private readonly call: ReturnType<typeof request>;

    constructor(body: object) {
      this.call = request(
        {
          port: service.port,
          path: '/v1/mcp',
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            'mcp-protocol-version': '2026-07-28',
            'mcp-method': 'subscriptions/listen',
          },
        },
        (response) => {
          this.status = response.statusCode ?? 0;
          this.type = response.headers['content-type'] ?? '';
          response.on('data', (piece) => this.take(String(piece)));
          response.on('end', () => {
            this.ended = true;
            this.wake();
          });
        },
      );
      this.call.on('error', () => undefined);
      this.call.end(JSON.stringify(body));
    }

    async until(holds: () => boolean): Promise<void> {
      while (!holds()) await new Promise<void>((resolve) => this.wakers.push(resolve));
    }

    hangUp(): void {
      this.call.destroy();
    }

    private take(piece: string): void {
      this.text += piece;
      if (this.type.startsWith('text/event-stream')) {
        const events = this.text.split('\n\n');
        this.text = events.pop() ?? '';
        for (const event of events) {
          const data = /^data: (.*)$/m.exec(event)?.[1];
          if (data !== undefined) this.messages.push(JSON.parse(data));
        }
      } else this.messages.push(JSON.parse(this.text));
      this.wake();
    }

    private wake(): void {
      for (const waker of this.wakers.splice(0)) waker();
    }
  }

  async function listenTo(notifications: unknown, id: unknown = 7): Promise<Client> {
    const client = new Client(message(id, notifications));
    await client.until(() => client.messages.length > 0);
    // It knows the end of the log from then on.
    await service.mcp.noteGeneration();
    return client;
  }

  async function publish(filings: Parameters<FiledLog['file']>[0]): Promise<void> {
    await log.file(filings);
    service.fresh.generation += 1;
    await service.mcp.noteGeneration();
  }

  const updates = (client: Client) =>
    client.messages
      .filter(({ method }) => method === 'notifications/resources/updated')
      .map(({ params }) => params?.uri);

  describe('a client that listens over HTTP', () => {
    it('gets what it may expect first, then each resource that a generation changed', async () => {
      const { rows } = await log.ask({ order: 'asc' });
      const [first, second] = rows.map(({ slug }) => `disclosed://insider/${slug}`);
      const company = `disclosed://issuer/${rows[0]?.cik}`;
      const client = await listenTo({
        toolsListChanged: true,
        resourceSubscriptions: [first, second, company, 'file:///etc/passwd', 'disclosed://planet/mars'],
      });
      expect([client.status, client.type]).toEqual([200, 'text/event-stream']);
      expect(client.messages[0]).toEqual({
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        // Tools never change while a service runs, and the other addresses are unknown here.
        params: {
          _meta: { [SUBSCRIPTION]: 7 },
          notifications: { resourceSubscriptions: [first, second, company] },
        },
      });
      await publish([{ number: 3, person: '7002' }]);
      await client.until(() => client.messages.length >= 3);
      expect(updates(client)).toEqual([second, company]);
      expect(client.messages[1]?.params?._meta).toEqual({ [SUBSCRIPTION]: 7 });
      // A generation without anything new says nothing.
      await publish([]);
      await publish([{ number: 4 }]);
      await client.until(() => client.messages.length >= 5);
      expect(updates(client)).toEqual([second, company, first, company]);
      client.hangUp();
    });

    it('hears when the service ends, and when the log was made again', async () => {
      const { rows } = await log.ask({ order: 'asc' });
      const uri = `disclosed://insider/${rows[0]?.slug}`;
      const client = await listenTo({ resourceSubscriptions: [uri] }, 'a');
      log.store.sql("UPDATE change_state SET log = 'another'").run();
      await publish([{ number: 5, person: '7002' }]);
      await client.until(() => client.messages.length >= 2);
      expect(updates(client)).toEqual([uri]);
      service.mcp.endListening();
      await client.until(() => client.ended);
      expect(client.messages.at(-1)).toMatchObject({
        id: 'a',
        result: { resultType: 'complete', _meta: { [SUBSCRIPTION]: 'a' } },
      });
    });

    it.each<[what: string, notifications: unknown, words: RegExp]>([
      ['nothing', undefined, /notifications must be an object/],
      ['a text', { resourceSubscriptions: 'x' }, /must be a list/],
      ['numbers', { resourceSubscriptions: [1] }, /must be a list/],
      ['too many', { resourceSubscriptions: Array(51).fill('disclosed://issuer/ACME') }, /at most 50/],
    ])('is refused for %s', async (_, notifications, words) => {
      const client = new Client(message(1, notifications));
      await client.until(() => client.messages.length > 0);
      expect(client.messages[0]).toMatchObject({
        id: 1,
        error: { code: -32602, message: expect.stringMatching(words) },
      });
    });

    it('has a few streams at a time, and gets new ones when it closes others', async () => {
      const open = await Promise.all(Array.from({ length: 10 }, (_, at) => listenTo({}, at)));
      expect(open.map(({ status }) => status)).toEqual(Array(10).fill(200));
      const refused = await listenTo({}, 10);
      expect([refused.status, refused.messages[0]]).toEqual([
        429,
        expect.objectContaining({ error: expect.anything() }),
      ]);
      for (const client of open) client.hangUp();
      for (let status = 429; status !== 200; ) {
        const again = await listenTo({}, 11);
        status = again.status;
        again.hangUp();
      }
    });
  });

  it('the streams of one network are counted together, as its requests are', () => {
    const listening = new Listening(service.pipeline);
    const isOpen = (address: string) => 'start' in listening.open(1, { notifications: {} }, address);
    for (let at = 1; at <= 10; at += 1) expect(isOpen(`2001:db8::${at}`)).toBe(true);
    expect(isOpen('2001:db8::ffff:1')).toBe(false);
    expect(isOpen('2001:db8:0:1::1')).toBe(true);
    for (let at = 1; at <= 10; at += 1) expect(isOpen(at % 2 ? '::ffff:192.0.2.1' : '192.0.2.1')).toBe(true);
    expect(isOpen('192.0.2.1')).toBe(false);
  });

  it('all streams together are 500, and what they name 2,000 resources', () => {
    const opened = (listening: Listening, at: number, uris: string[] = []) =>
      'start' in listening.open(1, { notifications: { resourceSubscriptions: uris } }, `192.0.2.${at}`);
    const many = new Listening(service.pipeline);
    for (let at = 0; at < 500; at += 1) expect(opened(many, Math.floor(at / 10))).toBe(true);
    expect(opened(many, 60)).toBe(false);
    const wide = new Listening(service.pipeline);
    const names = (from: number, count = 50) =>
      Array.from({ length: count }, (_, at) => `disclosed://issuer/${from + at}`);
    for (let at = 0; at < 40; at += 1) expect(opened(wide, at, names(at * 50))).toBe(true);
    expect(opened(wide, 60, names(0))).toBe(true);
    expect(opened(wide, 60, names(5000, 1))).toBe(false);
  });

  it('a client on stdio gets lines, and ends the stream by cancelling its request', async () => {
    const { rows } = await log.ask({ order: 'asc' });
    const uri = `disclosed://insider/${rows[0]?.slug}`;
    const [input, output] = [new PassThrough(), new PassThrough()];
    const lines: Sent[] = [];
    let wake = () => {};
    output.on('data', (piece) => {
      for (const line of String(piece).trim().split('\n')) lines.push(JSON.parse(line));
      wake();
    });
    const until = async (count: number) => {
      while (lines.length < count)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    };
    const served = serveStdio(service.mcp, input, output);
    input.write(`${JSON.stringify(message(3, { resourceSubscriptions: [uri] }))}\n`);
    await until(1);
    expect(lines[0]?.method).toBe('notifications/subscriptions/acknowledged');
    await service.mcp.noteGeneration();
    await publish([{ number: 6 }]);
    await until(2);
    expect(lines[1]).toMatchObject({ params: { uri, _meta: { [SUBSCRIPTION]: 3 } } });
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3 } };
    input.write(`${JSON.stringify(cancelled)}\n`);
    input.end();
    await served;
    await publish([{ number: 7 }]);
    expect(lines).toHaveLength(2);
  });
});
