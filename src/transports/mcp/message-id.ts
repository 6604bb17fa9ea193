/** The id of a message, echoed as it was written: not every client counts in the numbers that JavaScript can hold. */

import { JSONRPC_ID_MAX } from '../../../tools/contract/rules.js';

/** A message as JSON.parse gives it. */
export interface Message {
  method?: string;
  id?: string | number | null;
  params?: unknown;
}

/** A number whose value would change on its way through JavaScript, in the caller's own words. */
export class WrittenNumber {
  constructor(readonly json: string) {}
}

export type MessageId = string | number | WrittenNumber | null;

/** `id` as JSON. */
export function idJson(id: MessageId): string {
  return id instanceof WrittenNumber ? id.json : JSON.stringify(id);
}

/** The id that JSON.parse gave for the message `text`, or its own words where that would be another number. */
export function exactId(id: string | number | null, text: string): MessageId {
  if (typeof id !== 'number' || Number.isSafeInteger(id)) return id;
  const written = idAsWritten(text);
  return written.length > JSONRPC_ID_MAX ? id : new WrittenNumber(written);
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
      for (at += 1; text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1;
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
