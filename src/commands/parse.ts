/** `disclosed parse REGISTER PATH…`: prints records and warnings as JSON lines; no store is used. */

import type { Config } from '../config.js';
import { parseDocument } from '../registers/parse-document.js';
import { ParseError } from '../registers/register.js';
import { configuredRegisters } from '../service/configured-registers.js';
import { curatedLiveTrackers } from '../service/curated-trackers.js';
import { findRegister, savedDocuments } from '../service/saved-documents.js';

/** @returns 1 when a document could not be parsed or was not recognised. */
export async function parseSaved(config: Config, id: string, paths: string[]): Promise<number> {
  const register = findRegister(id, configuredRegisters(config, curatedLiveTrackers()));
  let failed = 0;
  for (const document of savedDocuments(register, paths, new Date().toISOString())) {
    if ('path' in document) {
      failed += 1;
      print({ notRecognised: document.path, why: document.reason });
      continue;
    }
    try {
      for await (const { records, warnings, toFetch } of parseDocument(register, document)) {
        for (const record of records) print({ document: document.key, record });
        for (const warning of warnings) print({ document: document.key, warning });
        for (const one of toFetch ?? []) print({ document: document.key, wanted: one });
      }
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      failed += 1;
      print({ document: document.key, unreadable: error.message });
    }
  }
  return failed > 0 ? 1 : 0;
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
