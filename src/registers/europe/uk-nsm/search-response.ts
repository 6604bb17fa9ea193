/**
 * Parses the response of the NSM search, strictly, because a block page or a changed shape looks like "no
 * filings".
 */

import { parseJson } from '../../formats/json.js';
import { type QueuedDocument, SourceError } from '../../register.js';

export interface NsmSearchResponse {
  /** Milliseconds that the search says it took; null when it does not say. */
  took: number | null;
  /** Number of hits of the query, of which this response holds some; null when it does not say. */
  total: number | null;
  /** Hits in this response, including other kinds. */
  count: number;
  hits: NsmHit[];
}

export interface NsmHit {
  /** Changes with every version of a disclosure, as its download link does. */
  key: string;
  metadata: Record<string, string>;
  /** `announcement` is HTML; `pdf` is not read; `odd` names no document. */
  type: 'announcement' | 'pdf' | 'odd';
}

const METADATA_FIELDS = [
  'disclosure_id',
  'seq_id',
  'hist_seq',
  'latest_flag',
  'lei',
  'company',
  'headline',
  'source',
  'document_format',
  'download_link',
  'submitted_date',
  'publication_date',
] as const;

/**
 * The managers' transactions among the hits of a response: other types and test submissions are left out.
 *
 * @throws SourceError when the bytes are not such a response
 */
export function parseSearchResponse(bytes: Buffer): NsmSearchResponse {
  let json: unknown;
  try {
    json = parseJson(bytes);
  } catch {
    throw new SourceError('The NSM search did not answer with JSON (a block page?)', bytes);
  }
  const refuse = (what: string): never => {
    throw new SourceError(`The NSM search answered in another shape: ${what}`, bytes);
  };
  const hits = field(field(json, 'hits'), 'hits');
  if (!Array.isArray(hits)) return refuse('no list of hits');
  const count = field(field(json, 'hits'), 'total');
  const total = numberOrNull(typeof count === 'object' ? field(count, 'value') : count);
  const toFetch: NsmHit[] = [];
  for (const hit of hits) {
    const source = field(hit, '_source');
    const id = text(field(source, 'disclosure_id'));
    if (id === null) return refuse('a hit without a disclosure_id');
    const type = [text(field(source, 'type_code')), text(field(source, 'type'))];
    if (type[0] !== 'DSH' && type[1] !== 'Director/PDMR Shareholding') continue;
    if (String(field(source, 'IsTestSubmission')) === 'true') continue;
    const metadata: Record<string, string> = {};
    for (const name of METADATA_FIELDS) {
      const value = text(field(source, name));
      if (value !== null) metadata[name] = value;
    }
    const link = metadata.download_link ?? '';
    const pdf = metadata.document_format?.toUpperCase() === 'PDF' || /\.pdf$/i.test(link);
    toFetch.push({
      key: metadata.seq_id ?? id,
      metadata,
      type: link === '' ? 'odd' : pdf ? 'pdf' : 'announcement',
    });
  }
  return { took: numberOrNull(field(json, 'took')), total, count: hits.length, hits: toFetch };
}

function field(value: unknown, name: string): unknown {
  // Any object can be read by name: a missing field is undefined.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function text(value: unknown): string | null {
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : null;
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

/** The queue entry of a hit. The newest announcements come first. */
export function queuedAnnouncement(hit: NsmHit, artefacts: string): QueuedDocument {
  return {
    key: hit.key,
    kind: 'announcement',
    url: artefacts + (hit.metadata.download_link ?? ''),
    metadata: hit.metadata,
    // Newest first: the keys are not in order of time.
    priority: Number((hit.metadata.submitted_date ?? '').replace(/\D/g, '').slice(0, 12)) || 0,
  };
}
