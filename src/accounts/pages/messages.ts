/** What the account page says after an action. An address holds only the name of a message, never its text. */

import { type Html, html } from '../../html.js';

const MESSAGES = {
  'signed-in': 'You are signed in.',
  'code-saved': 'You confirmed that the recovery code is saved.',
  'passkey-added': 'The passkey was added. You can sign in with it.',
  'passkey-removed': 'The passkey was removed. All other browsers are signed out.',
  'key-revoked': 'The key was revoked. Programs that use it now count as callers without a key.',
  'watchlist-added': 'The watchlist was created. A webhook sends what it finds.',
  'watchlist-removed': 'The watchlist was removed, with its webhooks.',
  'webhook-removed': 'The webhook was removed. Nothing more is sent to it.',
  'webhook-tested': 'A test is sent within seconds. Reload this page for the result.',
  'webhook-resumed': 'The webhook is on again. It gets what is new from now on.',
  'signed-out': 'You are signed out.',
  deleted: 'The account was deleted, with its passkeys and keys.',
} as const;

export type Said = keyof typeof MESSAGES;
/** Messages for a visitor without an account: the others would be wrong there. */
const AFTERWARDS: readonly Said[] = ['signed-out', 'deleted'];

/** The message that `url` names, if it can be true for this visitor: anyone can write a link. */
export function messageOf(url: string, isSignedIn: boolean): Said | null {
  const name = new URLSearchParams(url.split('?')[1] ?? '').get('said') ?? '';
  if (!Object.hasOwn(MESSAGES, name)) return null;
  // It is a key of MESSAGES.
  const known = name as Said;
  return AFTERWARDS.includes(known) === isSignedIn ? null : known;
}

export function said(message: Said | null): Html | '' {
  return message === null ? '' : html`<p class="said" role="status">${MESSAGES[message]}</p>`;
}
