/** The agent protocol on two streams, one message a line. Standard output carries nothing else. */

import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { type McpHandler, MESSAGE_MAX } from './mcp-handler.js';
import { INVALID_REQUEST, type ListenStream, protocolError, type Reply } from './reply.js';

/** Messages that are answered at the same time before reading waits. */
const UNDER_WAY_MAX = 64;
const NEWLINE = Buffer.from('\n');

/** Serves until `input` ends, and resolves when every answer has been written. */
export async function serveStdio(
  mcp: Pick<McpHandler, 'answer'>,
  input: Readable,
  output: Writable,
): Promise<void> {
  const writer = new LineWriter(output);
  const underWay = new Set<Promise<void>>();
  for await (const line of lines(input)) {
    if (writer.isClosed) break;
    if (line?.trim() === '') continue;
    const work: Promise<void> = Promise.resolve(
      line === null ? TOO_LONG : mcp.answer(line, { address: null }),
    )
      .then((reply) => (reply.listen === undefined ? writer.write(reply) : listen(writer, reply.listen)))
      .finally(() => underWay.delete(work));
    // A failure is reported below, or not at all if the input fails first: it must not end the process.
    work.catch(() => undefined);
    underWay.add(work);
    if (underWay.size >= UNDER_WAY_MAX) await Promise.race(underWay);
  }
  await Promise.all(underWay);
}

/** The messages of the stream are lines between others. */
function listen(writer: LineWriter, stream: ListenStream): void {
  const write = (message: string) =>
    void writer.write({ status: 200, head: '', body: Buffer.from(message), headers: [] });
  stream.start(write, () => undefined);
}

const TOO_LONG = protocolError(null, INVALID_REQUEST, `The line is longer than ${MESSAGE_MAX} bytes.`, 413);

/** Writes one answer after the other, as fast as the client reads. */
class LineWriter {
  /** Whether the client has closed the stream. */
  isClosed = false;
  private writing = Promise.resolve();

  constructor(private readonly output: Writable) {
    output.on('error', () => {
      this.isClosed = true;
    });
  }

  write({ head, body }: Reply): Promise<void> {
    if (body !== null) this.writing = this.writing.then(() => this.put(head, body));
    return this.writing;
  }

  private async put(head: string, body: Buffer | string): Promise<void> {
    if (this.isClosed) return;
    try {
      const bytes = typeof body === 'string' ? Buffer.from(body, 'latin1') : body;
      const line = Buffer.concat([Buffer.from(head, 'latin1'), bytes, NEWLINE]);
      if (!this.output.write(line)) await once(this.output, 'drain');
    } catch {
      this.isClosed = true;
    }
  }
}

/** Complete lines of `input`, the last one even without a line break; null for one that is too long to hold. */
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
