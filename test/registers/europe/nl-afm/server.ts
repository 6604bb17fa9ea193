/** A local AFM server: the index as one file, a page for each notification. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Afm {
  addresses: { index: string; detail: string };
  asked: string[];
  close(): Promise<void>;
}

export async function afm(
  list: () => { status?: number; body: Buffer },
  page: (id: string) => { status?: number; body: Buffer } = () => ({
    status: 404,
    body: Buffer.from('gone'),
  }),
): Promise<Afm> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const url = new URL(request.url ?? '/', 'http://afm');
    const { status = 200, body } =
      url.pathname === '/export.aspx' ? list() : page(url.searchParams.get('id') ?? '');
    response.writeHead(status).end(body);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    addresses: { index: `${base}/export.aspx?format=xml`, detail: `${base}/details?id=` },
    asked,
    close: () => new Promise((done) => server.close(() => done())),
  };
}
