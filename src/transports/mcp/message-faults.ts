/** What makes a message unreadable. Its depth is found out before it is parsed: JSON.parse takes long over deep ones. */

import { JSONRPC_ID_MAX, JSONRPC_VERSION_MAX } from '../../../tools/contract/rules.js';

/** Whether arrays and objects of `text`, JSON or not, nest deeper than `max`. */
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

/** One sentence on what makes `message` no single JSON-RPC message, or null. */
export function envelopeFault(message: unknown): string | null {
  if (Array.isArray(message)) return 'Batch requests are not accepted: send one request in each POST.';
  if (typeof message !== 'object' || message === null)
    return 'The body must be one JSON-RPC message, an object.';
  const { jsonrpc, id, method } = message as Record<string, unknown>;
  if (jsonrpc !== undefined && (typeof jsonrpc !== 'string' || jsonrpc.length > JSONRPC_VERSION_MAX))
    return `jsonrpc must be "2.0" (at most ${JSONRPC_VERSION_MAX} characters).`;
  if (id !== undefined && id !== null && typeof id !== 'number' && typeof id !== 'string')
    return 'id must be a number, a string or null.';
  if (typeof id === 'string' && id.length > JSONRPC_ID_MAX)
    return `id must be at most ${JSONRPC_ID_MAX} characters.`;
  const response = method === undefined && ('result' in message || 'error' in message);
  if (typeof method !== 'string' && !response) return 'method must be a string.';
  return null;
}
