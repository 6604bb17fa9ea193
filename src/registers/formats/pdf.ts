/**
 * The one home of PDF: the text of a document by position. Documents come from outside, so they are read in a process
 * of their own, bounded in pages, text, time and memory: the worst of them ends that process, never this one.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { MINUTE_MS } from '../../dates.js';
import type { PdfLimits, PdfPage, PdfResult } from './pdf-pages.js';
import type { PdfRequest, PdfResponse } from './pdf-process.js';

export type { PdfItem, PdfLimits, PdfPage } from './pdf-pages.js';

/** Why a document gave no text: damaged, locked, or beyond a limit. */
export class PdfError extends Error {
  override name = 'PdfError';
}

/** It was not read in its time, which says little of it: the machine may have been busy. */
export class PdfTimeoutError extends PdfError {
  override name = 'PdfTimeoutError';
}

/** The longest known report has 41 pages; reports of the executive branch pass 100. */
const DEFAULTS: PdfLimits = { maxPages: 1000, maxCharacters: 10_000_000, maxMilliseconds: MINUTE_MS };
/** Beyond a document's own time, for a process that cannot even say that it ran out of it. */
const EXTRA_WAIT_MS = 15_000;

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
  if (!looksLikePdf(bytes)) return Promise.reject(new PdfError('no PDF'));
  const whole = { ...DEFAULTS, ...limits };
  const reading = lastRead.then(() =>
    isCompiled ? readInChildProcess(bytes, whole) : readInThisProcess(bytes, whole),
  );
  lastRead = reading.catch(() => undefined);
  return reading;
}

/** Ends the process that reads, if there is one. The next document starts another. */
export async function closePdfReader(): Promise<void> {
  await lastRead;
  const ending = readerProcess;
  readerProcess = null;
  if (ending === null || ending.exitCode !== null || ending.signalCode !== null) return;
  ending.ref();
  ending.kill('SIGKILL');
  await once(ending, 'exit');
}

let lastRead: Promise<unknown> = Promise.resolve();
/** Kept from document to document, since starting it takes longer than reading most reports. */
let readerProcess: ChildProcess | null = null;

/** A process needs a compiled file. From the sources, as under test, documents are read in this one. */
const isCompiled = import.meta.url.endsWith('.js');

async function readInThisProcess(bytes: Buffer, limits: PdfLimits): Promise<PdfPage[]> {
  const { readPages } = await import('./pdf-pages.js');
  return pagesOf(await readPages(new Uint8Array(bytes), limits));
}

function pagesOf(answer: PdfResult): PdfPage[] {
  if ('failure' in answer)
    throw answer.isSlow === true ? new PdfTimeoutError(answer.failure) : new PdfError(answer.failure);
  return answer.pages;
}

async function readInChildProcess(bytes: Buffer, limits: PdfLimits): Promise<PdfPage[]> {
  const first = await requestPages(bytes, limits);
  // A process may be killed for what others did, by who is short of memory: once says nothing of the document.
  const { answer } = first.isDead ? await requestPages(bytes, limits) : first;
  return pagesOf(answer);
}

/** One question to the process. `isDead`: it ended by itself, without an answer. */
async function requestPages(
  bytes: Buffer,
  limits: PdfLimits,
): Promise<{ answer: PdfResult; isDead: boolean }> {
  let isDead = false;
  readerProcess ??= startReader();
  const child = readerProcess;
  child.ref();
  child.channel?.ref();
  const { answer, isExhausted } = await new Promise<PdfResponse>((resolve) => {
    const end = (reading: PdfResponse) => {
      clearTimeout(late);
      child.off('message', end).off('error', broken).off('exit', gone);
      resolve(reading);
    };
    const fail = (failure: string, isSlow = false) => end({ answer: { failure, isSlow }, isExhausted: true });
    const die = (failure: string) => {
      isDead = true;
      fail(failure);
    };
    const broken = (error: Error) => die(`the reader broke down: ${error.message}`);
    const gone = (code: number | null, signal: string | null) =>
      die(`the reader ended with ${code ?? signal}`);
    const late = setTimeout(
      () => fail(`not read within ${limits.maxMilliseconds / 1000} s`, true),
      limits.maxMilliseconds + EXTRA_WAIT_MS,
    );
    child.on('message', end).on('error', broken).on('exit', gone);
    child.send({ bytes, limits } satisfies PdfRequest);
  });
  if (isExhausted) {
    if (readerProcess === child) readerProcess = null;
    child.kill('SIGKILL');
  } else {
    child.unref();
    child.channel?.unref();
  }
  return { answer, isDead };
}

/**
 * Memory that a document took does not come back from a thread that was ended, only from a process: bombs one after
 * the other would each leave some.
 */
function startReader(): ChildProcess {
  const child = fork(fileURLToPath(new URL('./pdf-process.js', import.meta.url)), {
    serialization: 'advanced',
    // Flags of the process are not for this one. Standard output belongs to the protocol.
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const forget = () => {
    if (readerProcess === child) readerProcess = null;
  };
  // One that breaks down while idle must not take this process with it; the next document starts another.
  child.on('error', forget).on('exit', forget);
  return child;
}
