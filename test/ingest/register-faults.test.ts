/**
 * Every register, every fault: the reading goes on, what was stored stays and is served with its age, the fault is
 * seen, memory stays bounded, and the next healthy reading brings the store to where it would have been anyway.
 * FAULTS=<part of a name> and REGISTERS_AT_FAULT=<id> choose some of them.
 */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Outcome } from '../../src/ingest/reading.js';
import { createRegisters } from '../../src/registers/index.js';
import { doubts, runs, sourceStates } from '../../src/store/crawl/journal.js';
import { queueCounts } from '../../src/store/crawl/queue.js';
import { openStore } from '../../src/store/database/open.js';
import { type Exchange, send } from './faults/fault-server.js';
import { FAULTS, type Fault, makeBombs } from './faults/faults.js';
import { type Snapshot, snapshot } from './faults/snapshot.js';
import type { Stand } from './faults/stand.js';
import { type Scope, STANDS } from './faults/stands.js';

/**
 * What a reading may take beyond a healthy one, whatever comes, and 512 MB and 1 GiB are sent: the largest answer that
 * any register may give (128 MiB), the same again while it is put together, and four of 16 MiB beside it.
 */
const BOUND = (2 * 128 + 4 * 16) * 1024 * 1024;
/** Enough for a server that answers; for one that never does, what counts is that it ends. */
const PATIENT_MS = 60_000;
const SHORT_MS = 250;

const faults = FAULTS.filter(({ name }) => name.includes(process.env.FAULTS ?? ''));
const stands = STANDS.filter(([id]) => id.includes(process.env.REGISTERS_AT_FAULT ?? ''));

