/** What a tool is: one question, the schema of its arguments, the schema of its answer, and how it is answered. */

import type { z } from 'zod/v3';
import type { Reads, SourceId } from './reads.js';
import type { SerializedRows } from './serialized-rows.js';

/** A row of the list of endpoints, for the catalog and the documents. */
export interface Endpoint {
  method: 'GET' | 'POST';
  path: string;
  purpose: string;
  tool: string | null;
}

/** What a tool is given. It never reads a clock, a file or the network by itself. */
export interface ToolContext {
  reads: Reads;
  /** The moment that the answer stands for: windows and default dates follow it. */
  now: Date;
  /** Without a trailing slash. */
  baseUrl: string;
  endpoints: readonly Endpoint[];
  /** True where all data is invented. */
  sample?: boolean;
  /** True for a caller who writes stored rows out as they are; others get rows. */
  acceptsSerializedRows?: boolean;
  /** Requests in a window; null where the operator lifted the limit. */
  rateLimits: { keyless: number | null; withKey: number | null; windowSeconds: number };
}

/** What a tool gives back; the pipeline wraps it in the envelope. */
export interface ToolAnswer<D> {
  data: D | (D extends Array<infer R> ? SerializedRows<R> : never);
  count: number;
  /** Of a list, or of the list inside: how many rows the answer gives, and how many match. */
  rows?: { given: number; total: number } | undefined;
  source: SourceId;
  /** When the source was last read with success: becomes `meta.fetchedAt`. */
  fetchedAt: string;
  /** Path of the matching page, for `meta.attribution.page`; null where the answer carries no attribution. */
  page: string | null;
  /** True where `meta.sourceLicense` (a U.S. government work) applies. */
  governmentWork: boolean;
}

export interface ToolDefinition<I extends z.ZodRawShape, O extends z.ZodTypeAny> {
  /** The name of the tool in MCP; null where only REST offers it. */
  mcp: string | null;
  title: string;
  /** What an agent reads before it calls. Under 2 KB, because hosts cut there. */
  description: string;
  /** One line for lists of endpoints. */
  purpose: string;
  /** REST path; `{name}` stands for an argument. */
  path: string;
  /** The source that a failure of this tool names in `meta.source`; `catalog` where none is given. */
  source?: SourceId;
  input: z.ZodObject<I>;
  output: O;
  /** Set where an answer can be too long for a host's default cut of a tool result. */
  maxResultSizeChars?: number;
  run(input: z.infer<z.ZodObject<I>>, context: ToolContext): Promise<ToolAnswer<z.infer<O>>>;
}

/** Hints of protocol 2025-03-26: the same for every tool, because nothing here writes. */
export interface ToolAnnotations {
  title: string;
  readOnlyHint: true;
  destructiveHint: false;
  idempotentHint: true;
  openWorldHint: false;
}

/** A tool whose argument types are hidden, so that a list can hold all of them. `D` is what its answers hold. */
export interface Tool<D = unknown> {
  mcp: string | null;
  title: string;
  description: string;
  purpose: string;
  path: string;
  source?: SourceId;
  input: z.ZodObject<z.ZodRawShape>;
  output: z.ZodTypeAny;
  maxResultSizeChars?: number;
  annotations: ToolAnnotations;
  run(input: Record<string, unknown>, context: ToolContext): Promise<ToolAnswer<D>>;
}

/** Makes a tool out of its definition and sets the safety hints, so that none can forget them. */
export function defineTool<I extends z.ZodRawShape, O extends z.ZodTypeAny>(
  definition: ToolDefinition<I, O>,
): Tool<z.infer<O>> {
  return {
    ...definition,
    annotations: {
      title: definition.title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  } as unknown as Tool<z.infer<O>>;
}
