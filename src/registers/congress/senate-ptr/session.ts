/**
 * A session with eFD: the agreement is accepted once, cookies are kept, and a lost session is replaced once
 * for each request. A refusal is reported as one: it never counts as "nothing filed".
 */

import { CookieJar } from 'tough-cookie';
import { readHtml } from '../../formats/html.js';
import { refusalAdvice } from '../../http/refusal-advice.js';
import { type Http, type HttpResponse, SourceError } from '../../register.js';
import type { SenateAddresses } from './addresses.js';
import { agreementToken } from './page-kind.js';

type SessionVerdict = 'good' | 'lost';

export class SenateSession {
  private opening: Promise<CookieJar> | null = null;

  constructor(private readonly addresses: SenateAddresses) {}

  /** Gets a page by its address. `checkSession` says whether the response belongs to a live session. */
  get(
    http: Http,
    url: string,
    checkSession: (response: HttpResponse) => SessionVerdict,
    maxBytes?: number,
  ): Promise<HttpResponse> {
    return this.requestInSession(http, url, checkSession, (cookies) => ({
      maxBytes,
      headers: { cookie: cookiesFor(cookies, url), referer: this.addresses.search },
      redirect: 'manual',
    }));
  }

  /** A form as the search page sends it. */
  post(
    http: Http,
    url: string,
    form: URLSearchParams,
    checkSession: (response: HttpResponse) => SessionVerdict,
  ): Promise<HttpResponse> {
    return this.requestInSession(http, url, checkSession, (cookies) => ({
      method: 'POST',
      body: form.toString(),
      headers: {
        cookie: cookiesFor(cookies, url),
        referer: this.addresses.search,
        origin: new URL(this.addresses.search).origin,
        'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
        'x-csrftoken': csrfToken(cookies, url) ?? '',
        'x-requested-with': 'XMLHttpRequest',
        accept: 'application/json',
      },
      redirect: 'manual',
    }));
  }

  /**
   * Sends the request, and once more with a new session when this one was lost. The second response is
   * returned whatever it is.
   *
   * @throws SourceError when eFD refuses.
   */
  private async requestInSession(
    http: Http,
    url: string,
    checkSession: (response: HttpResponse) => SessionVerdict,
    request: (cookies: CookieJar) => Parameters<Http['request']>[1],
  ): Promise<HttpResponse> {
    const session = this.currentCookies(http);
    const cookies = await session;
    const first = await http.request(url, request(cookies));
    storeCookies(cookies, first);
    if (!isLost(first, checkSession)) return throwIfRefused(first);
    // Several requests can find the session lost at the same time: the first of them creates the new one for
    // all.
    if (this.opening === session) this.opening = null;
    const fresh = await this.currentCookies(http);
    const second = await http.request(url, request(fresh));
    storeCookies(fresh, second);
    return throwIfRefused(second);
  }

  private currentCookies(http: Http): Promise<CookieJar> {
    if (this.opening === null) {
      const opening = this.acceptAgreement(http);
      this.opening = opening;
      // A failed login is not kept: the next request tries again.
      opening.catch(() => {
        if (this.opening === opening) this.opening = null;
      });
    }
    return this.opening;
  }

  private async acceptAgreement(http: Http): Promise<CookieJar> {
    const { agreement } = this.addresses;
    const cookies = new CookieJar(undefined, { rejectPublicSuffixes: false });
    const page = throwIfRefused(await http.request(agreement));
    storeCookies(cookies, page);
    const token = page.status === 200 ? agreementToken(readHtml(page.bytes)) : null;
    if (token === null || csrfToken(cookies, agreement) === null)
      throw new SourceError(`${agreement} shows no agreement to accept (${page.status})`, page.bytes);
    const form = new URLSearchParams({ prohibition_agreement: '1', csrfmiddlewaretoken: token });
    const accepted = await http.request(agreement, {
      method: 'POST',
      body: form.toString(),
      headers: {
        cookie: cookiesFor(cookies, agreement),
        referer: agreement,
        origin: new URL(agreement).origin,
        'content-type': 'application/x-www-form-urlencoded',
      },
      redirect: 'manual',
    });
    storeCookies(cookies, accepted);
    throwIfRefused(accepted);
    if (![302, 303].includes(accepted.status) || !/\/search\/$/.test(accepted.headers.location ?? ''))
      throw new SourceError(`${agreement} did not accept the agreement (${accepted.status})`, accepted.bytes);
    return cookies;
  }
}

/** Keeps what an answer sets; a cookie that a browser would refuse is left out. */
function storeCookies(jar: CookieJar, { url, setCookies }: HttpResponse): void {
  for (const line of setCookies ?? []) jar.setCookieSync(line, securely(url), { ignoreError: true });
}

const cookiesFor = (jar: CookieJar, url: string): string => jar.getCookieStringSync(securely(url));

function csrfToken(jar: CookieJar, url: string): string | null {
  return jar.getCookiesSync(securely(url)).find(({ key }) => key === 'csrftoken')?.value ?? null;
}

/** The cookies are for HTTPS only. An operator's helper that is reached by plain HTTP forwards them over HTTPS. */
const securely = (url: string): string => url.replace(/^http:/, 'https:');

/** Whether Django refused the form's token: a 403 from this host that means a stale session, not the wall. */
export function isTokenRefusal(response: HttpResponse): boolean {
  return response.status === 403 && /csrf/i.test(response.bytes.toString('latin1', 0, 20_000));
}

function isLost(response: HttpResponse, checkSession: (response: HttpResponse) => SessionVerdict): boolean {
  if (isTokenRefusal(response)) return true;
  if (response.status === 302 || response.status === 303) return true;
  return response.status === 200 && checkSession(response) === 'lost';
}

function throwIfRefused(response: HttpResponse): HttpResponse {
  if (response.status === 401 || response.status === 403)
    throw new SourceError(
      isTokenRefusal(response)
        ? `register not reachable: eFD rejects the token of a new session (${response.status})`
        : `register not reachable: eFD refuses this client (${response.status} at ${response.url})${refusalAdvice(response.status, 'SENATE_BASE_URL')}`,
      response.bytes,
    );
  return response;
}
