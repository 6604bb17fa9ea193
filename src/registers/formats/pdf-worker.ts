/** The thread in which PDFs are read: one document in, its pages or a reason out, then the next. */

import { parentPort } from 'node:worker_threads';
import { type PdfLimits, readPages } from './pdf-pages.js';

// pdf.js leaves promises behind that nobody waits for when a stream is damaged. What they say has been answered by
// then; unheard they would end the thread in the middle of the next document.
process.on('unhandledRejection', () => undefined);

parentPort?.on('message', async ({ bytes, limits }: { bytes: Uint8Array; limits: PdfLimits }) => {
  parentPort?.postMessage(await readPages(bytes, limits));
});
