/** A proxy between the HTTP client and a register's local server: passes everything on until a fault is set. */

import {
  request as ask,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** The healthy answer of the register. */
export interface UpstreamResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** One exchange that a fault may change. */
export interface Exchange {
  /** With its query. */
  path: string;
  request: IncomingMessage;
  response: ServerResponse;
  healthy: UpstreamResponse;
  /** Address of a host that no request should ever reach. */
  strayOrigin: string;
}

export type FaultHandler = (exchange: Exchange) => void | Promise<void>;

export interface FaultServer {
  origin: string;
  /** The register's own server. */
  upstream: string;
  /** Null: healthy. Called for each request whose path `where` accepts. */
  handler: FaultHandler | null;
  matches: (path: string) => boolean;
  /** Requests that were changed. */
  faultCount: number;
  /** Stops listening until it is healed. */
  stopListening(): Promise<void>;
  reset(): Promise<void>;
  close(): Promise<void>;
}

export async function startFaultServer(upstream: string, strayOrigin: string): Promise<FaultServer> {
  const server = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy());
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => {
      server.listen(port, '127.0.0.1', () => resolve());
    });
  const shut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const faults: FaultServer = {
    origin: `http://127.0.0.1:${port}`,
    upstream,
    handler: null,
    matches: () => true,
    faultCount: 0,
    stopListening: shut,
    async reset() {
      faults.handler = null;
      faults.matches = () => true;
      faults.faultCount = 0;
      if (!server.listening) await listen(port);
      // Slow answers that still hang must not be waited for.
      else server.closeAllConnections();
    },
    close: () => (server.listening ? shut() : Promise.resolve()),
  };
  return faults;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const healthy = await forward(upstream, request);
    if (faults.handler === null || !faults.matches(path)) {
      sendAltered(response, healthy);
      return;
    }
    faults.faultCount += 1;
    await faults.handler({ path, request, response, healthy, strayOrigin });
  }
}

/** The healthy answer, with some of its headers or its body changed. */
export function sendAltered(
  response: ServerResponse,
  healthy: UpstreamResponse,
  change: { status?: number; headers?: Record<string, string>; body?: Buffer } = {},
): void {
  const { status = healthy.status, body = healthy.body } = change;
  response.writeHead(status, { ...keptHeaders(healthy.headers), ...change.headers });
  response.end(body);
}

/** Those that say nothing about the length or the coding of the body. */
export function keptHeaders(headers: IncomingHttpHeaders): Record<string, string | string[]> {
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers))
    if (
      value !== undefined &&
      !/^(content-length|content-encoding|transfer-encoding|connection|date)$/.test(name)
    )
      kept[name] = value;
  return kept;
}

async function forward(behind: string, request: IncomingMessage): Promise<UpstreamResponse> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { 'accept-encoding': _plain, connection: _own, ...headers } = request.headers;
  return new Promise((resolve, reject) => {
    const call = ask(
      new URL(request.url ?? '/', behind),
      // BaFin's own folded header is read by node's lenient parser alone.
      { method: request.method, headers, insecureHTTPParser: true, agent: false },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts) }),
        );
        answer.on('error', reject);
      },
    );
    call.on('error', reject);
    call.end(Buffer.concat(chunks));
  });
}
