/** `disclosed import REGISTER PATH…`: imports saved documents into the live store. */

import type { Config } from '../config.js';
import { deriveEverything } from '../ingest/derive/everything.js';
import { type ImportResult, importDocumentsWithReasons } from '../ingest/import-documents.js';
import { barProgress, plainProgress } from '../ingest/progress.js';
import { publishGeneration } from '../ingest/publication.js';
import { sourceDescriptions } from '../ingest/source-descriptions.js';
import type { ReadModelWriter } from '../read-model/generation.js';
import type { RawDocument } from '../registers/register.js';
import { configuredRegisters } from '../service/configured-registers.js';
import { curatedLiveTrackers } from '../service/curated-trackers.js';
import { modeOf } from '../service/data-folder.js';
import { enabledRegisters } from '../service/enabled-registers.js';
import { curatedErrata } from '../service/errata.js';
import { openWritableLedger } from '../service/ledger-backup.js';
import { memberOverrides } from '../service/member-overrides.js';
import { resolvePriceSettings } from '../service/price-settings.js';
import { openLiveWriter } from '../service/read-model.js';
import { findRegister, savedDocuments, type UnrecognisedFile } from '../service/saved-documents.js';
import { prepareSigningKey } from '../service/signing-key.js';
import { markShown } from '../store/crawl/readiness-marks.js';
import { describeSources } from '../store/crawl/run-journal.js';
import { bumpGeneration } from '../store/database/open.js';

export interface ImportOptions {
  json?: boolean;
  /** List every skipped file, not only the first ones. */
  verbose?: boolean;
}

/** What the backup of the ledger reports, for the person at the terminal. */
const MESSAGES = {
  info: (_fields: object, message: string) => console.error(message),
  warn: (_fields: object, message: string) => console.error(message),
};
/** Lines of a list that are shown before the rest is only counted. */
const LIST_MAX = 10;

/**
 * Prints the result as a table, or as one JSON line. @returns 1 when a document could not be parsed or was not
 * recognised.
 */
export async function importSaved(
  config: Config,
  id: string,
  paths: string[],
  options: ImportOptions = {},
): Promise<number> {
  const prices = resolvePriceSettings(config);
  const overrides = memberOverrides(config);
  const errata = curatedErrata(config);
  // The documents go into the live store, so it uses the real trackers, with and without CONTACT.
  const trackers = curatedLiveTrackers();
  const registers = configuredRegisters(config, trackers);
  const register = findRegister(id, registers);
  const unrecognised: UnrecognisedFile[] = [];
  const now = () => new Date();
  const progress = process.stderr.isTTY
    ? barProgress(process.stderr)
    : plainProgress((line) => console.error(line));
  const onProgress = (done: number, total: number) => progress.step(id, { what: 'files', done, total });
  const ledger = await openWritableLedger(config, MESSAGES);
  const { store } = ledger;
  let readModel: ReadModelWriter | null = null;
  try {
    prepareSigningKey(config, MESSAGES);
    readModel = await openLiveWriter(config, ledger.epoch);
    describeSources(store, sourceDescriptions(registers, enabledRegisters(config), prices.note));
    const known = function* (): Generator<RawDocument> {
      for (const one of savedDocuments(register, paths, now().toISOString(), onProgress)) {
        if ('path' in one) unrecognised.push(one);
        else yield one;
      }
    };
    const imported = await importDocumentsWithReasons(store, register, known(), now, 'imported');
    const { managerQuarters } = config;
    await deriveEverything(store, {
      ...{ now: now(), overrides, errata, trackers, managerQuarters },
      shown: prices.shown,
    });
    markShown(store, true);
    bumpGeneration(store, now(), null);
    await publishGeneration(store, readModel, ledger.save);
    await ledger.save?.();
    // The bars end before the table begins.
    progress.close();
    if (options.json === true) console.log(JSON.stringify(asJson(id, imported, unrecognised)));
    else console.log(formatTable(id, imported, unrecognised, options));
    if (modeOf(config) === 'sample' && imported.documents > 0)
      console.error(
        'The documents are in the live store, which is served once CONTACT is set; without it the sample is.',
      );
    return imported.unread + unrecognised.length > 0 ? 1 : 0;
  } finally {
    progress.close();
    await readModel?.close();
    await ledger.close();
  }
}

const describeUnrecognised = ({ path, reason }: UnrecognisedFile) =>
  reason === undefined ? path : `${path}: ${reason}`;

function asJson(id: string, { reasons, ...counts }: ImportResult, unrecognised: readonly UnrecognisedFile[]) {
  return {
    register: id,
    ...counts,
    unreadReasons: reasons,
    notRecognised: unrecognised.map(describeUnrecognised),
  };
}

/** The result of the import: counts first, then each unparseable document and its reason, then the skipped files. */
export function formatTable(
  id: string,
  { documents, records, changed, warnings, unread, reasons }: ImportResult,
  unrecognised: readonly UnrecognisedFile[],
  { verbose = false }: ImportOptions = {},
): string {
  const cells: Array<[string, string]> = [
    ['register', id],
    ['documents', String(documents)],
    ['read', String(documents - unread)],
    ['records', String(records)],
    ['new', String(changed)],
    ['warnings', String(warnings)],
    ['unread', String(unread)],
    ['skipped', String(unrecognised.length)],
  ];
  const row = (place: 0 | 1) =>
    cells
      .map((cell) => {
        const width = Math.max(cell[0].length, cell[1].length);
        return cell[0] === 'register' ? cell[place].padEnd(width) : cell[place].padStart(width);
      })
      .join('  ');
  return [
    row(0),
    row(1),
    ...listing(
      'Could not be parsed, kept for a later parser:',
      reasons.map(({ key, reason }) => `${key}: ${reason}`),
      verbose,
    ),
    ...listing(`Skipped, not a document of ${id}:`, unrecognised.map(describeUnrecognised), verbose),
  ].join('\n');
}

function listing(heading: string, lines: readonly string[], verbose: boolean): string[] {
  if (lines.length === 0) return [];
  const shown = verbose ? lines : lines.slice(0, LIST_MAX);
  const left = lines.length - shown.length;
  const rest = left > 0 ? [`  and ${left} more (--verbose lists them all)`] : [];
  return ['', heading, ...shown.map((line) => `  ${line}`), ...rest];
}
