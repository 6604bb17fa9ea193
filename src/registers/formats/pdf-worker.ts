/**
 * The thread in which PDFs are read: receives one document, returns its pages or a reason, then takes the
 * next.
 */

import { parentPort } from 'node:worker_threads';
import { type PdfLimits, readPages } from './pdf-pages.js';

// pdf.js leaves unawaited promises behind when a stream is damaged. Their errors have been reported by then;
// unhandled they would end the thread in the middle of the next document.
process.on('unhandledRejection', () => undefined);

parentPort?.on('message', async ({ bytes, limits }: { bytes: Uint8Array; limits: PdfLimits }) => {
  parentPort?.postMessage(await readPages(bytes, limits));
});
