/** What generations and sources refuse, each with a sentence that says what is accepted. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Service, startService } from '../service.js';

describe('transports/http/generations', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.close());

  it.each([
    ['/v1/generations?before=x', 400, /before must be the number of a generation/],
    ['/v1/generations?limit=0', 400, /limit must be a whole number/],
    ['/v1/generations/newest', 400, /generation must be a number from 0, or latest/],
    ['/v1/generations/99', 404, /no manifest of generation 99/],
    ['/v1/sources/nothing', 404, /No document is recorded/],
  ])('%s is %i', async (path, status, message) => {
    const answered = await service.ask(path);
    expect([answered.status, JSON.parse(answered.text).error.message]).toEqual([
      status,
      expect.stringMatching(message),
    ]);
  });

  it('lists generations, newest first, and continues behind the last', async () => {
    const list = async (path: string) => {
      const { meta, data } = JSON.parse((await service.ask(path)).text);
      return [meta.total, data.map((one: { generation: number }) => one.generation)];
    };
    expect(await list('/v1/generations')).toEqual([3, [3, 2, 1]]);
    expect(await list('/v1/generations?limit=2')).toEqual([3, [3, 2]]);
    expect(await list('/v1/generations?before=2')).toEqual([1, [1]]);
  });
});
