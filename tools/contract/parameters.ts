/** Parameters that several tools share. Their messages name the accepted values. */

import { z } from 'zod/v3';
import { isCalendarDate } from '../../src/dates.js';
import { SEARCH_QUERY_LENGTH } from './rules.js';

/** A whole number within bounds, with a default. */
export function limitParameter(rule: { min: number; max: number; default: number }, of: string) {
  const message = `limit must be a whole number from ${rule.min} to ${rule.max}`;
  return z
    .number({ invalid_type_error: message })
    .int(message)
    .min(rule.min, message)
    .max(rule.max, message)
    .default(rule.default)
    .describe(`Maximum number of ${of}: ${rule.min} to ${rule.max}, default ${rule.default}`);
}

/** A date that exists in the calendar. */
export function dateParameter(name: string, description: string) {
  const message = `${name} must be a date as YYYY-MM-DD, such as 2026-01-31`;
  return z.string({ invalid_type_error: message }).refine(isCalendarDate, message).describe(description);
}

/** `1` to `max` characters of kebab-case ASCII. */
export function slugParameter(name: string, max: number, description: string) {
  const message = `${name} must be kebab-case ASCII (a-z, 0-9 and single hyphens), 1 to ${max} characters`;
  return z
    .string({ invalid_type_error: message, required_error: `${name} is missing: ${message}` })
    .max(max, message)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, message)
    .describe(description);
}

/** Several values: a text with commas, or a list. Over REST also the parameter several times. */
function severalTexts(message: string) {
  return z
    .union([z.string(), z.array(z.string()).max(LIST_MAX)], { errorMap: () => ({ message }) })
    .transform((given) => (typeof given === 'string' ? given : given.join(',')));
}
const LIST_MAX = 100;

/** Whether a parameter takes several values. */
export function takesSeveral(schema: z.ZodTypeAny): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return takesSeveral(schema.unwrap());
  if (schema instanceof z.ZodDefault) return takesSeveral(schema.removeDefault());
  if (schema instanceof z.ZodEffects) return takesSeveral(schema.innerType());
  // The options of a union are a list of schemas.
  return (
    schema instanceof z.ZodUnion &&
    (schema.options as z.ZodTypeAny[]).some((option) => option instanceof z.ZodArray)
  );
}

/** Up to `TICKERS_MAX` symbols, with or without a class: `ACME`, `BRK.B`. They come upper case, sorted, with a full stop. */
export function tickersParameter() {
  const message = `ticker must be 1 to 5 letters, such as ACME, or with a class, such as BRK.B; up to ${TICKERS_MAX}, separated by commas`;
  const symbols = (text: string) => text.split(',').map((one) => one.trim());
  return severalTexts(message)
    .refine(
      (text) =>
        text.length <= 16 * TICKERS_MAX &&
        symbols(text).length <= TICKERS_MAX &&
        symbols(text).every((one) => /^[A-Za-z]{1,5}(?:[.\-/][A-Za-z]{1,2})?$/.test(one)),
      message,
    )
    .transform((text) =>
      [...new Set(symbols(text).map((one) => one.toUpperCase().replace(/[-/]/, '.')))].sort().join(','),
    )
    .describe(
      `Trading symbol, any case, such as ACME; several with commas or as a list, up to ${TICKERS_MAX}. BRK means every class; BRK.B, BRK-B and BRK/B mean one`,
    );
}
export const TICKERS_MAX = 10;

/** Form 4 transaction codes: single letters, upper case, sorted. */
export function codesParameter() {
  const message =
    'code must be transaction codes of Form 4, single letters such as P, S, A, M, F or G, separated by commas';
  const codes = (text: string) => text.split(',').map((one) => one.trim().toUpperCase());
  return severalTexts(message)
    .refine((text) => text.length <= 200 && codes(text).every((one) => /^[A-Z]$/.test(one)), message)
    .transform((text) => [...new Set(codes(text))].sort().join(','))
    .describe(
      'Only these transaction codes, with commas or as a list: P purchase, S sale, A grant, M exercise, F tax withholding, G gift, and others',
    );
}

