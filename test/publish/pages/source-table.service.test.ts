/** The table of the sources, which the start page and the status page share. */

import { expect, it } from '@jest/globals';
import { sourceTable } from '../../../src/publish/pages/site/source-table.js';
import { inventedFilings, inventedReads } from '../../invented-reads.js';

it('a failing source says whether what is here is complete', async () => {
  const [form4] = await inventedReads(inventedFilings(1)).sources();
  const shown = (isWhole: boolean) => String(sourceTable([{ ...form4!, status: 'failing', isWhole }]));
  expect(shown(true)).toContain('older data is served');
  expect(shown(false)).toContain('read in part only');
  expect(shown(false)).toContain('UTC</time>, in part');
});
