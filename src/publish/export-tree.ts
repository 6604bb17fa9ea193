/**
 * Exports as files below a folder: `data/{folder}/{name}.json`, and an `index.json` with the size, the SHA-256 and the
 * moment of each. A run writes what changed, and removes what is gone if the index names it.
 */

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { ApiError } from '../../tools/contract/errors.js';
import { LICENSE_URL, SERVICE_NAME, SERVICE_VERSION } from '../../tools/contract/rules.js';
import {
  EXPORT_FOLDERS,
  type ExportFolder,
  type ExportInput,
  exportFileName,
  exportNames,
  exportSource,
  exportTerms,
  isExportName,
  jsonLines,
  renderExport,
} from './exports.js';

export interface TreeOptions extends ExportInput {
  /** Folder on disk. */
  root: string;
  /** The folders to write, in the order of `EXPORT_FOLDERS`. */
  folders: readonly ExportFolder[];
  /** Moment of the data, ISO 8601 UTC. */
  asOf: string;
  signal?: AbortSignal;
}

export interface TreeCounts {
  written: number;
  unchanged: number;
  removed: number;
}

/** One file of a tree. */
export interface TreeFile {
  folder: ExportFolder;
  name: string;
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
  /** When this content was made: a file that did not change keeps the time. */
  as_of: string;
}

const INDEX_FILE = 'index.json';
/** The beginning of every index that this program writes. */
const INDEX_MARK = `{"generator":"${SERVICE_NAME} `;
/** Written first, then renamed: a reader never sees half a file. */
const UNFINISHED = 'unfinished.json';
const UNFINISHED_INDEX = 'unfinished-index.json';
/** The state of the tree when a run begins. */
const TEMPORARY = /^(?:writer\.lock(?:-journal)?|unfinished-index\.json)$/;
const PATH = /^data\/([a-z]+)\/([^/]+)\.json$/;

export function treePath(root: string, folder: ExportFolder, name: string): string {
  return join(root, relativePath(folder, name));
}

const relativePath = (folder: ExportFolder, name: string) => `data/${folder}/${exportFileName(name)}`;

/** Whether a tree may be written to `root`: it is missing, empty, or has an index of this program. */
export async function isTreeFolder(root: string): Promise<boolean> {
  const names = await readdir(root).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (names.every((name) => TEMPORARY.test(name))) return true;
  return hasIndex(root);
}

async function hasIndex(root: string): Promise<boolean> {
  const file = await open(join(root, INDEX_FILE)).catch(() => null);
  if (file === null) return false;
  const { buffer } = await file.read(Buffer.alloc(INDEX_MARK.length)).finally(() => file.close());
  return buffer.toString() === INDEX_MARK;
}

/** The files of the index in its order; none where there is no index. */
export async function* readTree(root: string): AsyncGenerator<TreeFile> {
  if (!(await hasIndex(root))) return;
  const lines = createInterface({ input: createReadStream(join(root, INDEX_FILE)) });
  for await (const line of lines) {
    if (!line.startsWith('{"path":')) continue;
    const { path, bytes, sha256, as_of } = JSON.parse(line.replace(/,$/, ''));
    const [, folder, encoded = ''] = PATH.exec(path) ?? [];
    const known = EXPORT_FOLDERS.find((one) => one === folder);
    const name = decodeURIComponent(encoded);
    // A damaged or edited index cannot point to a file outside the tree.
    if (known !== undefined && isExportName(name)) yield { folder: known, name, bytes, sha256, as_of };
  }
}

/** Brings the tree up to date. A run that is stopped leaves a tree that the next run completes. */
export async function writeTree(options: TreeOptions): Promise<TreeCounts> {
  const { root, asOf, sourcePrefix } = options;
  const head = {
    generator: `${SERVICE_NAME} ${SERVICE_VERSION}`,
    license: LICENSE_URL,
    as_of: asOf,
    terms: exportTerms(sourcePrefix),
    files: [],
  };
  await mkdir(root, { recursive: true });
  // Marks the folder as written by this program, even if this run is killed.
  if (!(await hasIndex(root))) await writeIndex(root, [`${JSON.stringify(head)}\n`]);
  for (const folder of options.folders) await mkdir(join(root, 'data', folder), { recursive: true });
  const run = new TreeRun(options);
  await writeIndex(root, jsonLines(head, run.lines()));
  return run.counts;
}

