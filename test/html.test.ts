/** Pages show filed text as text, whatever it contains. */

import { expect, it } from '@jest/globals';
import { escapeHtml, type Html, html } from '../src/html.js';
import { link, safeHref, usd } from '../src/publish/figures.js';
import fc from './property.js';

it('text between two tags adds no tag, attribute or entity', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const made = html`<p title="${text}">${text}</p>`.toString();
      const inner = made.slice(made.indexOf('>') + 1, -4);
      expect(inner).not.toMatch(/[<>"']/);
      expect(inner.replace(/&(?:amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
    }),
  );
});

it('HTML from the code is left as it is, lists are joined, and nothing stays nothing', () => {
  const inner = html`<b>${'<i>'}</b>`;
  expect(html`${inner}${[1, '&', null]}${false}${undefined}`.toString()).toBe('<b>&lt;i&gt;</b>1&amp;');
  expect(html`${{ toString: () => '<script>' } as unknown as Html}`.toString()).toBe('&lt;script&gt;');
});

it('characters that change the text direction or are invisible become blanks', () => {
  expect(escapeHtml('a\u202eb\u0000c\u2066d\ne')).toBe('a b c d\ne');
});

it('a link is made only for http addresses and paths of this service', () => {
  for (const bad of [
    'javascript:alert(1)',
    'data:text/html,x',
    '//evil.example',
    ' javascript:x',
    '',
    null,
    undefined,
  ])
    expect(safeHref(bad)).toBeNull();
  expect(link('javascript:alert(1)', 'x').toString()).toBe('x');
  expect(link('/filings', '<x>').toString()).toBe('<a href="/filings">&lt;x&gt;</a>');
});

it('an unknown amount is shown as unknown, never as zero', () => {
  expect(String(usd(null))).toContain('not stated');
  expect(usd(0)).toBe('$0');
  expect(usd(1234567.89)).toBe('$1,234,568');
  expect(usd(-70.24)).toBe('−$70.24');
});
