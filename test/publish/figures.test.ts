/** How pages write figures and dates. */

import { expect, it } from '@jest/globals';
import { day, partOf, shortPrice } from '../../src/publish/figures.js';

const shown = (value: string, zone?: string) => String(day(value, zone)).replace(/<[^>]+>/g, '');

it('the day of a filing is that of its register', () => {
  // Ten in the evening in New York, and the last second of a day of which only the date is known.
  expect(shown('2026-11-21T03:00:00.000Z')).toBe('2026-11-20');
  expect(shown('2026-11-21T04:59:59.000Z')).toBe('2026-11-20');
  expect(shown('2026-11-20T15:00:00.000Z')).toBe('2026-11-20');
  // Midnight in Amsterdam, where only the date is known.
  expect(shown('2026-08-27T22:00:00.000Z', 'Europe/Amsterdam')).toBe('2026-08-28');
});

it('a calendar date stays as it is', () => {
  expect(shown('2026-11-20')).toBe('2026-11-20');
  expect(String(day('2026-11-20'))).toBe('<time>2026-11-20</time>');
});

it('writes a small part of a whole and a calculated price in one manner', () => {
  expect(partOf(0.0004)).toBe('under 0.1%');
  expect(partOf(0)).toBe('0%');
  expect(partOf(0.4538)).toBe('45.4%');
  expect(shortPrice(90.8925)).toBe('$90.89');
  expect(shortPrice(0.0421)).toBe('$0.042');
  expect(shortPrice(2534.3)).toBe('$2,534');
});
