/** Encoding of answers: the same bytes as JSON.stringify for every value, also from pooled buffers. */

import { expect, it } from '@jest/globals';
import { jsonBytes } from '../../src/pipeline/encoded-response.js';
import { SerializedRows } from '../../tools/contract/serialized-rows.js';

function written(value: object): string {
  const { bytes, release } = jsonBytes(value);
  const text = bytes.toString();
  release();
  return text;
}

it.each<[string, object]>([
  ['an empty object', {}],
  [
    'what is unknown and what is absent',
    { data: null, gone: undefined, meta: { page: undefined, count: 0 } },
  ],
  ['empty lists at every depth', { data: [], meta: { list: [], deep: { list: [[]] } } }],
  ['holes and undefined in lists', { data: [undefined, null, [undefined]] }],
  ['what has a JSON of its own', { data: { at: new Date(0), list: [new Date(1)] } }],
  ['letters of every length, and halves of letters', { data: ['ä', '中', '😀', '\ud83d', '"\\\u2028\n'] }],
  ['numbers at their limits', { data: [1e21, 5e-324, -0, 0.1 + 0.2, Number.NaN], 'a key': 1 }],
  ['objects below the depth that is written by members', { data: { a: { b: { c: { d: [{ e: 1 }] } } } } }],
])('%s has the bytes of JSON.stringify', (_name, value) => {
  expect(written(value)).toBe(JSON.stringify(value));
});

it('an answer longer than the pooled buffer is complete', () => {
  const value = { data: Array.from({ length: 9_000 }, (_, n) => ({ n, text: '€'.repeat(n % 300) })) };
  expect(written(value)).toBe(JSON.stringify(value));
  const one = { data: ['中'.repeat(2_000_000)] };
  expect(written(one)).toBe(JSON.stringify(one));
});

it('two answers at the same time do not overwrite each other', () => {
  const first = jsonBytes({ data: 'a'.repeat(1000) });
  const second = jsonBytes({ data: 'b'.repeat(1000) });
  first.release();
  const third = jsonBytes({ data: 'c'.repeat(1000) });
  expect(second.bytes.toString()).toBe(JSON.stringify({ data: 'b'.repeat(1000) }));
  expect(third.bytes.toString()).toBe(JSON.stringify({ data: 'c'.repeat(1000) }));
  second.release();
  third.release();
});

it('serialised rows are written word for word', () => {
  const rows = new SerializedRows<unknown>(['{"price":1.50,"name":"Åsa"}', '{"price":2}']);
  expect(written({ data: rows, error: null })).toBe(
    '{"data":[{"price":1.50,"name":"Åsa"},{"price":2}],"error":null}',
  );
  expect(written({ data: new SerializedRows([]) })).toBe('{"data":[]}');
  expect(JSON.parse(JSON.stringify({ data: rows }))).toEqual({ data: rows.rows() });
});
