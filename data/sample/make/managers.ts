/**
 * The 13F reports of managers who are not tracked, for two quarters: positions that are new, grown, shrunk and gone, an
 * amendment of each kind, a notice, a report in thousands, and one that was filed under the wrong manager.
 */

import { cusipOf, issuerOf, priceAt } from './cast.js';
import { as } from './day.js';
import { hash } from './draw.js';
import type { MadeDocument } from './made-document.js';

/** The invented agent that sends them: the first part of an accession number. */
const AGENT = '9900090013';
const HELD = ['ZQRA', 'QVEX', 'ZYLO', 'XQIN', 'VQAR', 'QNTZ', 'ABCD', 'ZZTA', 'DXQR'];
const NAMES = [
  'Thistlebeck Asset Management LLC',
  'Orrisdale Pension Trustees',
  'Fennimoor Advisors, L.P.',
  'Cobblewick Investment Counsel Inc.',
  'Harrowlea Wealth Partners LLC',
  'Pilcrow Street Capital',
  'Greywether Endowment Management',
  'Tollgate & Wren Trust Co',
  'Marlhouse Equity Partners LP',
];

interface HeldShares {
  ticker: string;
  shares: number;
  putCall?: 'Put' | 'Call';
}

interface SampleReport {
  manager: number;
  /** How many quarters before the newest reported one. */
  quarter: 0 | 1;
  /** Days after the end of the quarter. */
  filed: number;
  form: '13F-HR' | '13F-HR/A' | '13F-NT';
  amendment?: 'RESTATEMENT' | 'NEW HOLDINGS';
  holdings: HeldShares[];
  /** Dollars in one unit of the value column. */
  unit?: number;
  /** What the summary page states instead of the sum. */
  stated?: number;
  reportedBy?: number;
}

/** What a manager holds: mostly the same in both quarters. */
function holdingsOf(manager: number, quarter: 0 | 1): HeldShares[] {
  return HELD.flatMap((ticker, place): HeldShares[] => {
    const drawn = hash(`${manager} ${ticker}`);
    // Each manager leaves some out, and has one position only in one of the quarters.
    if (drawn % 7 === 0 || (drawn % 9 === quarter && place > 2)) return [];
    const shares = 500 + (drawn % 90_000);
    const change = quarter === 0 ? ([0, 0, 0.25, -0.4][drawn % 4] ?? 0) : 0;
    return [{ ticker, shares: Math.round(shares * (1 + change)) }];
  });
}

function reports(): SampleReport[] {
  const plain = ([1, 0] as const).flatMap((quarter) =>
    NAMES.map(
      (_, manager): SampleReport => ({
        manager,
        quarter,
        filed: 38 + manager,
        form: '13F-HR',
        holdings: holdingsOf(manager, quarter),
      }),
    ),
  );
  const change = (manager: number, quarter: 0 | 1, more: Partial<SampleReport>) => {
    const found = plain.find((one) => one.manager === manager && one.quarter === quarter);
    Object.assign(found as SampleReport, more);
  };
  change(1, 0, { holdings: [...holdingsOf(1, 0), { ticker: 'ZQRA', shares: 4_000, putCall: 'Put' }] });
  change(3, 0, { unit: 1000 });
  change(4, 0, { stated: 987_654_321 });
  change(5, 0, { form: '13F-NT', holdings: [], reportedBy: 0 });
  return [
    ...plain,
    {
      manager: 2,
      quarter: 0,
      filed: 44,
      form: '13F-HR/A',
      amendment: 'RESTATEMENT',
      holdings: holdingsOf(2, 0).slice(1),
    },
    {
      manager: 0,
      quarter: 1,
      filed: 120,
      form: '13F-HR/A',
      amendment: 'NEW HOLDINGS',
      holdings: [{ ticker: 'QVEX', shares: 61_000 }],
    },
    { manager: 6, quarter: 0, filed: 44, form: '13F-HR/A', amendment: 'RESTATEMENT', holdings: [] },
  ];
}

export function managerReports(): MadeDocument[] {
  return reports().map((report, place) => {
    const filed = `{{q-${report.quarter}+${report.filed}is}}`;
    const key = `${AGENT}-${as(filed, 'yy')}-${String(place + 1).padStart(6, '0')}`;
    const cik = `99000901${String(report.manager + 10)}`;
    const url = `https://www.sec.gov/Archives/edgar/data/${cik}/${key}.txt`;
    return { key, kind: 'submission', url, body: submission(report, { key, cik, filed }) };
  });
}

interface Identity {
  key: string;
  cik: string;
  filed: string;
}

