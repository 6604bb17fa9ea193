/**
 * Section 4c: the lots of a price and volume cell, in every layout that has been seen. What cannot be told apart
 * stays null and leaves a word of doubt; nothing is told apart by size. It is long because one reader walks
 * every layout: tables, labelled cells and sentences may stand in the same cell.
 */

import { type Amount, amounts, numberOf, type Unit, unitOfWords } from './amounts.js';
import { oneDate } from './dates.js';
import type { FormField } from './form.js';
import { type GridCell, gridOf, headerRole, type Role } from './grid.js';
import { leadingNumber, splitInline } from './numbered.js';

export interface Lot {
  /** The number before the lot: it pairs with the numbered natures and persons. */
  number: number | null;
  /** Text beside the lot, such as `Sale` or a name. */
  label: string;
  price: Amount | null;
  /** The price cell says that nothing was paid. */
  nil: boolean;
  volume: number | null;
  /** The unit that a column header or the label names. */
  headerUnit: Unit | null;
  /** What the lot's own row states as its total. */
  total: Amount | null;
  /** YYYY-MM-DD, from a date column. */
  date: string | null;
  doubts: string[];
}

const NIL = /^\W*(?:nil|zero|no consideration|nil[- ]cost|nil consideration|£?nil\b.{0,30}|free|gratis)\W*$/i;
const SUMMARY = /^\W*(?:sub-?)?(?:totals?|aggregated?|average|sum|weighted|vwap|overall)\b/i;
/** `Average price: £1.20` is the price when it is the only one, a summary when lots have their own. */
const AVERAGE = /^\W*(?:average|weighted|vwap)\b/i;
const NOT_GIVEN = /^\W*(?:n\/?a|not applicable|none|see (?:below|above|table).{0,40})?\W*$/i;

/**
 * The lots of a price and volume field, in document order.
 * @param statedVolume the aggregated volume of section 4d, which can tell two bare numbers apart
 */
export function readLots(field: FormField, statedVolume: number | null): Lot[] {
  const reader = new LotReader(unitOfLabel(field.label), statedVolume);
  for (const row of gridOf(field.rows)) reader.row(row);
  return reader.finish();
}

class LotReader {
  private lots: Lot[] = [];
  private roles: Role[] | null = null;
  private units: Array<Unit | null> = [];
  private words: string[] = [];
  private loose: Array<{ role: Role | null; text: string; unit: Unit | null }> = [];

  constructor(
    private labelUnit: Unit | null,
    private statedVolume: number | null,
  ) {}

  row(cells: GridCell[]): void {
    const filled = cells.filter((cell) => cell.lines.length > 0);
    if (filled.length === 0) return;
    const header = cells.map((cell) => headerRole(cell.lines));
    if (header.some((h) => h.role === 'price' || h.role === 'volume')) {
      const bare = filled.every(
        (cell) => amounts(cell.lines.join(' ')).length === 0 && !NIL.test(cell.lines.join(' ')),
      );
      if (bare && filled.length > 1) {
        this.roles = header.map((h) => h.role ?? 'label');
        this.units = cells.map((cell) => unitOfWords(cell.lines.join(' ')));
        return;
      }
      this.labelled(cells, header);
      return;
    }
    if (this.roles !== null && cells.length > 1) this.tabled(cells);
    else for (const cell of filled) for (const text of cell.lines) this.addLoose(null, text, null);
  }

  finish(): Lot[] {
    this.flush();
    // Words beside lots are remarks; words in place of lots are lots that nobody could read.
    const text = this.words.join(' / ').slice(0, 160);
    if (this.lots.length === 0 && text !== '')
      return [{ ...EMPTY, doubts: [`price and volume not read: ${text}`] }];
    return this.lots;
  }

