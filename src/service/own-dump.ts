/** The dump that this service offers: whether there is one, what is in it, and questions in SQL over it. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AskSql } from '../../tools/query-sql.js';
import type { Config } from '../config.js';
import { DUMP_MANIFEST, type DumpFacts, dumpFactsOf } from '../dump/dump-manifest.js';
import { SqlBusyError, SqlRunner } from '../dump/sql-runner.js';
import { fileIdentity } from '../read-model/sqlite/file.js';
import { ownDumpFolder } from './data-folder.js';
import { DUMP_FILE } from './dump.js';

export interface OwnDump {
  /** Null while there is none. */
  facts(): DumpFacts | null;
  folder: string;
  ask: AskSql;
  close(): void;
}

export function openOwnDump(config: Config): OwnDump {
  const folder = ownDumpFolder(config);
  const file = join(folder, DUMP_FILE);
  const runner = new SqlRunner(file);
  let known: { identity: string; facts: DumpFacts | null } | null = null;
  const facts = () => {
    const path = join(folder, DUMP_MANIFEST);
    const identity = fileIdentity(path);
    if (identity === null) return null;
    if (known?.identity !== identity) {
      // Another dump: the process still reads the file of the one before.
      runner.restart();
      known = { identity, facts: dumpFactsOf(readFileSync(path, 'utf8')) };
    }
    return known.facts;
  };
  return {
    folder,
    facts,
    async ask(sql, rows) {
      const dump = facts();
      if (dump === null || !existsSync(file)) return 'none';
      try {
        return { generation: dump.generation, dataAt: dump.dataAt, outcome: await runner.ask(sql, rows) };
      } catch (error) {
        if (error instanceof SqlBusyError) return 'busy';
        throw error;
      }
    },
    close: () => runner.close(),
  };
}
