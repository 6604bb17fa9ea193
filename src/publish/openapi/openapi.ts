/** The OpenAPI 3.1 description of the API, generated from the schemas that validate and type it. */

import { zodToJsonSchema } from 'zod-to-json-schema';
import { API_ERRORS, type ApiErrorCode } from '../../../tools/contract/errors.js';
import {
  LICENSE_URL,
  RATE_WINDOW_SECONDS,
  SAMPLE_WARNING,
  SERVICE_NAME,
  SERVICE_VERSION,
} from '../../../tools/contract/rules.js';
import { filingGroupRow } from '../../../tools/contract/shapes/filing-group.js';
import type { Tool } from '../../../tools/contract/tool.js';
import { parameterSchema } from '../schema.js';
import { agentPath } from './agent-endpoint.js';
import { answerHeaders, COMPONENTS, type Json, ref } from './components.js';
import { exportPaths } from './exports.js';

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
  { name: 'service', description: 'About the service itself. Never counted against a limit.' },
];

export function openApi({ tools, baseUrl, sample = false, rateLimits, examples }: OpenApiOptions): Json {
  const schemas: Record<string, Json> = {};
  const paths: Record<string, Json> = {};
  for (const tool of tools) paths[tool.path] = { get: operation(tool, schemas, examples.get(tool.path)) };
  paths['/v1/mcp'] = agentPath(tools);
  Object.assign(paths, exportPaths(tools));
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

function operation(tool: Tool, schemas: Record<string, Json>, example: Example | undefined): Json {
  const id = operationId(tool);
  const name = id
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
  schemas[`${name}Data`] = dataSchema(tool, `${name}Row`, schemas);
  schemas[`${name}Answer`] = {
    type: 'object',
    required: ['meta', 'data', 'error'],
    properties: {
      meta: ref('schemas', 'Meta'),
      data: ref('schemas', `${name}Data`),
      error: { type: 'null', description: 'Null on success' },
    },
  };
  return {
    operationId: id,
    summary: tool.purpose,
    description: tool.description,
    tags: ['questions'],
    parameters: [...parameters(tool, example), ref('parameters', 'IfNoneMatch')],
    responses: {
      200: {
        description: `The answer.${otherForms(tool)}`,
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
        failuresOf(tool).map((code) => [API_ERRORS[code].status, ref('responses', code)]),
      ),
    },
  };
}

/** The forms of rows that a caller can choose. They are not in the schema, so that typed clients know the usual one. */
function otherForms({ input: { shape } }: Tool): string {
  const table =
    ' With format=table, the list is an object instead: columns, the names of the fields, and rows, the values of each row in that order, null for a field that a row does not have.';
  const group = ` With group, the rows are sums, with the fields ${Object.keys(filingGroupRow.shape).join(', ')}.`;
  return `${shape.format === undefined ? '' : table}${shape.group === undefined ? '' : group}`;
}

/** Every request can be refused or too early; only one that names a record can miss it. */
function failuresOf(tool: Tool): ApiErrorCode[] {
  // `Object.keys` loses the type of the keys.
  const all = Object.keys(API_ERRORS) as ApiErrorCode[];
  return all.filter(
    (code) => code !== 'method_not_allowed' && (code !== 'not_found' || tool.path.includes('{')),
  );
}

export function operationId(tool: Tool): string {
  return tool.mcp ?? `list_${tool.path.split('/').at(-1)}`;
}

function parameters(tool: Tool, example: Example | undefined): Json[] {
  const { properties, required } = parameterSchema(tool);
  return Object.entries(properties).map(([name, { description = '', ...schema }]) => {
    const inPath = tool.path.includes(`{${name}}`);
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

/** The schema of `data`. Where the parameter `fields` may leave out fields, a row may also be partial. */
function dataSchema(tool: Tool, rowName: string, schemas: Record<string, Json>): Json {
  // A JSON Schema is an object.
  const converted = zodToJsonSchema(tool.output, {
    $refStrategy: 'none',
    target: 'jsonSchema2019-09',
  }) as Json;
  delete converted.$schema;
  const open = withoutClosedObjects(converted);
  const place = /each row of (\w+)/.exec(parameterSchema(tool).properties.fields?.description ?? '')?.[1];
  if (place === undefined) return open;
  // The description of `fields` names a property of the answer whose value is a list.
  const list = place === 'data' ? open : ((open.properties as Record<string, Json>)[place] as Json);
  // The schema of a list has the schema of its rows.
  const full = list.items as Json;
  schemas[rowName] = full;
  schemas[`${rowName}Part`] = {
    ...partial(full),
    description: 'A row with only the fields that the parameter fields names',
  };
  list.items = { anyOf: [ref('schemas', rowName), ref('schemas', `${rowName}Part`)] };
  return open;
}

/** Fields may be added later, so additional ones are allowed. */
function withoutClosedObjects(schema: Json): Json {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => key !== 'additionalProperties')
      .map(([key, value]) => [
        key,
        // `properties` of a JSON Schema holds a schema for each name.
        key === 'properties' ? mapped(value as Record<string, Json>, withoutClosedObjects) : within(value),
      ]),
  );
}

function within(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(within);
  // An object that is neither null nor a list.
  return typeof value === 'object' && value !== null ? withoutClosedObjects(value as Json) : value;
}

function mapped(properties: Record<string, Json>, change: (schema: Json) => Json): Record<string, Json> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, change(schema)]));
}

/** `row`, or each of its alternatives, with no required field. */
function partial(row: Json): Json {
  // `anyOf` of a JSON Schema is a list of schemas.
  if (Array.isArray(row.anyOf)) return { ...row, anyOf: row.anyOf.map((one) => partial(one as Json)) };
  const { required: _required, ...rest } = row;
  return rest;
}
