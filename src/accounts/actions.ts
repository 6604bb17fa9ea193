/** What each form of the account pages does. Whoever comes here has passed the guards of routes.ts. */

import type { KeyListing, Keys } from '../limits/keys.js';
import { newId } from '../limits/secrets.js';
import {
  type Account,
  addAccount,
  deleteAccount,
  redeemRecoveryCode,
  replaceRecoveryCode,
} from '../store/accounts/accounts.js';
import { withDiskReserve } from '../store/accounts/disk-reserve.js';
import type { Store } from '../store/accounts/open-accounts.js';
import {
  addPasskey,
  findPasskey,
  listPasskeys,
  type Passkey,
  recordPasskeyUse,
  removePasskey,
} from '../store/accounts/passkeys.js';
import type { Challenges } from './challenges.js';
import { type Form, oneLine } from './form.js';
import { newKey, recoveryCode } from './pages/shown-once.js';
import {
  checkAuthentication,
  checkRegistration,
  creationOptions,
  readAuthentication,
  readRegistration,
  requestOptions,
} from './passkeys.js';
import type { Place } from './place.js';
import { newRecoveryCode, recoveryHash } from './recovery.js';
import type { Sessions, Visitor } from './sessions.js';

export interface Desk {
  store: Store;
  keys: Keys;
  place: Place;
  baseUrl: string;
  challenges: Challenges;
  sessions: Sessions;
  now: () => number;
}

/** A form on its way. */
export interface Visit {
  visitor: Visitor;
  form: Form;
}

export type Answer =
  | { kind: 'page'; html: string; cookie?: string }
  | { kind: 'home'; cookie?: string }
  | { kind: 'options'; options: object }
  | { kind: 'refused'; status: 400 | 403 | 409; message: string };

/** Which allowance an action is counted under. */
export type Allowed = 'sign-up' | 'sign-in' | 'recover' | 'change';

export type Action =
  | { for: 'anyone'; counts: Allowed; run(desk: Desk, visit: Visit): Answer | Promise<Answer> }
  | {
      for: 'account';
      counts: Allowed;
      run(desk: Desk, visit: Visit, account: Account): Answer | Promise<Answer>;
    };

const NAME_MAX = 60;
const KEYS_MAX = 10;
const PASSKEYS_MAX = 10;

const refused = (status: 400 | 403 | 409, message: string): Answer => ({ kind: 'refused', status, message });
const NO_RESPONSE = refused(
  400,
  'The browser sent no passkey. Passkeys need the script of this page; allow it and try again.',
);
const NO_PROOF = refused(
  403,
  'The passkey could not be checked. It may belong to another site or an account that is gone, or the page stood open for too long. Try again.',
);