/** A CIK, with or without leading zeros. */
export function cikParameter(description: string, name = 'cik') {
  const message = `${name} must be 1 to 10 digits, such as 320193`;
  return z
    .union([z.string(), z.number()], { errorMap: () => ({ message }) })
    .transform(String)
    .refine((cik) => /^\d{1,10}$/.test(cik), message)
    .transform((cik) => cik.replace(/^0+(?=\d)/, ''))
    .describe(description);
}

/** A bound in dollars. */
export function dollarsParameter(name: string, description: string) {
  return boundParameter(description, `${name} must be a number of US dollars, 0 or greater`);
}

/** A size in per cent. */
export function percentParameter(name: string, description: string) {
  return boundParameter(description, `${name} must be a percentage, 0 or greater, such as 25`);
}

/** A bound in the currency that another parameter names. */
export function amountParameter(name: string, description: string) {
  return boundParameter(description, `${name} must be a number, 0 or greater`);
}

function boundParameter(description: string, message: string) {
  return z.number({ invalid_type_error: message }).finite(message).min(0, message).describe(description);
}

/** The beginnings of words of a name: see `isNamed`. */
export function nameParameter(description: string) {
  const message = `q must be 1 to ${SEARCH_QUERY_LENGTH.max} characters with a letter or a digit`;
  return z
    .string({ invalid_type_error: message })
    .max(SEARCH_QUERY_LENGTH.max, message)
    .regex(/[\p{L}\p{N}]/u, message)
    .describe(description);
}

/** Two letters, as the districts of members of Congress begin. They come in upper case. */
export function stateParameter(description: string) {
  const message = 'state must be two letters, such as CA';
  return z
    .string({ invalid_type_error: message })
    .regex(/^[A-Za-z]{2}$/, message)
    .transform((state) => state.toUpperCase())
    .describe(description);
}

/** One of some words. */
export function wordParameter<const W extends readonly [string, ...string[]]>(
  name: string,
  words: W,
  description: string,
) {
  const message = `${name} must be ${words.join(', ')}`.replace(/, ([^,]*)$/, ' or $1');
  // `z.enum` takes a list that may change.
  return z
    .enum([...words] as unknown as [W[number], ...W[number][]], { errorMap: () => ({ message }) })
    .describe(description);
}

/** Some of several words, as a text with commas or a list; any case, with or without underscores. */
export function wordsParameter<const W extends string>(
  name: string,
  words: readonly W[],
  description: string,
) {
  const message = `${name} must be a comma-separated list of: ${words.join(', ')}`;
  const plain = (word: string) => word.trim().toLowerCase().replaceAll('_', '');
  const wanted = (text: string) =>
    text.split(',').map((one) => words.find((word) => plain(word) === plain(one)));
  return severalTexts(message)
    .refine((text) => text.length <= 2000 && wanted(text).every((one) => one !== undefined), message)
    .transform((text) => words.filter((word) => wanted(text).includes(word)).join(','))
    .describe(`${description}. Names: ${words.join(', ')}`);
}

/** A moment, or a date: its first millisecond, or its last one for `end`. Comes as ISO 8601 UTC with milliseconds. */
export function momentParameter(name: string, description: string, edge: 'start' | 'end') {
  const message = `${name} must be a date or a moment in ISO 8601, such as 2026-01-31 or 2026-01-31T14:30:00Z`;
  return z
    .string({ invalid_type_error: message })
    .refine((text) => momentOf(text, edge) !== null, message)
    .transform((text) => momentOf(text, edge) as string)
    .describe(description);
}

/** The parameter of every tool that gives the answer of an earlier moment. */
export const AS_OF = 'as_of';
export function asOfParameter() {
  return momentParameter(
    AS_OF,
    'Answer as this service did at this moment, or at the end of this UTC day: rows, identities and totals as they were known then. meta.asOf says which generation answered',
    'end',
  ).optional();
}

