/** The two pages that show a secret once: a new key with the settings of agent hosts, and a recovery code. */

import { html } from '../../html.js';
import { accountFrame, copyable } from './frame.js';
import { snippets } from './snippets.js';

export function newKeyPage(base: string, baseUrl: string, name: string, key: string): string {
  return accountFrame(
    base,
    `Key “${name}”`,
    html`<p role="status" class="once">This key is shown only once. Copy it now.</p>
<div class="main">${copyable('key', key)}</div>
${snippets(baseUrl, key).map(
  ({ id, host, where, text }) =>
    html`<section><h2>${host}</h2><p>${where}</p>${copyable(id, text)}</section>`,
)}
<p><a class="done" href="${base}/account">Done</a></p>`,
  );
}

export function recoveryCodePage(base: string, why: string, code: string): string {
  return accountFrame(
    base,
    'Your recovery code',
    html`<p role="status" class="once">${why} This code is shown only once. Anyone who has it can sign in once, so keep it in a safe place.</p>
<div class="main">${copyable('code', code)}</div>
<p><a class="done" href="${base}/account">I have saved it</a></p>`,
  );
}
