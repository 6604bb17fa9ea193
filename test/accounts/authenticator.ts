/** An authenticator in software: ES256 passkeys, attestation none; every answer can be made wrong on request. */

import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface Wrong {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  /** Whether the user was verified (PIN, finger); true unless said otherwise. */
  verified?: boolean;
  /** Signs with another key. */
  forged?: boolean;
  userHandle?: string;
  /** An attestation besides the passkey: its format and certificate, which the service never requested. */
  attestation?: { format: string; certificate: Buffer };
  /** The credential's id; new unless said otherwise. */
  id?: Buffer;
  /** Bytes of the credential's id; 32 unless said otherwise. */
  idBytes?: number;
  /** Bytes in the public key that have no meaning. */
  ballast?: number;
}

interface Credential {
  id: Buffer;
  key: KeyObject;
  userHandle: string;
  counter: number;
}

export interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string; name: string; displayName: string };
  excludeCredentials: Array<{ id: string }>;
}

export class Authenticator {
  readonly #credentials: Credential[] = [];

  constructor(readonly origin: string) {}

  /** What a browser sends after navigator.credentials.create. */
  create(options: CreationOptions, wrong: Wrong = {}): string {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const id = wrong.id ?? randomBytes(wrong.idBytes ?? 32);
    const one = { id, key: privateKey, userHandle: options.user.id, counter: 1 };
    this.#credentials.push(one);
    const { x, y } = publicKey.export({ format: 'jwk' });
    const cose = cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x!, 'base64url')],
        [-3, Buffer.from(y!, 'base64url')],
        ...(wrong.ballast === undefined ? [] : [[-900, Buffer.alloc(wrong.ballast)] as const]),
      ]),
    );
    const data = Buffer.concat([
      this.#authenticatorData(wrong.rpId ?? options.rp.id, 0x41 | verifiedFlag(wrong), one.counter),
      Buffer.alloc(16),
      Buffer.from([id.length >> 8, id.length & 255]),
      id,
      cose,
    ]);
    const { attestation: extra } = wrong;
    const statement: Cbor =
      extra === undefined
        ? new Map()
        : new Map<string, Cbor>([
            ['alg', -7],
            ['sig', Buffer.alloc(70)],
            ['x5c', [extra.certificate, extra.certificate]],
          ]);
    const attestation = cbor(
      new Map<string, Cbor>([
        ['fmt', extra?.format ?? 'none'],
        ['attStmt', statement],
        ['authData', data],
      ]),
    );
    return JSON.stringify({
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, wrong).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    });
  }

  /** What a browser sends after navigator.credentials.get; with the newest passkey unless `which` says another. */
  get(options: { challenge: string; rpId: string }, wrong: Wrong = {}, which = -1): string {
    const one = this.#credentials.at(which)!;
    one.counter += 1;
    const client = this.#clientData('webauthn.get', options.challenge, wrong);
    const data = this.#authenticatorData(wrong.rpId ?? options.rpId, 0x01 | verifiedFlag(wrong), one.counter);
    const key =
      wrong.forged === true ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : one.key;
    const signature = sign(
      'sha256',
      Buffer.concat([data, createHash('sha256').update(client).digest()]),
      key,
    );
    return JSON.stringify({
      id: one.id.toString('base64url'),
      rawId: one.id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: wrong.userHandle ?? one.userHandle,
      },
    });
  }

  /** Sets the counter of the last passkey back, as if the authenticator was copied. */
  rewind(): void {
    this.#credentials.at(-1)!.counter = 0;
  }

  #clientData(type: string, challenge: string, wrong: Wrong): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: wrong.type ?? type,
        challenge: wrong.challenge ?? challenge,
        origin: wrong.origin ?? this.origin,
        crossOrigin: false,
      }),
    );
  }

  #authenticatorData(rpId: string, flags: number, counter: number): Buffer {
    const tail = Buffer.alloc(5);
    tail.writeUInt8(flags, 0);
    tail.writeUInt32BE(counter, 1);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), tail]);
  }
}

function verifiedFlag({ verified = true }: Wrong): number {
  return verified ? 0x04 : 0;
}

type Cbor = number | string | Buffer | Cbor[] | Map<number, Cbor> | Map<string, Cbor>;

/** The part of CBOR (RFC 8949) that an attestation needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  const parts = [...value].flatMap(([key, one]: [number | string, Cbor]) => [cbor(key), cbor(one)]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size]);
  if (size < 256) return Buffer.from([(major << 5) | 24, size]);
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
}
