/** Serves the OpenAPI description. It is not counted; in sample mode it carries answers of the sample as examples. */

import express, { type Router } from 'express';
import type { ApiEnvelope } from '../../tools/contract/envelope.js';
import type { Tool } from '../../tools/contract/tool.js';
import { type Example, openApi } from '../publish/openapi/openapi.js';
import type { Freshness, Gate } from './call.js';
import { plainOf } from './ready.js';
import { SHARED } from './send.js';
import { makeVariants, sendVariants, type Variants } from './send-variants.js';

export interface OpenApiRouteOptions {
  gate: Gate;
  freshness: () => Freshness;
  baseUrl: string;
  sample: boolean;
  rateLimits: { keyless: number | null; withKey: number | null };
}

/** Rows of a list that an example shows. */
const SHOWN = 2;

export function openApiRoute(options: OpenApiRouteOptions): Router {
  const router = express.Router({ caseSensitive: true, strict: false });
  let kept: { generation: number; made: Promise<Variants> } | null = null;
  router.get('/v1/openapi.json', async (request, response) => {
    const { generation } = options.freshness();
    if (kept?.generation !== generation) kept = { generation, made: make(options) };
    const variants = await kept.made;
    for (let index = 0; index < SHARED.length; index += 2)
      response.setHeader(SHARED[index] as string, SHARED[index + 1] as string);
    sendVariants(request, response, variants, { cacheControl: 'public, max-age=3600' });
  });
  return router;
}

async function make({ gate, baseUrl, sample, rateLimits }: OpenApiRouteOptions): Promise<Variants> {
  const examples = sample ? await sampleExamples(gate) : new Map<string, Example>();
  const description = openApi({ tools: gate.tools, baseUrl, sample, rateLimits, examples });
  return makeVariants(JSON.stringify(description), 'application/json; charset=utf-8');
}

/** One answer of every question over the sample; a question that the sample cannot answer has none. */
async function sampleExamples(gate: Gate): Promise<Map<string, Example>> {
  const answers = new Map<string, Example>();
  const ask = async (path: string, given: Record<string, unknown>): Promise<ApiEnvelope['data']> => {
    const tool = gate.tools.find((one) => one.path === path);
    if (tool === undefined) return null;
    const ready = await gate.call(tool, given, { address: null });
    if (ready.status !== 200) return null;
    const envelope = JSON.parse(plainOf(ready).toString()) as ApiEnvelope;
    answers.set(path, { given, envelope: shortened(envelope) });
    return envelope.data;
  };
  const catalog = (await ask('/v1/catalog', {})) as { trackers: Named[]; congressMembers: Named[] } | null;
  const [filing] = ((await ask('/v1/filings', { limit: SHOWN })) ?? []) as Array<{ ownerName: string }>;
  const q = (filing?.ownerName ?? 'a').slice(0, 64);
  const [hit] = ((await ask('/v1/insiders', { q, limit: SHOWN })) ?? []) as Named[];
  const paths = new Set(['/v1/catalog', '/v1/filings', '/v1/insiders']);
  const named: Record<string, unknown> = {
    id: hit?.slug,
    member: catalog?.congressMembers[0]?.slug,
    slug: catalog?.trackers[0]?.slug,
    country: 'se',
  };
  for (const tool of gate.tools) if (!paths.has(tool.path)) await ask(tool.path, givenFor(tool, named));
  return answers;
}

interface Named {
  slug: string;
}

function givenFor(tool: Tool, named: Record<string, unknown>): Record<string, unknown> {
  const known = Object.keys(tool.input.shape).filter((name) => named[name] !== undefined);
  return {
    ...Object.fromEntries(known.map((name) => [name, named[name]])),
    ...('limit' in tool.input.shape ? { limit: SHOWN } : {}),
  };
}

/** Every list is cut to its first rows. */
function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, SHOWN).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)]));
}
