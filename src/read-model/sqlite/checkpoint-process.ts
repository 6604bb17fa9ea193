/** The process that makes a checkpoint of a read model: see `checkpointLog`. It ends with 0 if nothing is left to copy. */

import { checkpointNow } from './write-ahead-log.js';

process.exitCode = checkpointNow(
  process.argv[2] ?? '',
  process.argv[3] === 'TRUNCATE' ? 'TRUNCATE' : 'PASSIVE',
)
  ? 0
  : 1;
