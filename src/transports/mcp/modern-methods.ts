/**
 * The methods of revision 2026-07-28 of the protocol, without state and without a session. The SDK (version 1) does not know
 * this revision; what it leaves to do is a table of methods (docs/adr/0017).
 */

import { notFound } from '../../../tools/contract/errors.js';
import { INSIDER_SLUG_MAX, SEARCH_QUERY_LENGTH } from '../../../tools/contract/rules.js';
import type { Tool, ToolSet } from '../../../tools/contract/tool.js';
import type { RequestContext } from '../../pipeline/callers.js';
import { freshSeconds } from '../../pipeline/data-version.js';
import { type EncodedResponse, identityBody } from '../../pipeline/encoded-response.js';
import type { RequestPipeline } from '../../pipeline/pipeline.js';
import { skillDocument } from '../../publish/documents.js';
import { outputSchema } from '../../publish/schema.js';
import { instructionsFor } from './instructions.js';
import { listedTool } from './listed-tool.js';
import { isObject } from './modern-request.js';
import { listedPrompt, PROMPTS } from './prompts.js';
import {
  INTERNAL_ERROR,
  INVALID_PARAMS,
  METHOD_NOT_FOUND,
  MODERN_VERSIONS,
  type ProtocolFault,
} from './reply.js';
import {
  callForResource,
  completion,
  fittingIds,
  idOf,
  kindOfTemplate,
  type ListedRow,
  listedTemplates,
  type PathCall,
  type ResourceKind,
  SKILL_RESOURCE,
  SKILL_URI,
  TEMPLATES,
} from './resources.js';
import { listedInPair, pairOutputSchema } from './search-pair.js';

export type Params = Record<string, unknown>;

/** What a method gives: a result, or why there is none. */
export type Outcome =
  | { result: object; headers?: readonly string[] }
  | { fault: ProtocolFault; headers?: readonly string[] };

type Method = (params: Params, context: RequestContext) => Outcome | Promise<Outcome>;

const CAPABILITIES = { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {} };
/** Characters of an argument of a prompt: as many as the longest slug. */
const VALUE_MAX = INSIDER_SLUG_MAX;

/** All methods but tools/call. */
export class ModernMethods {
  private readonly methods: Readonly<Record<string, Method>> = {
    'server/discover': (_params, context) =>
      this.cacheable(context, {
        supportedVersions: MODERN_VERSIONS,
        capabilities: CAPABILITIES,
        instructions: instructionsFor(this.toolSet, this.pipeline),
      }),
    'tools/list': (params, context) => this.list(params, context, { tools: this.listedTools() }),
    'prompts/list': (params, context) => this.list(params, context, { prompts: PROMPTS.map(listedPrompt) }),
    'prompts/get': getPrompt,
    'resources/list': (params, context) => this.list(params, context, { resources: [SKILL_RESOURCE] }),
    'resources/templates/list': (params, context) =>
      this.list(params, context, { resourceTemplates: listedTemplates() }),
    'resources/read': (params, context) => this.readResource(params, context),
    'completion/complete': (params, context) => this.complete(params, context),
  };
  private listed: object[] | null = null;
  private skill: string | null = null;

  constructor(
    private readonly pipeline: RequestPipeline,
    private readonly tools: ReadonlyMap<string, Tool>,
    /** Whether only search and fetch are offered, in their own form. */
    private readonly toolSet: ToolSet = 'nine',
  ) {}

  /**
   * Whether an answer to the request counts against the hourly limit, as a call of a tool does. Any other answer
   * counts as a message of the protocol: nothing else would limit it.
   */
  isCountedAsTool(method: string, params: Params): boolean {
    if (method === 'completion/complete') return isSought(completedText(params));
    return method === 'resources/read' && typeof params.uri === 'string' && params.uri !== SKILL_URI;
  }

  async answer(method: string, params: Params, context: RequestContext): Promise<Outcome> {
    const run = Object.hasOwn(this.methods, method) ? this.methods[method] : undefined;
    if (run !== undefined) return run(params, context);
    const message = `Method not found: ${method.slice(0, 100)}.`;
    return { fault: { code: METHOD_NOT_FOUND, message, status: 404 } };
  }

  /** The tools as tools/list shows them, in an order that never changes. */
  private listedTools(): object[] {
    this.listed ??= [...this.tools].map(([name, tool]) =>
      this.toolSet === 'pair'
        ? { ...listedInPair(name, tool), outputSchema: pairOutputSchema(name) }
        : { ...listedTool(name, tool), outputSchema: outputSchema(tool) },
    );
    return this.listed;
  }

  /** A list that is never continued, so that no cursor can be valid. */
  private list({ cursor }: Params, context: RequestContext, result: object): Outcome {
    if (cursor !== undefined && cursor !== null)
      return invalid('cursor is not valid: the list is complete without one.');
    return this.cacheable(context, result);
  }

  /** `result` with the time for which it stays the same, for every caller. */
  private cacheable({ version }: RequestContext, result: object): { result: object } {
    return { result: { ...result, ttlMs: freshSeconds(version) * 1000, cacheScope: 'public' } };
  }