let folder: string;
let bombOf: Awaited<ReturnType<typeof makeBombs>>;
/** A host that is none of the registers'. */
let elsewhere: string;
let strayed = 0;
const stranger = createServer((_request, response) => {
  strayed += 1;
  response.end('{}');
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'disclosed-faults-'));
  bombOf = await makeBombs();
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  elsewhere = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
});
afterAll(async () => {
  stranger.closeAllConnections();
  await new Promise((resolve) => stranger.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

it('leaves no register out that is read over a network', () => {
  const ids = createRegisters().map(({ card }) => card.id);
  expect(STANDS.map(([id]) => id)).toEqual(ids.filter((id) => id !== 'prices-csv'));
});

interface Told {
  outcomes: Outcome[];
  /** A fault of ours; '' for none. */
  fault: string;
  /** Most memory that the process ever had, in bytes. */
  peak: number;
}

describe.each(stands)('%s', (id, scopes, open) => {
  let stand: Stand;
  let reader: ChildProcess;
  let moments: [first: string, second: string, third: string];
  let before: Snapshot;
  /** After a healthy second reading, and after a healthy third. */
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
      ])) as [Told];
      return told;
    } finally {
      ended.abort();
    }
  };

  beforeAll(async () => {
    stand = await open(elsewhere);
    const at = Date.parse(stand.first);
    moments = [0, 1, 2].map((step) =>
      new Date(at + step * stand.hours * 3_600_000).toISOString(),
    ) as typeof moments;
    reader = fork(join(__dirname, 'faults/read-child.mjs'), { execArgv: [] });
    await once(reader, 'message');
    const [first, second, third] = moments;
    if (stand.before !== undefined) await read(file('before'), first, { enabled: stand.before });
    expect((await read(file('before'), first)).outcomes).toMatchObject([{ outcome: 'ok', unread: 0 }]);
    before = await snapshot(file('before'), moments);
    stand.more();
    copyFileSync(file('before'), file('undisturbed'));
    expect((await read(file('undisturbed'), second)).outcomes).toMatchObject([{ outcome: 'ok', unread: 0 }]);
    arrived = await snapshot(file('undisturbed'), moments);
    const told = await read(file('undisturbed'), third);
    expect(told.outcomes).toMatchObject([{ outcome: 'ok', unread: 0 }]);
    calm = told.peak;
    undisturbed = await snapshot(file('undisturbed'), moments);
    // What is new may replace what was there, in a healthy reading too.
    replaced = without(before.rows, arrived.rows);
    // Else nothing could be lost.
    expect(undisturbed.rows).not.toEqual(before.rows);
  });
  afterAll(async () => {
    reader?.kill();
    await stand?.faults.close();
    await stand?.close();
  });

  // Alone it brings nothing that anybody could ask for, so its source is not read yet.
  const helps = id === 'sec-companies' || id === 'congress-members';

  // Other registers of its source are switched on too, and never read here.
  const isOneOfMany = /^(?:house-ptr|senate-ptr|sec-13f|oge-278t|prices-.*)$/.test(id);

  const cases = faults.flatMap((fault) =>
    // A door that is shut is shut for all.
    (fault.spoil === 'refuse' ? scopes.slice(0, 1) : scopes).map(
      (scope) => [fault.name, scope, fault] as const,
    ),
  );

  it.each(cases)('%s (%s)', async (_name, scope, fault) => {
    const store = file(String(attempt++));
    copyFileSync(file('before'), store);
    const { faults: server } = stand;
    await spoilWith(stand, fault, scope);
    const told = await read(store, moments[1], fault.slow ? { timeoutMs: SHORT_MS } : {});
    const { spoilt } = server;
    await server.heal();

    expect(told.fault).toBe('');
    const [outcome] = told.outcomes;
    const after = await snapshot(store, moments);
    // What was there is there, and is answered as before.
    expect(without(without(before.rows, after.rows), replaced).slice(0, 3)).toEqual([]);
    const seen = visible(store, outcome!);
    if (fault.outcome === 'harmless') {
      expect({ ...seen, ...outcome }).toMatchObject({ outcome: 'ok', reason: '', waiting: 0, unread: 0 });
      expect(difference(after, arrived)).toEqual(NONE);
    } else if (fault.spoil !== 'refuse' && spoilt === 0) throw new Error('the fault met no request');
    else if (fault.outcome === 'failing') expect(seen).toMatchObject({ shown: true });
    else if (!seen.shown) expect(difference(after, arrived)).toEqual(NONE);
    if (outcome!.outcome === 'failed') {
      expect(seen).toMatchObject({ status: 'failing', reason: expect.stringMatching(/\S/) });
      // A failed reading does not make what is served any younger.
      expect(seen.lastReadAt).toBe(helps ? null : moments[0]);
    }
    // Four can be under way when the first of them is told to keep still.
    if (fault.quiet) expect(spoilt).toBeLessThanOrEqual(4);
    expect(strayed).toBe(0);
    expect(Math.max(told.peak - calm, 0)).toBeLessThan(BOUND);

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

  function visible(store: string, outcome: Outcome) {
    const opened = openStore(store, 'read');
    try {
      const { waiting = 0, unread = 0 } = queueCounts(opened)[id] ?? {};
      const states = sourceStates(opened).find(({ source }) => source === stand.source)!;
      const [run] = runs(opened, 1);
      const since = doubts(opened, { register: id }, 100).filter(({ lastSeenAt }) => lastSeenAt > moments[0]);
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

async function spoilWith(stand: Stand, { spoil }: Fault, scope: Scope): Promise<void> {
  const { faults: server } = stand;
  if (scope === 'documents') server.where = stand.isDocument!;
  if (spoil === 'refuse') return server.refuse();
  if (typeof spoil === 'function') {
    server.spoil = spoil;
    return;
  }
  const body = (exchange: Exchange): Buffer => {
    if (spoil === 'duplicated' || spoil === 'reordered') return stand.rearranged(spoil, exchange);
    const zipped = /([\w-]+)\.zip$/.exec(exchange.path)?.[1] ?? 'x';
    const bomb = bombOf(spoil, `${zipped}.${zipped.endsWith('FD') ? 'xml' : 'txt'}`);
    return stand.wrap?.(spoil, bomb, exchange) ?? bomb;
  };
  server.spoil = (exchange) => {
    // Another answer has another validator.
    const { etag: _etag, 'last-modified': _date, ...headers } = exchange.healthy.headers;
    send(exchange.response, { ...exchange.healthy, headers }, { body: body(exchange) });
  };
}

const NONE = { missing: [], added: [] };

/** Some of what one has and the other has not: the whole is long. */
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
