/** An answer of another service, over REST. */

import { z } from 'zod/v3';
import type { ApiEnvelope } from '../../tools/contract/envelope.js';
import type { Tool } from '../../tools/contract/tool.js';

/** A service stops an answer after 30 seconds. */
const TIMEOUT_MS = 40_000;

/** No answer that could be used; the message is one line that says why. */
export class RemoteError extends Error {
  override name = 'RemoteError';
}

/** What shows that an answer is an envelope; the rest of the envelope may be newer. */
const ENVELOPE = z.object({
  meta: z.object({ count: z.number(), source: z.string() }).passthrough(),
  data: z.unknown(),
  error: z.object({ code: z.string(), message: z.string() }).passthrough().nullable(),
});

/** The address of a question. */
export function questionUrl(service: string, tool: Tool, given: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(given);
  const path = tool.path.replace(/\{(\w+)\}/, (_, name: string) => {
    query.delete(name);
    return encodeURIComponent(given[name] ?? '');
  });
  const text = query.toString();
  return `${service.replace(/\/+$/, '')}${path}${text === '' ? '' : `?${text}`}`;
}

/** @throws RemoteError without an answer of a service of this kind. */
export async function answerOf(url: string, key: string | null): Promise<ApiEnvelope> {
  const service = new URL(url).origin;
  let response: Response;
  try {
    response = await fetch(url, {
      headers: { accept: 'application/json', ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      // Only the host that the user named gets a request.
      redirect: 'manual',
    });
  } catch (error) {
    throw new RemoteError(`${service} does not answer: ${reasonOf(error)}`);
  }
  if (response.status >= 300 && response.status < 400)
    throw new RemoteError(
      `${service} redirects to ${response.headers.get('location') ?? 'nowhere'}: give the address that answers with --url`,
    );
  const text = await response.text().catch((error: unknown) => {
    throw new RemoteError(`${service} broke off its answer: ${reasonOf(error)}`);
  });
  const parsed = ENVELOPE.safeParse(jsonOf(text));
  if (!parsed.success)
    throw new RemoteError(
      `${service} is not a disclosed service: it answered ${response.status} ${response.headers.get('content-type') ?? 'without a type'}.`,
    );
  // An envelope has at least what was checked.
  return parsed.data as unknown as ApiEnvelope;
}

/** Undefined for a text that is not JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer within 40 seconds';
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