  /** Cells that carry their own label: above the value (`Price` / `£0.17`) or to the left of it. */
  private labelled(cells: GridCell[], header: Array<{ role: Role | null; rest: string[] }>): void {
    let heads: Array<{ role: Role; unit: Unit | null }> = [];
    let values = 0;
    for (const [i, cell] of cells.entries()) {
      let rest = cell.lines;
      for (let head = header[i]!; head.role !== null; head = headerRole(rest)) {
        // Headings that follow each other, `Price` and `Volume`, share the values below in turn.
        if (values > 0) heads = [];
        values = 0;
        heads.push({ role: head.role, unit: unitOfWords(rest[0] ?? '') });
        rest = head.rest;
        if (rest.length === 0 || rest === cell.lines) break;
      }
      for (const text of rest) {
        const next = headerRole([text]);
        if (next.role !== null) {
          if (values > 0) heads = [];
          values = 0;
          heads.push({ role: next.role, unit: unitOfWords(text) });
        }
        for (const value of next.role === null ? [text] : next.rest) {
          const head = next.role === null ? heads[values % Math.max(heads.length, 1)] : heads.at(-1);
          this.addLoose(head?.role ?? null, value, head?.unit ?? null);
          values += 1;
        }
      }
    }
  }

  /** A row under a header. Columns pair by position, or by order when spacer cells shift them. */
  private tabled(cells: GridCell[]): void {
    this.flush();
    const roles = this.roles!;
    const byPosition = cells.map((cell, i) => ({
      cell,
      role: roles[i] ?? 'label',
      unit: this.units[i] ?? null,
    }));
    const filled = byPosition.filter((c) => c.cell.lines.length > 0);
    const columns = roles
      .map((role, i) => ({ role, unit: this.units[i] ?? null }))
      .filter((c) => c.role !== 'label');
    const inOrder = filled.map((c, i) => {
      const column = columns[i - (filled.length - columns.length)];
      return { cell: c.cell, role: column?.role ?? ('label' as Role), unit: column?.unit ?? null };
    });
    const counts = (some: typeof filled): boolean =>
      some.some((c) => c.role === 'volume' && volumeOf(c.cell.lines.join(' ')) !== null);
    const shifted = filled.length >= columns.length && !counts(filled) && counts(inOrder);
    const placed = shifted ? inOrder : filled;
    const of = (role: Role): string[] =>
      placed
        .filter((c) => c.role === role && !(role === 'volume' && c.cell.carried))
        .flatMap((c) => c.cell.lines);
    const label = of('label').join(' ');
    if (SUMMARY.test(label) || SUMMARY.test(placed[0]!.cell.lines[0] ?? '')) return;
    const prices = of('price').filter((text) => !SUMMARY.test(text));
    const volumes = of('volume').filter((text) => !SUMMARY.test(text));
    // A sum under the column: no price beside it, and it adds up to the lots above.
    if (prices.length === 0 && volumes.length === 1) {
      const sum = this.lots.reduce((total, lot) => total + (lot.volume ?? 0), 0);
      if (this.lots.length > 1 && volumeOf(volumes[0]!) === sum) return;
    }
    const column = of('unit').join(' ');
    const unit = column === '' ? (placed.find((c) => c.role === 'price')?.unit ?? null) : unitOfWords(column);
    const count = prices.length === volumes.length && isList(prices) && isList(volumes) ? prices.length : 1;
    const dates = of('date');
    const totals = of('total');
    for (let i = 0; i < count; i += 1) {
      this.lots.push(
        this.lot({
          label,
          price: count > 1 ? prices[i]! : prices.join(' '),
          volume: count > 1 ? volumes[i]! : volumes.join(' '),
          date: dates.length === count ? dates[i]! : dates.join(' '),
          total: totals.length === count ? totals[i]! : totals.join(' '),
          unit,
        }),
      );
    }
  }

