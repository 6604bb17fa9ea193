/** AFM's register of managers' transactions (MAR 19): the XML index, and the detail page of one notification. */

import { isDay } from '../../formats/local-time.js';
import { childText, decodeText, MalformedXml, parseXml } from '../../formats/xml.js';
import { type Doubt, type Parsed, type RawDocument, Unreadable } from '../../register.js';
import { readDetail } from './detail.js';

export const ZONE = 'Europe/Amsterdam';
export const REGISTER_NAME = 'transacties-leidinggevenden-mar19-';

/** One `vermelding` of the index: a notification, by transaction day. It names no instrument and no price. */
export interface IndexEntry {
  /** `meldingid`: the transaction date, then a GUID. The same GUID under two dates is two entries. */
  id: string;
  /** YYYY-MM-DD; null when the entry gives none that can be read. */
  transactionDate: string | null;
  /** `nauwgelieerdaan`: the other party, be it the person or the person's company. */
  relatedParty: string | null;
}

const ENTRY_FIELDS = new Set([
  'meldingid',
  'transactiedatum',
  'uitgevendeinstelling',
  'meldingsplichtige',
  'meldingsplichtigeachternaam',
  'nauwgelieerdaan',
  'functie',
  'lei',
  'vermelding',
]);

export function* parse(document: RawDocument): Generator<Parsed> {
  if (document.kind === 'index') {
    const { entries, doubts } = readIndex(document.bytes);
    yield {
      records: [{ kind: 'pdmr-index', market: 'nl', notificationKeys: entries.map((entry) => entry.id) }],
      doubts,
    };
  } else yield readDetail(document);
}

/**
 * Reads the whole index.
 * @throws Unreadable when it is not this register, or an entry has no id.
 */
export function readIndex(bytes: Buffer): { entries: IndexEntry[]; doubts: Doubt[] } {
  const root = rootOf(bytes);
  if (root.name !== 'register' || root.attributes.name !== REGISTER_NAME)
    throw new Unreadable(`not the register ${REGISTER_NAME}: <${root.name} name="${root.attributes.name}">`);
  const doubts: Doubt[] = [];
  const unknown = new Set<string>();
  const entries = new Map<string, IndexEntry>();
  for (const [place, entry] of root.children.entries()) {
    const where = `entry ${place}`;
    const id = childText(entry, 'meldingid');
    if (entry.name !== 'vermelding' || id === null)
      throw new Unreadable(`${where} of the index is <${entry.name}> without a meldingid`);
    for (const field of entry.children)
      if (!ENTRY_FIELDS.has(field.name) && !unknown.has(field.name)) {
        unknown.add(field.name);
        doubts.push({ kind: 'unknown-element', detail: field.name, where });
      }
    const filed = childText(entry, 'transactiedatum') ?? '';
    const transactionDate = americanDay(filed);
    if (transactionDate === null) doubts.push({ kind: 'unreadable-date', detail: filed, where: id });
    if (entries.has(id)) doubts.push({ kind: 'repeated-entry', detail: id, where });
    else entries.set(id, { id, transactionDate, relatedParty: childText(entry, 'nauwgelieerdaan') });
  }
  return { entries: [...entries.values()], doubts };
}

function rootOf(bytes: Buffer) {
  try {
    return parseXml(decodeText(bytes));
  } catch (cause) {
    if (cause instanceof MalformedXml) throw new Unreadable(`the index is no XML: ${cause.message}`);
    throw cause;
  }
}

/** `6/25/2026 12:00:00 AM`, month first. */
function americanDay(text: string): string | null {
  const parts = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: 12:00:00 AM)?$/.exec(text);
  if (!parts) return null;
  const day = `${parts[3]}-${parts[1]!.padStart(2, '0')}-${parts[2]!.padStart(2, '0')}`;
  return isDay(day) ? day : null;
}
