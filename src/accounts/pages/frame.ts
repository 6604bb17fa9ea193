/** What all account pages share: head, style, script, and the pieces of their forms. */

import { type Html, html } from '../../publish/pages/html.js';

/** What every page needs to know about its visitor. */
export interface View {
  /** Path before `/account`. */
  base: string;
  formToken: string;
}

/** A whole document. */
export function frame(base: string, title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · disclosed</title>
<link rel="stylesheet" href="${base}/account/style.css">
<script src="${base}/account/script.js" defer></script>
</head>
<body>
<header><a href="${base}/account">disclosed · account</a></header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`.toString();
}

/** A form that posts to `action` below the account pages. */
export function form(view: View, action: string, fields: Html): Html {
  return html`<form method="post" action="${view.base}/account/${action}">${token(view)}${fields}</form>`;
}

/** A form whose button first asks the browser for a passkey: `create` makes one, `get` proves one. */
export function passkeyForm(view: View, action: string, ceremony: 'create' | 'get', fields: Html): Html {
  return html`<form method="post" action="${view.base}/account/${action}" data-passkey="${ceremony}">${token(view)}<input type="hidden" name="response">${fields}<p role="alert" hidden></p></form>`;
}

/** Something that is shown once, with a button that copies it. */
export function copyable(id: string, text: string): Html {
  return html`<pre id="${id}">${text}</pre><button type="button" data-copy="${id}" hidden>Copy</button>`;
}

/** A moment in UTC, to the minute. */
export function moment(at: string): Html {
  return html`<time datetime="${at}">${at.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

function token({ formToken }: View): Html {
  return html`<input type="hidden" name="token" value="${formToken}">`;
}
