/** The backup of the ledger in a folder that all nodes see: for each part a file with its bytes and one that describes it. */

import { createReadStream } from 'node:fs';
import { link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FencedError } from '../database/writer-term.js';
import {
  type BackupDestination,
  type BackupPart,
  type FinishPart,
  LedgerBackupError,
  newestChainOf,
  type StoredPart,
} from './backup-destination.js';

const CHAIN_NAME = /^chain-[0-9a-f]+$/;
const PART_NAME = /^\d{6}\.json$/;
/** An empty file for each writer: a later one is created beside it, so that two can never undo each other's claim. */
const CLAIM_NAME = /^writer-(\d{16})$/;
/** How often a folder is read whose chains are being replaced. */
const LOOKS_MAX = 10;

export class FolderDestination implements BackupDestination {
  constructor(private readonly folder: string) {}

  async isClaimed(): Promise<boolean> {
    const names = (await unlessMissing(readdir(this.folder))) ?? [];
    return names.some((name) => CLAIM_NAME.test(name));
  }

  claim(epoch: number): Promise<void> {
    return this.inWords(() => this.claimNow(epoch));
  }

  private async claimNow(epoch: number): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await this.requireNoLaterWriter(epoch);
    const handle = await open(join(this.folder, claimName(epoch)), 'a');
    await handle.close();
    await flushFolder(this.folder);
    await this.requireNoLaterWriter(epoch);
  }

  async newestChain(): Promise<StoredPart[]> {
    for (let look = 1; ; look++) {
      const chains = await this.chainFolders();
      const newest = newestChainOf((await Promise.all(chains.map((chain) => this.partsOf(chain)))).flat());
      // A chain that was deleted during the look has a newer one in its place.
      if (newest.length > 0 || chains.length === 0 || look === LOOKS_MAX) return newest;
    }
  }

  save(part: BackupPart, bytes: AsyncIterable<Buffer>, finish: FinishPart): Promise<StoredPart> {
    return this.inWords(() => this.saveNow(part, bytes, finish));
  }

  private async saveNow(
    part: BackupPart,
    bytes: AsyncIterable<Buffer>,
    finish: FinishPart,
  ): Promise<StoredPart> {
    const folder = join(this.folder, `chain-${part.chain}`);
    await this.requireClaim(part.epoch);
    await mkdir(folder, { recursive: true });
    const stored = await this.writeBytes(part, bytes, finish);
    const description = join(folder, `${String(part.sequence).padStart(6, '0')}.json`);
    const unfinished = join(folder, `${part.id}.unfinished`);
    await writeDurably(unfinished, [Buffer.from(`${JSON.stringify(stored)}\n`)]);
    try {
      await this.requireClaim(part.epoch);
      // A link, because a rename would replace the part of another writer.
      await link(unfinished, description);
      await flushFolder(folder);
      await flushFolder(this.folder);
    } catch (error) {
      // Node's file functions throw only Errors with a code.
      if ((error as NodeJS.ErrnoException).code === 'EEXIST')
        throw new FencedError(`${description} exists already: another writer saved this part.`);
      throw error;
    } finally {
      await rm(unfinished, { force: true });
    }
    return stored;
  }

  private async writeBytes(
    part: BackupPart,
    bytes: AsyncIterable<Buffer>,
    finish: FinishPart,
  ): Promise<StoredPart> {
    const file = this.bytesFile(part);
    try {
      await writeDurably(file, bytes);
      return finish();
    } catch (error) {
      // What a full disk has of a part would keep it full.
      await rm(file, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  read(part: StoredPart): AsyncIterable<Buffer> {
    // Without an encoding the pieces are Buffers.
    return createReadStream(this.bytesFile(part), { highWaterMark: 1 << 20 });
  }

  prune(chain: string): Promise<void> {
    return this.inWords(() => this.pruneNow(chain));
  }

  private async pruneNow(chain: string): Promise<void> {
    for (const other of await this.chainFolders())
      if (other !== `chain-${chain}`) {
        // The base first: a chain without it is not taken for a whole one.
        await rm(join(this.folder, other, '000000.json'), { force: true });
        await rm(join(this.folder, other), { recursive: true, force: true });
      }
    const claims = (await readdir(this.folder)).filter((name) => CLAIM_NAME.test(name)).sort();
    for (const name of claims.slice(0, -1)) await rm(join(this.folder, name), { force: true });
    const folder = join(this.folder, `chain-${chain}`);
    const names = await readdir(folder);
    const ids = new Set((await this.partsOf(`chain-${chain}`)).map(({ id }) => id));
    for (const name of names)
      if (!PART_NAME.test(name) && !ids.has(name.replace(/\.br$/, '')))
        await rm(join(folder, name), { force: true });
  }

  async close(): Promise<void> {}

  /** An error of the file system, such as ENOSPC, does not say which folder it is about. */
  private async inWords<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      // Every field is optional, so any error fits.
      const { syscall, message } = error as NodeJS.ErrnoException;
      if (typeof syscall !== 'string') throw error;
      throw new LedgerBackupError(
        `The ledger cannot be saved to the folder ${this.folder} of LEDGER_BACKUP: ${message}`,
        { cause: error },
      );
    }
  }

  private bytesFile({ chain, id }: BackupPart): string {
    return join(this.folder, `chain-${chain}`, `${id}.br`);
  }

  private async chainFolders(): Promise<string[]> {
    try {
      return (await readdir(this.folder)).filter((name) => CHAIN_NAME.test(name));
    } catch (error) {
      // Node's file functions throw only Errors with a code.
      const { code, message } = error as NodeJS.ErrnoException;
      throw new LedgerBackupError(
        code === 'ENOENT'
          ? `The folder of LEDGER_BACKUP does not exist: ${this.folder}. Mount it, or make it.`
          : `The folder of LEDGER_BACKUP cannot be read: ${message}.`,
      );
    }
  }

  /** Without those that the writer deletes meanwhile. */
  private async partsOf(chain: string): Promise<StoredPart[]> {
    const folder = join(this.folder, chain);
    const names = (await unlessMissing(readdir(folder))) ?? [];
    const parts = await Promise.all(
      names.filter((name) => PART_NAME.test(name)).map((name) => this.describedIn(join(folder, name))),
    );
    return parts.filter((part) => part !== null);
  }

  private async describedIn(file: string): Promise<StoredPart | null> {
    try {
      const text = await unlessMissing(readFile(file, 'utf8'));
      // Only `save` writes these files, and each is complete before it gets its name.
      return text === null ? null : (JSON.parse(text) as StoredPart);
    } catch (error) {
      // Both functions throw only Errors.
      throw new LedgerBackupError(`${file} cannot be read: ${(error as Error).message}`);
    }
  }

  /** A mount that was lost leaves an empty folder, which would be taken for a backup that was never begun. */
  private async requireClaim(epoch: number): Promise<void> {
    const names = await this.requireNoLaterWriter(epoch);
    if (!names.includes(claimName(epoch)))
      throw new LedgerBackupError(
        `${this.folder} is not the folder that this writer claimed for its backup. Is it mounted? Nothing is published until it is there again.`,
      );
  }

  /** @returns the names in the folder; none if it is missing */
  private async requireNoLaterWriter(epoch: number): Promise<string[]> {
    const names = (await unlessMissing(readdir(this.folder))) ?? [];
    for (const name of names) {
      const claimed = Number(CLAIM_NAME.exec(name)?.[1] ?? 0);
      if (claimed > epoch)
        throw new FencedError(`Another node became the writer (${claimed}, this one was ${epoch}).`);
    }
    return names;
  }
}

function claimName(epoch: number): string {
  return `writer-${String(epoch).padStart(16, '0')}`;
}

/** Null if the file or the folder does not exist. */
async function unlessMissing<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    // Node's file functions throw only Errors with a code.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function writeDurably(file: string, bytes: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
  const handle = await open(file, 'w');
  try {
    for await (const piece of bytes) await handle.writeFile(piece);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** So that the names in it survive a power failure. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