  private lot(texts: {
    label: string;
    price: string;
    volume: string;
    date: string;
    total: string;
    unit: Unit | null;
  }): Lot {
    const price = leadingNumber(texts.price);
    const volume = leadingNumber(texts.volume);
    const label = leadingNumber(texts.label);
    const nil = NIL.test(price.rest);
    const read = nil ? null : priceOf(price.rest);
    const doubts: string[] = [];
    const count = volumeOf(volume.rest);
    if (!nil && read === null && !NOT_GIVEN.test(price.rest))
      doubts.push(`price not read: ${price.rest.slice(0, 120)}`);
    if (count === null && !NOT_GIVEN.test(volume.rest))
      doubts.push(`volume not read: ${volume.rest.slice(0, 120)}`);
    return {
      number: label.number ?? price.number ?? volume.number,
      label: label.rest,
      price: read,
      nil,
      volume: count,
      headerUnit: texts.unit ?? this.labelUnit,
      total: moneyOf(texts.total),
      date: oneDate(texts.date),
      doubts,
    };
  }

  private addLoose(role: Role | null, text: string, unit: Unit | null): void {
    if (!NOT_GIVEN.test(text) && (!SUMMARY.test(text) || AVERAGE.test(text)))
      for (const part of splitInline(text)) this.loose.push({ role, text: part, unit });
  }

  /** Lines without a header row: paragraphs of words, or labelled cells. Prices and volumes pair in order. */
  private flush(): void {
    const averages = this.loose.filter((line) => AVERAGE.test(line.text));
    const others = this.loose.filter((line) => !AVERAGE.test(line.text));
    const priced = others.some((line) =>
      amounts(line.text).some((a) => a.role === 'price' || a.unit !== null),
    );
    const lines = priced || averages.length !== 1 ? others : this.loose;
    this.loose = [];
    type Found = { amount: Amount | null; number: number | null; unit: Unit | null; label: string };
    const prices: Found[] = [];
    const volumes: Found[] = [];
    const unsure: Found[] = [];
    let date: string | null = null;
    let currency: Unit | null = null;
    for (const line of lines) {
      const { number, rest } = leadingNumber(line.text);
      if (line.role === 'date') date = oneDate(rest);
      if (line.role === 'unit') currency = unitOfWords(rest);
      if (line.role !== null && line.role !== 'price' && line.role !== 'volume') continue;
      const nil = line.role !== 'volume' && NIL.test(rest.replace(/^\W*prices?(?:\(s\))?\W*/i, ''));
      const label = rest.replace(/[\d£$€].*$/, '').trim();
      if (nil) prices.push({ amount: null, number, unit: line.unit, label });
      for (const amount of nil ? [] : amounts(rest)) {
        const found = { amount, number, unit: line.unit, label };
        if (amount.role === 'total') continue;
        const own = amount.unit !== null || amount.unitLost ? 'price' : amount.role;
        const role = own ?? line.role;
        if (role === 'price') prices.push(found);
        else if (role === 'volume') volumes.push(found);
        else unsure.push(found);
      }
    }
    // A share price is not a count: what is left over is the other of the two.
    if (unsure.length > 0 && prices.length === 0 && volumes.length === unsure.length)
      prices.push(...unsure.splice(0));
    if (unsure.length > 0 && volumes.length === 0 && prices.length === unsure.length)
      volumes.push(...unsure.splice(0));
    if (unsure.length === 2 && prices.length === 0 && volumes.length === 0) {
      const counts = unsure.filter((f) => f.amount!.value === this.statedVolume);
      const whole = unsure.filter((f) => !f.amount!.decimals);
      const volume = counts.length === 1 ? counts[0] : whole.length === 1 ? whole[0] : undefined;
      if (volume !== undefined) {
        volumes.push(volume);
        prices.push(unsure.find((f) => f !== volume)!);
        unsure.length = 0;
      }
    }
    const text = lines
      .map((line) => line.text)
      .join(' / ')
      .slice(0, 160);
    if (prices.length === 0 && volumes.length === 0 && unsure.length === 0) {
      if (text !== '') this.words.push(text);
      return;
    }
    const same = prices.length === 1 && volumes.length > 1;
    if (unsure.length > 0 || (prices.length !== volumes.length && !same)) {
      this.lots.push({ ...EMPTY, doubts: [`prices and volumes do not pair: ${text}`] });
      return;
    }
    volumes.forEach((volume, i) => {
      const price = prices[same ? 0 : i]!;
      const count = volume.amount === null || Number.isNaN(volume.amount.value) ? null : volume.amount.value;
      const amount = price.amount !== null && Number.isNaN(price.amount.value) ? null : price.amount;
      this.lots.push({
        ...EMPTY,
        number: volume.number ?? price.number,
        label: price.label || volume.label,
        price: amount,
        nil: price.amount === null,
        volume: count,
        headerUnit: currency ?? price.unit ?? this.labelUnit,
        date,
        doubts:
          count === null || (amount === null && price.amount !== null) ? ['a number could not be read'] : [],
      });
    });
  }
}

