/** The two pages that show a secret, once: a new key with ready-made settings of hosts, and a recovery code. */

import { html } from '../../html.js';
import { copyable, frame } from './frame.js';
import { snippets } from './snippets.js';

export function newKey(base: string, baseUrl: string, name: string, key: string): string {
  return frame(
    base,
    `Key “${name}”`,
    html`<p role="status" class="once">This is the only time that the key is shown. Copy it now.</p>
<div class="main">${copyable('key', key)}</div>
${snippets(baseUrl, key).map(
  ({ id, host, where, text }) =>
    html`<section><h2>${host}</h2><p>${where}</p>${copyable(id, text)}</section>`,
)}
<p><a class="done" href="${base}/account">Done</a></p>`,
  );
}

export function recoveryCode(base: string, why: string, code: string): string {
  return frame(
    base,
    'Your recovery code',
    html`<p role="status" class="once">${why} This is the only time that the code is shown. Whoever has it can enter the account once; keep it where you keep papers.</p>
<div class="main">${copyable('code', code)}</div>
<p><a class="done" href="${base}/account">I have kept it</a></p>`,
  );
}
