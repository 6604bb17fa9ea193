/** A setup file of Jest: writes what a suite reached of the program, since Node's own coverage leaves out the modules of Jest. */

import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { afterAll } from '@jest/globals';
import { isOfProgram } from './reached.js';

const folder = process.env.NODE_V8_COVERAGE;
if (folder === undefined) throw new Error('NODE_V8_COVERAGE names the folder for the results');

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

afterAll(async () => {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const reached = result.filter(({ url }) => isOfProgram(url));
  writeFileSync(join(folder, `coverage-${randomUUID()}.json`), JSON.stringify({ result: reached }));
  session.disconnect();
});