const EMPTY: Lot = {
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

/** The one price of a text; null for none, for a span of prices, for a number that cannot be read. */
export function priceOf(text: string): Amount | null {
  const found = amounts(text).filter((a) => a.role !== 'volume' && a.role !== 'total');
  const first = found[0];
  if (first === undefined || found.some((a) => Number.isNaN(a.value))) return null;
  const others = found.slice(1).filter((a) => !samePrice(a, first));
  // `US$13.25 (£10.50)`: quoted in one currency, converted into another.
  if (others.some((a) => a.unit === null || first.unit === null || a.unit.currency === first.unit.currency))
    return null;
  return first;
}

/** The one count of a text, or null. */
export function volumeOf(text: string): number | null {
  const spaced = /^\W*(\d{1,3}(?: \d{3})+)\s*(?:(?:ordinary )?shares?)?\W*$/i.exec(text)?.[1];
  if (spaced !== undefined) return numberOf(spaced.replaceAll(' ', ''));
  const found = amounts(text).filter((a) => a.unit === null && !a.unitLost && a.role !== 'price');
  const first = found[0];
  if (first === undefined || Number.isNaN(first.value) || found.some((a) => a.value !== first.value))
    return null;
  return first.value;
}

/** What section 4d states: a volume, and amounts of which each may be an average price or a total. */
export function readAggregated(field: FormField | null): { volume: number | null; money: Amount[] } {
  if (field === null) return { volume: null, money: [] };
  const lines = gridOf(field.rows).flatMap((row) => row.flatMap((cell) => cell.lines));
  let volume: number | null = null;
  const money: Amount[] = [];
  for (const line of lines) {
    for (const amount of amounts(leadingNumber(line.replace(/^[-–•\s]+/, '')).rest)) {
      if (Number.isNaN(amount.value)) continue;
      const counts =
        amount.role === 'volume' || (amount.unit === null && !amount.unitLost && amount.role === null);
      if (counts && volume === null) volume = amount.value;
      else if (amount.role !== 'volume') money.push(amount);
    }
  }
  return { volume, money };
}

function moneyOf(text: string): Amount | null {
  const found = amounts(text).filter((a) => a.role !== 'volume' && !Number.isNaN(a.value));
  return found.length === 1 ? found[0]! : null;
}

function samePrice(a: Amount, b: Amount): boolean {
  if (a.unit === null || b.unit === null) return a.value === b.value && a.unit === b.unit && !a.unitLost;
  return a.unit.currency === b.unit.currency && Math.abs(a.value / a.unit.per - b.value / b.unit.per) < 1e-9;
}

function isList(lines: string[]): boolean {
  return lines.length > 1 && lines.every((text) => NIL.test(text) || amounts(text).length > 0);
}

function unitOfLabel(label: string): Unit | null {
  return unitOfWords(label.replace(/section to be repeated.*$/i, ''));
}
