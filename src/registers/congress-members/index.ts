/** The register of members: who sat in the Congress and when, from the project congress-legislators. */

import { createHttp, type Patience, type PoliteHttp } from '../polite-fetch.js';
import { type Http, type HttpAnswer, type Probe, type Register, RegisterFailure } from '../register.js';
import { addressOf, fetchMembers, LEGISLATORS } from './fetch.js';
import { parse, READER_VERSION, recognise } from './parse.js';
import { entriesOf } from './table.js';

/** `base` is a local server in tests, without a trailing slash. */
export function createCongressMembers(base: string = LEGISLATORS): Register {
  return {
    card: {
      id: 'congress-members',
      source: 'us-congress-stock-act',
      title: 'Members of the Congress: names, terms, districts and parties',
      publisher: 'unitedstates/congress-legislators, a public project',
      homepage: 'https://github.com/unitedstates/congress-legislators',
      cadence: 'as members come, go and change; asked for once a day',
      terms: 'Dedicated to the public domain (CC0).',
      // Two files, one record each; a day without a change brings none.
      expect: { min: 0, max: 2 },
    },
    fetch: (http, context) => fetchMembers(base, http, context),
    parse,
    recognise,
    probe: (http) => probe(http, addressOf(base, 'current')),
    readerVersion: READER_VERSION,
  };
}

export type MembersHttpOptions = Patience & {
  signal?: AbortSignal;
  /** Name and mail address of the operator. */
  contact: string;
  version: string;
};

/** The door to the static pages that hold the files. */
export function createMembersHttp({ contact, version, ...options }: MembersHttpOptions): PoliteHttp {
  return createHttp({
    ...options,
    userAgent: `disclosed/${version} (${contact})`,
    perSecond: 1,
    maxConcurrent: 1,
  });
}

async function probe(http: Http, url: string): Promise<Probe> {
  let answer: HttpAnswer;
  try {
    answer = await http.request(url, { maxBytes: 32 * 1024 * 1024 });
  } catch (error) {
    if (!(error instanceof RegisterFailure)) throw error;
    return { verdict: 'refused', url, status: null, detail: error.message, firstBytes: error.firstBytes };
  }
  const { status, bytes } = answer;
  const firstBytes = bytes.toString('utf8', 0, 300);
  if (status !== 200) return { verdict: 'refused', url, status, detail: `answered ${status}`, firstBytes };
  const entries = entriesOf(bytes);
  return entries === null
    ? { verdict: 'unknown-shape', url, status, detail: 'no file of legislators', firstBytes }
    : { verdict: 'reachable', url, status, detail: `${entries.length} members`, firstBytes };
}
