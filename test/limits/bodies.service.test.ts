/** Half-sent bodies over real connections: how much of them is held, which one makes room, and that all memory is released. */

import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Bodies, type BodyRefusal } from '../../src/limits/bodies.js';
import { until } from '../until.js';

const KIB = 1024;
const MAX = 64 * KIB;

let bodies: Bodies;
let server: Server;
let sockets: Socket[];
/** What was read of each request, by its path; '' while it is under way. */
let read: Map<string, Buffer | BodyRefusal | ''>;

beforeEach(() => {
  sockets = [];
  read = new Map();
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

/** The caller's address is the first part of the path, so that a test can play many callers. */
async function start(limits?: { totalMax?: number; addressMax?: number }): Promise<void> {
  bodies = new Bodies(limits);
  server = createServer((request: IncomingMessage, response) => {
    const path = request.url ?? '';
    read.set(path, '');
    bodies.read(request, path.split('/')[1] ?? '', MAX, (body) => {
      read.set(path, body);
      response.shouldKeepAlive = typeof body !== 'string';
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
}

function post(path: string, announced: number | null, bytes: string): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.resume();
  const length = announced === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${announced}`;
  const body = announced === null ? `${bytes.length.toString(16)}\r\n${bytes}\r\n` : bytes;
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${length}\r\n\r\n${body}`);
  sockets.push(socket);
  return socket;
}

it('a body in pieces is read completely, and none of it is held afterwards', async () => {
  await start();
  const socket = post('/192.0.2.1/a', 100 * 10, '');
  for (let piece = 0; piece < 100; piece += 1) {
    socket.write('0123456789');
    await new Promise((resolve) => setImmediate(resolve));
  }
  await until(() => read.get('/192.0.2.1/a') instanceof Buffer);
  expect(String(read.get('/192.0.2.1/a'))).toBe('0123456789'.repeat(100));
  expect(bodies.bytes).toBe(0);
});

it('a body larger than allowed is not read, announced or not', async () => {
  await start();
  post('/192.0.2.1/a', MAX + 1, 'x');
  post('/192.0.2.1/b', null, 'x'.repeat(MAX + 1));
  await until(() => read.get('/192.0.2.1/a') === 'too-large' && read.get('/192.0.2.1/b') === 'too-large');
  expect(bodies.bytes).toBe(0);
});

it('each address has its own bound, and announced bytes count before they are sent', async () => {
  await start({ addressMax: 3 * MAX });
  for (const name of ['a', 'b', 'c']) post(`/192.0.2.1/${name}`, MAX, 'x');
  await until(() => read.size === 3);
  post('/192.0.2.1/d', MAX, 'x');
  await until(() => read.get('/192.0.2.1/d') === 'address-full');
  post('/192.0.2.2/a', 3, 'abc');
  await until(() => String(read.get('/192.0.2.2/a')) === 'abc');
  // A body that arrives whole is not held.
  post('/192.0.2.1/whole', 3, 'abc');
  await until(() => String(read.get('/192.0.2.1/whole')) === 'abc');
  // There is room again once one of them is done.
  sockets[0]?.destroy();
  await until(() => bodies.bytes < 3 * KIB);
  post('/192.0.2.1/e', 3, 'abc');
  await until(() => String(read.get('/192.0.2.1/e')) === 'abc');
});

it('a body without a Content-Length counts as it arrives', async () => {
  await start({ addressMax: MAX });
  post('/192.0.2.1/a', null, 'x'.repeat(40 * KIB));
  await until(() => bodies.bytes > 40 * KIB);
  post('/192.0.2.1/b', null, 'x'.repeat(40 * KIB));
  await until(() => read.get('/192.0.2.1/b') === 'address-full');
});

it('beyond the total bound the address that holds most loses its oldest body', async () => {
  await start({ totalMax: 256 * KIB });
  for (let name = 0; name < 8; name += 1) post(`/192.0.2.1/${name}`, MAX, 'x'.repeat(60 * KIB));
  await until(
    () => read.size === 8 && sockets.some((socket) => socket.destroyed || socket.readyState !== 'open'),
  );
  for (let n = 0; n < 50; n += 1) post(`/198.51.100.${n}/a`, 2000, 'y'.repeat(1999));
  await until(() => read.size === 58);
  for (const socket of sockets.slice(8)) socket.write('y');
  await until(() => [...read].filter(([, body]) => body instanceof Buffer).length === 50);
  expect(bodies.bytes).toBeLessThanOrEqual(256 * KIB);
});

it('pieces of one byte are counted with their overhead', async () => {
  await start({ totalMax: 256 * KIB });
  const socket = post('/192.0.2.1/a', null, 'x');
  for (let piece = 0; piece < 3000; piece += 1) socket.write('1\r\nx\r\n');
  await until(() => bodies.bytes > 3000);
  expect(bodies.bytes).toBeLessThan(3000 + 1 + 33 * 257);
});
