/** Reads each real document of the samples with every register that recognises it, and derives its records. */

import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { deriveEverything } from '../../src/ingest/derive/everything.js';
import { importDocuments } from '../../src/ingest/import-documents.js';
import { createRegisters } from '../../src/registers/index.js';
import type { RawDocument, Register } from '../../src/registers/register.js';
import { curatedLiveTrackers } from '../../src/service/curated-trackers.js';
import { savedDocuments } from '../../src/service/saved-documents.js';
import { SAMPLES_FOLDER } from '../../test/samples/folder.js';
import { emptyStore } from '../../test/store/empty-store.js';
import { readList } from './read-lists.js';

/** Made for a test, or what is said about documents. Only what a publisher has served is real. */
const NOT_REAL = /constructed|sec-official|sec-test|answer-shape|\/expected\/|README\.md$|MANIFEST\.tsv$/;

/** After the newest sample: digests and portfolios look back from here. */
const NOW = new Date('2026-10-20T12:00:00.000Z');

/** @returns how many pairs of document and register were read. */
export async function readSamples(onDocument: (name: string | null) => void): Promise<number> {
  let read = 0;
  for (const name of realDocuments()) {
    onDocument(name);
    readList(name);
    for (const register of createRegisters())
      if (await readAndDerive(register, join(SAMPLES_FOLDER, name))) read += 1;
  }
  onDocument(null);
  return read;
}

function realDocuments(): string[] {
  return readdirSync(SAMPLES_FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(SAMPLES_FOLDER, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((name) => !NOT_REAL.test(name))
    .sort();
}

/** In a store that has nothing else, so that what matches is in this document. */
async function readAndDerive(register: Register, path: string): Promise<boolean> {
  const documents = [...savedDocuments(register, [path], NOW.toISOString())]
    .filter((one): one is RawDocument => 'kind' in one)
    .map(withAccession);
  if (documents.length === 0) return false;
  const store = emptyStore();
  try {
    await importDocuments(store, register, documents, () => NOW);
    await deriveEverything(store, {
      now: NOW,
      overrides: [],
      trackers: curatedLiveTrackers(),
      shown: 'sec-public',
      managerQuarters: null,
    });
  } finally {
    store.close();
  }
  return true;
}

/** Filings of the SEC without their header were saved under other names than their numbers, and need one to be read. */
function withAccession(document: RawDocument): RawDocument {
  if (!document.kind.endsWith('-xml') || /\d{10}-\d{2}-\d{6}/.test(document.key)) return document;
  return { ...document, metadata: { ...document.metadata, accession: '0009999999-26-000001' } };
}
