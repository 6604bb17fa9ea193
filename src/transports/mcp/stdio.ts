/** The agent protocol on two streams, one message a line. Standard output carries nothing else. */

import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { type Front, INVALID_REQUEST, MESSAGE_MAX, protocolError } from './mcp-handler.js';

/** Messages that are answered at the same time before reading waits. */
const UNDER_WAY_MAX = 64;

/** Serves until `input` ends, and resolves when every answer has been written. */
export async function serveStdio(front: Front, input: Readable, output: Writable): Promise<void> {
  const underWay = new Set<Promise<void>>();
  let gone = false;
  output.on('error', () => {
    gone = true;
  });

  /** Answers go out one behind the other, at the pace of the reader. */
  let writing = Promise.resolve();
  function write(body: Buffer | null): Promise<void> {
    if (body !== null)
      writing = writing.then(async () => {
        if (!gone && !output.write(Buffer.concat([body, NEWLINE]))) await once(output, 'drain');
      });
    return writing;
  }

  async function take(line: string | null): Promise<void> {
    if (line?.trim() === '') return;
    const tooLong = `The line is longer than ${MESSAGE_MAX} bytes.`;
    const answer =
      line === null
        ? protocolError(null, INVALID_REQUEST, tooLong, 413)
        : front.answer(line, { address: null });
    const work: Promise<void> = Promise.resolve(answer)
      .then((reply) => write(reply.body))
      .catch(() => {
        gone = true;
      })
      .finally(() => underWay.delete(work));
    underWay.add(work);
    if (underWay.size >= UNDER_WAY_MAX) await Promise.race(underWay);
  }

  for await (const line of lines(input)) {
    if (gone) break;
    await take(line);
  }
  await Promise.all(underWay);
}

const NEWLINE = Buffer.from('\n');

/** Whole lines of `input`, the last one even without its end; null for one that is too long to hold. */
async function* lines(input: Readable): AsyncGenerator<string | null> {
  let held: Buffer[] = [];
  let size = 0;
  const flush = (): string | null => {
    const line = size > MESSAGE_MAX ? null : Buffer.concat(held).toString();
    held = [];
    size = 0;
    return line;
  };
  const keep = (part: Buffer): void => {
    size += part.length;
    if (size > MESSAGE_MAX) held = [];
    else held.push(part);
  };
  for await (const chunk of input) {
    let rest = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      keep(rest.subarray(0, end));
      yield flush();
      rest = rest.subarray(end + 1);
    }
    if (rest.length > 0) keep(rest);
  }
  if (size > 0) yield flush();
}
