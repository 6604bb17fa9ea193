/** The thread in which PDFs are read: one document in, its pages or a reason out, then the next. */

import { parentPort } from 'node:worker_threads';
import { type PdfLimits, readPages } from './pdf-pages.js';

parentPort?.on('message', async ({ bytes, limits }: { bytes: Uint8Array; limits: PdfLimits }) => {
  parentPort?.postMessage(await readPages(bytes, limits));
});
