/** A separate process that serves the invented rows on its standard streams. */

import { serveStdio } from '../../../src/transports/mcp/stdio.js';
import { startService } from '../service.js';

const service = await startService();
await serveStdio(service.mcp, process.stdin, process.stdout);
await service.close();
