/** Records with damaged names: repaired where that is certain, else left out with a warning. */

import { describe, expect, it } from '@jest/globals';
import type { Form4Filing } from '../../src/records/form4/form4.js';
import type { RegisterRecord } from '../../src/records/index.js';
import type { Oge278TTransaction } from '../../src/records/portfolios/oge-278t.js';
import { checkNames } from '../../src/registers/check-names.js';
import { pdmrRow } from '../derive/europe/pdmr-rows.js';
import { form as filed, person, sale } from '../derive/form4/filings.js';
import { holding, report } from '../derive/portfolios/holdings-13f.js';
import { ogeTrade, ogeReport as posted } from '../derive/portfolios/oge-record.js';
import { houseReport, IDA, members, trade } from '../store/congress/invented-reports.js';

describe('registers/check-names', () => {
  /** A name that lost letters, one with a control character of windows-1252, and one beyond repair. */
  const DAMAGED = ['M\ufffdller', 'O\u0092Brien', 'Müller (Ã–zgÃ¼r)'];
  const MISREAD = 'GroÃŸmann-Ã„tzel, Ã–zgÃ¼r';
  const NAME = 'Großmann-Ätzel, Özgür';

  const form = (over: Partial<Form4Filing> = {}) =>
    filed('0001900001-26-000001', [person('1')], [sale()], over);
  const ogeReport = (rows: Oge278TTransaction[]) => posted('A'.repeat(32), rows);

  const checked = <T extends RegisterRecord>(record: T) => {
    const { record: kept, warnings } = checkNames(record);
    return { record: kept as T | null, warnings };
  };
  const kinds = (warnings: Array<{ kind: string }>) => [...new Set(warnings.map(({ kind }) => kind))];

  describe('a valid record', () => {
    it('of every kind passes unchanged', () => {
      const sound: RegisterRecord[] = [
        form({ transactions: [sale()] }),
        report('2026-06-30', [holding()]),
        houseReport('20026000', { trades: [trade(0)] }),
        ogeReport([ogeTrade(1)]),
        members(IDA),
        {
          kind: 'company-tickers',
          companies: [{ cik: '1', name: 'SÃO PAULO S.A.', ticker: 'SAO', exchange: null }],
        },
        pdmrRow('se', { pdmrName: 'João Conceição' }),
      ];
      for (const record of sound) expect(checkNames(record)).toEqual({ record, warnings: [] });
    });
  });

  describe.each(DAMAGED)('a damaged name (%j)', (name) => {
    it.each(['issuerName', 'pdmrName', 'capacity'] as const)('excludes a European row: %s', (field) => {
      const { record, warnings } = checked(pdmrRow('de', { [field]: name }));
      expect(record).toBeNull();
      expect(warnings).toMatchObject([{ kind: 'damaged-name', detail: `${field}: ${name}` }]);
    });

    it('keeps the other rows of a window, and lists the incomplete row', () => {
      const [right, wrong] = [pdmrRow('se'), pdmrRow('se', { pdmrName: name, filingId: `2026|${name}|5` })];
      const { record } = checked({
        kind: 'pdmr-window',
        market: 'se',
        basis: 'publication',
        mode: 'replace',
        from: '',
        to: '',
        rows: [right, wrong],
      });
      expect(record).toMatchObject({
        rows: [right],
        unread: [{ publicationAt: wrong.publicationAt, parts: ['2026', name, '5'] }],
      });
    });

    it('keeps the other rows of a notification, and nothing if none is left', () => {
      const notification = (...rows: Array<ReturnType<typeof pdmrRow>>) =>
        checked({ kind: 'pdmr-notification', market: 'uk', mode: 'replace', notificationKey: 'k', rows })
          .record;
      const [right, wrong] = [pdmrRow('uk'), pdmrRow('uk', { pdmrName: name })];
      expect(notification(right, wrong)?.rows).toEqual([right]);
      expect(notification(wrong)).toBeNull();
      expect(notification()?.rows).toEqual([]);
    });

    it('excludes a Form 4 if the issuer or an owner has it, otherwise only the row', () => {
      const rows = [sale({ row: 0 }), sale({ row: 1, securityTitle: name })];
      expect(checked(form({ owners: [person('1', name)] })).record).toBeNull();
      expect(
        checked(form({ issuer: { cik: '1', name, tradingSymbol: 'A', foreignTradingSymbol: null } })).record,
      ).toBeNull();
      expect(checked(form({ transactions: rows })).record?.transactions).toEqual([rows[0]]);
      expect(checked(form({ transactions: rows.slice(1) })).record).toBeNull();
    });

    it('becomes unknown as an officer title', () => {
      const owners = [{ ...person('1'), isOfficer: true, officerTitle: name }];
      const { record, warnings } = checked(form({ owners }));
      expect(record?.owners[0]).toMatchObject({ name: owners[0]!.name, officerTitle: null });
      expect(kinds(warnings)).toEqual(['damaged-name']);
    });

    it('keeps a holding that has a CUSIP, and drops the report otherwise', () => {
      const record = (cusip: string) =>
        checked(report('2026-06-30', [holding({ nameOfIssuer: name, cusip })])).record;
      expect(record('037833100')?.rows).toMatchObject([{ nameOfIssuer: '', cusip: '037833100' }]);
      expect(record('')).toBeNull();
      expect(checked(report('2026-06-30', [], { managerName: name })).record).toBeNull();
    });

    it('lists a report of the Congress as unread, and drops one whose filer has a damaged name', () => {
      const trades = [trade(0), trade(1, { assetDescription: name })];
      const { record } = checked(houseReport('20026000', { trades }));
      expect(record).toMatchObject({ readability: 'failed', trades: [] });
      expect(record!.reason).toContain('letters');
      const received = [trade(0, { received: { ticker: '', assetDescription: name } })];
      expect(checked(houseReport('20026000', { trades: received })).record?.readability).toBe('failed');
      const filerName = { asFiled: name, prefix: null, first: 'Ida', last: name, suffix: null };
      expect(checked(houseReport('20026000', { filerName })).record).toBeNull();
    });

    it('lists a report of the executive branch as unread, and drops one whose filer has a damaged name', () => {
      const rows = [ogeTrade(1), ogeTrade(2, { description: name })];
      expect(checked(ogeReport(rows)).record).toMatchObject({ readability: 'failed', transactions: [] });
      expect(checked({ ...ogeReport(rows.slice(0, 1)), filerName: name }).record).toBeNull();
    });

    it("removes a company's name but not its symbol, and removes a member from the list", () => {
      const companies = [{ cik: '1', name, ticker: 'ABC', exchange: null }];
      expect(checked({ kind: 'company-tickers', companies }).record?.companies).toMatchObject([
        { name: '', ticker: 'ABC' },
      ]);
      expect(checked(members(IDA, { ...IDA, name: { ...IDA.name, last: name } })).record?.members).toEqual([
        IDA,
      ]);
    });
  });

  describe('a name that was misread', () => {
    it('is repaired in every field', () => {
      const filingId = `2026-09-24|${MISREAD}|5`;
      expect(checked(pdmrRow('se', { pdmrName: MISREAD, filingId })).record).toMatchObject({
        pdmrName: NAME,
        filingId: `2026-09-24|${NAME}|5`,
      });
      expect(checked(form({ owners: [person('1', MISREAD)] })).record?.owners[0]?.name).toBe(NAME);
      expect(
        checked(report('2026-06-30', [holding({ nameOfIssuer: MISREAD })])).record?.rows[0]?.nameOfIssuer,
      ).toBe(NAME);
      const trades = [trade(0, { assetDescription: MISREAD })];
      expect(checked(houseReport('20026000', { trades })).record?.trades[0]?.assetDescription).toBe(NAME);
      expect(
        checked(ogeReport([ogeTrade(1, { description: MISREAD })])).record?.transactions[0]?.description,
      ).toBe(NAME);
    });
  });
});
