/** Adds a signed receipt to an answer whose caller requests one. All other answers stay as they are. */

import type { IncomingMessage } from 'node:http';
import type { Reads } from '../../../tools/contract/reads.js';
import type { DataVersion } from '../../pipeline/data-version.js';
import { type EncodedResponse, identityBody } from '../../pipeline/encoded-response.js';
import { makeReceipt, RECEIPT_HEADER, WANT_RECEIPT } from '../../proof/receipt.js';
import type { SigningKey } from '../../proof/signing-keys.js';

export interface ReceiptOptions {
  key: SigningKey;
  reads: Reads;
  dataVersion: () => DataVersion;
  /** Without a trailing slash. */
  baseUrl: string;
}

/** What a receipt names: the generation that is served while its request is answered. */
interface ServedManifest {
  generation: number;
  id: string;
  sha256: string;
}

type MakeHeader = (request: IncomingMessage, answer: EncodedResponse) => string;

/** Requests that get a receipt. */
const wanted = new WeakMap<IncomingMessage, MakeHeader>();

export function wantsReceipt({ headers }: IncomingMessage): boolean {
  return headers[WANT_RECEIPT] !== undefined;
}

export class Receipts {
  private served: ServedManifest | null = null;

  constructor(private readonly options: ReceiptOptions) {}

  /** Call it before the request is answered. A generation without a manifest gives no receipts. Never fails. */
  async prepare(request: IncomingMessage): Promise<void> {
    try {
      const served = await this.servedManifest();
      // The receipt is of the body itself, whose bytes no compression may change.
      request.headers['accept-encoding'] = 'identity';
      if (served !== null) wanted.set(request, (of, answer) => this.header(of, answer, served));
    } catch {
      // The answer says itself that the data cannot be read.
    }
  }

  private async servedManifest(): Promise<ServedManifest | null> {
    const { generation, id } = this.options.dataVersion();
    if (this.served?.id === id) return this.served;
    const [newest] = await this.options.reads.manifests({ before: generation + 1, limit: 1 });
    this.served = newest?.number === generation ? { generation, id, sha256: newest.sha256 } : null;
    return this.served;
  }

  private header(request: IncomingMessage, answer: EncodedResponse, served: ServedManifest): string {
    const { key, baseUrl } = this.options;
    return makeReceipt(
      {
        url: baseUrl + (request.url ?? ''),
        status: answer.status,
        body: identityBody(answer),
        sentAt: new Date().toISOString(),
        generation: served.generation,
        manifest: served.sha256,
      },
      key,
    );
  }
}

/** The header for an answer, as name and value; none for a request without a receipt. */
export function receiptHeaders(request: IncomingMessage, answer: EncodedResponse): readonly string[] {
  const make = wanted.get(request);
  return make === undefined ? [] : [RECEIPT_HEADER, make(request, answer)];
}
