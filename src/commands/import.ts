/** `disclosed import REGISTER PATH…`: saved documents into the live store. */

import type { Config } from '../config.js';
import { followRules } from '../ingest/derive/changed-rules.js';
import { deriveCongress } from '../ingest/derive/congress.js';
import { deriveDigests } from '../ingest/derive/digests.js';
import { deriveMarkets } from '../ingest/derive/europe.js';
import { derivePending } from '../ingest/derive/form4.js';
import { deriveTrackers } from '../ingest/derive/portfolios.js';
import { type Imported, importAndTell } from '../ingest/import-documents.js';
import { plainProgress, terminalProgress } from '../ingest/progress.js';
import { describeAll } from '../ingest/sources.js';
import type { RawDocument } from '../registers/register.js';
import { configuredRegisters, enabledRegisters } from '../service/configured-registers.js';
import { liveTrackers } from '../service/curated-trackers.js';
import { liveStore, modeOf, storeFolder } from '../service/data-folder.js';
import { registerNamed, type Stranger, savedDocuments } from '../service/documents.js';
import { memberOverrides } from '../service/member-overrides.js';
import { priceChoice } from '../service/price-choice.js';
import { describeSources } from '../store/crawl/journal.js';
import { markShown } from '../store/crawl/readiness.js';
import { bumpGeneration, holdWriterLock, openStore } from '../store/database/open.js';

export interface ImportOptions {
  json?: boolean;
  /** Every file that was passed over, and not only the first. */
  verbose?: boolean;
}

/** Lines of a list before the rest is only counted. */
const LISTED = 10;

/** Prints what was read as a table, or as one JSON line. @returns 1 when a document could not be read or was not recognised. */
export async function importSaved(
  config: Config,
  id: string,
  paths: string[],
  options: ImportOptions = {},
): Promise<number> {
  const prices = priceChoice(config);
  const overrides = memberOverrides(config);
  // The documents go into the live store, so the trackers are the real ones, with and without CONTACT.
  const trackers = liveTrackers();
  const registers = configuredRegisters(config, trackers);
  const register = registerNamed(id, registers);
  const strangers: Stranger[] = [];
  const now = () => new Date();
  const progress = process.stderr.isTTY
    ? terminalProgress(process.stderr)
    : plainProgress((line) => console.error(line));
  const looked = (done: number, total: number) => progress.step(id, { what: 'files', done, total });
  const release = holdWriterLock(storeFolder(config));
  const store = openStore(liveStore(config), 'write');
  try {
    describeSources(store, describeAll(registers, enabledRegisters(config, registers), prices.note));
    const known = function* (): Generator<RawDocument> {
      for (const one of savedDocuments(register, paths, now().toISOString(), looked)) {
        if ('path' in one) strangers.push(one);
        else yield one;
      }
    };
    const imported = await importAndTell(store, register, known(), now, 'imported');
    followRules(store);
    derivePending(store);
    deriveCongress(store, { now: now(), overrides });
    deriveDigests(store, now(), prices.shown);
    deriveTrackers(store, now(), trackers, prices.shown);
    deriveMarkets(store, now());
    markShown(store, true);
    bumpGeneration(store, now(), null);
    // The bars end before the table begins.
    progress.close();
    if (options.json === true) console.log(JSON.stringify(asJson(id, imported, strangers)));
    else console.log(table(id, imported, strangers, options));
    if (modeOf(config) === 'sample' && imported.documents > 0)
      console.error(
        'The documents are in the live store, which is served once CONTACT is set; without it the sample is.',
      );
    return imported.unread + strangers.length > 0 ? 1 : 0;
  } finally {
    progress.close();
    store.close();
    release();
  }
}

const told = ({ path, why }: Stranger) => (why === undefined ? path : `${path}: ${why}`);

function asJson(id: string, { reasons, ...counts }: Imported, strangers: readonly Stranger[]) {
  return { register: id, ...counts, unreadReasons: reasons, notRecognised: strangers.map(told) };
}

/** What came of the import: counts first, then each document that could not be read and why, then what was passed over. */
export function table(
  id: string,
  { documents, records, changed, doubts, unread, reasons }: Imported,
  strangers: readonly Stranger[],
  { verbose = false }: ImportOptions = {},
): string {
  const cells: Array<[string, string]> = [
    ['register', id],
    ['documents', String(documents)],
    ['read', String(documents - unread)],
    ['records', String(records)],
    ['new', String(changed)],
    ['warnings', String(doubts)],
    ['unread', String(unread)],
    ['skipped', String(strangers.length)],
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
      'Unread, kept for a better reader:',
      reasons.map(({ key, reason }) => `${key}: ${reason}`),
      verbose,
    ),
    ...listing(`Skipped, no document of ${id}:`, strangers.map(told), verbose),
  ].join('\n');
}

function listing(heading: string, lines: readonly string[], verbose: boolean): string[] {
  if (lines.length === 0) return [];
  const shown = verbose ? lines : lines.slice(0, LISTED);
  const left = lines.length - shown.length;
  const rest = left > 0 ? [`  and ${left} more (--verbose lists them all)`] : [];
  return ['', heading, ...shown.map((line) => `  ${line}`), ...rest];
}
