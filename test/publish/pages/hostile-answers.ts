/** Invented answers whose every filed text is hostile, whatever the field: what a page must get through unharmed. */

import type { Tool } from '../../../tools/contract/tool';
import { tools } from '../../../tools/index';
import { READ_AT } from '../../bench/memory-reads';
import { inventedAnswers } from './invented-answers';

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
  '/congress',
  '/congress/jane-roe',
  '/trackers',
  '/trackers/example',
  '/eu/de',
  '/eu/uk',
  '/eu/se',
  '/eu/nl',
  '/ticker/BRKW',
];

/** Made by derivation and by no filer: weeks, and days that were read as such. */
const OURS = new Set(['week', 'firstWeek', 'lastWeek', 'date', 'periodEnd', 'periodLabel']);

/** The tools, of which those with an invented answer give it with `text` in place of every text. */
export function poisonedTools(text: string): Tool[] {
  return tools.map((tool) =>
    tool.path in inventedAnswers
      ? {
          ...tool,
          run: async () => ({
            data: poisoned(inventedAnswers[tool.path], text),
            count: 1,
            source: 'catalog' as const,
            fetchedAt: READ_AT,
            page: null,
            governmentWork: false,
          }),
        }
      : tool,
  ) as Tool[];
}

function poisoned(value: unknown, text: string): unknown {
  if (typeof value === 'string') return text;
  if (Array.isArray(value)) return value.map((one) => poisoned(one, text));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, OURS.has(key) ? inner : poisoned(inner, text)]),
  );
}
