/** The hourly request to BaFin, from a local server with its folded header. */

import { afterEach, describe, expect, it } from '@jest/globals';
import { fetchDealingsInfo, probeDealingsInfo } from '../../../../src/registers/europe/de-bafin/fetch.js';
import { type Batch, SourceError } from '../../../../src/registers/register.js';
import { contextAt, plainHttp } from '../../http/plain-http.js';
import { firstOf } from '../../http/probes.js';
import { dealings, line } from './documents.js';
import { type Portal, portal } from './server.js';

describe('registers/europe/de-bafin/fetch', () => {
  let running: Portal | undefined;
  afterEach(async () => running?.close());

  const NOW = '2026-09-30T12:00:00.000Z';
  async function run(csv: Buffer, cursors: Record<string, string> = {}, status = 200): Promise<Batch[]> {
    running = await portal(csv, status);
    const batches: Batch[] = [];
    for await (const batch of fetchDealingsInfo(plainHttp(), contextAt(NOW, cursors), running.url))
      batches.push(batch);
    return batches;
  }

  const lines = (count: number) => Array.from({ length: count }, (_, at) => line({ id: String(at) }));

  describe('the hourly request', () => {
    it('sends one request for all issuers, despite the folded header', async () => {
      const csv = dealings(line(), line({ nature: 'Verkauf' }));
      const batches = await run(csv);
      expect(batches.length).toBe(1);
      expect(batches[0]!.documents).toMatchObject([
        { key: 'database', kind: 'export', retrievedAt: NOW, metadata: { scope: 'all' } },
      ]);
      expect(batches[0]!.documents![0]!.bytes.equals(csv)).toBe(true);
      expect(batches[0]!.cursors).toEqual({ rows: '{"2026-09":2}' });
      const query = Object.fromEntries(running!.asked[0]!.searchParams);
      expect(query).toEqual({
        meldepflichtigerName: '',
        zeitraum: '0',
        zeitraumVon: '',
        zeitraumBis: '',
        emittentButton: 'Suche Emittent',
        emittentName: '',
        emittentIsin: '',
        'd-4000784-e': '1',
        '6578706f7274': '1',
      });
    });

    it.each([
      ['a header alone', dealings(), {}, 200],
      ['a page', Buffer.from('<!DOCTYPE html><title>Wartung</title>'), {}, 200],
      ['other columns', Buffer.from('Emittent;BaFin-ID;Neu\nA;1;2\n'), {}, 200],
      ['an error', Buffer.from('nein'), {}, 403],
      ['fewer rows than ever before', dealings(line()), { rows: '300' }, 200],
      ['a tenth fewer rows', dealings(...lines(80)), { rows: '{"2026-09":90}' }, 200],
      ['a last line without an end', dealings(line(), line()).subarray(0, -1), {}, 200],
      ['a last line without all cells', dealings(line(), 'Holzmühle AG;49000001'), {}, 200],
    ])('treats %s as a failure and never as "nothing filed"', async (_, csv, cursors, status) => {
      const failed = await run(csv, cursors as Record<string, string>, status).catch((cause) => cause);
      expect(failed).toBeInstanceOf(SourceError);
      expect((failed as SourceError).firstBytes).toBe(csv.toString().slice(0, 300));
    });
  });

  it('reads an export whose last line has a semicolon within a name', async () => {
    const batches = await run(dealings(line(), line({ who: 'Äpfelböck; Söhne GmbH' })));
    expect(batches[0]!.cursors).toEqual({ rows: '{"2026-09":1}' });
  });

  it('drops the months that the database no longer has', async () => {
    const batches = await run(dealings(...lines(82)), { rows: '{"2025-09":400,"2025-10":80,"2026-09":90}' });
    expect(batches[0]!.cursors).toEqual({ rows: '{"2026-09":82}' });
  });

  describe('the probe', () => {
    const probe = async (csv: Buffer, status = 200) => {
      running = await portal(csv, status);
      return firstOf(probeDealingsInfo(plainHttp(), running.url));
    };

    it('requests one issuer and accepts a header alone', async () => {
      expect(await probe(dealings())).toMatchObject({ verdict: 'reachable', status: 200 });
      expect(running!.asked[0]!.searchParams.get('emittentIsin')).toMatch(/^DE/);
    });

    it('distinguishes a refusal from an unknown shape', async () => {
      expect(await probe(Buffer.from('stop'), 403)).toMatchObject({ verdict: 'refused', firstBytes: 'stop' });
      await running!.close();
      expect(await probe(Buffer.from('<html>'))).toMatchObject({
        verdict: 'unknown-shape',
        firstBytes: '<html>',
      });
      await running!.close();
      expect(await probe(Buffer.from('Emittent;BaFin-ID;Neu\n'))).toMatchObject({ verdict: 'unknown-shape' });
    });

    it('reports a connection that fails', async () => {
      const unreachable = await firstOf(probeDealingsInfo(plainHttp(), 'http://127.0.0.1:1/'));
      expect(unreachable).toMatchObject({ verdict: 'refused', status: null });
    });
  });
});
