/** The forms of the account page about watchlists and webhooks. Requests have passed the guards of routes.ts. */

import { type AccountContext, type Action, type ActionResult, refused } from './action.js';
import type { SubmittedForm } from './form.js';
import { newWebhookPage } from './pages/watch.js';
import { WatchError, type Watching } from './watch.js';

const OFF = 'Webhooks are switched off on this service.';

/** Actions by path below /account. */
export const WATCH_ACTIONS: Record<string, Action> = {
  watchlists: change(async ({ watching, owner, form }) => {
    await watching.addWatchlist(owner, { name: form('name'), filters: filtersOf(form) });
    return { kind: 'home', said: 'watchlist-added' };
  }),
  'watchlists/remove': change(async ({ watching, owner, form }) => {
    await watching.removeWatchlist(owner, form('id'));
    return { kind: 'home', said: 'watchlist-removed' };
  }),
  webhooks: change(async ({ watching, owner, form, context }) => {
    const given = { watchlist: form('watchlist'), url: form('url'), shape: form('shape') };
    const made = await watching.addWebhook(owner, given);
    return { kind: 'page', page: newWebhookPage(context.relyingParty.basePath, made) };
  }),
  'webhooks/remove': change(async ({ watching, owner, form }) => {
    await watching.removeWebhook(owner, form('id'));
    return { kind: 'home', said: 'webhook-removed' };
  }),
  'webhooks/test': change(async ({ watching, owner, form }) => {
    await watching.testWebhook(owner, form('id'));
    return { kind: 'home', said: 'webhook-tested' };
  }),
  'webhooks/resume': change(async ({ watching, owner, form }) => {
    await watching.resumeWebhook(owner, form('id'));
    return { kind: 'home', said: 'webhook-resumed' };
  }),
};

interface Change {
  watching: Watching;
  owner: { accountId: string };
  form: SubmittedForm;
  context: AccountContext;
}

/** What the owner did wrong is said on a page. */
function change(run: (change: Change) => Promise<ActionResult>): Action {
  return {
    for: 'account',
    rateClass: 'change',
    async run(context, { form }, { id: accountId }) {
      const { watching } = context;
      if (watching === null) return refused(409, OFF);
      try {
        return await run({ watching, owner: { accountId }, form, context });
      } catch (error) {
        if (!(error instanceof WatchError)) throw error;
        return refused(error.status === 400 ? 400 : 409, error.message);
      }
    },
  };
}

/** The filters as the form writes them: lists with commas, an amount with or without them. */
function filtersOf(form: SubmittedForm): Record<string, unknown> {
  const list = (name: string) =>
    form(name)
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '');
  const amount = form('min_value').replace(/[\s,$]/g, '');
  return {
    tickers: list('tickers'),
    insiders: list('insiders'),
    members: list('members'),
    trackers: list('trackers'),
    isins: list('isins'),
    types: list('types'),
    ...(amount === '' ? {} : { min_value: Number(amount) }),
  };
}
