/** The record of an insider in plain words, also of one whom no Form 4 names. */

import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { deriveForm4 } from '../../src/ingest/derive/form4.js';
import { importDocuments } from '../../src/ingest/import-documents.js';
import { sourceDescriptions } from '../../src/ingest/source-descriptions.js';
import { createRegisters } from '../../src/registers/index.js';
import { sampleDocuments } from '../../src/service/sample-documents.js';
import { markListed, markShown } from '../../src/store/crawl/readiness-marks.js';
import { describeSources } from '../../src/store/crawl/run-journal.js';
import { openStore, type Store } from '../../src/store/database/open.js';
import { insiderText } from '../../tools/contract/plain-text/people.js';
import { plainText } from '../../tools/contract/plain-text/text.js';
import type { ToolContext } from '../../tools/contract/tool.js';
import { toolReads } from '../published-reads.js';

const DAY = '2026-11-20';
const NOW = new Date(`${DAY}T12:00:00.000Z`);
const READ = ['sec-form4', 'sec-form35'];

let store: Store;
beforeAll(async () => {
  store = openStore(':memory:', 'write');
  const registers = createRegisters();
  describeSources(store, sourceDescriptions(registers, new Set(READ)));
  for (const register of registers.filter(({ metadata }) => READ.includes(metadata.id))) {
    await importDocuments(store, register, sampleDocuments(register.metadata.id, DAY), () => NOW);
    markListed(store, register.metadata.id, NOW, true);
  }
  deriveForm4(store);
  markShown(store, true);
});
afterAll(() => store.close());

async function textOf(slug: string): Promise<string> {
  const record = await insiderText(slug, { reads: toolReads(store), now: NOW } as ToolContext);
  return record === null ? '' : plainText(record);
}

it('says of a person without Form 4 that there is none, and what Form 3 states', async () => {
  const text = await textOf('fennelworth-odalys-r');
  expect(text).toMatch(/^Fennelworth Odalys R, reporting owner/);
  expect(text).toContain('No Form 4 of this person has been read here. Forms 3 and 5: from ');
  expect(text).not.toContain('on Form 4');
  expect(text).toMatch(/the filing says that nothing is owned, as of 2026-\d\d-\d\d \(Form 3, filed 2026-/);
});

it('names the terms of a right, whose size is what it is for, and each account of a trust', async () => {
  const text = await textOf('cobblegate-winifred-a');
  expect(text).toContain('Common Stock: 6,400, directly');
  expect(text).toContain(
    'Stock Option (right to buy) (a right at $14.25 until 2031-05-12): for 9,500 Common Stock, indirectly, By Trust, The option is held by the Elder Cobblegate Trust',
  );
  expect(text).toContain('Read with care: an amendment of the filing does not repeat it.');
});

it('says of a joint filing that the line may be of another account', async () => {
  expect(await textOf('tumblequist-ingram-d')).toMatch(
    /Class A Common Stock: 1,225,000, indirectly, See footnote, .* Read with care: several owners filed together/,
  );
});
