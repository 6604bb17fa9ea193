/** What an action of the account pages is: what it gets, and what it answers. */

import type { Keys } from '../limits/keys.js';
import type { Account } from '../store/accounts/accounts.js';
import type { AccountsDatabase } from '../store/accounts/accounts-database.js';
import type { Challenges } from './challenges.js';
import type { SubmittedForm } from './form.js';
import type { Said } from './pages/messages.js';
import type { AccountContent } from './pages/parts.js';
import type { RelyingParty } from './relying-party.js';
import type { Sessions, Visitor } from './sessions.js';
import type { Watching } from './watch.js';

/** What the actions work with. */
export interface AccountContext {
  database: AccountsDatabase;
  keys: Keys;
  relyingParty: RelyingParty;
  baseUrl: string;
  challenges: Challenges;
  sessions: Sessions;
  /** Null where the operator switched webhooks off. */
  watching: Watching | null;
  now: () => number;
}

/** A submitted form and its sender. */
export interface AccountRequest {
  visitor: Visitor;
  form: SubmittedForm;
}

/** What an action answers: a page, a redirect to the account page, options for the script, or a refusal. */
export type ActionResult =
  | { kind: 'page'; page: AccountContent; cookie?: string }
  | { kind: 'home'; said: Said; cookie?: string }
  | { kind: 'options'; options: object }
  | { kind: 'refused'; status: 400 | 403 | 409; message: string };

/** The rate limit that an action counts towards; `view` is that of the account page itself. */
export type RateClass = 'sign-up' | 'sign-in' | 'recover' | 'change' | 'view';

export type Action =
  | {
      for: 'anyone';
      rateClass: RateClass;
      run(context: AccountContext, request: AccountRequest): ActionResult | Promise<ActionResult>;
    }
  | {
      for: 'account';
      rateClass: RateClass;
      run(
        context: AccountContext,
        request: AccountRequest,
        account: Account,
      ): ActionResult | Promise<ActionResult>;
    };

export function refused(status: 400 | 403 | 409, message: string): ActionResult {
  return { kind: 'refused', status, message };
}
