/** Figures as people read them. Unknown is said, never shown as nought. */

import { type Html, html } from '../html.js';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 4 });
const cents = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 4 });

export const UNKNOWN: Html = html`<span class="unknown">not stated</span>`;

/** USD without cents from 1,000 on, where nobody reads them. */
export function usd(value: unknown): Html | string {
  if (typeof value !== 'number') return UNKNOWN;
  const text = `$${Math.abs(value) >= 1000 ? whole.format(Math.abs(value)) : cents.format(Math.abs(value))}`;
  return value < 0 ? `−${text}` : text;
}

/** As filed, with its decimals. */
export function amount(value: unknown): Html | string {
  return typeof value === 'number' ? exact.format(value) : UNKNOWN;
}

/** A price as filed. */
export function price(value: unknown): Html | string {
  return typeof value === 'number' ? `$${cents.format(value)}` : UNKNOWN;
}

export function percent(value: unknown): Html | string {
  return typeof value === 'number'
    ? `${value > 0 ? '+' : value < 0 ? '−' : ''}${exact.format(Math.abs(Math.round(value * 10) / 10))}%`
    : UNKNOWN;
}

/** $1.2M: for axes and marks, where the exact figure stands nearby. */
export function shortUsd(value: number): string {
  const size = Math.abs(value);
  const [divisor, unit] =
    size >= 1e9 ? [1e9, 'B'] : size >= 1e6 ? [1e6, 'M'] : size >= 1e3 ? [1e3, 'K'] : [1, ''];
  const rounded = size / divisor;
  return `${value < 0 ? '−' : ''}$${rounded >= 100 || divisor === 1 ? whole.format(rounded) : exact.format(Math.round(rounded * 10) / 10)}${unit}`;
}

export const NEW_YORK = 'America/New_York';
const calendars = new Map<string, Intl.DateTimeFormat>();

/** A calendar date, or the day of a moment where its register is: the SEC's days are those of New York. */
export function day(value: unknown, zone = NEW_YORK): Html {
  if (typeof value !== 'string' || value === '') return UNKNOWN;
  return html`<time datetime="${value}">${value.length > 10 ? dayIn(zone, value) : value}</time>`;
}

/** YYYY-MM-DD of a moment; what is none stays text. */
export function dayIn(zone: string, moment: string): string {
  if (Number.isNaN(Date.parse(moment))) return moment.slice(0, 10);
  const calendar = calendars.get(zone) ?? new Intl.DateTimeFormat('en-CA', { timeZone: zone });
  calendars.set(zone, calendar);
  return calendar.format(new Date(moment));
}

/** The day of a trade as filed, marked where it cannot be right. */
export function tradedOn(value: unknown, { dateDoubtful }: Record<string, unknown>): Html {
  if (dateDoubtful !== true) return day(value);
  return html`${day(value)} <small class="doubtful">as filed; cannot be</small>`;
}

/** Day and minute, UTC. */
export function moment(value: unknown): Html {
  if (typeof value !== 'string' || value === '') return UNKNOWN;
  return html`<time datetime="${value}">${value.slice(0, 10)} ${value.slice(11, 16)} UTC</time>`;
}

/** A word and a shape besides the colour. */
export function direction(code: unknown): Html {
  if (code === 'P') return html`<span class="mark buy">▲ Purchase</span>`;
  if (code === 'S') return html`<span class="mark sell">▼ Sale</span>`;
  return html`${String(code ?? '')}`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${whole.format(count)} ${count === 1 ? one : many}`;
}

/** An address that may stand in a link: http(s) or a path of ours. Null for anything else. */
export function safeHref(address: unknown): string | null {
  if (typeof address !== 'string') return null;
  if (/^\/(?!\/)/.test(address)) return address;
  try {
    const { protocol } = new URL(address);
    return protocol === 'https:' || protocol === 'http:' ? address : null;
  } catch {
    return null;
  }
}

/** A link, or the bare words where the address is none that we would follow. */
export function link(address: unknown, words: Html | string): Html {
  const href = safeHref(address);
  return href === null ? html`${words}` : html`<a href="${href}">${words}</a>`;
}
