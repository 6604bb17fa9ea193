/**
 * A session with eFD: the agreement is accepted once, its cookies are kept, and a session that was lost is made
 * anew one time for each question. A refusal is said to be one: it never counts as "nothing filed".
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

  /** A page by its address. `judge` says whether the answer belongs to a live session. */
  get(
    http: Http,
    url: string,
    checkSession: (answer: HttpResponse) => SessionVerdict,
    maxBytes?: number,
  ): Promise<HttpResponse> {
    return this.requestInSession(http, url, checkSession, (cookies) => ({
      maxBytes,
      headers: { cookie: cookies.getCookieStringSync(url), referer: this.addresses.search },
      redirect: 'manual',
    }));
  }

  /** A form as the search page sends it. */
  post(
    http: Http,
    url: string,
    form: URLSearchParams,
    checkSession: (answer: HttpResponse) => SessionVerdict,
  ): Promise<HttpResponse> {
    return this.requestInSession(http, url, checkSession, (cookies) => ({
      method: 'POST',
      body: form.toString(),
      headers: {
        cookie: cookies.getCookieStringSync(url),
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
   * Asks, and asks once more with a new session when this one was lost. The second answer is given back whatever
   * it is. @throws RegisterFailure when eFD refuses.
   */
  private async requestInSession(
    http: Http,
    url: string,
    checkSession: (answer: HttpResponse) => SessionVerdict,
    request: (cookies: CookieJar) => Parameters<Http['request']>[1],
  ): Promise<HttpResponse> {
    const session = this.currentCookies(http);
    const cookies = await session;
    const first = await http.request(url, request(cookies));
    storeCookies(cookies, first);
    if (!isLost(first, checkSession)) return throwIfRefused(first);
    // Several questions can find the session lost together: the first of them makes the new one for all.
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
      // A login that failed is nobody's session: the next question tries again.
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
        cookie: cookies.getCookieStringSync(agreement),
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
  for (const line of setCookies ?? []) jar.setCookieSync(line, url, { ignoreError: true });
}

function csrfToken(jar: CookieJar, url: string): string | null {
  return jar.getCookiesSync(url).find(({ key }) => key === 'csrftoken')?.value ?? null;
}

/** Whether Django refused the form's token: this host's 403 that means a stale session and not a wall. */
export function isTokenRefusal(answer: HttpResponse): boolean {
  return answer.status === 403 && /csrf/i.test(answer.bytes.toString('latin1', 0, 20_000));
}

function isLost(answer: HttpResponse, checkSession: (answer: HttpResponse) => SessionVerdict): boolean {
  if (isTokenRefusal(answer)) return true;
  if (answer.status === 302 || answer.status === 303) return true;
  return answer.status === 200 && checkSession(answer) === 'lost';
}

function throwIfRefused(answer: HttpResponse): HttpResponse {
  if (answer.status === 401 || answer.status === 403)
    throw new SourceError(
      isTokenRefusal(answer)
        ? `register not reachable: eFD takes no token of a new session (${answer.status})`
        : `register not reachable: eFD refuses this client (${answer.status} at ${answer.url})${refusalAdvice(answer.status, 'SENATE_BASE_URL')}`,
      answer.bytes,
    );
  return answer;
}
