/** The page of a signed-in account: API access, passkeys, recovery, sign-out and deletion. */

import { type Html, html } from '../../html.js';
import type { KeyListing } from '../../limits/keys.js';
import type { Account } from '../../store/accounts/accounts.js';
import type { Passkey } from '../../store/accounts/passkeys.js';
import { type Said, said } from './messages.js';
import { type AccountContent, type FormContext, form, moment, passkeyForm } from './parts.js';
import { type Watched, watchSections } from './watch.js';

export interface AccountCredentials {
  account: Account;
  keys: readonly KeyListing[];
  passkeys: readonly Passkey[];
  /** Whether the owner has confirmed that the recovery code is saved. */
  isCodeSaved: boolean;
  /** Null where webhooks are switched off. */
  watched: Watched | null;
}

/** What the page says besides. */
interface AccountRemarks {
  /** Requests an hour for one key; null when unlimited. */
  withKey: number | null;
  message: Said | null;
}

export function accountPage(
  context: FormContext,
  { account, keys, passkeys, isCodeSaved, watched }: AccountCredentials,
  { withKey, message }: AccountRemarks,
): AccountContent {
  return {
    title: account.displayName === '' ? 'Your account' : account.displayName,
    body: html`${said(message)}
${!isCodeSaved && UNSAVED}
<section>
<h2>API access</h2>
<p>${withKey === null ? 'Requests with a key are not limited' : `With a key the limit is ${withKey} requests an hour`}, over REST and MCP together.</p>
${keys.length === 0 ? html`<p class="empty">There is no key yet.</p>` : keyTable(context, keys)}
${form(
  context,
  'keys',
  html`<label>Name of the key <input name="name" required maxlength="60" autocomplete="off" placeholder="laptop"></label>
<button>Create a key</button>`,
  'line',
)}
</section>
${watched !== null && watchSections(context, watched)}
<section>
<h2>Passkeys</h2>
<p>With a second passkey on another device you will not need the recovery code.</p>
<ul class="passkeys">${passkeys.map((passkey) => passkeyLine(context, passkey, passkeys.length > 1))}</ul>
${passkeyForm(context, 'passkeys', 'create', html`<button class="quiet">Add a passkey</button>`)}
</section>
<section id="recovery">
<h2>Recovery code</h2>
<p>A new code replaces your current one, which then no longer works.</p>
${form(context, 'recovery-code', html`<button class="quiet">Create a new recovery code</button>`)}
</section>
<div class="sides">
<section>
<h2>Sign out</h2>
<p>A session ends automatically after one day.</p>
${form(context, 'sign-out', html`<button class="quiet">Sign out</button>`)}
</section>
<section>
<h2>Delete the account</h2>
<p>Nothing is kept, and the keys of this account stop working. An account that is not used for two years, by passkey or by key, is deleted automatically.</p>
${form(
  context,
  'delete',
  html`<label class="sure"><input type="checkbox" name="sure" value="yes" required> Delete the account with its passkeys and keys permanently</label>
<button class="danger">Delete the account</button>`,
)}
</section>
</div>`,
  };
}

const UNSAVED = html`<p class="once">You have not confirmed that your recovery code is saved. If you do not have it, <a href="#recovery">create a new one</a>.</p>`;

function keyTable(context: FormContext, keys: readonly KeyListing[]): Html {
  return html`<table>
<thead><tr><th scope="col">Name</th><th scope="col">Key</th><th scope="col">Created</th><th scope="col">Last used</th><th scope="col">Calls this hour</th><td></td></tr></thead>
<tbody>${keys.map(
    (key) => html`
<tr><td data-head="Name"><span>${key.name}</span></td><td data-head="Key"><code>${key.prefix}…</code></td><td data-head="Created">${moment(key.createdAt)}</td><td data-head="Last used">${key.lastUsedAt === null ? 'never' : moment(key.lastUsedAt)}</td><td data-head="Calls this hour">${key.callsThisHour}</td><td>${form(context, 'keys/revoke', html`<input type="hidden" name="id" value="${key.id}"><button class="danger" aria-label="Revoke ${key.name}">Revoke</button>`)}</td></tr>`,
  )}</tbody>
</table>`;
}

function passkeyLine(context: FormContext, passkey: Passkey, removable: boolean): Html {
  const remove = form(
    context,
    'passkeys/remove',
    html`<input type="hidden" name="id" value="${passkey.id}"><button class="danger" aria-label="Remove the passkey: ${kindOf(passkey)}, created ${passkey.createdAt.slice(0, 10)}">Remove</button>`,
  );
  return html`<li><div><strong>${kindOf(passkey)}</strong><span>Created ${moment(passkey.createdAt)}, last used ${passkey.lastUsedAt === null ? 'never' : moment(passkey.lastUsedAt)}</span></div>${removable ? remove : null}</li>`;
}

/** Where the passkey is stored, by the transports that the browser reported; nothing else is known. */
export function kindOf({ transports }: Passkey): string {
  if (transports.includes('internal')) return 'On a phone or computer, or in a password manager';
  if (transports.some((one) => ['usb', 'nfc', 'ble', 'smart-card'].includes(one))) return 'Security key';
  return transports.includes('hybrid') ? 'On a phone' : 'Passkey';
}
