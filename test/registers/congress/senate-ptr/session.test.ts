/** The cookies of a session, where an operator's helper forwards the answers of eFD. */

import { describe, expect, it } from '@jest/globals';
import { senateAddresses } from '../../../../src/registers/congress/senate-ptr/addresses.js';
import { SenateSession } from '../../../../src/registers/congress/senate-ptr/session.js';
import type { Http, HttpRequest, HttpResponse } from '../../../../src/registers/register.js';
import { AGREEMENT_PAGE } from './server.js';

const answer = (url: string, more: Partial<HttpResponse>): HttpResponse => ({
  ...{ status: 200, headers: {}, bytes: Buffer.from('{}'), url },
  ...more,
});

/** An eFD whose cookies are for HTTPS only, as they are. */
function secureSite(): { http: Http; requests: Array<[url: string, request: HttpRequest]> } {
  const requests: Array<[string, HttpRequest]> = [];
  const request = async (url: string, asked: HttpRequest = {}) => {
    requests.push([url, asked]);
    if (!url.endsWith('/search/home/')) return answer(url, {});
    if (asked.method === 'POST') return answer(url, { status: 302, headers: { location: '/search/' } });
    const setCookies = ['csrftoken=ccc; Path=/; Secure', '33e=session; HttpOnly; Path=/; Secure'];
    return answer(url, { bytes: Buffer.from(AGREEMENT_PAGE), setCookies });
  };
  return { http: { request }, requests };
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
    await new SenateSession(addresses).post(http, addresses.searchData, new URLSearchParams(), () => 'good');
    expect(requests.map(([url, { headers }]) => [url, headers?.cookie, headers?.['x-csrftoken']])).toEqual([
      [`${base}/search/home/`, undefined, undefined],
      [`${base}/search/home/`, 'csrftoken=ccc; 33e=session', undefined],
      [`${base}/search/report/data/`, 'csrftoken=ccc; 33e=session', 'ccc'],
    ]);
  });
});
