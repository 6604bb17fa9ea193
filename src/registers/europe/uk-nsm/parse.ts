/**
 * Parses one announcement into one row for each lot. Every lot is kept, including awards and nil prices; lots
 * are counted in document order before anything is filtered, so that `filingId` does not change with the
 * filter.
 */

import { itemAt } from '../../../collections.js';
import { DAY_MS, utcDate } from '../../../dates.js';
import type { PdmrFiling } from '../../../records/europe/pdmr.js';
import { directionOf } from '../../../records/europe/uk-nature-words.js';
import { repairText } from '../../formats/damaged-text.js';
import { blocksOf, linesOf, readHtml } from '../../formats/html.js';
import { type Parsed, ParseError, type RawDocument, type Warning } from '../../register.js';
import { type AggregatedInformation, aggregateMismatch, readAggregated, totalVolume } from './aggregated.js';
import { findDates, oneDate } from './dates.js';
import { type FormField, fieldLines, fieldText } from './field-text.js';
import { type FormTransaction, findForms, type NotificationForm } from './form.js';
import { findIsin, leiOf, mentionsIsin, withoutCode } from './isin.js';
import { actionOf, EMPTY_LOT, type TransactionLot } from './lot.js';
import { doubtOf } from './lot-doubt.js';
import { type Evidence, readEvidence, valueLots } from './lot-value.js';
import { readLots } from './lots.js';
import { directionAround, halfOf, itemsOf, Narrative } from './nature.js';
import { numberedItems } from './numbered-items.js';
import { LotPersons } from './people.js';
import { formsByPerson, type PersonalForm } from './person-columns.js';
import { amendmentOf, type Publication, publicationOf } from './publication.js';
import { withoutSumRows } from './sum-row.js';

/**
 * Reads an announcement page.
 * @throws ParseError for a PDF, for a page without a notification form, for one without a publication time
 */
export function parseAnnouncement(document: RawDocument): Parsed {
  if (document.kind === 'pdf' || document.bytes.subarray(0, 5).toString('latin1') === '%PDF-')
    throw new ParseError('pdf');
  if (document.kind === 'odd-hit') throw new ParseError('the search hit names no document');
  const blocks = blocksOf(readHtml(document.bytes, document.metadata?.charset));
  const { forms: found, narrative, unplaced } = findForms(blocks);
  const forms = withoutReferences(found);
  if (forms.length === 0) throw new ParseError('no notification form found');
  const page = linesOf(blocks);
  const transactions = forms.flatMap((form) => form.transactions);
  // The instrument names a nominal value, which is not a price.
  const instruments = new Set(transactions.flatMap((t) => fieldLines(t.instrument)));
  const natures = new Set(transactions.map((t) => fieldText(t.nature).toLowerCase()));
  const counted = transactions.some((t) => numberedItems(fieldLines(t.nature)) !== null);
  const publication = publicationOf(document, page, narrative);
  const announcement: AnnouncementContext = {
    publication,
    evidence: readEvidence(page.filter((line) => !instruments.has(line))),
    narrative: new Narrative(narrative),
    hasOneNature: natures.size === 1 && !counted,
    index: 0,
    rows: [],
    warnings: unplaced.map((text) => ({
      kind: 'field-outside-form',
      detail: text.slice(0, 300),
      where: publication.id,
    })),
  };
  for (const form of forms.flatMap(formsByPerson))
    for (const transaction of form.transactions) readTransaction(announcement, form, transaction);
  const damaged = announcement.warnings.find((warning) => warning.kind === 'damaged-name');
  if (announcement.rows.length === 0 && damaged !== undefined)
    throw new ParseError(`damaged ${damaged.detail}`);
  // A later version of the announcement may hold fewer lots: it replaces what was stored.
  const notificationKey = publication.id;
  const version = Number(document.metadata?.hist_seq);
  const versioned = Number.isInteger(version) && version > 0 ? { version } : {};
  const { rows, warnings } = announcement;
  return {
    records: [
      { kind: 'pdmr-notification', market: 'uk', mode: 'replace', notificationKey, ...versioned, rows },
    ],
    warnings,
  };
}

