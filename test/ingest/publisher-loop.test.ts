/**
 * A finished publisher is read again while another one's long import continues, and the run ends when no publisher is
 * being read.
 */

import { expect, it } from '@jest/globals';
import { type PassResult, PublisherLoop } from '../../src/ingest/publisher-loop.js';

const HOUR = 3_600_000;
const QUARTER = HOUR / 4;

/** A clock that only moves when code waits, and then jumps to that time. */
function house(publishers: number) {
  let time = Date.parse('2026-11-20T12:00:00.000Z');
  const stop = new AbortController();
  const waits: string[] = [];
  let exported = 0;
  const again = {
    everyMs: HOUR,
    wait: async (until: Date) => {
      waits.push(until.toISOString().slice(11, 16));
      time = Math.max(time, until.getTime());
      // Like a timer: other code runs meanwhile.
      await new Promise((resolve) => setImmediate(resolve));
    },
    done: async () => {
      exported += 1;
    },
  };
  const rounds = new PublisherLoop(publishers, () => new Date(time), stop.signal, again, QUARTER);
  return { rounds, waits, stop, exported: () => exported };
}

/** An import that ends when the test says so. */
function longFill() {
  let end = (_how: PassResult) => {};
  const ended = new Promise<PassResult>((resolve) => {
    end = resolve;
  });
  return { ended, end };
}

it('reads a publisher every hour until the long fill of another one has ended', async () => {
  const { rounds, waits, exported } = house(2);
  const fill = longFill();
  let read = 0;
  await Promise.all([
    rounds.run(() => fill.ended),
    rounds.run(async (isFirst) => {
      expect(isFirst).toBe(read === 0);
      read += 1;
      if (read === 4) fill.end('read');
      return 'read';
    }),
  ]);
  expect(read).toBe(4);
  expect(waits.slice(0, 3)).toEqual(['13:00', '14:00', '15:00']);
  // The first read is exported with the run as a whole.
  expect(exported()).toBe(3);
});

it('reads a failed publisher again after a quarter of an hour', async () => {
  const { rounds, waits } = house(2);
  const fill = longFill();
  let read = 0;
  await Promise.all([
    rounds.run(() => fill.ended),
    rounds.run(async () => {
      read += 1;
      if (read === 3) fill.end('read');
      return read === 1 ? 'failed' : 'read';
    }),
  ]);
  expect(waits.slice(0, 2)).toEqual(['12:15', '13:15']);
});

it('reads a publisher with waiting documents again at once, and waits for it as a whole', async () => {
  const { rounds, waits, exported } = house(2);
  const order: string[] = [];
  await Promise.all([
    rounds.run(async (isFirst) => {
      order.push('long');
      await new Promise((resolve) => setImmediate(resolve));
      if (isFirst) return 'unfinished';
      return order.filter((one) => one === 'long').length < 4 ? 'unfinished' : 'read';
    }),
    rounds.run(async () => {
      order.push('short');
      return 'read';
    }),
  ]);
  expect(order.filter((one) => one === 'long')).toHaveLength(4);
  // Only the short publisher waits for its hour; the rows of each repeated read are exported.
  expect(waits.every((at) => at.endsWith(':00'))).toBe(true);
  expect(exported()).toBeGreaterThanOrEqual(3);
});

it('ends at once when no publisher takes long, and when it is stopped', async () => {
  const calm = house(3);
  let read = 0;
  const once = async (): Promise<PassResult> => {
    read += 1;
    return 'read';
  };
  await Promise.all([calm.rounds.run(once), calm.rounds.run(once), calm.rounds.run(once)]);
  expect(read).toBe(3);
  const stopped = house(2);
  const fill = longFill();
  read = 0;
  const both = Promise.all([stopped.rounds.run(() => fill.ended), stopped.rounds.run(once)]);
  stopped.stop.abort();
  fill.end('read');
  await both;
  expect(read).toBe(1);
});

it('ends only the publisher in which a bug throws, and does not wait for it forever', async () => {
  const { rounds } = house(2);
  const fill = longFill();
  let read = 0;
  const ends = await Promise.allSettled([
    rounds.run(async () => {
      await fill.ended;
      throw new Error('a fault');
    }),
    rounds.run(async () => {
      read += 1;
      if (read === 2) fill.end('failed');
      return 'read';
    }),
  ]);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(read).toBe(2);
});
