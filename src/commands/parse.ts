/** `disclosed parse REGISTER PATH…`: records and doubts as JSON lines; no store is touched. */

import type { Config } from '../config.js';
import { readDocument } from '../registers/read-document.js';
import { Unreadable } from '../registers/register.js';
import { configuredRegisters } from '../service/configured-registers.js';
import { liveTrackers } from '../service/curated-trackers.js';
import { registerNamed, savedDocuments } from '../service/documents.js';

/** @returns 1 when a document could not be read or was not recognised. */
export async function parseSaved(config: Config, id: string, paths: string[]): Promise<number> {
  const register = registerNamed(id, configuredRegisters(config, liveTrackers()));
  let failed = 0;
  for (const document of savedDocuments(register, paths, new Date().toISOString())) {
    if ('path' in document) {
      failed += 1;
      print({ notRecognised: document.path, why: document.why });
      continue;
    }
    try {
      for await (const { records, doubts, wanted } of readDocument(register, document)) {
        for (const record of records) print({ document: document.key, record });
        for (const doubt of doubts) print({ document: document.key, doubt });
        for (const one of wanted ?? []) print({ document: document.key, wanted: one });
      }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      failed += 1;
      print({ document: document.key, unreadable: error.message });
    }
  }
  return failed > 0 ? 1 : 0;
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
