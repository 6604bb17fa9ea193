/** The pages that ask before something is lost. They work without the script. */

import { html } from '../../html.js';
import type { KeyListing } from '../../limits/keys.js';
import type { Passkey } from '../../store/accounts/passkeys.js';
import { kindOf } from './home.js';
import { type AccountContent, type FormContext, form } from './parts.js';

/** A question, the action that a yes runs, and the way back. */
interface Question {
  title: string;
  /** What a yes does. */
  effect: string;
  action: string;
  id: string;
  yes: string;
}

export function revocationPage(context: FormContext, { id, name, prefix }: KeyListing): AccountContent {
  return confirmationPage(context, {
    title: `Revoke the key “${name}”?`,
    effect: `It begins with ${prefix}. Programs that use it can still read, with the limit of callers without a key. A revoked key never works again.`,
    action: 'keys/revoke',
    id: String(id),
    yes: 'Revoke the key',
  });
}

export function removalPage(context: FormContext, passkey: Passkey): AccountContent {
  return confirmationPage(context, {
    title: 'Remove this passkey?',
    effect: `${kindOf(passkey)}, created ${passkey.createdAt.slice(0, 10)}. It can then no longer sign in, and all other browsers are signed out. The entry in the device or password manager stays; delete it there.`,
    action: 'passkeys/remove',
    id: passkey.id,
    yes: 'Remove the passkey',
  });
}

function confirmationPage(context: FormContext, question: Question): AccountContent {
  const { title, effect, action, id, yes } = question;
  return {
    title,
    body: html`<section>
<p>${effect}</p>
<div class="choice">
${form(
  context,
  action,
  html`<input type="hidden" name="id" value="${id}"><input type="hidden" name="sure" value="yes"><button class="danger">${yes}</button>`,
)}
<a class="done" href="${context.basePath}/account">Keep it</a>
</div>
</section>`,
  };
}
