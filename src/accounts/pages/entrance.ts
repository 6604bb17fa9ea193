/** The pages of who is not signed in, and of what went wrong. */

import { html } from '../../publish/pages/html.js';
import { form, frame, passkeyForm, type View } from './frame.js';

/** Sign up, sign in, or come back with the recovery code. */
export function entrance(view: View, limits: { keyless: number | null; withKey: number | null }): string {
  const much = (limit: number | null) => (limit === null ? 'unlimited' : `${limit} an hour`);
  return frame(
    view.base,
    'Account',
    html`<p>Reading needs no account. A free key raises the limit from ${much(limits.keyless)} to ${much(limits.withKey)}.
An account is a passkey: no password, no e-mail address.</p>
<noscript><p role="alert">Passkeys need the script of this page; allow it to sign up or sign in. The recovery code works without.</p></noscript>
<section>
<h2>Sign in</h2>
${passkeyForm(view, 'sign-in', 'get', html`<button>Sign in with a passkey</button>`)}
</section>
<section>
<h2>Sign up</h2>
${passkeyForm(
  view,
  'sign-up',
  'create',
  html`<label>Display name (optional) <input name="displayName" maxlength="60" autocomplete="nickname"></label>
<button>Create an account</button>`,
)}
</section>
<section>
<h2>Lost your passkeys?</h2>
${form(
  view,
  'recover',
  html`<label>Recovery code <input name="code" required maxlength="60" autocomplete="off" spellcheck="false"></label>
<button>Use the recovery code</button>`,
)}
</section>`,
  );
}

/** Why something was refused, and the way back. */
export function refusal(base: string, title: string, message: string): string {
  return frame(
    base,
    title,
    html`<p role="alert">${message}</p><p><a href="${base}/account">To the account page</a></p>`,
  );
}
