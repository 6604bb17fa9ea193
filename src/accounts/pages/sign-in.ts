/** The pages of who is not signed in, and of what went wrong. */

import { html } from '../../html.js';
import { form, frame, passkeyForm, type View } from './frame.js';

/** Sign up, sign in, or come back with the recovery code. */
export function entrance(view: View, limits: { keyless: number | null; withKey: number | null }): string {
  const { keyless, withKey } = limits;
  const gain =
    keyless === withKey
      ? 'Here a key changes nothing: nobody is limited to less without one.'
      : `A free key raises the limit from ${keyless} requests an hour to ${withKey === null ? 'none at all' : withKey}.`;
  return frame(
    view.base,
    'Account',
    html`<p class="lede">Reading needs no account. ${gain}
An account is a passkey: no password, no e-mail address.</p>
<noscript><p role="alert">Passkeys need the script of this page; allow it to sign up or sign in. The recovery code works without.</p></noscript>
<div class="sides">
<section>
<h2>Sign in</h2>
<p>With a passkey that you made here before.</p>
${passkeyForm(view, 'sign-in', 'get', html`<button>Sign in with a passkey</button>`)}
</section>
<section>
<h2>Sign up</h2>
<p>Your browser makes a passkey and keeps it. You get a recovery code for the day on which it is lost.</p>
${passkeyForm(
  view,
  'sign-up',
  'create',
  html`<label>Display name (optional) <input name="displayName" maxlength="60" autocomplete="nickname"></label>
<button>Create an account</button>`,
)}
</section>
</div>
<section>
<h2>Lost your passkeys?</h2>
<p>The recovery code signs you in once, and you get the next one.</p>
${form(
  view,
  'recover',
  html`<label>Recovery code <input name="code" required maxlength="60" autocomplete="off" spellcheck="false"></label>
<button class="quiet">Use the recovery code</button>`,
  'line',
)}
</section>`,
  );
}

/** Why something was refused, and the way back. */
export function refusal(base: string, title: string, message: string): string {
  return frame(
    base,
    title,
    html`<p role="alert">${message}</p><p><a class="done" href="${base}/account">To the account page</a></p>`,
  );
}
