/** Serves the OpenAPI description. It is not counted; in sample mode it carries answers of the sample as examples. */

import express, { type Router } from 'express';
import { ApiError } from '../../../tools/contract/errors.js';
import type { Tool } from '../../../tools/contract/tool.js';
import type { HourlyLimits } from '../../pipeline/callers.js';
import type { DataVersion } from '../../pipeline/data-version.js';
import { encodeText, JSON_TYPE } from '../../pipeline/encoded-response.js';
import type { RequestPipeline } from '../../pipeline/pipeline.js';
import { ResponseCache } from '../../pipeline/response-cache.js';
import { type Example, openApi } from '../../publish/openapi/openapi.js';
import { respond } from './respond.js';

export interface OpenApiRouteOptions {
  pipeline: RequestPipeline;
  dataVersion: () => DataVersion;
  baseUrl: string;
  sample: boolean;
  rateLimits: HourlyLimits;
}

const PATH = '/v1/openapi.json';
/** Room for the one description in all its codings. */
const CACHE_BYTES = 2 * 1024 * 1024;
const HEADERS = ['Cache-Control', 'public, max-age=3600'];
/** Rows of a list that an example shows. */
const SHOWN = 2;

export function openApiRoute(options: OpenApiRouteOptions): Router {
  const { dataVersion } = options;
  const router = express.Router({ caseSensitive: true, strict: false });
  const cache = new ResponseCache({ bytes: CACHE_BYTES, concurrency: 1, dataVersion });
  router.get(PATH, async (request, response) => {
    const description = await cache.getOrCompute(PATH, [], () => describe(options));
    respond(request, response, { ...description.response, headers: HEADERS });
  });
  return router;
}

async function describe({ pipeline, baseUrl, sample, rateLimits }: OpenApiRouteOptions) {
  const examples = sample ? await sampleExamples(pipeline) : new Map<string, Example>();
  const description = openApi({ tools: pipeline.tools, baseUrl, sample, rateLimits, examples });
  return encodeText(JSON.stringify(description), JSON_TYPE);
}

/** One answer of every tool over the sample; a tool that the sample cannot answer has none. */
async function sampleExamples(pipeline: RequestPipeline): Promise<Map<string, Example>> {
  const examples = new Map<string, Example>();
  const callTool = async (path: string, given: Record<string, unknown>): Promise<unknown> => {
    const tool = pipeline.tools.find((one) => one.path === path);
    if (tool === undefined) return null;
    try {
      const envelope = await pipeline.answer(tool, given);
      examples.set(path, { given, envelope: shortened(envelope) });
      return envelope.data;
    } catch (error) {
      if (error instanceof ApiError) return null;
      throw error;
    }
  };
  // `data` has the shape of the output schema of its tool.
  const catalog = (await callTool('/v1/catalog', {})) as {
    trackers: Named[];
    congressMembers: Named[];
  } | null;
  // A row of this tool has an id and names its owner.
  const [filing] = ((await callTool('/v1/filings', { limit: SHOWN })) ?? []) as Array<{
    filingId: string;
    ownerName: string;
    cik: string;
  }>;
  const q = (filing?.ownerName ?? 'a').slice(0, 64);
  // A row of this tool has a slug.
  const [hit] = ((await callTool('/v1/insiders', { q, limit: SHOWN })) ?? []) as Named[];
  // Rows of these tools name a manager and a security.
  const [manager] = ((await callTool('/v1/managers', { limit: SHOWN })) ?? []) as Array<{ cik: string }>;
  const [held] = ((await callTool('/v1/holders', { limit: SHOWN })) ?? []) as Array<{ cusip: string }>;
  const paths = new Set(['/v1/catalog', '/v1/filings', '/v1/insiders', '/v1/managers', '/v1/holders']);
  const named: Record<string, unknown> = {
    q,
    id: hit?.slug,
    member: catalog?.congressMembers[0]?.slug,
    slug: catalog?.trackers[0]?.slug,
    country: 'se',
    of: 'largest-purchases',
    cik: manager?.cik,
    security: held?.cusip,
    generation: 'latest',
    sql: 'SELECT "table", "rows" FROM dump_tables',
  };
  // What the id of these tools names.
  const ids: Record<string, string | undefined> = {
    '/v1/issuers/{id}': filing?.cik,
    '/v1/filings/{id}/history': filing?.filingId,
    '/v1/sources/{id}': filing?.filingId,
    '/v1/fetch': hit === undefined ? undefined : `insider/${hit.slug}`,
  };
  for (const tool of pipeline.tools)
    if (!paths.has(tool.path))
      await callTool(tool.path, givenFor(tool, { ...named, id: ids[tool.path] ?? named.id }));
  return examples;
}

interface Named {
  slug: string;
}

function givenFor(tool: Tool, named: Record<string, unknown>): Record<string, unknown> {
  // Filters may exclude each other.
  const known = Object.entries(tool.input.shape).flatMap(([name, schema]) =>
    named[name] === undefined || schema.isOptional() ? [] : [name],
  );
  return {
    ...Object.fromEntries(known.map((name) => [name, named[name]])),
    // The usual form of such a tool has no rows to limit.
    ...('limit' in tool.input.shape && tool.otherData === undefined ? { limit: SHOWN } : {}),
  };
}

/** Every list is cut to its first rows. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, SHOWN).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)]));
}
