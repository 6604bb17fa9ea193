/** The AFM's index and pages, from a local server: the initial import and later runs. */

import { afterEach, describe, expect, it } from '@jest/globals';
import type { PdmrNotification } from '../../../../src/records/europe/pdmr.js';
import { downloadDetail, fetchIndex, probeIndex } from '../../../../src/registers/europe/nl-afm/fetch.js';
import { parse } from '../../../../src/registers/europe/nl-afm/parse.js';
import { type Batch, DocumentNotFoundError, SourceError } from '../../../../src/registers/register.js';
import { contextAt, plainHttp } from '../../http/plain-http.js';
import { firstOf } from '../../http/probes.js';
import { detail, type Entry, index, sale } from './documents.js';
import { type Afm, afm } from './server.js';

describe('registers/europe/nl-afm/fetch', () => {
  let running: Afm | undefined;
  afterEach(async () => running?.close());

  /** A Wednesday. */
  const NOW = '2026-09-30T12:00:00.000Z';
  const OLD: Entry = { id: '20250102OLD', date: '1/2/2025 12:00:00 AM' };
  const AUGUST: Entry = { id: '20260827AUG', date: '8/27/2026 12:00:00 AM', related: 'Dijk Beheer B.V.' };
  const LATE: Entry = { id: '20260305LATE', date: '3/5/2026 12:00:00 AM' };

  async function run(
    entries: Entry[],
    cursors: Record<string, string> = {},
    known: string[] = [],
    now = NOW,
  ) {
    running = await afm(() => ({ body: index(entries) }));
    const http = plainHttp();
    const batches: Batch[] = [];
    for await (const batch of fetchIndex(http, contextAt(now, cursors, known), running.addresses))
      batches.push(batch);
    await running.close();
    return batches[0]!;
  }

  describe('the initial import', () => {
    it('queues the notifications of the last 90 days, as listed before the import', async () => {
      const batch = await run([AUGUST, OLD]);
      expect(batch.documents).toMatchObject([{ key: 'index', kind: 'index', retrievedAt: NOW }]);
      expect(batch.toFetch).toEqual([
        {
          key: '20260827AUG',
          kind: 'detail',
          url: `${running!.addresses.detail}20260827AUG`,
          metadata: {
            id: '20260827AUG',
            seenAt: NOW,
            firstLoad: 'true',
            transactionDate: '2026-08-27',
            relatedParty: 'Dijk Beheer B.V.',
          },
          priority: 20260827,
        },
      ]);
      expect(batch.cursors).toEqual({ entries: '2', 'passed-over': '20250102OLD', reread: '2026-09-28' });
    });
  });

  it('queues an entry whose day cannot be read, which may be a recent one', async () => {
    const batch = await run([{ id: 'X', date: '25-09-2026' }, OLD]);
    expect(batch.toFetch?.map(({ key }) => key)).toEqual(['X']);
  });

  it('takes a page that is gone (410) for one that the register does not have', async () => {
    running = await afm(
      () => ({ body: index([]) }),
      () => ({ status: 410, body: Buffer.from('Gone') }),
    );
    const wanted = { key: 'X', kind: 'detail', url: `${running.addresses.detail}X` };
    await expect(downloadDetail(plainHttp(), wanted)).rejects.toThrow(DocumentNotFoundError);
  });

  describe('a later run', () => {
    const later = { entries: '2', 'passed-over': '20250102OLD', reread: '2026-09-28' };

    it('queues new entries, however old the transaction, as seen now', async () => {
      const batch = await run([AUGUST, LATE, OLD], later, ['20260827AUG']);
      expect(batch.toFetch).toMatchObject([
        { key: '20260305LATE', metadata: { firstLoad: 'false', seenAt: NOW }, priority: 20261001 },
      ]);
      expect(batch.cursors).toEqual({ entries: '3' });
    });

    it('queues nothing when nothing is new', async () => {
      expect((await run([AUGUST, OLD], later, ['20260827AUG'])).toFetch).toEqual([]);
    });

    it('reads the pages of 90 days again once a week, under a separate key', async () => {
      const monday = '2026-10-05T06:00:00.000Z';
      const batch = await run([AUGUST, LATE, OLD], later, ['20260827AUG', '20260305LATE'], monday);
      expect(batch.toFetch).toMatchObject([
        {
          key: '20260827AUG 2026-10-05',
          metadata: { id: '20260827AUG', firstLoad: 'false' },
          priority: 20260827,
        },
      ]);
      expect(batch.cursors).toMatchObject({ reread: '2026-10-05' });
    });
  });

  describe('a response that is not an index', () => {
    const answer = async (status: number, body: Buffer, cursors: Record<string, string> = {}) => {
      running = await afm(() => ({ status, body }));
      const steps = fetchIndex(plainHttp(), contextAt(NOW, cursors), running.addresses);
      return steps.next().catch((cause) => cause);
    };

    it.each([
      ['a refusal', 403, Buffer.from('Forbidden'), {}],
      ['a challenge page', 200, Buffer.from('<!DOCTYPE html><title>Just a moment</title>'), {}],
      ['the other register', 200, index([{ id: '1', date: '6/25/2026' }], 'bestuurders-commissarissen'), {}],
      ['no entries', 200, index([]), {}],
      ['a tenth less than before', 200, index([AUGUST]), { entries: '2' }],
    ])('%s is a failure with the first bytes', async (_, status, body, cursors) => {
      const failed = await answer(status, body, cursors as Record<string, string>);
      expect(failed).toBeInstanceOf(SourceError);
      expect((failed as SourceError).firstBytes).toBe(body.toString().slice(0, 300));
    });
  });

  describe('a detail page', () => {
    const wanted = (id: string) => ({
      key: id,
      kind: 'detail',
      url: running!.addresses.detail + id,
      metadata: { id, seenAt: NOW, firstLoad: 'false', transactionDate: '2026-08-27', relatedParty: '' },
    });

    it('is fetched with a pause of a second and keeps the facts of the index', async () => {
      running = await afm(
        () => ({ body: index([]) }),
        () => ({ body: detail({ rows: [sale()] }) }),
      );
      const http = plainHttp();
      const document = await downloadDetail(http, wanted('20260827AUG'));
      expect(http.asked[0]!.request.gapMs).toBe(1000);
      const [parsed] = [...parse(document)];
      const { rows } = parsed!.records[0] as PdmrNotification;
      expect(rows).toMatchObject([
        { filingId: '20260827AUG#0', publicationAt: NOW, closelyAssociated: false },
      ]);
    });

    it('keeps its id when it is read again', async () => {
      running = await afm(
        () => ({ body: index([]) }),
        () => ({ body: detail({ rows: [sale()] }) }),
      );
      const again = { ...wanted('20260827AUG'), key: '20260827AUG 2026-10-05' };
      const [parsed] = [...parse(await downloadDetail(plainHttp(), again))];
      expect(parsed!.records).toMatchObject([
        { notificationKey: '20260827AUG', rows: [{ filingId: '20260827AUG#0' }] },
      ]);
    });

    it('that is not there is gone, and another page is a failure', async () => {
      running = await afm(
        () => ({ body: index([]) }),
        (id) =>
          id === 'gone'
            ? { status: 404, body: Buffer.from('no') }
            : { status: id === '403' ? 403 : 200, body: Buffer.from('<html>hm') },
      );
      await expect(downloadDetail(plainHttp(), wanted('gone'))).rejects.toThrow(DocumentNotFoundError);
      await expect(downloadDetail(plainHttp(), wanted('403'))).rejects.toThrow('AFM answers 403');
      await expect(downloadDetail(plainHttp(), wanted('page'))).rejects.toThrow('no detail page');
    });
  });

  describe('the probe', () => {
    const probe = async (status: number, body: Buffer) => {
      running = await afm(() => ({ status, body }));
      const verdict = await firstOf(probeIndex(plainHttp(), new Date(NOW), running.addresses));
      await running.close();
      return verdict;
    };

    it('requests a week', async () => {
      expect(await probe(200, index([AUGUST]))).toMatchObject({
        verdict: 'reachable',
        detail: 'index with 1 entries',
      });
      expect(running!.asked).toEqual([
        '/export.aspx?format=xml&DateFrom=23-09-2026&DateTill=30-09-2026',
        '/details?id=20260827AUG',
      ]);
    });

    it('distinguishes a refusal from an unknown shape', async () => {
      expect(await probe(403, Buffer.from('stop'))).toMatchObject({ verdict: 'refused', firstBytes: 'stop' });
      expect(await probe(200, Buffer.from('<html/>'))).toMatchObject({ verdict: 'unknown-shape' });
    });
  });
});
