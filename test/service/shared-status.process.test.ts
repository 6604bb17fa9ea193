/** The status of a shared database whose primary is lost. */

import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readConfig } from '../../src/config.js';
import { openWritableLedger } from '../../src/service/ledger-backup.js';
import { openLiveWriter } from '../../src/service/read-model.js';
import { sharedLines, sharedStatus } from '../../src/service/shared-status.js';
import { POSTGRES_MISSING, startPostgres, type TestPostgres } from '../services/postgres.js';

const suite = POSTGRES_MISSING === null ? describe : describe.skip;
const quiet = { info: () => undefined, warn: () => undefined };

suite(`the status of a shared database ${POSTGRES_MISSING ?? ''}`, () => {
  let servers: TestPostgres;
  const folder = mkdtempSync(join(tmpdir(), 'disclosed-status-'));
  beforeAll(async () => {
    servers = await startPostgres({ standbys: 1 });
  });
  afterAll(async () => {
    await servers.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('says why this node could not save its ledger, until it could', async () => {
    const share = join(folder, 'share');
    const config = readConfig({
      DATABASE_URL: await servers.database(),
      CONTACT: 'Jane Roe jane@example.org',
      DATA_DIR: join(folder, 'saving'),
      LEDGER_BACKUP: share,
    });
    const ledger = await openWritableLedger(config, quiet);
    const model = await openLiveWriter(config, ledger.epoch);
    await ledger.save?.();
    renameSync(share, `${share}.away`);
    mkdirSync(share);
    await expect(ledger.save?.()).rejects.toThrow('Is it mounted?');
    const failing = await sharedStatus(config);
    expect(failing.saveFailure).toMatchObject({ reason: expect.stringContaining('Is it mounted?') });
    expect(sharedLines(failing).at(-1)).toMatch(
      /this node could not save it at 20.*, so nothing is published: .*share is not the folder/,
    );
    rmSync(share, { recursive: true });
    renameSync(`${share}.away`, share);
    await ledger.save?.();
    const well = await sharedStatus(config);
    expect(well.saveFailure).toBeNull();
    expect(sharedLines(well).at(-1)).toContain('saved last at');
    await model.close();
    await ledger.close();
  });

  it('comes from a standby while there is no primary, and says so', async () => {
    const config = readConfig({
      DATABASE_URL: await servers.database(),
      CONTACT: 'Jane Roe jane@example.org',
      DATA_DIR: folder,
    });
    expect(sharedLines(await sharedStatus(config)).join('\n')).toMatch(
      /nothing was published yet\n.*no node was the writer yet\n.*no backup yet in the database/,
    );
    const ledger = await openWritableLedger(config, quiet);
    const model = await openLiveWriter(config, ledger.epoch);
    await ledger.save?.();
    const before = await sharedStatus(config);
    expect(before).toMatchObject({ primaryFailure: null, writer: { isWriting: true } });
    await model.close();
    await ledger.close();
    await servers.caughtUp();
    await servers.primary.kill();
    const away = await sharedStatus(config);
    expect(away).toMatchObject({
      primaryFailure: expect.stringContaining('is a standby'),
      writer: { ...before.writer, isWriting: null },
      backup: before.backup,
    });
    expect(sharedLines(away).join('\n')).toMatch(/no primary, so nothing is published .*\n.*may be behind/);
  });
});
