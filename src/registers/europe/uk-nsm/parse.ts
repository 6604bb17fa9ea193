/**
 * One announcement in, one row for each lot out. Every lot is kept, awards and nil prices included; lots count
 * in document order before anything is filtered, so that `filingId` stays the same when the filter changes.
 */

import type { PdmrFiling } from '../../../records/europe/pdmr.js';
import { repairText } from '../../formats/damaged-text.js';
import { blocksOf, linesOf, readHtml } from '../../formats/html.js';
import { type Doubt, type Parsed, type RawDocument, Unreadable } from '../../register.js';
import { type Aggregated, disagreement, readAggregated } from './aggregated.js';
import { findDates, oneDate } from './dates.js';
import { type FormField, lines, text } from './field-text.js';
import { type FormTransaction, findForms, type NotificationForm } from './form.js';
import { findIsin, mentionsIsin } from './isin.js';
import { actOf, type Lot, NO_LOT } from './lot.js';
import { readLots } from './lots.js';
import { directionOf, itemOf, Narrative } from './nature.js';
import { numberedItems } from './numbered.js';
import { People } from './people.js';
import { type PersonalForm, personalForms } from './person-columns.js';
import { type Evidence, readEvidence, valueLots } from './price.js';
import { amendmentOf, type Publication, publicationOf } from './publication.js';
import { withoutSums } from './sum-row.js';

/**
 * Reads an announcement page.
 * @throws Unreadable for a PDF, for a page without a notification form, for one without a publication time
 */
export function parseAnnouncement(document: RawDocument): Parsed {
  if (document.kind === 'pdf' || document.bytes.subarray(0, 5).toString('latin1') === '%PDF-')
    throw new Unreadable('pdf');
  if (document.kind === 'odd-hit') throw new Unreadable('the search hit names no document');
  const blocks = blocksOf(readHtml(document.bytes, document.facts?.charset));
  const { forms: found, narrative } = findForms(blocks);
  const forms = withoutReferences(found);
  if (forms.length === 0) throw new Unreadable('no notification form found');
  const page = linesOf(blocks);
  const transactions = forms.flatMap((form) => form.transactions);
  // The instrument names a nominal value, which is no price.
  const instruments = new Set(transactions.flatMap((t) => lines(t.instrument)));
  const natures = new Set(transactions.map((t) => text(t.nature).toLowerCase()));
  const counted = transactions.some((t) => numberedItems(lines(t.nature)) !== null);
  const publication = publicationOf(document, page);
  const reading: Reading = {
    publication,
    evidence: readEvidence(page.filter((line) => !instruments.has(line))),
    about: new Narrative(narrative),
    only: natures.size === 1 && !counted,
    index: 0,
    rows: [],
    doubts: [],
  };
  for (const form of forms.flatMap(personalForms))
    for (const transaction of form.transactions) readTransaction(reading, form, transaction);
  const damaged = reading.doubts.find((doubt) => doubt.kind === 'damaged-name');
  if (reading.rows.length === 0 && damaged !== undefined) throw new Unreadable(`damaged ${damaged.detail}`);
  // A later version of the announcement may hold fewer lots: what it holds replaces what was stored.
  const notificationKey = publication.id;
  const version = Number(document.facts?.hist_seq);
  const versioned = Number.isInteger(version) && version > 0 ? { version } : {};
  const { rows, doubts } = reading;
  return {
    records: [
      { kind: 'pdmr-notification', market: 'uk', mode: 'replace', notificationKey, ...versioned, rows },
    ],
    doubts,
  };
}

/** `As above` in a further form of the announcement is what the form before it says; in the first one, nothing. */
function withoutReferences(forms: NotificationForm[]): NotificationForm[] {
  let last: NotificationForm | null = null;
  return forms.map((form) => {
    const known = (field: 'name' | 'position' | 'issuerName'): FormField | null =>
      REFERENCE.test(text(form[field])) ? (last?.[field] ?? null) : form[field];
    last = {
      ...form,
      name: known('name'),
      position: known('position'),
      issuerName: known('issuerName'),
    };
    return last;
  });
}

const REFERENCE =
  /^\W*(?:(?:as|see) (?:above|before|previous)|same as above|same|ditto|n\/a|not applicable)\W*$/i;

interface Reading {
  publication: Publication;
  evidence: Evidence;
  about: Narrative;
  /** The announcement knows one nature only, so its narrative is about every lot. */
  only: boolean;
  /** The next lot of the document. */
  index: number;
  rows: PdmrFiling[];
  doubts: Doubt[];
}

