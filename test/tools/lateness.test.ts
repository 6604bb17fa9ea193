/** A filing is called late only where it certainly is. */

import { expect, it } from '@jest/globals';
import { isAfterDeadline } from '../../tools/contract/lateness.js';

it.each([
  // Ten days after the event.
  ['3', '2026-03-02', '2026-03-12', false],
  // The tenth day is a Saturday: the deadline is Monday.
  ['3', '2026-03-04', '2026-03-16', false],
  ['3', '2026-03-02', '2026-03-13', null],
  ['3', '2026-03-02', '2026-03-18', null],
  ['3', '2026-03-02', '2026-03-19', true],
  // Two business days after a trade on a Friday.
  ['4', '2026-03-06', '2026-03-10', false],
  ['4', '2026-03-06', '2026-03-11', null],
  ['4', '2026-03-06', '2026-03-17', true],
  // 45 days after the fiscal year.
  ['5', '2025-12-31', '2026-02-16', false],
  ['5', '2025-12-31', '2026-02-17', null],
  ['5', '2025-12-31', '2026-02-23', true],
  // Not known, or an error.
  ['3', null, '2026-03-12', null],
  ['3', '2026-03-13', '2026-03-12', null],
] as const)('Form %s of %s, filed %s: %s', (form, from, filed, late) => {
  expect(isAfterDeadline(form, from, filed)).toBe(late);
});
