/** An Http without pauses and retries, for registers that run on this machine. */

import { lenientRequest } from '../../../src/registers/http/lenient-https.js';
import type { FetchContext, Http, HttpRequest } from '../../../src/registers/register.js';

export interface Asked {
  url: string;
  request: HttpRequest;
}

export function plainHttp(): Http & { asked: Asked[] } {
  const asked: Asked[] = [];
  return {
    asked,
    async request(url, request = {}) {
      asked.push({ url, request });
      if (request.lenientHeaders) return lenientRequest(url, request);
      const answer = await fetch(url, { method: request.method ?? 'GET', body: request.body });
      return {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        bytes: Buffer.from(await answer.arrayBuffer()),
        url: answer.url,
      };
    },
  };
}

/** A register's crawl state that a test can fill and inspect. */
export function contextAt(
  now: string,
  cursors: Record<string, string> = {},
  known: string[] = [],
): FetchContext {
  return {
    now: new Date(now),
    since: '2020-01-01',
    crawlState: {
      cursor: (name) => cursors[name] ?? null,
      filterSeen: (keys) => new Set(keys.filter((key) => known.includes(key))),
    },
    signal: new AbortController().signal,
    progress: () => {},
  };
}
