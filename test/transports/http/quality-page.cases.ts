/** The page of the quality shows the figures of the tool, and a dash for what is not known. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inventedReads } from '../../invented-reads.js';
import { type Service, startService } from '../service.js';
import { inventedQuality } from './invented-quality.js';

describe('transports/http/quality-page', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ pages: {} });
    service.reads.quality = async () => inventedQuality();
  });
  afterAll(() => service.close());

  it('has a row for each register, with reasons, warnings, totals and fidelity', async () => {
    const { status, text } = await service.ask('/quality');
    expect(status).toBe(200);
    const cells = (head: string) =>
      [...text.matchAll(new RegExp(`<td[^>]*data-head="${head}"[^>]*>(.*?)(?=<td|<tr|</tbody>)`, 'gs'))].map(
        ([, cell]) => cell!.replace(/<[^>]+>/g, '').trim(),
      );
    expect(cells('Listed')).toEqual(['12', '–']);
    expect(cells('From publication to here')).toEqual(['95 s; 95% within 90 min (9 documents)', '–']);
    expect(cells('Reason')).toEqual(['no row in the information table']);
    expect(cells('Times')).toEqual(['3']);
    expect(cells('Different')).toEqual(['3']);
    // Rounded down: only all of them are 100%.
    expect(cells('Equal rows')).toEqual(['99.9%']);
    expect(cells('Equal values')).toEqual(['99.9%']);
    expect(text).toContain('href="/v1/quality"');
  });

  it('has a row for each register of the ledger, also where nothing is known', async () => {
    const read = await startService({ pages: {} });
    const registers = (await read.reads.quality())?.registers ?? [];
    const { text } = await read.ask('/quality');
    await read.close();
    expect(registers.length).toBeGreaterThan(10);
    expect(text.match(/<td[^>]*data-head="Listed"[^>]*>–/g)).toHaveLength(registers.length);
  });

  it('does not say that all was read where nothing is known', async () => {
    const { registers, ...rest } = inventedQuality();
    const unknown = registers.filter(({ read }) => read === null);
    const reads = inventedReads();
    reads.quality = async () => ({ ...rest, registers: unknown });
    const unread = await startService({ reads, pages: {} });
    const { text } = await unread.ask('/quality');
    expect(text).toContain('No such document is known.');
    expect(text).not.toContain('Every document was read.');
    await unread.close();
  });
});
