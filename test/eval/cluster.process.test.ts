/** Several nodes with PostgreSQL and Redis: load, a database that is away, two writers, one limit, and kills. */

import { describe, expect, it } from '@jest/globals';
import { clusterMissing } from '../../eval/cluster/cluster.js';
import { burst, forceTwoWriters, loseDatabase } from '../../eval/cluster/faults.js';
import { publishUnderLoad } from '../../eval/cluster/generations.js';
import { killAgainAndAgain, seeded } from '../../eval/cluster/kills.js';
import { nginxMissing } from '../services/nginx.js';

const missing = clusterMissing ?? nginxMissing;
const suite = missing === null ? describe : describe.skip;
if (missing !== null) console.warn(`skipped: ${missing}`);

suite('a service of several nodes', () => {
  it('gives only right answers, and none older after newer, while generations are published', async () => {
    const { failed, wrong, older, seen } = await publishUnderLoad(3, 150);
    expect([...failed, ...wrong, ...older].slice(0, 3)).toEqual([]);
    expect(seen).toBe(4);
  });

  it('without PostgreSQL gives the answers in memory, says 503 to the others, and recovers alone', async () => {
    const { before, known, unknown, after, next } = await loseDatabase();
    expect([known.status, known.hash]).toEqual([200, before.hash]);
    expect([unknown.status, unknown.retryAfter]).toEqual([503, '5']);
    expect([after.status, next.status]).toEqual([200, 200]);
    expect(next.hash).not.toBe(before.hash);
  });

  it.each([
    ['one term', false],
    ['two terms', true],
  ])('of two writers of %s exactly one publishes', async (_, isEarlier) => {
    const { codes, outputs, published, shown } = await forceTwoWriters(isEarlier);
    expect([published, codes.filter((code) => code === 0)]).toEqual([1, [0]]);
    // The other one says why, and none of its rows is shown.
    expect(outputs[codes.findIndex((code) => code !== 0)]).toMatch(/Another node|was made from/);
    expect(shown).toEqual(codes.map((code) => code === 0));
    if (isEarlier) expect(codes[0]).toBe(0);
  });

  it('answers one caller on four nodes no more often than the limit allows', async () => {
    const counts = await burst(4, 400, 60);
    expect(counts.get(200)).toBeGreaterThan(0);
    expect(counts.get(200)).toBeLessThanOrEqual(60);
    expect((counts.get(200) ?? 0) + (counts.get(429) ?? 0)).toBe(400);
  });

  it.each(['publication', 'primary'] as const)(
    'loses and doubles nothing when it kills the %s',
    async (victim) => {
      const { faults, answers } = await killAgainAndAgain(victim, 1, seeded(20));
      expect(faults).toEqual([]);
      expect(answers).toBeGreaterThan(0);
    },
  );
});
