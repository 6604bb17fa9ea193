/** `disclosed audit`: served rows at random, against the documents behind them, which are fetched, read and derived again. */

import { randomBytes } from 'node:crypto';
import type { AuditOutcome } from '../../tools/contract/shapes/audit.js';
import { type Config, ConfigError, contactWarning } from '../config.js';
import { auditRows } from '../ingest/audit.js';
import { createHttpClients } from '../registers/index.js';
import { clientSettings, configuredRegisters } from '../service/configured-registers.js';
import { liveStoreFile, modeOf } from '../service/data-folder.js';
import { enabledRegisters } from '../service/enabled-registers.js';
import { findRegister } from '../service/saved-documents.js';
import { openStore } from '../store/database/open.js';

export interface AuditCommandOptions {
  rows?: string;
  register?: string;
  seed?: string;
  json?: boolean;
}

/** @returns 0 when all rows agree, 1 when some differ, 2 when nothing could be fetched */
export async function audit(config: Config, options: AuditCommandOptions): Promise<number> {
  if (modeOf(config) === 'sample')
    throw new ConfigError(
      'The documents of the sample are invented: no register has them. CONTACT must be set to audit the live store.',
    );
  const count = Number(options.rows ?? 200);
  if (!Number.isSafeInteger(count) || count < 1)
    throw new ConfigError(
      `--rows must be a number of rows, 1 or more (it is ${JSON.stringify(options.rows)})`,
    );
  const seed = options.seed ?? randomBytes(4).toString('hex');
  const registers = chosenRegisters(config, options.register);
  const warning = contactWarning(config.contact);
  if (warning !== null) console.error(warning);
  const stop = new AbortController();
  const settings = clientSettings(config, stop.signal);
  const store = openStore(liveStoreFile(config), 'read');
  for (const event of ['SIGINT', 'SIGTERM'] as const) process.once(event, () => stop.abort());
  const clients = createHttpClients(settings);
  try {
    console.error(`Seed ${seed}: ${count} rows are drawn, and their documents are fetched again ...`);
    const outcome = await auditRows({
      store,
      registers,
      http: (register) => clients.forRegister(register),
      now: () => new Date(),
      count,
      seed,
      signal: stop.signal,
    });
    if (options.json === true) console.log(JSON.stringify(outcome));
    else for (const line of outcomeLines(outcome)) console.log(line);
    return exitCodeOf(outcome);
  } finally {
    await clients.close();
    store.close();
  }
}

/** A register that is off is said and not requested. @throws ConfigError if the only one that was named is off */
function chosenRegisters(config: Config, only: string | undefined) {
  const registers = configuredRegisters(config);
  const enabled = enabledRegisters(config);
  if (only !== undefined) {
    const register = findRegister(only, registers);
    if (!enabled.has(only))
      throw new ConfigError(`${only} is switched off: REGISTERS does not name it, so it gets no request.`);
    return [register];
  }
  const off = registers.map(({ metadata }) => metadata.id).filter((id) => !enabled.has(id));
  if (off.length > 0) console.error(`Switched off, so not audited: ${off.join(', ')}`);
  return registers.filter(({ metadata }) => enabled.has(metadata.id));
}

/** The outcome in words: the counts, each row that differs, and why documents are missing. */
export function outcomeLines(outcome: AuditOutcome): string[] {
  const { seed, rows, agree, differ, notComparable, notFetched, differing, failures } = outcome;
  return [
    `${rows} rows (seed ${seed}): ${agree} agree, ${differing.length} differ (register ${differ.register}, reading ${differ.reading}, derivation ${differ.derivation}), ${notComparable} not-comparable, ${notFetched} not fetched`,
    ...differing.map(({ register, id, kind, detail }) => `${kind}\t${register}\t${id}\t${detail}`),
    ...failures.map(({ register, reason }) => `not fetched\t${register}\t${reason}`),
  ];
}

export function exitCodeOf({ agree, differing }: AuditOutcome): number {
  if (differing.length > 0) return 1;
  return agree === 0 ? 2 : 0;
}
