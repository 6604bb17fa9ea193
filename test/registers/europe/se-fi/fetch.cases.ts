/** The exports of Finansinspektionen by week, from a local server. */

import { afterEach, describe, expect, it } from '@jest/globals';
import { fetchInsynsregister, probeInsynsregister } from '../../../../src/registers/europe/se-fi/fetch.js';
import { parse } from '../../../../src/registers/europe/se-fi/parse.js';
import { type Batch, type RawDocument, SourceError } from '../../../../src/registers/register.js';
import { contextAt, plainHttp } from '../../http/plain-http.js';
import { firstOf } from '../../http/probes.js';
import { insyn, line } from './documents.js';
import { type Insyn, insynServer } from './server.js';

describe('registers/europe/se-fi/fetch', () => {
  let running: Insyn | undefined;
  afterEach(async () => running?.close());

  /** A Thursday. */
  const NOW = '2026-10-01T12:00:00.000Z';

  async function run(server: Promise<Insyn>, cursors: Record<string, string> = {}, now = NOW) {
    running = await server;
    const http = plainHttp();
    const batches: Batch[] = [];
    for await (const batch of fetchInsynsregister(http, contextAt(now, cursors), running.url))
      batches.push(batch);
    const documents = batches.flatMap((batch) => batch.documents ?? []);
    return { batches, documents, http, cursors: Object.assign({}, ...batches.map((batch) => batch.cursors)) };
  }

  const rowsIn = (documents: RawDocument[]) =>
    documents.flatMap((document) =>
      [...parse(document)].flatMap((parsed) =>
        parsed.records.flatMap((record) => (record.kind === 'pdmr-window' ? record.rows : [])),
      ),
    );

  describe('the daily run', () => {
    it('covers 90 days in weeks from Monday to Sunday, newest first, with a pause of five seconds', async () => {
      const { documents, http, cursors } = await run(insynServer(() => 3));
      expect(running!.asked.slice(0, 3)).toEqual([
        '2026-09-28..2026-10-01',
        '2026-09-21..2026-09-27',
        '2026-09-14..2026-09-20',
      ]);
      expect(running!.asked.at(-1)).toBe('2026-06-29..2026-07-05');
      expect(running!.asked.length).toBe(14);
      expect(new Set(http.asked.map(({ request }) => request.gapMs))).toEqual(new Set([5000]));
      expect(cursors['full-read']).toBe('2026-10-01');
      expect(cursors['rows 2026-09-21']).toBe('21');
      expect(documents.map((document) => document.key).slice(0, 2)).toEqual(['2026-09-28', '2026-09-21']);
      expect(rowsIn(documents).length).toBe(3 * 95);
    });

    it('is due again when the Swedish day has changed', async () => {
      const { cursors } = await run(
        insynServer(() => 3),
        { 'full-read': '2026-10-01' },
        '2026-10-01T22:30:00.000Z',
      );
      expect(cursors['full-read']).toBe('2026-10-02');
    });

    it('sets its cursor only when all windows were read', async () => {
      const server = insynServer(
        () => 3,
        (span) => (span.startsWith('2026-08-03') ? { status: 503, body: Buffer.from('busy') } : null),
      );
      running = await server;
      const cursors: Record<string, string> = {};
      const steps = fetchInsynsregister(plainHttp(), contextAt(NOW), running.url);
      const all = async () => {
        for await (const batch of steps) Object.assign(cursors, batch.cursors);
      };
      await expect(all()).rejects.toThrow('FI answers 503 for 2026-08-03 to 2026-08-09');
      expect(cursors['rows 2026-08-10']).toBe('21');
      expect(cursors['full-read']).toBeUndefined();
    });
  });

  describe('the hourly run', () => {
    it('requests the windows of the last three days', async () => {
      await run(
        insynServer(() => 3),
        { 'full-read': '2026-10-01' },
      );
      expect(running!.asked).toEqual(['2026-09-28..2026-10-01']);
      await running!.close();
      const tuesday = '2026-09-29T12:00:00.000Z';
      await run(
        insynServer(() => 3),
        { 'full-read': '2026-09-29' },
        tuesday,
      );
      expect(running!.asked).toEqual(['2026-09-28..2026-09-29', '2026-09-21..2026-09-27']);
    });
  });

  describe('a window that reaches 1,000 rows', () => {
    it('is halved until every part is whole', async () => {
      const { documents } = await run(
        insynServer((day) => (day === '2026-09-30' ? 456 : 300)),
        {
          'full-read': '2026-10-01',
        },
      );
      expect(running!.asked).toEqual([
        '2026-09-28..2026-10-01',
        '2026-09-30..2026-10-01',
        '2026-09-28..2026-09-29',
      ]);
      expect(rowsIn(documents).length).toBe(300 + 300 + 456 + 300);
    });

    it('and is a single day counts as truncated', async () => {
      const { documents } = await run(
        insynServer((day) => (day === '2026-09-30' ? 1200 : 5)),
        {
          'full-read': '2026-10-01',
        },
      );
      expect(
        documents.filter((document) => document.metadata?.cut === 'true').map((document) => document.key),
      ).toEqual(['2026-09-30']);
      expect(rowsIn(documents).length).toBe(15);
    });
  });

  describe('an invalid response', () => {
    const hourly = { 'full-read': '2026-10-01' };
    const instead = (body: Buffer, status = 200) =>
      insynServer(
        () => 3,
        () => ({ status, body }),
      );

    it.each([
      ['a refusal', 403, Buffer.from('Access denied')],
      ['a challenge page', 200, Buffer.from('<!DOCTYPE html><title>Just a moment</title>')],
      ['nothing', 200, Buffer.alloc(0)],
      ['other columns', 200, Buffer.from('Publiceringsdatum;Emittent;Nytt;\r\n', 'utf16le')],
    ])('%s is a failure with the first bytes', async (_, status, body) => {
      const failed = await run(instead(body, status), hourly).catch((cause) => cause);
      expect(failed).toBeInstanceOf(SourceError);
      expect((failed as SourceError).firstBytes).toBe(body.toString().slice(0, 300));
    });

    it('no rows in three working days are a failure, but not on a Monday morning', async () => {
      await expect(run(instead(insyn()), hourly)).rejects.toThrow(
        'no rows at all for 2026-09-28 to 2026-10-01',
      );
      await running!.close();
      const monday = '2026-09-28T06:00:00.000Z';
      const quiet = insynServer((day) => (day === '2026-09-28' ? 0 : 3));
      const { documents } = await run(quiet, { 'full-read': '2026-09-28' }, monday);
      expect(documents.length).toBe(2);
    });

    it('half of the rows of an earlier run mean a truncated response', async () => {
      const cursors = { ...hourly, 'rows 2026-09-28': '400' };
      await expect(
        run(
          insynServer(() => 3),
          cursors,
        ),
      ).rejects.toThrow('12 rows for the week of 2026-09-28');
    });

    describe('a week that lost rows', () => {
      const withBefore = (rows: number) => ({ 'rows 2026-08-03': String(rows) });

      it('is read when FI withdrew a few', async () => {
        const { cursors } = await run(
          insynServer(() => 1),
          withBefore(12),
        );
        expect(cursors).toMatchObject({ 'rows 2026-08-03': '7', 'full-read': '2026-10-01' });
      });

      it('does not delay the others, and is read when it is the same after three days', async () => {
        running = await insynServer(() => 3);
        const cursors: Record<string, string> = withBefore(40);
        const read = async (now: string) => {
          const batches: Batch[] = [];
          for await (const batch of fetchInsynsregister(plainHttp(), contextAt(now, cursors), running!.url)) {
            batches.push(batch);
            Object.assign(cursors, batch.cursors);
          }
          return batches;
        };
        for (const day of ['2026-10-01', '2026-10-03'])
          await expect(read(`${day}T12:00:00.000Z`)).rejects.toThrow(
            '21 rows for the week of 2026-08-03 where',
          );
        expect(cursors).toMatchObject({ 'rows 2026-08-03': '40', 'rows 2026-07-27': '21' });
        expect(cursors['full-read']).toBeUndefined();
        const batches = await read('2026-10-04T12:00:00.000Z');
        expect(batches.flatMap(({ warnings = [] }) => warnings)).toMatchObject([{ kind: 'rows-withdrawn' }]);
        expect(cursors).toMatchObject({ 'rows 2026-08-03': '21', 'full-read': '2026-10-04' });
      });
    });

    it('is not believed at once after an earlier loss that healed', async () => {
      const { cursors } = await run(
        insynServer(() => 3),
        { 'rows 2026-08-03': '21', 'lost 2026-08-03': '2026-09-01' },
      );
      expect(cursors).toMatchObject({ 'rows 2026-08-03': '21', 'lost 2026-08-03': '' });
    });

    it('a response that has every row twice is a failure, and one with two equal fills is not', async () => {
      const published = '2026-09-29 09:00:00';
      const fills = ['1', '2', '3', '4'].map((volume) => line({ published, volume }));
      await expect(run(instead(insyn(...fills, ...fills)), hourly)).rejects.toThrow('every row');
      await running!.close();
      const { documents } = await run(instead(insyn(...fills, line({ published, volume: '4' }))), hourly);
      expect(rowsIn(documents)).toHaveLength(5);
    });

    it.each([6, 40, 200])('a response whose last line is cut by %d bytes is a failure', async (cut) => {
      const bytes = insyn(line(), line({ volume: '5' })).subarray(0, -cut);
      await expect(run(instead(bytes), hourly)).rejects.toThrow('breaks off');
    });

    it('rows of other days are a failure', async () => {
      const other = await insynServer(() => 3);
      const body = Buffer.from(
        await (
          await fetch(
            `${other.url}?${new URLSearchParams({
              SearchFunctionType: 'Insyn',
              button: 'export',
              'Publiceringsdatum.From': '2026-01-05',
              'Publiceringsdatum.To': '2026-01-05',
            })}`,
          )
        ).arrayBuffer(),
      );
      await other.close();
      await expect(run(instead(body), hourly)).rejects.toThrow('other days than 2026-09-28 to 2026-10-01');
    });
  });

  describe('the probe', () => {
    const probe = async (server: Promise<Insyn>) => {
      running = await server;
      return firstOf(probeInsynsregister(plainHttp(), new Date(NOW), running.url));
    };

    it('requests yesterday and accepts a header alone', async () => {
      expect(await probe(insynServer(() => 0))).toMatchObject({
        verdict: 'reachable',
        detail: 'export with 0 rows',
      });
      expect(running!.asked).toEqual(['2026-09-30..2026-09-30']);
    });

    it('distinguishes a refusal from an unknown shape', async () => {
      const with_ = (status: number, text: string) =>
        insynServer(
          () => 0,
          () => ({ status, body: Buffer.from(text) }),
        );
      expect(await probe(with_(403, 'stop'))).toMatchObject({ verdict: 'refused', firstBytes: 'stop' });
      await running!.close();
      expect(await probe(with_(200, '<html>'))).toMatchObject({
        verdict: 'unknown-shape',
        firstBytes: '<html>',
      });
    });
  });
});
