/** What each form of the account pages does. Requests have passed the guards of routes.ts. */

import type { KeyListing } from '../limits/keys.js';
import { newId } from '../limits/secrets.js';
import {
  type Account,
  addAccount,
  deleteAccount,
  redeemRecoveryCode,
  replaceRecoveryCode,
} from '../store/accounts/accounts.js';
import { withDiskReserve } from '../store/accounts/disk-reserve.js';
import {
  addPasskey,
  findPasskey,
  listPasskeys,
  type Passkey,
  recordPasskeyUse,
  removePasskey,
} from '../store/accounts/passkeys.js';
import { type AccountContext, type Action, refused } from './action.js';
import { oneLine } from './form.js';
import { newKeyPage, recoveryCodePage } from './pages/shown-once.js';
import {
  creationOptions,
  parseAuthentication,
  parseRegistration,
  requestOptions,
  verifyAuthentication,
  verifyRegistration,
} from './passkeys.js';
import { newRecoveryCode, recoveryHash } from './recovery.js';

const NAME_MAX = 60;
const KEYS_MAX = 10;
const PASSKEYS_MAX = 10;

const NO_RESPONSE = refused(
  400,
  'The browser sent no passkey. Passkeys need the script of this page; allow it and try again.',
);
const NO_PROOF = refused(
  403,
  'The passkey could not be verified. It may belong to another site or to a deleted account, or the page was open for too long. Try again.',
);

