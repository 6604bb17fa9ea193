/** The results of a register's `doctor` checks. */

import type { Http, Probe, Register } from '../../../src/registers/register.js';

/** The result of the first check: the list. */
export async function firstProbe(register: Register, http: Http, now: Date): Promise<Probe> {
  return firstOf(register.probe(http, now));
}

export async function firstOf(questions: AsyncIterable<Probe>): Promise<Probe> {
  return (await allOf(questions))[0]!;
}

async function allOf(questions: AsyncIterable<Probe>): Promise<Probe[]> {
  const probes: Probe[] = [];
  for await (const probe of questions) probes.push(probe);
  return probes;
}
