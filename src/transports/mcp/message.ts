/**
 * One JSON-RPC message as it arrives: what makes it unreadable, and its id as it was written, because not every client
 * counts in numbers that JavaScript can hold.
 */

import { JSONRPC_ID_MAX, JSONRPC_VERSION_MAX } from '../../../tools/contract/rules.js';

/** A message as JSON.parse gives it. */
export interface Message {
  method?: string;
  id?: string | number | null;
  params?: unknown;
}

/** A number whose value JavaScript would change, as the caller wrote it. */
class RawNumber {
  constructor(readonly json: string) {}
}

export type MessageId = string | number | RawNumber | null;

/** Whether arrays and objects of `text`, JSON or not, nest deeper than `max`: JSON.parse takes long over deep ones. */
export function isDeeperThan(max: number, text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) depth += 1;
    else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) depth -= 1;
    if (depth > max) return true;
  }
  return false;
}

const [QUOTE, BACKSLASH, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 91, 93, 123, 125];

/** Where the string that begins at `from` ends. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at += 1;
    else if (code === QUOTE) return at;
  }
  return text.length;
}

/** One sentence that says why `message` is not a single JSON-RPC message, or null. */
export function messageFault(message: unknown): string | null {
  if (Array.isArray(message)) return 'Batch requests are not accepted: send one request in each POST.';
  if (typeof message !== 'object' || message === null)
    return 'The body must be one JSON-RPC message, an object.';
  // The checks above leave only an object.
  const { jsonrpc, id, method } = message as Record<string, unknown>;
  if (jsonrpc !== undefined && (typeof jsonrpc !== 'string' || jsonrpc.length > JSONRPC_VERSION_MAX))
    return `jsonrpc must be "2.0" (at most ${JSONRPC_VERSION_MAX} characters).`;
  if (id !== undefined && id !== null && typeof id !== 'number' && typeof id !== 'string')
    return 'id must be a number, a string or null.';
  if (typeof id === 'string' && id.length > JSONRPC_ID_MAX)
    return `id must be at most ${JSONRPC_ID_MAX} characters.`;
  const isResponse = method === undefined && ('result' in message || 'error' in message);
  if (typeof method !== 'string' && !isResponse) return 'method must be a string.';
  return null;
}

/** `id` as JSON. */
export function idJson(id: MessageId): string {
  return id instanceof RawNumber ? id.json : JSON.stringify(id);
}

/** The id that JSON.parse gave for the message `text`, or its text when it would become another number. */
export function preserveId(id: string | number | null, text: string): MessageId {
  if (typeof id !== 'number' || Number.isSafeInteger(id)) return id;
  const written = idAsWritten(text);
  return written.length > JSONRPC_ID_MAX ? id : new RawNumber(written);
}

/** The last `id` of the object in `text`, which is JSON. */
function idAsWritten(text: string): string {
  let depth = 0;
  let key = '';
  let valueFrom = 0;
  let written = 'null';
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') {
      const from = at;
      at = endOfString(text, at);
      if (depth === 1 && valueFrom === 0) key = text.slice(from, at + 1);
    } else if (sign === ':' && depth === 1) valueFrom = at + 1;
    else if (sign === '{' || sign === '[') depth += 1;
    else if (sign === ',' || sign === '}' || sign === ']') {
      if (depth === 1) {
        if (valueFrom > 0 && JSON.parse(key) === 'id') written = text.slice(valueFrom, at).trim();
        valueFrom = 0;
      }
      if (sign !== ',') depth -= 1;
    }
  }
  return written;
}

/** A message around its id, which is a whole number that JavaScript holds exactly. */
export interface MessageAroundId {
  id: number;
  /** The same text for every message that differs only in its id. */
  rest: string;
  /** Whether the message has no other id: of two, JSON.parse takes the last. */
  isOnly(): boolean;
}

const BEFORE_ID = '{"jsonrpc":"2.0","id":';
const LAST_ID = '"id":';
const DIGITS_MAX = 15;

/** The id of a message where clients write it: after the version, or as the last member. Null where it is not found. */
export function findId(text: string): MessageAroundId | null {
  const isFirst = text.startsWith(BEFORE_ID);
  let from = isFirst ? BEFORE_ID.length : text.length - 1;
  let to = from;
  if (isFirst) while (isDigit(text.charCodeAt(to))) to += 1;
  else while (isDigit(text.charCodeAt(from - 1))) from -= 1;
  const digits = text.slice(from, to);
  const isNumber =
    digits !== '' && digits.length <= DIGITS_MAX && (digits === '0' || digits.charCodeAt(0) !== ZERO);
  const isPlaced = isFirst
    ? text.charCodeAt(to) === COMMA
    : text.charCodeAt(to) === CLOSE_OBJECT && text.endsWith(LAST_ID, from);
  if (!isNumber || !isPlaced) return null;
  const [before, after] = [text.slice(0, from), text.slice(to)];
  return {
    id: Number(digits),
    rest: isFirst ? `>${after}` : `<${before}`,
    isOnly() {
      const other = digits === '1' ? 2 : 1;
      // The caller has parsed the same text with the id of the caller.
      return (JSON.parse(`${before}${other}${after}`) as Message).id === other;
    },
  };
}

const [COMMA, ZERO, NINE] = [44, 48, 57];

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}
