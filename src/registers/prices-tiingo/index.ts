/** Closes from Tiingo, for an operator with a token of their own and the right to show them. */

import { createHttp, type Patience, type PoliteHttp } from '../polite-fetch.js';
import { type Register, RegisterFailure } from '../register.js';
import { fetchCloses, type TiingoAccess } from './fetch.js';
import { parse, READER_VERSION, recognise } from './parse.js';

export const TIINGO_HOST = 'https://api.tiingo.com';

/** `token` is the setting TIINGO_TOKEN, '' where none is configured; `host` is a local server in tests. */
export function createPricesTiingo(token: string, host: string = TIINGO_HOST): Register {
  const access: TiingoAccess = { host, token };
  return {
    card: {
      id: 'prices-tiingo',
      source: 'prices',
      door: 'tiingo',
      title: 'Raw end-of-day closes and split factors of the symbols that are needed',
      publisher: 'Tiingo',
      homepage: 'https://www.tiingo.com/documentation/end-of-day',
      cadence: 'each trading day after 20:15 in New York',
      terms:
        'Tiingo does not allow its data to be passed on or shown to the public without a redistribution licence of its own (https://www.tiingo.com/documentation/appendix/developers). It is read and shown only where the operator sets PRICES_DISPLAY_ACKNOWLEDGED=yes.',
      expect: { min: 0, max: 200 },
    },
    fetch(http, context) {
      if (token === '') throw new RegisterFailure('TIINGO_TOKEN is not set');
      return fetchCloses(access, http, context);
    },
    parse,
    recognise,
    async probe(http) {
      const url = `${host}/api/test`;
      try {
        const answer = await http.request(url, { headers: { authorization: `Token ${token}` } });
        const firstBytes = answer.bytes.toString('utf8', 0, 300);
        const { status } = answer;
        return status === 200
          ? { verdict: 'reachable', url, status, detail: 'the token is accepted', firstBytes }
          : { verdict: 'refused', url, status, detail: `answered ${status}`, firstBytes };
      } catch (error) {
        if (!(error instanceof RegisterFailure)) throw error;
        return { verdict: 'refused', url, status: null, detail: error.message, firstBytes: error.firstBytes };
      }
    },
    readerVersion: READER_VERSION,
  };
}

/** The door to Tiingo. */
export function createTiingoHttp({
  version,
  contact,
  ...rest
}: Patience & { version: string; contact: string; signal?: AbortSignal }): PoliteHttp {
  return createHttp({
    ...rest,
    userAgent: `disclosed/${version} ${contact.replace(/[^\x20-\x7e]/g, '?')}`.trim(),
    perSecond: 1,
  });
}
