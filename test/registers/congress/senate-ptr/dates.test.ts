/** Days and times as eFD writes them. */

import { describe, expect, it } from '@jest/globals';
import {
  isoDay,
  monthFirst,
  readFiledLine,
  washingtonDay,
} from '../../../../src/registers/congress/senate-ptr/dates.js';

describe('a day', () => {
  it.each<[string, string | null]>([
    ['06/16/2026', '2026-06-16'],
    ['6/5/2026', '2026-06-05'],
    ['02/29/2024', '2024-02-29'],
    ['02/29/2026', null],
    ['13/01/2026', null],
    ['06/16/20266', null],
    ['106/16/2026', null],
    ['06/16/26', null],
    ['2026-06-16', null],
    ['06/16/2026 06/17/2026', null],
  ])('%s is %s', (text, day) => expect(isoDay(text)).toBe(day));

  it('is that of Washington, and is written with the month first', () => {
    expect(washingtonDay(new Date('2026-06-17T03:59:00Z'))).toBe('2026-06-16');
    expect(washingtonDay(new Date('2026-06-17T04:00:00Z'))).toBe('2026-06-17');
    expect(monthFirst('2026-06-05')).toBe('06/05/2026');
  });
});

describe('the line that says when a report was filed', () => {
  const at = (text: string) => readFiledLine(text)?.filedAt;

  it.each<[string, string | null | undefined]>([
    ['Filed 06/16/2026 @ 10:19 AM', '2026-06-16T14:19:00.000Z'],
    [' Filed: 6/5/2026@9:05 p.m. ', '2026-06-06T01:05:00.000Z'],
    ['Filed 12/12/2016 @ 12 PM', '2016-12-12T17:00:00.000Z'],
    ['Filed 12/12/2016 @ 12:59 AM', '2016-12-12T05:59:00.000Z'],
    ['Filed 12/12/2016 @ Noon', '2016-12-12T17:00:00.000Z'],
    ['Filed 12/12/2016 @ 1:59 PM', '2016-12-12T18:59:00.000Z'],
    ['Filed 06/16/2026', null],
    ['Filed 06/16/2026 @ 0:19 AM', null],
    ['Filed 06/16/2026 @ 13:19 PM', null],
    ['Filed 06/16/2026 @ 10:60 AM', null],
    ['Filed 06/16/2026 @ 10:19', null],
    ['Filed 06/16/2026 @ 10:19 AM EST', null],
    ['Filed 06/16/2026 @ at 10:19 AM', null],
    ['Filed 06/31/2026 @ 10:19 AM', undefined],
    ['Refiled 06/16/2026 @ 10:19 AM', undefined],
    ['Filed 06/16/2026, 10:19 AM', undefined],
  ])('"%s" gives %s', (text, filedAt) => expect(at(text)).toBe(filedAt));

  it('gives the day without a time', () => {
    expect(readFiledLine('Filed 06/16/2026')).toEqual({ day: '2026-06-16', filedAt: null });
  });
});
