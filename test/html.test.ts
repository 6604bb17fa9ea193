/** Whatever was filed, a page shows it as text. */

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { escapeHtml, type Html, html } from '../src/html.js';
import { link, safeHref, usd } from '../src/publish/figures.js';

test('any text between two tags leaves no tag, no attribute and no entity of its own', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const made = html`<p title="${text}">${text}</p>`.toString();
      const inner = made.slice(made.indexOf('>') + 1, -4);
      expect(inner).not.toMatch(/[<>"']/);
      expect(inner.replace(/&(?:amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
    }),
  );
});

test('HTML of ours is left as it is, lists are joined, nothing stays nothing', () => {
  const inner = html`<b>${'<i>'}</b>`;
  expect(html`${inner}${[1, '&', null]}${false}${undefined}`.toString()).toBe('<b>&lt;i&gt;</b>1&amp;');
  expect(html`${{ toString: () => '<script>' } as unknown as Html}`.toString()).toBe('&lt;script&gt;');
});

test('characters that turn the direction of text or are not seen become blanks', () => {
  expect(escapeHtml('a\u202eb\u0000c\u2066d\ne')).toBe('a b c d\ne');
});

test('a link is followed only over http or to a path of ours', () => {
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

test('unknown money is said to be unknown, never nought', () => {
  expect(String(usd(null))).toContain('not stated');
  expect(usd(0)).toBe('$0.00');
  expect(usd(1234567.89)).toBe('$1,234,568');
  expect(usd(-70.24)).toBe('−$70.24');
});
