/** A process that holds the writer's lock of a folder until it is killed. */

import { acquireWriterLock } from '../../../src/store/database/open.js';

acquireWriterLock(process.argv[2] ?? '');
process.stdout.write('held\n');
setInterval(() => undefined, 1000);
