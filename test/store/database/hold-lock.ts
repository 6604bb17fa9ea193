/** A process that holds the writer's lock of a folder until it is killed. */

import { holdWriterLock } from '../../../src/store/database/open.js';

holdWriterLock(process.argv[2] ?? '');
process.stdout.write('held\n');
setInterval(() => undefined, 1000);
