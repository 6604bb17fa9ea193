/**
 * Where a webhook may send: public addresses over https. The name is looked up again for each connection, every address that
 * it leads to is examined, and the connection is made to one that passed: a name that changes its address later gains nothing.
 */

import { Agent, request } from 'undici';
import { isPrivateLiteral, publicAddressesOnly } from '../registers/http/public-addresses.js';

const URL_MAX = 500;
/** From the start of the connection to the head of the response. */
const TIMEOUT_MS = 10_000;
/** Bytes of a response that are read: only its status is used. */
const RESPONSE_BYTES = 64 * 1024;
const HTTPS_PORT = 443;
/** Ports below are those of other services. */
const OTHER_PORTS_FROM = 1024;

/** `public`: https to public addresses. `any`: http and private addresses too, for tests and for one's own network. */
export type TargetRule = 'public' | 'any';

/** Why an address cannot be a target, as the end of a sentence that begins with `url`; null if it can. */
export function targetProblem(text: string, rule: TargetRule): string | null {
  if (text.length > URL_MAX) return `must have at most ${URL_MAX} characters`;
  if (!URL.canParse(text)) return 'must be a web address, such as https://example.org/hook';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or a password';
  if (url.hash !== '') return 'must not contain a part behind #';
  if (rule === 'any') return /^https?:$/.test(url.protocol) ? null : 'must begin with https:// or http://';
  if (url.protocol !== 'https:') return 'must begin with https://';
  const port = url.port === '' ? HTTPS_PORT : Number(url.port);
  if (port !== HTTPS_PORT && port < OTHER_PORTS_FROM)
    return `must use port ${HTTPS_PORT}, or one from ${OTHER_PORTS_FROM} on`;
  const host = url.hostname.replace(/\.+$/, '').toLowerCase();
  if (isPrivateLiteral(host) || host === 'localhost' || host.endsWith('.localhost'))
    return 'must not be an address of a private network';
  return null;
}

export interface Posting {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** What a target said. */
export interface PostResult {
  /** Null without a response. */
  status: number | null;
  /** One line for the owner of the webhook; null for a success. */
  problem: string | null;
}

/** Sends to targets. Redirects are not followed. */
export class TargetClient {
  private readonly agent: Agent;

  constructor(
    private readonly rule: TargetRule,
    timeoutMs = TIMEOUT_MS,
  ) {
    this.agent = new Agent({
      connect: { timeout: timeoutMs, ...(rule === 'public' ? { lookup: publicAddressesOnly } : {}) },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      keepAliveTimeout: 1000,
      pipelining: 0,
    });
  }

  /** Never throws. */
  async post({ url, headers, body }: Posting): Promise<PostResult> {
    // The settings may have become stricter since the webhook was made.
    const refused = targetProblem(url, this.rule);
    if (refused !== null) return { status: null, problem: `Not sent: the address ${refused}.` };
    try {
      const response = await request(url, { method: 'POST', headers, body, dispatcher: this.agent });
      const { statusCode: status } = response;
      await response.body.dump({ limit: RESPONSE_BYTES }).catch(() => undefined);
      if (status >= 200 && status < 300) return { status, problem: null };
      const moved = status >= 300 && status < 400 ? ' Redirects are not followed.' : '';
      return { status, problem: `The address answered with status ${status}.${moved}` };
    } catch (error) {
      return { status: null, problem: problemOf(error) };
    }
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }
}

/** Without what the operator's network or resolver says beyond the kind of the failure. */
function problemOf(error: unknown): string {
  // Anything can be thrown; what has these fields is an error.
  const {
    code = '',
    message = '',
    name = '',
  } = (error ?? {}) as { code?: string; message?: string; name?: string };
  if (name === 'SourceError' || /private address/.test(message))
    return 'Not sent: the name leads to an address of a private network.';
  if (/TIMEOUT/.test(code)) return 'No response in time.';
  if (/ENOTFOUND|EAI_AGAIN/.test(code)) return 'The name of the host was not found.';
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)) return 'The certificate of the host is not valid.';
  return 'No connection.';
}
