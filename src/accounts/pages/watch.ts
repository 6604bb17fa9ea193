/** The part of the account page about what the account follows: its watchlists, its webhooks, and their logs. */

import { type Html, html } from '../../html.js';
import type { LoggedDelivery } from '../../store/accounts/deliveries.js';
import { WEBHOOK_SHAPES } from '../../webhooks/message.js';
import type { WatchlistFilters } from '../../webhooks/watchlist.js';
import type { ShownWatchlist, ShownWebhook } from '../watch.js';
import { type AccountContent, copyable, type FormContext, form, moment } from './parts.js';

/** What an account follows. */
export interface Watched {
  watchlists: readonly ShownWatchlist[];
  webhooks: readonly ShownWebhook[];
}

/** Entries of a log on the page; REST has all that are kept. */
const LOG_SHOWN = 10;

export function watchSections(context: FormContext, { watchlists, webhooks }: Watched): Html {
  return html`<section id="watchlists">
<h2>Watchlists</h2>
<p>A watchlist names what you follow. Its webhooks get what enters, changes or leaves, with the reason.</p>
${watchlists.length === 0 ? html`<p class="empty">There is no watchlist yet.</p>` : watchlistTable(context, watchlists)}
${form(context, 'watchlists', NEW_WATCHLIST)}
</section>
<section id="webhooks">
<h2>Webhooks</h2>
<p>A webhook is an address of yours to which this service sends. An attempt that fails is repeated after 1, 4 and 16 minutes, then daily for a week.</p>
${webhooks.length === 0 ? html`<p class="empty">There is no webhook yet.</p>` : webhooks.map((one) => webhookPart(context, one, watchlists))}
${watchlists.length > 0 && form(context, 'webhooks', newWebhook(watchlists))}
</section>`;
}

const NEW_WATCHLIST = html`<label>Name of the watchlist <input name="name" required maxlength="60" autocomplete="off"></label>
<label>Trading symbols, with commas <input name="tickers" maxlength="900" autocomplete="off" placeholder="ACME, BRK.B"></label>
<label>Insiders (ids, with commas) <input name="insiders" maxlength="2000" autocomplete="off"></label>
<label>Members of Congress (ids, with commas) <input name="members" maxlength="2000" autocomplete="off"></label>
<label>Tracked portfolios (ids, with commas) <input name="trackers" maxlength="2000" autocomplete="off"></label>
<label>ISINs, with commas <input name="isins" maxlength="400" autocomplete="off"></label>
<label>Types, with commas; empty for all <input name="types" maxlength="200" autocomplete="off" placeholder="form4, form144, congress, eu"></label>
<label>Least value in US dollars <input name="min_value" inputmode="numeric" maxlength="16" autocomplete="off"></label>
<button>Create a watchlist</button>`;

function newWebhook(watchlists: readonly ShownWatchlist[]): Html {
  return html`<label>Watchlist <select name="watchlist">${watchlists.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}</select></label>
<label>Address <input name="url" type="url" required maxlength="500" autocomplete="off" placeholder="https://"></label>
<label>Shape <select name="shape">${WEBHOOK_SHAPES.map((shape) => html`<option>${shape}</option>`)}</select></label>
<button>Create a webhook</button>`;
}

function watchlistTable(context: FormContext, watchlists: readonly ShownWatchlist[]): Html {
  return html`<table>
<thead><tr><th scope="col">Name</th><th scope="col">Follows</th><th scope="col">Created</th><td></td></tr></thead>
<tbody>${watchlists.map(
    ({ id, name, filters, createdAt }) => html`
<tr><td data-head="Name"><span>${name}</span></td><td data-head="Follows">${filterWords(filters)}</td><td data-head="Created">${moment(createdAt)}</td><td>${removal(context, 'watchlists/remove', id, `Remove ${name} with its webhooks`)}</td></tr>`,
  )}</tbody>
</table>`;
}

function filterWords(filters: WatchlistFilters): string {
  const { tickers, insiders, members, trackers, isins, types, events, min_value, currency } = filters;
  const names = [...tickers, ...insiders, ...members, ...trackers, ...isins];
  const parts = [
    names.length === 0 ? 'everything' : names.join(', '),
    types.length === 0 ? '' : `only ${types.join(', ')}`,
    events.length === 0 ? '' : events.join(', '),
    min_value === 0 ? '' : `from ${currency} ${min_value.toLocaleString('en-US')}`,
  ];
  return parts.filter((part) => part !== '').join('; ');
}

function webhookPart(
  context: FormContext,
  { id, url, shape, watchlist, createdAt, isOn, offReason, deliveries }: ShownWebhook,
  watchlists: readonly ShownWatchlist[],
): Html {
  const name = watchlists.find((one) => one.id === watchlist)?.name ?? '';
  const hidden = html`<input type="hidden" name="id" value="${id}">`;
  return html`<h3>${hostOf(url)}, ${shape}, for ${name}</h3>
<p>Created ${moment(createdAt)}. ${isOn ? 'On.' : html`<strong>Off.</strong> ${offReason}`}</p>
<div class="choice">
${isOn ? form(context, 'webhooks/test', html`${hidden}<button class="quiet">Send a test</button>`) : form(context, 'webhooks/resume', html`${hidden}<button class="quiet">Switch on again</button>`)}
${removal(context, 'webhooks/remove', id, `Remove the webhook to ${hostOf(url)}`)}
</div>
${logTable(deliveries)}`;
}

/** The rest of the address may be a secret: Slack and Discord put one there. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

function logTable(deliveries: readonly LoggedDelivery[]): Html {
  if (deliveries.length === 0) return html`<p class="empty">Nothing was sent yet.</p>`;
  return html`<table>
<thead><tr><th scope="col">Made</th><th scope="col">Changes</th><th scope="col">Attempts</th><th scope="col">State</th></tr></thead>
<tbody>${deliveries.slice(0, LOG_SHOWN).map(
    (one) => html`
<tr><td data-head="Made">${moment(one.createdAt)}</td><td data-head="Changes">${one.kind === 'test' ? 'a test' : one.changes}</td><td data-head="Attempts">${one.attempts}</td><td data-head="State">${stateOf(one)}</td></tr>`,
  )}</tbody>
</table>`;
}

function stateOf({ nextAt, problem, endedAt }: LoggedDelivery): Html {
  if (nextAt !== null)
    return problem === null ? html`waits` : html`${problem} Next attempt ${moment(nextAt)}`;
  return problem === null
    ? html`accepted${endedAt !== null && html` ${moment(endedAt)}`}`
    : html`given up: ${problem}`;
}

function removal(context: FormContext, action: string, id: string, label: string): Html {
  return form(
    context,
    action,
    html`<input type="hidden" name="id" value="${id}"><button class="danger" aria-label="${label}">Remove</button>`,
  );
}

export function newWebhookPage(
  basePath: string,
  { url, secret }: { url: string; secret: string },
): AccountContent {
  return {
    title: 'The webhook is made',
    body: html`<section>
<p class="once">This secret is shown once. A receiver checks with it that a message is from here: the headers webhook-id, webhook-timestamp and webhook-signature are those of the Standard Webhooks specification, for which there are libraries. Slack and Discord need no secret.</p>
${copyable('secret', secret)}
<p>Messages go to ${hostOf(url)} from the next change on.</p>
<a class="done" href="${basePath}/account#webhooks">Done</a>
</section>`,
  };
}
