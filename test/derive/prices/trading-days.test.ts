/** The trading day before a settlement date, around every kind of closed day. */

import { describe, expect, it } from '@jest/globals';
import { tradingDayBefore } from '../../../src/derive/prices/trading-days.js';

describe('the trading day before', () => {
  it.each([
    ['2026-11-20', '2026-11-19', 'an ordinary day'],
    ['2026-11-23', '2026-11-20', 'a weekend'],
    ['2026-11-27', '2026-11-25', 'Thanksgiving'],
    ['2020-09-08', '2020-09-04', 'Labor Day'],
    ['2026-10-13', '2026-10-12', 'Columbus Day, on which the exchanges trade'],
    ['2026-11-12', '2026-11-11', 'Veterans Day, on which they trade too'],
    ['2026-04-06', '2026-04-02', 'Good Friday of 2026'],
    ['2024-04-01', '2024-03-28', 'Good Friday of 2024'],
    ['2025-04-21', '2025-04-17', 'Good Friday of 2025'],
    ['2026-07-06', '2026-07-02', 'Independence Day on a Saturday'],
    ['2027-07-06', '2027-07-02', 'Independence Day on a Sunday'],
    ['2026-06-22', '2026-06-18', 'Juneteenth'],
    ['2021-06-21', '2021-06-18', 'Juneteenth before it was kept'],
    ['2022-01-03', '2021-12-31', 'a New Year on a Saturday, which is not kept on the day before'],
    ['2023-01-03', '2022-12-30', 'a New Year on a Sunday'],
    ['2027-12-27', '2027-12-23', 'Christmas on a Saturday'],
    ['2026-01-20', '2026-01-16', 'the day of Martin Luther King'],
    ['2026-02-17', '2026-02-13', 'the day of Washington'],
    ['2026-05-26', '2026-05-22', 'Memorial Day'],
    ['2025-01-10', '2025-01-08', 'a day of mourning'],
  ])('%s is %s (%s)', (date, before) => {
    expect(tradingDayBefore(date)).toBe(before);
  });
});
