/** The OpenAPI 3.1 description of the API, generated from the schemas that validate and type it. */

import { z } from 'zod/v3';
import { API_ERRORS, type ApiErrorCode } from '../../../tools/contract/errors.js';
import { EU_COUNTRIES, EU_MARKETS } from '../../../tools/contract/markets/index.js';
import {
  LICENSE_URL,
  RATE_WINDOW_SECONDS,
  SAMPLE_WARNING,
  SERVICE_NAME,
  SERVICE_VERSION,
} from '../../../tools/contract/rules.js';
import { anyMarketRow } from '../../../tools/contract/shapes/eu.js';
import type { Tool } from '../../../tools/contract/tool.js';
import getEuFilings from '../../../tools/get-eu-filings.js';
import { dataSchema, parameterSchema } from '../schema.js';
import { agentPath } from './agent-endpoint.js';
import { answerHeaders, answerSchema, COMPONENTS, type Json, ref } from './components.js';
import { exportPaths } from './exports.js';
import { listFormPaths, WATCH_PATHS } from './follow.js';
import { otherForms } from './other-forms.js';

export interface OpenApiOptions {
  tools: readonly Tool[];
  baseUrl: string;
  /** Whether all data is invented. */
  sample?: boolean;
  rateLimits: { keyless: number | null; withKey: number | null };
  /** Answers of the sample with their arguments, by tool path. Empty where real data is served. */
  examples: ReadonlyMap<string, Example>;
}

export interface Example {
  given: Record<string, unknown>;
  envelope: unknown;
}

const TAGS = [
  {
    name: 'questions',
    description: 'The questions that this service answers: each path is also a tool for agents.',
  },
  { name: 'agents', description: 'The same questions over the Model Context Protocol.' },
  {
    name: 'exports',
    description:
      'Whole entities as static files: they need no key, are never counted, and any web page may load them.',
  },
  {
    name: 'follow',
    description:
      'The rows of pages as feeds and files, and what an account or a key has sent to it when something changes.',
  },
  { name: 'service', description: 'About the service itself. Never counted against a limit.' },
];

export function openApi({ tools, baseUrl, sample = false, rateLimits, examples }: OpenApiOptions): Json {
  const schemas: Record<string, Json> = {};
  const paths: Record<string, Json> = {};
  for (const endpoint of tools.flatMap(endpointsOf))
    paths[endpoint.path] = { get: operation(endpoint, schemas, exampleOf(endpoint, examples)) };
  paths['/v1/mcp'] = agentPath(tools);
  Object.assign(paths, exportPaths(tools), listFormPaths(tools), WATCH_PATHS);
  paths['/v1/openapi.json'] = {
    get: {
      operationId: 'get_openapi',
      summary: 'This description',
      tags: ['service'],
      security: [],
      responses: {
        200: { description: 'OpenAPI 3.1', content: { 'application/json': { schema: { type: 'object' } } } },
        400: ref('responses', 'invalid_parameter'),
      },
    },
  };
  return {
    openapi: '3.1.0',
    info: {
      title: SERVICE_NAME,
      version: SERVICE_VERSION,
      summary: 'Public disclosure registers, reproduced as filed.',
      description: sample ? `${SAMPLE_WARNING} ${about(rateLimits)}` : about(rateLimits),
      license: { name: 'CC BY 4.0', url: LICENSE_URL },
    },
    servers: [{ url: baseUrl, description: 'This service' }],
    security: [{}, { key: [] }],
    tags: TAGS,
    paths,
    // The schemas of `COMPONENTS` are an object.
    components: { ...COMPONENTS, schemas: { ...(COMPONENTS.schemas as Json), ...schemas } },
  };
}

function about({ keyless, withKey }: OpenApiOptions['rateLimits']): string {
  const hours = RATE_WINDOW_SECONDS / 3600;
  const limit =
    keyless === null
      ? 'No limit is set here.'
      : `${keyless} requests in ${hours === 1 ? 'an hour' : `${hours} hours`} for one address, ${withKey ?? 'any number'} with a free key.`;
  return `Read-only. No key is needed. ${limit} Every answer is { meta, data, error } and stays the same, byte for byte, until the next refresh; it carries an ETag. A request with a method that a path does not support gets 405 and Allow, in the shape of every failure. Unknown is null, never 0. This reproduces public filings and is not investment advice.`;
}

/** One path of the description. */
interface DescribedEndpoint {
  path: string;
  tool: Tool;
  operationId: string;
  summary: string;
  output: z.ZodTypeAny;
  /** The value that the path has in place of a parameter. */
  fixed: Record<string, string>;
}

