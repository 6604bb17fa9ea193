/** Signed manifests: a changed byte, a foreign key and a broken chain are found, and a rotation is followed. */

import { expect, it } from '@jest/globals';
import { chainFault, openManifest, sealWith, signatureFault } from '../../src/proof/manifest.js';
import { isSignedBy, makeSigningKey, SigningKey } from '../../src/proof/signing-keys.js';
import type { KeptManifest } from '../../tools/contract/reads/sources.js';

const [first, second] = [makeSigningKey(), makeSigningKey()].map(SigningKey.fromPem) as [
  SigningKey,
  SigningKey,
];

function seal(number: number, last: KeptManifest | null, key = first, previous: SigningKey | null = null) {
  const make = sealWith({
    keys: { current: key, previous },
    sample: false,
    program: '1.0.0',
    tablesVersion: 7,
    now: () => new Date('2026-11-20T12:00:00.000Z'),
  });
  const generation = { number, id: `id-${number}`, at: null, nextRefreshAt: null, isFilling: false };
  return make({ generation, tables: [{ name: 'filing', rows: number, sha256: '0a'.repeat(32) }] }, last);
}

const opened = (stored: KeptManifest) => openManifest(stored.json)!;

it('is valid as it was made, and names its parent', () => {
  const one = seal(1, null);
  const two = seal(2, one);
  expect(signatureFault(opened(one))).toBeNull();
  expect(signatureFault(opened(two))).toBeNull();
  expect([opened(one).manifest.parent, opened(two).manifest.parent]).toEqual([null, one.sha256]);
  expect(chainFault(opened(one), opened(two))).toBeNull();
  expect(opened(two).sha256).toBe(two.sha256);
});

it('is not valid after any byte of the signed text changed', () => {
  const { json } = seal(7, null);
  const { text, signatures } = JSON.parse(json) as { text: string; signatures: unknown };
  for (let at = 0; at < text.length; at += 1) {
    const changed = `${text.slice(0, at)}${text[at] === '1' ? '2' : '1'}${text.slice(at + 1)}`;
    const found = openManifest(JSON.stringify({ text: changed, signatures }));
    expect([at, found === null || signatureFault(found) !== null]).toEqual([at, true]);
  }
});

it('is not valid with the signature of another key, or one that was made for something else', () => {
  const { json } = seal(7, null);
  const { text } = JSON.parse(json) as { text: string };
  const foreign = { ...second.sign('manifest', text), key: first.public.id };
  const receipt = first.sign('receipt', text);
  for (const signature of [foreign, receipt])
    expect(signatureFault(openManifest(JSON.stringify({ text, signatures: [signature] }))!)).toMatch(
      /is wrong/,
    );
  expect(isSignedBy(first.public, 'receipt', text, receipt)).toBe(true);
});

it('follows a new key only if the one before signed its first manifest', () => {
  const one = seal(1, null);
  const rotated = seal(2, one, second, first);
  expect(opened(rotated).signatures.map(({ key }) => key)).toEqual([second.public.id, first.public.id]);
  expect(chainFault(opened(one), opened(rotated))).toBeNull();
  // The key before signs only once.
  expect(opened(seal(3, rotated, second, first)).signatures).toHaveLength(1);
  expect(chainFault(opened(one), opened(seal(2, one, second)))).toMatch(/did not sign it/);
});

it('is not followed by another generation than the one that names it', () => {
  const one = seal(1, null);
  expect(chainFault(opened(one), opened(seal(3, seal(2, one))))).toMatch(/parent of generation 3/);
  expect(chainFault(opened(seal(2, one)), opened(seal(2, seal(2, one))))).toMatch(/not newer/);
});

it('refuses a key of another kind', () => {
  expect(() => SigningKey.fromPem('no key')).toThrow(/not a private key/);
});
