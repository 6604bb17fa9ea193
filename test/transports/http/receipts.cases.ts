/** Receipts: a caller who requests one can prove the answer; everybody else gets the same bytes as before. */

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bodyFault, openReceipt, type ReceiptFacts } from '../../../src/proof/receipt.js';
import { makeSigningKey, SigningKey } from '../../../src/proof/signing-keys.js';
import { type Answered, BASE_URL, type Service, startService } from '../service.js';

describe('transports/http/receipts', () => {
  const key = SigningKey.fromPem(makeSigningKey());
  let service: Service;
  beforeAll(async () => {
    service = await startService({ signingKey: key, pages: {} });
  });
  afterAll(() => service.close());

  const receiptOf = ({ headers }: Answered) => openReceipt(String(headers.receipt)) as ReceiptFacts;
  const WANT = { 'Want-Receipt': '1', 'Accept-Encoding': 'gzip, br' };

  it.each(['/v1/filings?limit=3', '/v1/clusters', '/', '/v1/nothing', '/v1/filings?limit=x'])(
    '%s: the receipt states address, status and body',
    async (path) => {
      const plain = await service.ask(path);
      expect(plain.headers).not.toHaveProperty('receipt');
      for (const _cached of [false, true]) {
        const answered = await service.ask(path, { headers: WANT });
        expect(answered.headers).not.toHaveProperty('content-encoding');
        expect(answered.text).toBe(plain.text);
        const receipt = receiptOf(answered);
        expect(receipt).toMatchObject({
          url: BASE_URL + path,
          status: answered.status,
          generation: 1,
          key: key.public,
        });
        expect(bodyFault(receipt, answered.bytes)).toBeNull();
        const [manifest] = await service.reads.manifests({ before: 2, limit: 1 });
        expect(receipt.manifest).toBe(manifest!.sha256);
      }
    },
  );

  it('a receipt is not valid for any other body, nor after it was changed', async () => {
    const answered = await service.ask('/v1/clusters', { headers: WANT });
    const receipt = receiptOf(answered);
    for (let at = 0; at < answered.bytes.length; at += 97) {
      const changed = Buffer.from(answered.bytes);
      changed[at]! ^= 1;
      expect(bodyFault(receipt, changed)).toMatch(/SHA-256/);
    }
    expect(bodyFault(receipt, answered.bytes.subarray(1))).toMatch(/bytes/);
    const outer = JSON.parse(Buffer.from(String(answered.headers.receipt), 'base64url').toString());
    outer.text = outer.text.replace('"status":200', '"status":404');
    expect(openReceipt(Buffer.from(JSON.stringify(outer)).toString('base64url'))).toMatch(/signature/);
    expect(openReceipt('nothing')).toMatch(/not a receipt/);
  });

  it('a generation without a manifest gives no receipt, and the answer all the same', async () => {
    service.fresh.generation = 99;
    const answered = await service.ask('/v1/clusters', { headers: WANT });
    expect([answered.status, answered.headers.receipt]).toEqual([200, undefined]);
    service.fresh.generation = 1;
  });

  it('the public key is at its address', async () => {
    const answered = await service.ask('/.well-known/disclosed-keys.json');
    const { keys } = JSON.parse(answered.text);
    expect(keys).toEqual([expect.objectContaining({ algorithm: 'Ed25519' })]);
    const { data } = JSON.parse((await service.ask('/v1/generations/latest')).text);
    expect(data.publicKey).toEqual(keys[0]);
  });
});
