/** The register of members: who sat in Congress and when, from the project congress-legislators. */

import { hostsOf } from '../../http/allowed-hosts.js';
import { type ClientBounds, createHttpClient, type HttpClient } from '../../http/http-client.js';
import { FIRST_BYTES_REQUEST, requireOk, runProbeStep } from '../../http/probe-step.js';
import { refusalAdvice } from '../../http/refusal-advice.js';
import { type Http, type Probe, type Register, SourceError } from '../../register.js';
import { addressOf, fetchMembers, LEGISLATORS_URL } from './fetch.js';
import { parseLegislators } from './legislators-file.js';
import { parse, READER_VERSION, recognise } from './parse.js';

/** `base` is a local server in tests, without a trailing slash. */
export function createCongressMembers(base: string = LEGISLATORS_URL): Register {
  return {
    metadata: {
      id: 'congress-members',
      source: 'us-congress-stock-act',
      title: 'Members of Congress: names, terms, districts and parties',
      publisher: 'unitedstates/congress-legislators, a public project',
      homepage: 'https://github.com/unitedstates/congress-legislators',
      hosts: hostsOf(base),
      cadence: 'as members come, go and change; checked once a day',
      terms: 'Dedicated to the public domain (CC0).',
      // Two files, one record each; none on a day without a change.
      expectedRecords: { min: 0, max: 2 },
    },
    fetch: (http, context) => fetchMembers(base, http, context),
    parse,
    recognise,
    probe: (http) => probe(base, http),
    readerVersion: READER_VERSION,
  };
}

type MembersClientOptions = ClientBounds & {
  /** Name and mail address of the operator. */
  contact: string;
  version: string;
};

/** The HTTP client for the static pages that hold the files. */
export function createMembersClient({ contact, version, ...options }: MembersClientOptions): HttpClient {
  return createHttpClient({
    ...options,
    userAgent: `disclosed/${version} (${contact})`,
    perSecond: 1,
    maxConcurrent: 1,
  });
}

async function* probe(base: string, http: Http): AsyncGenerator<Probe> {
  const current = await runProbeStep(http, {
    what: 'current members',
    url: addressOf(base, 'current'),
    run: async (client) => {
      const bytes = requireOk(await client.request(addressOf(base, 'current')));
      const entries = parseLegislators(bytes);
      if (entries === null) throw new SourceError('not a file of legislators', bytes);
      return entries;
    },
    describe: (entries) => `${entries.length} members`,
  });
  yield current.probe;
  const url = addressOf(base, 'historical');
  const historical = await runProbeStep(http, {
    what: 'former members',
    url,
    // Only its first kilobytes: the whole file has eleven megabytes.
    run: async (client) => {
      const { status, bytes } = await client.request(url, FIRST_BYTES_REQUEST);
      if (status !== 200 && status !== 206)
        throw new SourceError(`${url} answered ${status}${refusalAdvice(status)}`, bytes);
      if (!/^\s*\[\s*(?:\{[\s\S]*"bioguide"|\]\s*$)/.test(bytes.toString('utf8', 0, 4096)))
        throw new SourceError('not a file of legislators', bytes);
    },
    describe: () => 'the file is there',
  });
  yield historical.probe;
}
