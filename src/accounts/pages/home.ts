/** The page of who is signed in: API access first, then passkeys, recovery, and the ways out. */

import type { KeyListing } from '../../limits/keys.js';
import { type Html, html } from '../../publish/pages/html.js';
import type { Account } from '../../store/accounts/accounts.js';
import type { Passkey } from '../../store/accounts/passkeys.js';
import { form, frame, moment, passkeyForm, type View } from './frame.js';

export interface Holdings {
  account: Account;
  keys: readonly KeyListing[];
  passkeys: readonly Passkey[];
  /** Requests an hour for one key; null when unlimited. */
  withKey: number | null;
}

export function home(view: View, { account, keys, passkeys, withKey }: Holdings): string {
  return frame(
    view.base,
    account.displayName === '' ? 'Your account' : account.displayName,
    html`<section>
<h2>API access</h2>
<p>A key raises the limit to ${withKey === null ? 'unlimited' : withKey} requests an hour, over REST and MCP together.</p>
${keys.length === 0 ? html`<p>There is no key yet.</p>` : keyTable(view, keys)}
${form(
  view,
  'keys',
  html`<label>Name of the key <input name="name" required maxlength="60" autocomplete="off" placeholder="laptop"></label>
<button>Create a key</button>`,
)}
</section>
<section>
<h2>Passkeys</h2>
<ul>${passkeys.map((passkey) => passkeyLine(view, passkey, passkeys.length > 1))}</ul>
${passkeyForm(view, 'passkeys', 'create', html`<button>Add a passkey</button>`)}
</section>
<section>
<h2>Recovery code</h2>
<p>A new code replaces the one that you have.</p>
${form(view, 'recovery-code', html`<button>Make a new recovery code</button>`)}
</section>
<section>
<h2>Leave</h2>
${form(view, 'sign-out', html`<button>Sign out</button>`)}
${form(
  view,
  'delete',
  html`<label><input type="checkbox" name="sure" value="yes" required> Delete the account with its passkeys and keys, for good</label>
<button>Delete the account</button>`,
)}
</section>`,
  );
}

function keyTable(view: View, keys: readonly KeyListing[]): Html {
  return html`<table>
<thead><tr><th scope="col">Name</th><th scope="col">Key</th><th scope="col">Created</th><th scope="col">Last used</th><th scope="col">Calls in this hour</th><th scope="col"></th></tr></thead>
<tbody>${keys.map(
    (key) => html`
<tr><td>${key.name}</td><td><code>${key.prefix}…</code></td><td>${moment(key.createdAt)}</td><td>${key.lastUsedAt === null ? 'never' : moment(key.lastUsedAt)}</td><td>${key.callsThisHour}</td><td>${form(view, 'keys/revoke', html`<input type="hidden" name="id" value="${key.id}"><button aria-label="Revoke ${key.name}">Revoke</button>`)}</td></tr>`,
  )}</tbody>
</table>`;
}

function passkeyLine(view: View, passkey: Passkey, removable: boolean): Html {
  const remove = form(
    view,
    'passkeys/remove',
    html`<input type="hidden" name="id" value="${passkey.id}"><button>Remove</button>`,
  );
  return html`<li>Made ${moment(passkey.createdAt)}, last used ${passkey.lastUsedAt === null ? 'never' : moment(passkey.lastUsedAt)}${removable ? remove : null}</li>`;
}
