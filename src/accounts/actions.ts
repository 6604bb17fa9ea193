/** What each form of the account pages does. Requests have passed the guards of routes.ts. */

import type { KeyListing } from '../limits/keys.js';
import { newId } from '../limits/secrets.js';
import {
  type Account,
  addAccount,
  confirmRecoveryCode,
  deleteAccount,
  isRecoveryCodeSaved,
  redeemRecoveryCode,
  replaceRecoveryCode,
} from '../store/accounts/accounts.js';
import {
  addAnotherPasskey,
  findPasskey,
  listPasskeys,
  recordPasskeyUse,
  removePasskey,
  unlessTaken,
} from '../store/accounts/passkeys.js';
import { type AccountContext, type Action, type ActionResult, refused } from './action.js';
import { oneLine } from './form.js';
import { removalPage, revocationPage } from './pages/confirmation.js';
import type { AccountCredentials } from './pages/home.js';
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
import { WATCH_ACTIONS } from './watch-actions.js';

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
const TAKEN = refused(409, 'This passkey belongs to an account here. Sign in with it, or make another one.');

/** Actions by path below /account. Paths that end in `/options` answer the script, the others answer forms. */
export const ACTIONS: Record<string, Action> = {
  ...WATCH_ACTIONS,
  'sign-up/options': {
    for: 'anyone',
    rateClass: 'sign-up',
    async run({ relyingParty, challenges }, { visitor, form }) {
      const displayName = oneLine(form('displayName'), NAME_MAX);
      const accountId = newId();
      const challenge = await challenges.issue(visitor.formToken, {
        kind: 'sign-up',
        accountId,
        displayName,
      });
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
      const purpose = await context.challenges.redeem(made.challenge, visitor.formToken, 'sign-up');
      if (purpose === null) return NO_PROOF;
      const passkey = await verifyRegistration(context.relyingParty, made.challenge, made.response);
      if (passkey === null) return NO_PROOF;
      const { accountId, displayName } = purpose;
      const { code, hash } = newRecoveryCode();
      const createdAt = isoNow(context);
      // All or nothing: an account without a visible recovery code could be lost.
      const session = await unlessTaken(
        context.database.transaction(async (connection) => {
          await addAccount(connection, { id: accountId, displayName, createdAt }, hash, {
            ...passkey,
            accountId,
            createdAt,
            lastUsedAt: null,
          });
          return context.sessions.start(connection, visitor, accountId);
        }),
      );
      if (session === null) return TAKEN;
      return codePage(context, session.formToken, { code, why: CREATED, cookie: session.cookie });
    },
  },
  'sign-in/options': {
    for: 'anyone',
    rateClass: 'sign-in',
    async run({ relyingParty, challenges }, { visitor }) {
      const challenge = await challenges.issue(visitor.formToken, { kind: 'sign-in' });
      return { kind: 'options', options: await requestOptions(relyingParty, challenge) };
    },
  },
  'sign-in': {
    for: 'anyone',
    rateClass: 'sign-in',
    async run(context, { visitor, form }) {
      const proof = parseAuthentication(form('response'));
      if (proof === null) return NO_RESPONSE;
      const purpose = await context.challenges.redeem(proof.challenge, visitor.formToken, 'sign-in');
      if (purpose === null) return NO_PROOF;
      const passkey = await findPasskey(context.database, proof.response.id);
      if (passkey === null) return NO_PROOF;
      const counter = await verifyAuthentication(
        context.relyingParty,
        proof.challenge,
        passkey,
        proof.response,
      );
      if (counter === null) return NO_PROOF;
      // The owner of a leaked key must be able to sign in and revoke it, even on a full disk.
      const session = await context.database.evenOnFullDisk(() =>
        context.database.transaction(async (connection) =>
          (await recordPasskeyUse(connection, passkey.id, counter, isoNow(context)))
            ? context.sessions.start(connection, visitor, passkey.accountId)
            : null,
        ),
      );
      return session === null ? NO_PROOF : { kind: 'home', said: 'signed-in', cookie: session.cookie };
    },
  },
  recover: {
    for: 'anyone',
    rateClass: 'recover',
    async run(context, { visitor, form }) {
      const usedHash = recoveryHash(form('code'));
      const { code, hash } = newRecoveryCode();
      // A code must not be used up without starting the session.
      const session = await context.database.transaction(async (connection) => {
        const account = usedHash === null ? null : await redeemRecoveryCode(connection, usedHash, hash);
        return account === null ? null : context.sessions.start(connection, visitor, account.id);
      });
      if (session === null) return refused(403, 'This recovery code is not valid. Each code works once.');
      const why =
        'You are signed in here and signed out everywhere else. The code that you used is no longer valid; this is the next one. Now add a passkey, and remove those that you lost.';
      return codePage(context, session.formToken, { code, why, cookie: session.cookie });
    },
  },
  'sign-out': {
    for: 'account',
    rateClass: 'change',
    run: async ({ sessions }, { visitor }) => ({
      kind: 'home',
      said: 'signed-out',
      cookie: await sessions.end(visitor),
    }),
  },
  'passkeys/options': {
    for: 'account',
    rateClass: 'change',
    async run({ database, relyingParty, challenges }, { visitor }, { id: accountId, displayName }) {
      const known = await listPasskeys(database, accountId);
      const challenge = await challenges.issue(visitor.formToken, { kind: 'add-passkey', accountId });
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
      const purpose = await context.challenges.redeem(made.challenge, visitor.formToken, 'add-passkey');
      if (purpose?.accountId !== accountId) return NO_PROOF;
      const passkey = await verifyRegistration(context.relyingParty, made.challenge, made.response);
      if (passkey === null) return NO_PROOF;
      const added = { ...passkey, accountId, createdAt: isoNow(context), lastUsedAt: null };
      const isAdded = await unlessTaken(addAnotherPasskey(context.database, added, PASSKEYS_MAX));
      if (isAdded === null) return TAKEN;
      return isAdded
        ? { kind: 'home', said: 'passkey-added' }
        : refused(409, `An account has at most ${PASSKEYS_MAX} passkeys. Remove one first.`);
    },
  },
  'passkeys/remove': {
    for: 'account',
    rateClass: 'change',
    async run({ database, sessions, relyingParty }, { visitor, form }, { id }) {
      const passkeys = await listPasskeys(database, id);
      const passkey = passkeys.find((one) => one.id === form('id'));
      // The last one stays, so there is nothing to ask.
      if (passkey !== undefined && passkeys.length > 1 && form('sure') !== 'yes')
        return {
          kind: 'page',
          page: removalPage({ basePath: relyingParty.basePath, formToken: visitor.formToken }, passkey),
        };
      const isRemoved = await database.evenOnFullDisk(() =>
        database.transaction(async (connection) => {
          if (passkey === undefined || !(await removePasskey(connection, passkey.id, id))) return false;
          // A lost device may still be signed in.
          await sessions.endOthers(connection, visitor, id);
          return true;
        }),
      );
      return isRemoved
        ? { kind: 'home', said: 'passkey-removed' }
        : refused(409, 'There is no such passkey, or it is the last one of the account.');
    },
  },
  'recovery-code': {
    for: 'account',
    rateClass: 'change',
    async run(context, { visitor }, { id }) {
      const { code, hash } = newRecoveryCode();
      await replaceRecoveryCode(context.database, id, hash);
      return codePage(context, visitor.formToken, { code, why: 'The previous code no longer works.' });
    },
  },
  'recovery-code/saved': {
    for: 'account',
    rateClass: 'change',
    async run({ database }, { form }, { id }) {
      if (form('saved') !== 'yes')
        return refused(400, 'Tick the box once the code is saved. If it is lost, create a new one.');
      await confirmRecoveryCode(database, id);
      return { kind: 'home', said: 'code-saved' };
    },
  },
  keys: {
    for: 'account',
    rateClass: 'change',
    async run({ keys, relyingParty, baseUrl }, { form }, { id }) {
      const name = oneLine(form('name'), NAME_MAX);
      if (name === '') return refused(400, 'A key needs a name, such as laptop.');
      const made = await keys.issue(name, id, KEYS_MAX);
      if (made === null) return refused(409, `An account has at most ${KEYS_MAX} keys. Revoke one first.`);
      return { kind: 'page', page: newKeyPage(relyingParty.basePath, baseUrl, name, made.key) };
    },
  },
  'keys/revoke': {
    for: 'account',
    rateClass: 'change',
    async run({ keys, relyingParty }, { visitor, form }, { id }) {
      const keyId = form('id');
      const key = (await keys.list(id)).find((one: KeyListing) => String(one.id) === keyId);
      if (key !== undefined && form('sure') !== 'yes')
        return {
          kind: 'page',
          page: revocationPage({ basePath: relyingParty.basePath, formToken: visitor.formToken }, key),
        };
      // A key that is already revoked is not an error.
      if (key !== undefined) await keys.revoke(key.id, id);
      return { kind: 'home', said: 'key-revoked' };
    },
  },
  delete: {
    for: 'account',
    rateClass: 'change',
    async run({ database, keys, sessions }, { visitor, form }, { id }) {
      if (form('sure') !== 'yes') return refused(400, 'Tick the box to delete the account.');
      await deleteAccount(database, id);
      await keys.noteChange();
      return { kind: 'home', said: 'deleted', cookie: await sessions.end(visitor) };
    },
  },
};