  private async readResource({ uri }: Params, context: RequestContext): Promise<Outcome> {
    if (typeof uri !== 'string') return invalid('uri must be a string, the address of a resource.');
    if (uri === SKILL_URI) {
      this.skill ??= skillDocument(this.pipeline);
      return this.cacheable(context, {
        contents: [{ uri, mimeType: SKILL_RESOURCE.mimeType, text: this.skill }],
      });
    }
    const call = callForResource(uri);
    const answer =
      call === null
        ? await this.pipeline.errorResponse(unknownResource(), context)
        : await this.callPath(call, context);
    const { headers } = answer;
    if (answer.message !== null) return { fault: failureOf(answer, { uri: uri.slice(0, 1000) }), headers };
    const text = identityBody(answer).toString();
    return {
      ...this.cacheable(context, { contents: [{ uri, mimeType: 'application/json', text }] }),
      headers,
    };
  }

  private async complete(params: Params, context: RequestContext): Promise<Outcome> {
    const completed = completedText(params);
    if (completed === null) return invalid(COMPLETION_RULE);
    if (!isSought(completed)) return { result: completion([], 0) };
    const { kind, text } = completed;
    const { ids: callFor, isSearched } = TEMPLATES[kind];
    const answer = await this.callPath(callFor(text), context);
    const { headers } = answer;
    if (answer.message !== null) return { fault: failureOf(answer), headers };
    // The answer of a list, or of a search.
    const { data, meta } = JSON.parse(identityBody(answer).toString()) as {
      data: ListedRow[];
      meta: { total?: number };
    };
    // A search finds more than the id shows.
    const ids = isSearched ? data.map(idOf) : fittingIds(data, text);
    const total = isSearched ? (meta.total ?? ids.length) : ids.length;
    return { result: completion(ids, total), headers };
  }

  private callPath({ path, given }: PathCall, context: RequestContext): Promise<EncodedResponse> {
    const tool = this.pipeline.tools.find((one) => one.path === path);
    return tool === undefined
      ? this.pipeline.errorResponse(unknownResource(), context)
      : this.pipeline.call(tool, given, context);
  }
}

const COMPLETION_RULE =
  'ref must be { "type": "ref/resource", "uri": one of the templates } or { "type": "ref/prompt", "name": a prompt }, and argument { "name": one that it has, "value": a text }.';

interface CompletedText {
  kind: ResourceKind;
  text: string;
}

/** The text to be completed, and what it names; null when the request does not say it. */
function completedText({ ref, argument }: Params): CompletedText | null {
  const kind = completedKind(ref, argument);
  // `completedKind` gives a kind only for an argument with a text.
  return kind === null ? null : { kind, text: ((argument as Params).value as string).trim() };
}

/** Whether a tool answers: for other texts nothing is found. */
function isSought(completed: CompletedText | null): completed is CompletedText {
  if (completed === null) return false;
  const { length } = completed.text;
  return (
    !TEMPLATES[completed.kind].isSearched ||
    (length >= SEARCH_QUERY_LENGTH.min && length <= SEARCH_QUERY_LENGTH.max)
  );
}

/** What the value to be completed names; null when the request does not say it. */
function completedKind(ref: unknown, argument: unknown): ResourceKind | null {
  if (!isObject(ref) || !isObject(argument) || typeof argument.value !== 'string') return null;
  if (ref.type === 'ref/resource' && typeof ref.uri === 'string')
    return argument.name === 'id' ? (kindOfTemplate(ref.uri) ?? null) : null;
  if (ref.type !== 'ref/prompt') return null;
  const known = PROMPTS.find(({ name }) => name === ref.name)?.argument;
  return known?.name === argument.name ? (known?.kind ?? null) : null;
}

function getPrompt({ name, arguments: given }: Params): Outcome {
  const prompt = PROMPTS.find((one) => one.name === name);
  if (prompt === undefined)
    return invalid(`Unknown prompt. The prompts are ${PROMPTS.map((one) => one.name).join(', ')}.`);
  const { description, argument } = prompt;
  const value = argument === null || !isObject(given) ? undefined : given[argument.name];
  if (argument !== null && (typeof value !== 'string' || value.trim() === '' || value.length > VALUE_MAX))
    return invalid(
      `${argument.name} must be a text of 1 to ${VALUE_MAX} characters: ${argument.description}.`,
    );
  const text = prompt.text(typeof value === 'string' ? value.trim() : '');
  return { result: { description, messages: [{ role: 'user', content: { type: 'text', text } }] } };
}

function invalid(message: string): { fault: ProtocolFault } {
  return { fault: { code: INVALID_PARAMS, message, status: 200 } };
}

function unknownResource(): Error {
  return notFound(`Resource not found. There are ${SKILL_URI} and what resources/templates/list shows.`);
}

/**
 * The failure of a tool as an error of the protocol. A mistake of the caller is -32602; any other has its HTTP status as
 * code, because the protocol leaves numbers outside its own range to the service.
 */
function failureOf({ status, message }: EncodedResponse, data?: object): ProtocolFault {
  const said = { message: message ?? '', ...(data === undefined ? {} : { data }) };
  if (status === 400 || status === 404) return { ...said, code: INVALID_PARAMS, status: 200 };
  return { ...said, code: status === 500 ? INTERNAL_ERROR : status, status };
}