/** Null for a text that is neither. Without a zone, a moment is in UTC, as all times here. */
function momentOf(text: string, edge: 'start' | 'end'): string | null {
  if (isCalendarDate(text)) return `${text}T${edge === 'start' ? '00:00:00.000' : '23:59:59.999'}Z`;
  const [, date = '', zone] =
    /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/.exec(text) ?? [];
  const moment = new Date(zone === undefined ? `${text}Z` : text);
  return isCalendarDate(date) && !Number.isNaN(moment.getTime()) ? moment.toISOString() : null;
}

/** True or false, over REST as text. */
export function yesNoParameter(name: string, description: string) {
  const message = `${name} must be true or false`;
  return z
    .union([z.boolean(), z.enum(['true', 'false'])], { errorMap: () => ({ message }) })
    .transform((given) => String(given) === 'true')
    .describe(description);
}

/** `limit` and `cursor`. */
export function pageParameters(rule: { min: number; max: number; default: number }, of: string) {
  return { limit: limitParameter(rule, of), cursor: cursorParameter().optional() };
}

const DESC_FIRST = 'desc newest or largest first (default), asc the reverse';

/** `sort` and `order`; the first word is the default. */
export function orderParameters<const W extends readonly [string, ...string[]]>(
  words: W,
  description: string,
) {
  return {
    sort: wordParameter('sort', words, description).default(words[0]),
    order: wordParameter('order', ['desc', 'asc'], DESC_FIRST).default('desc'),
  };
}

/** The orders that begin with A unless `order` says otherwise. All others begin with the newest or largest. */
export const ALPHABETICAL: ReadonlySet<string> = new Set([
  'ticker',
  'insider',
  'member',
  'issuer',
  'manager',
]);

/** As `orderParameters`, for a list that has alphabetical orders too: `orderOf` gives the order that is meant. */
export function listOrderParameters<const W extends readonly [string, ...string[]]>(
  words: W,
  description: string,
) {
  return {
    sort: wordParameter('sort', words, description).default(words[0]),
    order: wordParameter(
      'order',
      ['desc', 'asc'],
      `${DESC_FIRST}; by a symbol or name asc, A to Z, is the default`,
    ).optional(),
  };
}

/** The order of a list, where none was given too. */
export function orderOf({
  sort,
  order,
}: {
  sort: string;
  order?: 'desc' | 'asc' | undefined;
}): 'desc' | 'asc' {
  return order ?? (ALPHABETICAL.has(sort) ? 'asc' : 'desc');
}

function cursorParameter() {
  const message = 'cursor must be meta.nextCursor of an earlier answer, unchanged';
  return z
    .string({ invalid_type_error: message })
    .max(CURSOR_MAX, message)
    .regex(/^[A-Za-z0-9_-]+$/, message)
    .describe(
      'meta.nextCursor of the last answer: the next rows of the same query. Give it alone, or with the same arguments; limit, fields, view and format may differ',
    );
}
/** Characters of a cursor. */
export const CURSOR_MAX = 3000;

/** How the rows of a list are written: `fields`, `view` and `format`. `brief` are the fields of view=brief. */
export function rowParameters(row: z.ZodObject<z.ZodRawShape>, rows: string, brief: readonly string[]) {
  return {
    fields: fieldsParameter(row, rows).optional(),
    view: wordParameter(
      'view',
      ['full', 'brief'],
      `brief keeps only ${brief.join(', ')}; fields overrides it`,
    ).default('full'),
    format: wordParameter(
      'format',
      ['rows', 'table'],
      'table gives {columns, rows}: the names once, and each row as an array, about half the size',
    ).default('rows'),
  };
}

/** A list of row fields to keep. An unknown name is an error that lists the valid names. */
export function fieldsParameter(row: z.ZodObject<z.ZodRawShape>, rows: string) {
  const valid = Object.keys(row.shape);
  const message = `fields must be a comma-separated list of: ${valid.join(', ')}`;
  return severalTexts(message)
    .refine(
      (fields) => fields.length <= 2000 && fields.split(',').every((field) => valid.includes(field.trim())),
      message,
    )
    .transform((fields) => [...new Set(fields.split(',').map((field) => field.trim()))].join(','))
    .describe(
      `Fields to keep in each row of ${rows}, comma-separated or as a list. This makes the answer much smaller. Names: ${valid.join(', ')}`,
    );
}
