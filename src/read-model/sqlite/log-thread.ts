/** The thread that moves the write-ahead log of a read model: see `moveLog`. */

import { parentPort, workerData } from 'node:worker_threads';
import { moveLogNow } from './log.js';

parentPort?.postMessage(moveLogNow(workerData as string));
