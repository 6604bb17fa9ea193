/** The list of names says what the registers say of themselves. */

import { expect, it } from '@jest/globals';
import { createRegisters } from '../../src/registers/index.js';
import { KNOWN_REGISTERS } from '../../src/registers/known-registers.js';

it('has every register in crawl order, with its source', () => {
  const named = createRegisters().map(({ metadata: { id, source, isOnlyReadIfNamed } }) => ({
    metadata: { id, source, ...(isOnlyReadIfNamed && { isOnlyReadIfNamed }) },
  }));
  expect(KNOWN_REGISTERS).toEqual(named);
});
