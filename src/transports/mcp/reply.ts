/** What a caller of the agent protocol receives: JSON-RPC around a result, an error, or the answer of a tool, as bytes. */

import { LRUCache } from 'lru-cache';
import { MCP_MODERN_VERSION, SERVICE_NAME, SERVICE_VERSION } from '../../../tools/contract/rules.js';
import { type EncodedResponse, identityBody, SENT_AS_TEXT_MAX } from '../../pipeline/encoded-response.js';
import { idJson, type MessageId } from './message.js';

/** What the client receives: `body` is null when the message expects no answer. */
export interface Reply {
  status: number;
  /** The bytes before `body`, as a text in which each character stands for one byte: what is the caller's own. */
  head: string;
  /** Bytes, or a short text of the same kind as `head`. */
  body: Buffer | string | null;
  /** Names and values, flat: the headers for this caller. */
  headers: readonly string[];
  /** Messages that follow until the client or the service ends them, in place of `body`. */
  listen?: ListenStream;
}

/** A stream of messages, which begins when it is started. */
export interface ListenStream {
  /** @returns what to call when the client is gone */
  start(write: (message: string) => void, end: () => void): () => void;
}

/** An error of the protocol itself. */
export interface ProtocolFault {
  code: number;
  message: string;
  /** Status over HTTP. */
  status: number;
  data?: object;
}

export const PARSE_ERROR = -32700;
export const INVALID_REQUEST = -32600;
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
/** In the range that JSON-RPC leaves to servers. */
export const TOO_MANY = -32000;
export const UNCACHED: readonly string[] = ['Cache-Control', 'no-store'];

export const SERVER_INFO = {
  'io.modelcontextprotocol/serverInfo': { name: SERVICE_NAME, version: SERVICE_VERSION },
};
/** The end of every result of revision 2026-07-28, which names its server. */
const MODERN_END = `"_meta":${JSON.stringify(SERVER_INFO)}}}`;

/** An error of the protocol: unreadable input, a batch, or something that is not a message. */
export function protocolError(id: MessageId, code: number, message: string, status: number): Reply {
  return faultReply(id, { code, message, status });
}

export function faultReply(id: MessageId, { code, message, status, data }: ProtocolFault): Reply {
  const body = envelope(id, `"error":${JSON.stringify({ code, message, data })}`);
  return { status, head: '', body, headers: UNCACHED };
}

/** A result of revision 2026-07-28. */
export function modernReply(id: MessageId, result: object, headers: readonly string[] = UNCACHED): Reply {
  const outcome = JSON.stringify({ resultType: 'complete', ...result }).slice(0, -1);
  const body = Buffer.from(`{"jsonrpc":"2.0","id":${idJson(id)},"result":${outcome},${MODERN_END}`);
  return { status: 200, head: '', body, headers };
}

export function envelope(id: MessageId, outcome: string): Buffer {
  return Buffer.from(`{"jsonrpc":"2.0","id":${idJson(id)},${outcome}}`);
}

/** The text of a tool result that is an error. */
export function sentence({ status, message }: EncodedResponse): string {
  return `${status} ${message}`;
}

/** The reply to a tools/call from an encoded answer: the same bytes that the trip through the SDK gives. */
export function toolReply(id: MessageId, answer: EncodedResponse): Reply {
  const start = `{"jsonrpc":"2.0","id":${idJson(id)},"result":{"content":[{"type":"text","text":`;
  const { headers } = answer;
  if (answer.message !== null) {
    const body = Buffer.from(`${start}${JSON.stringify(sentence(answer))}}],"isError":true}}`);
    return { status: 200, head: '', body, headers };
  }
  return { status: 200, head: headOf(id, start), body: escapedBody(answer), headers };
}

/** The same in revision 2026-07-28: the answer as text and, for a success, as an object too. */
export function modernToolReply(id: MessageId, answer: EncodedResponse): Reply {
  const start = `{"jsonrpc":"2.0","id":${idJson(id)},"result":{"resultType":"complete","content":[{"type":"text","text":`;
  const { headers } = answer;
  if (answer.message !== null) {
    const body = Buffer.from(`${start}${JSON.stringify(sentence(answer))}}],"isError":true,${MODERN_END}`);
    return { status: 200, head: '', body, headers };
  }
  return { status: 200, head: headOf(id, start), body: modernCopyOf(answer), headers };
}

/** Only an id that is a string has characters beyond ASCII. */
function headOf(id: MessageId, start: string): string {
  return typeof id === 'string' ? Buffer.from(start).toString('latin1') : start;
}

/** Bytes that copies of one kind may hold in memory, with the bodies that they are copies of. */
const COPIES_BYTES = 8 * 1024 * 1024;

/** Makes the end of a message from a body. Kept for what is requested again; a short one is a text of bytes. */
function copies(end: (body: string) => string): (answer: EncodedResponse) => Buffer | string {
  const made = new LRUCache<Buffer, Buffer | string>({
    maxSize: COPIES_BYTES,
    sizeCalculation: (copy, body) => copy.length + body.length + 512,
  });
  return (answer) => {
    const body = identityBody(answer);
    let copy = made.get(body);
    if (copy === undefined) {
      const bytes = Buffer.from(end(body.toString()));
      copy = bytes.length > SENT_AS_TEXT_MAX ? bytes : bytes.toString('latin1');
      if (answer.isNew !== true) made.set(body, copy);
    }
    return copy;
  };
}

/** The body as a JSON string, quotes included, with the end of the message: the text of a tool result. */
export const escapedBody = copies((body) => `${JSON.stringify(body)}}]}}`);
const modernCopyOf = copies((body) => `${JSON.stringify(body)}}],"structuredContent":${body},${MODERN_END}`);

/** The versions that requests may carry themselves. */
export const MODERN_VERSIONS: readonly string[] = [MCP_MODERN_VERSION];
