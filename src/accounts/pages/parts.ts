/** The shared parts of the account pages: what their head adds to the frame, and the parts of their forms. */

import { type Html, html } from '../../html.js';

/** What the forms of a page need. */
export interface FormContext {
  /** Path before `/account`. */
  basePath: string;
  formToken: string;
}

/** What a page of the accounts shows; the frame around it is that of all pages. */
export interface AccountContent {
  title: string;
  /** A sentence below the title; '' for none. */
  lede?: string;
  body: Html;
}

/** Makes a whole document in the frame of the service, with `extraTags` in its head. */
export type AccountFrame = (content: AccountContent, extraTags: Html) => string;

/** The style sheet and the script that the account pages add to those of all pages. */
export function accountTags(base: string): Html {
  return html`<link rel="stylesheet" href="${base}/account/style.css">
<script src="${base}/account/script.js" defer></script>`;
}

/** A form that posts to `action` below the account pages. */
export function form(context: FormContext, action: string, fields: Html, look: 'line' | '' = ''): Html {
  return html`<form method="post" action="${context.basePath}/account/${action}" class="${look}">${token(context)}${fields}</form>`;
}

/** A form whose button first runs a passkey ceremony: `create` registers a passkey, `get` signs in with one. */
export function passkeyForm(
  context: FormContext,
  action: string,
  ceremony: 'create' | 'get',
  fields: Html,
): Html {
  return html`<form method="post" action="${context.basePath}/account/${action}" data-passkey="${ceremony}">${token(context)}<input type="hidden" name="response">${fields}<p role="alert" hidden></p></form>`;
}

/** A text with a button that copies it. */
export function copyable(id: string, text: string): Html {
  return html`<div class="copy"><pre id="${id}" tabindex="0">${text}</pre><button type="button" class="quiet" data-copy="${id}" hidden>Copy</button></div>`;
}

/** A time in UTC, to the minute. */
export function moment(at: string): Html {
  return html`<time datetime="${at}">${at.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

function token({ formToken }: FormContext): Html {
  return html`<input type="hidden" name="token" value="${formToken}">`;
}
