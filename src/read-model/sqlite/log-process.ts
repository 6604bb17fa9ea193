/** The process that moves the write-ahead log of a read model: see `moveLog`. It ends with 0 if nothing is left. */

import { moveLogNow } from './log.js';

process.exitCode = moveLogNow(process.argv[2] ?? '') ? 0 : 1;
