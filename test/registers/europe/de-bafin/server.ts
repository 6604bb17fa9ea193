/** A local DealingsInfo portal: it folds a header by a bare line feed, like the real one. */

import { type AddressInfo, createServer } from 'node:net';

export interface Portal {
  url: string;
  asked: URL[];
  close(): Promise<void>;
}

/** Answers the CSV when both export parameters are present, otherwise a page with status 200. */
export async function portal(csv: Buffer | (() => Buffer), status = 200): Promise<Portal> {
  const asked: URL[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (head) => {
      const url = new URL(/^GET (\S+)/.exec(head.toString())?.[1] ?? '/', 'http://portal');
      asked.push(url);
      const wanted =
        url.searchParams.get('d-4000784-e') === '1' && url.searchParams.get('6578706f7274') === '1';
      const exported = typeof csv === 'function' ? csv() : csv;
      const body = wanted ? exported : Buffer.from('<html><form id="sucheForm"></form></html>');
      socket.write(
        `HTTP/1.1 ${status} X\r\nPermissions-Policy: camera=(),\n geolocation=()\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`,
      );
      socket.end(body);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sucheForm.do`,
    asked,
    close: () => new Promise((done) => server.close(() => done())),
  };
}
