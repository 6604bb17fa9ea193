/** Reads what a form sent, within bounds. Nothing of it is ever quoted in an error: it may be a secret. */

import type { IncomingMessage } from 'node:http';
import type { Bodies, BodyRefusal } from '../limits/bodies.js';

/** A new passkey of a talkative authenticator takes a few thousand bytes. */
const FORM_MAX = 32_768;

export type Form = (field: string) => string;

/**
 * The fields of a form; null when it is too large, not a form, or one too many half-sent ones of its address. A field
 * that is not there reads ''.
 */
export async function readForm(
  request: IncomingMessage,
  bodies: Bodies,
  address: string,
): Promise<Form | null> {
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') return null;
  const body = await new Promise<Buffer | BodyRefusal>((resolve, reject) => {
    bodies.read(request, address, FORM_MAX, resolve);
    // Without effect once it was read.
    request.once('close', () => reject(new Error('the sender went away')));
  });
  if (typeof body === 'string') return null;
  const fields = new URLSearchParams(body.toString());
  return (field) => fields.get(field) ?? '';
}

/** One line without control characters, at most `max` characters long, as people write names. */
export function oneLine(text: string, max: number): string {
  const plain = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return [...plain].slice(0, max).join('');
}
