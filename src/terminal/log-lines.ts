/** Where the log goes: JSON lines for programs, or one readable line for each event on a terminal. */

import { styleText } from 'node:util';
import pino from 'pino';
import { printable } from './text-width.js';

/** Maximum characters of log lines that are buffered while the disk is full. */
const LOG_BUFFER_MAX = 65_536;

const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: '',
  40: 'warning',
  50: 'ERROR',
  60: 'FATAL',
};
/** Fields that only programs need. */
const NOT_SHOWN: ReadonlySet<string> = new Set(['outcome', 'firstBytes']);

const SAYS_NOTHING: ReadonlySet<unknown> = new Set([0, '', null]);

/** Standard error as `LOG_FORMAT` says; `auto` is readable on a terminal. */
export function logStream(format: 'auto' | 'pretty' | 'json', onError: () => void): pino.DestinationStream {
  if (format === 'json' || (format === 'auto' && !process.stderr.isTTY))
    return pino.destination({ fd: 2, sync: true, maxLength: LOG_BUFFER_MAX }).on('error', onError);
  const isColoured = process.stderr.isTTY && process.env.NO_COLOR === undefined;
  return { write: (line) => void process.stderr.write(`${readableLine(line, isColoured)}\n`) };
}

/** A JSON line of the log as a person reads it: time, level unless it is information, message, reason, fields. */
export function readableLine(json: string, isColoured: boolean): string {
  const { time, level, msg, reason, err, ...fields } = JSON.parse(json) as Record<string, unknown>;
  const word = LEVELS[Number(level)] ?? String(level);
  const cause = reason ?? (err as { message?: string } | undefined)?.message;
  const more = Object.entries(fields)
    .filter(([name, value]) => !NOT_SHOWN.has(name) && !SAYS_NOTHING.has(value))
    // Such as the register, which most messages begin with.
    .filter(([, value]) => typeof value !== 'string' || !String(msg).includes(value))
    .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`);
  const text = [
    printable(String(msg ?? '')),
    ...(cause === undefined || cause === '' ? [] : [`: ${printable(String(cause))}`]),
    ...(more.length === 0 ? [] : [` (${printable(more.join(', '))})`]),
  ].join('');
  const paint = (style: 'dim' | 'yellow' | 'red', part: string) =>
    isColoured ? styleText(style, part, { validateStream: false }) : part;
  const mark =
    word === ''
      ? ''
      : `${paint(Number(level) >= 50 ? 'red' : Number(level) >= 40 ? 'yellow' : 'dim', word)} `;
  const stack = Number(level) >= 50 ? stackOf(err) : '';
  return `${paint('dim', clockOf(time))} ${mark}${text}${stack}`;
}

/** The place of a fault, for a report about it. */
function stackOf(error: unknown): string {
  const stack = (error as { stack?: unknown } | undefined)?.stack;
  if (typeof stack !== 'string') return '';
  // The first line repeats the message.
  return stack
    .split('\n')
    .slice(1, 6)
    .map((line) => `\n    ${printable(line.trim())}`)
    .join('');
}

/** The time of day where the terminal is. */
function clockOf(time: unknown): string {
  const moment = new Date(typeof time === 'number' || typeof time === 'string' ? time : Number.NaN);
  if (Number.isNaN(moment.getTime())) return '--:--:--';
  return [moment.getHours(), moment.getMinutes(), moment.getSeconds()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}
