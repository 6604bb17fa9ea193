/** A quarterly data set of invented filings in the SEC's layout, as large as a real quarter. */

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { strToU8, zipSync } from 'fflate';
import type { Quarter } from '../../src/registers/edgar/edgar.js';

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const CODES = ['S', 'S', 'S', 'A', 'M', 'F', 'P', 'G'];

/** `filings` filings of 4,000 issuers and 20,000 owners with 1 to 5 rows each, of one quarter; the same every time. */
export function inventedDataSet(
  filings: number,
  { year, quarter }: Quarter = { year: 2026, quarter: 3 },
): Buffer {
  const months = MONTHS.slice(3 * quarter - 3, 3 * quarter);
  const series = String(year % 100).padStart(2, '0');
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
    const accession = `000990000${quarter === 3 ? 1 : quarter + 4}-${series}-${String(n).padStart(6, '0')}`;
    const day = `${String(1 + (n % 28)).padStart(2, '0')}-${months[n % 3]}-${year}`;
    const issuer = 9_900_000_000 + ((n * 7919) % 4000);
    const owner = 9_910_000_000 + ((n * 104_729) % 20_000);
    submissions.push(
      `${accession}\t${day}\t${day}\t\t\t0\t\t\t4\t${issuer}\tExample Issuer ${issuer % 4000} Inc\tEX${String.fromCharCode(65 + (issuer % 26), 65 + ((issuer >> 5) % 26))}\tNothing else is to be said here.\t${n % 5 === 0 ? '1' : '0'}`,
    );
    owners.push(
      `${accession}\t${owner}\tOwner${owner % 20_000} Example ${String.fromCharCode(65 + (n % 26))}\tDirector,Officer\tChief Example Officer\t\t1 Example Plaza\tEXAMPLETON\tDE\t19800\t001-00000`,
    );
    footnotes.push(
      `${accession}\tF1\tThe price is a weighted average; the shares were sold in multiple transactions at prices ranging from $10.00 to $10.90, inclusive.`,
    );
    for (let row = 0; row <= n % 5; row += 1) {
      const code = CODES[(n + row) % CODES.length]!;
      transactions.push(
        `${accession}\t${rows}\tCommon Stock\t\t${day}\t\t\t4\t${code}\t0\t\t${100 + row}.00\t${(10 + (n % 400) / 7).toFixed(2)}\tF1\t${code === 'P' || code === 'A' || code === 'M' ? 'A' : 'D'}\t${50_000 - row}.00\t\tD\t`,
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
