/** A local insynsregister: it exports by publication day and stops at 1,000 rows without notice. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { insyn, line } from './documents.js';

export interface Insyn {
  url: string;
  /** `from..to` of each request. */
  asked: string[];
  close(): Promise<void>;
}

/** `rowsOn` says how many rows a day has; `answer` may respond instead. */
export async function insynServer(
  rowsOn: (day: string) => number,
  answer: (span: string) => { status?: number; body: Buffer } | null = () => null,
): Promise<Insyn> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '/', 'http://fi').searchParams;
    const [from, to] = [query.get('Publiceringsdatum.From') ?? '', query.get('Publiceringsdatum.To') ?? ''];
    asked.push(`${from}..${to}`);
    const other = answer(`${from}..${to}`);
    if (other !== null) {
      response.writeHead(other.status ?? 200).end(other.body);
      return;
    }
    if (query.get('SearchFunctionType') !== 'Insyn' || query.get('button') !== 'export') {
      response.end('<html>');
      return;
    }
    const lines: string[] = [];
    const day = new Date(`${from}T00:00:00Z`);
    for (; day.toISOString().slice(0, 10) <= to; day.setUTCDate(day.getUTCDate() + 1)) {
      const date = day.toISOString().slice(0, 10);
      for (let row = 0; row < rowsOn(date); row++)
        lines.push(line({ published: `${date} 09:00:00`, volume: String(row + 1) }));
    }
    response.end(insyn(...lines.slice(0, 1000)));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/Search`,
    asked,
    close: () => new Promise((done) => server.close(() => done())),
  };
}
