/**
 * The tools search and fetch alone, in the form that some hosts require of a server that they search: `query` in, and as
 * text `{ results }` or the record itself, without the envelope. Everywhere else both answer like all other tools.
 */

import type { Tool } from '../../../tools/contract/tool.js';
import { type EncodedResponse, identityBody } from '../../pipeline/encoded-response.js';
import { listedTool } from './listed-tool.js';

const text = { type: 'string' } as const;
const record = {
  type: 'object',
  required: ['id', 'title', 'url'],
  properties: { id: text, title: text, url: text },
};
const QUERY = {
  type: 'object',
  properties: { query: { type: 'string', description: 'Name or part of it, symbol, CIK, ISIN or CUSIP' } },
  required: ['query'],
};

/** A tool of the pair as tools/list shows it; `outputSchema` is for the revision that has one. */
export function listedInPair(name: string, tool: Tool) {
  const listed = listedTool(name, tool);
  if (name !== 'search') return listed;
  return { ...listed, inputSchema: QUERY };
}

export function pairOutputSchema(name: string): object {
  if (name === 'search')
    return {
      type: 'object',
      required: ['results', 'meta'],
      properties: { results: { type: 'array', items: record }, meta: { type: 'object' } },
    };
  return {
    ...record,
    required: [...record.required, 'text', 'metadata'],
    properties: { ...record.properties, text, metadata: { type: 'object' } },
  };
}

/** How rows are written is fixed in the pair: a table, or fewer fields, has no results. */
export function pairArguments(given: Record<string, unknown>): Record<string, unknown> {
  const isOther = ([name]: [string, unknown]) =>
    !/^(?:fields|view|format)$/i.test(name.replace(/[\s_-]/g, ''));
  return Object.fromEntries(Object.entries(given).filter(isOther));
}

/** An answer in the form of the pair; a failure as everywhere. */
export function pairAnswer(answer: EncodedResponse): EncodedResponse {
  if (answer.message !== null) return answer;
  // The envelope of a success of one of the two tools.
  const { meta, data } = JSON.parse(identityBody(answer).toString()) as {
    meta: object;
    data: object | Array<{ id: string; title: string; url: string }>;
  };
  // `meta` says whether hits are missing, and whether all is invented; of a record `metadata` does.
  const bare = Array.isArray(data)
    ? { results: data.map(({ id, title, url }) => ({ id, title, url })), meta }
    : data;
  return {
    ...answer,
    body: Buffer.from(JSON.stringify(bare)),
    gzip: null,
    br: null,
    etag: null,
    isNew: true,
  };
}
