/** The progress of a run: plain lines that are neither repeated nor too many, and a bar that promises no time. */

import { PassThrough } from 'node:stream';
import { expect, it } from '@jest/globals';
import { barProgress, plainProgress } from '../../src/ingest/progress.js';

it.each([
  [false, 10_000],
  [true, 30_000],
])(
  'a line at the beginning, at the end, and between them after a while (terminal %s)',
  (isTerminal, everyMs) => {
    const lines: string[] = [];
    let now = 0;
    const progress = plainProgress(
      (line) => lines.push(line),
      isTerminal,
      () => now,
    );
    const step = (done: number) => progress.step('house-ptr', { what: 'reports', done, total: 12 });
    step(0);
    now = everyMs - 1;
    step(5);
    now = everyMs;
    step(6);
    step(6);
    step(12);
    progress.step('senate-ptr', { what: 'reports', done: 3, total: null });
    expect(lines).toEqual([
      'house-ptr: 0 of 12 reports',
      'house-ptr: 6 of 12 reports',
      'house-ptr: 12 of 12 reports',
      'senate-ptr: 3 reports',
    ]);
  },
);

it('a bar with counts, without a remaining time, and none for an unknown total', () => {
  let text = '';
  const stream = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  stream.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const progress = barProgress(stream as unknown as NodeJS.WriteStream);
  progress.step('sec-form4', { what: 'files', done: 1, total: null });
  expect(stream.read()).toBeNull();
  progress.step('sec-form4', { what: 'files', done: 0, total: 4 });
  progress.step('sec-form4', { what: 'files', done: 4, total: 4 });
  progress.close();
  expect(text).toMatch(/sec-form4 +\S+ +4 of 4 files/);
  expect(text).not.toMatch(/left|eta|NULL/i);
});
