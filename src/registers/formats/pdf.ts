/**
 * The only PDF code: extracts the text of a document by position. Documents come from outside, so they are
 * read in a separate process, bounded in pages, text, time and memory: the worst of them ends that process,
 * never this one.
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

/** It was not read in time, which says little about it: the machine may have been busy. */
export class PdfTimeoutError extends PdfError {
  override name = 'PdfTimeoutError';
}

/** The longest known report has 41 pages; reports of the executive branch pass 100. */
const DEFAULTS: PdfLimits = { maxPages: 1000, maxCharacters: 10_000_000, maxMilliseconds: MINUTE_MS };
/** Added to a document's own time limit, for a process that cannot even report that it ran out of time. */
const EXTRA_WAIT_MS = 15_000;

/** True when the bytes begin as a PDF does; PDF readers accept a few stray bytes before it. */
export function looksLikePdf(bytes: Buffer): boolean {
  return bytes.subarray(0, 1024).includes('%PDF-');
}

/**
 * The pages of a PDF with every piece of text on them, in painting order. Positions are in points from the
 * top left corner of the page as it is shown, with its rotation applied. A document encrypted with an empty
 * password is read. Documents are read one after another.
 *
 * @throws PdfError for a document that cannot be read in full within the limits.
 */
export function readPdf(bytes: Buffer, limits: Partial<PdfLimits> = {}): Promise<PdfPage[]> {
  if (!looksLikePdf(bytes)) return Promise.reject(new PdfError('not a PDF'));
  const whole = { ...DEFAULTS, ...limits };
  const reading = lastRead.then(() => readInChildProcess(bytes, whole));
  lastRead = reading.catch(() => undefined);
  return reading;
}

/** Ends the reader process, if there is one. The next document starts another. */
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
/** Reused for the next document, since starting it takes longer than reading most reports. */
let readerProcess: ChildProcess | null = null;

function pagesOf(response: PdfResult): PdfPage[] {
  if ('failure' in response)
    throw response.isSlow === true ? new PdfTimeoutError(response.failure) : new PdfError(response.failure);
  return response.pages;
}

async function readInChildProcess(bytes: Buffer, limits: PdfLimits): Promise<PdfPage[]> {
  const first = await requestPages(bytes, limits);
  // The system may kill a process because others used up the memory: one kill says nothing about the
  // document.
  const { answer } = first.isDead ? await requestPages(bytes, limits) : first;
  return pagesOf(answer);
}

/** One request to the process. `isDead`: it ended on its own, without an answer. */
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
      child.off('message', end).off('error', broken).off('exit', onExit);
      resolve(reading);
    };
    const fail = (failure: string, isSlow = false) => end({ answer: { failure, isSlow }, isExhausted: true });
    const die = (failure: string) => {
      isDead = true;
      fail(failure);
    };
    const broken = (error: Error) => die(`the reader crashed: ${error.message}`);
    const onExit = (code: number | null, signal: string | null) =>
      die(`the reader ended with ${code ?? signal}`);
    const late = setTimeout(
      () => fail(`not read within ${limits.maxMilliseconds / 1000} s`, true),
      limits.maxMilliseconds + EXTRA_WAIT_MS,
    );
    child.on('message', end).on('error', broken).on('exit', onExit);
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
 * Memory used by a document is released only when a process ends, not a thread: a series of bombs would each
 * leave some behind.
 */
function startReader(): ChildProcess {
  const child = fork(fileURLToPath(new URL('./pdf-process.js', import.meta.url)), {
    serialization: 'advanced',
    // The parent's flags do not apply to this process. Standard output belongs to the protocol.
    execArgv: [],
    // Nothing to steal for a document that would take over its reader.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const forget = () => {
    if (readerProcess === child) readerProcess = null;
  };
  // A crash of an idle reader must not end this process; the next document starts another.
  child.on('error', forget).on('exit', forget);
  return child;
}
