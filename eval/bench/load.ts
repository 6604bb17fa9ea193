/**
 * Load over plain sockets: the same request again and again on each of them. An HTTP client would itself cost
 * more than the server that it measures.
 */

import { connect, type Socket } from 'node:net';

export interface LoadOptions {
  port: number;
  method: string;
  path: string;
  /** The path of the nth request, if each request is different. */
  pathOf?: (n: number) => string;
  headers: Record<string, string>;
  body?: string;
  connections: number;
  seconds: number;
  /** The status that every answer must have. */
  status: number;
}

/**
 * Answers per second.
 * @throws Error if an answer has another status than the expected one.
 */
export async function load(options: LoadOptions): Promise<number> {
  const { port, method, path, headers, body = '', connections, seconds, status } = options;
  const lines = Object.entries({ host: `127.0.0.1:${port}`, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  if (body !== '') lines.push(`content-length: ${Buffer.byteLength(body)}`);
  const requestOf = (of: string) =>
    Buffer.from(`${method} ${of} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  const same = requestOf(path);
  let asked = 0;
  let answered = 0;
  let running = true;
  const started = performance.now();
  const ended = Array.from({ length: connections }, async () => {
    const socket = await opened(port);
    const next = answersOf(socket, status);
    while (running) {
      socket.write(options.pathOf === undefined ? same : requestOf(options.pathOf(asked)));
      asked += 1;
      await next();
      answered += 1;
    }
    socket.destroy();
  });
  setTimeout(() => {
    running = false;
  }, seconds * 1000);
  await Promise.all(ended);
  return (answered * 1000) / (performance.now() - started);
}

function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** A function that waits for the next whole answer. */
function answersOf(socket: Socket, status: number): () => Promise<void> {
  let head = Buffer.alloc(0);
  let missing = -1;
  let done = () => {};
  let failed: (error: Error) => void = () => {};
  const start = `HTTP/1.1 ${status} `;
  socket.on('error', (error) => failed(error));
  socket.on('close', () => failed(new Error('the server closed the connection')));
  socket.on('data', (chunk) => {
    if (missing < 0) {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) return;
      const text = head.toString('latin1', 0, end);
      if (!text.startsWith(start)) {
        failed(new Error(`expected ${status}: ${text.slice(0, 40)}`));
        return;
      }
      const length = status === 304 ? 0 : Number(/content-length: (\d+)/i.exec(text)?.[1]);
      missing = length - (head.length - end - 4);
      head = Buffer.alloc(0);
    } else missing -= chunk.length;
    if (missing > 0) return;
    missing = -1;
    done();
  });
  return () =>
    new Promise((resolve, reject) => {
      done = resolve;
      failed = reject;
    });
}
