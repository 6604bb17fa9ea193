/** HTTP over bare sockets, for input that no HTTP client would send. */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Wire {
  socket: Socket;
  send(bytes: string | Buffer): void;
  /** Everything received, once the other side has closed. */
  closed: Promise<string>;
  /** Resolves with everything received so far, as soon as it contains `text`. */
  heard(text: string): Promise<string>;
}

/** A connection that stays half-open as long as the caller wants. */
export async function open(port: number): Promise<Wire> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  const chunks: Buffer[] = [];
  const text = () => Buffer.concat(chunks).toString();
  const waiting = new Set<() => void>();
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    for (const look of waiting) look();
  });
  // A reset is one way of closing.
  socket.on('error', () => {});
  const closed = new Promise<string>((resolve) => {
    socket.once('end', () => socket.destroy());
    socket.once('close', () => resolve(text()));
  });
  await once(socket, 'connect');
  return {
    socket,
    send: (bytes) => void socket.write(bytes),
    closed,
    heard: (wanted) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!text().includes(wanted)) return;
          waiting.delete(look);
          resolve(text());
        };
        waiting.add(look);
        void closed.then((all) => reject(new Error(`closed without ${wanted}: ${all.slice(0, 500)}`)));
        look();
      }),
  };
}

/** Opens, sends, and returns everything received until the other side closed. */
export async function exchange(port: number, bytes: string | Buffer): Promise<string> {
  const wire = await open(port);
  wire.send(bytes);
  return wire.closed;
}

export interface WireAnswer {
  status: number;
  headers: Map<string, string>;
  body: string;
}

/** The answers in `text`, each with a Content-Length or without a body. */
export function answersIn(text: string): WireAnswer[] {
  const answers: WireAnswer[] = [];
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) throw new Error(`no whole answer: ${rest.toString().slice(0, 200)}`);
    const [first = '', ...lines] = rest.toString('utf8', 0, end).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1]);
    if (Number.isNaN(status)) throw new Error(`no answer: ${first.slice(0, 200)}`);
    const headers = new Map(
      lines.map((line) => {
        const colon = line.indexOf(': ');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 2)] as const;
      }),
    );
    const length = Number(headers.get('content-length') ?? 0);
    const body = rest.subarray(end + 4, end + 4 + length);
    if (body.length < length) throw new Error(`the body ends after ${body.length} of ${length} bytes`);
    answers.push({ status, headers, body: body.toString() });
    rest = rest.subarray(end + 4 + length);
  }
  return answers;
}

/** A GET as bytes on the wire. */
export function get(path: string, more = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
}

/** A POST to the agent endpoint as bytes on the wire. */
export function post(message: unknown, more = ''): string {
  const body = JSON.stringify(message);
  return `POST /v1/mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${more}\r\n${body}`;
}
