/** The log for a person: one readable line for each event, with the reason. */

import { expect, it } from '@jest/globals';
import pino from 'pino';
import { readableLine } from '../../src/terminal/log-lines.js';

function lineOf(write: (log: pino.Logger) => void): string {
  let json = '';
  write(
    pino(
      { base: null, timestamp: () => ',"time":"2026-11-20T12:00:00.000Z"' },
      {
        write(text) {
          json = text;
        },
      },
    ),
  );
  return readableLine(json, false);
}

it('has the message, and of fields only what says something', () => {
  expect(
    lineOf((log) =>
      log.info({ written: 16, removed: 0, name: '', none: null }, 'the exports are up to date'),
    ),
  ).toMatch(/^\d\d:\d\d:\d\d the exports are up to date \(written 16\)$/);
});

it('puts the reason of a failure behind the message', () => {
  const outcome = {
    register: 'house-ptr',
    outcome: 'failed',
    documents: 3,
    reason: 'no network',
    firstBytes: '<html>',
  };
  expect(lineOf((log) => log.warn(outcome, 'house-ptr failed'))).toMatch(
    /^\S+ warning house-ptr failed: no network \(documents 3\)$/,
  );
});

it('has the message and the place of a fault', () => {
  const line = lineOf((log) => log.error({ err: new Error('broken') }, 'answer failed'));
  expect(line).toMatch(/^\S+ ERROR answer failed: broken\n {4}at .*log-lines\.test/);
});

it('stays one line whatever a register answers', () => {
  const line = lineOf((log) => log.warn({ reason: 'a\nb\u001b[2J' }, 'x\ny'));
  expect(line.slice(9)).toBe('warning x y: a b [2J');
});
