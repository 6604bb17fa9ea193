/** The static exports in the OpenAPI description. */

import type { Tool } from '../../../tools/contract/tool.js';
import { type ExportFolder, exportTool } from '../exports.js';
import { type Json, ref } from './components.js';

/** By folder: the parameter in the path, the content of a file, and the schema of its data. */
const FOLDERS: Record<ExportFolder, [parameter: string, holds: string, schema: string]> = {
  insiders: ['slug', 'One insider', 'GetInsiderContent'],
  tickers: ['ticker', 'Open-market rows of one issuer', 'GetLatestFilingsContent'],
  congress: ['member', 'One member of Congress', 'GetCongressMemberContent'],
  trackers: ['slug', 'One tracked portfolio', 'GetTrackerContent'],
};

const object = (required: string[], properties: Json): Json => ({ type: 'object', required, properties });

const MOMENT = {
  type: 'string',
  format: 'date-time',
  description: 'When this content was made, ISO 8601 UTC',
};
const provenance: Record<string, Json> = {
  source: { type: 'string', description: 'As meta.source of the endpoint' },
  license: { type: 'string', description: 'The licence of the compilation' },
  source_license: {
    type: 'string',
    description: 'The licence of the filings, if they are works of the U.S. government',
  },
  total: { type: 'integer', description: 'Present if the entity has more rows than are given' },
  truncated: { type: 'boolean', description: 'Present and true if fewer rows are given than there are' },
  as_of: MOMENT,
  terms: { type: 'string' },
};
const required = ['source', 'license', 'as_of', 'terms'];

/** The folders of these tools. */
export function exportPaths(tools: readonly Tool[]): Record<string, Json> {
  const paths: Record<string, Json> = {};
  for (const [folder, [name, holds, schema]] of Object.entries(FOLDERS)) {
    // `Object.entries` loses the type of the keys.
    if (exportTool(tools, folder as ExportFolder) === undefined) continue;
    const file = object([...required, 'data'], { ...provenance, data: ref('schemas', schema) });
    const parameter = {
      name,
      in: 'path',
      required: true,
      description: `Listed in /data/${folder}/index.json`,
      schema: { type: 'string' },
    };
    paths[`/data/${folder}/{${name}}.json`] = {
      get: operation(`export_${folder}`, `${holds}, as a static file`, file, [parameter]),
    };
    paths[`/data/${folder}/index.json`] = {
      get: operation(`list_${folder}_exports`, `Every file of /data/${folder}`, LIST, []),
    };
  }
  return paths;
}

const LIST = object([...required, 'files'], {
  ...provenance,
  files: {
    type: 'array',
    items: object(['name', 'url', 'as_of'], {
      name: { type: 'string' },
      url: { type: 'string', format: 'uri', description: 'Address of the file' },
      as_of: MOMENT,
    }),
  },
});

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
