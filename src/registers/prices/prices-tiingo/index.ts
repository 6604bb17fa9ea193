/** Closes from Tiingo, for an operator with a token and the right to show them. */

import { addDays } from '../../../dates.js';
import { hostsOf } from '../../http/allowed-hosts.js';
import { type ClientBounds, createHttpClient, type HttpClient } from '../../http/http-client.js';
import { runProbeStep } from '../../http/probe-step.js';
import { type Http, type Probe, type Register, SourceError } from '../../register.js';
import {
  fetchCloses,
  finalDay,
  planLimitOf,
  pricesUrl,
  readDays,
  requestPrices,
  type TiingoAccess,
} from './fetch.js';
import { parse, READER_VERSION, recognise } from './parse.js';

const TIINGO_HOST = 'https://api.tiingo.com';

/** `token` is the setting TIINGO_TOKEN, '' where none is configured; `host` is a local server in tests. */
export function createPricesTiingo(token: string, host: string = TIINGO_HOST): Register {
  const access: TiingoAccess = { host, token };
  return {
    metadata: {
      id: 'prices-tiingo',
      source: 'prices',
      client: 'tiingo',
      title: 'Raw end-of-day closes and split factors of the symbols that are needed',
      publisher: 'Tiingo',
      homepage: 'https://www.tiingo.com/documentation/end-of-day',
      hosts: hostsOf(host),
      cadence: 'each trading day after 20:15 in New York',
      terms:
        'Tiingo does not allow its data to be distributed or shown to the public without a separate redistribution licence (https://www.tiingo.com/documentation/appendix/developers). It is read and shown only where the operator sets PRICES_DISPLAY_ACKNOWLEDGED=yes.',
      expectedRecords: { min: 0, max: 200 },
    },
    fetch(http, context) {
      if (token === '') throw new SourceError('TIINGO_TOKEN is not set');
      return fetchCloses(access, http, context);
    },
    parse,
    recognise,
    probe: (http, now) => probe(access, http, now),
    readerVersion: READER_VERSION,
  };
}

/** The HTTP client for Tiingo. */
export function createTiingoClient({
  version,
  contact,
  ...rest
}: ClientBounds & { version: string; contact: string }): HttpClient {
  return createHttpClient({
    ...rest,
    userAgent: `disclosed/${version} ${contact.replace(/[^\x20-\x7e]/g, '?')}`.trim(),
    perSecond: 1,
    // The register reports which quota is used up, and when it retries.
    classifyResponse: ({ status }) => (status === 429 ? 'keep' : undefined),
  });
}

/** A symbol that every plan has: it counts once towards the month's quota, however often it is requested. */
const BENCHMARK = 'SPY';

async function* probe(access: TiingoAccess, http: Http, now: Date): AsyncGenerator<Probe> {
  const until = finalDay(now);
  const url = pricesUrl(access.host, BENCHMARK, addDays(until, -7), until);
  const prices = await runProbeStep(http, {
    what: 'daily prices',
    url,
    run: async (client) => {
      const response = await requestPrices(client, access, url);
      const limit = planLimitOf(response);
      if (limit !== null) throw new SourceError(limit.words, response.bytes);
      return readDays(response);
    },
    describe: (days) => `${days.length} days of ${BENCHMARK}`,
  });
  yield prices.probe;
}
