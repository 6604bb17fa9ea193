/**
 * EDGAR at the size of a real initial import: a feed, indexes, data sets, 13F reports and price files, all invented.
 */

import { cusipOf, issuers } from '../../../data/sample/make/cast.js';
import { addDays, localTime, NEW_YORK } from '../../../src/dates.js';
import { managerIds, readCuratedTrackers } from '../../../src/records/portfolios/tracker.js';
import {
  type Quarter,
  quarterDays,
  quarterName,
  quarterOf,
  quarters,
  weekdays,
} from '../../../src/registers/edgar/edgar.js';
import { sampleDocuments } from '../../../src/service/sample-documents.js';
import {
  type EdgarServer,
  type ServedFiling,
  startEdgarServer,
} from '../../../test/registers/edgar/edgar-server.js';
import { submission13F } from '../../../test/registers/portfolios/sec-13f/13f-text.js';
import { dataSetFiling, inventedDataSet } from '../data-set.js';
import { chance, personName, pick } from '../size/synthetic-data.js';

/** At size 1: filings of a weekday, of a quarter's data set, and quarters of each manager. */
const A_DAY = 600;
const A_QUARTER = 33_000;
const REPORTS = 40;
const FEED_DAYS = 2;
/** A person who buys every week, so that there is a streak to find. */
const STEADY = 0;
/** The symbol of the filing that arrives while the import runs. */
export const LATE = 'LATE';

export async function startEdgar(size: number, now: Date, trackers: unknown): Promise<EdgarServer> {
  const edgar = await startEdgarServer();
  const today = now.toISOString().slice(0, 10);
  const running = quarterDays(quarterOf(today)).first;
  const days = weekdays(running, today);
  let n = 0;
  for (const day of days) {
    edgar.indexDays.add(day);
    const count = Math.max(8, Math.round(A_DAY * size));
    for (let place = 0; place < count; place += 1) {
      const at = `${day}T${String(12 + Math.floor((place * 9) / count)).padStart(2, '0')}:${String(place % 60).padStart(2, '0')}:00.000Z`;
      if (at <= now.toISOString()) edgar.filings.push(form4(n, at, place === 0 ? STEADY : null));
      n += 1;
    }
  }
  edgar.feedFrom = `${days.slice(-FEED_DAYS)[0]}T00:00:00.000Z`;
  for (const quarter of quarters(addDays(today, -370), addDays(running, -1))) {
    const count = Math.max(50, Math.round(A_QUARTER * size));
    edgar.dataSets.set(quarterName(quarter), {
      folder: 'structureddata',
      bytes: inventedDataSet(count, quarter),
    });
    // Each can be downloaded: the data set has neither the time of filing nor everything of the form.
    for (let n = 0; n < count; n += 1) edgar.filings.push(ofDataSet(n, quarter));
  }
  edgar.linksOnPage = true;
  const [table] = sampleDocuments('sec-companies', today);
  edgar.tickerTable = { body: (table as { bytes: Buffer }).bytes.toString(), etag: '"one"' };
  for (const { key, bytes } of sampleDocuments('prices-sec', today))
    edgar.failsFiles.set(key, { folder: '/files/data/fails-deliver-data', bytes });
  listManagers(edgar, Math.max(3, Math.round(REPORTS * size)), today, trackers);
  return edgar;
}

/** Adds a filing while the import runs. */
export function fileLate(edgar: EdgarServer, at: Date): void {
  edgar.filings.push(form4(9_999_999, at.toISOString(), null, LATE));
}

function form4(n: number, acceptedAt: string, owner: number | null, symbol?: string): ServedFiling {
  const issuer = symbol === undefined ? (owner ?? pick(n, 1, 400, 2)) : 500;
  const person = owner ?? 1 + pick(n, 2, 4000);
  const code = n % 3 === 0 || symbol === LATE ? 'P' : n % 3 === 1 ? 'S' : 'A';
  return served(acceptedAt, () => ({
    accession: `0009911001-${acceptedAt.slice(2, 4)}-${String(n % 1_000_000).padStart(6, '0')}`,
    day: localTime(NEW_YORK, new Date(acceptedAt)).day,
    issuer: {
      cik: String(9_920_000_000 + issuer),
      name: `Example Company ${issuer}`,
      symbol: symbol ?? `EX${String.fromCharCode(65 + (issuer % 26), 65 + (Math.floor(issuer / 26) % 26))}`,
    },
    owner: { cik: String(9_930_000_000 + person), name: personName(person) },
    isPlanned: false,
    rows: [
      {
        code,
        shares: String(1000 + pick(n, 3, 9000)),
        price: (20 + chance(n, 4) * 80).toFixed(2),
        acquired: code === 'S' ? 'D' : 'A',
        after: String(100_000 + n),
      },
    ],
  }));
}

function ofDataSet(n: number, quarter: Quarter): ServedFiling {
  return served(`${dataSetFiling(n, quarter).day}T17:00:00.000Z`, () => dataSetFiling(n, quarter));
}

type Form4 = ReturnType<typeof dataSetFiling>;

