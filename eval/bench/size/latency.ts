/** Latency: one caller who sends one request after the other, like a person or an agent. */

import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'undici';

export interface BenchRequest {
  path: string;
  /** For the MCP endpoint: name and arguments. */
  tool?: { name: string; arguments: object };
}

export interface LatencySummary {
  count: number;
  median: number;
  p99: number;
  max: number;
  /** The p99 without what server and caller waited for a core that other work held. */
  p99Alone: number;
  /** The slowest request. */
  slowest: string;
  /** Bytes as sent, median. */
  bytes: number;
}

export interface TimedRequest {
  milliseconds: number;
  /** The part of them in which the main threads of server and caller waited for a core, without compression. */
  cpuWaitMs: number;
  bytes: number;
  question: BenchRequest;
}

const HEADERS = { 'accept-encoding': 'gzip, deflate' };

/**
 * Sends every request once, in turn. With the server's process id, waits for a core are measured separately.
 * @throws Error for an answer without success.
 */
export async function ask(
  port: number,
  questions: readonly BenchRequest[],
  pid?: number,
): Promise<TimedRequest[]> {
  const client = new Client(`http://127.0.0.1:${port}`);
  const asked: TimedRequest[] = [];
  try {
    for (const question of questions) {
      const before = pid === undefined ? 0 : waited(pid) + waited(process.pid);
      const one = await askOne(client, question);
      one.cpuWaitMs = pid === undefined ? 0 : waited(pid) + waited(process.pid) - before;
      asked.push(one);
    }
  } finally {
    await client.close();
  }
  return asked;
}

/** What the main thread of a process has waited for a core so far, milliseconds: the scheduler's own count. */
function waited(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
}

async function askOne(client: Client, question: BenchRequest): Promise<TimedRequest> {
  const { path, tool } = question;
  const started = performance.now();
  const answer = await client.request(
    tool === undefined
      ? { method: 'GET', path, headers: HEADERS }
      : {
          method: 'POST',
          path,
          headers: { ...HEADERS, 'content-type': 'application/json' },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool }),
        },
  );
  let bytes = 0;
  for await (const part of answer.body) bytes += (part as Buffer).length;
  const milliseconds = performance.now() - started;
  if (answer.statusCode !== 200) throw new Error(`${path} was answered with ${answer.statusCode}`);
  return { milliseconds, cpuWaitMs: 0, bytes, question };
}

/** Several callers at a steady pace while `running` is true: the time of each answer. */
export async function paced(
  port: number,
  questions: readonly BenchRequest[],
  { perSecond, callers }: { perSecond: number; callers: number },
  running: () => boolean,
): Promise<TimedRequest[]> {
  const asked: TimedRequest[] = [];
  const gap = (1000 * callers) / perSecond;
  const one = async (caller: number) => {
    const client = new Client(`http://127.0.0.1:${port}`);
    const started = performance.now() + (caller * gap) / callers;
    for (let turn = 0; running(); turn += 1) {
      const due = started + turn * gap - performance.now();
      if (due > 0) await setTimeout(due);
      asked.push(
        await askOne(client, questions[(turn * callers + caller) % questions.length] as BenchRequest),
      );
    }
    await client.close();
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => one(caller)));
  return asked;
}

export function timesOf(asked: readonly TimedRequest[]): LatencySummary {
  const sorted = [...asked].sort((a, b) => a.milliseconds - b.milliseconds);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]?.milliseconds ?? Number.NaN;
  const alone = asked
    .map(({ milliseconds, cpuWaitMs }) => Math.max(0, milliseconds - cpuWaitMs))
    .sort((a, b) => a - b);
  const sizes = asked.map(({ bytes }) => bytes).sort((a, b) => a - b);
  const last = sorted.at(-1);
  return {
    count: asked.length,
    median: at(0.5),
    p99: at(0.99),
    p99Alone: alone[Math.min(alone.length - 1, Math.ceil(0.99 * alone.length) - 1)] ?? Number.NaN,
    max: last?.milliseconds ?? Number.NaN,
    slowest: JSON.stringify(last?.question.tool ?? last?.question.path),
    bytes: sizes[Math.floor(sizes.length / 2)] ?? 0,
  };
}
