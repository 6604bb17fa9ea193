/**
 * Writes to a ledger and saves it, from the built code. It kills itself at the step with the given number: before a
 * call that changes a file, or a checkpoint of SQLite.
 */

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import Database from 'better-sqlite3';

const { ledger, backup, epoch, killAt, first, saves, rowsPerSave } = JSON.parse(process.argv[2]);

let steps = 0;
const step = () => {
  steps += 1;
  if (steps === killAt) process.kill(process.pid, 'SIGKILL');
};
const say = fs.writeSync;
for (const name of ['openSync', 'writeSync', 'fsyncSync', 'renameSync', 'rmSync', 'mkdirSync'])
  fs[name] = before(fs[name]);
for (const name of ['link', 'open', 'rm', 'mkdir']) fs.promises[name] = before(fs.promises[name]);
syncBuiltinESMExports();
const pragma = Database.prototype.pragma;
Database.prototype.pragma = function (text, options) {
  if (text.startsWith('wal_checkpoint')) step();
  return pragma.call(this, text, options);
};

function before(call) {
  return (...given) => {
    step();
    return call(...given);
  };
}

const load = (path) => import(new URL(`../../dist/src/${path}`, import.meta.url));
const { openStore } = await load('store/database/open.js');
const { LedgerSaver } = await load('ledger-backup/ledger-saver.js');
const { FolderDestination } = await load('ledger-backup/folder-destination.js');
const { DatabaseDestination } = await load('ledger-backup/database-destination.js');
const { openPostgresDatabase } = await load('database/postgres-database.js');

const destination = backup.startsWith('postgres:')
  ? new DatabaseDestination(openPostgresDatabase(backup))
  : new FolderDestination(backup);
const store = openStore(ledger, 'write');
const log = { info: () => undefined, warn: () => undefined };
const saver = new LedgerSaver(store, { file: ledger, destination, epoch, now: () => new Date(), log });
for (let save = 0; save < saves; save++) {
  store.transaction(() => {
    for (let i = 0; i < rowsPerSave; i++)
      store
        .sql("INSERT INTO register_cursor VALUES ('test', ?, hex(randomblob(200)))")
        .run(String(first + save * rowsPerSave + i).padStart(9, '0'));
  });
  say(1, `written ${first + (save + 1) * rowsPerSave}\n`);
  await saver.save();
  say(1, `saved ${first + (save + 1) * rowsPerSave}\n`);
}
await saver.close();
store.close();
await destination.close();
say(1, `steps ${steps}\n`);
