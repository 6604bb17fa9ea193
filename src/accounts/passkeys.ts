/** The two ceremonies of WebAuthn, registration and authentication. simplewebauthn verifies the signatures. */

import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers';
import { z } from 'zod/v3';
import { SERVICE_NAME } from '../../tools/contract/rules.js';
import type { Passkey } from '../store/accounts/passkeys.js';
import { CHALLENGE_MS } from './challenges.js';
import type { RelyingParty } from './relying-party.js';

type Registration = Parameters<typeof verifyRegistrationResponse>[0]['response'];
type Authentication = Parameters<typeof verifyAuthenticationResponse>[0]['response'];
/** The library names the known transports; the store keeps what the browser reported. */
type Transports = NonNullable<Registration['response']['transports']>;

/**
 * The longest id that WebAuthn allows, and a size above that of any of its public keys. Without these bounds a client
 * could fill the disk.
 */
const ID_MAX = 1023;
const PUBLIC_KEY_MAX = 1100;

const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/);
const credential = { id: base64url, rawId: base64url, type: z.literal('public-key') };
const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});
const authentication = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.string().nullish(),
  }),
});

/** Options for creating a passkey. Discoverable and with user verification, because the passkey is the only credential. */
export function creationOptions(
  relyingParty: RelyingParty,
  challenge: string,
  user: { accountId: string; label: string; known: readonly Passkey[] },
) {
  return generateRegistrationOptions({
    rpName: SERVICE_NAME,
    rpID: relyingParty.rpId,
    userID: new Uint8Array(Buffer.from(user.accountId, 'hex')),
    userName: user.label,
    userDisplayName: user.label,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: user.known.map(({ id, transports }) => ({
      id,
      // As the browser reported them: the library passes them to the browser.
      transports: transports as Transports,
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Options for signing in with any passkey of this service. */
export function requestOptions(relyingParty: RelyingParty, challenge: string) {
  return generateAuthenticationOptions({
    rpID: relyingParty.rpId,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
  });
}

/** The registration in a form; null when it is malformed. */
export function parseRegistration(text: string): { challenge: string; response: Registration } | null {
  // `read` has parsed the response with this schema.
  return read(text, registration) as { challenge: string; response: Registration } | null;
}

/** The authentication in a form; null when it is malformed. */
export function parseAuthentication(text: string): { challenge: string; response: Authentication } | null {
  // `read` has parsed the response with this schema.
  return read(text, authentication) as { challenge: string; response: Authentication } | null;
}

/** The passkey that was created for `challenge`; null when the verification fails. */
export async function verifyRegistration(
  relyingParty: RelyingParty,
  challenge: string,
  response: Registration,
): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'> | null> {
  const bare = withoutAttestation(response);
  if (bare === null) return null;
  const checked = await verifyRegistrationResponse({
    response: bare,
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.rpId,
    requireUserVerification: true,
    // The reason is of no use to an honest user, and its message may quote the form.
  }).catch(() => null);
  if (checked === null || !checked.verified) return null;
  const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential;
  if (Buffer.byteLength(id, 'base64url') > ID_MAX || publicKey.length > PUBLIC_KEY_MAX) return null;
  return { id, publicKey, counter, transports };
}

/**
 * The registration without its attestation, the statement about the make of the authenticator. None is requested or
 * trusted, and verifying one would fetch an address from the client's certificate. Null when it is malformed.
 */
function withoutAttestation(response: Registration): Registration | null {
  try {
    const made = decodeAttestationObject(isoBase64URL.toBuffer(response.response.attestationObject));
    const parts: Array<[string, string | Uint8Array | Map<string, never>]> = [
      ['fmt', 'none'],
      ['attStmt', new Map<string, never>()],
      ['authData', made.get('authData')],
    ];
    const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(new Map(parts)));
    return { ...response, response: { ...response.response, attestationObject } };
  } catch {
    return null;
  }
}

/** The new counter of `passkey` after it signed `challenge`; null when the verification fails. */
export async function verifyAuthentication(
  relyingParty: RelyingParty,
  challenge: string,
  passkey: Passkey,
  response: Authentication,
): Promise<number | null> {
  const { id, publicKey, counter, transports } = passkey;
  const { userHandle } = response.response;
  const expected = Buffer.from(passkey.accountId, 'hex').toString('base64url');
  if (typeof userHandle === 'string' && userHandle !== '' && userHandle !== expected) return null;
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.rpId,
    requireUserVerification: true,
    credential: {
      id,
      publicKey: new Uint8Array(publicKey),
      counter,
      // As the browser reported them: the library does not check them.
      transports: transports as Transports,
    },
  }).catch(() => null);
  return checked?.verified === true ? checked.authenticationInfo.newCounter : null;
}

function read(text: string, schema: z.ZodTypeAny): { challenge: string; response: unknown } | null {
  try {
    // Both schemas have the client data, which are all that is read here.
    const response = schema.parse(JSON.parse(text)) as Registration | Authentication;
    const client = JSON.parse(Buffer.from(response.response.clientDataJSON, 'base64url').toString()) as {
      challenge?: unknown;
    };
    if (typeof client.challenge !== 'string') return null;
    return { challenge: client.challenge, response: { ...response, clientExtensionResults: {} } };
  } catch {
    return null;
  }
}