/** Path below /account to action. Those that end in `/options` speak with the script, the others with the forms. */
export const ACTIONS: Record<string, Action> = {
  'sign-up/options': {
    for: 'anyone',
    counts: 'sign-up',
    async run({ place, challenges }, { visitor, form }) {
      const displayName = oneLine(form('displayName'), NAME_MAX);
      const accountId = newId();
      const challenge = challenges.give(visitor.formToken, { kind: 'sign-up', accountId, displayName });
      const label = labelOf(displayName);
      return {
        kind: 'options',
        options: await creationOptions(place, challenge, { accountId, label, known: [] }),
      };
    },
  },
  'sign-up': {
    for: 'anyone',
    counts: 'sign-up',
    async run(desk, { visitor, form }) {
      const made = readRegistration(form('response'));
      if (made === null) return NO_RESPONSE;
      const purpose = desk.challenges.take(made.challenge, visitor.formToken, 'sign-up');
      if (purpose === null) return NO_PROOF;
      const passkey = await checkRegistration(desk.place, made.challenge, made.response);
      if (passkey === null || findPasskey(desk.store, passkey.id) !== null) return NO_PROOF;
      const { accountId, displayName } = purpose;
      const code = newRecoveryCode();
      const createdAt = isoNow(desk);
      // All or nothing: an account whose code nobody saw would be a trap.
      const cookie = desk.store.transaction(() => {
        addAccount(desk.store, { id: accountId, displayName, createdAt }, hashed(code), {
          ...passkey,
          accountId,
          createdAt,
          lastUsedAt: null,
        });
        return desk.sessions.begin(visitor, accountId);
      });
      return { kind: 'page', html: recoveryCode(desk.place.base, 'Your account is made.', code), cookie };
    },
  },
  'sign-in/options': {
    for: 'anyone',
    counts: 'sign-in',
    async run({ place, challenges }, { visitor }) {
      const challenge = challenges.give(visitor.formToken, { kind: 'sign-in' });
      return { kind: 'options', options: await requestOptions(place, challenge) };
    },
  },
  'sign-in': {
    for: 'anyone',
    counts: 'sign-in',
    async run(desk, { visitor, form }) {
      const proof = readAuthentication(form('response'));
      if (proof === null) return NO_RESPONSE;
      if (desk.challenges.take(proof.challenge, visitor.formToken, 'sign-in') === null) return NO_PROOF;
      const passkey = findPasskey(desk.store, proof.response.id);
      if (passkey === null) return NO_PROOF;
      const counter = await checkAuthentication(desk.place, proof.challenge, passkey, proof.response);
      if (counter === null) return NO_PROOF;
      // The owner of a leaked key must be able to sign in and revoke it, even on a full disk.
      const cookie = withDiskReserve(desk.store, () =>
        desk.store.transaction(() => {
          recordPasskeyUse(desk.store, passkey.id, counter, isoNow(desk));
          return desk.sessions.begin(visitor, passkey.accountId);
        }),
      );
      return { kind: 'home', cookie };
    },
  },
  recover: {
    for: 'anyone',
    counts: 'recover',
    run(desk, { visitor, form }) {
      const hash = recoveryHash(form('code'));
      const code = newRecoveryCode();
      // A code must not be spent without the session that it is spent for.
      const cookie = desk.store.transaction(() => {
        const account = hash === null ? null : redeemRecoveryCode(desk.store, hash, hashed(code));
        return account === null ? null : desk.sessions.begin(visitor, account.id);
      });
      if (cookie === null) return refused(403, 'This is not a recovery code that works. Each works once.');
      const why =
        'You are signed in, and signed out everywhere else. The code that you used is spent; this is the next one. Now add a passkey, and remove those that you lost.';
      return { kind: 'page', html: recoveryCode(desk.place.base, why, code), cookie };
    },
  },
  'sign-out': {
    for: 'account',
    counts: 'change',
    run: ({ sessions }, { visitor }) => ({ kind: 'home', cookie: sessions.end(visitor) }),
  },
  'passkeys/options': {
    for: 'account',
    counts: 'change',
    async run({ store, place, challenges }, { visitor }, { id: accountId, displayName }) {
      const known = listPasskeys(store, accountId);
      const challenge = challenges.give(visitor.formToken, { kind: 'add-passkey', accountId });
      const label = labelOf(displayName);
      return {
        kind: 'options',
        options: await creationOptions(place, challenge, { accountId, label, known }),
      };
    },
  },
  passkeys: {
    for: 'account',
    counts: 'change',
    async run(desk, { visitor, form }, { id: accountId }) {
      const made = readRegistration(form('response'));
      if (made === null) return NO_RESPONSE;
      const purpose = desk.challenges.take(made.challenge, visitor.formToken, 'add-passkey');
      if (purpose?.accountId !== accountId) return NO_PROOF;
      const passkey = await checkRegistration(desk.place, made.challenge, made.response);
      if (passkey === null || findPasskey(desk.store, passkey.id) !== null) return NO_PROOF;
      if (listPasskeys(desk.store, accountId).length >= PASSKEYS_MAX)
        return refused(409, `An account has at most ${PASSKEYS_MAX} passkeys. Remove one first.`);
      addPasskey(desk.store, { ...passkey, accountId, createdAt: isoNow(desk), lastUsedAt: null });
      return { kind: 'home' };
    },
  },
  'passkeys/remove': {
    for: 'account',
    counts: 'change',
    run({ store, sessions }, { visitor, form }, { id }) {
      if (!removePasskey(store, form('id'), id))
        return refused(409, 'There is no such passkey, or it is the last one of the account.');
      // Whoever holds the lost device may still be signed in there.
      sessions.endOthers(visitor, id);
      return { kind: 'home' };
    },
  },
  'recovery-code': {
    for: 'account',
    counts: 'change',
    run({ store, place }, _visit, { id }) {
      const code = newRecoveryCode();
      replaceRecoveryCode(store, id, hashed(code));
      return { kind: 'page', html: recoveryCode(place.base, 'The code before it works no more.', code) };
    },
  },
  keys: {
    for: 'account',
    counts: 'change',
    run({ keys, place, baseUrl }, { form }, { id }) {
      const name = oneLine(form('name'), NAME_MAX);
      if (name === '') return refused(400, 'A key needs a name, such as laptop.');
      if (keys.list(id).length >= KEYS_MAX)
        return refused(409, `An account has at most ${KEYS_MAX} keys. Revoke one first.`);
      return { kind: 'page', html: newKey(place.base, baseUrl, name, keys.issue(name, id).key) };
    },
  },
  'keys/revoke': {
    for: 'account',
    counts: 'change',
    run({ keys }, { form }, { id }) {
      const wanted = form('id');
      const key = keys.list(id).find((one: KeyListing) => String(one.id) === wanted);
      // Already gone is what was wanted.
      if (key !== undefined) keys.revoke(key.id, id);
      return { kind: 'home' };
    },
  },
  delete: {
    for: 'account',
    counts: 'change',
    run({ store, keys, sessions }, { visitor, form }, { id }) {
      if (form('sure') !== 'yes') return refused(400, 'Tick the box to delete the account.');
      deleteAccount(store, id);
      keys.forget();
      return { kind: 'home', cookie: sessions.end(visitor) };
    },
  },
};

/** The passkeys and keys of an account, for its page. */
export function holdingsOf(
  { store, keys }: Desk,
  account: Account,
): { keys: KeyListing[]; passkeys: Passkey[] } {
  return { keys: keys.list(account.id), passkeys: listPasskeys(store, account.id) };
}

/** How a passkey is called in the browser's list. */
function labelOf(displayName: string): string {
  return displayName === '' ? 'disclosed account' : displayName;
}

function hashed(code: string): Buffer {
  return recoveryHash(code) as Buffer;
}

function isoNow({ now }: Desk): string {
  return new Date(now()).toISOString();
}
