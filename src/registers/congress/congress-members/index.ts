/** The register of members: who sat in the Congress and when, from the project congress-legislators. */

import { createHttp, type Patience, type PoliteHttp } from '../../http/polite-fetch.js';
import { asked, START_OF_FILE, whole } from '../../http/probing.js';
import { whyRefused } from '../../http/refusal.js';
import { type Http, type Probe, type Register, RegisterFailure } from '../../register.js';
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
    probe: (http) => probe(base, http),
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

async function* probe(base: string, http: Http): AsyncGenerator<Probe> {
  const current = await asked(http, {
    what: 'current members',
    url: addressOf(base, 'current'),
    ask: async (door) => {
      const bytes = whole(await door.request(addressOf(base, 'current')));
      const entries = entriesOf(bytes);
      if (entries === null) throw new RegisterFailure('no file of legislators', bytes);
      return entries;
    },
    tell: (entries) => `${entries.length} members`,
  });
  yield current.probe;
  const url = addressOf(base, 'historical');
  const historical = await asked(http, {
    what: 'former members',
    url,
    // Its first kilobytes: all of it are eleven megabytes.
    ask: async (door) => {
      const { status, bytes } = await door.request(url, START_OF_FILE);
      if (status !== 200 && status !== 206)
        throw new RegisterFailure(`${url} answered ${status}${whyRefused(status)}`, bytes);
      if (!/^\s*\[\s*(?:\{[\s\S]*"bioguide"|\]\s*$)/.test(bytes.toString('utf8', 0, 4096)))
        throw new RegisterFailure('no file of legislators', bytes);
    },
    tell: () => 'the file is there',
  });
  yield historical.probe;
}
