/** get_manager by CIK and by name: one call where only one manager has the words, and a list of them where several have. */

import { beforeAll, describe, expect, it } from '@jest/globals';
import { required } from '../../src/collections.js';
import { managerText } from '../../tools/contract/plain-text/managers.js';
import { plainText } from '../../tools/contract/plain-text/text.js';
import type { Reads } from '../../tools/contract/reads.js';
import type { ManagerDetail } from '../../tools/contract/shapes/managers.js';
import type { Tool, ToolContext } from '../../tools/contract/tool.js';
import getManager from '../../tools/get-manager.js';
import { managerFiling, managerReads } from '../invented/managers.js';

describe('tools/get-manager', () => {
  const NOW = new Date('2026-10-08T12:00:00.000Z');
  const NAMES = ['Saltmarsh Capital', 'Saltmarsh Capital Partners LLC', 'Señora & Sons, L.P.'];
  let reads: Reads;

  beforeAll(async () => {
    const filings = NAMES.map((managerName, at) =>
      managerFiling(`000091000${at}-26-000001`, [['990001109', 100, 10]], {
        managerName,
        cik: String(910_001 + at),
      }),
    );
    const read = await managerReads(filings, NOW);
    const source = { source: 'sec-edgar-13f', status: 'ok', registers: [] };
    reads = {
      ...read,
      sources: async () => [
        {
          ...source,
          lastReadAt: NOW.toISOString(),
          isWhole: true,
          registers: [{ register: '13f-all', lastReadAt: NOW.toISOString(), isWhole: true }],
        },
      ],
    } as unknown as Reads;
  });

  async function ask(cik: string | number) {
    const tool: Tool = getManager;
    const context = {
      reads,
      now: NOW,
      baseUrl: 'https://example.org',
      endpoints: [],
      rateLimits: { keyless: 60, withKey: 600, windowSeconds: 3600 },
    };
    const { data, page } = await tool.run(tool.input.parse({ cik }), context);
    return [(data as ManagerDetail).name, page];
  }

  describe('a manager in plain words', () => {
    it('says that a total is that of an addition to a report that is not here', async () => {
      const addition = managerFiling('0000910009-26-000001', [['990001109', 100, 10]], {
        managerName: 'Reed Capital',
        cik: '910009',
        formType: '13F-HR/A',
        amendmentType: 'NEW HOLDINGS',
      });
      const context = { reads: await managerReads([addition], NOW), now: NOW } as unknown as ToolContext;
      const record = required(await managerText('910009', context), 'the record');
      expect(plainText(record)).toMatch(
        /total value \$100\. .*\nAn amendment adds holdings to a report that is not here\.\n/,
      );
    });
  });

  describe('a manager', () => {
    it.each(['910003', 910003, '0000910003', 'senora', 'SONS señora lp', '  Señora &  Sons, L.P. '])(
      'is found by %s',
      async (cik) => {
        expect(await ask(cik)).toEqual(['Señora & Sons, L.P.', '/managers/910003']);
      },
    );

    it('whose whole name is given is meant, although another one has the words too', async () => {
      expect(await ask('saltmarsh capital')).toEqual(['Saltmarsh Capital', '/managers/910001']);
    });

    it('is shown with its newest report, whether it stopped to report or reports before the others', async () => {
      const of = (cik: string, managerName: string, periodEnd: string, filedDate: string) =>
        managerFiling(`0000${cik}-26-000001`, [['990001109', 100, 10]], {
          cik,
          managerName,
          periodEnd,
          filedDate,
        });
      const read = await managerReads(
        [
          of('910001', 'Usual', '2026-06-30', '2026-08-10'),
          of('910002', 'Stopped', '2025-12-31', '2026-02-10'),
          of('910003', 'Early', '2026-09-30', '2026-10-05'),
        ],
        NOW,
      );
      const quarterOf = async (cik: string) => {
        const { data } = await getManager.run(getManager.input.parse({ cik }), {
          reads: { ...read, sources: reads.sources },
          now: NOW,
        } as unknown as ToolContext);
        const { quarter, report, rows } = data as ManagerDetail;
        return [quarter, report?.quarter, rows.length];
      };
      expect(await quarterOf('910001')).toEqual(['2026-Q2', '2026-Q2', 1]);
      expect(await quarterOf('910002')).toEqual(['2025-Q4', '2025-Q4', 1]);
      expect(await quarterOf('910003')).toEqual(['2026-Q3', '2026-Q3', 1]);
    });

    it('is never chosen among several: the error names them', async () => {
      await expect(ask('saltmarsh')).rejects.toThrow(
        'cik must name one: several managers have these words in their names. Give one CIK: Saltmarsh Capital (910001), Saltmarsh Capital Partners LLC (910002)',
      );
    });

    it('that is not here is not found, and nothing is taken for a name that is none', async () => {
      await expect(ask('saltmarsch')).rejects.toThrow('No manager whose name has these words');
      expect(() => getManager.input.parse({ cik: '12345678901' })).toThrow('cik must be 1 to 10 digits');
      expect(() => getManager.input.parse({ cik: ' ' })).toThrow('or words of a name');
      expect(() => getManager.input.parse({ cik: 'x'.repeat(101) })).toThrow('or words of a name');
    });
  });
});
