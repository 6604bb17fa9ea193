/** Invented answers with hostile text in every field that takes free text: no page may be harmed by them. */

import { z } from 'zod/v3';
import type { Tool } from '../../../tools/contract/tool.js';
import { inventedTools } from './invented-answers.js';

export const EVIL: Record<string, string> = {
  markup: `</title></td><script>alert(1)</script><img src=x onerror=alert(1)>" onmouseover='x' ]]>--><!--`,
  turned: 'safe\u202egnp.exe\u2066\u200f\u0000\u001b[31m',
  lines: 'a\r\nSet-Cookie: x=1\r\n\r\n<svg onload=alert(1)>',
  address: 'javascript:alert(document.domain)',
  elsewhere: '//evil.example/<b>',
  long: 'W'.repeat(10_000),
  template: '{{constructor.constructor("x")()}} %3Cscript%3E &lt;script&gt;',
};

/** The pages that are drawn from those answers. */
export const POISONED_PAGES = [
  '/clusters',
  '/streaks',
  '/major-holders',
  '/congress',
  '/congress/jane-roe',
  '/trackers',
  '/trackers/example',
  '/trackers/example/690000104',
  '/trackers/example-tracker',
  '/eu/de',
  '/eu/uk',
  '/eu/se',
  '/eu/nl',
  '/eu/issuers/DE0000000001',
  '/eu/de/issuers/x/managers/x',
  '/eu/managers/x',
  '/streaks?series=full',
  '/ticker/BRKW',
];

/** Made by derivation and not by a filer: weeks, and days that were parsed as such. */
const DERIVED = new Set([
  'week',
  'firstWeek',
  'lastWeek',
  'date',
  'periodEnd',
  'periodLabel',
  'quarter',
  'priorQuarter',
]);

/** The tools, of which those with an invented answer give it with `text` in place of every text that its schema leaves open. */
export function poisonedTools(text: string): Tool[] {
  return inventedTools((data, schema) => poisoned(data, schema, text));
}

function poisoned(value: unknown, schema: z.ZodTypeAny, text: string): unknown {
  if (value === null || value === undefined) return value;
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return poisoned(value, schema.unwrap(), text);
  if (schema instanceof z.ZodUnion) {
    const options: z.ZodTypeAny[] = schema.options;
    return poisoned(value, options.find((option) => option.safeParse(value).success)!, text);
  }
  if (schema instanceof z.ZodArray)
    return (value as unknown[]).map((one) => poisoned(one, schema.element, text));
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        DERIVED.has(key) ? inner : poisoned(inner, schema.shape[key], text),
      ]),
    );
  // The store checks the values of an enumeration, so only free text comes from a filer.
  return schema instanceof z.ZodString ? text : value;
}
