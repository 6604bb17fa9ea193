/** Results that are kept for a generation: each is made once, and not too many are kept. */

import { expect, it } from '@jest/globals';
import { createMemoised, RESULTS_MAX } from '../../src/read-model/memoised.js';

it('makes a result once, and again if it failed', async () => {
  const memoised = createMemoised();
  let made = 0;
  const fail = async () => {
    made += 1;
    throw new Error('away');
  };
  await expect(memoised<number>('one', fail)).rejects.toThrow('away');
  const make = async () => ++made;
  expect([await memoised('one', make), await memoised('one', make), made]).toEqual([2, 2, 2]);
});

it('keeps so many results at most: a name may contain a date', async () => {
  const memoised = createMemoised();
  const made: number[] = [];
  const ask = (n: number) => memoised(`since ${n}`, async () => made.push(n));
  for (let n = 0; n <= RESULTS_MAX; n++) await ask(n);
  await ask(RESULTS_MAX);
  await ask(1);
  expect(made).toHaveLength(RESULTS_MAX + 1);
  await ask(0);
  expect(made.at(-1)).toBe(0);
});

it('makes a result again after forgetting it', async () => {
  const memoised = createMemoised();
  let made = 0;
  const make = async () => ++made;
  await memoised('one', make);
  memoised.forget();
  expect([await memoised('one', make), await memoised('one', make)]).toEqual([2, 2]);
});

it('lets other requests be answered after each result that it makes, and not before one that it has', async () => {
  const memoised = createMemoised();
  const order: string[] = [];
  setImmediate(() => order.push('another request'));
  await memoised('one', async () => order.push('one'));
  await memoised('two', async () => order.push('two'));
  setImmediate(() => order.push('a later request'));
  await memoised('two', async () => order.push('two again'));
  order.push('answered');
  expect(order).toEqual(['one', 'another request', 'two', 'answered']);
});
