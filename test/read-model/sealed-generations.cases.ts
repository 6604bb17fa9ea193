/** Generations that are signed: the chain survives a crash, a lost read model and a start without data. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { publishGeneration, publishNothingYet } from '../../src/ingest/publication.js';
import { chainFault, openManifest, sealWith, signatureFault } from '../../src/proof/manifest.js';
import { makeSigningKey, SigningKey } from '../../src/proof/signing-keys.js';
import { SqliteReadModel } from '../../src/read-model/sqlite/model.js';
import { openSqliteWriter, type SqliteReadModelWriter } from '../../src/read-model/sqlite/writer.js';
import { TableDigests } from '../../src/read-model/table-digests.js';
import { READ_MODEL_VERSION, type TableName } from '../../src/read-model/tables.js';
import { bumpGeneration, openStore, type Store } from '../../src/store/database/open.js';
import { apply, STORIES } from './ledger-steps.js';

describe('read-model/sealed-generations', () => {
  const key = SigningKey.fromPem(makeSigningKey());
  const seal = sealWith({
    keys: { current: key, previous: null },
    sample: true,
    program: '1.0.0',
    tablesVersion: READ_MODEL_VERSION,
    now: () => new Date('2026-11-20T12:00:00.000Z'),
  });

  let folder: string;
  let store: Store;
  let writer: SqliteReadModelWriter;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'disclosed-sealed-'));
    store = openStore(join(folder, 'live.db'), 'write');
    writer = openSqliteWriter(join(folder, 'model.db'), { seal });
  });
  afterEach(async () => {
    await writer.close();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function publish(): Promise<void> {
    bumpGeneration(store, new Date('2026-11-20T12:00:00.000Z'));
    await publishGeneration(store, writer);
  }

  /** Checks every signature and link, and the newest manifest against all rows. @returns the numbers, oldest first */
  async function checkedChain(): Promise<number[]> {
    const model = new SqliteReadModel(join(folder, 'model.db'));
    const { generation, reads, whole, close } = await model.open();
    const chain = (await reads.manifests({ before: null, limit: 500 }))
      .reverse()
      .map(({ json }) => openManifest(json)!);
    for (const [at, one] of chain.entries()) {
      expect(signatureFault(one)).toBeNull();
      const last = chain[at - 1];
      if (last !== undefined) expect(chainFault(last, one)).toBeNull();
    }
    const digests = new TableDigests();
    for (const { name } of digests.list())
      for await (const rows of whole.scan(name as TableName))
        for (const row of rows) digests.add(name as TableName, row);
    expect(digests.list()).toEqual(chain.at(-1)!.manifest.tables);
    expect(chain.at(-1)!.manifest.generation).toBe(generation.number);
    await close();
    await model.close();
    return chain.map(({ manifest }) => manifest.generation);
  }

  it('each generation is signed, with the hashes of all rows', async () => {
    await publishNothingYet(store, writer);
    const parts = STORIES.slice(0, 3).flatMap((story) => story.parts);
    for (const part of parts) {
      for (const step of part) await apply(store, step);
      await publish();
      await checkedChain();
    }
    expect(await checkedChain()).toHaveLength(parts.length + 1);
  });

  it('a read model that is made again continues the chain', async () => {
    await publish();
    await publish();
    const before = await checkedChain();
    await writer.close();
    for (const end of ['', '-wal', '-shm']) rmSync(join(folder, `model.db${end}`), { force: true });
    writer = openSqliteWriter(join(folder, 'model.db'), { seal });
    await publish();
    const after = await checkedChain();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after).toHaveLength(before.length + 1);
  });

  it('a generation whose process died before the ledger noted it stays in the chain', async () => {
    await publish();
    bumpGeneration(store, new Date('2026-11-20T13:00:00.000Z'));
    await expect(publishGeneration(store, dying(writer))).rejects.toThrow('the process died');
    await publish();
    expect(await checkedChain()).toHaveLength(3);
  });

  /** A writer whose process dies as soon as the generation is published. */
  function dying(real: SqliteReadModelWriter) {
    return {
      takesChangesAtOnce: true,
      newest: () => real.newest(),
      lastNumber: () => real.lastNumber(),
      manifestsAfter: (number: number) => real.manifestsAfter(number),
      setNextRefresh: real.setNextRefresh.bind(real),
      close: () => real.close(),
      publish: async (...given: Parameters<SqliteReadModelWriter['publish']>) => {
        await real.publish(...given);
        throw new Error('the process died');
      },
    };
  }
});
