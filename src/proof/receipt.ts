/** Receipts: a signed statement of what this service answered at an address. A caller requests one with a header. */

import { z } from 'zod/v3';
import { sha256Of } from './manifest.js';
import { isKeyId, isSignedBy, type SigningKey } from './signing-keys.js';

/** The header of a request that wants a receipt. */
export const WANT_RECEIPT = 'want-receipt';
/** The header of the answer that has it. */
export const RECEIPT_HEADER = 'Receipt';

const facts = z.object({
  format: z.literal('disclosed-receipt-1'),
  /** The address that was requested, with its query. */
  url: z.string(),
  status: z.number().int(),
  /** SHA-256 of the body without content coding, and its length. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.number().int().nonnegative(),
  /** When the answer was sent, ISO 8601 UTC, by the clock of this service. */
  sentAt: z.string(),
  /** The generation that was served then, and the SHA-256 of its manifest. */
  generation: z.number().int(),
  manifest: z.string().regex(/^[0-9a-f]{64}$/),
  key: z.object({ id: z.string(), algorithm: z.literal('Ed25519'), publicKey: z.string() }),
});
export type ReceiptFacts = z.infer<typeof facts>;

const wrapper = z.object({
  text: z.string(),
  signature: z.object({ key: z.string(), signature: z.string() }),
});

/** What an answer is. `bytes`: the body without content coding. */
export interface ReceiptedAnswer {
  url: string;
  status: number;
  body: Buffer;
  sentAt: string;
  generation: number;
  manifest: string;
}

/** The value of the header. */
export function makeReceipt({ body, ...answer }: ReceiptedAnswer, key: SigningKey): string {
  const text = JSON.stringify({
    format: 'disclosed-receipt-1',
    ...answer,
    sha256: sha256Of(body),
    bytes: body.length,
    key: key.public,
  } satisfies ReceiptFacts);
  return Buffer.from(JSON.stringify({ text, signature: key.sign('receipt', text) })).toString('base64url');
}

/** The statement of a receipt if its signature is valid, otherwise why it is not. */
export function openReceipt(header: string): ReceiptFacts | string {
  const outer = wrapper.safeParse(jsonOf(Buffer.from(header, 'base64url').toString()));
  if (!outer.success) return 'it is not a receipt';
  const { text, signature } = outer.data;
  const inner = facts.safeParse(jsonOf(text));
  if (!inner.success) return 'it is not a receipt';
  const { key } = inner.data;
  const isValid = isKeyId(key) && signature.key === key.id && isSignedBy(key, 'receipt', text, signature);
  return isValid ? inner.data : `its signature by key ${key.id} is wrong`;
}

/** Why `body` is not what the receipt states; null if it is. */
export function bodyFault({ sha256, bytes }: ReceiptFacts, body: Buffer): string | null {
  if (body.length !== bytes) return `it has ${body.length} bytes, and the receipt states ${bytes}`;
  return sha256Of(body) === sha256 ? null : 'its SHA-256 is not the one that the receipt states';
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
