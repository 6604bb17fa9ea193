/**
 * Sends to the targets of webhooks. The name is looked up again for each connection, every address that it leads to is examined,
 * and the connection is made to one that passed: a name that changes its address later gains nothing.
 */

import { Agent, request } from 'undici';
import { publicAddressesOnly } from '../registers/http/public-addresses.js';
import { type TargetRule, targetProblem } from './target.js';

/** From the start of the connection to the end of the response. */
const TIMEOUT_MS = 10_000;
/** Bytes of a response that are read: only its status is used. */
const RESPONSE_BYTES = 64 * 1024;

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
    private readonly timeoutMs = TIMEOUT_MS,
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
      // The timeouts of the agent begin again with each piece, so a target that answers byte by byte would hold its place for days.
      const signal = AbortSignal.timeout(this.timeoutMs);
      const response = await request(url, { method: 'POST', headers, body, signal, dispatcher: this.agent });
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
  if (name === 'TimeoutError' || /TIMEOUT/.test(code)) return 'No response in time.';
  if (/ENOTFOUND|EAI_AGAIN/.test(code)) return 'The name of the host was not found.';
  if (/CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO/.test(code)) return 'The certificate of the host is not valid.';
  return 'No connection.';
}
