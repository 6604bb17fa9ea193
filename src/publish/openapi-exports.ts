/** The static exports in the OpenAPI description. */

import type { Tool } from '../../tools/contract/tool.js';
import { type Json, ref } from './openapi/components.js';

const FOLDERS = [
  {
    folder: 'insiders',
    tool: '/v1/insiders/{id}',
    name: 'slug',
    what: 'One insider',
    data: 'GetInsiderData',
  },
  {
    folder: 'tickers',
    tool: '/v1/filings',
    name: 'ticker',
    what: 'Open-market rows of one issuer',
    data: 'GetLatestFilingsData',
  },
  {
    folder: 'congress',
    tool: '/v1/congress/{member}',
    name: 'member',
    what: 'One member of Congress',
    data: 'GetCongressMemberData',
  },
  {
    folder: 'trackers',
    tool: '/v1/trackers/{slug}',
    name: 'slug',
    what: 'One tracked portfolio',
    data: 'GetTrackerData',
  },
];

const provenance: Record<string, Json> = {
  source: { type: 'string', description: 'As meta.source of the endpoint' },
  license: { type: 'string', description: 'Of the compilation' },
  source_license: {
    type: 'string',
    description: 'Of the filings, where they are works of the U.S. government',
  },
  total: { type: 'integer', description: 'Present where the entity has more rows than are given' },
  truncated: { type: 'boolean', description: 'Present and true where fewer rows are given than there are' },
  as_of: { type: 'string', format: 'date-time', description: 'When this content came to be, ISO 8601 UTC' },
  terms: { type: 'string' },
};
const required = ['source', 'license', 'as_of', 'terms'];

/** The folders whose tool is here. */
export function exportPaths(tools: readonly Tool[]): Record<string, Json> {
  const present = FOLDERS.filter(({ tool }) => tools.some((one) => one.path === tool));
  return Object.fromEntries(
    present.flatMap(({ folder, name, what, data }) => {
      const file = {
        type: 'object',
        required: [...required, 'data'],
        properties: { ...provenance, data: ref('schemas', data) },
      };
      const parameter = {
        name,
        in: 'path',
        required: true,
        description: `Listed in /data/${folder}/index.json`,
        schema: { type: 'string' },
      };
      return [
        [
          `/data/${folder}/{${name}}.json`,
          { get: operation(`export_${folder}`, `${what}, as a static file`, file, [parameter]) },
        ],
        [
          `/data/${folder}/index.json`,
          { get: operation(`list_${folder}_exports`, `Every file of /data/${folder}`, LIST, []) },
        ],
      ];
    }),
  );
}

const LIST: Json = {
  type: 'object',
  required: [...required, 'files'],
  properties: {
    ...provenance,
    files: {
      type: 'array',
      items: {
        type: 'object',
        required: ['name', 'bytes', 'sha256', 'as_of'],
        properties: {
          name: { type: 'string' },
          bytes: { type: 'integer', description: 'Size of the file, unpacked' },
          sha256: { type: 'string', description: 'Of the unpacked bytes, hexadecimal' },
          as_of: {
            type: 'string',
            format: 'date-time',
            description: 'When this content came to be, ISO 8601 UTC',
          },
        },
      },
    },
  },
};

function operation(operationId: string, summary: string, schema: Json, parameters: Json[]): Json {
  return {
    operationId,
    summary,
    tags: ['exports'],
    security: [],
    parameters,
    responses: {
      200: {
        description: 'The file',
        headers: { ETag: ref('headers', 'ETag') },
        content: { 'application/json': { schema } },
      },
      304: ref('responses', 'not_modified'),
      404: ref('responses', 'not_found'),
      503: ref('responses', 'not_ready'),
    },
  };
}
