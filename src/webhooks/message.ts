/** What is sent to a webhook: changes as JSON, or as a message of Slack or Discord; and its signature. */

import { createHmac, randomBytes } from 'node:crypto';
import { SERVICE_NAME } from '../../tools/contract/rules.js';
import type { ChangeRow } from '../../tools/contract/shapes/change.js';

export const WEBHOOK_SHAPES = ['json', 'slack', 'discord'] as const;
export type WebhookShape = (typeof WEBHOOK_SHAPES)[number];

/** Characters of a message that the services accept. */
const SLACK_MAX = 30_000;
const DISCORD_MAX = 2000;
const SECRET_PREFIX = 'whsec_';

export interface WebhookMessage {
  /** The id of the delivery. */
  id: string;
  watchlist: { id: string; name: string };
  changes: readonly ChangeRow[];
  /** Whether more changes follow in the next delivery. */
  hasMore: boolean;
  /** Whether all data is invented. */
  sample: boolean;
  baseUrl: string;
  license: string;
}

export function bodyOf(shape: WebhookShape, message: WebhookMessage): string {
  if (shape === 'slack') return JSON.stringify({ text: textOf(message, slackLine, SLACK_MAX) });
  if (shape === 'discord')
    return JSON.stringify({
      content: textOf(message, discordLine, DISCORD_MAX),
      // A filed name calls no user.
      allowed_mentions: { parse: [] },
    });
  const { id, watchlist, changes, hasMore, sample, baseUrl, license } = message;
  return JSON.stringify({
    type: changes.length === 0 ? 'test' : 'changes',
    id,
    watchlist,
    ...(sample ? { sample: true } : {}),
    service: baseUrl,
    license,
    hasMore,
    changes,
  });
}

function textOf(message: WebhookMessage, lineOf: (change: ChangeRow) => string, max: number): string {
  const { watchlist, changes, sample, baseUrl } = message;
  const mark = sample ? 'SAMPLE, all invented. ' : '';
  if (changes.length === 0)
    return `${mark}${SERVICE_NAME}: this is a test of the watchlist “${plain(watchlist.name)}”. Nothing was filed.`;
  let text = `${mark}${SERVICE_NAME}, watchlist “${plain(watchlist.name)}”:`;
  for (const [at, change] of changes.entries()) {
    const rest = `\n${changes.length - at} more are not in this message: ${baseUrl}/v1/changes`;
    const line = `\n${lineOf(change)}`;
    if (text.length + line.length + rest.length > max) return text + rest;
    text += line;
  }
  return text;
}

const WORDS = { entered: '', changed: 'Changed. ', left: 'Left. ' } as const;

function slackLine({ event, title, url }: ChangeRow): string {
  const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  return `• ${WORDS[event]}<${escaped(url).replaceAll('|', '%7C')}|${escaped(plain(title)).replaceAll('|', '/')}>`;
}

function discordLine({ event, title, url }: ChangeRow): string {
  const escaped = plain(title).replace(/[\\*_~`|>[\]()#@]/g, (sign) => `\\${sign}`);
  return `- ${WORDS[event]}[${escaped}](<${url.replaceAll('>', '%3E')}>)`;
}

/** One line without control characters. */
function plain(text: string): string {
  return text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
}

/** A new secret, in the form of the Standard Webhooks specification. */
export function newSigningSecret(): string {
  return SECRET_PREFIX + randomBytes(24).toString('base64');
}

/** The headers by which a receiver knows that a message is ours, new, and not one that it has already (Standard Webhooks 1.0). */
export function signedHeaders(
  { id, secret, body }: { id: string; secret: string; body: string },
  now: number,
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