function readTransaction(reading: Reading, form: PersonalForm, transaction: FormTransaction): void {
  const { publication, evidence, about, rows } = reading;
  const { id, facts } = publication;
  const first = reading.index;
  const say = (kind: string, detail: string, index = first): void =>
    void reading.doubts.push({ kind, detail: detail.slice(0, 300), where: `${id}#${index}` });
  const stated = readAggregated(transaction.aggregated);
  const lots = lotsOf(transaction, stated, form.unpaired === true, say);
  reading.index += lots.length;

  const head = headOf(form, transaction, publication, say);
  const natures = naturesOf(transaction, lots, say);
  const people = new People(form, numberedItems(lines(transaction.nature)) !== null);
  const parties = lots.map((lot, i) => people.of(lot, i, lots.length));
  const groups = lots.map((_, i) => `${natures[i]} | ${parties[i]!.name}`);
  const { kept, doubt } = withoutSums(lots, groups, stated);
  if (doubt !== null) say('sum-row', doubt);
  const counted = kept.map((i) => lots[i]!);
  const against = disagreement(
    counted,
    kept.map((i) => groups[i]!),
    stated,
  );
  if (against !== null) say('aggregated-volume', against);

  const dated = datesOf(transaction, lots, publication.at, say);
  const years = kept.map((i) => Number(dated.days[i]?.slice(0, 4) ?? dated.year));
  const values = valueLots(counted, stated.money, evidence, years, against !== null);
  kept.forEach((i, place) => {
    const lot = lots[i]!;
    const value = values[place]!;
    const nature = natures[i]!;
    const { name, capacity } = parties[i]!;
    for (const detail of lot.doubts) say('price-and-volume', detail, first + i);
    for (const other of value.doubts) say(other.kind, other.detail, first + i);
    if (name === '') say('person-missing', capacity, first + i);
    const sound = soundNames({ issuerName: head.issuerName, pdmrName: name, capacity });
    for (const field of sound.lost) say('damaged-name', field, first + i);
    if (sound.lost.length > 0) return;
    const contrary = isContrary(lot, nature);
    if (contrary) say('columns-contradict-nature', `${nature}: ${lot.heading}`, first + i);
    const known = doubt === null && !contrary;
    rows.push({
      ...head,
      filingId: `${id}#${first + i}`,
      lei: leiOf(text(form.lei)) ?? (firstOf(facts.lei) || null),
      ...sound.names,
      closelyAssociated: CLOSELY.test(`${capacity} ${name}`) ? true : null,
      nature: repairText(nature) ?? nature,
      direction: directionOf(nature) ?? directionOf(lot.label),
      price: lot.nil ? 0 : known ? (lot.price?.value ?? null) : null,
      volume: known ? lot.volume : null,
      currency: known ? value.currency : null,
      totalValue: known ? value.totalValue : null,
      valueUnknown: value.valueUnknown || !known,
      transactionDate: dated.days[i]!,
      narrative: about.about(lot, name, reading.only),
    });
  });
}

type Names = Pick<PdmrFiling, 'issuerName' | 'pdmrName' | 'capacity'>;

/** Names as filed, and those whose letters were lost: a row with one of them is left out. */
function soundNames(filed: Names): { names: Names; lost: string[] } {
  const lost: string[] = [];
  const repaired = Object.entries(filed).map(([field, text]) => {
    const name = repairText(text);
    if (name === null) lost.push(`${field}: ${text}`);
    return [field, name ?? text];
  });
  return { names: Object.fromEntries(repaired) as Names, lost };
}

type Say = (kind: string, detail: string, index?: number) => void;
const CLOSELY = /\bPCA\b|\bclosely associated\b|\b(?:spouse|wife|husband|civil partner|connected person)\b/i;

function lotsOf(transaction: FormTransaction, stated: Aggregated, unpaired: boolean, say: Say): Lot[] {
  if (unpaired) {
    say('people-beside-each-other', text(transaction.prices));
    return [NO_LOT];
  }
  let lots = transaction.prices === null ? [] : readLots(transaction.prices, stated.volume);
  if (transaction.trailing !== null && !lots.some((lot) => lot.volume !== null))
    lots = readLots(transaction.trailing, stated.volume);
  if (lots.length > 0) return lots;
  say('no-price-and-volume', `nature: ${text(transaction.nature)}`);
  return [NO_LOT];
}

