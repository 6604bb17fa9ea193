/** The backup of the ledger, in a folder and in PostgreSQL: what was saved is restored, page for page. */

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { openPostgresDatabase } from '../../src/database/postgres-database.js';
import { FencedError, tryBeginTerm } from '../../src/database/writer-term.js';
import { type BackupDestination, LedgerBackupError } from '../../src/ledger-backup/backup-destination.js';
import { DatabaseDestination } from '../../src/ledger-backup/database-destination.js';
import { FolderDestination } from '../../src/ledger-backup/folder-destination.js';
import { LedgerSaver } from '../../src/ledger-backup/ledger-saver.js';
import { restoreNewerLedger } from '../../src/ledger-backup/restore-ledger.js';
import { openStore, type Store } from '../../src/store/database/open.js';
import { POSTGRES_MISSING, startPostgres, type TestPostgres } from '../services/postgres.js';

interface Place {
  /** A destination that no writer has claimed. */
  open(): Promise<BackupDestination>;
  /** The next writer's number, claimed. */
  nextEpoch(destination: BackupDestination): Promise<number>;
  /** Changes one byte of a stored part. */
  damage(chain: string, sequence: number): Promise<void>;
  remove(chain: string, sequence: number): Promise<void>;
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'disclosed-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const inFolder: Place = {
  open: async () => new FolderDestination(join(folder, 'backup')),
  async nextEpoch(destination) {
    epochs += 1;
    await destination.claim(epochs);
    return epochs;
  },
  async damage(chain, sequence) {
    const at = join(folder, 'backup', `chain-${chain}`);
    const { id } = JSON.parse(readFileSync(join(at, `${String(sequence).padStart(6, '0')}.json`), 'utf8'));
    const bytes = readFileSync(join(at, `${id}.br`));
    bytes[bytes.length - 20]! ^= 1;
    writeFileSync(join(at, `${id}.br`), bytes);
  },
  async remove(chain, sequence) {
    rmSync(join(folder, 'backup', `chain-${chain}`, `${String(sequence).padStart(6, '0')}.json`));
  },
};
let epochs = 0;

let servers: TestPostgres;
let url = '';
const inDatabase: Place = {
  async open() {
    url = await servers.database();
    return new DatabaseDestination(openPostgresDatabase(url));
  },
  async nextEpoch(destination) {
    const database = openPostgresDatabase(url);
    const term = (await tryBeginTerm(database, 'test'))!;
    await destination.claim(term.epoch);
    await term.end();
    await database.close();
    return term.epoch;
  },
  async damage(chain, sequence) {
    await change(
      `UPDATE ledger_chunk SET bytes = set_byte(bytes, length(bytes) - 20, get_byte(bytes, length(bytes) - 20) # 1)
       WHERE chain = ? AND sequence = ?`,
      [chain, sequence],
    );
  },
  remove: (chain, sequence) =>
    change('DELETE FROM ledger_part WHERE chain = ? AND sequence = ?', [chain, sequence]),
};

async function change(sql: string, values: Array<string | number>): Promise<void> {
  const database = openPostgresDatabase(url);
  expect(await database.run(sql, values)).toBeGreaterThan(0);
  await database.close();
}

const log = { info: () => undefined, warn: () => undefined };

