/** `disclosed doctor`: one small polite request to each live register tells the operator the truth in a minute. */

import { type Config, ConfigError } from '../config.js';
import { openDoors } from '../registers/index.js';
import type { Probe } from '../registers/register.js';
import { configuredRegisters, enabledRegisters } from './configured-registers.js';
import { modeOf } from './data-folder.js';
import { registerNamed } from './documents.js';
import { doorSettings } from './ingest.js';

/** @returns 0 when every asked register answers in the shape that we know. */
export async function doctor(config: Config, ids: string[], options: { json?: boolean }): Promise<number> {
  if (modeOf(config) === 'sample')
    throw new ConfigError(
      'CONTACT must be set before a register is asked anything, such as CONTACT="Jane Roe jane@example.org"',
    );
  const registers = configuredRegisters(config);
  const enabled = enabledRegisters(config, registers);
  const asked =
    ids.length > 0
      ? ids.map((id) => registerNamed(id, registers))
      : registers.filter((register) => enabled.has(register.card.id));
  const doors = openDoors(doorSettings(config, AbortSignal.timeout(120_000)));
  let sound = true;
  for (const register of asked) {
    const probe = await register.probe(doors.of(register), new Date()).catch(
      (error: Error): Probe => ({
        verdict: 'refused',
        url: register.card.homepage,
        status: null,
        detail: error.message,
        firstBytes: '',
      }),
    );
    sound &&= probe.verdict === 'reachable';
    if (options.json === true) console.log(JSON.stringify({ register: register.card.id, ...probe }));
    else console.log(plain(register.card.id, probe));
  }
  await doors.close();
  return sound ? 0 : 1;
}

function plain(id: string, probe: Probe): string {
  const head = `${id}: ${probe.verdict} (${probe.status === null ? 'no answer' : `HTTP ${probe.status}`}) ${probe.url}\n  ${probe.detail}`;
  return probe.verdict === 'reachable' || probe.firstBytes === ''
    ? head
    : `${head}\n  first bytes: ${JSON.stringify(probe.firstBytes)}`;
}
