/** Several nodes with PostgreSQL, Redis and nginx: load, kills, two writers, one limit, and a database that is away. */

import { describe, expect, it } from '@jest/globals';
import { nginxMissing } from '../services/nginx.js';
import { clusterMissing } from './cluster.js';
import { publishUnderLoad } from './generations.js';

const missing = clusterMissing ?? nginxMissing;
const suite = missing === null ? describe : describe.skip;
if (missing !== null) console.warn(`skipped: ${missing}`);

suite('a service of several nodes', () => {
  it('gives only right answers, and none older after newer, while generations are published', async () => {
    const { failed, wrong, older, seen } = await publishUnderLoad(4, 150);
    expect({ failed: failed.slice(0, 3), wrong: wrong.slice(0, 3), older: older.slice(0, 3) }).toEqual({
      failed: [],
      wrong: [],
      older: [],
    });
    expect(seen).toBe(5);
  });
});
