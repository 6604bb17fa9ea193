/** Reads what a form sent, within bounds. Nothing of it is ever quoted in an error: it may be a secret. */

import type { IncomingMessage } from 'node:http';

/** A new passkey of a talkative authenticator takes a few thousand bytes. */
const FORM_MAX = 32_768;

export type Form = (field: string) => string;

/** The fields of a form; null when it is too large or not a form. A field that is not there reads ''. */
export async function readForm(request: IncomingMessage): Promise<Form | null> {
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') return null;
  if (Number(request.headers['content-length'] ?? 0) > FORM_MAX) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  // Left open when it is too large: the refusal still has to go out.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > FORM_MAX) return null;
    chunks.push(chunk);
  }
  const fields = new URLSearchParams(Buffer.concat(chunks).toString());
  return (field) => fields.get(field) ?? '';
}

/** One line without control characters, at most `max` characters long, as people write names. */
export function oneLine(text: string, max: number): string {
  const plain = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return [...plain].slice(0, max).join('');
}
