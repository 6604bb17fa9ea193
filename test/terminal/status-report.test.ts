/** The text of `disclosed status`: short by default, with the reason of what fails; everything with `--verbose`. */

import { expect, it } from '@jest/globals';
import { type StatusReport, statusText } from '../../src/terminal/status-report.js';

const now = new Date('2026-11-20T12:00:00.000Z');
const source = {
  source: 'fca-nsm' as const,
  publisher: 'FCA',
  homepage: 'https://example.org',
  lastReadAt: '2026-11-20T09:00:00.000Z',
  lastAttemptAt: '2026-11-20T11:00:00.000Z',
  lastChangeAt: null,
  status: 'ok' as const,
  isWhole: true,
  registers: [],
  rows: 12_345,
  warnings: 0,
  documents: 5,
  waiting: 2,
  failure: '',
  nextAttemptAt: '2026-11-20T12:30:00.000Z',
  note: 'No explicit open licence is known.',
};
const report: StatusReport = {
  store: '/data/store/live.db',
  backups: null,
  generation: { at: '2026-11-20T11:58:00.000Z' },
  sources: [
    source,
    {
      ...source,
      source: 'prices',
      status: 'failing',
      failure: 'The last attempt failed: no network.',
      lastReadAt: null,
    },
    { ...source, source: 'afm-mar19', status: 'off', nextAttemptAt: null },
  ],
  queues: {
    'uk-nsm': { waiting: 2, done: 3, unread: 1, gone: 0 },
    'se-fi': { waiting: 0, done: 9, unread: 0, gone: 0 },
  },
  runs: [
    {
      id: 1,
      register: 'prices-sec',
      startedAt: '2026-11-20T11:00:00.000Z',
      finishedAt: '2026-11-20T11:01:00.000Z',
      outcome: 'failed',
      documents: 0,
      records: 0,
      warnings: 0,
      reason: 'no network',
      firstBytes: '<html>',
    },
  ],
  warnings: [
    { register: 'uk-nsm', kind: 'k', detail: 'd', count: 3, firstSeenAt: '', lastSeenAt: '', where: 'w' },
  ] as StatusReport['warnings'],
  digestWarnings: [],
  cusipCoverage: [],
  trackerWarnings: [],
  unread: [],
};

it('is a table with marks, relative times, the reason of a failure and a last line', () => {
  const text = statusText(report, { isVerbose: false, now, width: 100, limit: 1 });
  expect(text.split('\n').slice(0, 2)).toEqual(['Store /data/store/live.db', 'Data  2 minutes ago']);
  expect(text).toMatch(/✓ {2}fca-nsm +ok +12,345 +2 +0 +3 hours ago +in 30 minutes\n/);
  expect(text).toMatch(/✗ {2}prices +failing +12,345 +2 +0 +never +in 30 minutes\n/);
  expect(text).toMatch(/– {2}afm-mar19 +off /);
  expect(text).toContain('  prices: The last attempt failed: no network.\n');
  // Once is enough.
  expect(text.match(/no network/g)).toHaveLength(1);
  expect(text).toMatch(/uk-nsm +2 +3 +1 +0\n/);
  expect(text).not.toContain('se-fi');
  expect(text).not.toContain('licence');
  // As many as the limit: there may be more.
  expect(text).toContain('Not shown here: 1 or more kinds of warnings.');
  expect(text.split('\n').at(-1)).toBe('1 of 2 sources read');
});

it('has notes, warnings and exact times where they are wanted', () => {
  const text = statusText(report, { isVerbose: true, now, width: 100, limit: 1 });
  for (const part of [
    'Data  2026-11-20T11:58:00.000Z',
    'fca-nsm: No explicit open licence is known.',
    '3 × uk-nsm k: d (such as w)',
    'first bytes: "<html>"',
    'se-fi',
  ])
    expect(text).toContain(part);
});

it('never exceeds the width of the terminal, except for a path or a word that is longer', () => {
  for (const width of [60, 80, 120]) {
    const [, ...lines] = statusText(report, { isVerbose: false, now, width, limit: 10 }).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
  }
});

it('says when the last backup was made, and why an attempt after it failed', () => {
  const backups = {
    last: {
      file: '/backups/disclosed-20261120T030000Z.tar.gz',
      at: '2026-11-20T03:00:00.000Z',
      bytes: 12_345_678,
    },
    failure: { at: '2026-11-20T11:59:00.000Z', reason: 'live.db is damaged.' },
  };
  const text = statusText({ ...report, backups }, { isVerbose: false, now, width: 100, limit: 1 });
  expect(text).toContain(
    [
      'Backups',
      '  The last backup was made 9 hours ago (12.3 MB). The last attempt, 1 minute ago, failed; it is',
      '    repeated after each refresh.',
      '  /backups/disclosed-20261120T030000Z.tar.gz',
      '  live.db is damaged.',
    ].join('\n'),
  );
  const none = { last: null, failure: null };
  expect(statusText({ ...report, backups: none }, { isVerbose: true, now, width: 100, limit: 1 })).toContain(
    'Backups\n  No backup was made yet.\n',
  );
  expect(statusText(report, { isVerbose: true, now, width: 100, limit: 1 })).not.toContain('Backups');
});