/** What all lots of a section share. */
function headOf(form: PersonalForm, transaction: FormTransaction, publication: Publication, say: Say) {
  const { id, facts, document } = publication;
  const instrument = lines(transaction.instrument);
  const isin = findIsin(instrument);
  const typed = mentionsIsin(instrument);
  if (isin === null && typed !== null) say('isin-check-digit', typed);
  const issuerName = text(form.issuerName) || firstOf(facts.company);
  if (issuerName === '') say('issuer-missing', id);
  return {
    kind: 'pdmr' as const,
    market: 'uk' as const,
    notificationKey: id,
    publicationAt: publication.at,
    publicationApproximate: publication.approximate,
    issuerName,
    notifier: null,
    isin,
    instrumentType: null,
    instrumentName: withoutCode(instrument),
    transactionType: null,
    volumeIsAmount: false,
    linkedToShareProgramme: null,
    amendment: amendmentOf(text(form.initial), facts.headline ?? ''),
    status: 'current' as const,
    venue: text(transaction.place) || null,
    url: document.url,
    rawArtefactUrl: document.url,
  };
}

/** The nature of each lot: the numbered one that is its own, what its columns say, else all of the cell. */
function naturesOf(transaction: FormTransaction, lots: Lot[], say: Say): string[] {
  const nature = lines(transaction.nature);
  if (nature.length === 0) say('nature-missing', lines(transaction.instrument).join(' '));
  const whole = nature.join(' ');
  const numbered = numberedItems(nature);
  return lots.map((lot, i) => {
    const own = (numbered === null ? null : itemOf(numbered, lot, i, lots.length)?.text) ?? whole;
    // Columns headed `Options exercised` under `Sale of shares` hold the exercise and no sale.
    const exercise = lot.act === 'exercise' && directionOf(own) !== null;
    return exercise && (directionOf(own) === 'disposal' || actOf(own) !== 'exercise') ? lot.heading : own;
  });
}

/** The columns speak of a purchase and the nature of a sale: which of them is the slip cannot be known. */
function isContrary({ act }: Lot, nature: string): boolean {
  const direction = directionOf(nature);
  return (act === 'acquisition' || act === 'disposal') && direction !== null && direction !== act;
}

/** The day of each lot, and the year that the section speaks of. */
function datesOf(transaction: FormTransaction, lots: Lot[], publishedAt: string, say: Say) {
  const written = text(transaction.date);
  const numbered = numberedItems(lines(transaction.date));
  const { doubt } = dateOf(written, publishedAt);
  if (doubt !== null) say('transaction-date', doubt);
  const days = lots.map((lot, i) => {
    const item = numbered === null ? null : itemOf(numbered, lot, i, lots.length);
    return dateOf(lot.date ?? (item === null ? written : item.text), publishedAt).date;
  });
  const some = findDates(written).find((f) => f.date !== null)?.date;
  return { days, year: (some ?? publishedAt).slice(0, 4) };
}

function dateOf(written: string, publishedAt: string): { date: string | null; doubt: string | null } {
  const date = oneDate(written);
  if (date === null) {
    const read = findDates(written);
    const several = read.length > 0 && read.every((f) => f.date !== null);
    return { date: null, doubt: several || written === '' ? null : `not read: ${written}` };
  }
  // A day's grace: the trade may be on the day of the announcement, which is stamped in UTC.
  const latest = new Date(Date.parse(publishedAt) + 86_400_000).toISOString().slice(0, 10);
  return date > latest ? { date: null, doubt: `after publication: ${written}` } : { date, doubt: null };
}

/** The description of the instrument without its identification code. */
function withoutCode(instrument: string[]): string | null {
  const rest = instrument
    .join(' ')
    .replace(/(?:\(?\bISIN\b(?:\s+code)?\s*[:\-–]?\s*)?\b[A-Z]{2}[A-Z0-9]{9}\d\b\)?/g, ' ');
  return (
    rest
      .replace(/\s+/g, ' ')
      .replace(/[\s;,:(-]+$/, '')
      .trim() || null
  );
}

/** Other words may be in the cell; the code itself may be written in groups. */
function leiOf(written: string): string | null {
  const code = /(?<![A-Z0-9])[A-Z0-9]{18}\d{2}(?![A-Z0-9])/.exec(written)?.[0];
  return code ?? /^[A-Z0-9]{18}\d{2}$/.exec(written.replace(/\s/g, ''))?.[0] ?? null;
}

/** `A PLC;B PLC;` of joint filers. */
function firstOf(joined: string | undefined): string {
  return joined?.split(';')[0]?.trim() ?? '';
}
