/** What a page says about a source that was not read, is being read, or fails. */

import { expect, it } from '@jest/globals';
import { banner, emptyWords, progress, stateWords } from '../../../src/publish/pages/source-state.js';
import type { SourceState } from '../../../tools/contract/reads/sources.js';
import { noteOf } from '../../../tools/contract/sources.js';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const state = (more: Partial<SourceState>): SourceState => ({
  source: 'us-congress-stock-act',
  publisher: 'Clerk of the House',
  homepage: 'https://example.org/',
  lastReadAt: '2026-11-20T10:00:00.000Z',
  lastAttemptAt: '2026-11-20T11:00:00.000Z',
  lastChangeAt: null,
  status: 'ok',
  isWhole: true,
  registers: [],
  rows: 4,
  warnings: 0,
  documents: 14,
  waiting: 741,
  failure: '',
  nextAttemptAt: null,
  note: '',
  ...more,
});
const said = (more: Partial<SourceState>) => String(banner([state(more)], NOW)).replace(/<[^>]+>/g, '');

it('a source that was read completely has no banner, and an empty list says that there is nothing', () => {
  expect(said({})).toBe('');
  expect(emptyWords(state({}), 'None.')).toBe('None.');
});

it('a source of which one register is switched off does not look complete', () => {
  const note = noteOf('Restricted use.', ['senate-ptr']);
  expect(said({ note })).toBe(
    'Reports of Congress: not read here from senate-ptr. There may be more than is shown here.',
  );
  expect(emptyWords(state({ note }), 'None.')).toBe('Nothing was found in the documents read so far.');
  expect(stateWords(state({ note }))).toBe('◐ read, without senate-ptr');
  expect(stateWords(state({ note: noteOf('Restricted use.', []) }))).toBe('● read');
});

it('a source that is still being read says how far, and that more may exist', () => {
  expect(said({ status: 'filling' })).toBe(
    'Reports of Congress: still being read. 14 of 755 (1.8%) reports so far. There may be more than is shown here.',
  );
  expect(said({ status: 'filling', documents: null, waiting: 0 })).toBe(
    'Reports of Congress: still being read. There may be more than is shown here.',
  );
  expect(said({ status: 'imported', waiting: 0 })).toMatch(/saved documents only.*never read.*may be more/);
  for (const status of ['filling', 'imported', 'failing', 'never-read', 'off'] as const)
    expect(emptyWords(state({ status }), 'None.')).toBe('Nothing was found in the documents read so far.');
  expect(emptyWords(undefined, 'None.')).toBe('Nothing was found in the documents read so far.');
});

it('a source that fails says why, what may be missing, and when it is tried again', () => {
  const failing = {
    status: 'failing',
    failure: 'The last attempt failed: no network.',
    nextAttemptAt: '2026-11-20T12:15:00.000Z',
  } as const;
  expect(said({ ...failing, waiting: 0 })).toBe(
    'Reports of Congress: the last attempt failed. Filings since 2026-11-20 10:00 UTC may be missing. The last attempt failed: no network. Next attempt: 2026-11-20 12:15 UTC.',
  );
  // Only saved documents, or the beginning of an initial import: a date would imply that everything before it is here.
  const part = said({ ...failing, isWhole: false, waiting: 0 });
  expect(part).toMatch(
    /^Reports of Congress: read in part only, and the last attempt failed\. .*There may be more than is shown here\./,
  );
  expect(part).not.toContain('Filings since');
  expect(said({ ...failing, lastReadAt: null })).toMatch(
    /^Reports of Congress: cannot be read, so nothing is known yet\./,
  );
  // A plan for the past is ignored.
  expect(said({ ...failing, nextAttemptAt: '2026-11-20T11:00:00.000Z' })).not.toContain('Next attempt');
});

it('never read and failing does not claim that older data is served', () => {
  expect(stateWords({ status: 'failing', lastReadAt: null, isWhole: false, note: '' })).toBe(
    '▲ cannot be read; nothing is known yet',
  );
  expect(stateWords({ status: 'failing', lastReadAt: '2026', isWhole: true, note: '' })).toContain(
    'older data is served',
  );
  expect(stateWords({ status: 'failing', lastReadAt: '2026', isWhole: false, note: '' })).toContain(
    'in part only',
  );
});

it.each([
  [{ documents: null, waiting: 0 }, ''],
  [{ documents: 1200, waiting: 0 }, '1,200'],
  [{ documents: 0, waiting: 9 }, '0 of 9 (0%)'],
  // Never rounded up to 100% while documents wait.
  [{ documents: 99_999, waiting: 1 }, '99,999 of 100,000 (99.9%)'],
])('progress of %j is "%s"', (of, words) => expect(progress(of)).toBe(words));