function submission(report: SampleReport, { key, cik, filed }: Identity): string {
  const { form, quarter, manager } = report;
  const period = `{{q-${quarter}is}}`;
  return `<SEC-DOCUMENT>${key}.txt : ${as(filed, 'co')}
<SEC-HEADER>${key}.hdr.sgml : ${as(filed, 'co')}
<ACCEPTANCE-DATETIME>${as(filed, 'co')}16${String(10 + manager)}05
ACCESSION NUMBER:		${key}
CONFORMED SUBMISSION TYPE:	${form}
CONFORMED PERIOD OF REPORT:	${as(period, 'co')}
FILED AS OF DATE:		${as(filed, 'co')}

FILER:

	COMPANY DATA:	
		COMPANY CONFORMED NAME:			${(NAMES[manager] ?? '').toUpperCase()}
		CENTRAL INDEX KEY:			${cik}
</SEC-HEADER>
<DOCUMENT>
<TYPE>${form}
<SEQUENCE>1
<FILENAME>primary_doc.xml
<TEXT>
<XML>
${cover(report, cik, as(period, 'ud'))}
</XML>
</TEXT>
</DOCUMENT>
${form === '13F-NT' ? '' : table(report)}</SEC-DOCUMENT>`;
}

function cover(report: SampleReport, cik: string, period: string): string {
  const { form, amendment, manager, reportedBy } = report;
  const isNotice = form === '13F-NT';
  const rows = Math.max(report.holdings.length, 1);
  const total = report.stated ?? report.holdings.reduce((sum, one) => sum + filedValue(one, report), 0);
  const others =
    reportedBy === undefined
      ? ''
      : `\n<otherManagersInfo><otherManager><cik>99000901${reportedBy + 10}</cik><name>${escaped(NAMES[reportedBy] ?? '')}</name></otherManager></otherManagersInfo>`;
  const change =
    amendment === undefined
      ? '<isAmendment>false</isAmendment>'
      : `<isAmendment>true</isAmendment>\n<amendmentNo>1</amendmentNo>\n<amendmentInfo><amendmentType>${amendment}</amendmentType></amendmentInfo>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<edgarSubmission xmlns="http://www.sec.gov/edgar/thirteenffiler">
<schemaVersion>X0202</schemaVersion>
<headerData>
<submissionType>${form}</submissionType>
<filerInfo><liveTestFlag>LIVE</liveTestFlag><filer><credentials><cik>${cik}</cik><ccc>XXXXXXXX</ccc></credentials></filer>
<periodOfReport>${period}</periodOfReport></filerInfo>
</headerData>
<formData>
<coverPage>
<reportCalendarOrQuarter>${period}</reportCalendarOrQuarter>
${change}
<filingManager><name>${escaped(NAMES[manager] ?? '')}</name></filingManager>
<reportType>${isNotice ? '13F NOTICE' : '13F HOLDINGS REPORT'}</reportType>${others}
</coverPage>
<summaryPage>
<tableEntryTotal>${isNotice ? '' : rows}</tableEntryTotal>
<tableValueTotal>${isNotice ? '' : total}</tableValueTotal>
${isNotice ? '' : '<isConfidentialOmitted>false</isConfidentialOmitted>\n'}</summaryPage>
</formData>
</edgarSubmission>`;
}

function table(report: SampleReport): string {
  const rows =
    report.holdings.length === 0
      ? // What a manager files who has nothing to report.
        [row({ name: '0', cusip: '000000000', value: 0, shares: 0, putCall: '' })]
      : report.holdings.map((one) =>
          row({
            name: issuerOf(one.ticker).name.toUpperCase(),
            cusip: cusipOf(one.ticker),
            value: filedValue(one, report),
            shares: one.shares,
            putCall: one.putCall ?? '',
          }),
        );
  return `<DOCUMENT>
<TYPE>INFORMATION TABLE
<SEQUENCE>2
<FILENAME>infotable.xml
<TEXT>
<XML>
<informationTable xmlns="http://www.sec.gov/edgar/document/thirteenf/informationtable">
${rows.join('\n')}
</informationTable>
</XML>
</TEXT>
</DOCUMENT>
`;
}

const row = (one: { name: string; cusip: string; value: number; shares: number; putCall: string }): string =>
  `<infoTable><nameOfIssuer>${escaped(one.name)}</nameOfIssuer><titleOfClass>${one.shares === 0 ? '0' : 'COM'}</titleOfClass><cusip>${one.cusip}</cusip><value>${one.value}</value><shrsOrPrnAmt><sshPrnamt>${one.shares}</sshPrnamt><sshPrnamtType>SH</sshPrnamtType></shrsOrPrnAmt>${one.putCall === '' ? '' : `<putCall>${one.putCall}</putCall>`}<investmentDiscretion>SOLE</investmentDiscretion><votingAuthority><Sole>${one.shares}</Sole><Shared>0</Shared><None>0</None></votingAuthority></infoTable>`;

/** All managers state the price of the end of the quarter. */
function filedValue({ ticker, shares }: HeldShares, { quarter, unit = 1 }: SampleReport): number {
  return Math.round((shares * priceAt(issuerOf(ticker), quarter === 0 ? 40 : 105)) / unit);
}

const escaped = (text: string) => text.replaceAll('&', '&amp;');
