/**
 * One announcement in, one row for each lot out. Every lot is kept, awards and nil prices included; lots count
 * in document order before anything is filtered, so that `filingId` stays the same when the filter changes.
 */

import type { PdmrFiling } from '../../records/pdmr.js';
import { blocksOf, linesOf, readHtml } from '../formats/html.js';
import { type Doubt, type Parsed, type RawDocument, Unreadable } from '../register.js';
import { findDates, oneDate } from './dates.js';
import { type FormField, type FormTransaction, findForms, type NotificationForm } from './form.js';
import { findIsin, mentionsIsin } from './isin.js';
import { type Lot, readAggregated, readLots } from './lots.js';
import { directionOf, itemOf, Narrative } from './nature.js';
import { leadingNumber, type NumberedItem, numberedItems } from './numbered.js';
import { type Evidence, readEvidence, valueLots } from './price.js';

interface Publication {
  id: string;
  at: string;
  approximate: boolean;
  facts: Record<string, string>;
  document: RawDocument;
}

/**
 * Reads an announcement page.
 * @throws Unreadable for a PDF, for a page without a notification form, for one without a publication time
 */
export function parseAnnouncement(document: RawDocument): Parsed {
  if (document.kind === 'pdf' || document.bytes.subarray(0, 5).toString('latin1') === '%PDF-')
    throw new Unreadable('pdf');
  if (document.kind === 'odd-hit') throw new Unreadable('the search hit names no document');
  const blocks = blocksOf(readHtml(document.bytes, document.facts?.charset));
  const { forms, narrative } = findForms(blocks);
  if (forms.length === 0) throw new Unreadable('no notification form found');
  const page = linesOf(blocks);
  const evidence = readEvidence(page);
  const about = new Narrative(narrative);
  const publication = publicationOf(document, page);
  const doubts: Doubt[] = [];
  const rows: PdmrFiling[] = [];
  const natures = new Set(forms.flatMap((f) => f.transactions.map((t) => text(t.nature).toLowerCase())));
  const counted = forms.some((f) => f.transactions.some((t) => numberedItems(lines(t.nature)) !== null));
  const only = natures.size === 1 && !counted;
  for (const form of forms)
    for (const transaction of form.transactions)
      readTransaction({ form, transaction, publication, evidence, about, only, rows, doubts });
  // A later version of the announcement may hold fewer lots: what it holds replaces what was stored.
  const notificationKey = publication.id;
  const version = Number(document.facts?.hist_seq);
  const versioned = Number.isInteger(version) && version > 0 ? { version } : {};
  return {
    records: [
      { kind: 'pdmr-notification', market: 'uk', mode: 'replace', notificationKey, ...versioned, rows },
    ],
    doubts,
  };
}

interface Reading {
  form: NotificationForm;
  transaction: FormTransaction;
  publication: Publication;
  evidence: Evidence;
  about: Narrative;
  /** The announcement knows one nature only, so its narrative is about every lot. */
  only: boolean;
  rows: PdmrFiling[];
  doubts: Doubt[];
}

function readTransaction(reading: Reading): void {
  const { form, transaction, publication, evidence, about, rows, doubts } = reading;
  const { id, facts } = publication;
  const stated = readAggregated(transaction.aggregated);
  let lots = transaction.prices === null ? [] : readLots(transaction.prices, stated.volume);
  if (transaction.trailing !== null && !lots.some((lot) => lot.volume !== null))
    lots = readLots(transaction.trailing, stated.volume);
  const missing = lots.length === 0;
  if (missing) lots = [NO_LOT];

  const say = (kind: string, detail: string, index = rows.length): void =>
    void doubts.push({ kind, detail: detail.slice(0, 300), where: `${id}#${index}` });
  if (missing) say('no-price-and-volume', `nature: ${text(transaction.nature)}`);

  const instrument = lines(transaction.instrument);
  const isin = findIsin(instrument);
  const typed = mentionsIsin(instrument);
  if (isin === null && typed !== null) say('isin-check-digit', typed);
  const nature = lines(transaction.nature);
  if (nature.length === 0) say('nature-missing', instrument.join(' '));
  const numberedNatures = numberedItems(nature);
  const names = numberedItems(lines(form.name));
  const positions = numberedItems(lines(form.position));
  const dates = numberedItems(lines(transaction.date));
  const dateText = text(transaction.date);
  const wholeDate = dateOf(dateText, publication.at);
  if (wholeDate.doubt !== null) say('transaction-date', wholeDate.doubt);
  const amendment = amendmentOf(text(form.initial), facts.headline ?? '');
  const issuerName = text(form.issuerName) || firstOf(facts.company);
  if (issuerName === '') say('issuer-missing', id);

  const dated = lots.map((lot, i) => {
    const item = dates === null ? null : itemOf(dates, lot, i, lots.length);
    return dateOf(lot.date ?? (item === null ? dateText : item.text), publication.at).date;
  });
  const someYear =
    findDates(dateText)
      .find((f) => f.date !== null)
      ?.date?.slice(0, 4) ?? publication.at.slice(0, 4);
  const years = dated.map((date) => Number(date?.slice(0, 4) ?? someYear));
  const values = valueLots(lots, stated.money, evidence, years);
  control(lots, stated.volume, say);

  lots.forEach((lot, i) => {
    const value = values[i]!;
    for (const detail of lot.doubts) say('price-and-volume', detail);
    for (const doubt of value.doubts) say(doubt.kind, doubt.detail);
    const natureItem = numberedNatures === null ? null : itemOf(numberedNatures, lot, i, lots.length);
    const lotNature = natureItem?.text ?? nature.join(' ');
    const name = person(names, form.name, lot, i, lots.length, numberedNatures !== null);
    const capacity = person(positions, form.position, lot, i, lots.length, numberedNatures !== null);
    if (name === '') say('person-missing', text(form.position));
    const closely =
      /\bPCA\b|\bclosely associated\b|\b(?:spouse|wife|husband|civil partner|connected person)\b/i;
    rows.push({
      kind: 'pdmr',
      market: 'uk',
      filingId: `${id}#${rows.length}`,
      notificationKey: id,
      publicationAt: publication.at,
      publicationApproximate: publication.approximate,
      issuerName,
      lei: /^[A-Z0-9]{20}$/.exec(text(form.lei).replace(/\s/g, ''))?.[0] ?? (firstOf(facts.lei) || null),
      pdmrName: name,
      notifier: null,
      closelyAssociated: closely.test(`${capacity} ${name}`) ? true : null,
      capacity,
      isin,
      instrumentType: null,
      instrumentName: withoutCode(instrument),
      nature: lotNature,
      transactionType: null,
      direction: directionOf(lotNature) ?? directionOf(lot.label),
      price: lot.nil ? 0 : (lot.price?.value ?? null),
      volume: lot.volume,
      volumeIsAmount: false,
      currency: value.currency,
      totalValue: value.totalValue,
      valueUnknown: value.valueUnknown,
      linkedToShareProgramme: null,
      amendment,
      status: 'current',
      transactionDate: dated[i]!,
      venue: text(transaction.place) || null,
      url: publication.document.url,
      rawArtefactUrl: publication.document.url,
      narrative: about.about(lot, name, reading.only),
    });
  });
}

