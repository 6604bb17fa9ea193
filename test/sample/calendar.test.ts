import { describe, expect, it } from '@jest/globals';
import { calendarOf } from '../../src/sample/calendar.js';

describe('the business days of EDGAR', () => {
  it('leaves out weekends and federal holidays, moved ones included', () => {
    // 4 July 2026 is a Saturday: the Friday before is free.
    expect(calendarOf('2026-07-07').business(0)).toBe('2026-07-06');
    expect(calendarOf('2026-07-06').business(0)).toBe('2026-07-02');
    // 19 June 2027 is a Saturday, too; 25 December 2027 as well; 1 January 2028 gives 31 December.
    expect(calendarOf('2027-06-20').business(0)).toBe('2027-06-17');
    expect(calendarOf('2028-01-03').business(0)).toBe('2027-12-30');
  });

  it.each([
    ['Martin Luther King', '2026-01-20', '2026-01-16'],
    ['Washington', '2026-02-17', '2026-02-13'],
    ['Memorial Day', '2026-05-26', '2026-05-22'],
    ['Labor Day', '2026-09-08', '2026-09-04'],
    ['Columbus Day', '2026-10-13', '2026-10-09'],
    ['Veterans Day', '2026-11-12', '2026-11-10'],
    ['Thanksgiving', '2026-11-27', '2026-11-25'],
  ])('knows %s', (_, day, newest) => {
    expect(calendarOf(day).business(0)).toBe(newest);
  });

  it('knows 29 February', () => {
    expect(calendarOf('2028-03-01').business(0)).toBe('2028-02-29');
  });

  it('counts ISO weeks over the turn of a year, and keeps to days that have passed', () => {
    const tuesday = calendarOf('2027-01-05');
    expect(tuesday.inWeek(0, 4)).toBe('2027-01-04');
    expect(tuesday.inWeek(1, 0)).toBe('2026-12-28');
    expect(tuesday.inWeek(1, 4)).toBe('2026-12-31');
  });

  it('counts back to the nearest business day', () => {
    const calendar = calendarOf('2026-11-21');
    expect(calendar.backTo('2026-11-20')).toBe(0);
    expect(calendar.backTo('2026-11-15')).toBe(5);
  });

  it.each(['2026-02-29', '2026-13-01', '20261121', '2026-1-1', ''])('refuses %p', (day) => {
    expect(() => calendarOf(day)).toThrow(RangeError);
  });
});
