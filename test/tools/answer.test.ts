/** When a request gets an answer, and what the answer says while a register is still being read. */

import { describe, expect, it } from '@jest/globals';
import { requireLastReadAt } from '../../tools/contract/answer.js';
import type { SourceState } from '../../tools/contract/reads/sources.js';
import type { Reads } from '../../tools/contract/reads.js';

const AT = '2026-11-20T12:00:00.000Z';
const LATER = '2026-11-20T13:00:00.000Z';

function reads(state: Partial<SourceState>): Reads {
  const whole = { source: 'curated-trackers', status: 'ok', lastReadAt: AT, isWhole: true, registers: [] };
  return { sources: async () => [{ ...whole, ...state }] } as unknown as Reads;
}
const read = (state: Partial<SourceState>, registers?: string[]) =>
  requireLastReadAt(reads(state), 'curated-trackers', registers);

describe('an answer', () => {
  it('has the time at which the lists were read', async () => {
    expect((await read({})).fetchedAt).toBe(AT);
  });

  it('is refused before the register was read, with the seconds to wait', async () => {
    await expect(read({ lastReadAt: null, isWhole: false, status: 'filling' })).rejects.toMatchObject({
      code: 'not_ready',
      headers: { 'Retry-After': '30' },
    });
  });

  it('is refused if the source is switched off, without a time to wait', async () => {
    await expect(read({ status: 'off' })).rejects.toMatchObject({ code: 'not_ready', headers: {} });
    await expect(requireLastReadAt(reads({}), 'fca-nsm')).rejects.toThrow(
      'fca-nsm is switched off on this service',
    );
  });

  it('is never empty while the initial import runs', async () => {
    const filling = await read({ isWhole: false, status: 'filling' });
    expect(() => filling.requireRowsUnlessComplete(0)).toThrow('being imported for the first time');
    expect(() => filling.requireRowsUnlessComplete(0)).toThrow('Try again after 60 seconds or more');
    filling.requireRowsUnlessComplete(1);
    (await read({})).requireRowsUnlessComplete(0);
  });

  it('says so if the initial import failed', async () => {
    const failing = await read({ isWhole: false, status: 'failing' });
    expect(() => failing.requireRowsUnlessComplete(0)).toThrow('has not been read completely yet');
    expect(failing.notFoundError('Insider not found: x.').message).not.toContain('being read');
  });

  it('says that an unknown record may exist while the initial import runs', async () => {
    const filling = await read({ isWhole: false, status: 'failing' });
    expect(filling.notFoundError('Insider not found: x.')).toMatchObject({
      code: 'not_found',
      message: expect.stringMatching(/^Insider not found: x\. .* may exist/),
    });
    expect((await read({})).notFoundError('Insider not found: x.').message).toBe('Insider not found: x.');
  });

  it('depends only on the given registers', async () => {
    const registers = [
      { register: 'sec-13f', lastReadAt: null, isWhole: false },
      { register: 'oge-278t', lastReadAt: LATER, isWhole: true },
    ];
    const filling = { registers, isWhole: false, status: 'filling' } as const;
    await expect(read(filling, ['sec-13f'])).rejects.toMatchObject({ code: 'not_ready' });
    const oge = await read(filling, ['oge-278t']);
    expect(oge.fetchedAt).toBe(LATER);
    oge.requireRowsUnlessComplete(0);
    await expect(read(filling, ['none'])).rejects.toThrow('none is switched off on this service');
  });
});
