/** The two identity files: fetched when they change, read whole, rejected when they are broken. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Members } from '../../../../src/records/congress/member.js';
import {
  createCongressMembers,
  createMembersClient,
} from '../../../../src/registers/congress/congress-members/index.js';
import { parse, recognise } from '../../../../src/registers/congress/congress-members/parse.js';
import type { HttpClient } from '../../../../src/registers/http/http-client.js';
import { ParseError, SourceError } from '../../../../src/registers/register.js';
import { sampleDocuments } from '../../../../src/service/sample-documents.js';
import { RegisterMemory } from '../../crawl-state.js';
import { firstProbe } from '../../http/probes.js';
import { waitingClock } from '../../http/waiting-clock.js';

describe('registers/congress/congress-members/congress-members', () => {
  const TERM = {
    type: 'rep',
    start: '2025-01-03',
    end: '2027-01-03',
    state: 'CA',
    district: 11,
    party: 'Democrat',
  };
  const PERSON = {
    id: { bioguide: 'D999001' },
    name: { first: 'Philomena', last: 'Dunderwick' },
    terms: [TERM],
  };

  function read(entries: unknown, kind = 'legislators-current') {
    const bytes = Buffer.from(JSON.stringify(entries));
    const [step] = [...parse({ key: kind, kind, url: '', retrievedAt: '', bytes })];
    return { record: step!.records[0] as Members, warnings: step!.warnings };
  }

  describe('an identity file', () => {
    it('returns names and terms as written there', () => {
      const { record, warnings } = read([
        {
          id: { bioguide: 'F999011', lis: 'S997', govtrack: 1 },
          name: {
            first: 'A.',
            middle: 'Leopold',
            last: 'Fizzlewood',
            suffix: 'Jr.',
            nickname: 'Leo',
            official_full: 'Leo Fizzlewood',
          },
          other_names: [{ last: 'Fizzle', end: '2001-01-01' }],
          terms: [
            {
              ...TERM,
              type: 'sen',
              district: undefined,
              class: 1,
              state: 'ME',
              party: 'Independent',
              caucus: 'Democrat',
            },
            { ...TERM, start: '2019-01-03', end: '2021-01-03', district: 0 },
            { ...TERM, start: '1999-01-06', end: '2001-01-03', district: -1 },
          ],
        },
      ]);
      expect(warnings).toEqual([]);
      expect(record).toEqual({
        kind: 'members',
        part: 'current',
        members: [
          {
            bioguide: 'F999011',
            name: {
              first: 'A.',
              middle: 'Leopold',
              last: 'Fizzlewood',
              suffix: 'Jr.',
              nickname: 'Leo',
              officialFull: 'Leo Fizzlewood',
            },
            otherNames: [{ last: 'Fizzle' }],
            terms: [
              {
                chamber: 'house',
                start: '2019-01-03',
                end: '2021-01-03',
                state: 'CA',
                district: 0,
                party: 'Democrat',
                affiliations: [],
              },
              {
                chamber: 'senate',
                start: '2025-01-03',
                end: '2027-01-03',
                state: 'ME',
                district: null,
                party: 'Independent',
                affiliations: [],
              },
            ],
          },
        ],
      });
    });

    it('leaves out members who left before there were reports', () => {
      const { record } = read([
        PERSON,
        {
          ...PERSON,
          id: { bioguide: 'B999013' },
          terms: [{ ...TERM, start: '1889-03-04', end: '1891-03-03' }],
        },
      ]);
      expect(record.members.map(({ bioguide }) => bioguide)).toEqual(['D999001']);
    });

    it('keeps a change of party within a term, oldest first', () => {
      const changes = [
        { start: '2026-03-09', end: '2027-01-03', party: 'Independent', caucus: 'Republican' },
        { start: '2025-01-03', end: '2026-03-08', party: 'Republican' },
      ];
      const { record } = read([
        { ...PERSON, terms: [{ ...TERM, party: 'Independent', party_affiliations: changes }] },
      ]);
      expect(record.members[0]!.terms[0]!.affiliations.map(({ party }) => party)).toEqual([
        'Republican',
        'Independent',
      ]);
    });

    it('reports a party that an answer does not have', () => {
      const { record, warnings } = read([{ ...PERSON, terms: [{ ...TERM, party: 'Libertarian' }] }]);
      expect(record.members[0]!.terms[0]!.party).toBe('Libertarian');
      expect(warnings).toMatchObject([{ kind: 'unknown-party', detail: 'Libertarian (D999001)' }]);
    });

    it.each([
      ['no bioguide id', { ...PERSON, id: { bioguide: 7 } }],
      ['no last name', { ...PERSON, name: { first: 'Philomena' } }],
      ['a seat that is neither', { ...PERSON, terms: [{ ...TERM, type: 'prez' }] }],
      ['an invalid date', { ...PERSON, terms: [{ ...TERM, start: '2025-02-30' }] }],
      ['no district', { ...PERSON, terms: [{ ...TERM, district: undefined }] }],
      ['a party list of another form', { ...PERSON, terms: [{ ...TERM, party_affiliations: 'D' }] }],
      ['a repeated id', PERSON],
    ])('leaves out with a warning a person with %s', (_what, entry) => {
      const { record, warnings } = read([PERSON, entry]);
      expect(record.members).toHaveLength(1);
      expect(warnings).toHaveLength(1);
      expect(warnings[0]!.where).toBe('legislators-current entry 2');
    });

    it.each([[[]], [{}], [[{ id: 1 }]], [[{ ...PERSON, terms: [] }]]])(
      'that is %j is rejected',
      (entries) => {
        expect(() => read(entries)).toThrow(ParseError);
      },
    );

    it('is recognised by its content, and its part by its name', () => {
      const bytes = Buffer.from(JSON.stringify([PERSON]));
      expect(recognise({ name: '/tmp/legislators-current.json', bytes })?.kind).toBe('legislators-current');
      expect(recognise({ name: 'legislators-historical.json', bytes })?.key).toBe('legislators-historical');
      expect(recognise({ name: 'people.json', bytes })).toBeNull();
      expect(recognise({ name: 'current.json', bytes: Buffer.from('[{"id":{}}]') })).toBeNull();
    });
  });

  describe('the pages that hold the files', () => {
    const now = '2026-10-08T15:00:00.000Z';
    let server: Server;
    let base: string;
    let http: HttpClient;
    let files: Map<string, { body: string; etag: string }>;
    let asked: string[];
    let status: number;

    beforeEach(async () => {
      asked = [];
      status = 200;
      files = new Map(
        sampleDocuments('congress-members', '2026-10-08').map(({ key, bytes }) => [
          `/${key}.json`,
          { body: bytes.toString(), etag: '"1"' },
        ]),
      );
      server = createServer((request, response) => {
        const file = files.get(request.url ?? '');
        asked.push(`${request.url} ${request.headers['if-none-match'] ?? '-'}`);
        if (status !== 200 || file === undefined)
          response.writeHead(file === undefined ? 404 : status).end('<html>no</html>');
        else if (request.headers['if-none-match'] === file.etag) response.writeHead(304).end();
        else response.writeHead(200, { etag: file.etag }).end(file.body);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const clock = waitingClock(0);
      http = createMembersClient({
        contact: 'Jane Roe jane@example.org',
        version: '1.0.0',
        clock,
        retries: 0,
      });
    });

    afterEach(async () => {
      await http.close();
      await new Promise((resolve) => server.close(resolve));
    });

    const run = (memory: RegisterMemory, at = now) =>
      memory.run(createCongressMembers(base), http, { now: at, since: '2012-01-01' });

    it('serve both files once a day, and only when they changed', async () => {
      const memory = new RegisterMemory();
      await run(memory);
      expect([...memory.documents.keys()]).toEqual(['legislators-current', 'legislators-historical']);
      await run(memory);
      expect(asked).toHaveLength(2);
      memory.documents.clear();
      files.get('/legislators-historical.json')!.etag = '"2"';
      await run(memory, '2026-10-09T15:00:00.000Z');
      expect([...memory.documents.keys()]).toEqual(['legislators-historical']);
      expect(asked.slice(2)).toEqual(['/legislators-current.json "1"', '/legislators-historical.json "1"']);
    });

    it('do not replace stored data with a refusal, another page or a truncated file', async () => {
      const memory = new RegisterMemory();
      await run(memory);
      const tomorrow = '2026-10-09T15:00:00.000Z';
      const before = new Map(memory.cursors);
      const current = files.get('/legislators-current.json')!;
      status = 404;
      await expect(run(memory, tomorrow)).rejects.toThrow(SourceError);
      status = 200;
      files.set('/legislators-current.json', { body: '<html>moved</html>', etag: '"2"' });
      await expect(run(memory, tomorrow)).rejects.toThrow('is not a file of legislators');
      const cut = JSON.stringify((JSON.parse(current.body) as unknown[]).slice(0, 2));
      files.set('/legislators-current.json', { body: cut, etag: '"3"' });
      await expect(run(memory, tomorrow)).rejects.toThrow('has 2 people, 11 the last time');
      expect(memory.cursors).toEqual(before);
    });

    it('are probed with one request', async () => {
      const probe = () => firstProbe(createCongressMembers(base), http, new Date(now));
      expect(await probe()).toMatchObject({ verdict: 'reachable', detail: '11 members' });
      files.set('/legislators-current.json', { body: '[]', etag: '' });
      expect(await probe()).toMatchObject({ verdict: 'unknown-shape' });
      files.clear();
      expect(await probe()).toMatchObject({ verdict: 'refused', status: 404 });
    });
  });
});
