/** Checks signatures and hashes: of the database of this service, of a dump, of an answer and of a saved one. */

import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { type Config, ConfigError } from '../config.js';
import { checkDump } from '../dump/dump-manifest.js';
import {
  chainFault,
  type OpenedManifest,
  openManifest,
  sha256Of,
  signatureFault,
} from '../proof/manifest.js';
import { bodyFault, openReceipt, RECEIPT_HEADER, type ReceiptFacts, WANT_RECEIPT } from '../proof/receipt.js';
import type { OpenGeneration } from '../read-model/generation.js';
import { TableDigests } from '../read-model/table-digests.js';
import type { TableName } from '../read-model/tables.js';
import { servedDay } from './data-folder.js';
import { DUMP_FILE } from './dump.js';
import { openReadModel } from './read-model.js';

export interface Verdict {
  /** What was found. */
  lines: string[];
  /** What is wrong; none if everything is as it was signed. */
  faults: string[];
}

/** A page is some hundred kilobytes, and the largest answer some tens of megabytes. */
const ANSWER_BYTES_MAX = 128 << 20;
const ANSWER_MS = 120_000;
/** Manifests that are read at once. */
const PAGE = 200;

/** Reads every row of the newest generation of this service, and every manifest. */
export async function verifyDatabase(config: Config, signer: string | undefined): Promise<Verdict> {
  const model = await openReadModel(config, servedDay(config));
  try {
    const opened = await model.open();
    try {
      return await verdictOfGeneration(opened, signer);
    } finally {
      await opened.close();
    }
  } finally {
    await model.close();
  }
}

async function verdictOfGeneration(
  { generation, reads, whole }: OpenGeneration,
  signer: string | undefined,
): Promise<Verdict> {
  const chain = await chainVerdict(reads);
  const { newest } = chain;
  if (newest === null) return { lines: [], faults: ['there is no manifest'] };
  const faults = [...chain.faults, ...signerFaults(newest.manifest.key.id, signer)];
  if (newest.manifest.generation !== generation.number || newest.manifest.id !== generation.id)
    faults.push(`generation ${generation.number} has no manifest`);
  const digests = new TableDigests();
  // The names of the digests are those of the tables.
  for (const { name } of digests.list())
    for await (const rows of whole.scan(name as TableName))
      for (const row of rows) digests.add(name as TableName, row);
  const found = new Map(digests.list().map((one) => [one.name, one]));
  for (const { name, rows, sha256 } of newest.manifest.tables) {
    const own = found.get(name);
    if (own?.sha256 !== sha256)
      faults.push(
        `the table ${name} is not the one that was signed (it has ${own?.rows ?? 'no'} rows, and ${rows} were signed)`,
      );
  }
  const rows = newest.manifest.tables.reduce((sum, one) => sum + one.rows, 0);
  return {
    lines: [
      describeManifest(newest),
      `Read ${rows} rows of ${newest.manifest.tables.length} tables, and ${chain.count} manifests.`,
    ],
    faults,
  };
}

/** Every manifest, newest first: each signature, and that each names the one before it. */
async function chainVerdict(
  reads: OpenGeneration['reads'],
): Promise<{ newest: OpenedManifest | null; count: number; faults: string[] }> {
  const faults: string[] = [];
  let newest: OpenedManifest | null = null;
  let next: OpenedManifest | null = null;
  let count = 0;
  for (let before: number | null = null; ; ) {
    const page = await reads.manifests({ before, limit: PAGE });
    for (const { number, sha256, json } of page) {
      const opened = openManifest(json);
      if (opened === null || opened.sha256 !== sha256 || opened.manifest.generation !== number) {
        faults.push(`the manifest of generation ${number} was changed`);
        continue;
      }
      const wrong = signatureFault(opened) ?? (next === null ? null : chainFault(opened, next));
      if (wrong !== null) faults.push(wrong);
      newest ??= opened;
      next = opened;
      count += 1;
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) break;
    before = last.number;
  }
  if (next !== null && next.manifest.parent !== null)
    faults.push(`the manifest before generation ${next.manifest.generation} is missing`);
  return { newest, count, faults };
}

/** A dump in a folder; with `row`, also the rows of that id and the document that they were read from. */
export async function verifyDumpFolder(
  folder: string,
  { signer, row }: { signer?: string | undefined; row?: string | undefined },
): Promise<Verdict> {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new ConfigError(
      `${folder} is not a folder. Name the folder of a dump, a FILE.receipt, or an address that begins with http.`,
    );
  const { facts, generation, faults } = await checkDump(folder);
  if (facts === null) return { lines: [], faults };
  const lines = [
    `Dump of generation ${facts.generation}, made ${facts.madeAt}, signed by key ${facts.key.id}${facts.sample ? ', of the SAMPLE' : ''}.`,
    ...(generation === null ? [] : [describeManifest(generation)]),
    `Read ${facts.files.length} files with ${facts.files.reduce((sum, { bytes }) => sum + bytes, 0)} bytes.`,
  ];
  const found = row === undefined || faults.length > 0 ? [] : rowsOfDump(join(folder, DUMP_FILE), row);
  return {
    lines: [...lines, ...found],
    faults: [
      ...faults,
      ...signerFaults(facts.key.id, signer),
      ...(row !== undefined && faults.length === 0 && found.length === 0
        ? [`no row of the dump has the id ${row}`]
        : []),
    ],
  };
}

