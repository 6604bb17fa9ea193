/** A quarterly data set of invented filings in the SEC's layout, as large as a real quarter. */

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { strToU8, zipSync } from 'fflate';
import { itemAt } from '../../src/collections.js';
import type { Quarter } from '../../src/registers/edgar/edgar.js';

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const CODES = ['S', 'S', 'S', 'A', 'M', 'F', 'P', 'G'];

const FOOTNOTE =
  'The price is a weighted average; the shares were sold in multiple transactions at prices ranging from $10.00 to $10.90, inclusive.';

/** Filing `n` of a quarter, on the day (YYYY-MM-DD) of its trades. */
export function dataSetFiling(n: number, { year, quarter }: Quarter) {
  const issuer = 9_900_000_000 + ((n * 7919) % 4000);
  const owner = 9_910_000_000 + ((n * 104_729) % 20_000);
  const month = 3 * quarter - 2 + (n % 3);
  const rows = Array.from({ length: 1 + (n % 5) }, (_, row) => {
    const code = itemAt(CODES, (n + row) % CODES.length);
    return {
      code,
      shares: `${100 + row}.00`,
      price: (10 + (n % 400) / 7).toFixed(2),
      acquired: 'PAM'.includes(code) ? 'A' : 'D',
      after: `${50_000 - row}.00`,
    };
  });
  return {
    accession: `000990000${quarter === 3 ? 1 : quarter + 4}-${String(year % 100).padStart(2, '0')}-${String(n).padStart(6, '0')}`,
    day: `${year}-${String(month).padStart(2, '0')}-${String(1 + (n % 28)).padStart(2, '0')}`,
    issuer: {
      cik: String(issuer),
      name: `Example Issuer ${issuer % 4000} Inc`,
      symbol: `EX${String.fromCharCode(65 + (issuer % 26), 65 + ((issuer >> 5) % 26))}`,
    },
    owner: {
      cik: String(owner),
      name: `Owner${owner % 20_000} Example ${String.fromCharCode(65 + (n % 26))}`,
    },
    isPlanned: n % 5 === 0,
    rows,
  };
}

/** `filings` filings of 4,000 issuers and 20,000 owners with 1 to 5 rows each, of one quarter; the same every time. */
export function inventedDataSet(
  filings: number,
  { year, quarter }: Quarter = { year: 2026, quarter: 3 },
): Buffer {
  const submissions = [
    'ACCESSION_NUMBER\tFILING_DATE\tPERIOD_OF_REPORT\tDATE_OF_ORIG_SUB\tNO_SECURITIES_OWNED\tNOT_SUBJECT_SEC16\tFORM3_HOLDINGS_REPORTED\tFORM4_TRANS_REPORTED\tDOCUMENT_TYPE\tISSUERCIK\tISSUERNAME\tISSUERTRADINGSYMBOL\tREMARKS\tAFF10B5ONE',
  ];
  const owners = [
    'ACCESSION_NUMBER\tRPTOWNERCIK\tRPTOWNERNAME\tRPTOWNER_RELATIONSHIP\tRPTOWNER_TITLE\tRPTOWNER_TXT\tRPTOWNER_STREET1\tRPTOWNER_CITY\tRPTOWNER_STATE\tRPTOWNER_ZIPCODE\tFILE_NUMBER',
  ];
  const transactions = [
    'ACCESSION_NUMBER\tNONDERIV_TRANS_SK\tSECURITY_TITLE\tSECURITY_TITLE_FN\tTRANS_DATE\tTRANS_DATE_FN\tDEEMED_EXECUTION_DATE\tTRANS_FORM_TYPE\tTRANS_CODE\tEQUITY_SWAP_INVOLVED\tTRANS_TIMELINESS\tTRANS_SHARES\tTRANS_PRICEPERSHARE\tTRANS_PRICEPERSHARE_FN\tTRANS_ACQUIRED_DISP_CD\tSHRS_OWND_FOLWNG_TRANS\tVALU_OWND_FOLWNG_TRANS\tDIRECT_INDIRECT_OWNERSHIP\tNATURE_OF_OWNERSHIP',
  ];
  const footnotes = ['ACCESSION_NUMBER\tFOOTNOTE_ID\tFOOTNOTE_TXT'];
  let rows = 0;
  for (let n = 0; n < filings; n += 1) {
    const one = dataSetFiling(n, { year, quarter });
    const { accession, issuer, owner } = one;
    const day = `${one.day.slice(8)}-${itemAt(MONTHS, Number(one.day.slice(5, 7)) - 1)}-${year}`;
    submissions.push(
      `${accession}\t${day}\t${day}\t\t\t0\t\t\t4\t${issuer.cik}\t${issuer.name}\t${issuer.symbol}\tNothing else is to be said here.\t${one.isPlanned ? '1' : '0'}`,
    );
    owners.push(
      `${accession}\t${owner.cik}\t${owner.name}\tDirector,Officer\tChief Example Officer\t\t1 Example Plaza\tEXAMPLETON\tDE\t19800\t001-00000`,
    );
    footnotes.push(`${accession}\tF1\t${FOOTNOTE}`);
    for (const { code, shares, price, acquired, after } of one.rows) {
      transactions.push(
        `${accession}\t${rows}\tCommon Stock\t\t${day}\t\t\t4\t${code}\t0\t\t${shares}\t${price}\tF1\t${acquired}\t${after}\t\tD\t`,
      );
      rows += 1;
    }
  }
  const file = (lines: string[]) => strToU8(`${lines.join('\n')}\n`);
  const empty = (columns: string) => file([columns]);
  const bytes = zipSync(
    {
      'SUBMISSION.tsv': file(submissions),
      'REPORTINGOWNER.tsv': file(owners),
      'NONDERIV_TRANS.tsv': file(transactions),
      'NONDERIV_HOLDING.tsv': empty(
        'ACCESSION_NUMBER\tNONDERIV_HOLDING_SK\tSECURITY_TITLE\tSHRS_OWND_FOLWNG_TRANS\tDIRECT_INDIRECT_OWNERSHIP\tNATURE_OF_OWNERSHIP',
      ),
      'DERIV_TRANS.tsv': empty(
        'ACCESSION_NUMBER\tDERIV_TRANS_SK\tSECURITY_TITLE\tTRANS_DATE\tTRANS_CODE\tTRANS_SHARES\tTRANS_PRICEPERSHARE\tTRANS_ACQUIRED_DISP_CD\tSHRS_OWND_FOLWNG_TRANS\tDIRECT_INDIRECT_OWNERSHIP',
      ),
      'DERIV_HOLDING.tsv': empty(
        'ACCESSION_NUMBER\tDERIV_HOLDING_SK\tSECURITY_TITLE\tSHRS_OWND_FOLWNG_TRANS\tDIRECT_INDIRECT_OWNERSHIP',
      ),
      'FOOTNOTES.tsv': file(footnotes),
    },
    { level: 1 },
  );
  return Buffer.from(bytes);
}

const [, self, path, filings] = process.argv;
if (self === fileURLToPath(import.meta.url) && path !== undefined)
  writeFileSync(path, inventedDataSet(Number(filings)));
