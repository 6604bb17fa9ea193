/** Pages over HTTP: every address in an answer has a page, and no page can be injected into. */

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type InventedReads, inventedFilings, inventedReads, READ_AT } from '../../invented-reads.js';
import { EVIL, POISONED_PAGES, poisonedTools } from '../../publish/pages/hostile-answers.js';
import { inventedTools } from '../../publish/pages/invented-answers.js';
import { until } from '../../until.js';
import { BASE_URL, type Service, startService } from '../service.js';

describe('transports/http/pages', () => {
  const CSP =
    "default-src 'none';style-src 'self';img-src 'self';form-action 'self';base-uri 'none';frame-ancestors 'none'";

  let service: Service;
  beforeAll(async () => {
    service = await startService({ pages: {} });
  });
  afterAll(() => service.close());

  /** Links of a page to this service, without those to documents. */
  const linksOf = (text: string) => [
    ...new Set(
      [...text.matchAll(/(?:href|action)="(\/[^"#]*)"/g)].map((match) => match[1]!.replaceAll('&amp;', '&')),
    ),
  ];

  it('every page answers, with its headers, its licence and no script', async () => {
    for (const path of [
      '/',
      '/filings',
      '/insiders',
      '/insiders?q=quill',
      '/insiders/quill-marina-t',
      '/ticker/BRKW',
      '/issuers/900003',
      '/status',
      '/methodology',
      '/glossary',
      '/api-docs',
      '/api-docs/v1-filings',
      '/filings/',
    ]) {
      const { status, headers, text } = await service.ask(path);
      expect([path, status, headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8']);
      expect(headers['content-security-policy']).toBe(CSP);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-ratelimit-limit']).toBeUndefined();
      expect(text).not.toMatch(
        /<script(?! type="application\/ld\+json">)|style=|onerror=|https?:\/\/[^"]*\.(?:js|css)\b/,
      );
      expect(text).toContain('is not investment advice');
      expect(text).toContain('https://creativecommons.org/licenses/by/4.0/');
      expect(text).toContain('lang="en"');
    }
  });

  it('every url and attribution page of an answer, and every link of a page, answers', async () => {
    const seen = new Set<string>();
    const handedOut = (text: string) =>
      [...text.matchAll(/"(?:url|page)":"([^"]+)"/g)].map((match) => match[1]!);
    for (const path of [
      '/v1/filings?limit=40',
      '/v1/insiders?q=a',
      '/v1/insiders/quill-marina-t',
      '/v1/filings?ticker=NOONE',
      '/v1/major-holders',
    ])
      for (const url of handedOut((await service.ask(path)).text)) {
        expect(url.startsWith(BASE_URL)).toBe(true);
        seen.add(url.slice(BASE_URL.length));
      }
    for (const path of [
      '/',
      '/filings',
      '/insiders?q=a',
      '/insiders/quill-marina-t',
      '/ticker/OSWN',
      '/major-holders',
      '/status',
      '/methodology',
      '/api-docs',
    ])
      for (const link of linksOf((await service.ask(path)).text)) seen.add(link);
    expect(seen.size).toBeGreaterThan(15);
    for (const path of seen)
      expect([path, [200, 302].includes((await service.ask(path)).status)]).toEqual([path, true]);
  });

  it('an empty list of trades names the days that it searched', async () => {
    const textOf = async (path: string) =>
      (await service.ask(path)).text.replace(/<[^>]+>/g, '').replace(/\d{4}-\d\d-\d\d/g, 'DAY');
    expect(await textOf('/filings?ticker=NOONE')).toContain(
      'No open-market purchase or sale that matches these filters was filed since DAY (UTC).',
    );
    expect(await textOf('/filings?ticker=NOONE&until=2026-07-01')).toContain(
      'that matches these filters was filed from DAY to DAY (UTC).',
    );
  });

  it('an issuer without a symbol has only its own rows at its CIK', async () => {
    const { text } = await service.ask('/issuers/900003');
    expect(text).toContain('Zürichsee “Optics” Corp');
    expect(text).not.toContain('Quill Marina T');
    expect((await service.ask('/issuers/12x')).status).toBe(404);
  });

  it('a whole name leads to the person', async () => {
    for (const path of ['/insiders', '/search']) {
      const whole = await service.ask(`${path}?q=Quill%20Marina%20T`);
      expect([path, whole.status, whole.headers.location]).toEqual([path, 302, '/insiders/quill-marina-t']);
      // A namesake may be on the next page.
      const one = await service.ask(`${path}?q=Quill%20Marina%20T&limit=1`);
      expect([path, one.status]).toEqual([path, 200]);
      expect(one.text).toMatch(new RegExp(`href="/v1${path}\\?q=Quill[^"]*limit=1"`));
    }
    expect((await service.ask('/insiders?q=quill')).text).toContain('href="/search?q=quill"');
  });

  it('an identifier leads to its page, and any other query to a list by kind', async () => {
    const symbol = await service.ask('/search?q=brkw');
    expect([symbol.status, symbol.headers.location]).toEqual([302, '/ticker/BRKW']);
    const list = await service.ask('/search?q=mar');
    expect(list.status).toBe(200);
    expect(list.text).toContain('<h2>Corporate insiders</h2>');
    const none = await service.ask('/search?q=xyzzyx');
    expect(none.text).toContain('manager here has a name or identifier like “xyzzyx”');
    // They are found by the company alone.
    expect(none.text).toContain('are listed <a href="/major-holders">by company</a>');
    expect((await service.ask('/search?q=brkx')).text).toContain('<a href="/ticker/BRKW">BRKW</a>');
  });

  it('errors are pages too', async () => {
    const unknown = await service.ask('/insiders/nobody-at-all');
    expect([unknown.status, unknown.headers['cache-control']]).toEqual([404, 'no-store']);
    expect(unknown.text).toContain('Insider not found');
    const wrong = await service.ask('/filings?min_value=x&ticker=BRKW');
    expect([wrong.status, wrong.headers['cache-control']]).toEqual([400, 'no-store']);
    expect(wrong.text).toContain(
      '<a href="#min_value">“Min. value ($)”</a> must be a number of US dollars, 0 or greater; you entered “x”.',
    );
    expect(wrong.text).toContain('name="min_value" inputmode="numeric" value="x"');
    expect(wrong.text).toContain('name="ticker" value="BRKW"');
    expect(wrong.text).toContain('value="x" aria-invalid="true" aria-describedby="problem-min_value"');
    expect(wrong.text).not.toContain('min_value must');
    expect(wrong.text).toContain('href="/filings">Show everything');
    for (const path of ['/eu/de?isin=1', '/congress/marta-quillon?since=soon']) {
      const { status, text } = await service.ask(path);
      expect([path, status, text.includes('<form class="panel"')]).toEqual([path, 400, true]);
    }
    expect((await service.ask('/eu/xx?isin=1')).status).toBe(404);
    expect((await service.ask('/filings', { method: 'POST' })).status).toBe(405);
    const lost = await service.ask('/nowhere/%3Cscript%3E', { headers: { accept: 'text/html' } });
    expect([lost.status, lost.text.includes('<script>')]).toEqual([404, false]);
    expect(JSON.parse((await service.ask('/nowhere')).text).error.code).toBe('not_found');
    // A page exists only with its tool.
    expect((await service.ask('/nothing-of-ours', { headers: { accept: 'text/html' } })).status).toBe(404);
    const broken = await service.ask('/ticker/%E0', { headers: { accept: 'text/html' } });
    expect([broken.status, broken.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
    expect(broken.headers['content-security-policy']).toBeDefined();
    expect((await service.ask('/ticker/%E0')).headers['content-type']).toContain('application/json');
  });

  it('an invalid filter is explained in the words of the form', async () => {
    const said = async (query: string) =>
      /<div class="problem" role="alert">(.*?)<\/div>/
        .exec((await service.ask(`/filings?${query}`)).text)?.[1]
        ?.replace(/<[^>]*>/g, '');
    expect(await said('role=boss')).toBe(
      '“Role” has these choices: Any, CEO, CFO, Any chief officer, Officer, Director, 10% owner; you entered “boss”.',
    );
    expect(await said('since=2026-11-10&until=2026-11-01')).toBe(
      '“Filed from (UTC)” must not be later than “Filed to (UTC)”: 2026-11-10 is later than 2026-11-01; you entered “2026-11-10”.',
    );
    expect(await said('owner=A')).toMatch(
      /^“Insider” must name one: several insiders have these words in their names\. Give one slug: /,
    );
    expect(await said('owner=no-such-person')).toBe(
      '“Insider” is words of a name that only one insider has, or the last part of the address of an insider’s page; you entered “no-such-person”.',
    );
    // A field of dates would hide what is wrong.
    expect((await service.ask('/filings?since=soon')).text).toContain(
      'name="since" size="12" placeholder="YYYY-MM-DD" value="soon"',
    );
  });

  it('a page that cannot be shown says what a reader can do, and names no tool', async () => {
    const main = (text: string) => /<main[\s\S]*<\/main>/.exec(text)?.[0] ?? '';
    const html = { headers: { accept: 'text/html' } };
    const lost = main((await service.ask('/firms/quill-marina', html)).text);
    expect(lost).toContain('<a href="/search?q=quill%20marina">Search for “quill marina”</a>');
    expect(lost).toContain('<a href="/">Home page</a>');
    const guarded = await startService({ pages: { guarded: true } });
    const failing = await startService({
      reads: {
        ...inventedReads(inventedFilings(3)),
        latestFilings: () => Promise.reject(new Error('a fault of the test')),
        filingTotals: () => Promise.reject(new Error('a fault of the test')),
        searchFilings: () => Promise.reject(new Error('a fault of the test')),
      } as unknown as InventedReads,
      pages: {},
    });
    try {
      for (let asked = 0; asked < 240; asked += 1) await guarded.ask('/insiders');
      const many = await guarded.ask('/insiders');
      expect([many.status, Number(many.headers['retry-after']) > 0]).toEqual([429, true]);
      expect(main(many.text)).toContain('Wait, then reload the page.');
      const broken = await failing.ask('/filings?group=lot');
      expect(broken.status).toBe(500);
      expect(main(broken.text)).toContain('Reload the page in a minute.');
      expect(main(broken.text)).toContain('<a href="/status">Status of all sources</a>');
      for (const text of [lost, main(many.text), main(broken.text)])
        expect(text).not.toMatch(/get_|search_|a fault of the test|llms\.txt/);
    } finally {
      await guarded.close();
      await failing.close();
    }
  });

  it('the glossary explains the words of filings, and none of the program', async () => {
    const { text } = await service.ask('/glossary');
    expect(text).toContain('<dt id="economic-lot">Economic lot</dt>');
    expect(text).toContain('<a href="/methodology">Form 4 rows</a>');
    expect(text).not.toContain('Fault fixture');
    expect(text).not.toMatch(/href="(?:methodology|reference|\.\.)/);
    expect((await service.ask('/filings')).text).toContain('<a href="/glossary">Glossary</a>');
  });

  it('every page links to where errors are reported, if there is such a place', async () => {
    expect((await service.ask('/filings')).text).not.toContain('Found an error?');
    const mail = await startService({ pages: { feedback: 'errors@disclosed.example' } });
    const web = await startService({ pages: { feedback: 'https://tracker.example/new' } });
    try {
      expect((await mail.ask('/filings')).text).toContain(
        `href="mailto:errors@disclosed.example?subject=${encodeURIComponent(`Error on ${BASE_URL}/filings`)}">Found an error?</a>`,
      );
      expect((await web.ask('/status')).text).toContain(
        'href="https://tracker.example/new">Found an error?</a>',
      );
    } finally {
      await mail.close();
      await web.close();
    }
  });

  it('a page says that its register was not read yet', async () => {
    const reads = inventedReads(inventedFilings(3));
    const sources = await reads.sources();
    reads.sources = async () => sources.map((one) => ({ ...one, lastReadAt: null, status: 'never-read' }));
    const unread = await startService({ reads, pages: {} });
    try {
      const page = await unread.ask('/filings');
      expect([page.status, page.headers.refresh]).toEqual([503, '60']);
      expect(page.text).toContain('does not mean that nothing was filed');
      expect(page.text).toContain('href="/status"');
      // Names of tools are for programs.
      expect(page.text).not.toContain('get_catalog');
      expect((await unread.ask('/')).text).toContain('never read, so nothing is known yet');
    } finally {
      await unread.close();
    }
  });

  it('a page of a register that is still being read shows its rows and says that more may come', async () => {
    const partly = async (rows: number) => {
      const reads = inventedReads(inventedFilings(rows));
      const sources = await reads.sources();
      reads.sources = async () => sources.map((one) => ({ ...one, status: 'failing', isWhole: false }));
      return startService({ reads, pages: {} });
    };
    const some = await partly(3);
    const none = await partly(0);
    try {
      // No streak is known yet, which takes nothing from the rows of a ticker.
      for (const path of ['/', '/ticker/BRKW', '/insiders', '/api-docs'])
        expect([path, (await some.ask(path)).status]).toEqual([path, 200]);
      expect((await some.ask('/filings')).text).not.toMatch(/Filings since|Register last read/);
      expect((await none.ask('/')).status).toBe(200);
      const page = await none.ask('/filings');
      expect([page.status, page.text.includes('read in part only')]).toEqual([503, true]);
      expect((await some.ask('/insiders/no-such-person')).text).not.toContain('search_insiders');
    } finally {
      await some.close();
      await none.close();
    }
  });

  it('a page of a source that is still being read says so, and does not claim to be complete', async () => {
    const reads = inventedReads(inventedFilings(3));
    const sources = await reads.sources();
    reads.sources = async () =>
      sources.map((one) => ({ ...one, status: 'filling', documents: 14, waiting: 741 }));
    const filling = await startService({ reads, pages: {} });
    try {
      for (const path of [
        '/',
        '/filings',
        '/insiders',
        '/insiders/quill-marina-t',
        '/ticker/BRKW',
        '/clusters',
        '/streaks',
        '/congress',
        '/congress/marta-quillon',
        '/trackers/ostrava',
        '/eu/uk',
        '/ticker/ZZZZZ',
      ]) {
        const { text } = await filling.ask(path);
        expect([path, text.includes('still being read'), text.includes('14 of 755')]).toEqual([
          path,
          true,
          true,
        ]);
      }
      const member = (await filling.ask('/congress/marta-quillon')).text;
      expect(member).toContain('reports listed so far');
      // The dates are those of every report, read or not.
      expect(member).toContain('first disclosure listed so far');
      expect(member).toContain('latest disclosure listed so far');
      expect(member).not.toContain('disclosure read so far');
      expect(member).not.toContain('on record here<');
      const none = (await filling.ask('/filings?min_value=99999999')).text;
      expect(none).toContain('Nothing was found in the documents read so far.');
      expect((await filling.ask('/status')).text).toContain('14 of 755 (1.8%)');
      expect((await service.ask('/congress/marta-quillon')).text).toContain('reports on record here<');
      expect((await service.ask('/filings')).text).not.toContain('still being read');
    } finally {
      await filling.close();
    }
  });

  it('pages without a source show no reading time', async () => {
    for (const path of ['/', '/status'])
      expect([path, (await service.ask(path)).text.includes('Register last read')]).toEqual([path, false]);
    expect((await service.ask('/filings')).text).toContain('Register last read');
  });

  it('a cut list says how many rows match, and adds up all of them', async () => {
    const many = await startService({ reads: inventedReads(inventedFilings(300)), pages: {} });
    try {
      const { text } = await many.ask('/filings?since=2025-11-21');
      const all = inventedFilings(300);
      const sum = all
        .filter((row) => row.transactionCode === 'P')
        .reduce((total, row) => total + row.totalValue, 0);
      expect(text).toContain('Rows 1 to 100 of 300 filed since');
      expect(text).toContain(`purchases of $${(sum / 1e6).toFixed(1)}M`);
      expect(text).toMatch(/<li>Rows 1 to 100 of 300<\/li>\s*<li><a rel="next"/);
    } finally {
      await many.close();
    }
  });

  it('a list is continued to its last row, and each filter in use can be removed', async () => {
    const many = await startService({ reads: inventedReads(inventedFilings(300)), pages: {} });
    try {
      const next = (text: string) => /rel="next" href="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
      const originals = (text: string) =>
        [...text.matchAll(/href="(https:[^"]+-index\.htm)"/g)].map(([, one]) => one);
      const first = (await many.ask('/filings?since=2025-11-21&direction=P')).text;
      // Sales were not searched, so nothing is said of them.
      expect(first).not.toMatch(/, sales of|: sales of/);
      expect(first).toMatch(/href="\/filings\?direction=P" title="Remove this filter">Filed from/);
      expect(first).toContain(
        '<title>Latest insider trades: Purchases, Filed from (UTC) 2025-11-21 · disclosed<',
      );
      expect(first).not.toContain('Back to the first rows');
      const shown = originals(first);
      let page = first;
      for (let path = next(page); path !== undefined; path = next(page)) {
        page = (await many.ask(path)).text;
        shown.push(...originals(page));
      }
      const wanted = inventedFilings(300).filter((row) => row.transactionCode === 'P');
      expect(shown.length).toBe(wanted.length);
      expect(new Set(shown)).toEqual(new Set(wanted.map((row) => row.rawFilingUrl)));
      expect(page).toContain(`Rows 101 to ${wanted.length} of ${wanted.length}`);
      const back = '<a href="/filings?direction=P&amp;since=2025-11-21">Back to the first rows</a>';
      // Above the rows, and below them.
      expect(page.split(back)).toHaveLength(3);
      const wrong = await many.ask('/filings?cursor=abc');
      expect([wrong.status, wrong.text.includes('This list is no longer kept')]).toEqual([400, true]);
    } finally {
      await many.close();
    }
  });

  it('the head of a column orders the list by it, and then the other way', async () => {
    const { text } = await service.ask('/filings?direction=P');
    expect(text).toContain('<a href="/filings?direction=P&amp;sort=value">Value</a>');
    const sorted = (await service.ask('/filings?direction=P&sort=value')).text;
    expect(sorted).toMatch(
      /aria-sort="descending"><a href="\/filings\?direction=P&amp;sort=value&amp;order=asc">Value/,
    );
    const values = [...sorted.matchAll(/data-head="Value">\$([\d,]+)</g)].map(([, one]) =>
      Number(one!.replaceAll(',', '')),
    );
    expect(values.length).toBeGreaterThan(2);
    expect(values).toEqual([...values].sort((a, b) => b - a));
  });

  it('an unknown symbol is a 404 with similar symbols; a known one without rows is a page', async () => {
    const reads = inventedReads(inventedFilings(3));
    const { issuer } = reads;
    reads.issuer = async (asked) =>
      'ticker' in asked && asked.ticker === 'QUIET'
        ? { cik: '900777', name: 'Quiet Harbour Corp', ticker: 'QUIET' }
        : issuer(asked);
    const own = await startService({ reads, pages: {} });
    try {
      const unknown = await own.ask('/ticker/BRXW');
      expect([unknown.status, unknown.headers['cache-control']]).toEqual([404, 'no-store']);
      expect(unknown.text).toContain('No company with the symbol BRXW is known here');
      expect(unknown.text).toContain('href="/ticker/BRKW"');
      expect(unknown.text).toContain('https://www.sec.gov/edgar/searchedgar/companysearch');
      expect((await own.ask('/issuers/123456')).status).toBe(404);
      const quiet = await own.ask('/ticker/QUIET');
      expect([quiet.status, quiet.text.includes('Quiet Harbour Corp (QUIET)')]).toEqual([200, true]);
      expect((await own.ask('/v1/filings?ticker=ZZZZZ')).status).toBe(200);
    } finally {
      await own.close();
    }
  });

  it('a company has one address: its symbol in capitals, and no class that nothing names', async () => {
    const reads = inventedReads(inventedFilings(3));
    const { issuer } = reads;
    // As the read model does: a class that nothing names is looked up without it.
    reads.issuer = async (asked) =>
      'ticker' in asked ? issuer({ ticker: asked.ticker.replace(/\..*/, '') }) : issuer(asked);
    const own = await startService({ reads, pages: {} });
    const moved = async (path: string) => {
      const { status, headers } = await own.ask(path);
      return [status, headers.location];
    };
    try {
      expect(await moved('/ticker/BRKW')).toEqual([200, undefined]);
      expect(await moved('/ticker/brkw')).toEqual([302, '/ticker/BRKW']);
      expect(await moved('/ticker/BRKW.ZZZ')).toEqual([302, '/ticker/BRKW']);
      expect((await own.ask('/ticker/BRKW?sort=junk')).status).toBe(400);
      expect((await own.ask('/ticker/BRKW?order=junk')).status).toBe(400);
    } finally {
      await own.close();
    }
  });

  it('values are understood as people write them, and the form shows them as the tool has them', async () => {
    const { text } = await service.ask(
      '/filings?direction=p&min_value=%241%2C000&since=2026-11-01T10:00:00Z',
    );
    expect(text).toContain('<option value="P" selected>');
    expect(text).toContain('Direction: Purchases');
    expect(text).toMatch(/id="min_value"[^>]* value="1000"/);
    expect(text).toMatch(/id="since"[^>]* value="2026-11-01"/);
    expect((await service.ask('/filings?until=2026-11-20T00:00:00Z')).status).toBe(200);
    expect((await service.ask('/filings?min_value=much')).status).toBe(400);
  });

  it('an issuer without filings is not called unknown during the first fill', async () => {
    const reads = inventedReads(inventedFilings(3));
    const sources = await reads.sources();
    const own = await startService({ reads, pages: {} });
    try {
      for (const lastReadAt of [null, READ_AT]) {
        reads.sources = async () =>
          sources.map((one) => ({ ...one, status: 'filling', isWhole: false, lastReadAt }));
        for (const path of ['/ticker/BRXW', '/issuers/123456']) {
          const { status, headers, text } = await own.ask(path);
          expect([path, status, Number(headers['retry-after']) > 0]).toEqual([path, 503, true]);
          expect(text).toContain(lastReadAt === null ? 'nothing is known so far' : 'more may come');
          expect(text).not.toContain('is known here');
        }
      }
    } finally {
      await own.close();
    }
  });

  it('the addresses of the European lists are found without a market and in capitals', async () => {
    for (const [path, location] of [
      ['/eu', '/eu/all'],
      ['/eu?direction=P', '/eu/all?direction=P'],
      ['/eu/SE', '/eu/se'],
      ['/eu/All?sort=value&currency=EUR', '/eu/all?currency=EUR&sort=value'],
    ] as const) {
      const { status, headers } = await service.ask(path);
      expect([path, status, headers.location]).toEqual([path, 302, location]);
    }
    expect((await service.ask('/eu/XX')).status).toBe(404);
  });

  it('filters of European and member pages are applied', async () => {
    const rows = (text: string) => text.split('<tr role="row">').length - 2;
    expect(rows((await service.ask('/eu/de')).text)).toBe(12);
    const isin = await service.ask('/eu/de?isin=XX0000000001');
    expect([rows(isin.text), isin.text.includes('value="XX0000000001"')]).toEqual([4, true]);
    expect(rows((await service.ask('/eu/de?since=2026-11-18')).text)).toBe(2);
    const trades = (text: string) =>
      text.split('Bracket</a></th>')[1]!.split('</table>')[0]!.split('<tr role').length - 1;
    expect(trades((await service.ask('/congress/marta-quillon')).text)).toBe(12);
    expect(trades((await service.ask('/congress/marta-quillon?ticker=brkw')).text)).toBe(4);
    expect(trades((await service.ask('/congress/marta-quillon?since=2026-11-18')).text)).toBe(2);
    expect((await service.ask('/eu/de?isin=XX0000000009')).text).toContain('matches these filters');
    const all = await service.ask('/eu/all?direction=P');
    expect(all.text).toContain('Filters by date take UTC days, so a row of midnight');
    expect(rows(all.text)).toBe(48);
    for (const name of ['Germany', 'Netherlands', 'Sweden', 'United Kingdom'])
      expect(all.text).toContain(`data-head="Market">${name}<`);
  });

  it('a least value in Europe names its currency, and what it leaves out', async () => {
    const only = 'Only rows in SEK: those in another currency, or of unknown value, are left out.';
    for (const query of ['?min_value=100000', '?sort=value', '?min_value=999999999999']) {
      const { text } = await service.ask(`/eu/se${query}`);
      expect([query, text.includes(only)]).toEqual([query, true]);
      expect(text).toContain('Min. value (SEK)');
    }
    expect((await service.ask('/eu/se')).text).not.toContain('Only rows in');
    const other = (await service.ask('/eu/se?min_value=1000&currency=chf')).text;
    expect(other).toContain('Min. value (CHF): 1000');
    expect(other).not.toContain('Only rows in');
  });

  it('says that a parameter selects nothing, and selects by those that links name', async () => {
    const strange = (await service.ask('/filings?insider=quill&utm_source=x')).text;
    expect(strange).toContain('This page has no filter named insider, so it was ignored.');
    const rows = (text: string) => text.split('<tr role="row">').length - 2;
    const owned = (await service.ask('/filings?owner=quill-marina-t&since=2025-12-01')).text;
    expect(owned).not.toContain('no filter named');
    expect(rows(owned)).toBeGreaterThan(0);
    expect(owned).not.toContain('Adeyemi Bola');
    expect((await service.ask('/congress-trades?member=nobody')).status).toBe(400);
    const priced = (await service.ask('/eu/all?currency=EUR&min_value=30000&sort=value')).text;
    expect(priced).toContain('href="/eu/all" title="Remove this filter">Currency: EUR');
  });

  it('the example on the page of insiders finds a person', async () => {
    const { text } = await service.ask('/insiders');
    const [, example = ''] = /href="(\/insiders\?q=[^"]+)"/.exec(text) ?? [];
    expect(example).not.toBe('');
    expect((await service.ask(example)).text).not.toContain('No insider’s filed name');
  });

  it('a page is rendered once for a state of the data', async () => {
    const path = '/filings?direction=P&min_value=11';
    const first = await service.ask(path);
    const asked = service.reads.asked;
    expect((await service.ask(path)).headers.etag).toBe(first.headers.etag);
    expect(service.reads.asked).toBe(asked);
    const same = await service.ask(path, { headers: { 'if-none-match': String(first.headers.etag) } });
    expect([same.status, same.text]).toEqual([304, '']);
    expect((await service.ask(path, { method: 'HEAD' })).text).toBe('');
    // The first caller gets what is made fastest, and later ones what is smallest.
    const browser = { headers: { 'accept-encoding': 'gzip, deflate, br' } };
    const long = '/filings?direction=P&min_value=12';
    const packed = await service.ask(long, browser);
    expect(packed.headers['content-encoding']).toBe('gzip');
    const again = service.reads.asked;
    let smaller = await service.ask(long, browser);
    while (smaller.headers['content-encoding'] !== 'br') smaller = await service.ask(long, browser);
    expect(smaller.bytes.length).toBeLessThan(packed.bytes.length);
    const plain = await service.ask(long);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 3);
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
    expect(brotliDecompressSync(smaller.bytes).equals(plain.bytes)).toBe(true);
    expect(service.reads.asked).toBe(again);
    service.fresh.generation += 1;
    await service.ask(path);
    expect(service.reads.asked).toBeGreaterThan(asked);
  });

  it('only a few pages are rendered at the same time, and all requests are answered', async () => {
    const reads = inventedReads(inventedFilings(3));
    const { filingGroups } = reads;
    let underWay = 0;
    let most = 0;
    reads.filingGroups = async (question) => {
      underWay += 1;
      most = Math.max(most, underWay);
      await until(() => most > 1);
      underWay -= 1;
      return filingGroups(question);
    };
    const own = await startService({ reads, pages: {} });
    try {
      const paths = Array.from({ length: 60 }, (_, n) => `/filings?min_value=${n + 1}`);
      const answers = await Promise.all(paths.map((path) => own.ask(path)));
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      expect(most).toBeGreaterThan(1);
      expect(most).toBeLessThanOrEqual(8);
    } finally {
      await own.close();
    }
  });

  it('only pages of the sample say that they are invented', async () => {
    const sample = await startService({ pages: { sample: true } });
    try {
      expect((await sample.ask('/filings')).text).toContain(
        'Every issuer, person and figure here is invented',
      );
      expect((await service.ask('/filings')).text).not.toContain('is invented');
    } finally {
      await sample.close();
    }
  });

  it('links stay below the path of the base URL', async () => {
    const deep = await startService({ baseUrl: 'https://example.org/registers', pages: {} });
    try {
      const { text } = await deep.ask('/filings');
      expect(linksOf(text).every((link) => link.startsWith('/registers/'))).toBe(true);
      expect(text).toContain('href="/registers/ticker/BRKW"');
    } finally {
      await deep.close();
    }
  });

  it('a flood of page requests is refused, and the interface still answers', async () => {
    const guarded = await startService({ pages: { guarded: true } });
    try {
      let last = await guarded.ask('/status');
      for (let index = 0; index < 240; index += 1) last = await guarded.ask('/status');
      expect([last.status, Number(last.headers['retry-after']) > 0]).toEqual([429, true]);
      expect((await guarded.ask('/v1/catalog')).status).toBe(200);
    } finally {
      await guarded.close();
    }
  });

  it('hostile names stay text in every page, header and log line', async () => {
    const evil = `</td><script>alert(1)</script>" onmouseover='x' \u202egnp.exe\r\nX-Evil: 1`;
    const rows = inventedFilings(4).map((row) => ({
      ...row,
      ownerName: evil,
      issuerName: evil,
      ownerTitle: evil,
      rawFilingUrl: 'javascript:alert(1)',
    }));
    const reads = inventedReads(rows);
    const hostile = await startService({ reads, pages: {} });
    try {
      const paths = [
        '/',
        '/filings',
        '/ticker/BRKW',
        '/issuers/900003',
        '/insiders?q=%3Cscript%3Ealert(1)%3C/script%3E',
        '/insiders?q=script',
        '/filings?ticker=%22%3E%3Cscript%3E',
        '/insiders/x%0d%0aX-Evil:1',
      ];
      for (const path of paths) {
        const { text, headers } = await hostile.ask(path);
        expect(text).not.toMatch(
          /<script(?! type="application\/ld\+json">)|javascript:|onmouseover='|\u202e/,
        );
        expect(headers['x-evil']).toBeUndefined();
      }
      expect(hostile.logged).toEqual([]);
    } finally {
      await hostile.close();
    }
  });

  describe('pages of every question', () => {
    it('exist when their tools do', async () => {
      const all = await startService({ tools: inventedTools(), pages: {} });
      try {
        const expected: Record<string, string[]> = {
          '/clusters': ['Ostler &amp; Wynn Inc', 'Conviction 58.2 of 100', '2 officers', '▲ Purchase'],
          '/streaks': ['Quill Marina T', 'Weeks in a row', 'href="/ticker/BRKW"', '2 Nov to 22 Nov 2026'],
          '/streaks?series=full': ['Quill Marina T', '3 weeks', 'earlier streak', '<svg'],
          '/major-holders': [
            'Ostler Capital LP',
            '▲ 5%',
            'at or below 5%',
            'was 6.1%',
            'a group that may hold more',
            'and 1 more in the same schedule',
            '<q>To hold.</q>',
            '13D/<wbr>A',
          ],
          '/ticker/BRKW': [
            'Holders above 5%',
            'href="/major-holders?cik=900001&amp;list=current&amp;sort=percent"',
            // The answers with the facts of its sections.
            '<code>/v1/issuers/900001?limit=100</code>',
            '<code>/v1/filings?ticker=BRKW&amp;since=2025-11-20&amp;limit=500</code>',
            '<code>/v1/filings?ticker=BRKW&amp;since=2025-11-20&amp;group=filing</code>',
            '<code>/v1/major-holders?cik=900001</code>',
            '<code>/v1/planned-sales?cik=900001</code>',
          ],
          '/congress': ['Jane Roe', 'Democrat', 'CA-11', '1,935 <span class="note">2 unread', '28.5'],
          '/congress/jane-roe': [
            'href="/trackers/example-tracker"',
            '$1,001 - $15,000',
            '<strong>1,935</strong> reports on record here',
            '<code>/v1/congress/jane-roe?sums=tickers</code>',
            'Unread reports',
            '13107(c)',
            '<svg',
          ],
          '/trackers': ['Fund (13F)', 'href="/trackers/example"'],
          '/trackers/example': [
            'Q2 2026',
            'not the filer’s return',
            'The value series is a price-return reconstruction of disclosed positions, re-indexed to zero at the first filing of the window. It is not the filer&#39;s return and must not be presented as performance.',
            'Positions at the end of Q2 2026, compared with Q1 2026',
            'Q2 2026 was amended',
            'In Q1 2026 holdings were withheld as confidential: new positions may have been held before',
            '▲ Added +15%',
            '▼ Sold',
            'was $60,000',
            '>$300.87',
            'href="/ticker/OSWN"',
            '<a href="/trackers/example/690000104">Ostler &amp; Wynn Inc</a> <span class="note">COM, 690000104</span>',
            'href="/trackers/example?type=exit">Sold (1)',
            'Disclosed 30 to 45 days',
            'Call',
          ],
          '/trackers/example/690000104': [
            'Ostler &amp; Wynn Inc in Example Fund',
            'Calls, at the value of the underlying shares',
            'href="/trackers/example?quarter=2026-Q1"',
            'First quarter here',
          ],
          '/trackers/example-tracker': [
            'Net of disclosed trades (not holdings)',
            'at least $50,000,001',
            '1 bracket is open-ended',
            'href="/congress/jane-roe"',
            'Spouse',
            '1 transaction without a date',
          ],
          '/eu/de': ['Kauf', 'EUR', 'BaFin'],
          '/eu/uk': ['not stated', 'as quoted'],
          '/eu/issuers/DE0000000001': ['Zürichsee AG', 'Erika Muster', '<h2>Managers</h2>', '30,000 EUR'],
        };
        for (const [path, words] of Object.entries(expected)) {
          const { status, text } = await all.ask(path);
          expect([path, status]).toEqual([path, 200]);
          for (const word of words) expect([path, word, text.includes(word)]).toEqual([path, word, true]);
          expect(text).not.toMatch(/undefined|NaN|\[object/);
        }
        // Another name of the same member leads to the one address.
        const alias = await all.ask('/congress/jenny-roe');
        expect([alias.status, alias.headers.location]).toEqual([302, '/congress/jane-roe']);
        const { text } = await all.ask('/');
        for (const name of ['Clusters', 'Streaks', 'Congress', 'Trackers', 'Europe'])
          expect(text).toContain(`>${name}</a>`);
        expect(all.logged).toEqual([]);
      } finally {
        await all.close();
      }
    });
  });

  describe('hostile text in every field of every answer', () => {
    it.each(Object.entries(EVIL))('%s stays text', async (_kind, text) => {
      const hostile = await startService({ tools: poisonedTools(text), pages: {} });
      try {
        for (const path of POISONED_PAGES) {
          const page = await hostile.ask(path);
          expect([path, page.status]).toEqual([path, 200]);
          expect(page.headers['content-security-policy']).toBe(CSP);
          expect(page.headers['set-cookie']).toBeUndefined();
          expect(page.text).not.toMatch(
            /<(?:script(?! type="application\/ld\+json">)|img|b)\b|<svg onload|<!--|(?:href|src|action)="(?:javascript:|\/\/)/i,
          );
          // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through
          expect(page.text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
          // Every attribute that we wrote is closed: no injected handler is outside of quotes.
          expect(page.text.replace(/"[^"]*"/g, '')).not.toMatch(/<[a-z][^>]*\son\w+=/i);
        }
        expect(hostile.logged).toEqual([]);
      } finally {
        await hostile.close();
      }
    });
  });
});
