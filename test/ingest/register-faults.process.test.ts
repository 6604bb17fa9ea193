/**
 * Every register, every fault: reading continues, stored rows stay and are served with their age, the fault is
 * reported, memory stays bounded, and the next healthy read brings the store to the same state as without the fault.
 * FAULTS=<part of a name> and REGISTERS_AT_FAULT=<id> choose some of them.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RegisterOutcome } from '../../src/ingest/register-run.js';
import { packageRoot } from '../../src/package-root.js';
import { createRegisters } from '../../src/registers/index.js';
import { queueCounts } from '../../src/store/crawl/queue.js';
import { listRuns, listWarnings, sourceStates } from '../../src/store/crawl/run-journal.js';
import { openStore } from '../../src/store/database/open.js';
import { managersFile } from '../../src/store/managers/managers-database.js';
import { isTried } from '../tiers/whole.js';
import type { FaultFixture } from './faults/fault-fixture.js';
import { FAULT_FIXTURES, type Scope } from './faults/fault-fixtures.js';
import { type Exchange, sendAltered } from './faults/fault-server.js';
import { FAULTS, type Fault, makeBombs } from './faults/faults.js';
import { type Snapshot, snapshot } from './faults/snapshot.js';

/**
 * How much more memory a read may take than a healthy one, even if 512 MB and 1 GiB are sent: the largest answer that
 * any register may give (128 MiB), the same again while it is assembled, and four of 16 MiB beside it.
 */
const MEMORY_BOUND = (2 * 128 + 4 * 16) * 1024 * 1024;
/** Enough for a server that answers; for one that never does, the test only requires that the read ends. */
const PATIENT_MS = 60_000;
const SHORT_MS = 250;
/** `npm test` tries one of so many faults at each register. */
const FAULTS_SHARE = 8;

const faults = FAULTS.filter(({ name }) => name.includes(process.env.FAULTS ?? ''));
const fixtures = FAULT_FIXTURES.filter(([id]) => id.includes(process.env.REGISTERS_AT_FAULT ?? ''));

