/**
 * The process in which PDFs are read: receives one document, returns its pages or a reason, then takes the
 * next.
 */

import type { PdfLimits, PdfResult } from './pdf-pages.js';
import { readInThread } from './pdf-thread.js';

export interface PdfRequest {
  bytes: Uint8Array;
  limits: PdfLimits;
}

export interface PdfResponse {
  answer: PdfResult;
  /** This process takes no further documents. */
  isExhausted: boolean;
}

process.on('message', async ({ bytes, limits }: PdfRequest) => {
  const reading: PdfResponse = await readInThread(new Uint8Array(bytes), limits);
  process.send?.(reading);
});
// Without its parent process there is nothing left to do, even if the thread is still busy.
process.on('disconnect', () => process.exit());
