/** What search engines, link previews and browsers read: robots.txt, sitemaps, tags, structured data, icons. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ADDRESSES_MAX,
  type CrawledSite,
  sitemapIndex,
  sitemapPart,
} from '../../../src/publish/crawler-files.js';
import type { Reads } from '../../../tools/contract/reads.js';
import getLatestFilings from '../../../tools/get-latest-filings.js';
import { inventedFilings, inventedReads } from '../../invented-reads.js';
import { inventedTools } from '../../publish/pages/invented-answers.js';
import { BASE_URL, type Service, startService } from '../service.js';

describe('transports/http/crawlers', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ pages: {} });
  });
  afterAll(() => service.close());

  const locationsOf = (xml: string) => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1]!);
  const structuredOf = (text: string): Array<Record<string, unknown>> =>
    [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map((match) =>
      JSON.parse(match[1]!),
    );

  it('robots.txt opens the pages and closes filtered views and the interface', async () => {
    const { status, headers, text } = await service.ask('/robots.txt');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const lines = text.split('\n');
    for (const line of [
      'Disallow: /v1/',
      'Disallow: /*?',
      'Allow: /assets/',
      `Sitemap: ${BASE_URL}/sitemap.xml`,
    ])
      expect(lines).toContain(line);
    expect(lines).not.toContain('Disallow: /');
  });

  it('every address of every sitemap is a page here that may be listed', async () => {
    const index = await service.ask('/sitemap.xml');
    expect([index.status, index.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
    const parts = locationsOf(index.text);
    expect(parts).toContain(`${BASE_URL}/sitemaps/companies-1.xml`);
    const addresses: string[] = [];
    for (const part of parts)
      addresses.push(...locationsOf((await service.ask(part.slice(BASE_URL.length))).text));
    expect(addresses).toEqual(
      expect.arrayContaining([`${BASE_URL}/`, `${BASE_URL}/glossary`, `${BASE_URL}/ticker/BRKW`]),
    );
    for (const address of addresses) {
      const { status, text } = await service.ask(address.slice(BASE_URL.length));
      expect([address, status, text.includes('name="robots"')]).toEqual([address, 200, false]);
      expect(text).toContain(`<link rel="canonical" href="${address}">`);
    }
    for (const path of [
      '/sitemaps/companies-2.xml',
      '/sitemaps/companies-0.xml',
      '/sitemaps/constructor-1.xml',
    ])
      expect([path, (await service.ask(path)).status]).toEqual([path, 404]);
    const again = { headers: { 'if-none-match': String(index.headers.etag) } };
    expect((await service.ask('/sitemap.xml', again)).status).toBe(304);
  });

  it('a sitemap has at most 50,000 addresses, and the rest are in the next one', async () => {
    expect(ADDRESSES_MAX).toBe(50_000);
    const names = Array.from({ length: 50_001 }, (_, at) => `A${String(at).padStart(6, '0')}`);
    const reads: Reads = {
      ...inventedReads(inventedFilings(1)),
      exportNames: async ({ from, limit }) => {
        const first = names.findIndex((name) => name >= from);
        return first === -1 ? [] : names.slice(first, first + limit);
      },
    };
    const site: CrawledSite = {
      baseUrl: BASE_URL,
      isListed: true,
      hasPage: (path) => path === '/ticker/{ticker}',
      to: (path) => path,
    };
    const whole = async (pieces: AsyncIterable<string>) => {
      let text = '';
      for await (const piece of pieces) {
        expect(piece.length).toBeLessThan(100_000);
        text += piece;
      }
      return text;
    };
    expect(locationsOf(await whole(sitemapIndex(site, reads)))).toEqual(
      [1, 2].map((part) => `${BASE_URL}/sitemaps/companies-${part}.xml`),
    );
    const part = async (file: string) => {
      const open = await sitemapPart(site, reads, file);
      return open === null ? null : locationsOf(await whole(open()));
    };
    expect((await part('companies-1.xml'))?.length).toBe(50_000);
    expect(await part('companies-2.xml')).toEqual([`${BASE_URL}/ticker/${names[50_000]}`]);
    expect(await part('companies-3.xml')).toBeNull();
    expect(await part('members-1.xml')).toBeNull();
  });

  describe('a service that search engines must not list', () => {
    it.each([
      ['the sample', { sample: true }],
      ['CRAWLERS=off', { crawlers: false }],
    ])('%s: robots.txt and every page say so', async (_what, pages) => {
      const closed = await startService({ pages });
      try {
        expect((await closed.ask('/robots.txt')).text).toBe('User-agent: *\nDisallow: /\n');
        expect((await closed.ask('/sitemap.xml')).status).toBe(404);
        const { text } = await closed.ask('/');
        expect(text).toContain('<meta name="robots" content="noindex">');
        expect(structuredOf(text)).toEqual([]);
      } finally {
        await closed.close();
      }
    });
  });

  it('a page says for link previews what it is, with an image of this service', async () => {
    const { text } = await service.ask('/ticker/BRKW');
    const property = (name: string) =>
      new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)">`).exec(text)?.[1];
    expect(property('og:url')).toBe(`${BASE_URL}/ticker/BRKW`);
    expect(property('og:title')).toContain('BRKW');
    expect(property('og:description')).toBe(property('description'));
    expect(property('twitter:card')).toBe('summary_large_image');
    const image = property('og:image') ?? '';
    const { status, headers, bytes } = await service.ask(image.slice(BASE_URL.length));
    expect([status, headers['content-type']]).toEqual([200, 'image/png']);
    const size = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)].map(String);
    expect(size).toEqual([property('og:image:width'), property('og:image:height')]);
  });

  it('a company without a trade of the year is listed for what other registers say of it, and not for nothing', async () => {
    const old = inventedFilings(4).map((row) => ({ ...row, filedAt: '2024-03-01T21:05:00.000Z' }));
    const isListed = async (tools: Parameters<typeof startService>[0]) => {
      const own = await startService({ ...tools, reads: inventedReads(old), pages: {} });
      try {
        const { status, text } = await own.ask('/ticker/BRKW');
        expect(status).toBe(200);
        return !text.includes('name="robots"');
      } finally {
        await own.close();
      }
    };
    expect(await isListed({ tools: inventedTools() })).toBe(true);
    expect(
      await isListed({ tools: inventedTools().filter(({ path }) => path === getLatestFilings.path) }),
    ).toBe(false);
  });

  it('structured data names the search, the way up, and the exports', async () => {
    const all = await startService({ tools: inventedTools(), pages: {} });
    try {
      const [site] = structuredOf((await all.ask('/')).text);
      expect(site).toMatchObject({ '@context': 'https://schema.org', '@type': 'WebSite' });
      const { urlTemplate } = (site!.potentialAction as { target: { urlTemplate: string } }).target;
      expect(urlTemplate).toBe(`${BASE_URL}/search?q={search_term_string}`);
      const member = (await all.ask('/congress/jane-roe')).text;
      expect(structuredOf(member)[0]).toMatchObject({
        '@type': 'BreadcrumbList',
        itemListElement: [
          { position: 1, item: `${BASE_URL}/` },
          { position: 2, name: 'Members of Congress', item: `${BASE_URL}/congress` },
          { position: 3, item: `${BASE_URL}/congress/jane-roe` },
        ],
      });
      // What the data says is also there for readers.
      expect(member).toContain('<li><a href="/congress">Members of Congress</a></li>');
      const datasets = structuredOf((await all.ask('/api-docs')).text);
      expect(datasets.map((one) => one['@type'])).toEqual(datasets.map(() => 'Dataset'));
      expect(datasets.map((one) => (one.distribution as { contentUrl: string }).contentUrl)).toContain(
        `${BASE_URL}/data/congress/index.json`,
      );
    } finally {
      await all.close();
    }
  });

  it('the search can be added to a browser, and the icons have their form', async () => {
    const search = await service.ask('/opensearch.xml');
    expect(search.text).toContain(`template="${BASE_URL}/search?q={searchTerms}"`);
    expect((await service.ask('/')).text).toContain('type="application/opensearchdescription+xml"');
    const icon = await service.ask('/favicon.ico');
    expect([...icon.bytes.subarray(0, 6)]).toEqual([0, 0, 1, 0, 1, 0]);
    const touch = await service.ask('/apple-touch-icon.png');
    expect([touch.headers['content-type'], touch.bytes.readUInt32BE(16)]).toEqual(['image/png', 180]);
  });

  it('a flood of requests for sitemaps is refused', async () => {
    const guarded = await startService({ pages: { guarded: true } });
    try {
      for (let asked = 0; asked < 60; asked += 1)
        expect((await guarded.ask('/sitemap.xml')).status).toBe(200);
      const refused = await guarded.ask('/sitemaps/pages-1.xml');
      expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
    } finally {
      await guarded.close();
    }
  });
});