let folder: string;
let bombOf: Awaited<ReturnType<typeof makeBombs>>;
/** A host that is not one of the registers'. */
let elsewhere: string;
let strayed = 0;
const strayServer = createServer((_request, response) => {
  strayed += 1;
  response.end('{}');
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'disclosed-faults-'));
  bombOf = await makeBombs();
  await new Promise<void>((resolve) => strayServer.listen(0, '127.0.0.1', resolve));
  elsewhere = `http://127.0.0.1:${(strayServer.address() as AddressInfo).port}`;
});
afterAll(async () => {
  strayServer.closeAllConnections();
  await new Promise((resolve) => strayServer.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

it('includes every register that is read over a network', () => {
  const ids = createRegisters().map(({ metadata }) => metadata.id);
  expect(FAULT_FIXTURES.map(([id]) => id)).toEqual(ids.filter((id) => id !== 'prices-csv'));
});

interface ReaderReport {
  outcomes: RegisterOutcome[];
  /** An error in this project; '' for none. */
  fault: string;
  /** Most memory that the process ever had, in bytes. */
  peak: number;
}

/** A ledger, and the store of the reports of all managers beside it. */
function copyStore(from: string, to: string): void {
  copyFileSync(from, to);
  if (existsSync(managersFile(from))) copyFileSync(managersFile(from), managersFile(to));
}

describe.each(fixtures)('%s', (id, scopes, open) => {
  let stand: FaultFixture;
  let reader: ChildProcess;
  let moments: [first: string, second: string, third: string];
  let before: Snapshot;
  /** After a healthy second read, and after a healthy third. */
  let arrived: Snapshot;
  let undisturbed: Snapshot;
  let replaced: string[];
  let calm: number;
  let attempt = 0;
  const file = (name: string) => join(folder, `${id}-${name}.db`);

  const read = async (
    store: string,
    at: string,
    more: { enabled?: readonly string[]; timeoutMs?: number } = {},
  ) => {
    const { options, since, prices = null } = stand;
    const { enabled = [id], timeoutMs = PATIENT_MS } = more;
    reader.send({ store, options, enabled, since, at, timeoutMs, prices });
    const ended = new AbortController();
    try {
      const { signal } = ended;
      const [told] = (await Promise.race([
        once(reader, 'message', { signal }),
        once(reader, 'exit', { signal }).then((how) => {
          throw new Error(`the reader ended (${how})`);
        }),
      ])) as [ReaderReport];
      return told;
    } finally {
      ended.abort();
    }
  };

  beforeAll(async () => {
    stand = await open(elsewhere);
    const at = Date.parse(stand.firstReadAt);
    moments = [0, 1, 2].map((step) =>
      new Date(at + step * stand.hoursBetweenReads * 3_600_000).toISOString(),
    ) as typeof moments;
    reader = fork(join(packageRoot(), 'test/ingest/faults/read-child.mjs'), { execArgv: [] });
    await once(reader, 'message');
    const [first, second, third] = moments;
    if (stand.prerequisites !== undefined)
      await read(file('before'), first, { enabled: stand.prerequisites });
    expect((await read(file('before'), first)).outcomes).toMatchObject([{ outcome: 'ok', unread: 0 }]);
    before = await snapshot(file('before'), moments);
    stand.fileNewDocuments();
    copyStore(file('before'), file('undisturbed'));
    expect((await read(file('undisturbed'), second)).outcomes).toMatchObject([{ outcome: 'ok', unread: 0 }]);
    arrived = await snapshot(file('undisturbed'), moments);
    const told = await read(file('undisturbed'), third);
    expect(told.outcomes).toMatchObject([{ outcome: 'ok', unread: 0 }]);
    calm = told.peak;
    undisturbed = await snapshot(file('undisturbed'), moments);
    // New rows may replace earlier ones, in a healthy read too.
    replaced = without(before.rows, arrived.rows);
    // Otherwise nothing could be lost.
    expect(undisturbed.rows).not.toEqual(before.rows);
  });
  afterAll(async () => {
    reader?.kill();
    await stand?.faults.close();
    await stand?.close();
  });

  // Alone it gives no rows that a caller could query, so its source is not read yet.
  const helps = id === 'sec-companies' || id === 'congress-members';

  // Other registers of its source are switched on too, and never read here.
  const isOneOfMany = /^(?:house-ptr|senate-ptr|sec-13f|oge-278t|prices-.*)$/.test(id);

  const place = fixtures.findIndex(([one]) => one === id);
  const cases = faults
    .flatMap((fault) =>
      // A blocked client is blocked for all registers of its publisher.
      (fault.handler === 'refuse' ? scopes.slice(0, 1) : scopes).map(
        (scope) => [fault.name, scope, fault] as const,
      ),
    )
    // Each register has others, so that every fault meets some register.
    .filter((_, at) => isTried(at + place, FAULTS_SHARE));

  it.each(cases)('%s (%s)', async (_name, scope, fault) => {
    const store = file(String(attempt++));
    copyStore(file('before'), store);
    const { faults: server } = stand;
    await injectFault(stand, fault, scope);
    const told = await read(store, moments[1], fault.slow ? { timeoutMs: SHORT_MS } : {});
    const { faultCount } = server;
    await server.reset();

    expect(told.fault).toBe('');
    const [outcome] = told.outcomes;
    const after = await snapshot(store, moments);
    // The earlier rows are still there, and answered as before.
    expect(without(without(before.rows, after.rows), replaced).slice(0, 3)).toEqual([]);
    const seen = visible(store, outcome!);
    if (fault.outcome === 'harmless') {
      expect({ ...seen, ...outcome }).toMatchObject({ outcome: 'ok', reason: '', waiting: 0, unread: 0 });
      expect(difference(after, arrived)).toEqual(NONE);
    } else if (fault.handler !== 'refuse' && faultCount === 0) throw new Error('the fault met no request');
    else if (fault.outcome === 'failing') expect(seen).toMatchObject({ shown: true });
    else if (!seen.shown) expect(difference(after, arrived)).toEqual(NONE);
    if (outcome!.outcome === 'failed') {
      expect(seen).toMatchObject({ status: 'failing', reason: expect.stringMatching(/\S/) });
      // A failed read does not make the served data any younger.
      expect(seen.lastReadAt).toBe(helps ? null : moments[0]);
    }
    // Four can be under way when the first of them gets the demand to pause.
    if (fault.mustBackOff) expect(faultCount).toBeLessThanOrEqual(4);
    expect(strayed).toBe(0);
    expect(Math.max(told.peak - calm, 0)).toBeLessThan(MEMORY_BOUND);

    const healed = await read(store, moments[2]);
    expect(healed.fault).toBe('');
    expect(healed.outcomes).toMatchObject([{ outcome: 'ok' }]);
    expect(visible(store, healed.outcomes[0]!)).toMatchObject({
      waiting: 0,
      unread: 0,
      status: helps || isOneOfMany ? 'filling' : 'ok',
      lastReadAt: helps ? null : moments[2],
    });
    expect(difference(await snapshot(store, moments), undisturbed)).toEqual(NONE);
    rmSync(store, { force: true });
  });

  function visible(store: string, outcome: RegisterOutcome) {
    const opened = openStore(store, 'read');
    try {
      const { waiting = 0, unread = 0 } = queueCounts(opened)[id] ?? {};
      const states = sourceStates(opened).find(({ source }) => source === stand.source)!;
      const [run] = listRuns(opened, 1);
      const since = listWarnings(opened, { register: id }, 100).filter(
        ({ lastSeenAt }) => lastSeenAt > moments[0],
      );
      return {
        shown: outcome.outcome === 'failed' || waiting > 0 || unread > 0 || since.length > 0,
        waiting,
        unread,
        status: states.status,
        lastReadAt: states.lastReadAt,
        reason: run!.reason,
      };
    } finally {
      opened.close();
    }
  }
});

async function injectFault(stand: FaultFixture, { handler }: Fault, scope: Scope): Promise<void> {
  const { faults: server } = stand;
  if (scope === 'documents') server.matches = stand.isDocument!;
  if (handler === 'refuse') return server.stopListening();
  if (typeof handler === 'function') {
    server.handler = handler;
    return;
  }
  const body = (exchange: Exchange): Buffer => {
    if (handler === 'duplicated' || handler === 'reordered') return stand.rearrangedBody(handler, exchange);
    const zipped = /([\w-]+)\.zip$/.exec(exchange.path)?.[1] ?? 'x';
    const bomb = bombOf(handler, `${zipped}.${zipped.endsWith('FD') ? 'xml' : 'txt'}`);
    return stand.wrap?.(handler, bomb, exchange) ?? bomb;
  };
  server.handler = (exchange) => {
    // Another answer has another validator.
    const { etag: _etag, 'last-modified': _date, ...headers } = exchange.healthy.headers;
    sendAltered(exchange.response, { ...exchange.healthy, headers }, { body: body(exchange) });
  };
}

const NONE = { missing: [], added: [] };

/** Some of the lines that one has and the other has not: the whole is long. */
function difference(one: Snapshot, other: Snapshot) {
  const [mine, theirs] = [
    [...one.rows, ...one.answers],
    [...other.rows, ...other.answers],
  ];
  return { missing: without(theirs, mine).slice(0, 3), added: without(mine, theirs).slice(0, 3) };
}

/** Lines of `list` that `other` has not, or not as often. */
function without(list: readonly string[], other: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const line of other) counts.set(line, (counts.get(line) ?? 0) + 1);
  return list.filter((line) => {
    const left = counts.get(line) ?? 0;
    counts.set(line, left - 1);
    return left <= 0;
  });
}
