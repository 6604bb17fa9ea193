/**
 * Fetches real documents from their publishers into one folder. A document is written only when its bytes are those of
 * the manifest, so a second run resumes where the first one stopped.
 */

import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Http } from '../../src/registers/register.js';
import type { Sample } from './manifest.js';

/** A publisher that gives no answer this many times in a row is skipped. */
const MAX_UNANSWERED = 3;

/** More bytes than this beyond the expected ones are not read. */
const EXCESS_BYTES = 1024 * 1024;

export type Result =
  | { state: 'present' }
  | { state: 'fetched' }
  /** The bytes differ from the manifest. `kept` if they were written all the same. */
  | { state: 'different'; detail: string; kept: boolean }
  | { state: 'failed'; detail: string; answered: boolean };

export interface FetchOptions {
  samples: readonly Sample[];
  folder: string;
  /** The rate-limited HTTP client of a register's publisher. */
  httpOf: (register: string) => Http;
  /** Also writes documents whose bytes differ: tests of facts can read them. */
  keepDifferent?: boolean;
  onResult?: (sample: Sample, result: Result) => void;
  signal?: AbortSignal;
}

/** One document at a time for each publisher; publishers are read side by side. */
export async function fetchSamples(options: FetchOptions): Promise<Map<string, Result>> {
  const { samples, httpOf, onResult = () => {}, signal } = options;
  mkdirSync(options.folder, { recursive: true });
  const folder = realpathSync(options.folder);
  const results = new Map<string, Result>();
  const queues = new Map<Http, Sample[]>();
  for (const sample of samples) {
    const http = httpOf(sample.register);
    queues.set(http, [...(queues.get(http) ?? []), sample]);
  }
  await Promise.all(
    [...queues].map(async ([http, queue]) => {
      let unanswered = 0;
      for (const sample of queue) {
        signal?.throwIfAborted();
        const result: Result =
          unanswered < MAX_UNANSWERED
            ? await fetchSample(http, sample, { ...options, folder })
            : { state: 'failed', detail: 'not requested: the publisher does not answer', answered: false };
        signal?.throwIfAborted();
        unanswered = result.state === 'failed' && !result.answered ? unanswered + 1 : 0;
        results.set(sample.file, result);
        onResult(sample, result);
      }
    }),
  );
  return results;
}

async function fetchSample(http: Http, sample: Sample, options: FetchOptions): Promise<Result> {
  const path = pathInside(options.folder, sample.file);
  if (path === null) return { state: 'failed', detail: 'the name leads out of the folder', answered: true };
  try {
    if (existsSync(path) && hashOf(readFileSync(path)) === sample.sha256) return { state: 'present' };
    const answer = await http.request(sample.address, { maxBytes: sample.bytes + EXCESS_BYTES });
    if (answer.status !== 200)
      return { state: 'failed', detail: `the publisher answers ${answer.status}`, answered: true };
    if (hashOf(answer.bytes) === sample.sha256) {
      writeWhole(path, answer.bytes);
      return { state: 'fetched' };
    }
    const kept = options.keepDifferent === true;
    if (kept) writeWhole(path, answer.bytes);
    return { state: 'different', detail: difference(sample, answer.bytes), kept };
  } catch (error) {
    return { state: 'failed', detail: (error as Error).message, answered: false };
  }
}

function difference(sample: Sample, bytes: Buffer): string {
  const size =
    bytes.length === sample.bytes
      ? `${bytes.length} bytes as expected`
      : `${bytes.length} bytes, not ${sample.bytes}`;
  return `${size}; SHA-256 ${hashOf(bytes)}, not ${sample.sha256}`;
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** The path of a file below the folder; null where its name, or a link in the folder, leads out of it. */
function pathInside(folder: string, file: string): string | null {
  const path = resolve(folder, file);
  if (file.includes('\\') || !isBelow(folder, path)) return null;
  let parent = dirname(path);
  while (!existsSync(parent)) parent = dirname(parent);
  return parent === folder || isBelow(folder, realpathSync(parent)) ? path : null;
}

function isBelow(folder: string, path: string): boolean {
  const from = relative(folder, path);
  return from !== '' && from !== '..' && !from.startsWith(`..${sep}`) && !isAbsolute(from);
}

/** A run that is stopped leaves no part of a document under its name. */
function writeWhole(path: string, bytes: Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  const part = join(dirname(path), `.${process.pid}.part`);
  try {
    writeFileSync(part, bytes);
    renameSync(part, path);
  } finally {
    rmSync(part, { force: true });
  }
}
