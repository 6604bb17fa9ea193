/** What all account pages share: head, style, script, and the pieces of their forms. */

import { SERVICE_NAME } from '../../../tools/contract/rules.js';
import { type Html, html } from '../../html.js';

/** What every page needs to know about its visitor. */
export interface View {
  /** Path before `/account`. */
  base: string;
  formToken: string;
}

/** A whole document: the frame of the public pages, with less in it. */
export function frame(base: string, title: string, body: Html): string {
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
<p>Reading is free and needs neither account nor key. An account holds passkeys, keys and an optional name, nothing else.</p>
</footer>
</body>
</html>
`.toString();
}

/** A form that posts to `action` below the account pages. */
export function form(view: View, action: string, fields: Html, look: 'line' | '' = ''): Html {
  return html`<form method="post" action="${view.base}/account/${action}" class="${look}">${token(view)}${fields}</form>`;
}

/** A form whose button first asks the browser for a passkey: `create` makes one, `get` proves one. */
export function passkeyForm(view: View, action: string, ceremony: 'create' | 'get', fields: Html): Html {
  return html`<form method="post" action="${view.base}/account/${action}" data-passkey="${ceremony}">${token(view)}<input type="hidden" name="response">${fields}<p role="alert" hidden></p></form>`;
}

/** Something that is shown once, with a button that copies it. */
export function copyable(id: string, text: string): Html {
  return html`<div class="copy"><pre id="${id}" tabindex="0">${text}</pre><button type="button" class="quiet" data-copy="${id}" hidden>Copy</button></div>`;
}

/** A moment in UTC, to the minute. */
export function moment(at: string): Html {
  return html`<time datetime="${at}">${at.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

function token({ formToken }: View): Html {
  return html`<input type="hidden" name="token" value="${formToken}">`;
}
