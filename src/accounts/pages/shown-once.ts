/** The two pages that show a secret once: a new key with the settings of agent hosts, and a recovery code. */

import { SERVICE_NAME } from '../../../tools/contract/rules.js';
import { html } from '../../html.js';
import { type AccountContent, copyable, type FormContext, form } from './parts.js';
import { snippets } from './snippets.js';

export function newKeyPage(base: string, baseUrl: string, name: string, key: string): AccountContent {
  return {
    title: `Key “${name}”`,
    body: html`<p role="status" class="once">The key was created. It is shown only once: copy it now.</p>
<div class="main">${copyable('key', key)}</div>
${snippets(baseUrl, key).map(
  ({ id, host, where, text }) =>
    html`<section><h2>${host}</h2><p>${where}</p>${copyable(id, text)}</section>`,
)}
<p><a class="done" href="${base}/account">Done</a></p>`,
  };
}

/** A new recovery code, and where and when it was made. */
interface NewCode {
  code: string;
  /** Why there is one. */
  why: string;
  address: string;
  /** ISO 8601 UTC. */
  createdAt: string;
}

const FILE_NAME = `${SERVICE_NAME}-recovery-code.txt`;

/** The address of the file is its content, so that it can be saved without the script and is sent nowhere. */
export function recoveryCodePage(context: FormContext, made: NewCode): AccountContent {
  const { code, why, address, createdAt } = made;
  return {
    title: 'Your recovery code',
    body: html`<p role="status" class="once">${why} This code is shown only once. Anyone who has it can sign in once, so keep it in a safe place.</p>
<div class="main">${copyable('code', code)}</div>
<p class="note">For ${address}, created on ${createdAt.slice(0, 10)} (UTC).</p>
<div class="choice save">
<a class="done" download="${FILE_NAME}" href="data:text/plain;charset=utf-8,${encodeURIComponent(codeFile(made))}">Save as a text file</a>
<button type="button" class="quiet" data-print hidden>Print</button>
</div>
<section>
<h2>Is it saved?</h2>
<p>Without a passkey and without this code, no one can get back into the account, not even the operator. On paper this page has only the code.</p>
${form(
  context,
  'recovery-code/saved',
  html`<label class="sure"><input type="checkbox" name="saved" value="yes" required> I have saved the code where I find it without this device</label>
<button>Continue</button>`,
)}
</section>`,
  };
}

function codeFile({ code, address, createdAt }: NewCode): string {
  return `Recovery code of an account at ${address}

${code}

Created on ${createdAt.slice(0, 10)} (UTC). It signs in once, and only until a newer code is made.
Anyone who has it can use it: keep this file in a safe place.
`;
}
