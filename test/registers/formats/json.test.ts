/** JSON as registers send it. */

import { describe, expect, it } from '@jest/globals';
import { parseJson } from '../../../src/registers/formats/json.js';

describe('JSON', () => {
  it('is read with a byte order mark and without', () => {
    for (const mark of ['', '\ufeff']) expect(parseJson(Buffer.from(`${mark}{"a":"ä"}`))).toEqual({ a: 'ä' });
  });

  it('is nothing else', () => {
    for (const text of ['', '<html>', '\ufeff\ufeff{}'])
      expect(() => parseJson(Buffer.from(text))).toThrow(SyntaxError);
  });
});
