/** AFM's register of managers' transactions (MAR 19): the XML index, and the detail page of one notification. */

import { itemAt } from '../../../collections.js';
import { childText, decodeText, parseXml, XmlError } from '../../formats/xml.js';
import { type Parsed, ParseError, type RawDocument, type Warning } from '../../register.js';
import { isTradeDay } from '../trade-day.js';
import { parseDetail } from './detail.js';

export const REGISTER_NAME = 'transacties-leidinggevenden-mar19-';

/** One `vermelding` of the index: a notification, by transaction day. It names no instrument and no price. */
export interface AfmIndexEntry {
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
    const { entries, warnings } = parseIndex(document.bytes);
    yield {
      records: [{ kind: 'pdmr-index', market: 'nl', notificationKeys: entries.map((entry) => entry.id) }],
      warnings,
    };
  } else yield parseDetail(document);
}

/**
 * Parses the whole index.
 *
 * @throws ParseError when it is not this register, or an entry has no id.
 */
export function parseIndex(bytes: Buffer): { entries: AfmIndexEntry[]; warnings: Warning[] } {
  const root = parseIndexXml(bytes);
  if (root.name !== 'register' || root.attributes.name !== REGISTER_NAME)
    throw new ParseError(`not the register ${REGISTER_NAME}: <${root.name} name="${root.attributes.name}">`);
  const warnings: Warning[] = [];
  const unknown = new Set<string>();
  const entries = new Map<string, AfmIndexEntry>();
  for (const [place, entry] of root.children.entries()) {
    const where = `entry ${place}`;
    const id = childText(entry, 'meldingid');
    if (entry.name !== 'vermelding' || id === null)
      throw new ParseError(`${where} of the index is <${entry.name}> without a meldingid`);
    for (const field of entry.children)
      if (!ENTRY_FIELDS.has(field.name) && !unknown.has(field.name)) {
        unknown.add(field.name);
        warnings.push({ kind: 'unknown-element', detail: field.name, where });
      }
    const filed = childText(entry, 'transactiedatum') ?? '';
    const transactionDate = americanDay(filed);
    if (transactionDate === null) warnings.push({ kind: 'unreadable-date', detail: filed, where: id });
    if (entries.has(id)) warnings.push({ kind: 'repeated-entry', detail: id, where });
    else entries.set(id, { id, transactionDate, relatedParty: childText(entry, 'nauwgelieerdaan') });
  }
  return { entries: [...entries.values()], warnings };
}

function parseIndexXml(bytes: Buffer) {
  try {
    return parseXml(decodeText(bytes));
  } catch (cause) {
    if (cause instanceof XmlError) throw new ParseError(`the index is not XML: ${cause.message}`);
    throw cause;
  }
}

/** `6/25/2026 12:00:00 AM`, month first. */
function americanDay(text: string): string | null {
  const parts = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: 12:00:00 AM)?$/.exec(text);
  if (!parts) return null;
  const day = `${parts[3]}-${itemAt(parts, 1).padStart(2, '0')}-${itemAt(parts, 2).padStart(2, '0')}`;
  return isTradeDay(day) ? day : null;
}
