/** The sign-in page, and the page for errors. */

import { html } from '../../html.js';
import { type Said, said } from './messages.js';
import { type AccountContent, type FormContext, form, passkeyForm } from './parts.js';

/** Sign up, sign in, or recover an account with its code. */
export function signInPage(
  context: FormContext,
  limits: { keyless: number | null; withKey: number | null },
  message: Said | null,
): AccountContent {
  const { keyless, withKey } = limits;
  const benefit =
    keyless === withKey
      ? 'On this service a key makes no difference: the limit is the same without one.'
      : `A free key raises the limit from ${keyless} requests an hour to ${withKey === null ? 'none at all' : withKey}.`;
  return {
    title: 'Account',
    lede: `Reading needs no account. ${benefit} An account is a passkey: no password, no e-mail address.`,
    body: html`${said(message)}
<noscript><p role="alert">Passkeys need the script of this page. Allow it to sign up or sign in. The recovery code works without it.</p></noscript>
<div class="sides">
<section>
<h2>Sign in</h2>
<p>With a passkey that you created here before.</p>
${passkeyForm(context, 'sign-in', 'get', html`<button>Sign in with a passkey</button>`)}
</section>
<section>
<h2>Sign up</h2>
<p>Your browser creates a passkey and stores it. You also get a recovery code, in case you lose the passkey.</p>
${passkeyForm(
  context,
  'sign-up',
  'create',
  html`<label>Display name (optional) <input name="displayName" maxlength="60" autocomplete="nickname"></label>
<button>Create an account</button>`,
)}
</section>
</div>
<section>
<h2>Lost your passkeys?</h2>
<p>The recovery code signs you in once. You then get a new one.</p>
${form(
  context,
  'recover',
  html`<label>Recovery code <input name="code" required maxlength="60" autocomplete="off" spellcheck="false"></label>
<button class="quiet">Use the recovery code</button>`,
  'line',
)}
</section>
<p class="note">An account has passkeys, keys and an optional name, nothing else.</p>`,
  };
}

/** A message, and a link back to the account page. */
export function errorPage(base: string, title: string, message: string): AccountContent {
  return {
    title,
    body: html`<p role="alert">${message}</p><p><a class="done" href="${base}/account">To the account page</a></p>`,
  };
}
