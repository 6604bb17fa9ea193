/** Schedules of invented holders of the companies of the invented filings. */

import type { Schedule13Filing } from '../../src/records/holders/schedule13.js';
import { filed, person } from '../registers/holders/sec-13dg/written-schedule.js';
import { dayBack } from './filings.js';

/** Twelve first statements, one a day back from 2026-11-19: each of another holder, about three companies. */
export function inventedSchedules(): Schedule13Filing[] {
  return Array.from({ length: 12 }, (_, index) => {
    const name = ['Ostler Capital LP', 'Quill “Bridge” Partners', 'Adeyemi Bola'][index % 3] as string;
    const filer = { name, cik: String(990_101 + index) };
    const is13G = index % 2 === 0;
    return filed({
      form: is13G ? 'SCHEDULE 13G' : 'SCHEDULE 13D',
      accession: `0000900101-26-${String(index).padStart(6, '0')}`,
      filed: dayBack(index),
      event: dayBack(index),
      issuer: {
        cik: String(900_001 + (index % 3)),
        name: ['Brackwater Tool Co', 'Ostler & Wynn Inc', 'Zürichsee “Optics” Corp'][index % 3] as string,
      },
      classTitle: 'Common Stock',
      cusip: `99000${index % 3}109`,
      filer,
      persons: [person({ ...filer, shares: String(1000 * (index + 1)), percent: (5.1 + index).toFixed(1) })],
      ...(is13G ? { rules: ['Rule 13d-1(c)'] } : { purpose: 'To hold.' }),
    });
  });
}
