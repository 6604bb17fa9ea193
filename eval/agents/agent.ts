/** Calls the tools of a running service over MCP, in this process, and keeps what each call cost. */

import type { McpHandler } from '../../src/transports/mcp/mcp-handler.js';
import type { Meta } from '../../tools/contract/envelope.js';

type Rows = Array<Record<string, unknown>>;

/** What a tool gave: the parsed envelope. */
export interface Payload<D> {
  meta: Partial<Meta>;
  /** As the description of the tool promises it; what is missing there is a wrong answer. */
  data: D;
  /** The rows of a list or a table, as objects. */
  rows: Rows;
}

export interface Cost {
  calls: number;
  /** Bytes of the texts of all answers. */
  bytes: number;
  /** Names of the tools, in the order of the calls. */
  tools: string[];
  /** Whether an answer said that it has not all rows. */
  saidCut: boolean;
  /** Arguments that a tool did not know, and why a plan ended early. */
  ignored: string[];
  failures: string[];
}

/** As hosts estimate them. */
const BYTES_PER_TOKEN = 4;

/** A caller of tools. Each question has its own. */
export class Agent {
  readonly cost: Cost = { calls: 0, bytes: 0, tools: [], saidCut: false, ignored: [], failures: [] };

  constructor(private readonly mcp: Pick<McpHandler, 'answer'>) {}

  get tokens(): number {
    return Math.round(this.cost.bytes / BYTES_PER_TOKEN);
  }

  /**
   * @param list the member of the data that the rows are in; by default the data itself
   * @throws Error with the sentence of a failure
   */
  async call<D = unknown>(tool: string, given: object = {}, list?: string): Promise<Payload<D>> {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: given } };
    const { head, body } = await this.mcp.answer(JSON.stringify(message), { address: null });
    const reply = JSON.parse(head + (body ?? '').toString()) as ToolReply;
    const text = reply.result?.content?.[0]?.text ?? '';
    this.cost.calls += 1;
    this.cost.bytes += Buffer.byteLength(text);
    this.cost.tools.push(tool);
    if (reply.result === undefined || reply.result.isError === true)
      throw new Error(text || JSON.stringify(reply.error));
    const { meta, data } = JSON.parse(text) as { meta: Meta; data: D };
    if (meta.truncated === true) this.cost.saidCut = true;
    this.cost.ignored.push(...(meta.ignoredParameters ?? []));
    return { meta, data, rows: rowsOf(list === undefined ? data : (data as Record<string, unknown>)[list]) };
  }
}

interface ToolReply {
  result?: { content?: Array<{ text: string }>; isError?: boolean };
  error?: object;
}

/** The rows of a list, of a table (columns once), or of an object with a list named rows. */
function rowsOf(data: unknown): Rows {
  if (Array.isArray(data)) return data;
  const { columns, rows } = (data ?? {}) as { columns?: string[]; rows?: unknown[] };
  if (!Array.isArray(rows)) return [];
  if (!Array.isArray(columns)) return rows as Rows;
  return rows.map((row) => Object.fromEntries(columns.map((name, at) => [name, (row as unknown[])[at]])));
}