const NO_LOT: Lot = {
  number: null,
  label: '',
  price: null,
  nil: false,
  volume: null,
  headerUnit: null,
  total: null,
  date: null,
  doubts: [],
};

/** Section 4d is a control of what was read: the lots of a section add up to the volume that it states. */
function control(lots: Lot[], stated: number | null, say: (kind: string, detail: string) => void): void {
  if (stated === null || lots.some((lot) => lot.volume === null)) return;
  const sum = lots.reduce((total, lot) => total + lot.volume!, 0);
  const one = lots.some((lot) => lot.volume === stated);
  if (Math.abs(sum - stated) > 1e-6 * stated && !one)
    say('aggregated-volume', `lots add up to ${sum}, stated ${stated}`);
}

/** A name or position: the numbered one of the lot, all of them when nothing pairs them. */
function person(
  items: NumberedItem[] | null,
  field: FormField | null,
  lot: Lot,
  position: number,
  lots: number,
  naturesCount: boolean,
): string {
  const all = lines(field);
  // Names on lines of their own, and one of them beside the lot.
  const named =
    items === null && all.length > 1 && lot.label !== '' ? all.filter((l) => l.includes(lot.label)) : [];
  if (named.length === 1) return named[0]!;
  if (items === null)
    return all
      .map((line) => leadingNumber(line).rest)
      .join(' ')
      .trim();
  // Where natures are numbered too, the number may be theirs: then only the words beside the lot name the person.
  const own = naturesCount
    ? itemOf(items, { ...lot, number: null }, -1, -1)
    : itemOf(items, lot, position, lots);
  return own?.text ?? items.map((item) => item.text).join('; ');
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

function amendmentOf(written: string, headline: string): boolean | null {
  const word = /amend|correct|replace|revis|updat/i;
  if (/^\W*initial/i.test(written)) {
    // `Initial notification /Amendment` left as printed chooses neither.
    if (/amend/i.test(written)) return word.test(headline) ? true : null;
    return word.test(headline);
  }
  if (word.test(written) || /\b(?:replacement|correction|amendment|amended)\b/i.test(headline)) return true;
  return null;
}

/** When the announcement was published: what the search says, else the date on the page, which is a day only. */
function publicationOf(document: RawDocument, page: string[]): Publication {
  const facts = document.facts ?? {};
  const id = facts.disclosure_id ?? document.key;
  const said = [facts.publication_date, facts.submitted_date].find(
    (t) => t !== undefined && !Number.isNaN(Date.parse(t)),
  );
  if (said !== undefined)
    return { id, at: new Date(said).toISOString(), approximate: false, facts, document };
  for (const line of page.slice(0, 12)) {
    const found = line.length < 60 ? oneDate(line) : null;
    if (found !== null) return { id, at: londonMidnight(found), approximate: true, facts, document };
  }
  throw new Unreadable('no publication time');
}

function londonMidnight(date: string): string {
  const utc = Date.parse(`${date}T00:00:00Z`);
  const hour = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/London',
    hour: '2-digit',
    hourCycle: 'h23',
  });
  return new Date(utc - Number(hour.format(utc)) * 3_600_000).toISOString();
}

function lines(field: FormField | null): string[] {
  return field === null ? [] : field.rows.flatMap((row) => row.flatMap((cell) => linesOf(cell.blocks)));
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

function text(field: FormField | null): string {
  return lines(field).join(' ');
}

/** `A PLC;B PLC;` of joint filers. */
function firstOf(joined: string | undefined): string {
  return joined?.split(';')[0]?.trim() ?? '';
}
