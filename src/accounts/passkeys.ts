/** The two ceremonies of a passkey: making one, and proving that one holds it. The proofs are checked by simplewebauthn. */

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
import type { Place } from './relying-party.js';

type Registration = Parameters<typeof verifyRegistrationResponse>[0]['response'];
type Authentication = Parameters<typeof verifyAuthenticationResponse>[0]['response'];
type Transports = NonNullable<Registration['response']['transports']>;

/** Bytes of an id that WebAuthn allows, and more than any public key of its algorithms takes: a stranger's fill the disk. */
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

/** What the browser is asked to make a passkey of. Discoverable and verified, because nothing else proves who it is. */
export function creationOptions(
  place: Place,
  challenge: string,
  who: { accountId: string; label: string; known: readonly Passkey[] },
) {
  return generateRegistrationOptions({
    rpName: SERVICE_NAME,
    rpID: place.rpId,
    userID: new Uint8Array(Buffer.from(who.accountId, 'hex')),
    userName: who.label,
    userDisplayName: who.label,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: who.known.map(({ id, transports }) => ({ id, transports: transports as Transports })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** What the browser is asked to sign with whichever passkey of ours the user picks. */
export function requestOptions(place: Place, challenge: string) {
  return generateAuthenticationOptions({
    rpID: place.rpId,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
  });
}

/** A new passkey in the browser's words; null when they are not what a browser says. */
export function readRegistration(text: string): { challenge: string; response: Registration } | null {
  return read(text, registration) as { challenge: string; response: Registration } | null;
}

/** The same of a signature. */
export function readAuthentication(text: string): { challenge: string; response: Authentication } | null {
  return read(text, authentication) as { challenge: string; response: Authentication } | null;
}

/** The passkey that was made for `challenge`; null when the proof does not hold. */
export async function checkRegistration(
  place: Place,
  challenge: string,
  response: Registration,
): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'> | null> {
  const bare = withoutAttestation(response);
  if (bare === null) return null;
  const checked = await verifyRegistrationResponse({
    response: bare,
    expectedChallenge: challenge,
    expectedOrigin: place.origin,
    expectedRPID: place.rpId,
    requireUserVerification: true,
    // What is wrong with a proof is of no use to an honest user, and its words may quote what was sent.
  }).catch(() => null);
  if (checked === null || !checked.verified) return null;
  const { id, publicKey, counter, transports = [] } = checked.registrationInfo.credential;
  if (Buffer.byteLength(id, 'base64url') > ID_MAX || publicKey.length > PUBLIC_KEY_MAX) return null;
  return { id, publicKey, counter, transports };
}

/**
 * The registration without what vouches for the make of the authenticator: none was asked for and none is believed,
 * and checking one would fetch whatever address a stranger's certificate names. Null when it cannot be read.
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

/** The new counter of `passkey`, which signed `challenge`; null when the proof does not hold. */
export async function checkAuthentication(
  place: Place,
  challenge: string,
  passkey: Passkey,
  response: Authentication,
): Promise<number | null> {
  const { id, publicKey, counter, transports } = passkey;
  const { userHandle } = response.response;
  const wanted = Buffer.from(passkey.accountId, 'hex').toString('base64url');
  if (typeof userHandle === 'string' && userHandle !== '' && userHandle !== wanted) return null;
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: place.origin,
    expectedRPID: place.rpId,
    requireUserVerification: true,
    credential: {
      id,
      publicKey: new Uint8Array(publicKey),
      counter,
      transports: transports as Transports,
    },
  }).catch(() => null);
  return checked?.verified === true ? checked.authenticationInfo.newCounter : null;
}

function read(text: string, schema: z.ZodTypeAny): { challenge: string; response: unknown } | null {
  try {
    const response = schema.parse(JSON.parse(text)) as Registration;
    const client = JSON.parse(Buffer.from(response.response.clientDataJSON, 'base64url').toString()) as {
      challenge?: unknown;
    };
    if (typeof client.challenge !== 'string') return null;
    return { challenge: client.challenge, response: { ...response, clientExtensionResults: {} } };
  } catch {
    return null;
  }
}
