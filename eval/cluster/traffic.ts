/** Requests at a steady rate, with what was answered when: to be judged when the answers are known. */

import { createHash } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Answer {
  path: string;
  port: number;
  /** 0 if the connection failed. */
  status: number;
  /** SHA-256 of the body without its cursor. */
  hash: string;
  /** `meta.nextCursor`; '' if there is none. */
  cursor: string;
  /** The first characters of an answer that is not 200, and its Retry-After. */
  text: string;
  retryAfter: string | null;
  /** Milliseconds of one clock. */
  started: number;
  ended: number;
}

export interface Traffic {
  answers: Answer[];
  /** Bodies by their hash, each once. */
  bodies: ReadonlyMap<string, string>;
  /** Ends it when every open request is answered. */
  stop(): Promise<void>;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** `perSecond` requests to `ports` in turn, each for the next of `paths`. */
export function startTraffic(options: {
  ports: () => readonly number[];
  paths: (n: number) => string;
  perSecond: number;
}): Traffic {
  const answers: Answer[] = [];
  const bodies = new Map<string, string>();
  const open = new Set<Promise<void>>();
  let isRunning = true;
  const running = (async () => {
    const started = performance.now();
    for (let n = 0; isRunning; n++) {
      const ports = options.ports();
      const port = ports[n % ports.length];
      if (port !== undefined) {
        const one = ask(port, options.paths(n), bodies).then((answer) => {
          answers.push(answer);
          open.delete(one);
        });
        open.add(one);
      }
      const wait = started + ((n + 1) * 1000) / options.perSecond - performance.now();
      if (wait > 0) await sleep(wait);
    }
  })();
  return {
    answers,
    bodies,
    async stop() {
      isRunning = false;
      await running;
      await Promise.all(open);
    },
  };
}

/** One request. Never fails: a connection that does has status 0. */
export async function ask(port: number, path: string, bodies?: Map<string, string>): Promise<Answer> {
  const started = performance.now();
  const { wasIdle, ...first } = await askOnce(port, path, bodies);
  if (!wasIdle) return first;
  // The server closed an idle connection at the moment of this request: it is sent again, as a browser or nginx does.
  const { wasIdle: _, ...second } = await askOnce(port, path, bodies);
  return { ...second, started };
}

/** `wasIdle`: the connection had been used before, and was closed instead of an answer. */
function askOnce(
  port: number,
  path: string,
  bodies?: Map<string, string>,
): Promise<Answer & { wasIdle: boolean }> {
  const started = performance.now();
  return new Promise((resolve) => {
    let wasIdle = false;
    const done = (status: number, body: Buffer, retryAfter: string | null) => {
      const hash = hashOf(body);
      if (bodies?.has(hash) === false) bodies.set(hash, body.toString('utf8'));
      resolve({
        path,
        port,
        status,
        hash,
        cursor: CURSOR.exec(body.toString('latin1'))?.[0] ?? '',
        text: status === 200 ? '' : body.toString('utf8', 0, 500),
        retryAfter,
        started,
        ended: performance.now(),
        wasIdle,
      });
    };
    const call = request({ host: '127.0.0.1', port, path, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        done(response.statusCode ?? 0, Buffer.concat(chunks), response.headers['retry-after'] ?? null),
      );
      response.on('error', (error) => done(0, Buffer.from(error.message), null));
    });
    call.on('error', (error: NodeJS.ErrnoException) => {
      wasIdle = call.reusedSocket && error.code === 'ECONNRESET';
      done(0, Buffer.from(error.message), null);
    });
    call.end();
  });
}

/** A cursor names the generation that it began in, which the answers of a copy of the ledger do not know. */
const CURSOR = /,"nextCursor":"[\w-]*"/;

/** SHA-256 of an answer without its cursor. */
export function hashOf(body: Buffer): string {
  const text = body.toString('latin1').replace(CURSOR, '');
  return createHash('sha256').update(text, 'latin1').digest('base64');
}
