/** The process in which PDFs are read: one document in, its pages or a reason out, then the next. */

import type { PdfLimits, PdfResult } from './pdf-pages.js';
import { readInThread } from './pdf-thread.js';

export interface PdfRequest {
  bytes: Uint8Array;
  limits: PdfLimits;
}

export interface PdfResponse {
  answer: PdfResult;
  /** No further document is for this process. */
  isExhausted: boolean;
}

process.on('message', async ({ bytes, limits }: PdfRequest) => {
  const reading: PdfResponse = await readInThread(new Uint8Array(bytes), limits);
  process.send?.(reading);
});
// Without the one who asks there is nothing left to do, whatever the thread is at.
process.on('disconnect', () => process.exit());