describe.each([
  ['a folder', inFolder, null],
  ['PostgreSQL', inDatabase, POSTGRES_MISSING],
] as const)('the backup in %s', (_name, place, missing) => {
  if (missing !== null) {
    it.skip(missing, () => undefined);
    return;
  }
  let destination: BackupDestination;
  let ledger: string;
  let store: Store;
  let saver: LedgerSaver;
  let epoch: number;

  beforeAll(async () => {
    if (place === inDatabase) servers = await startPostgres();
  });
  afterAll(async () => {
    if (place === inDatabase) await servers.close();
  });
  beforeEach(async () => {
    destination = await place.open();
    epoch = await place.nextEpoch(destination);
    ledger = join(folder, 'node', 'live.db');
    open();
    fill(12_000);
  });
  afterEach(async () => {
    if (store.db.open) store.close();
    await destination.close();
  });

  function open(): void {
    store = openStore(ledger, 'write');
    saver = saverOf(store, ledger, epoch);
  }
  const saverOf = (of: Store, file: string, term: number) =>
    new LedgerSaver(of, {
      file,
      destination,
      epoch: term,
      now: () => new Date('2026-11-20T12:00:00.000Z'),
      log,
    });

  /** Rows with contents that do not repeat; each 200 bytes. */
  function fill(rows: number, of = store): void {
    of.transaction(() => {
      for (let i = 0; i < rows; i++)
        of.sql("INSERT INTO register_cursor VALUES ('test', hex(randomblob(20)), hex(randomblob(80)))").run();
    });
  }

  /** Another node's ledger, from the backup. */
  async function restored(name = 'other'): Promise<string> {
    const file = join(folder, name, 'live.db');
    openStore(file, 'write').close();
    for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
    expect(await restoreNewerLedger(file, destination, log)).toBe(true);
    return file;
  }

  /** After a save the log is empty: the file is everything. */
  const expectSame = (one: string, other: string) =>
    expect(readFileSync(one).equals(readFileSync(other))).toBe(true);
  const chain = () => destination.newestChain();
  const sequences = async () => (await chain()).map(({ sequence }) => sequence);
  const chainId = async () => (await chain())[0]!.chain;

  it('restores a base with its increments, page for page', async () => {
    expect(await restoreNewerLedger(join(folder, 'none', 'live.db'), destination, log)).toBe(false);
    await saver.save();
    for (let i = 0; i < 4; i++) {
      fill(20);
      store.sql("DELETE FROM register_cursor WHERE name < '002'").run();
      await saver.save();
    }
    expect(await sequences()).toEqual([0, 1, 2, 3, 4]);
    expectSame(await restored(), ledger);
  });

  it('leaves only the ledger behind, also where the restored one was looked at', async () => {
    await saver.save();
    mkdirSync(join(folder, 'other'));
    const file = join(folder, 'other', 'live.db');
    // As the service does, to learn which generation it is at.
    const requirePublished = (restored: string) => {
      const db = new Database(restored, { readonly: true });
      db.prepare('SELECT number FROM generation').get();
      db.close();
    };
    const options = { isPublished: () => false, requirePublished };
    expect(await restoreNewerLedger(file, destination, log, options)).toBe(true);
    expect(readdirSync(join(folder, 'other')).filter((name) => name.includes('restored'))).toEqual([]);
    expectSame(file, ledger);
  });

  it('continues a chain in the next process, and after a node took over', async () => {
    await saver.save();
    fill(20);
    await saver.close();
    store.close();
    open();
    fill(20);
    await saver.save();
    expect(await sequences()).toEqual([0, 1, 2]);
    expectSame(await restored(), ledger);
    const other = join(folder, 'other', 'live.db');
    const next = await place.nextEpoch(destination);
    const taken = openStore(other, 'write');
    fill(20, taken);
    await saverOf(taken, other, next).save();
    expect(await sequences()).toEqual([0, 1, 2, 3]);
    taken.close();
    expectSame(await restored('third'), other);
    // The first node is behind, the other is not.
    store.close();
    expect(await restoreNewerLedger(other, destination, log)).toBe(false);
    expect(await restoreNewerLedger(ledger, destination, log)).toBe(true);
    expectSame(ledger, other);
  });

  it('keeps a ledger that is newer than the backup', async () => {
    await saver.save();
    fill(20);
    await saver.close();
    store.close();
    const before = readFileSync(ledger);
    expect(await restoreNewerLedger(ledger, destination, log)).toBe(false);
    expect(readFileSync(ledger).equals(before)).toBe(true);
  });

  it('puts a ledger aside that was never part of the backup', async () => {
    await saver.save();
    const foreign = join(folder, 'foreign', 'live.db');
    const other = openStore(foreign, 'write');
    fill(7, other);
    other.close();
    const before = readFileSync(foreign);
    expect(await restoreNewerLedger(foreign, destination, log)).toBe(true);
    expectSame(foreign, ledger);
    expect(readFileSync(`${foreign}.before-restore`).equals(before)).toBe(true);
  });

  it('keeps a ledger that no longer remembers the last save, if the newest generation was made from it', async () => {
    await saver.save();
    await saver.close();
    const newer = await restored('newer');
    // As after a thousand saves to another place.
    const other = openStore(newer, 'write');
    other.sql('DELETE FROM ledger_save').run();
    other.sql("INSERT INTO ledger_save (number, id, at) VALUES (1500, 'later', '')").run();
    other.close();
    const before = readFileSync(newer);
    const isPublished = (file: string) => file === newer;
    const options = { isPublished, requirePublished: () => undefined };
    expect(await restoreNewerLedger(newer, destination, log, options)).toBe(false);
    expect(readFileSync(newer).equals(before)).toBe(true);
    // Without that it is put aside, beside the one of an earlier time.
    writeFileSync(`${newer}.before-restore`, 'earlier');
    expect(await restoreNewerLedger(newer, destination, log)).toBe(true);
    expectSame(newer, ledger);
    expect(readFileSync(`${newer}.before-restore-2`).equals(before)).toBe(true);
    expect(readFileSync(`${newer}.before-restore`, 'utf8')).toBe('earlier');
  });

  it('leaves the ledger as it is if that of the backup may not take its place', async () => {
    await saver.save();
    const file = join(folder, 'other', 'live.db');
    openStore(file, 'write').close();
    const before = readFileSync(file);
    const requirePublished = () => {
      throw new LedgerBackupError('older');
    };
    const attempt = restoreNewerLedger(file, destination, log, {
      isPublished: () => false,
      requirePublished,
    });
    await expect(attempt).rejects.toThrow('older');
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('makes a new base when the increments are larger than half of it, and deletes the old chain', async () => {
    await saver.save();
    const first = await chainId();
    for (let i = 0; (await chainId()) === first; i++) {
      expect(i).toBeLessThan(20);
      fill(500);
      await saver.save();
      // The new base is saved after the increment.
      await saver.close();
    }
    expect(await sequences()).toEqual([0]);
    expectSame(await restored(), ledger);
    fill(20);
    await saver.save();
    expect(await sequences()).toEqual([0, 1]);
    expectSame(await restored('third'), ledger);
    expect(readdirSync(join(folder, 'node', 'ledger-backup'))).toEqual(['state.json']);
  });

  it.each(['TRUNCATE', 'PASSIVE'])(
    'makes a new base after another program wrote and moved the log (%s)',
    async (kind) => {
      await saver.save();
      const first = await chainId();
      fill(20);
      const other = new Database(ledger);
      other.exec("INSERT INTO register_cursor VALUES ('other', 'program', '')");
      other.pragma(`wal_checkpoint(${kind})`);
      other.close();
      fill(20);
      await saver.save();
      expect(await chainId()).not.toBe(first);
      expectSame(await restored(), ledger);
    },
  );

  it('saves what another program wrote without moving the log', async () => {
    await saver.save();
    const other = new Database(ledger);
    other.exec("INSERT INTO register_cursor VALUES ('other', 'program', '')");
    other.close();
    await saver.save();
    expect(await sequences()).toEqual([0, 1]);
    expectSame(await restored(), ledger);
  });

  it('saves everything while a reader keeps the log from being emptied', async () => {
    await saver.save();
    const reader = new Database(ledger, { readonly: true });
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM register_cursor').get();
    for (let i = 0; i < 3; i++) {
      // Few: each increment holds the whole log, and together they must stay below what makes a new base.
      fill(5);
      await saver.save();
    }
    reader.exec('COMMIT');
    reader.close();
    fill(5);
    await saver.save();
    expect(await sequences()).toEqual([0, 1, 2, 3, 4]);
    expectSame(await restored(), ledger);
  });

  it('sends what it could not send, with the next save', async () => {
    await saver.save();
    const broken = new LedgerSaver(store, {
      file: ledger,
      destination: { ...bound(destination), save: () => Promise.reject(new Error('away')) },
      epoch,
      now: () => new Date(),
      log,
    });
    for (let i = 0; i < 2; i++) {
      fill(20);
      await expect(broken.save()).rejects.toThrow('away');
    }
    fill(20);
    await saver.save();
    expect(await sequences()).toEqual([0, 1, 2, 3]);
    expectSame(await restored(), ledger);
  });

  it('keeps no more unsent parts than half of the ledger, and then saves a base instead', async () => {
    await saver.save();
    const first = await chainId();
    const broken = new LedgerSaver(store, {
      file: ledger,
      destination: { ...bound(destination), save: () => Promise.reject(new Error('full')) },
      epoch,
      now: () => new Date(),
      log,
    });
    const kept = join(folder, 'node', 'ledger-backup');
    const waiting = () => readdirSync(kept).reduce((sum, name) => sum + statSync(join(kept, name)).size, 0);
    for (let i = 0; i < 12; i++) {
      fill(800);
      await expect(broken.save()).rejects.toThrow('full');
      expect(waiting()).toBeLessThan(statSync(ledger).size);
    }
    await saver.save();
    expect(await chainId()).not.toBe(first);
    expect(await sequences()).toEqual([0]);
    expectSame(await restored(), ledger);
    expect(readdirSync(kept)).toEqual(['state.json']);
  });

  it('continues when the answer to a save was lost', async () => {
    await saver.save();
    const deaf = new LedgerSaver(store, {
      file: ledger,
      destination: {
        ...bound(destination),
        save: async (...given) => {
          await destination.save(...given);
          throw new Error('no answer');
        },
      },
      epoch,
      now: () => new Date(),
      log,
    });
    fill(20);
    await expect(deaf.save()).rejects.toThrow('no answer');
    fill(20);
    await saver.save();
    expect(await sequences()).toEqual([0, 1, 2]);
    expectSame(await restored(), ledger);
  });

  it('makes a new base when the backup lost its last part', async () => {
    await saver.save();
    const first = await chainId();
    fill(20);
    await saver.save();
    await place.remove(first, 1);
    fill(20);
    await saver.save();
    expect(await chainId()).not.toBe(first);
    expectSame(await restored(), ledger);
  });

  it('refuses a damaged part and leaves the ledger of the node as it is', async () => {
    await saver.save();
    for (let i = 0; i < 2; i++) {
      fill(20);
      await saver.save();
    }
    await place.damage(await chainId(), 1);
    const file = join(folder, 'other', 'live.db');
    const other = openStore(file, 'write');
    other.close();
    const before = readFileSync(file);
    const attempt = restoreNewerLedger(file, destination, log);
    await expect(attempt).rejects.toThrow(LedgerBackupError);
    await expect(attempt).rejects.toThrow(/^Part 1 of the backup \w+ is damaged/);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('refuses a chain with a gap', async () => {
    await saver.save();
    for (let i = 0; i < 2; i++) {
      fill(20);
      await saver.save();
    }
    await place.remove(await chainId(), 1);
    const file = join(folder, 'other', 'live.db');
    openStore(file, 'write').close();
    await expect(restoreNewerLedger(file, destination, log)).rejects.toThrow(
      /^Part 1 of the backup \w+ is missing/,
    );
  });

  it('refuses the writer of an older term, and keeps what the new one saved', async () => {
    await saver.save();
    fill(20);
    await saver.save();
    const other = await restored();
    const next = await place.nextEpoch(destination);
    fill(20);
    await expect(saver.save()).rejects.toThrow(FencedError);
    const taken = openStore(other, 'write');
    fill(20, taken);
    await saverOf(taken, other, next).save();
    taken.close();
    fill(20);
    await expect(saver.save()).rejects.toThrow(FencedError);
    expect((await chain()).map((part) => part.epoch)).toEqual([epoch, epoch, next]);
    expectSame(await restored('third'), other);
  });
});

/** The methods of a destination as functions, to replace one of them. */
function bound(destination: BackupDestination): BackupDestination {
  return {
    isClaimed: () => destination.isClaimed(),
    claim: (given) => destination.claim(given),
    newestChain: () => destination.newestChain(),
    save: (...given) => destination.save(...given),
    read: (part) => destination.read(part),
    prune: (given) => destination.prune(given),
    close: () => destination.close(),
  };
}

it('ends a folder whose newer writer claimed it between the bytes and the part', async () => {
  const destination = new FolderDestination(join(folder, 'backup'));
  await destination.claim(1);
  const ledger = join(folder, 'live.db');
  const store = openStore(ledger, 'write');
  const late: BackupDestination = {
    ...bound(destination),
    save: (part, bytes, finish) =>
      destination.save(
        part,
        (async function* () {
          yield* bytes;
          await destination.claim(2);
        })(),
        finish,
      ),
  };
  const saver = new LedgerSaver(store, {
    file: ledger,
    destination: late,
    epoch: 1,
    now: () => new Date(),
    log,
  });
  await expect(saver.save()).rejects.toThrow(FencedError);
  expect(await destination.newestChain()).toEqual([]);
  expect(existsSync(join(folder, 'backup', 'writer-0000000000000002'))).toBe(true);
  store.close();
});

it('saves nothing into a folder that lost its mount, and continues when it is back', async () => {
  const backup = join(folder, 'backup');
  const destination = new FolderDestination(backup);
  expect(await destination.isClaimed()).toBe(false);
  await destination.claim(1);
  expect(await destination.isClaimed()).toBe(true);
  const ledger = join(folder, 'live.db');
  const store = openStore(ledger, 'write');
  const saver = new LedgerSaver(store, { file: ledger, destination, epoch: 1, now: () => new Date(), log });
  await saver.save();
  renameSync(backup, `${backup}.away`);
  mkdirSync(backup);
  expect(await destination.isClaimed()).toBe(false);
  await expect(saver.save()).rejects.toThrow(/is not the folder that this writer claimed .* Is it mounted\?/);
  expect(readdirSync(backup)).toEqual([]);
  rmSync(backup, { recursive: true });
  renameSync(`${backup}.away`, backup);
  const saved = await saver.save();
  expect((await destination.newestChain()).at(-1)).toEqual(saved);
  await saver.close();
  store.close();
  expect(await restoreNewerLedger(join(folder, 'other.db'), destination, log)).toBe(true);
  expect(readFileSync(join(folder, 'other.db')).equals(readFileSync(ledger))).toBe(true);
});

it('makes a new base after 200 increments, however small they are', async () => {
  const destination = new FolderDestination(join(folder, 'backup'));
  await destination.claim(1);
  const ledger = join(folder, 'live.db');
  const store = openStore(ledger, 'write');
  store.sql("INSERT INTO register_cursor VALUES ('test', 'much', hex(randomblob(4000000)))").run();
  const saver = new LedgerSaver(store, { file: ledger, destination, epoch: 1, now: () => new Date(), log });
  const { chain } = await saver.save();
  for (let i = 1; i <= 199; i++) await saver.save();
  expect(await destination.newestChain()).toHaveLength(200);
  const last = await saver.save();
  await saver.close();
  expect(last).toMatchObject({ chain, sequence: 200 });
  expect(await destination.newestChain()).toMatchObject([{ sequence: 0, id: last.id }]);
  store.close();
});

it('says which folder is full, and leaves nothing of the part there', async () => {
  const backup = join(folder, 'backup');
  const destination = new FolderDestination(backup);
  await destination.claim(1);
  const part = { chain: 'ab', sequence: 0, number: 1, id: 'cd', epoch: 1, at: '', size: 9 };
  const full = (async function* () {
    yield Buffer.from('begun');
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { syscall: 'write' });
  })();
  await expect(destination.save(part, full, () => ({ ...part, storedSize: 5, sha256: '' }))).rejects.toThrow(
    `The ledger cannot be saved to the folder ${backup} of LEDGER_BACKUP: ENOSPC: no space left on device, write`,
  );
  expect(readdirSync(join(backup, 'chain-ab'))).toEqual([]);
});

it('reads a folder while its writer replaces and deletes chains', async () => {
  const destination = new FolderDestination(join(folder, 'backup'));
  await destination.claim(1);
  const store = openStore(join(folder, 'live.db'), 'write');
  const saver = new LedgerSaver(store, {
    file: join(folder, 'live.db'),
    destination,
    epoch: 1,
    now: () => new Date(),
    log,
  });
  await saver.save();
  let done = false;
  const reader = (async () => {
    let reads = 0;
    for (; !done; reads++) expect((await destination.newestChain()).length).toBeGreaterThan(0);
    return reads;
  })();
  for (let i = 0; i < 40; i++) {
    const [base] = await destination.newestChain();
    const chain = (i + 1).toString(16);
    const bytes = readFileSync(join(folder, 'backup', `chain-${base!.chain}`, `${base!.id}.br`));
    const part = { ...base!, chain, id: chain, number: base!.number + 1 };
    await destination.save(
      part,
      (async function* () {
        yield bytes;
      })(),
      () => part,
    );
    await destination.prune(chain);
  }
  done = true;
  expect(await reader).toBeGreaterThan(40);
  store.close();
});