/** Actions by path below /account. Paths that end in `/options` answer the script, the others answer forms. */
export const ACTIONS: Record<string, Action> = {
  'sign-up/options': {
    for: 'anyone',
    rateClass: 'sign-up',
    async run({ relyingParty, challenges }, { visitor, form }) {
      const displayName = oneLine(form('displayName'), NAME_MAX);
      const accountId = newId();
      const challenge = challenges.issue(visitor.formToken, { kind: 'sign-up', accountId, displayName });
      const label = labelOf(displayName);
      return {
        kind: 'options',
        options: await creationOptions(relyingParty, challenge, { accountId, label, known: [] }),
      };
    },
  },
  'sign-up': {
    for: 'anyone',
    rateClass: 'sign-up',
    async run(context, { visitor, form }) {
      const made = parseRegistration(form('response'));
      if (made === null) return NO_RESPONSE;
      const purpose = context.challenges.redeem(made.challenge, visitor.formToken, 'sign-up');
      if (purpose === null) return NO_PROOF;
      const passkey = await verifyRegistration(context.relyingParty, made.challenge, made.response);
      if (passkey === null || findPasskey(context.store, passkey.id) !== null) return NO_PROOF;
      const { accountId, displayName } = purpose;
      const { code, hash } = newRecoveryCode();
      const createdAt = isoNow(context);
      // All or nothing: an account without a visible recovery code could be lost.
      const cookie = context.store.transaction(() => {
        addAccount(context.store, { id: accountId, displayName, createdAt }, hash, {
          ...passkey,
          accountId,
          createdAt,
          lastUsedAt: null,
        });
        return context.sessions.start(visitor, accountId);
      });
      return {
        kind: 'page',
        html: recoveryCodePage(context.relyingParty.basePath, 'Your account has been created.', code),
        cookie,
      };
    },
  },
  'sign-in/options': {
    for: 'anyone',
    rateClass: 'sign-in',
    async run({ relyingParty, challenges }, { visitor }) {
      const challenge = challenges.issue(visitor.formToken, { kind: 'sign-in' });
      return { kind: 'options', options: await requestOptions(relyingParty, challenge) };
    },
  },
  'sign-in': {
    for: 'anyone',
    rateClass: 'sign-in',
    async run(context, { visitor, form }) {
      const proof = parseAuthentication(form('response'));
      if (proof === null) return NO_RESPONSE;
      if (context.challenges.redeem(proof.challenge, visitor.formToken, 'sign-in') === null) return NO_PROOF;
      const passkey = findPasskey(context.store, proof.response.id);
      if (passkey === null) return NO_PROOF;
      const counter = await verifyAuthentication(
        context.relyingParty,
        proof.challenge,
        passkey,
        proof.response,
      );
      if (counter === null) return NO_PROOF;
      // The owner of a leaked key must be able to sign in and revoke it, even on a full disk.
      const cookie = withDiskReserve(context.store, () =>
        context.store.transaction(() => {
          recordPasskeyUse(context.store, passkey.id, counter, isoNow(context));
          return context.sessions.start(visitor, passkey.accountId);
        }),
      );
      return { kind: 'home', cookie };
    },
  },
  recover: {
    for: 'anyone',
    rateClass: 'recover',
    run(context, { visitor, form }) {
      const usedHash = recoveryHash(form('code'));
      const { code, hash } = newRecoveryCode();
      // A code must not be used up without starting the session.
      const cookie = context.store.transaction(() => {
        const account = usedHash === null ? null : redeemRecoveryCode(context.store, usedHash, hash);
        return account === null ? null : context.sessions.start(visitor, account.id);
      });
      if (cookie === null) return refused(403, 'This recovery code is not valid. Each code works once.');
      const why =
        'You are signed in here and signed out everywhere else. The code that you used is no longer valid; this is the next one. Now add a passkey, and remove those that you lost.';
      return { kind: 'page', html: recoveryCodePage(context.relyingParty.basePath, why, code), cookie };
    },
  },
  'sign-out': {
    for: 'account',
    rateClass: 'change',
    run: ({ sessions }, { visitor }) => ({ kind: 'home', cookie: sessions.end(visitor) }),
  },
  'passkeys/options': {
    for: 'account',
    rateClass: 'change',
    async run({ store, relyingParty, challenges }, { visitor }, { id: accountId, displayName }) {
      const known = listPasskeys(store, accountId);
      const challenge = challenges.issue(visitor.formToken, { kind: 'add-passkey', accountId });
      const label = labelOf(displayName);
      return {
        kind: 'options',
        options: await creationOptions(relyingParty, challenge, { accountId, label, known }),
      };
    },
  },
  passkeys: {
    for: 'account',
    rateClass: 'change',
    async run(context, { visitor, form }, { id: accountId }) {
      const made = parseRegistration(form('response'));
      if (made === null) return NO_RESPONSE;
      const purpose = context.challenges.redeem(made.challenge, visitor.formToken, 'add-passkey');
      if (purpose?.accountId !== accountId) return NO_PROOF;
      const passkey = await verifyRegistration(context.relyingParty, made.challenge, made.response);
      if (passkey === null || findPasskey(context.store, passkey.id) !== null) return NO_PROOF;
      if (listPasskeys(context.store, accountId).length >= PASSKEYS_MAX)
        return refused(409, `An account has at most ${PASSKEYS_MAX} passkeys. Remove one first.`);
      addPasskey(context.store, { ...passkey, accountId, createdAt: isoNow(context), lastUsedAt: null });
      return { kind: 'home' };
    },
  },
  'passkeys/remove': {
    for: 'account',
    rateClass: 'change',
    run({ store, sessions }, { visitor, form }, { id }) {
      if (!removePasskey(store, form('id'), id))
        return refused(409, 'There is no such passkey, or it is the last one of the account.');
      // A lost device may still be signed in.
      sessions.endOthers(visitor, id);
      return { kind: 'home' };
    },
  },
  'recovery-code': {
    for: 'account',
    rateClass: 'change',
    run({ store, relyingParty }, _request, { id }) {
      const { code, hash } = newRecoveryCode();
      replaceRecoveryCode(store, id, hash);
      return {
        kind: 'page',
        html: recoveryCodePage(relyingParty.basePath, 'The previous code no longer works.', code),
      };
    },
  },
  keys: {
    for: 'account',
    rateClass: 'change',
    run({ keys, relyingParty, baseUrl }, { form }, { id }) {
      const name = oneLine(form('name'), NAME_MAX);
      if (name === '') return refused(400, 'A key needs a name, such as laptop.');
      if (keys.list(id).length >= KEYS_MAX)
        return refused(409, `An account has at most ${KEYS_MAX} keys. Revoke one first.`);
      return {
        kind: 'page',
        html: newKeyPage(relyingParty.basePath, baseUrl, name, keys.issue(name, id).key),
      };
    },
  },
  'keys/revoke': {
    for: 'account',
    rateClass: 'change',
    run({ keys }, { form }, { id }) {
      const keyId = form('id');
      const key = keys.list(id).find((one: KeyListing) => String(one.id) === keyId);
      // A key that is already revoked is not an error.
      if (key !== undefined) keys.revoke(key.id, id);
      return { kind: 'home' };
    },
  },
  delete: {
    for: 'account',
    rateClass: 'change',
    run({ store, keys, sessions }, { visitor, form }, { id }) {
      if (form('sure') !== 'yes') return refused(400, 'Tick the box to delete the account.');
      deleteAccount(store, id);
      keys.forget();
      return { kind: 'home', cookie: sessions.end(visitor) };
    },
  },
};

/** The passkeys and keys of an account, for its page. */
export function credentialsOf(
  { store, keys }: AccountContext,
  account: Account,
): { keys: KeyListing[]; passkeys: Passkey[] } {
  return { keys: keys.list(account.id), passkeys: listPasskeys(store, account.id) };
}

/** The name of a passkey in the list of the browser. */
function labelOf(displayName: string): string {
  return displayName === '' ? 'disclosed account' : displayName;
}

function isoNow({ now }: AccountContext): string {
  return new Date(now()).toISOString();
}
