/** The UK register: notifications of managers' transactions in the FCA's National Storage Mechanism. */

import { uk } from '../../../../tools/contract/markets/uk.js';
import { blocksOf, readHtml } from '../../formats/html.js';
import { hostsOf } from '../../http/allowed-hosts.js';
import type { Parsed, RawDocument, Register, SourceMetadata } from '../../register.js';
import { marketMetadata } from '../market-metadata.js';
import { DEFAULTS, NsmClient, type UkNsmOptions } from './fetch.js';
import { findForms } from './form.js';
import { parseAnnouncement } from './parse.js';
import { probeNsm } from './probe.js';
import { parseSearchResponse, queuedAnnouncement } from './search-response.js';

const metadata: Omit<SourceMetadata, 'hosts'> = {
  ...marketMetadata(uk),
  cadence: 'Within minutes of publication by the news services, on London business days.',
  terms:
    "No explicit open licence. The NSM terms allow reuse of the information for any lawful purpose, while the FCA's hub pages say that direct access is not permitted; the search is the web page's own undocumented call. Reported in 2026 by one source each; not confirmed by the FCA.",
  // Rows of new announcements: an hour can have none. An empty search on a business day is already a failure.
  expectedRecords: { min: 0, max: 20_000 },
};

/** @param options mainly the index name: the FCA has renamed it once */
export function createUkNsm(options: Partial<UkNsmOptions> = {}): Register {
  const client = new NsmClient({ ...DEFAULTS, ...options });
  return {
    metadata: { ...metadata, hosts: hostsOf(client.options.searchUrl, client.options.artefacts) },
    readerVersion: 6,
    fetch: (http, context) => client.fetch(http, context),
    download: (http, queued) => client.download(http, queued),
    probe: (http, now) => probeNsm(client, http, now),
    parse: (document) => parse(document, client.options.artefacts),
    recognise: ({ name, bytes }) => recognise(name, bytes, client.options.artefacts),
  };
}

/** Announcements yield records; a saved search response yields the announcements that it lists. */
function* parse(document: RawDocument, artefacts: string): Generator<Parsed> {
  if (document.kind !== 'search-answer') {
    yield parseAnnouncement(document);
    return;
  }
  const { hits } = parseSearchResponse(document.bytes);
  yield {
    records: [],
    warnings: hits
      .filter((hit) => hit.type !== 'announcement')
      .map((hit) => ({
        kind: hit.type,
        detail: hit.metadata.download_link ?? 'no document',
        where: hit.key,
      })),
    toFetch: hits
      .filter((hit) => hit.type === 'announcement')
      .map((hit) => queuedAnnouncement(hit, artefacts)),
  };
}

function recognise(
  name: string,
  bytes: Buffer,
  artefacts: string,
): Omit<RawDocument, 'bytes' | 'retrievedAt'> | null {
  const key = name.replace(/^.*[\\/]/, '').replace(/\.[a-z]+$/i, '');
  if (/^\s*\{/.test(bytes.toString('utf8', 0, 64))) {
    try {
      parseSearchResponse(bytes);
    } catch {
      return null;
    }
    return { key, kind: 'search-answer', url: metadata.homepage };
  }
  // Most pages of other registers lack these words, however the letters are wrapped, and need not be parsed.
  const page = bytes.toString('utf8', 0, 2_000_000);
  const words = page.replace(/<[^>]{0,2000}>|&[#\w]{1,8};|[^A-Za-z]/g, '').toLowerCase();
  if (!/<(?:html|body|table|div|pre)\b/i.test(page) || !words.includes('natureofthetransaction')) return null;
  if (findForms(blocksOf(readHtml(bytes))).forms.length === 0) return null;
  // RNS documents are named by a UUID or a number; the address of others cannot be derived from the name.
  const rns = /^(?:\d{7}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i.test(key);
  return { key, kind: 'announcement', url: rns ? `${artefacts}NSM/RNS/${key}.html` : metadata.homepage };
}
