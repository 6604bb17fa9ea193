/** The cookies of a session, where an operator's helper forwards the answers of eFD. */

import { describe, expect, it } from '@jest/globals';
import { senateAddresses } from '../../../../src/registers/congress/senate-ptr/addresses.js';
import { SenateSession } from '../../../../src/registers/congress/senate-ptr/session.js';
import {
  type Http,
  type HttpRequest,
  type HttpResponse,
  SourceError,
} from '../../../../src/registers/register.js';
import { AGREEMENT_PAGE, madeReport } from './server.js';

describe('registers/congress/senate-ptr/session', () => {
  const answer = (url: string, more: Partial<HttpResponse>): HttpResponse => ({
    ...{ status: 200, headers: {}, bytes: Buffer.from('{}'), url },
    ...more,
  });

  /** An eFD whose cookies are for HTTPS only, as they are. `instead` changes the answers of its agreement, one by one. */
  function secureSite(...instead: Array<Partial<HttpResponse>>): {
    /** Changes every answer beside the agreement. */
    other: Partial<HttpResponse>;
    http: Http;
    requests: Array<[url: string, request: HttpRequest]>;
  } {
    const requests: Array<[string, HttpRequest]> = [];
    const request = async (url: string, asked: HttpRequest = {}) => {
      requests.push([url, asked]);
      // A report page can have a form with a token, too.
      if (!url.endsWith('/search/home/'))
        return answer(url, { bytes: Buffer.from('{"csrf":""}'), ...site.other });
      const changed = instead.shift() ?? {};
      if (asked.method === 'POST')
        return answer(url, { status: 302, headers: { location: '/search/' }, ...changed });
      const setCookies = ['csrftoken=ccc; Path=/; Secure', '33e=session; HttpOnly; Path=/; Secure'];
      return answer(url, { bytes: Buffer.from(AGREEMENT_PAGE), setCookies, ...changed });
    };
    const site: ReturnType<typeof secureSite> = { http: { request }, requests, other: {} };
    return site;
  }

  describe('a session', () => {
    it.each([
      'https://efdsearch.senate.gov',
      'http://helper.internal:8080',
      'http://192.0.2.7',
      'http://127.0.0.1:8080',
    ])('with %s keeps the cookies that are for HTTPS only', async (base) => {
      const addresses = senateAddresses(base);
      const { http, requests } = secureSite();
      await new SenateSession(addresses).post(
        http,
        addresses.searchData,
        new URLSearchParams(),
        () => 'good',
      );
      expect(requests.map(([url, { headers }]) => [url, headers?.cookie, headers?.['x-csrftoken']])).toEqual([
        [`${base}/search/home/`, undefined, undefined],
        [`${base}/search/home/`, 'csrftoken=ccc; 33e=session', undefined],
        [`${base}/search/report/data/`, 'csrftoken=ccc; 33e=session', 'ccc'],
      ]);
    });

    const open = (http: Http) => {
      const addresses = senateAddresses();
      const session = new SenateSession(addresses);
      return () => session.get(http, addresses.report('ptr', madeReport(1, '').id), () => 'good');
    };

    it.each<[string, Partial<HttpResponse>]>([
      ['no token in a cookie', { setCookies: ['33e=session; Path=/; Secure'] }],
      [
        'no token in its form',
        { bytes: Buffer.from(AGREEMENT_PAGE.replace('csrfmiddlewaretoken', 'token')) },
      ],
      ['an error beside its form', { status: 500 }],
    ])('is not opened by an agreement with %s, and is opened by the next one', async (_what, page) => {
      const { http, requests } = secureSite(page);
      const get = open(http);
      await expect(get()).rejects.toThrow(SourceError);
      expect(requests).toHaveLength(1);
      expect((await get()).status).toBe(200);
      expect(requests).toHaveLength(4);
    });

    it.each<[string, Partial<HttpResponse>]>([
      ['leads back to the agreement', { headers: { location: '/search/home/' } }],
      ['leads elsewhere', { headers: { location: '/search/maintenance' } }],
      ['leads nowhere', { headers: {} }],
      ['shows a page', { status: 200 }],
    ])('is not opened where the answer to the agreement %s', async (_what, accepted) => {
      const { http, requests } = secureSite({}, accepted);
      await expect(open(http)()).rejects.toThrow('did not accept the agreement');
      expect(requests).toHaveLength(2);
    });

    it.each<[number, string, number, RegExp]>([
      [401, 'Sign in', 1, /^register not reachable: eFD refuses this client \(401/],
      [403, 'Access denied', 1, /^register not reachable: eFD refuses this client \(403/],
      [403, 'CSRF verification failed', 2, /^register not reachable: eFD rejects the token of a new session/],
    ])('reports a refusal with %s and "%s" after %s requests', async (status, text, times, why) => {
      const site = secureSite();
      site.other = { status, bytes: Buffer.from(text) };
      await expect(open(site.http)()).rejects.toThrow(why);
      expect(site.requests.filter(([url]) => url.includes('/view/'))).toHaveLength(times);
    });

    it.each([302, 303])('is opened again where an answer leads back with %s', async (status) => {
      const site = secureSite();
      site.other = { status };
      expect((await open(site.http)()).status).toBe(status);
      expect(site.requests).toHaveLength(6);
    });

    it('is opened once for requests at the same time, and once more after a failure of all', async () => {
      const { http, requests } = secureSite({ status: 503 });
      const get = open(http);
      expect((await Promise.allSettled([get(), get()])).map(({ status }) => status)).toEqual([
        'rejected',
        'rejected',
      ]);
      expect(requests).toHaveLength(1);
      await Promise.all([get(), get()]);
      expect(requests).toHaveLength(5);
    });
  });
});