const CREATED = 'Your account has been created.';

/** The page with a new recovery code. After a sign-in its form belongs to the new session. */
function codePage(
  context: AccountContext,
  formToken: string,
  { code, why, cookie }: { code: string; why: string; cookie?: string },
): ActionResult {
  const { relyingParty } = context;
  const { origin, basePath } = relyingParty;
  const page = recoveryCodePage(
    { basePath, formToken },
    { code, why, address: `${origin}${basePath}`, createdAt: isoNow(context) },
  );
  return { kind: 'page', page, ...(cookie === undefined ? {} : { cookie }) };
}

/** The passkeys and keys of an account, for its page. */
export async function credentialsOf(
  { database, keys, watching }: AccountContext,
  account: Account,
): Promise<AccountCredentials> {
  const owner = { accountId: account.id };
  return {
    watched:
      watching === null
        ? null
        : { watchlists: await watching.watchlists(owner), webhooks: await watching.webhooks(owner) },
    account,
    keys: await keys.list(account.id),
    passkeys: await listPasskeys(database, account.id),
    isCodeSaved: await isRecoveryCodeSaved(database, account.id),
  };
}

/** The name of a passkey in the list of the browser. */
function labelOf(displayName: string): string {
  return displayName === '' ? 'disclosed account' : displayName;
}

function isoNow({ now }: AccountContext): string {
  return new Date(now()).toISOString();
}
