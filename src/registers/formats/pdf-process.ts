/** The process in which PDFs are read: one document in, its pages or a reason out, then the next. */

import type { PdfAnswer, PdfLimits } from './pdf-pages.js';
import { readInThread } from './pdf-thread.js';

export interface PdfQuestion {
  bytes: Uint8Array;
  limits: PdfLimits;
}

export interface PdfReading {
  answer: PdfAnswer;
  /** No further document is for this process. */
  isSpent: boolean;
}

process.on('message', async ({ bytes, limits }: PdfQuestion) => {
  const reading: PdfReading = await readInThread(new Uint8Array(bytes), limits);
  process.send?.(reading);
});
// Without the one who asks there is nothing left to do, whatever the thread is at.
process.on('disconnect', () => process.exit());
