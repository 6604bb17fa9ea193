/** The UK register: notifications of managers' transactions in the FCA's National Storage Mechanism. */

import { blocksOf, readHtml } from '../../formats/html.js';
import type { Parsed, RawDocument, Register, RegisterCard } from '../../register.js';
import { DEFAULTS, NsmClient, type UkNsmOptions } from './fetch.js';
import { findForms } from './form.js';
import { parseAnnouncement } from './parse.js';
import { probeNsm } from './probe.js';
import { readSearchAnswer, wantedOf } from './search-answer.js';

const card: RegisterCard = {
  id: 'uk-nsm',
  source: 'fca-nsm',
  title: "UK managers' transactions (National Storage Mechanism)",
  publisher: 'Financial Conduct Authority',
  homepage: 'https://data.fca.org.uk/#/nsm/nationalstoragemechanism',
  cadence: 'Within minutes of publication by the news services, on London business days.',
  terms:
    "No explicit open licence. The NSM terms allow reuse of the information for any lawful purpose, while the FCA's hub pages say that direct access is not permitted; the search is the web page's own undocumented call. Reported in 2026 by one source each; not confirmed by the FCA.",
  // Rows of new announcements: an hour can bring none. An empty search on a business day fails by itself.
  expect: { min: 0, max: 20_000 },
};

/** @param options the index name above all: the FCA renamed it once already */
export function createUkNsm(options: Partial<UkNsmOptions> = {}): Register {
  const client = new NsmClient({ ...DEFAULTS, ...options });
  return {
    card,
    readerVersion: 3,
    fetch: (http, context) => client.fetch(http, context),
    retrieve: (http, wanted) => client.retrieve(http, wanted),
    probe: (http, now) => probeNsm(client, http, now),
    parse: (document) => parse(document, client.options.artefacts),
    recognise: ({ name, bytes }) => recognise(name, bytes, client.options.artefacts),
  };
}

/** Announcements give records; a saved search answer gives the announcements that it names. */
function* parse(document: RawDocument, artefacts: string): Generator<Parsed> {
  if (document.kind !== 'search-answer') {
    yield parseAnnouncement(document);
    return;
  }
  const { hits } = readSearchAnswer(document.bytes);
  yield {
    records: [],
    doubts: hits
      .filter((hit) => hit.sort !== 'announcement')
      .map((hit) => ({ kind: hit.sort, detail: hit.facts.download_link ?? 'no document', where: hit.key })),
    wanted: hits.filter((hit) => hit.sort === 'announcement').map((hit) => wantedOf(hit, artefacts)),
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
      readSearchAnswer(bytes);
    } catch {
      return null;
    }
    return { key, kind: 'search-answer', url: card.homepage };
  }
  // Most pages of other registers lack these words, however the letters are wrapped, and need not be read.
  const page = bytes.toString('utf8', 0, 2_000_000);
  const words = page.replace(/<[^>]{0,2000}>|&[#\w]{1,8};|[^A-Za-z]/g, '').toLowerCase();
  if (!/<(?:html|body|table|div|pre)\b/i.test(page) || !words.includes('natureofthetransaction')) return null;
  if (findForms(blocksOf(readHtml(bytes))).forms.length === 0) return null;
  // RNS documents are named by a UUID or a number; the address of others cannot be told from the name.
  const rns = /^(?:\d{7}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i.test(key);
  return { key, kind: 'announcement', url: rns ? `${artefacts}NSM/RNS/${key}.html` : card.homepage };
}
