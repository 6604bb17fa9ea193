/**
 * A session with eFD: the agreement is accepted once, its cookies are kept, and a session that was lost is made
 * anew one time for each question. A refusal is said to be one: it never counts as "nothing filed".
 */

import { readHtml } from '../../formats/html.js';
import { whyRefused } from '../../http/refusal.js';
import { type Http, type HttpAnswer, RegisterFailure } from '../../register.js';
import type { SenateAddresses } from './addresses.js';
import { Cookies } from './cookies.js';
import { agreementToken } from './page-kind.js';

export type Verdict = 'good' | 'lost';

export class Session {
  private open: Promise<Cookies> | null = null;

  constructor(
    private readonly addresses: SenateAddresses,
    private readonly now: () => Date,
  ) {}

  /** A page by its address. `judge` says whether the answer belongs to a live session. */
  get(
    http: Http,
    url: string,
    judge: (answer: HttpAnswer) => Verdict,
    maxBytes?: number,
  ): Promise<HttpAnswer> {
    return this.ask(http, url, judge, (cookies) => ({
      maxBytes,
      headers: { cookie: cookies.header(), referer: this.addresses.search },
      redirect: 'manual',
    }));
  }

  /** A form as the search page sends it. */
  post(
    http: Http,
    url: string,
    form: URLSearchParams,
    judge: (answer: HttpAnswer) => Verdict,
  ): Promise<HttpAnswer> {
    return this.ask(http, url, judge, (cookies) => ({
      method: 'POST',
      body: form.toString(),
      headers: {
        cookie: cookies.header(),
        referer: this.addresses.search,
        origin: new URL(this.addresses.search).origin,
        'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
        'x-csrftoken': cookies.get('csrftoken') ?? '',
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
  private async ask(
    http: Http,
    url: string,
    judge: (answer: HttpAnswer) => Verdict,
    request: (cookies: Cookies) => Parameters<Http['request']>[1],
  ): Promise<HttpAnswer> {
    const session = this.current(http);
    const cookies = await session;
    const first = await http.request(url, request(cookies));
    cookies.take(first.setCookies, this.now());
    if (!isLost(first, judge)) return refuseRefusals(first);
    // Several questions can find the session lost together: the first of them makes the new one for all.
    if (this.open === session) this.open = null;
    const fresh = await this.current(http);
    const second = await http.request(url, request(fresh));
    fresh.take(second.setCookies, this.now());
    return refuseRefusals(second);
  }

  private current(http: Http): Promise<Cookies> {
    if (this.open === null) {
      const opening = this.agree(http);
      this.open = opening;
      // A login that failed is nobody's session: the next question tries again.
      opening.catch(() => {
        if (this.open === opening) this.open = null;
      });
    }
    return this.open;
  }

  private async agree(http: Http): Promise<Cookies> {
    const { agreement } = this.addresses;
    const cookies = new Cookies();
    const page = refuseRefusals(await http.request(agreement));
    cookies.take(page.setCookies, this.now());
    const token = page.status === 200 ? agreementToken(readHtml(page.bytes)) : null;
    if (token === null || cookies.get('csrftoken') === null)
      throw new RegisterFailure(`${agreement} shows no agreement to accept (${page.status})`, page.bytes);
    const form = new URLSearchParams({ prohibition_agreement: '1', csrfmiddlewaretoken: token });
    const accepted = await http.request(agreement, {
      method: 'POST',
      body: form.toString(),
      headers: {
        cookie: cookies.header(),
        referer: agreement,
        origin: new URL(agreement).origin,
        'content-type': 'application/x-www-form-urlencoded',
      },
      redirect: 'manual',
    });
    cookies.take(accepted.setCookies, this.now());
    refuseRefusals(accepted);
    if (![302, 303].includes(accepted.status) || !/\/search\/$/.test(accepted.headers.location ?? ''))
      throw new RegisterFailure(
        `${agreement} did not accept the agreement (${accepted.status})`,
        accepted.bytes,
      );
    return cookies;
  }
}

/** Whether Django refused the form's token: this host's 403 that means a stale session and not a wall. */
export function isTokenRefusal(answer: HttpAnswer): boolean {
  return answer.status === 403 && /csrf/i.test(answer.bytes.toString('latin1', 0, 20_000));
}

function isLost(answer: HttpAnswer, judge: (answer: HttpAnswer) => Verdict): boolean {
  if (isTokenRefusal(answer)) return true;
  if (answer.status === 302 || answer.status === 303) return true;
  return answer.status === 200 && judge(answer) === 'lost';
}

function refuseRefusals(answer: HttpAnswer): HttpAnswer {
  if (answer.status === 401 || answer.status === 403)
    throw new RegisterFailure(
      isTokenRefusal(answer)
        ? `register not reachable: eFD takes no token of a new session (${answer.status})`
        : `register not reachable: eFD refuses this client (${answer.status} at ${answer.url})${whyRefused(answer.status, 'SENATE_BASE_URL')}`,
      answer.bytes,
    );
  return answer;
}
