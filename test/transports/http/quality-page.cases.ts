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
    // The service, and below it the written cases.
    expect(cells('Replaced')).toEqual(['31', '–', '58']);
    expect(cells('Missed')).toEqual(['–', '–', '2']);
    expect(cells('Contradicted').slice(0, 2)).toEqual(['17', '–']);
    expect(cells('Purchases by kind')).toEqual(['market 812, offering 9', '–', '–']);
    expect(text).toContain('39 agree, 2 differ (register 1, reading 0, derivation 1)');
    expect(text).toContain('(senate-ptr: it was closed)');
    expect(cells('Row')).toEqual(['u-7-1', '0009900001-26-000001-0']);
    expect(cells('Because of')).toEqual(['register', 'derivation']);
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

  it('says that there was no audit, and answers for generations that have none', async () => {
    const { served: _served, audit: _audit, ...rest } = inventedQuality();
    const reads = inventedReads();
    reads.quality = async () => rest as never;
    const old = await startService({ reads, pages: {} });
    const { status, text } = await old.ask('/quality');
    expect([status, text.includes('No audit has been made yet.')]).toEqual([200, true]);
    expect(text).toContain('Nothing has been counted yet.');
    await old.close();
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
