/** Reports posted twice count once, amendments replace what they restate, and nothing else is merged. */

import { describe, expect, it } from '@jest/globals';
import { classifyOgeReports } from '../../../src/derive/portfolios/oge-report-status.js';
import type { Oge278TReport } from '../../../src/records/portfolios/oge-278t.js';
import { ogeReport, ogeTrade } from './oge-record.js';

const standings = (reports: Oge278TReport[]) => {
  const { statuses, warnings } = classifyOgeReports(reports);
  return {
    readings: statuses.map(({ report, status, representedBy }) => [report.documentId, status, representedBy]),
    warnings: warnings.map(({ kind }) => kind),
  };
};
const rows = [ogeTrade(1), ogeTrade(2), ogeTrade(3)];

describe('a report posted twice', () => {
  it('counts once, under the id that was posted first', () => {
    const first = ogeReport('BB', rows, { postedAt: '2026-04-20' });
    const again = ogeReport('AA', rows, { postedAt: '2026-04-22', filerName: 'Roe, Jane' });
    expect(standings([again, first]).readings).toEqual([
      ['BB', 'effective', null],
      ['AA', 'duplicate', 'BB'],
    ]);
  });

  it('counts once however often it is posted, on one day also', () => {
    const reports = ['CC', 'AA', 'BB'].map((id) => ogeReport(id, rows, { postedAt: '2026-04-20' }));
    expect(standings(reports).readings).toEqual([
      ['AA', 'effective', null],
      ['BB', 'duplicate', 'AA'],
      ['CC', 'duplicate', 'AA'],
    ]);
  });

  it('keeps equal rows inside one report', () => {
    const { statuses } = classifyOgeReports([ogeReport('AA', [ogeTrade(1), ogeTrade(2, ogeTrade(1))])]);
    expect(statuses[0]!.report.transactions).toHaveLength(2);
    expect(statuses[0]!.status).toBe('effective');
  });

  it.each([
    ['signed on another day', { signedDate: '2026-04-02' }],
    ['of another filer', { filerName: 'Roe, John A' }],
    ['with another row', { transactions: [...rows.slice(0, 2), ogeTrade(3, { valueLow: 15_001 })] }],
    ['with the rows in another order', { transactions: [rows[1]!, rows[0]!, rows[2]!] }],
  ])('differs from one %s', (_what, more) => {
    expect(standings([ogeReport('AA', rows), ogeReport('BB', rows, more)]).readings).toEqual([
      ['AA', 'effective', null],
      ['BB', 'effective', null],
    ]);
  });

  it('is not recognised for scans, which have no rows', () => {
    const scan = { readability: 'scanned' as const, signedDate: null };
    expect(standings([ogeReport('AA', [], scan), ogeReport('BB', [], scan)]).readings).toEqual([
      ['AA', 'effective', null],
      ['BB', 'effective', null],
    ]);
  });
});

describe('an amendment', () => {
  const amended = { amended: 'Amended 05/01/2026', postedAt: '2026-05-20', signedDate: '2026-05-01' };

  it('restates the report that shares most rows with it, whatever was corrected in them', () => {
    const other = ogeReport('AA', [ogeTrade(5), ogeTrade(6), ogeTrade(1)]);
    const original = ogeReport('BB', rows);
    const corrected = rows.map((row) => ({ ...row, valueLow: 50_001, valueHigh: 100_000 }));
    const amendment = ogeReport('CC', [...corrected, ogeTrade(7)], amended);
    expect(standings([other, original, amendment])).toEqual({
      readings: [
        ['AA', 'effective', null],
        ['BB', 'restated', 'CC'],
        ['CC', 'effective', null],
      ],
      warnings: [],
    });
  });

  it('can be amended in turn, and posted twice', () => {
    const chain = [
      ogeReport('AA', rows),
      ogeReport('BB', [...rows, ogeTrade(4)], amended),
      ogeReport('CC', [...rows, ogeTrade(4)], { ...amended, postedAt: '2026-05-21' }),
      ogeReport('DD', [...rows, ogeTrade(5)], {
        ...amended,
        postedAt: '2026-06-20',
        signedDate: '2026-06-01',
      }),
    ];
    expect(standings(chain).readings).toEqual([
      ['AA', 'restated', 'BB'],
      ['BB', 'restated', 'DD'],
      ['CC', 'duplicate', 'BB'],
      ['DD', 'effective', null],
    ]);
  });

  it('restates the original that OGE posted on the same day, whatever their ids', () => {
    const day = { postedAt: '2026-05-20' };
    const second = { ...amended, ...day, signedDate: '2026-05-09' };
    const reports = [
      ogeReport('AA', rows, second),
      ogeReport('BB', [...rows, ogeTrade(4)], { ...amended, ...day }),
      ogeReport('CC', rows, day),
    ];
    for (const order of [reports, [...reports].reverse()])
      expect(standings(order)).toEqual({
        readings: [
          ['CC', 'restated', 'BB'],
          ['BB', 'restated', 'AA'],
          ['AA', 'effective', null],
        ],
        warnings: [],
      });
  });

  it('restates a report of which it repeats just half, in any letter case; of two alike, the later one', () => {
    const half = [ogeTrade(1), ogeTrade(2)];
    const amendment = ogeReport(
      'CC',
      [ogeTrade(1, { description: 'INVENTED GOODS 1, INC. (IGB)' }), ogeTrade(8)],
      amended,
    );
    const later = ogeReport('BB', half, { postedAt: '2026-04-21', signedDate: '2026-04-02' });
    expect(standings([ogeReport('AA', half), later, amendment]).readings).toEqual([
      ['AA', 'effective', null],
      ['BB', 'restated', 'CC'],
      ['CC', 'effective', null],
    ]);
  });

  it('that restates nothing raises a warning beside a report that was read, and one that was not', () => {
    const scan = ogeReport('AA', [], { readability: 'scanned' });
    const amendment = ogeReport('CC', [ogeTrade(8)], amended);
    expect(standings([scan, ogeReport('BB', rows), amendment]).warnings).toEqual([
      'amendment-without-original',
    ]);
  });

  it('restates nothing if it shares less than half of the rows', () => {
    const original = ogeReport('AA', rows);
    const amendment = ogeReport('BB', [rows[0]!, ogeTrade(8), ogeTrade(9)], amended);
    expect(standings([original, amendment])).toEqual({
      readings: [
        ['AA', 'effective', null],
        ['BB', 'effective', null],
      ],
      warnings: ['amendment-without-original'],
    });
  });

  it('leaves the original effective if it cannot be read', () => {
    const scan = ogeReport('BB', [], { ...amended, readability: 'scanned' });
    expect(standings([ogeReport('AA', rows), scan])).toEqual({
      readings: [
        ['AA', 'effective', null],
        ['BB', 'effective', null],
      ],
      warnings: ['amendment-unread'],
    });
  });

  it('raises no warning if no earlier report of the filer was read', () => {
    const first = ogeReport('AA', [], { readability: 'scanned' });
    const scan = ogeReport('BB', [], { ...amended, readability: 'scanned' });
    expect(standings([first, scan]).warnings).toEqual([]);
  });

  it('does not restate reports that were posted after it', () => {
    const late = ogeReport('CC', rows, { postedAt: '2026-06-20', signedDate: '2026-06-02' });
    expect(standings([late, ogeReport('BB', rows, amended)]).readings).toEqual([
      ['BB', 'effective', null],
      ['CC', 'effective', null],
    ]);
  });
});
