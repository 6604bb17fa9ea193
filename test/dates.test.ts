/** Dates, day numbers and local time, across clock changes. */

import { describe, expect, it } from '@jest/globals';
import {
  addDays,
  dateOfDay,
  dayNumber,
  daysBefore,
  daysBetween,
  easterSunday,
  isCalendarDate,
  isImpossibleTradeDay,
  isWeekend,
  localDate,
  localTime,
  localToUtc,
  NEW_YORK,
  newYorkDate,
  weekday,
} from '../src/dates.js';
import fc from './property.js';

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

  it('agrees with Intl at every moment since 1990', () => {
    const zones = [NEW_YORK, 'Europe/Berlin', 'Europe/London', 'Europe/Stockholm', 'Europe/Amsterdam'];
    const seconds = fc.integer({ min: 631_152_000, max: 1_893_456_000 });
    fc.assert(
      fc.property(fc.constantFrom(...zones), seconds, (zone, second) => {
        const moment = new Date(second * 1000);
        const written = new Intl.DateTimeFormat('sv-SE', {
          timeZone: zone,
          dateStyle: 'short',
          timeStyle: 'medium',
        }).format(moment);
        const [date = '', time = ''] = written.split(' ');
        expect(localDate(zone, moment)).toBe(date);
        const [hours, minutes] = time.split(':').map(Number);
        expect(localTime(zone, moment)).toEqual({ day: date, minutes: hours! * 60 + minutes! });
        const back = Date.parse(localToUtc(zone, date, time)!);
        // In the hour that autumn repeats, the first occurrence counts.
        expect([0, 3_600_000]).toContain(moment.getTime() - back);
      }),
    );
  });
});

describe('a day of a trade', () => {
  it.each([
    ['2026-11-24', false],
    // The filing was accepted in the evening of this day in New York.
    ['2026-11-25', false],
    ['2026-11-26', true],
    ['0026-11-24', true],
    ['1932-12-31', true],
    ['1933-01-01', false],
  ])('%s of a filing of 2026-11-26T01:30Z is impossible: %s', (day, isImpossible) => {
    expect(isImpossibleTradeDay(day, '2026-11-26T01:30:00.000Z')).toBe(isImpossible);
  });
});

describe('calendar dates', () => {
  it('change at local midnight', () => {
    expect(localDate('Europe/Stockholm', new Date('2026-06-29T21:59:59.999Z'))).toBe('2026-06-29');
    expect(localDate('Europe/Stockholm', new Date('2026-06-29T22:00:00.000Z'))).toBe('2026-06-30');
    expect(newYorkDate('2026-11-01T03:59:59.999Z')).toBe('2026-10-31');
    expect(newYorkDate('2026-11-01T04:00:00.000Z')).toBe('2026-11-01');
    expect(newYorkDate('2026-11-02T04:59:59.000Z')).toBe('2026-11-01');
  });

  it('are counted across months and clock changes', () => {
    expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
    expect(daysBefore(new Date('2026-03-01T23:00:00Z'), 1)).toBe('2026-02-28');
  });

  it('exist or do not', () => {
    expect(isCalendarDate('2024-02-29')).toBe(true);
    expect(isCalendarDate('2026-02-29')).toBe(false);
    expect(isCalendarDate('2026-2-3')).toBe(false);
    expect(isCalendarDate('2026-13-01')).toBe(false);
  });

  it('exist exactly where the calendar of the runtime has them', () => {
    const two = (number: number) => String(number).padStart(2, '0');
    for (const year of ['0000', '0022', '1900', '2000', '2024', '2026', '9999'])
      for (let month = 0; month <= 13; month += 1)
        for (let day = 0; day <= 32; day += 1) {
          const text = `${year}-${two(month)}-${two(day)}`;
          const parsed = Date.parse(`${text}T00:00:00.000Z`);
          const exists = !Number.isNaN(parsed) && new Date(parsed).toISOString().startsWith(text);
          expect([text, isCalendarDate(text)]).toEqual([text, exists]);
        }
  });

  it('have a number and a weekday', () => {
    expect(dayNumber('1970-01-01')).toBe(0);
    expect(dateOfDay(dayNumber('2026-11-22'))).toBe('2026-11-22');
    expect(weekday('2026-11-22')).toBe(6);
    expect(weekday('1969-12-29')).toBe(0);
    expect(['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'].map(isWeekend)).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  it.each([
    [2008, '2008-03-23'],
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2038, '2038-04-25'],
  ])('Easter of %d is %s', (year, date) => {
    expect(easterSunday(year)).toBe(date);
  });
});
