/** The start page: where to begin, and the figures of a day, which are never a zero for what was not read. */

import { describe, expect, it } from '@jest/globals';
import { inventedFilings, inventedReads, NOW } from '../../invented-reads.js';
import { type Service, startService } from '../service.js';

describe('transports/http/home', () => {
  type Rows = ReturnType<typeof inventedFilings>;

  const TODAY = NOW.toISOString().slice(0, 10);

  async function homeOf(
    rows: Rows,
    use: (service: Service) => Promise<void> | void,
    unread = false,
  ): Promise<void> {
    const reads = inventedReads(rows);
    const states = await reads.sources();
    if (unread)
      reads.sources = async () => states.map((one) => ({ ...one, lastReadAt: null, status: 'never-read' }));
    const service = await startService({ reads, pages: {} });
    try {
      await use(service);
    } finally {
      await service.close();
    }
  }

  /** Each tile as its figure, its words and its address. */
  const tilesOf = (text: string) =>
    [
      ...(/<ul class="tiles day">(.*?)<\/ul>/s.exec(text)?.[1] ?? '').matchAll(
        /<a href="([^"]*)"><strong[^>]*>([^<]*)<\/strong>([^<]*)</g,
      ),
    ].map(([, address, value, words]) => [value, words, address!.replaceAll('&amp;', '&')]);

  const on = (rows: Rows, day: string): Rows =>
    rows.map((row) => ({ ...row, filedAt: `${day}T10:00:00.000Z` }));

  describe('the figures of the day', () => {
    it('are those of today so far, and lead to the list that they count', async () => {
      const rows = on(inventedFilings(6), TODAY);
      const sum = (code: string) =>
        rows.filter((row) => row.transactionCode === code).reduce((all, row) => all + row.totalValue, 0);
      await homeOf(rows, async (service) => {
        const { text } = await service.ask('/');
        expect(text).toMatch(
          /<h2>So far today, <time datetime="2026-11-20">Friday, November 20, 2026<\/time><\/h2>/,
        );
        const [trades, purchases, sales] = tilesOf(text);
        expect(trades![1]).toBe('insider trades');
        const shown = (value: string) => Number(value.replace(/[$KMB]/g, ''));
        expect(shown(purchases![0]!) > 0).toBe(sum('P') > 0);
        expect(shown(sales![0]!) > 0).toBe(sum('S') > 0);
        for (const [, , address] of tilesOf(text).slice(0, 3)) {
          expect(address).toContain(`since=${TODAY}&until=${TODAY}`);
          expect((await service.ask(address!)).status).toBe(200);
        }
      });
    });

    it('are those of the last day with filings while today has none, and the day is said', async () => {
      await homeOf(on(inventedFilings(6), '2026-11-18'), async (service) => {
        const { text } = await service.ask('/');
        expect(text).toContain(
          '<h2>Latest day with insider filings: <time datetime="2026-11-18">Wednesday, November 18, 2026</time></h2>',
        );
        expect(text).not.toContain('So far today');
        expect(tilesOf(text)[0]![0]).not.toBe('0');
      });
    });

    it('are left out while nothing is read: unknown is not zero', async () => {
      await homeOf(
        inventedFilings(6),
        async (service) => {
          const { status, text } = await service.ask('/');
          expect(status).toBe(200);
          expect(tilesOf(text)).toEqual([]);
          expect(text).toContain('No source has been read yet.');
        },
        true,
      );
    });
  });

  it('each goal of the start page is a page here', async () => {
    await homeOf(inventedFilings(6), async (service) => {
      const { text } = await service.ask('/');
      const goals = [
        ...(/<nav class="goals"[\s\S]*?<\/nav>/.exec(text)?.[0] ?? '').matchAll(/href="([^"]+)"/g),
      ];
      expect(goals.length).toBeGreaterThanOrEqual(5);
      for (const [, address] of goals) {
        const { status } = await service.ask(address!.replaceAll('&amp;', '&'));
        // The invented store holds Form 4 alone.
        expect([address, [200, 503].includes(status)]).toEqual([address, true]);
      }
    });
  });

  it('names every answer that its lists are cut from, and each is one', async () => {
    await homeOf(inventedFilings(6), async (service) => {
      const { text } = await service.ask('/');
      const addresses = [
        ...(/Same facts as JSON<\/dt>(.*?)<\/dd>/s.exec(text)?.[1] ?? '').matchAll(/href="([^"]+)"/g),
      ].map(([, address]) => address!.replaceAll('&amp;', '&'));
      expect(addresses).toEqual([
        '/v1/rankings?of=largest-purchases&days=7',
        '/v1/congress-trades',
        '/v1/clusters',
        '/v1/rankings?of=new-fund-positions&days=90',
        '/v1/eu/all?direction=P',
        '/v1/catalog',
      ]);
      // The invented store holds Form 4 alone.
      for (const address of addresses)
        expect([address, [200, 503].includes((await service.ask(address)).status)]).toEqual([address, true]);
    });
  });
});
