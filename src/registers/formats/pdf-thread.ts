/** A thread that reads PDFs, watched from outside: too much time or memory ends it, and the document gets the reason. */

import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { PdfLimits, PdfResult } from './pdf-pages.js';

/** Of the thread's own heap, and of what the whole process may grow while one document is read. */
const HEAP_MEGABYTES = 256;
const GROWTH_BYTES = 256 * 1024 * 1024;
const WATCH_EVERY_MS = 25;

/** Kept from document to document, since starting it takes longer than reading most reports. */
let thread: Worker | null = null;

/** Reads one document; one at a time. `isSpent`: the thread was ended, and the memory it took may never come back. */
export async function readInThread(
  bytes: Uint8Array<ArrayBuffer>,
  limits: PdfLimits,
): Promise<{ answer: PdfResult; isExhausted: boolean }> {
  thread ??= startThread();
  const worker = thread;
  const answer = await new Promise<PdfResult>((resolve) => {
    const end = (answer: PdfResult) => {
      clearInterval(watch);
      for (const [event, listener] of Object.entries(listeners)) worker.off(event, listener);
      resolve(answer);
    };
    const give = (answer: PdfResult) => {
      if (thread === worker) thread = null;
      end(answer);
    };
    const fail = (failure: string) => give({ failure });
    const listeners = {
      message: end,
      error: (error: NodeJS.ErrnoException) =>
        fail(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? `needs more than ${HEAP_MEGABYTES} MiB`
            : `the reader broke down: ${error.message}`,
        ),
      exit: (code: number) => fail(`the reader ended with ${code}`),
    };
    for (const [event, listener] of Object.entries(listeners)) worker.on(event, listener);
    const started = performance.now();
    const before = process.memoryUsage.rss();
    // Buffers lie outside the thread's heap, so its own limits do not bound what a burst of data takes.
    const watch = setInterval(() => {
      if (performance.now() - started > limits.maxMilliseconds)
        give({ failure: `not read within ${limits.maxMilliseconds / 1000} s`, isSlow: true });
      else if (process.memoryUsage.rss() - before > GROWTH_BYTES)
        fail(`needs more than ${GROWTH_BYTES / 1024 / 1024} MiB`);
    }, WATCH_EVERY_MS);
    worker.ref();
    worker.postMessage({ bytes, limits }, [bytes.buffer]);
  });
  worker.unref();
  const isExhausted = thread !== worker;
  // Not awaited: it may be deep in a document, and the process that it is in ends with it.
  if (isExhausted) void worker.terminate();
  return { answer, isExhausted };
}

function startThread(): Worker {
  const worker = new Worker(fileURLToPath(new URL('./pdf-worker.js', import.meta.url)), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    // Flags of the process are not for the thread: some of them forbid it.
    execArgv: [],
    // Standard output belongs to the protocol. Nobody reads these two: a reader would keep the process alive.
    stdout: true,
    stderr: true,
  });
  // An idle thread that breaks down must not take the process with it; the next document starts another.
  const forget = () => {
    if (thread === worker) thread = null;
  };
  worker.on('error', forget).on('exit', forget);
  return worker;
}