/**
 * `As above` in a further form of the announcement refers to the previous form; in the first one it means
 * nothing.
 */
function withoutReferences(forms: NotificationForm[]): NotificationForm[] {
  let last: NotificationForm | null = null;
  return forms.map((form) => {
    const known = (field: 'name' | 'position' | 'issuerName'): FormField | null =>
      REFERENCE.test(fieldText(form[field])) ? (last?.[field] ?? null) : form[field];
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

interface AnnouncementContext {
  publication: Publication;
  evidence: Evidence;
  narrative: Narrative;
  /** The announcement has only one nature, so its narrative is about every lot. */
  hasOneNature: boolean;
  /** The next lot of the document. */
  index: number;
  rows: PdmrFiling[];
  warnings: Warning[];
}

function readTransaction(
  announcement: AnnouncementContext,
  form: PersonalForm,
  transaction: FormTransaction,
): void {
  const { publication, evidence, narrative, rows } = announcement;
  const { id, facts: metadata } = publication;
  const first = announcement.index;
  const warn = (kind: string, detail: string, index = first): void =>
    void announcement.warnings.push({ kind, detail: detail.slice(0, 300), where: `${id}#${index}` });
  const stated = readAggregated(transaction.aggregated);
  const lots = lotsOf(transaction, stated, form.isUnpaired === true, warn);
  announcement.index += lots.length;

  const head = sectionHead(form, transaction, publication, warn);
  const natures = naturesOf(transaction, lots, narrative, warn);
  const people = new LotPersons(form, transaction, { lots, natures });
  const parties = lots.map((_, i) => people.of(i));
  const groups = lots.map((_, i) => `${natures[i]} | ${itemAt(parties, i).name}`);
  const { kept, warning } = withoutSumRows(lots, groups, stated);
  if (warning !== null) warn('sum-row', warning);
  const counted = kept.map((i) => itemAt(lots, i));
  const against = aggregateMismatch(
    counted,
    kept.map((i) => itemAt(groups, i)),
    stated,
  );
  if (against !== null) warn('aggregated-volume', against);

  const dated = datesOf(transaction, lots, publication.at, warn);
  const years = kept.map((i) => yearOf(dated.days[i] ?? dated.year, lots[i], transaction, stated, counted));
  const values = valueLots(counted, stated.money, evidence, years, against !== null);
  kept.forEach((i, place) => {
    const lot = itemAt(lots, i);
    const value = itemAt(values, place);
    const nature = itemAt(natures, i);
    const { name, capacity } = itemAt(parties, i);
    for (const detail of lot.warnings) warn('price-and-volume', detail, first + i);
    for (const other of value.warnings) warn(other.kind, other.detail, first + i);
    if (name === '') warn('person-missing', capacity, first + i);
    const sound = repairNames({ issuerName: head.issuerName, pdmrName: name, capacity });
    for (const field of sound.lost) warn('damaged-name', field, first + i);
    if (sound.lost.length > 0) return;
    const doubt = doubtOf(lot, nature, natures);
    if (doubt !== null) warn(doubt.kind, doubt.detail, first + i);
    const known = warning === null && doubt === null;
    rows.push({
      ...head,
      filingId: `${id}#${first + i}`,
      lei: leiOf(fieldText(form.lei)) ?? (firstOf(metadata.lei) || null),
      ...sound.names,
      closelyAssociated: CLOSELY_ASSOCIATED.test(`${capacity} ${name}`) || isOfRelative(nature) ? true : null,
      nature: repairText(nature) ?? nature,
      direction: directionOf(nature) ?? directionAround(lot, lots),
      price: lot.isNil ? 0 : known ? (lot.price?.value ?? null) : null,
      volume: known ? lot.volume : null,
      currency: known ? value.currency : null,
      totalValue: known ? value.totalValue : null,
      valueUnknown: value.valueUnknown || !known,
      transactionDate: itemAt(dated.days, i),
      narrative: narrative.about(lot, name, announcement.hasOneNature),
    });
  });
}

/**
 * The year that a volume may be by mistake; null for `2,026`, and for a 2026 that section 4d states as a count or adds
 * up with the others.
 */
function yearOf(
  day: string,
  lot: TransactionLot | undefined,
  { prices, trailing }: FormTransaction,
  stated: AggregatedInformation,
  lots: TransactionLot[],
): number | null {
  const year = Number(day.slice(0, 4));
  if (lot?.volume !== year) return year;
  const written = `${fieldText(prices)} ${fieldText(trailing)}`;
  const counts = [year, totalVolume(lots)];
  return stated.counts.some((count) => counts.includes(count)) ||
    written.includes(year.toLocaleString('en-GB'))
    ? null
    : year;
}

type NotificationNames = Pick<PdmrFiling, 'issuerName' | 'pdmrName' | 'capacity'>;

/** Names as filed, and those whose letters were lost: a row with one of them is left out. */
function repairNames(filed: NotificationNames): { names: NotificationNames; lost: string[] } {
  const lost: string[] = [];
  const repaired = Object.entries(filed).map(([field, text]) => {
    const name = repairText(text);
    if (name === null) lost.push(`${field}: ${text}`);
    return [field, name ?? text];
  });
  // Object.fromEntries loses the types of the keys, which are those of `filed`.
  return { names: Object.fromEntries(repaired) as NotificationNames, lost };
}

type AddLotWarning = (kind: string, detail: string, index?: number) => void;
const CLOSELY_ASSOCIATED =
  /\bPCA\b|\bclosely associated\b|\b(?:spouse|wife|husband|civil partner|connected person)\b/i;

/** `Market purchase (by wife)`, `Purchase of shares (in spouse's name)`; not `Transfer to spouse`. */
const OF_RELATIVE =
  /\b(?:by|in) (?:(?:her|his|the|a) )?(?:spouse|wife|husband|civil partner|(?:minor )?(?:son|daughter|child))(?:['’]s)?(?:['’])?(?: (?:name|ISA|SIPP|account)\b|\W*$)|\bby (?:(?!\b(?:to|from|and|or|for|into)\b)[^.;()/]){0,80}\b(?:PCA|persons? closely associated|connected person)\b/i;
/** `Gift of shares by her husband`: whether the row is of the one who gives or of the one who receives is not known. */
const GIVEN = /\b(?:gift|giv|donat|inherit|beque|left|transfer|recei)/i;

function isOfRelative(nature: string): boolean {
  return OF_RELATIVE.test(nature) && !GIVEN.test(nature);
}

function lotsOf(
  transaction: FormTransaction,
  stated: AggregatedInformation,
  unpaired: boolean,
  warn: AddLotWarning,
): TransactionLot[] {
  if (unpaired) {
    warn('people-beside-each-other', fieldText(transaction.prices));
    return [EMPTY_LOT];
  }
  let lots = transaction.prices === null ? [] : readLots(transaction.prices, stated);
  if (transaction.trailing !== null && !lots.some((lot) => lot.volume !== null))
    lots = readLots(transaction.trailing, stated);
  if (lots.length > 0) return lots;
  warn(
    'no-price-and-volume',
    `${fieldText(transaction.prices)} (nature: ${fieldText(transaction.nature)})`.trim(),
  );
  return [EMPTY_LOT];
}

/** What all lots of a section share. */
function sectionHead(
  form: PersonalForm,
  transaction: FormTransaction,
  publication: Publication,
  warn: AddLotWarning,
) {
  const { id, facts: metadata, document } = publication;
  const instrument = fieldLines(transaction.instrument);
  const isin = findIsin(instrument);
  const typed = mentionsIsin(instrument);
  if (isin === null && typed !== null) warn('isin-check-digit', typed);
  const issuerName = fieldText(form.issuerName) || firstOf(metadata.company);
  if (issuerName === '') warn('issuer-missing', id);
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
    amendment: amendmentOf(fieldText(form.initial), publication.isCorrection),
    announcementNumber: publication.number,
    correctsNumbers: publication.corrects,
    status: 'current' as const,
    venue: fieldText(transaction.place) || null,
    url: document.url,
    rawArtefactUrl: document.url,
  };
}

const VESTED_AND_SOLD =
  /^\W*(?:vest|exercis|releas)\w*\b[^.;\d]{0,30}(?:\band\b|[&+/])\s*(?:subsequent |immediate )?(?:sales?|sold|disposals?)\b/i;

/** The nature of each lot: its own numbered one, what its columns say, otherwise the whole cell. */
function naturesOf(
  transaction: FormTransaction,
  lots: TransactionLot[],
  narrative: Narrative,
  warn: AddLotWarning,
): string[] {
  const nature = fieldLines(transaction.nature);
  if (nature.length === 0) warn('nature-missing', fieldLines(transaction.instrument).join(' '));
  const whole = nature.join(' ');
  const numbered = numberedItems(nature);
  const items = numbered === null ? null : itemsOf(numbered, lots);
  // If shares were sold for the tax, `Sale` alone does not say that these were not.
  const half = (lot: TransactionLot) => (narrative.sellsForTax ? null : halfOf(whole, lot));
  const labels = nature.flatMap((line) => line.split(';')).map((part) => part.trim());
  return lots.map((lot, i) => {
    const own = labelled(lot, labels) ?? (items === null ? half(lot) : items[i]?.text) ?? whole;
    // `Vesting and sale` next to a lot under `Sale of shares`: the lot is both.
    if (actionOf(own) === 'disposal' && VESTED_AND_SOLD.test(lot.label)) return lot.label;
    // Columns headed `Options exercised` under `Sale of shares` hold the exercise, not a sale.
    const exercise = lot.action === 'exercise' && directionOf(own) !== null;
    return exercise && (directionOf(own) === 'disposal' || actionOf(own) !== 'exercise') ? lot.heading : own;
  });
}

/** `Exercise of options; Sale of shares`: the part of the nature that is, word for word, what is next to the lot. */
function labelled(lot: TransactionLot, parts: string[]): string | null {
  const plain = (text: string) => text.toLowerCase().replace(/\W+/g, ' ').trim();
  const alike = parts.filter((part) => part !== '' && plain(part) === plain(lot.label));
  return parts.length > 1 && alike.length === 1 ? itemAt(alike, 0) : null;
}

/** The day of each lot, and the year that the section mentions. */
function datesOf(
  transaction: FormTransaction,
  lots: TransactionLot[],
  publishedAt: string,
  warn: AddLotWarning,
) {
  const written = fieldText(transaction.date);
  const numbered = numberedItems(fieldLines(transaction.date));
  const { warning } = dateOf(written, publishedAt);
  if (warning !== null) warn('transaction-date', warning);
  // 22 shares are not those of `22 September`.
  const uncounted = lots.map((lot) => ({ ...lot, volume: null }));
  const items = numbered === null ? [] : itemsOf(numbered, uncounted);
  const days = lots.map((lot, i) => dateOf(lot.date ?? items[i]?.text ?? written, publishedAt).date);
  const some = findDates(written).find((f) => f.date !== null)?.date;
  return { days, year: (some ?? publishedAt).slice(0, 4) };
}

function dateOf(written: string, publishedAt: string): { date: string | null; warning: string | null } {
  const date = oneDate(written);
  if (date === null) {
    const read = findDates(written);
    const several = read.length > 0 && read.every((f) => f.date !== null);
    return { date: null, warning: several || written === '' ? null : `not read: ${written}` };
  }
  // One day of tolerance: the trade may be on the day of the announcement, which is stamped in UTC.
  const latest = utcDate(Date.parse(publishedAt) + DAY_MS);
  return date > latest ? { date: null, warning: `after publication: ${written}` } : { date, warning: null };
}

/** `A PLC;B PLC;` of joint filers. */
function firstOf(joined: string | undefined): string {
  return joined?.split(';')[0]?.trim() ?? '';
}
