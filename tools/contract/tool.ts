/** What a tool is: its name, the schemas of its arguments and its answer, and the function that answers. */

import type { z } from 'zod/v3';
import type { Reads, SourceId } from './reads.js';
import type { SerializedJson, SerializedRows } from './serialized-rows.js';

/** One row of the endpoint list in the catalog and the documents. */
export interface Endpoint {
  method: 'GET' | 'POST';
  path: string;
  purpose: string;
  tool: string | null;
}

/** Everything that a tool may use. A tool never reads the clock, a file or the network. */
export interface ToolContext {
  reads: Reads;
  /** The current time of the answer: windows and default dates follow it. */
  now: Date;
  /** Without a trailing slash. */
  baseUrl: string;
  endpoints: readonly Endpoint[];
  /** True where all data is invented. */
  sample?: boolean;
  /** True when the caller can send serialised data unchanged; otherwise the tool returns objects. */
  acceptsSerialized?: boolean;
  /** Requests per window; null when the operator lifted the limit. */
  rateLimits: { keyless: number | null; withKey: number | null; windowSeconds: number };
}

/** Data of type `D`, of which lists and members may be serialised. */
type Serializable<D> =
  D extends Array<infer R>
    ? D | SerializedRows<R>
    : D extends object
      ? { [Name in keyof D]: D[Name] | SerializedJson<D[Name]> | SerializedRowsOf<D[Name]> }
      : D;
type SerializedRowsOf<D> = D extends Array<infer R> ? SerializedRows<R> : never;

/** The result of a tool. The request pipeline wraps it in the envelope. */
export interface ToolAnswer<D> {
  data: Serializable<D>;
  count: number;
  /** For a list, or the list inside a record: how many rows the answer has, and how many match. */
  rows?: { given: number; total: number } | undefined;
  source: SourceId;
  /** When the source was last read with success: becomes `meta.fetchedAt`. */
  fetchedAt: string;
  /** Path of the matching page, for `meta.attribution.page`; null when the answer carries no attribution. */
  page: string | null;
  /** True when `meta.sourceLicense` (a U.S. government work) applies. */
  governmentWork: boolean;
}

interface ToolDefinition<I extends z.ZodRawShape, O extends z.ZodTypeAny> {
  /** The name of the tool in MCP; null for an endpoint that only REST has. */
  mcp: string | null;
  title: string;
  /** The text that an agent reads before a call. Under 2 KB, because hosts cut longer ones. */
  description: string;
  /** One line for lists of endpoints. */
  purpose: string;
  /** REST path; `{name}` stands for an argument. */
  path: string;
  /** The source that an error of this tool names in `meta.source`; default `catalog`. */
  source?: SourceId;
  input: z.ZodObject<I>;
  output: O;
  /** True for a tool beyond the nine of the contract: over MCP it is offered only with the tool set `all`. */
  isWider?: true;
  run(input: z.infer<z.ZodObject<I>>, context: ToolContext): Promise<ToolAnswer<z.infer<O>>>;
}

/** Annotations of protocol 2025-03-26. They are the same for every tool, because no tool writes. */
interface ToolAnnotations {
  title: string;
  readOnlyHint: true;
  destructiveHint: false;
  idempotentHint: true;
  openWorldHint: false;
}

/** A tool without its argument types, so that one list can hold all tools. */
export interface Tool {
  mcp: string | null;
  title: string;
  description: string;
  purpose: string;
  path: string;
  source?: SourceId;
  input: z.ZodObject<z.ZodRawShape>;
  output: z.ZodTypeAny;
  isWider?: true;
  annotations: ToolAnnotations;
  run(input: Record<string, unknown>, context: ToolContext): Promise<ToolAnswer<unknown>>;
}

/** Which tools are offered over MCP: the nine of the contract, or all. REST always has all. */
export type ToolSet = 'nine' | 'all';

/** The tools that MCP offers, by name, in the order of `tools`. */
export function agentTools(tools: readonly Tool[], set: ToolSet): Map<string, Tool> {
  return new Map(
    tools.flatMap((tool) =>
      tool.mcp === null || (tool.isWider === true && set === 'nine') ? [] : [[tool.mcp, tool]],
    ),
  );
}

/** A tool that keeps the types of its arguments and of its answer, for code that calls one particular tool. */
interface TypedTool<I extends z.ZodRawShape, O extends z.ZodTypeAny> extends Tool {
  input: z.ZodObject<I>;
  output: O;
}

/** Makes a tool from its definition and adds the safety annotations, so that no tool can omit them. */
export function defineTool<I extends z.ZodRawShape, O extends z.ZodTypeAny>(
  definition: ToolDefinition<I, O>,
): TypedTool<I, O> {
  // The pipeline parses the arguments with `input` before it calls `run`.
  return {
    ...definition,
    annotations: {
      title: definition.title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  } as unknown as TypedTool<I, O>;
}
