/** The shared parts of the account pages: head, style, script, and the parts of their forms. */

import { SERVICE_NAME } from '../../../tools/contract/rules.js';
import { type Html, html } from '../../html.js';

/** What the forms of a page need. */
export interface FormContext {
  /** Path before `/account`. */
  basePath: string;
  formToken: string;
}

/** A whole document: a smaller form of the frame of the public pages. */
export function accountFrame(base: string, title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · ${SERVICE_NAME}</title>
<link rel="stylesheet" href="${base}/assets/style.css">
<link rel="stylesheet" href="${base}/account/style.css">
<link rel="icon" type="image/svg+xml" href="${base}/assets/icon.svg">
<script src="${base}/account/script.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<div class="bar">
<a class="brand" href="${base}/">${SERVICE_NAME}</a>
<nav aria-label="Main"><ul><li><a href="${base}/account">Account</a></li><li><a href="${base}/api-docs">API</a></li></ul></nav>
</div>
</header>
<main id="content" tabindex="-1">
<h1>${title}</h1>
${body}
</main>
<footer>
<p>Reading is free and needs neither account nor key. An account has passkeys, keys and an optional name, nothing else.</p>
</footer>
</body>
</html>
`.toString();
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
