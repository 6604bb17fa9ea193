/** Feeds, files, watchlists and webhooks in the OpenAPI description. */

import { CHANGE_EVENTS, CHANGE_TYPES } from '../../../tools/contract/shapes/change.js';
import type { Tool } from '../../../tools/contract/tool.js';
import { type ListedPage, listedPages } from '../feeds/listed-pages.js';
import { FORM_ENDS, FORM_TYPES, formParameters, formsOf } from '../feeds/page-list.js';
import { parameterSchema } from '../schema.js';
import { type Json, ref } from './components.js';

/** The lists of these tools in their other forms: one path for each page, whose end is a parameter. */
export function listFormPaths(tools: readonly Tool[]): Record<string, Json> {
  return Object.fromEntries(
    listedPages(tools).map((page) => [`${page.path}.{form}`, { get: listOperation(page) }]),
  );
}

function listOperation(page: ListedPage): Json {
  const { list, path } = page;
  const forms = formsOf(page);
  const { properties } = parameterSchema(list.tool);
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const parameter = (name: string, place: 'path' | 'query', more: Json) => ({
    name,
    in: place,
    ...(place === 'path' ? { required: true } : {}),
    ...more,
  });
  return {
    // The last word has no number: makers of clients number the names that clash.
    operationId: `${path.replace(/[{}]/g, '').split('/').filter(Boolean).join('_').replaceAll('-', '_')}_rows`,
    summary: `The rows of the page ${path} as a feed or as CSV`,
    description: 'The header Link with rel="next" has the address of the rows that follow.',
    tags: ['follow'],
    security: [],
    parameters: [
      parameter('form', 'path', {
        description: 'Atom, JSON Feed 1.1 or CSV',
        schema: { type: 'string', enum: forms.map((form) => FORM_ENDS[form].slice(1)) },
      }),
      ...named.map((name = '') => parameter(name, 'path', { schema: { type: 'string' } })),
      ...formParameters(list, 'csv').map((name) => {
        const { description = 'As on the page', ...schema } = properties[name] ?? { type: 'string' };
        return parameter(name, 'query', { description, schema });
      }),
    ],
    responses: {
      200: {
        description: 'The rows',
        headers: { ETag: ref('headers', 'ETag') },
        content: Object.fromEntries(
          forms.map((form) => [FORM_TYPES[form].split(';')[0], { schema: { type: 'string' } }]),
        ),
      },
      304: ref('responses', 'not_modified'),
      400: ref('responses', 'invalid_parameter'),
      404: ref('responses', 'not_found'),
      503: ref('responses', 'not_ready'),
    },
  };
}

const text = (description: string): Json => ({ type: 'string', description });
const list = (items: Json, description: string): Json => ({ type: 'array', items, description });
const object = (required: string[], properties: Json): Json => ({ type: 'object', required, properties });
const MOMENT = { type: 'string', format: 'date-time' };

const FILTERS: Json = object([], {
  tickers: list({ type: 'string' }, 'Symbols, at most 100'),
  insiders: list({ type: 'string' }, 'Slugs, at most 20'),
  members: list({ type: 'string' }, 'Slugs, at most 20'),
  trackers: list({ type: 'string' }, 'Slugs, at most 20'),
  isins: list({ type: 'string' }, 'At most 20'),
  types: list({ type: 'string', enum: [...CHANGE_TYPES] }, 'Only these; empty for all'),
  events: list({ type: 'string', enum: [...CHANGE_EVENTS] }, 'Only these; empty for all'),
  min_value: { type: 'number', minimum: 0 },
  currency: text('The currency of min_value'),
});
const WATCHLIST: Json = object(['id', 'name', 'filters', 'createdAt'], {
  id: { type: 'string' },
  name: { type: 'string' },
  filters: FILTERS,
  createdAt: MOMENT,
});
const WEBHOOK: Json = object(
  ['id', 'watchlist', 'url', 'shape', 'createdAt', 'isOn', 'offReason', 'deliveries'],
  {
    id: { type: 'string' },
    watchlist: text('The id of its watchlist'),
    url: { type: 'string', format: 'uri' },
    shape: { type: 'string', enum: ['json', 'slack', 'discord'] },
    createdAt: MOMENT,
    isOn: { type: 'boolean' },
    offReason: { type: ['string', 'null'], description: 'Why it was switched off' },
    deliveries: list(
      { type: 'object' },
      'The last 50, newest first, with their attempts and the last answer',
    ),
    secret: text('Only in the answer to its creation: what its messages are signed with'),
  },
);

/** Watchlists and webhooks. */
export const WATCH_PATHS: Record<string, Json> = {
  '/v1/watchlists': {
    get: watchOperation('list_watchlists', 'The watchlists of the key', {
      data: list(WATCHLIST, 'Oldest first'),
    }),
    post: watchOperation('create_watchlist', 'Create a watchlist', {
      data: WATCHLIST,
      body: object(['name'], { name: { type: 'string' }, filters: FILTERS }),
      status: 201,
    }),
  },
  '/v1/watchlists/{id}': {
    delete: watchOperation('remove_watchlist', 'Remove a watchlist with its webhooks', { hasId: true }),
  },
  '/v1/webhooks': {
    get: watchOperation('list_webhooks', 'The webhooks of the key', { data: list(WEBHOOK, 'Oldest first') }),
    post: watchOperation('create_webhook', 'Create a webhook', {
      data: WEBHOOK,
      body: object(['watchlist', 'url'], {
        watchlist: { type: 'string' },
        url: text('https, to a public address'),
        shape: { type: 'string', enum: ['json', 'slack', 'discord'], default: 'json' },
      }),
      status: 201,
    }),
  },
  '/v1/webhooks/{id}': { delete: watchOperation('remove_webhook', 'Remove a webhook', { hasId: true }) },
  '/v1/webhooks/{id}/test': {
    post: watchOperation('test_webhook', 'Send a test', {
      data: object(['delivery'], { delivery: text('Its id') }),
      status: 201,
      hasId: true,
    }),
  },
  '/v1/webhooks/{id}/resume': {
    post: watchOperation('resume_webhook', 'Switch a webhook on again', { hasId: true }),
  },
};

interface WatchCall {
  /** The schema of `data`; null where it is left out. */
  data?: Json;
  body?: Json;
  status?: 200 | 201;
  hasId?: boolean;
}

function watchOperation(
  operationId: string,
  summary: string,
  { data = { type: 'null' }, body, status = 200, hasId = false }: WatchCall,
): Json {
  const failure = (description: string) => ({
    description,
    content: {
      'application/json': {
        schema: object(['data', 'error'], {
          data: { type: 'null' },
          error: object(['code', 'message'], { code: { type: 'string' }, message: { type: 'string' } }),
        }),
      },
    },
  });
  return {
    operationId,
    summary,
    tags: ['follow'],
    security: [{ key: [] }],
    ...(hasId
      ? { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] }
      : {}),
    ...(body === undefined ? {} : { requestBody: { content: { 'application/json': { schema: body } } } }),
    responses: {
      [status]: {
        description: 'Done',
        content: {
          'application/json': { schema: object(['data', 'error'], { data, error: { type: 'null' } }) },
        },
      },
      400: failure('A field is wrong; the message says which, and what it accepts'),
      401: failure('No valid key'),
      404: failure('The key has none with this id'),
      409: failure('A limit is reached'),
      413: failure('The body is too large'),
      429: {
        ...failure('Too many requests of one address'),
        headers: { 'Retry-After': ref('headers', 'Retry-After') },
      },
      503: failure('Accounts, or webhooks, are not available'),
    },
  };
}
