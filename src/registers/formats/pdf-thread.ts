/**
 * A thread that reads PDFs, watched from outside: too much time or memory ends it, and that becomes the
 * document's failure reason.
 */

import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { PdfLimits, PdfResult } from './pdf-pages.js';

/** Limits of the thread's own heap, and of the growth of the whole process while one document is read. */
const HEAP_MEGABYTES = 256;
const GROWTH_BYTES = 256 * 1024 * 1024;
const WATCH_EVERY_MS = 25;

/** Reused for the next document, since starting it takes longer than reading most reports. */
let thread: Worker | null = null;

/**
 * Reads one document; one at a time. `isExhausted`: the thread was ended, and its memory may never be released.
 */
export async function readInThread(
  bytes: Uint8Array<ArrayBuffer>,
  limits: PdfLimits,
): Promise<{ answer: PdfResult; isExhausted: boolean }> {
  thread ??= startThread();
  const worker = thread;
  const result = await new Promise<PdfResult>((resolve) => {
    const end = (result: PdfResult) => {
      clearInterval(watch);
      for (const [event, listener] of Object.entries(listeners)) worker.off(event, listener);
      resolve(result);
    };
    const give = (result: PdfResult) => {
      if (thread === worker) thread = null;
      end(result);
    };
    const fail = (failure: string) => give({ failure });
    const listeners = {
      message: end,
      error: (error: NodeJS.ErrnoException) =>
        fail(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? `needs more than ${HEAP_MEGABYTES} MiB`
            : `the reader crashed: ${error.message}`,
        ),
      exit: (code: number) => fail(`the reader ended with ${code}`),
    };
    for (const [event, listener] of Object.entries(listeners)) worker.on(event, listener);
    const started = performance.now();
    const before = process.memoryUsage.rss();
    // Buffers are outside the thread's heap, so its own limits do not bound a burst of data.
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
  // Not awaited: it may be busy with a document, and ends together with its process.
  if (isExhausted) void worker.terminate();
  return { answer: result, isExhausted };
}

function startThread(): Worker {
  const worker = new Worker(fileURLToPath(new URL('./pdf-worker.js', import.meta.url)), {
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
    // The process's flags do not apply to the thread: some of them are not allowed there.
    execArgv: [],
    // Standard output belongs to the protocol. These two are not read: a reader would keep the process alive.
    stdout: true,
    stderr: true,
  });
  // A crash of an idle thread must not end the process; the next document starts another thread.
  const forget = () => {
    if (thread === worker) thread = null;
  };
  worker.on('error', forget).on('exit', forget);
  return worker;
}
