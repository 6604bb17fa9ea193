/** EDGAR: its addresses, its refusals, its calendar and its time zone. */

import { describe, expect, it } from '@jest/globals';
import { addDays, localTime, NEW_YORK } from '../../../src/dates.js';
import {
  classifyEdgarResponse,
  createSecClient,
  edgarAddresses,
  fileOrNull,
  fileStatus,
  lastWeekdays,
  quarterDays,
  quarterOf,
  quarters,
  weekdays,
} from '../../../src/registers/edgar/edgar.js';
import { type HttpResponse, SourceError } from '../../../src/registers/register.js';
import {
  RATE_PAGE,
  S3_MISSING,
  startEdgarServer,
  UNAVAILABLE_PAGE,
  UNDECLARED_PAGE,
} from './edgar-server.js';

describe('registers/edgar/edgar', () => {
  const answer = (
    status: number,
    body: string,
    url = 'https://www.sec.gov/Archives/edgar/x',
  ): HttpResponse => ({
    status,
    headers: {},
    bytes: Buffer.from(body),
    url,
  });

  describe('addresses', () => {
    const addresses = edgarAddresses();

    it('are those of the SEC, with CIKs without leading zeros', () => {
      expect(addresses.latestFilings('4', 200)).toBe(
        'https://www.sec.gov/cgi-bin/browse-edgar?action=getcurrent&type=4&owner=include&count=100&start=200&output=atom',
      );
      expect(addresses.dailyIndex('2026-04-01')).toBe(
        'https://www.sec.gov/Archives/edgar/daily-index/2026/QTR2/master.20260401.idx',
      );
      expect(addresses.quarterlyIndex({ year: 2025, quarter: 4 })).toBe(
        'https://www.sec.gov/Archives/edgar/full-index/2025/QTR4/master.idx',
      );
      expect(addresses.submission('0000320193', '0000320193-22-000061')).toBe(
        'https://www.sec.gov/Archives/edgar/data/320193/0000320193-22-000061.txt',
      );
      expect(addresses.dataSets({ year: 2026, quarter: 2 })).toContain(
        'https://www.sec.gov/files/datastandardsinnovation/data/insider-transactions-data-sets/2026q2_form345.zip',
      );
      expect(addresses.dataSets({ year: 2026, quarter: 1 })).toContain(
        'https://www.sec.gov/files/structureddata/data/insider-transactions-data-sets/2026q1_form345.zip',
      );
    });

    it('are not built from anything but a CIK and an accession number', () => {
      expect(() => addresses.submission('../x', '0000320193-22-000061')).toThrow(TypeError);
      expect(() => addresses.submission('1', '../../secret')).toThrow(TypeError);
    });

    it('accept links of a page only when they stay on the host', () => {
      expect(addresses.onWww('/files/a.zip')).toBe('https://www.sec.gov/files/a.zip');
      expect(addresses.onWww('https://example.org/files/a.zip')).toBeNull();
    });
  });

  describe('what a refusal means', () => {
    it.each([
      [404, 'anything', 'missing'],
      [403, S3_MISSING, 'missing'],
      [403, '<Error><Code>NoSuchKey</Code></Error>', 'missing'],
      [403, '<html><body>Forbidden by a firewall</body></html>', 'unknown'],
      [403, '<Error><Code>SlowDown</Code></Error>', 'unknown'],
      [403, `<html>quoting ${S3_MISSING}</html>`, 'unknown'],
      [500, S3_MISSING, 'unknown'],
      [200, 'file', 'there'],
    ])('%i with %s is %s', (status, body, expected) => {
      expect(fileStatus(answer(status, body))).toBe(expected);
    });

    it('keeps the first bytes of an unknown response', () => {
      const strange = answer(403, '<html>Reference 18.2</html>');
      expect(() => fileOrNull(strange)).toThrow(SourceError);
      expect(fileOrNull(answer(403, S3_MISSING))).toBeNull();
      try {
        fileOrNull(strange);
      } catch (error) {
        expect((error as SourceError).firstBytes).toBe('<html>Reference 18.2</html>');
      }
    });

    it.each([
      [403, RATE_PAGE],
      [403, UNDECLARED_PAGE],
      [429, ''],
    ])('%i with a block page pauses for ten minutes', (status, body) => {
      expect(classifyEdgarResponse(answer(status, body))).toMatchObject({ pauseMs: 600_000 });
    });

    it('does not pause for a filing that quotes the words of a block page', () => {
      expect(classifyEdgarResponse(answer(200, RATE_PAGE))).toBeUndefined();
      expect(classifyEdgarResponse(answer(403, S3_MISSING))).toBeUndefined();
    });

    it('sends only one request for a page that may be past the end of the feed', () => {
      const { latestFilings } = edgarAddresses();
      expect(classifyEdgarResponse(answer(503, UNAVAILABLE_PAGE, latestFilings('4', 5100)))).toBe('keep');
      expect(classifyEdgarResponse(answer(503, UNAVAILABLE_PAGE, latestFilings('4', 0)))).toBeUndefined();
    });
  });

  describe('the client', () => {
    it('is not created without a declared contact', () => {
      expect(() => createSecClient({ contact: 'nobody', version: '1' })).toThrow(/contact/);
    });

    it('names service and contact in ASCII, and pauses after a block page', async () => {
      const server = await startEdgarServer();
      const http = createSecClient({ contact: 'Zoë Roe zoe@example.org', version: '1.2.3' });
      try {
        let agent: unknown;
        server.instead = (path) => (path === '/blocked' ? { status: 403, body: RATE_PAGE } : undefined);
        server.hear = (request) => {
          agent = request.headers['user-agent'];
        };
        await http.request(`${server.hosts.www}/x`);
        expect(agent).toBe('disclosed/1.2.3 Zoe Roe zoe@example.org');
        await expect(http.request(`${server.hosts.www}/blocked`)).rejects.toThrow(/blocks this address/);
        await expect(http.request(`${server.hosts.www}/x`)).rejects.toThrow(/no request goes out before/);
        expect(server.asked).toEqual(['/x', '/blocked']);
      } finally {
        await http.close();
        await server.close();
      }
    });
  });

  describe('the calendar of New York', () => {
    it.each([
      ['2026-07-02T03:59:00Z', '2026-07-01', 23 * 60 + 59],
      ['2026-07-02T04:00:00Z', '2026-07-02', 0],
      ['2026-12-02T04:59:00Z', '2026-12-01', 23 * 60 + 59],
      ['2026-12-02T05:00:00Z', '2026-12-02', 0],
    ])('%s is %s, minute %i', (moment, day, minutes) => {
      expect(localTime(NEW_YORK, new Date(moment))).toEqual({ day, minutes });
    });

    it('counts days, weekdays and quarters', () => {
      expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
      expect(weekdays('2026-10-02', '2026-10-06')).toEqual(['2026-10-02', '2026-10-05', '2026-10-06']);
      expect(weekdays('2026-10-06', '2026-10-05')).toEqual([]);
      expect(lastWeekdays('2026-10-04', 3)).toEqual(['2026-09-30', '2026-10-01', '2026-10-02']);
      expect(quarterOf('2026-10-01')).toEqual({ year: 2026, quarter: 4 });
      expect(quarterDays({ year: 2026, quarter: 4 })).toEqual({ first: '2026-10-01', last: '2026-12-31' });
      expect(quarters('2025-11-15', '2026-04-01')).toEqual([
        { year: 2025, quarter: 4 },
        { year: 2026, quarter: 1 },
        { year: 2026, quarter: 2 },
      ]);
    });
  });
});