async function writeIndex(root: string, text: Iterable<string> | AsyncIterable<string>): Promise<void> {
  await pipeline(text, createWriteStream(join(root, UNFINISHED_INDEX)));
  await rename(join(root, UNFINISHED_INDEX), join(root, INDEX_FILE));
}

/** One run over the names of the store and the files of the old index, which have the same order. */
class TreeRun {
  readonly counts: TreeCounts = { written: 0, unchanged: 0, removed: 0 };
  private readonly before: AsyncGenerator<TreeFile>;
  private next: TreeFile | undefined;

  constructor(private readonly options: TreeOptions) {
    this.before = readTree(options.root);
  }

  /** The lines of the new index. */
  async *lines(): AsyncGenerator<string> {
    await this.advance();
    for (const folder of this.options.folders)
      for await (const { name, bytes, sha256, as_of } of this.filesOf(folder))
        yield JSON.stringify({ path: relativePath(folder, name), bytes, sha256, as_of });
    for await (const gone of this.known(() => true)) await this.remove(gone.folder, gone.name);
  }

  private async *filesOf(folder: ExportFolder): AsyncGenerator<TreeFile> {
    const { tools, context, signal } = this.options;
    // Folders that this tree no longer has.
    for await (const gone of this.known((file) => file.folder < folder))
      await this.remove(gone.folder, gone.name);
    const source = await exportSource(tools, context.reads, folder);
    const isHere = (file: TreeFile) => file.folder === folder;
    // The content of a source that was never read is unknown: its files stay as they are.
    if (source?.status === 'never-read') return yield* this.known(isHere);
    for await (const name of source?.status === 'off' ? [] : exportNames(context.reads, folder)) {
      // A stopped run knows nothing about the remaining names.
      if (signal?.aborted === true) return yield* this.known(isHere);
      for await (const gone of this.known((file) => isHere(file) && file.name < name))
        await this.remove(folder, gone.name);
      const old = this.next !== undefined && isHere(this.next) && this.next.name === name ? this.next : null;
      if (old !== null) await this.advance();
      const file = await this.update(folder, name, old);
      if (file !== null) yield file;
    }
    for await (const gone of this.known(isHere)) await this.remove(folder, gone.name);
  }

  /** Writes the file if it changed. @returns its line; null when there is no such file */
  private async update(folder: ExportFolder, name: string, old: TreeFile | null): Promise<TreeFile | null> {
    const { asOf, root } = this.options;
    const path = treePath(root, folder, name);
    let text: Awaited<ReturnType<typeof renderExport>>;
    try {
      text = await renderExport(this.options, folder, name);
    } catch (error) {
      // While the source is read for the first time, some entities are still unknown.
      if (error instanceof ApiError && error.code === 'not_ready') return old;
      throw error;
    }
    if (text === null) {
      if (old !== null) await this.remove(folder, name);
      return null;
    }
    if (old !== null && hashOf(text(old.as_of)) === old.sha256 && (await sizeOf(path)) === old.bytes) {
      this.counts.unchanged += 1;
      return old;
    }
    const content = Buffer.from(text(asOf));
    await writeFile(join(root, UNFINISHED), content);
    await rename(join(root, UNFINISHED), path);
    this.counts.written += 1;
    return { folder, name, bytes: content.length, sha256: hashOf(content), as_of: asOf };
  }

  private async remove(folder: ExportFolder, name: string): Promise<void> {
    await rm(treePath(this.options.root, folder, name), { force: true });
    this.counts.removed += 1;
  }

  /** The next files of the old index, while they are such. */
  private async *known(isSuch: (file: TreeFile) => boolean): AsyncGenerator<TreeFile> {
    for (; this.next !== undefined && isSuch(this.next); await this.advance()) yield this.next;
  }

  private async advance(): Promise<void> {
    const { value } = await this.before.next();
    this.next = value ?? undefined;
  }
}

const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

async function sizeOf(path: string): Promise<number | null> {
  return (await stat(path).catch(() => null))?.size ?? null;
}

/** The text of a file of the tree; null when there is none. */
export async function readTreeFile(root: string, folder: ExportFolder, name: string): Promise<string | null> {
  return readFile(treePath(root, folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
