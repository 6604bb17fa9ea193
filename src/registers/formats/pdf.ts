/**
 * The one home of PDF: the text of a document by position. Documents come from outside, so each is read in a thread
 * of its own kind, bounded in pages, text, time and memory: the worst of them ends the thread, never the process.
 */

import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { PdfAnswer, PdfLimits, PdfPage } from './pdf-pages.js';

export type { PdfItem, PdfLimits, PdfPage } from './pdf-pages.js';

/** Why a document gave no text: damaged, locked, or beyond a limit. */
export class UnreadablePdf extends Error {
  override name = 'UnreadablePdf';
}

/** The longest known report has 41 pages; reports of the executive branch pass 100. */
const DEFAULTS: PdfLimits = { maxPages: 1000, maxCharacters: 10_000_000, maxMilliseconds: 60_000 };
/** Of the thread's own heap, and of what the whole process may grow while one document is read. */
const HEAP_MEGABYTES = 256;
const GROWTH_BYTES = 512 * 1024 * 1024;
const WATCH_EVERY_MS = 25;

/** True when the bytes begin as a PDF does; readers accept a little rubbish before it. */
export function looksLikePdf(bytes: Buffer): boolean {
  return bytes.subarray(0, 1024).includes('%PDF-');
}

/**
 * The pages of a PDF with every piece of text on them, in the order in which the document paints it. Positions are
 * in points from the top left corner of the page as it is shown, a rotation of the page applied.
 * A document encrypted with an empty password is read. Documents are read one after another.
 *
 * @throws UnreadablePdf for a document that cannot be read whole within the limits.
 */
export function readPdf(bytes: Buffer, limits: Partial<PdfLimits> = {}): Promise<PdfPage[]> {
  if (!looksLikePdf(bytes)) return Promise.reject(new UnreadablePdf('no PDF'));
  const whole = { ...DEFAULTS, ...limits };
  const reading = turn.then(() => (isCompiled ? inThread(bytes, whole) : here(bytes, whole)));
  turn = reading.catch(() => undefined);
  return reading;
}

/** Ends the thread, if there is one. The next document starts another. */
export async function closePdfReader(): Promise<void> {
  await turn;
  const ending = thread;
  thread = null;
  await ending?.terminate();
}

let turn: Promise<unknown> = Promise.resolve();
/** Kept from document to document, since starting it takes longer than reading most reports. */
let thread: Worker | null = null;

/** A thread needs a compiled file. From the sources, as under test, documents are read in this thread. */
const isCompiled = import.meta.url.endsWith('.js');

async function here(bytes: Buffer, limits: PdfLimits): Promise<PdfPage[]> {
  const { readPages } = await import('./pdf-pages.js');
  return pagesOf(await readPages(new Uint8Array(bytes), limits));
}

function pagesOf(answer: PdfAnswer): PdfPage[] {
  if ('failure' in answer) throw new UnreadablePdf(answer.failure);
  return answer.pages;
}

async function inThread(bytes: Buffer, limits: PdfLimits): Promise<PdfPage[]> {
  thread ??= startThread();
  const worker = thread;
  const answer = await new Promise<PdfAnswer>((resolve) => {
    const end = (answer: PdfAnswer) => {
      clearInterval(watch);
      for (const [event, listener] of Object.entries(listeners)) worker.off(event, listener);
      resolve(answer);
    };
    const fail = (failure: string) => {
      if (thread === worker) thread = null;
      end({ failure });
    };
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
        fail(`not read within ${limits.maxMilliseconds / 1000} s`);
      else if (process.memoryUsage.rss() - before > GROWTH_BYTES)
        fail(`needs more than ${GROWTH_BYTES / 1024 / 1024} MiB`);
    }, WATCH_EVERY_MS);
    worker.ref();
    const copy = new Uint8Array(bytes);
    worker.postMessage({ bytes: copy, limits }, [copy.buffer]);
  });
  worker.unref();
  if (thread !== worker) await worker.terminate();
  return pagesOf(answer);
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
