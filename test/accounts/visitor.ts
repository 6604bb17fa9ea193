/** A visitor of the account pages without a browser: keeps cookies, sends forms, and remembers every answer. */

import { type Answered, type Asking, askPort } from '../transports/service.js';
import { Authenticator, type CreationOptions, type Wrong } from './authenticator.js';

export interface Seen extends Answered {
  path: string;
}

export class Visitor {
  readonly seen: Seen[] = [];
  readonly authenticator: Authenticator;
  cookie = '';
  #page = '';

  constructor(
    readonly port: number,
    readonly origin: string,
    readonly address = '192.0.2.1',
  ) {
    this.authenticator = new Authenticator(origin);
  }

  /** Loads the account page. */
  async open(): Promise<Seen> {
    const seen = await this.ask('/account');
    this.#page = seen.text;
    return seen;
  }

  /** Sends a form of the page that is open, as a browser would: cookie, origin, token. */
  async send(action: string, fields: Record<string, string> = {}, how: Asking = {}): Promise<Seen> {
    const body = new URLSearchParams({ token: this.token, ...fields }).toString();
    return this.ask(`/account/${action}`, {
      method: 'POST',
      body,
      ...how,
      headers: {
        origin: this.origin,
        'content-type': 'application/x-www-form-urlencoded',
        ...how.headers,
      },
    });
  }

  /** The token in the forms of the page that is open. */
  get token(): string {
    return /name="token" value="([^"]+)"/.exec(this.#page)?.[1] ?? '';
  }

  get page(): string {
    return this.#page;
  }

  async signUp(displayName = '', wrong: Wrong = {}): Promise<Seen> {
    await this.open();
    const options = await this.options('sign-up', { displayName });
    return this.send('sign-up', { response: this.authenticator.create(options, wrong) });
  }

  async signIn(wrong: Wrong = {}, which = -1): Promise<Seen> {
    await this.open();
    const options = await this.options('sign-in');
    return this.send('sign-in', { response: this.authenticator.get(options, wrong, which) });
  }

  async addPasskey(wrong: Wrong = {}): Promise<Seen> {
    await this.open();
    const options = await this.options('passkeys');
    return this.send('passkeys', { response: this.authenticator.create(options, wrong) });
  }

  /** Creates a key, and reads it from the page that shows it. */
  async makeKey(name: string): Promise<string> {
    await this.open();
    return shown((await this.send('keys', { name })).text, 'key');
  }

  async options(
    action: string,
    fields: Record<string, string> = {},
  ): Promise<CreationOptions & { rpId: string }> {
    return JSON.parse((await this.send(`${action}/options`, fields)).text);
  }

  async ask(path: string, how: Asking = {}): Promise<Seen> {
    const cookie: Record<string, string> = this.cookie === '' ? {} : { cookie: this.cookie };
    const headers = { host: new URL(this.origin).host, 'x-forwarded-for': this.address, ...cookie };
    const answered = await askPort(this.port, path, { ...how, headers: { ...headers, ...how.headers } });
    const given = answered.headers['set-cookie'];
    if (Array.isArray(given)) this.cookie = given[0]!.split(';')[0]!;
    const seen = { ...answered, path };
    this.seen.push(seen);
    return seen;
  }
}

/** The text of the element `id` of a page, unescaped. */
export function shown(page: string, id: string): string {
  const text = new RegExp(`<pre id="${id}"[^>]*>([^<]*)</pre>`).exec(page)?.[1];
  if (text === undefined) throw new Error(`the page shows no ${id}: ${page}`);
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