/** Rows that have this id, as JSON lines with the name of their table. */
function rowsOfDump(file: string, id: string): string[] {
  if (!existsSync(file))
    throw new ConfigError(`The dump has no ${DUMP_FILE}: rows are found in a dump with the format sqlite.`);
  const db = new Database(file, { readonly: true });
  try {
    const places = db
      .prepare(
        `SELECT "table", "column" FROM dump_columns WHERE "column" IN ('filing_id', 'notice_id', 'accession', 'record')
           AND type = 'text' ORDER BY "table"`,
      )
      .all() as Array<{ table: string; column: string }>;
    const ids = [...new Set([id, id.replace(/-\d+$/, '')])];
    return places.flatMap(({ table, column }) =>
      (
        db
          .prepare(`SELECT * FROM "${table}" WHERE "${column}" IN (?, ?)`)
          .all(id, column === 'record' ? (ids.at(-1) ?? id) : id) as object[]
      ).map((found) => `${table}: ${JSON.stringify(found)}`),
    );
  } finally {
    db.close();
  }
}

/** Requests an answer or a page with a receipt, and checks both. `save`: a file for the answer, and FILE.receipt. */
export async function verifyAddress(
  address: string,
  { signer, save }: { signer?: string | undefined; save?: string | undefined },
): Promise<Verdict> {
  const response = await request(address, { [WANT_RECEIPT]: '1' });
  const body = await bodyOf(response, address);
  const header = response.headers.get(RECEIPT_HEADER);
  if (header === null)
    return {
      lines: [],
      faults: ['the answer has no receipt: the service has no key, or is an earlier version'],
    };
  const receipt = openReceipt(header);
  if (typeof receipt === 'string') return { lines: [], faults: [`the receipt: ${receipt}`] };
  const wrong = bodyFault(receipt, body);
  const faults = [
    ...(wrong === null ? [] : [`the answer: ${wrong}`]),
    ...(new URL(receipt.url).pathname.endsWith(new URL(address).pathname)
      ? []
      : [`the receipt is of another address: ${receipt.url}`]),
    ...signerFaults(receipt.key.id, signer),
    ...(await manifestFaults(address, receipt)),
  ];
  if (save !== undefined && faults.length === 0) {
    writeFileSync(save, body, { flag: 'wx' });
    writeFileSync(`${save}.receipt`, header, { flag: 'wx' });
  }
  return { lines: [describeReceipt(receipt)], faults };
}

/** The manifest that the receipt names, from the same service. */
async function manifestFaults(address: string, receipt: ReceiptFacts): Promise<string[]> {
  const at = manifestAddress(address, receipt.generation);
  const response = await request(at, {});
  if (!response.ok)
    return [`the manifest of generation ${receipt.generation} could not be read: ${response.status}`];
  const { data } = JSON.parse((await bodyOf(response, at)).toString()) as {
    data: { text: string; signatures: OpenedManifest['signatures'] };
  };
  const opened = openManifest(JSON.stringify({ text: data.text, signatures: data.signatures }));
  if (opened === null) return [`the manifest of generation ${receipt.generation} cannot be read`];
  const wrong = signatureFault(opened);
  return [
    ...(wrong === null ? [] : [`the manifest of generation ${receipt.generation}: ${wrong}`]),
    ...(sha256Of(opened.text) === receipt.manifest
      ? []
      : [`the manifest of generation ${receipt.generation} is not the one that the receipt names`]),
    ...(opened.manifest.key.id === receipt.key.id
      ? []
      : ['the receipt and the manifest are signed by different keys']),
  ];
}

/** At the service of `address`, which may be below a path: `https://example.org/disclosed/v1/filings`. */
export function manifestAddress(address: string, generation: number): string {
  const { origin, pathname } = new URL(address);
  const below = Math.max(0, pathname.indexOf('/v1/'));
  return `${origin}${pathname.slice(0, below)}/v1/generations/${generation}`;
}

/** An answer that was saved beside its receipt. */
export async function verifySaved(file: string, signer: string | undefined): Promise<Verdict> {
  const saved = file.slice(0, -'.receipt'.length);
  for (const path of [file, saved])
    if (!existsSync(path))
      throw new ConfigError(`${path} does not exist: an answer and its receipt are two files.`);
  const receipt = openReceipt(readFileSync(file, 'utf8').trim());
  if (typeof receipt === 'string') return { lines: [], faults: [`the receipt: ${receipt}`] };
  const wrong = bodyFault(receipt, readFileSync(saved));
  return {
    lines: [describeReceipt(receipt)],
    faults: [...(wrong === null ? [] : [`${saved}: ${wrong}`]), ...signerFaults(receipt.key.id, signer)],
  };
}

function signerFaults(key: string, signer: string | undefined): string[] {
  return signer === undefined || signer === key ? [] : [`it is signed by key ${key}, and not by ${signer}`];
}

function describeManifest({ manifest }: OpenedManifest): string {
  const { generation, publishedAt, key, sample } = manifest;
  return `Generation ${generation}, published ${publishedAt}, signed by key ${key.id}${sample ? ', of the SAMPLE' : ''}.`;
}

function describeReceipt({ url, sentAt, generation, key }: ReceiptFacts): string {
  return `${url} was answered so at ${sentAt}, from generation ${generation}, signed by key ${key.id}.`;
}

async function request(address: string, headers: Record<string, string>): Promise<Response> {
  try {
    return await fetch(address, {
      headers: { ...headers, 'accept-encoding': 'identity' },
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
  } catch (error) {
    // `fetch` rejects only with Errors; the one of the network is its cause.
    const { message, cause } = error as Error;
    throw new ConfigError(
      `${address} could not be requested: ${cause instanceof Error ? cause.message || cause.name : message}`,
    );
  }
}

async function bodyOf(response: Response, address: string): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of response.body ?? []) {
    bytes += piece.length;
    if (bytes > ANSWER_BYTES_MAX)
      throw new ConfigError(`${address} answers more than ${ANSWER_BYTES_MAX} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
