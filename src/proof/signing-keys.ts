/** Ed25519 keys of the operator: how they are named, and how a text is signed and checked. */

import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';

/** What a signature is for: one for a manifest is never valid for anything else. */
export type SignedPurpose = 'manifest' | 'receipt' | 'dump';

/** A public key as manifests and dumps name it. */
export interface PublicKey {
  /** The first 16 hexadecimal digits of the SHA-256 of the key. */
  id: string;
  algorithm: 'Ed25519';
  /** The 32 bytes of the key, in base64. */
  publicKey: string;
}

export interface Signature {
  /** The id of the key. */
  key: string;
  /** In base64. */
  signature: string;
}

/** A private key. Its text is never shown. */
export class SigningKey {
  readonly public: PublicKey;

  constructor(private readonly secret: KeyObject) {
    const { x } = createPublicKey(secret).export({ format: 'jwk' });
    if (secret.asymmetricKeyType !== 'ed25519' || x === undefined)
      throw new TypeError('it is not an Ed25519 key');
    const bytes = Buffer.from(x, 'base64url');
    this.public = {
      id: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
      algorithm: 'Ed25519',
      publicKey: bytes.toString('base64'),
    };
  }

  /** @throws TypeError if it is not the PEM text of an Ed25519 private key */
  static fromPem(pem: string): SigningKey {
    let secret: KeyObject;
    try {
      secret = createPrivateKey(pem);
    } catch {
      throw new TypeError('it is not a private key in PEM (PKCS #8)');
    }
    return new SigningKey(secret);
  }

  sign(purpose: SignedPurpose, text: string): Signature {
    const signature = sign(null, signedBytes(purpose, text), this.secret).toString('base64');
    return { key: this.public.id, signature };
  }
}

/** A new private key, as PEM (PKCS #8). */
export function makeSigningKey(): string {
  // With a format the export is a text.
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
}

/** Whether `signature` is by this key, for this purpose and this text. False for a damaged key or signature. */
export function isSignedBy(
  { publicKey }: Pick<PublicKey, 'publicKey'>,
  purpose: SignedPurpose,
  text: string,
  { signature }: Pick<Signature, 'signature'>,
): boolean {
  try {
    const x = Buffer.from(publicKey, 'base64').toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, signedBytes(purpose, text), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/** Whether the id of a key is that of its bytes. */
export function isKeyId({ id, publicKey }: Pick<PublicKey, 'id' | 'publicKey'>): boolean {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex').slice(0, 16) === id;
}

function signedBytes(purpose: SignedPurpose, text: string): Buffer {
  return Buffer.from(`disclosed ${purpose}\n${text}`);
}
