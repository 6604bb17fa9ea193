/** What a tool is: its name, the schemas of its arguments and its answer, and the function that answers. */

import type { z } from 'zod/v3';
import { AS_OF, asOfParameter } from './parameters.js';
import type { ListPlace } from './place.js';
import type { SourceId } from './reads/sources.js';
import type { Reads } from './reads.js';
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
  /** The current time of the answer: windows and default dates follow it. With a cursor the moment that it is frozen at. */
  now: Date;
  /**
   * A moment of the same day, at or before `now`, that is the same for every answer from one state of the data: a list that
   * can be continued has what was known then.
   */
  asOf?: Date;
  /** With a cursor: give the rows behind this place. */
  after?: ListPlace | undefined;
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

/** A list with the names of its fields once: `format=table`. */
export interface RowTable {
  columns: string[];
  /** The values of each row, in the order of `columns`; null for a field that a row does not have. */
  rows: unknown[][];
}

/** Data of type `D`, of which lists and members may be serialised. */
type Serializable<D> =
  D extends Array<infer R>
    ? D | SerializedRows<R> | RowTable
    : D extends object
      ? { [Name in keyof D]: D[Name] | SerializedJson<D[Name]> | SerializedRowsOf<D[Name]> }
      : D;
type SerializedRowsOf<D> = D extends Array<infer R> ? SerializedRows<R> | RowTable : never;

/** How many rows an answer has, and how many match. */
export interface GivenRows {
  given: number;
  total: number;
  /**
   * For a list with a cursor: the place of the last row if more follow, else null. Left out where there is no cursor: then
   * more follow if fewer are given than match.
   */
  next?: ListPlace | null;
  /** How many rows that match are left out because they cannot be read; `total` counts them. Becomes `meta.unreadable`. */
  unreadable?: number;
  /** For groups: what was filed before this moment matches and is not added up. Becomes `meta.groupedSince`. */
  groupedSince?: string | null;
  /** For amounts of several currencies: the one that the rows have because no other was given. Becomes `meta.onlyCurrency`. */
  onlyCurrency?: string | null;
  /** For a log: where a later call continues. Becomes `meta.resume`. */
  resume?: string;
  /** For a log: sources that it does not have for the whole time, and from when it has them. Becomes `meta.recordedSince`. */
  recordedSince?: Readonly<Record<string, string | null>>;
}

/** The result of a tool. The request pipeline wraps it in the envelope. */
export interface ToolAnswer<D> {
  data: Serializable<D>;
  count: number;
  /** For a list, or the list inside a record: how many rows the answer has, and how many match. */
  rows?: GivenRows | undefined;
  /** A list from several sources names all of them. */
  source: SourceId | readonly SourceId[];
  /** When the source was last read with success: becomes `meta.fetchedAt`. */
  fetchedAt: string;
  /** Path of the matching page, for `meta.attribution.page`; null when the answer carries no attribution. */
  page: string | null;
  /** True when `meta.sourceLicense` (a U.S. government work) applies. */
  governmentWork: boolean;
}

/** `when` completes "With …". */
interface OtherData {
  schema: z.ZodObject<z.ZodRawShape>;
  when: string;
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
  /** The row of a list that takes the place of the plain one when the caller groups rows. */
  groupRow?: z.ZodObject<z.ZodRawShape>;
  /** The row that takes its place when the caller chooses forms. */
  formsRow?: z.ZodObject<z.ZodRawShape>;
  /** The data of another form than `output`, and the arguments with which it is given. */
  otherData?: OtherData;
  /** True for a tool beyond the nine of the contract: over MCP it is offered only with the tool set `all`. */
  isWider?: true;
  /** True for a tool whose data has no earlier state: it takes no `as_of`. */
  isPresentOnly?: true;
  /** Names that this tool takes for its own parameters, beside those of misnomers.ts. */
  otherNames?: Readonly<Record<string, string>>;
  /** Questions that make what many others need: they are answered for each state of the data before it is served. */
  prepared?: (now: Date) => ReadonlyArray<z.input<z.ZodObject<I>>>;
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
  groupRow?: z.ZodObject<z.ZodRawShape>;
  formsRow?: z.ZodObject<z.ZodRawShape>;
  otherData?: OtherData;
  isWider?: true;
  otherNames?: Readonly<Record<string, string>>;
  prepared?: (now: Date) => ReadonlyArray<Record<string, unknown>>;
  annotations: ToolAnnotations;
  run(input: Record<string, unknown>, context: ToolContext): Promise<ToolAnswer<unknown>>;
}

/** Which tools are offered over MCP: the nine of the contract, all, or only search and fetch. REST always has all. */
export type ToolSet = 'nine' | 'all' | 'pair';
const PAIR: ReadonlyArray<string | null> = ['search', 'fetch'];

/** The tools that MCP offers, by name, in the order of `tools`. */
export function agentTools(tools: readonly Tool[], set: ToolSet): Map<string, Tool> {
  return new Map(
    tools.flatMap((tool) =>
      tool.mcp === null ||
      (tool.isWider === true && set === 'nine') ||
      (set === 'pair' && !PAIR.includes(tool.mcp))
        ? []
        : [[tool.mcp, tool]],
    ),
  );
}

/** A tool that keeps the types of its arguments and of its answer, for code that calls one particular tool. */
interface TypedTool<I extends z.ZodRawShape, O extends z.ZodTypeAny> extends Tool {
  input: z.ZodObject<I>;
  output: O;
}

/**
 * Makes a tool from its definition and adds what no tool can omit: the safety annotations, and `as_of`, which the pipeline
 * reads and no tool sees.
 */
export function defineTool<I extends z.ZodRawShape, O extends z.ZodTypeAny>(
  definition: ToolDefinition<I, O>,
): TypedTool<I, O> {
  // The pipeline parses the arguments with `input` before it calls `run`.
  return {
    ...definition,
    input:
      definition.isPresentOnly === true
        ? definition.input
        : definition.input.extend({ [AS_OF]: asOfParameter() }),
    annotations: {
      title: definition.title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  } as unknown as TypedTool<I, O>;
}
