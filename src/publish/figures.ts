/** Formats numbers, dates and links for people. An unknown value is shown as unknown, never as zero. */

import { localDate, NEW_YORK } from '../dates.js';
import { type Html, html } from '../html.js';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 });
const cents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 });

/** A value that a filing may leave out. */
type Stated<V> = V | null | undefined;

export const UNKNOWN: Html = html`<span class="unknown">not stated</span>`;

/** A count with thousands separators. */
export function count(value: number): string {
  return whole.format(value);
}

/** An amount of any currency, in the manner of `usd`. */
export function money(value: Stated<number>): Html | string {
  if (value === null || value === undefined) return UNKNOWN;
  const size = Math.abs(value);
  const text = size >= 1000 || size === 0 ? whole.format(size) : cents.format(size);
  return value < 0 ? `−${text}` : text;
}

/** USD. Nothing, and amounts of 1,000 and more, are shown without cents. */
export function usd(value: Stated<number>): Html | string {
  const text = money(value);
  if (typeof text !== 'string') return text;
  return text.startsWith('−') ? `−$${text.slice(1)}` : `$${text}`;
}

/** A number as filed, with its decimals. */
export function amount(value: Stated<number>): Html | string {
  if (value === null || value === undefined) return UNKNOWN;
  return value < 0 ? `−${exact.format(-value)}` : exact.format(value);
}

/** A price as filed. */
export function price(value: Stated<number>): Html | string {
  return value === null || value === undefined ? UNKNOWN : `$${cents.format(value)}`;
}

/** A price as filed, in a currency that the row names. */
export function unitPrice(value: Stated<number>): Html | string {
  return value === null || value === undefined ? UNKNOWN : cents.format(value);
}

export function percent(value: Stated<number>): Html | string {
  if (value === null || value === undefined) return UNKNOWN;
  const sign = value > 0 ? '+' : value < 0 ? '−' : '';
  return `${sign}${exact.format(Math.abs(toTenth(value)))}%`;
}

/** A part of a whole, which is 1. A small part is not shown as zero. */
export function partOf(fraction: number): string {
  return fraction > 0 && fraction < 0.0005 ? 'under 0.1%' : `${exact.format(toTenth(fraction * 100))}%`;
}

/** A calculated price: in cents from one dollar on. A price as filed keeps its decimals, see `price`. */
export function shortPrice(value: number): string {
  const size = Math.abs(value);
  const text = size >= 1 || size === 0 ? size.toFixed(2) : size.toPrecision(2);
  return `${value < 0 ? '−' : ''}$${size >= 1000 ? whole.format(size) : text}`;
}

/** $1.2M: for axes and marks, where the exact figure is nearby. */
export function shortUsd(value: number): string {
  const size = Math.abs(value);
  const [divisor, unit] =
    size >= 1e9 ? [1e9, 'B'] : size >= 1e6 ? [1e6, 'M'] : size >= 1e3 ? [1e3, 'K'] : [1, ''];
  const scaled = size / divisor;
  return `${value < 0 ? '−' : ''}$${scaled >= 100 || divisor === 1 ? whole.format(scaled) : exact.format(toTenth(scaled))}${unit}`;
}

/** Rounds to one decimal: enough for a percentage and for a coordinate of a chart. */
export function toTenth(value: number): number {
  return Math.round(value * 10) / 10;
}

/** A calendar date, or the day of a timestamp in the time zone of its register. The SEC counts days in New York. */
export function day(value: Stated<string>, zone = NEW_YORK): Html {
  if (value === null || value === undefined || value === '') return UNKNOWN;
  // A day says itself what it is.
  if (value.length <= 10) return html`<time>${value}</time>`;
  return html`<time datetime="${value}">${dayIn(zone, value)}</time>`;
}

/** YYYY-MM-DD of a timestamp. Text that is not a timestamp is returned as text. */
function dayIn(zone: string, timestamp: string): string {
  const moment = new Date(timestamp);
  return Number.isNaN(moment.getTime()) ? timestamp.slice(0, 10) : localDate(zone, moment);
}

/** The day of a trade as filed, marked if that day is impossible. */
export function tradedOn(value: Stated<string>, { dateDoubtful }: { dateDoubtful?: true | undefined }): Html {
  if (dateDoubtful !== true) return day(value);
  return html`${day(value)} <small class="doubtful">as filed; impossible</small>`;
}

/** Day and minute, UTC. */
export function moment(value: Stated<string>): Html {
  if (value === null || value === undefined || value === '') return UNKNOWN;
  return html`<time datetime="${value}">${value.slice(0, 10)} ${value.slice(11, 16)} UTC</time>`;
}

/** A word and a shape besides the colour, for readers who do not see colours. */
export function direction(code: 'P' | 'S'): Html {
  return code === 'P'
    ? html`<span class="mark buy">▲ Purchase</span>`
    : html`<span class="mark sell">▼ Sale</span>`;
}

export function plural(howMany: number, one: string, many = `${one}s`): string {
  return `${count(howMany)} ${howMany === 1 ? one : many}`;
}

/** An address that is safe in a link: http(s), or a path of this service. Null for anything else. */
export function safeHref(address: Stated<string>): string | null {
  if (address === null || address === undefined) return null;
  if (/^\/(?!\/)/.test(address)) return address;
  try {
    const { protocol } = new URL(address);
    return protocol === 'https:' || protocol === 'http:' ? address : null;
  } catch {
    return null;
  }
}

/** A link, or the plain words if the address is not safe. */
export function link(address: Stated<string>, words: Html | string): Html {
  const href = safeHref(address);
  return href === null ? html`${words}` : html`<a href="${href}">${words}</a>`;
}