/** Printed on request, because there are tens of thousands. */
function served(acceptedAt: string, filing: () => Form4): ServedFiling {
  const { accession, issuer, owner } = filing();
  return {
    accession,
    form: '4',
    acceptedAt,
    parties: [
      { cik: issuer.cik, name: issuer.name, role: 'Issuer' },
      { cik: owner.cik, name: owner.name, role: 'Reporting' },
    ],
    get text() {
      return textOf(filing(), acceptedAt);
    },
  };
}

function textOf({ accession, day, issuer, owner, isPlanned, rows }: Form4, acceptedAt: string): string {
  // EDGAR writes the time of New York.
  const { day: filed, minutes } = localTime(NEW_YORK, new Date(acceptedAt));
  const date = filed.replaceAll('-', '');
  const clock = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  const value = (name: string, text: string) => `<${name}><value>${text}</value></${name}>`;
  const transactions = rows.map(
    ({ code, shares, price, acquired, after }) =>
      `<nonDerivativeTransaction>${value('securityTitle', 'Common Stock')}${value('transactionDate', day)}<transactionCoding><transactionFormType>4</transactionFormType><transactionCode>${code}</transactionCode><equitySwapInvolved>0</equitySwapInvolved></transactionCoding><transactionAmounts>${value('transactionShares', shares)}${value('transactionPricePerShare', price)}${value('transactionAcquiredDisposedCode', acquired)}</transactionAmounts><postTransactionAmounts>${value('sharesOwnedFollowingTransaction', after)}</postTransactionAmounts><ownershipNature>${value('directOrIndirectOwnership', 'D')}</ownershipNature></nonDerivativeTransaction>`,
  );
  return `<SEC-DOCUMENT>${accession}.txt : ${date}
<SEC-HEADER>${accession}.hdr.sgml : ${date}
<ACCEPTANCE-DATETIME>${date}${clock.join('')}00
ACCESSION NUMBER:		${accession}
CONFORMED SUBMISSION TYPE:	4
FILED AS OF DATE:		${date}
</SEC-HEADER>
<DOCUMENT>
<TYPE>4
<SEQUENCE>1
<TEXT>
<XML>
<?xml version="1.0"?>
<ownershipDocument><schemaVersion>X0508</schemaVersion><documentType>4</documentType><periodOfReport>${day}</periodOfReport><notSubjectToSection16>0</notSubjectToSection16><issuer><issuerCik>${issuer.cik}</issuerCik><issuerName>${issuer.name}</issuerName><issuerTradingSymbol>${issuer.symbol}</issuerTradingSymbol></issuer><reportingOwner><reportingOwnerId><rptOwnerCik>${owner.cik}</rptOwnerCik><rptOwnerName>${owner.name}</rptOwnerName></reportingOwnerId><reportingOwnerRelationship><isDirector>1</isDirector></reportingOwnerRelationship></reportingOwner><aff10b5One>${isPlanned ? 1 : 0}</aff10b5One><nonDerivativeTable>${transactions.join('')}</nonDerivativeTable><ownerSignature><signatureName>x</signatureName><signatureDate>${day}</signatureDate></ownerSignature></ownershipDocument>
</XML>
</TEXT>
</DOCUMENT>
</SEC-DOCUMENT>
`;
}

/** The last reports of every manager of the curated list. */
function listManagers(edgar: EdgarServer, count: number, today: string, trackers: unknown): void {
  const ciks = new Set(readCuratedTrackers(trackers).flatMap((one) => managerIds(one).map(({ cik }) => cik)));
  const ends = quarters(addDays(today, -92 * (count + 1)), addDays(today, -60))
    .map((quarter) => quarterDays(quarter).last)
    .filter((end) => addDays(end, 45) < today)
    .slice(-count);
  for (const [place, cik] of [...ciks].entries()) {
    const reports = ends.map((end, n) => ({
      accession: `00099${String(10_000 + place)}-${end.slice(2, 4)}-${String(n).padStart(6, '0')}`,
      filed: addDays(end, 44),
      end,
    }));
    for (const { accession, filed, end } of reports)
      edgar.filings.push({
        accession,
        form: '13F-HR',
        acceptedAt: '2000-01-01T00:00:00.000Z',
        parties: [],
        get text() {
          return reportOf(cik, accession, filed, end);
        },
      });
    const recent = {
      accessionNumber: reports.map(({ accession }) => accession),
      form: reports.map(() => '13F-HR'),
      filingDate: reports.map(({ filed }) => filed),
      reportDate: reports.map(({ end }) => end),
    };
    edgar.submissionLists.set(
      `CIK${cik.padStart(10, '0')}.json`,
      JSON.stringify({ cik, filings: { recent, files: [] } }),
    );
  }
}

function reportOf(cik: string, accession: string, filed: string, end: string): string {
  const rows = issuers.slice(0, 40).map(({ name, ticker }, n) => ({
    name: name.toUpperCase().slice(0, 30),
    title: 'COM',
    cusip: cusipOf(ticker || name),
    value: 1_000_000 + n * 1000,
    amount: 10_000 + n * 100 + Number(end.slice(5, 7)) * 10,
    amountType: 'SH' as const,
    managers: '',
  }));
  return submission13F({
    cik,
    manager: `Manager ${cik}`,
    city: 'EXAMPLETON',
    prefix: '',
    tableName: 'table.xml',
    accession,
    filed,
    periodEnd: end,
    amendment: null,
    amendmentNo: 0,
    isConfidentialOmitted: false,
    rows,
  });
}
