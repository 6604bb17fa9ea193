/**
 * Writes an answer with prepared header lines, in as few pieces as possible. `writeHead` validates and joins every header
 * of every answer, and hands headers and body to the socket separately: a third of the time of a cached answer.
 */

import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';

/** A field of Node that its types leave out; it is as old as the module. Once set, no other headers are written. */
interface Unwritten {
  /** Status line and headers; null until they are known. */
  _header: string | null;
}

/** Seconds that an idle connection stays open. */
export const KEEP_ALIVE_SECONDS = 65;

/** In place of a head that was sent; not empty, so that no other is written. */
const SENT = 'sent';

/** Names and values, flat, as lines of HTTP. Only for values that this service makes: nothing is checked here. */
export function linesOf(list: readonly string[]): string {
  let lines = '';
  for (let at = 0; at < list.length; at += 2) lines += `${list[at]}: ${list[at + 1]}\r\n`;
  return lines;
}

/** An answer that is complete before it is sent. */
export interface WholeAnswer {
  status: number;
  /** Header lines that are the same for every caller. */
  lines: string;
  /** Further headers, for this caller alone. */
  own: readonly string[];
  /** What comes before `body`, as a text in which each character stands for one byte. */
  before: string;
  /** Bytes, or a text of the same kind as `before`; null for none. */
  body: Buffer | string | null;
}

/** Sends a whole answer. */
export function send(
  request: IncomingMessage,
  response: ServerResponse & Partial<Unwritten>,
  { status, lines, own, before, body }: WholeAnswer,
): void {
  // Anything unusual is written by Node: a connection that closes, an old version of HTTP, headers that were set before.
  const isUsual =
    response.shouldKeepAlive &&
    request.httpVersionMinor === 1 &&
    request.httpVersionMajor === 1 &&
    response._header === null &&
    response.getHeaderNames().length === 0;
  if (!isUsual) {
    response.writeHead(status, listOf(lines).concat(own));
    if (before !== '') response.write(before, 'latin1');
    if (body === null) response.end();
    else response.end(body, 'latin1');
    return;
  }
  response.statusCode = status;
  const head = `${statusLine(status)}${lines}${linesOf(own)}${connectionLines()}${before}`;
  if (typeof body === 'string') {
    response._header = head + body;
    response.end();
    // Handed to the socket. After many POSTs Node lets whole responses grow old, and the collector would copy each text with its response.
    response._header = SENT;
  } else {
    response._header = head;
    if (body === null) response.end();
    else response.end(body);
  }
}

/** The names and values of whole lines. */
function listOf(lines: string): string[] {
  return lines
    .split('\r\n')
    .slice(0, -1)
    .flatMap((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)];
    });
}

function statusLine(status: number): string {
  return status === 200 ? 'HTTP/1.1 200 OK\r\n' : `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
}

/** The last headers of every answer, and the end of them: the same within one second. */
function connectionLines(): string {
  const second = Math.floor(Date.now() / 1000);
  if (last.second !== second) {
    const date = new Date(second * 1000).toUTCString();
    const lines = `Date: ${date}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${KEEP_ALIVE_SECONDS}\r\n\r\n`;
    last = { second, lines };
  }
  return last.lines;
}
let last = { second: -1, lines: '' };
