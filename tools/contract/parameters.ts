/** Parameters that several tools share. Their messages name the accepted values. */

import { z } from 'zod/v3';
import { isCalendarDate } from '../../src/dates.js';

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
    .string({ invalid_type_error: message, required_error: message })
    .max(max, message)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, message)
    .describe(description);
}

export function tickerParameter() {
  const message = 'ticker must be 1 to 5 letters, such as ACME';
  return z
    .string({ invalid_type_error: message })
    .regex(/^[A-Za-z]{1,5}$/, message)
    .transform((ticker) => ticker.toUpperCase())
    .describe('Trading symbol, 1 to 5 letters, any case, such as ACME');
}

/** A comma-separated list of row fields to keep. An unknown name is an error that lists the valid names. */
export function fieldsParameter(row: z.ZodObject<z.ZodRawShape>, rows: string) {
  const valid = Object.keys(row.shape);
  const message = `fields must be a comma-separated list of: ${valid.join(', ')}`;
  return z
    .string({ invalid_type_error: message })
    .max(2000, message)
    .refine((fields) => fields.split(',').every((field) => valid.includes(field.trim())), message)
    .transform((fields) => [...new Set(fields.split(',').map((field) => field.trim()))].join(','))
    .describe(
      `Fields to keep in each row of ${rows}, comma-separated, such as ${valid.slice(0, 3).join(',')}. This makes the answer much smaller`,
    );
}
