/** Where the id of a message is found, so that a message under another id is recognised. */

import { describe, expect, it } from '@jest/globals';
import { findId } from '../../../src/transports/mcp/message.js';

const CALL = '"method":"tools/call","params":{"name":"get_catalog","arguments":{}}';

describe('findId', () => {
  it.each([
    [`{"jsonrpc":"2.0","id":7,${CALL}}`, 7],
    [`{"jsonrpc":"2.0","id":0,${CALL}}`, 0],
    [`{${CALL},"jsonrpc":"2.0","id":123456789012345}`, 123456789012345],
  ])('%s', (text, id) => {
    const found = findId(text);
    expect([found?.id, found?.isOnly()]).toEqual([id, true]);
    const other = findId(text.replace(`"id":${id}`, '"id":42'));
    expect([other?.id, other?.rest]).toEqual([42, found?.rest]);
  });

  it.each([
    `{"jsonrpc":"2.0","id":"7",${CALL}}`,
    `{"jsonrpc":"2.0","id":1.5,${CALL}}`,
    `{"jsonrpc":"2.0","id":-1,${CALL}}`,
    `{"jsonrpc":"2.0","id":01,${CALL}}`,
    `{"jsonrpc":"2.0","id":1e2,${CALL}}`,
    `{"jsonrpc":"2.0","id":1234567890123456,${CALL}}`,
    `{"jsonrpc":"2.0","id":,${CALL}}`,
    `{${CALL},"id":5 }`,
    `{${CALL},"kid":5.5}`,
    `{${CALL}}`,
    '5}',
    '}',
    '',
  ])('finds none in %s', (text) => {
    expect(findId(text)).toBeNull();
  });

  it('reports a second id, which counts instead', () => {
    expect(findId(`{"jsonrpc":"2.0","id":5,${CALL},"id":5}`)?.isOnly()).toBe(false);
  });

  it('keeps messages apart that differ elsewhere', () => {
    const texts = [
      `{"jsonrpc":"2.0","id":5,${CALL}}`,
      `{"jsonrpc":"2.0","id":5,${CALL.replace('get_catalog', 'get_streaks')}}`,
      `{${CALL},"jsonrpc":"2.0","id":5}`,
    ];
    expect(new Set(texts.map((text) => findId(text)?.rest)).size).toBe(3);
  });
});
