/** Wall time of a place to UTC, through the changes of the clock. */

import { describe, expect, it } from '@jest/globals';
import { addDays, isDay, localDay, localToUtc } from '../../../src/registers/formats/local-time.js';

describe('local wall time', () => {
  it.each([
    ['Europe/Berlin', '2026-06-25', '11:48:44', '2026-06-25T09:48:44.000Z'],
    ['Europe/Berlin', '2025-12-16', '09:16:52', '2025-12-16T08:16:52.000Z'],
    ['Europe/Stockholm', '2026-06-30', '00:00:00', '2026-06-29T22:00:00.000Z'],
    ['Europe/Amsterdam', '2026-01-01', '00:00:00', '2025-12-31T23:00:00.000Z'],
    ['Europe/London', '2026-07-01', '07:00:00', '2026-07-01T06:00:00.000Z'],
  ])('%s %s %s is %s', (zone, day, time, utc) => {
    expect(localToUtc(zone, day, time)).toBe(utc);
  });

  it('takes the first of the two hours that October repeats', () => {
    expect(localToUtc('Europe/Berlin', '2026-10-25', '01:59:59')).toBe('2026-10-24T23:59:59.000Z');
    expect(localToUtc('Europe/Berlin', '2026-10-25', '02:30:00')).toBe('2026-10-25T00:30:00.000Z');
    expect(localToUtc('Europe/Berlin', '2026-10-25', '03:00:00')).toBe('2026-10-25T02:00:00.000Z');
  });

  it('reads the hour that March skips with the offset before the change', () => {
    expect(localToUtc('Europe/Berlin', '2026-03-29', '01:59:59')).toBe('2026-03-29T00:59:59.000Z');
    expect(localToUtc('Europe/Berlin', '2026-03-29', '02:30:00')).toBe('2026-03-29T01:30:00.000Z');
    expect(localToUtc('Europe/Berlin', '2026-03-29', '03:00:00')).toBe('2026-03-29T01:00:00.000Z');
  });

  it('refuses days and times that do not exist', () => {
    expect(localToUtc('Europe/Berlin', '2026-02-30')).toBeNull();
    expect(localToUtc('Europe/Berlin', '2026-02-03', '24:00:00')).toBeNull();
    expect(localToUtc('Europe/Berlin', '03.02.2026')).toBeNull();
  });
});

describe('calendar days', () => {
  it('change at local midnight', () => {
    expect(localDay('Europe/Stockholm', new Date('2026-06-29T21:59:59.999Z'))).toBe('2026-06-29');
    expect(localDay('Europe/Stockholm', new Date('2026-06-29T22:00:00.000Z'))).toBe('2026-06-30');
  });

  it('are counted across months and clock changes', () => {
    expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(isDay('2024-02-29')).toBe(true);
    expect(isDay('2026-02-29')).toBe(false);
  });
});
