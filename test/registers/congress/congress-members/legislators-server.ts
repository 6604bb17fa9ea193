/** A local server with the two identity files, as static pages serve them: an entity tag, 304, 404 for what is missing. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LegislatorsServer {
  base: string;
  asked: string[];
  /** Entries of each file; a part that is not there answers 404. */
  parts: Map<'current' | 'historical', object[]>;
  close(): Promise<void>;
}

export async function startLegislatorsServer(): Promise<LegislatorsServer> {
  const served: LegislatorsServer = { base: '', asked: [], parts: new Map(), close: async () => undefined };
  const server = createServer((request, response) => {
    served.asked.push(request.url ?? '');
    const part = /^(?:\/congress-legislators)?\/legislators-(current|historical)\.json$/.exec(
      request.url ?? '',
    )?.[1];
    const entries = served.parts.get(part as 'current' | 'historical');
    if (entries === undefined) return void response.writeHead(404).end('Not found');
    const body = JSON.stringify(entries);
    const etag = `"${body.length}"`;
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
    response.writeHead(200, { etag, 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  served.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  served.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return served;
}
