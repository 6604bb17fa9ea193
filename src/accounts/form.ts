/** Reads a submitted form, within bounds. Errors never quote its content, which may be secret. */

import type { IncomingMessage } from 'node:http';
import type { Bodies, BodyRefusal } from '../limits/bodies.js';

/** A new passkey of some authenticators takes a few thousand bytes. */
const FORM_MAX = 32_768;

export type SubmittedForm = (field: string) => string;

/**
 * The fields of a form; null when it is too large, not a form, or when its address has too many unfinished ones. A
 * missing field is ''.
 */
export async function readForm(
  request: IncomingMessage,
  bodies: Bodies,
  address: string,
): Promise<SubmittedForm | null> {
  // Its events are over.
  if (request.destroyed) throw new Error('the client disconnected');
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') return null;
  const body = await new Promise<Buffer | BodyRefusal>((resolve, reject) => {
    bodies.read(request, address, FORM_MAX, resolve);
    // Has no effect after the body was read.
    request.once('close', () => reject(new Error('the client disconnected')));
  });
  if (typeof body === 'string') return null;
  const fields = new URLSearchParams(body.toString());
  return (field) => fields.get(field) ?? '';
}

/** A name as one line without control characters, at most `max` characters long. */
export function oneLine(text: string, max: number): string {
  const plain = text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  return [...plain].slice(0, max).join('');
}
