/**
 * Files one more invented Form 4 of the sample and publishes it as the next generation, as a refresh does. Its owner has a
 * name that a spreadsheet would run, and that is markup in a feed.
 */

import { readConfig } from '../dist/src/config.js';
import { deriveForm4 } from '../dist/src/ingest/derive/form4.js';
import { importDocuments } from '../dist/src/ingest/import-documents.js';
import { publishGeneration } from '../dist/src/ingest/publication.js';
import { openSqliteWriter } from '../dist/src/read-model/sqlite/writer.js';
import { configuredRegisters } from '../dist/src/service/configured-registers.js';
import { readModelFile, sampleStoreFile } from '../dist/src/service/data-folder.js';
import { sampleDocuments } from '../dist/src/service/sample-documents.js';
import { openSeal } from '../dist/src/service/signing-key.js';
import { bumpGeneration, openStore } from '../dist/src/store/database/open.js';

export const OWNER = '=HYPERLINK("http://example.org/") & <b>Sons</b>';
export const TICKER = 'VYXT';

/** The filing is like the newest one of the sample of `day`; `accession` and `cik` are its own. */
export async function publishFiling(day, { accession, cik }) {
  const config = readConfig(process.env);
  const file = sampleStoreFile(config, day);
  const register = configuredRegisters(config).find(({ metadata }) => metadata.id === 'sec-form4');
  const pattern = sampleDocuments('sec-form4', day).at(-1);
  const text = String(pattern.bytes)
    .replaceAll(pattern.key, accession)
    // The same sale by somebody else would be a copy of it.
    .replace(/(<transactionShares><value>)[^<]+/g, (_, start) => `${start}7000`)
    .replace(/(<rptOwnerCik>)[^<]+/, (_, start) => start + cik)
    .replace(
      /(<rptOwnerName>)[^<]+/,
      (_, start) => start + OWNER.replace(/&/g, '&amp;').replace(/</g, '&lt;'),
    )
    .replace(
      /(COMPANY CONFORMED NAME:\s+)\S.*(\n\s+CENTRAL INDEX KEY:\s+)\d+/,
      (_, name, number) => name + OWNER + number + cik,
    );
  const document = {
    ...pattern,
    key: accession,
    url: pattern.url.replace(pattern.key, accession),
    bytes: Buffer.from(text),
  };
  const store = openStore(file, 'write');
  const writer = openSqliteWriter(readModelFile(file), { seal: openSeal(config, true) });
  try {
    const now = new Date();
    const { unread } = await importDocuments(store, register, [document], () => now);
    if (unread > 0) throw new Error('the filing could not be read');
    deriveForm4(store);
    bumpGeneration(store, now, new Date(now.getTime() + 3_600_000).toISOString());
    await publishGeneration(store, writer);
  } finally {
    await writer.close();
    store.close();
  }
}
