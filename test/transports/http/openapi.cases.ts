/** The description is right: every answer of every endpoint matches it strictly. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import express from 'express';
import pino from 'pino';
import { readConfig } from '../../../src/config.js';
import { identityBody } from '../../../src/pipeline/encoded-response.js';
import { EXPORT_FOLDERS } from '../../../src/publish/exports.js';
import { openService } from '../../../src/service/start.js';
import { exportRoutes } from '../../../src/transports/http/exports.js';
import { openApiRoute } from '../../../src/transports/http/openapi.js';
import { API_ERRORS } from '../../../tools/contract/errors.js';
import { EU_COUNTRIES } from '../../../tools/contract/markets/index.js';
import type { Tool } from '../../../tools/contract/tool.js';
import getEuFilings from '../../../tools/get-eu-filings.js';
import { tools } from '../../../tools/index.js';
import { inventedReads } from '../../invented-reads.js';
import { copySample } from '../../tiers/sample.js';
import { someOf } from '../../tiers/whole.js';
import { BASE_URL, type Service, startService } from '../service.js';

describe('transports/http/openapi', () => {
  type Json = Record<string, unknown>;

  let service: Service;
  let description: Json & { paths: Record<string, Record<string, Json>> };
  beforeAll(async () => {
    service = await startService({ pages: { sample: true } });
    description = JSON.parse((await service.ask('/v1/openapi.json')).text);
  });
  afterAll(() => service.close());

  /** Closes every object with properties, only for the test, so that undescribed fields are found. */
  function closed(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(closed);
    if (typeof value !== 'object' || value === null) return value;
    const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, closed(inner)]));
    return 'properties' in copy && copy.type === 'object' ? { ...copy, additionalProperties: false } : copy;
  }

  /** The paths that describe `tool`. */
  function pathsOf(tool: Tool): string[] {
    if (tool.path !== getEuFilings.path) return [tool.path];
    return EU_COUNTRIES.map((country) => tool.path.replace('{country}', country));
  }

  /** `form` takes the place of the schema of the answer. */
  function validator(path: string, status: string, form?: Json): (answer: unknown) => string[] {
    const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
    ajv.addSchema({ $id: 'all', components: closed(description.components) as Json });
    const resolve = (one: Json): Json => {
      const found =
        typeof one.$ref === 'string'
          ? one.$ref
              .slice(2)
              .split('/')
              .reduce((at, key) => at[key] as Json, description as Json)
          : one;
      return found;
    };
    const operation = (description.paths[path]?.get ?? description.paths[path]?.post) as Json;
    const response = resolve((operation.responses as Record<string, Json>)[status] as Json);
    const schema =
      form ?? (((response.content as Record<string, Json>)['application/json'] as Json).schema as Json);
    const text = JSON.stringify(closed(schema)).replaceAll('"#/components', '"all#/components');
    const check = ajv.compile(JSON.parse(text));
    return (answer) =>
      check(answer) ? [] : (check.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
  }

  const ASKED: Record<string, string[]> = {
    '/v1/catalog': ['/v1/catalog', '/v1/catalog?x=1'],
    '/v1/filings': ['/v1/filings', '/v1/filings?ticker=NONE'],
    '/v1/insiders': ['/v1/insiders?q=a'],
    '/v1/insiders/{id}': ['/v1/insiders/quill-marina-t'],
    ...Object.fromEntries(
      [...EU_COUNTRIES, 'all'].map((country) => [`/v1/eu/${country}`, [`/v1/eu/${country}?limit=40`]]),
    ),
  };

  describe('answers', () => {
    it('of other forms have the fields that the description names', async () => {
      const operation = description.paths['/v1/filings']?.get as Json;
      const { 200: success } = operation.responses as Record<string, { description: string }>;
      const named = (/with the fields ([\w, ]+) \(/.exec(success?.description ?? '')?.[1] ?? '').split(', ');
      const { data } = JSON.parse((await service.ask('/v1/filings?group=insider&format=table')).text);
      expect(Object.keys(data)).toEqual(['columns', 'rows']);
      expect(data.columns).toEqual(named);
      expect(success?.description).toContain('columns, the names of the fields, and rows');
      const fetched = description.paths['/v1/fetch']?.get as Json;
      const { 200: other } = fetched.responses as Json;
      expect(other).toMatchObject({ description: 'The answer.' });
      const tracker = description.paths['/v1/trackers/{slug}']?.get as Json;
      const { 200: views } = tracker.responses as Record<string, { description: string }>;
      expect(views?.description).toContain('With a view other than full, data has the fields identity, ');
    });

    it('of other forms match the schemas that the description has for them', async () => {
      const questions: Array<[question: string, path: string, argument: string]> = [
        ['/v1/catalog?view=brief', '/v1/catalog', 'view=brief'],
        ['/v1/catalog?view=brief&q=a', '/v1/catalog', 'view=brief'],
        ['/v1/filings?format=table&limit=3', '/v1/filings', 'format=table'],
        ['/v1/filings?format=table&group=issuer', '/v1/filings', 'format=table'],
        ['/v1/filings?group=insider', '/v1/filings', 'group'],
        ['/v1/insiders?q=a&format=table', '/v1/insiders', 'format=table'],
        ['/v1/search?q=a&format=table', '/v1/search', 'format=table'],
        ['/v1/insiders/quill-marina-t?format=table', '/v1/insiders/{id}', 'format=table'],
        ['/v1/congress/marta-quillon?format=table', '/v1/congress/{member}', 'format=table'],
        ['/v1/congress-trades?format=table', '/v1/congress-trades', 'format=table'],
        ['/v1/eu/de?format=table', '/v1/eu/de', 'format=table'],
      ];
      for (const [question, path, argument] of questions) {
        const responses = description.paths[path]!.get!.responses as Record<string, Record<string, Json>>;
        const form = responses[200]!['x-other-forms']![argument] as { $ref: string };
        const { status, text } = await service.ask(question);
        const answer = JSON.parse(text);
        expect([question, status, validator(path, '200', form)(answer)]).toEqual([question, 200, []]);
        expect([question, validator(path, '200')(answer).length > 0]).toEqual([question, true]);
      }
      const described = Object.values(description.paths).flatMap((path) => Object.values(path));
      const withTable = described.filter(({ parameters = [] }) =>
        (parameters as Array<{ name?: string }>).some(({ name }) => name === 'format'),
      );
      const forms = withTable.map(({ responses }) => Object.keys((responses as Json)[200] as Json));
      expect(forms.length).toBeGreaterThan(5);
      expect(forms.every((keys) => keys.includes('x-other-forms'))).toBe(true);
    });

    it.each(Object.entries(ASKED))('of %s', async (path, questions) => {
      for (const question of questions) {
        const { status, text } = await service.ask(question);
        expect([question, status, validator(path, '200')(JSON.parse(text))]).toEqual([question, 200, []]);
      }
    });

    it('with some fields of a row: those of the whole row, and no other', async () => {
      const components = description.components as { schemas: Record<string, { properties: Json }> };
      for (const [question, row, list] of [
        ['/v1/filings?fields=filedAt,cik', 'GetLatestFilingsRow', ''],
        ['/v1/insiders/quill-marina-t?fields=filingId', 'GetInsiderRow', 'transactions'],
        ['/v1/eu/se?fields=publicationAt', 'GetEuFilingsSeRow', ''],
      ] as const) {
        const { data } = JSON.parse((await service.ask(question)).text);
        const [part] = list === '' ? data : data[list];
        const names = new URL(question, BASE_URL).searchParams.get('fields')!.split(',');
        expect(Object.keys(part).sort()).toEqual([...names].sort());
        for (const name of names)
          expect([name, Object.hasOwn(components.schemas[row]!.properties, name)]).toEqual([name, true]);
      }
    });

    it('a row of one market is not that of another', async () => {
      const answer = JSON.parse((await service.ask('/v1/eu/uk')).text);
      expect(answer.data.length).toBeGreaterThan(0);
      expect(validator('/v1/eu/uk', '200')(answer)).toEqual([]);
      expect(validator('/v1/eu/se', '200')(answer).length).toBeGreaterThan(0);
    });

    it('every row names the fields that it always has', () => {
      type Row = { required?: string[]; anyOf?: Row[] };
      const { schemas } = description.components as { schemas: Record<string, Row> };
      const rows = Object.keys(schemas).filter((name) => name.endsWith('Row'));
      expect(rows.length).toBeGreaterThan(6);
      for (const name of rows)
        for (const { required = [] } of schemas[name]!.anyOf ?? [schemas[name]!])
          expect([name, required.length > 3]).toEqual([name, true]);
    });

    it('no schema has a name that a maker of clients gives to a request or a response', () => {
      const operations = Object.values(description.paths).flatMap((path) =>
        Object.values(path).map(({ operationId }) => String(operationId).replaceAll('_', '').toLowerCase()),
      );
      const taken = new Set(
        operations.flatMap((name) =>
          ['data', 'response', 'responses', 'error', 'errors', 'params', 'request', 'result'].map(
            (end) => name + end,
          ),
        ),
      );
      expect(taken.size).toBe(8 * operations.length);
      const { schemas } = description.components as { schemas: Json };
      expect(Object.keys(schemas).filter((name) => taken.has(name.toLowerCase()))).toEqual([]);
    });

    it('that fail', async () => {
      const failed = async (path: string, question: string, status: number) => {
        const answered = await service.ask(question);
        expect([
          question,
          answered.status,
          validator(path, String(status))(JSON.parse(answered.text)),
        ]).toEqual([question, status, []]);
      };
      await failed('/v1/filings', '/v1/filings?limit=0', 400);
      await failed('/v1/insiders/{id}', '/v1/insiders/no-such-person', 404);
      const reads = inventedReads([]);
      const unread = await startService({ reads: { ...reads, sources: async () => [] } });
      const answered = await unread.ask('/v1/filings');
      expect([answered.status, validator('/v1/filings', '503')(JSON.parse(answered.text))]).toEqual([
        503,
        [],
      ]);
      await unread.close();
      const limited = await startService({ rateLimits: { keyless: 1, withKey: 2 } });
      await limited.ask('/v1/catalog');
      const late = await limited.ask('/v1/catalog');
      expect([late.status, validator('/v1/catalog', '429')(JSON.parse(late.text))]).toEqual([429, []]);
      const told = Object.keys(late.headers);
      const described = Object.keys(
        (description.components as { responses: Record<string, { headers: Json }> }).responses.rate_limited!
          .headers,
      );
      for (const name of [
        'RateLimit',
        'RateLimit-Policy',
        'X-RateLimit-Limit',
        'X-RateLimit-Remaining',
        'X-RateLimit-Reset',
        'Retry-After',
      ])
        expect([name, told.includes(name.toLowerCase()), described.includes(name)]).toEqual([
          name,
          true,
          true,
        ]);
      await limited.close();
    });

    it('over MCP', async () => {
      const check = validator('/v1/mcp', '200');
      for (const message of [
        { id: 1, method: 'ping' },
        { id: 'x', method: 'tools/list' },
        { id: 2, method: 'nothing' },
      ])
        expect(check(JSON.parse((await service.rpc({ jsonrpc: '2.0', ...message })).text))).toEqual([]);
    });

    it('a row with one field too many is found', () => {
      const check = validator('/v1/insiders', '200');
      expect(check({ data: [{ slug: 'a' }], error: null, meta: {} }).length).toBeGreaterThan(3);
    });
  });

  it('every tool, parameter and error is described with a sentence', () => {
    for (const [tool, path] of tools.flatMap((one) => pathsOf(one).map((path) => [one, path] as const))) {
      const operation = description.paths[path]?.get as {
        parameters: Array<{ name?: string; description?: string }>;
        responses: Json;
      };
      const named = operation.parameters.filter((one) => one.name !== undefined);
      // A European path has the market in place of the parameter.
      const parameters = Object.keys(tool.input.shape).filter(
        (name) => path === tool.path || name !== 'country',
      );
      expect(named.map((one) => one.name)).toEqual(parameters);
      for (const one of named)
        expect([one.name, (one.description ?? '').length > 10]).toEqual([one.name, true]);
      for (const status of [200, 304, 400, 429, 500, 503])
        expect(operation.responses).toHaveProperty(String(status));
    }
    expect(Object.keys((description.components as { responses: Json }).responses).sort()).toEqual(
      [...Object.keys(API_ERRORS).filter((code) => code !== 'method_not_allowed'), 'not_modified'].sort(),
    );
  });

  it('no path has a parameter twice', () => {
    for (const [path, operations] of Object.entries(description.paths))
      for (const operation of Object.values(operations)) {
        // As OpenAPI has them.
        const { parameters = [] } = operation as { parameters?: Array<{ in: string; name: string }> };
        const names = parameters.map((one) => `${one.in} ${one.name}`);
        expect([path, names]).toEqual([path, [...new Set(names)]]);
      }
  });

  it('calls with a key name the limit of an address and that of a body, whatever limit readers have', () => {
    for (const path of ['/v1/watchlists', '/v1/webhooks'])
      for (const [method, operation] of Object.entries(description.paths[path]!)) {
        // As OpenAPI has them.
        const { responses } = operation as { responses: Record<string, { headers?: object }> };
        expect([method, Object.keys(responses['429']?.headers ?? {})]).toEqual([method, ['Retry-After']]);
        expect(Object.keys(responses)).toContain('413');
      }
  });

  it('examples are answers of the sample, and no live service has any', async () => {
    const { content } = (
      description.paths['/v1/insiders/{id}']!.get!.responses as Record<
        string,
        { content: Record<string, { examples: { sample: { value: Json } } }> }
      >
    )['200']!;
    expect(validator('/v1/insiders/{id}', '200')(content['application/json']!.examples.sample.value)).toEqual(
      [],
    );
    const live = await startService({ pages: {} });
    expect((await live.ask('/v1/openapi.json')).text).not.toContain('"examples"');
    await live.close();
  });

  it('it is not counted, is the same each time, and names this service', async () => {
    const limited = await startService({ rateLimits: { keyless: 1, withKey: 2 }, pages: {} });
    const first = await limited.ask('/v1/openapi.json');
    const second = await limited.ask('/v1/openapi.json');
    expect([first.status, second.text === first.text, first.headers['x-ratelimit-limit']]).toEqual([
      200,
      true,
      undefined,
    ]);
    expect(first.headers['access-control-allow-origin']).toBe('*');
    expect(JSON.parse(first.text).servers).toEqual([{ url: BASE_URL, description: 'This service' }]);
    expect(
      (await limited.ask('/v1/openapi.json', { headers: { 'if-none-match': String(first.headers.etag) } }))
        .status,
    ).toBe(304);
    await limited.close();
  });

  it('every endpoint over the whole sample matches it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'disclosed-openapi-'));
    const config = readConfig({ DATA_DIR: folder, AS_OF: '2026-11-20T12:00:00Z' });
    await copySample(folder);
    const sample = await openService(config, BASE_URL, pino({ level: 'silent' }));
    const { pipeline, data } = sample;
    const rateLimits = { keyless: null, withKey: null };
    const options = { pipeline, dataVersion: data.dataVersion, baseUrl: BASE_URL, sample: true, rateLimits };
    const exportsRoot = join(folder, 'exports');
    const site = express.Router().use(openApiRoute(options));
    site.use(exportRoutes({ ...options, reads: data.reads, exportsRoot, trustProxy: [], guarded: false }));
    const http = await startService({ site });
    const whole = JSON.parse((await http.ask('/v1/openapi.json')).text) as typeof description;
    for (const [tool, path] of tools.flatMap((one) => pathsOf(one).map((path) => [one, path] as const))) {
      const operation = whole.paths[path]!.get as {
        parameters: Array<{ name?: string; example?: unknown }>;
      };
      const given: Json = Object.fromEntries(
        operation.parameters
          .filter(({ name, example }) => example !== undefined && name !== 'limit')
          .map(({ name, example }) => [name, example]),
      );
      if (path !== tool.path) given.country = path.split('/').at(-1);
      const answer = await pipeline.call(tool, given, pipeline.begin({ address: null }));
      expect([path, answer.status]).toEqual([path, 200]);
      expect([path, validator(path, '200')(JSON.parse(identityBody(answer).toString())).slice(0, 5)]).toEqual(
        [path, []],
      );
    }
    const paths = Object.keys(whole.paths).filter((path) => path.startsWith('/data/'));
    expect(paths).toHaveLength(2 * EXPORT_FOLDERS.length);
    for (const folder of EXPORT_FOLDERS) {
      const fits = async (path: string, name: string) => {
        const { text } = await http.ask(`/data/${folder}/${encodeURIComponent(name)}.json`);
        expect([path, validator(path, '200')(JSON.parse(text)).slice(0, 5)]).toEqual([path, []]);
        return JSON.parse(text) as { files: Array<{ name: string }> };
      };
      const { files } = await fits(`/data/${folder}/index.json`, 'index');
      expect([folder, files.length > 0]).toEqual([folder, true]);
      const path = paths.find((one) => one.startsWith(`/data/${folder}/{`)) as string;
      for (const { name } of someOf(files)) await fits(path, name);
    }
    await http.close();
    await sample.close();
    rmSync(folder, { recursive: true, force: true });
  });
});
