/** Where `disclosed verify ADDRESS` finds the manifest that a receipt names. */

import { describe, expect, it } from '@jest/globals';
import { manifestAddress } from '../../src/service/verify.js';

describe('service/verify', () => {
  it.each([
    ['http://127.0.0.1:8787', 'http://127.0.0.1:8787/v1/generations/3'],
    ['http://127.0.0.1:8787/v1/filings?limit=1#first', 'http://127.0.0.1:8787/v1/generations/3'],
    ['https://example.org/insiders?q=/v1/', 'https://example.org/v1/generations/3'],
    ['https://example.org/disclosed/v1/insiders/a', 'https://example.org/disclosed/v1/generations/3'],
  ])('the manifest of an answer of %s is at %s', (address, manifest) => {
    expect(manifestAddress(address, 3)).toBe(manifest);
  });
});