/** The paths of a tool: one, or one for each European market and one for all, because each has other rows. */
function endpointsOf(tool: Tool): DescribedEndpoint[] {
  const { path, purpose, output } = tool;
  const [list = '', last = ''] = path.split('/').slice(-2);
  // One of a list that only REST has: a generation of /v1/generations.
  const operationId = tool.mcp ?? (last.startsWith('{') ? `get_${list.replace(/s$/, '')}` : `list_${last}`);
  if (path !== getEuFilings.path) return [{ path, tool, operationId, summary: purpose, output, fixed: {} }];
  const rows: Array<[country: string, name: string, row: z.ZodTypeAny]> = [
    ...EU_COUNTRIES.map((country): [string, string, z.ZodTypeAny] => {
      const { name, row } = EU_MARKETS[country];
      return [country, name, row];
    }),
    ['all', 'all markets', anyMarketRow],
  ];
  return rows.map(([country, name, row]) => ({
    path: path.replace('{country}', country),
    tool,
    operationId: `${operationId}_${country}`,
    summary: `PDMR acquisitions and disposals, ${name}, newest publication first`,
    output: z.array(row),
    fixed: { country },
  }));
}

function exampleOf(
  { tool, fixed }: DescribedEndpoint,
  examples: ReadonlyMap<string, Example>,
): Example | undefined {
  const example = examples.get(tool.path);
  const isOther = Object.entries(fixed).some(([name, value]) => example?.given[name] !== value);
  return isOther ? undefined : example;
}

function operation(
  endpoint: DescribedEndpoint,
  schemas: Record<string, Json>,
  example: Example | undefined,
): Json {
  const { operationId, summary, tool } = endpoint;
  const name = operationId
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
  // Not `${name}Data`, a name that makers of clients give to the request.
  schemas[`${name}Content`] = contentSchema(endpoint, `${name}Row`, schemas);
  schemas[`${name}Answer`] = answerSchema(ref('schemas', `${name}Content`));
  const forms = otherForms(endpoint, name);
  Object.assign(schemas, forms.schemas);
  return {
    operationId,
    summary,
    description: tool.description,
    tags: ['questions'],
    parameters: [...parameters(endpoint, example), ref('parameters', 'IfNoneMatch')],
    responses: {
      200: {
        description: `The answer.${forms.description}`,
        ...forms.extension,
        headers: answerHeaders(),
        content: {
          'application/json': {
            schema: ref('schemas', `${name}Answer`),
            ...(example === undefined
              ? {}
              : { examples: { sample: { summary: 'From the invented sample', value: example.envelope } } }),
          },
        },
      },
      304: ref('responses', 'not_modified'),
      ...Object.fromEntries(
        failuresOf(endpoint).map((code) => [API_ERRORS[code].status, ref('responses', code)]),
      ),
    },
  };
}

/** Every request can be refused or too early; only one that names a record can miss it. */
function failuresOf({ path, tool }: DescribedEndpoint): ApiErrorCode[] {
  const namesRecord = path.includes('{') || Object.hasOwn(tool.input.shape, 'id');
  // `Object.keys` loses the type of the keys.
  const all = Object.keys(API_ERRORS) as ApiErrorCode[];
  return all.filter((code) => code !== 'method_not_allowed' && (code !== 'not_found' || namesRecord));
}

function parameters({ path, tool, fixed }: DescribedEndpoint, example: Example | undefined): Json[] {
  const { properties, required } = parameterSchema(tool);
  const open = Object.entries(properties).filter(([name]) => !Object.hasOwn(fixed, name));
  return open.map(([name, { description = '', ...schema }]) => {
    const inPath = path.includes(`{${name}}`);
    const given = example?.given[name];
    return {
      name,
      in: inPath ? 'path' : 'query',
      required: inPath || required.includes(name),
      description,
      schema,
      ...(given === undefined ? {} : { example: given }),
    };
  });
}

/** The schema of `data`. Its rows are whole ones, so that typed clients know every field to be there. */
function contentSchema(
  { tool, output }: DescribedEndpoint,
  rowName: string,
  schemas: Record<string, Json>,
): Json {
  const { schema, rows } = dataSchema(tool, output);
  if (rows === null) return schema;
  // The schema of a list has the schema of its rows.
  const row = rows.items as Json;
  const about = 'A whole row. With the parameter fields, a row has only the fields that it names.';
  schemas[rowName] = { ...row, description: about };
  rows.items = ref('schemas', rowName);
  return schema;
}
