/** Data sets of Form 13F of real size: invented managers, most of them small, a few with thousands of positions. */

import { Zip, ZipDeflate } from 'fflate';

export interface SetSize {
  managers: number;
  securities: number;
  /** Last days of quarters, oldest first. */
  periods: string[];
}

const HEADINGS = {
  SUBMISSION: 'ACCESSION_NUMBER\tFILING_DATE\tSUBMISSIONTYPE\tCIK\tPERIODOFREPORT',
  COVERPAGE:
    'ACCESSION_NUMBER\tREPORTCALENDARORQUARTER\tISAMENDMENT\tAMENDMENTTYPE\tCONFDENIEDEXPIRED\tFILINGMANAGER_NAME\tREPORTTYPE',
  SUMMARYPAGE: 'ACCESSION_NUMBER\tTABLEENTRYTOTAL\tTABLEVALUETOTAL\tISCONFIDENTIALOMITTED',
  OTHERMANAGER: 'ACCESSION_NUMBER\tOTHERMANAGER_SK\tCIK\tNAME',
  INFOTABLE:
    'ACCESSION_NUMBER\tINFOTABLE_SK\tNAMEOFISSUER\tTITLEOFCLASS\tCUSIP\tFIGI\tVALUE\tSSHPRNAMT\tSSHPRNAMTTYPE\tPUTCALL\tINVESTMENTDISCRETION\tOTHERMANAGER\tVOTING_AUTH_SOLE\tVOTING_AUTH_SHARED\tVOTING_AUTH_NONE',
};
const MONTHS: Record<string, string> = { '03-31': 'MAR', '06-30': 'JUN', '09-30': 'SEP', '12-31': 'DEC' };
const FILED: Record<string, string> = {
  '03-31': '10-MAY',
  '06-30': '10-AUG',
  '09-30': '10-NOV',
  '12-31': '10-FEB',
};

/** Numbers from 0 to 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const benchCusip = (security: number): string => {
  const digits = String(security).padStart(6, '0');
  return `${'123456789BGHJKLMN'[security % 17]}${digits.slice(0, 5)}${digits[5]}0${security % 10}`;
};
export const benchCik = (manager: number): string => String(1_000_000 + manager * 37);

/** The zip of the reports for one quarter, and how many rows its information table has. */
export function benchSet(size: SetSize, quarter: number): { bytes: Buffer; rows: number } {
  const period = size.periods[quarter]!;
  const [year, day] = [Number(period.slice(0, 4)), period.slice(5)];
  const written = `${day.slice(3)}-${MONTHS[day]}-${year}`;
  const filed = `${FILED[day]}-${day === '12-31' ? year + 1 : year}`;
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error !== null) throw error;
    pieces.push(piece);
  });
  const small: Record<'SUBMISSION' | 'COVERPAGE' | 'SUMMARYPAGE', string[]> = {
    SUBMISSION: [HEADINGS.SUBMISSION],
    COVERPAGE: [HEADINGS.COVERPAGE],
    SUMMARYPAGE: [HEADINGS.SUMMARYPAGE],
  };
  const table = new ZipDeflate('01x_form13f/INFOTABLE.tsv', { level: 1 });
  zip.add(table);
  let buffer = `${HEADINGS.INFOTABLE}\n`;
  let rows = 0;
  for (let manager = 0; manager < size.managers; manager += 1) {
    const cik = benchCik(manager);
    const accession = `${cik.padStart(10, '0')}-${String(year % 100).padStart(2, '0')}-${String(quarter * 10 + 1).padStart(6, '0')}`;
    const random = randomFrom(manager * 7919 + 13);
    const count = 40 + Math.floor(15_000 * random() ** 60);
    let total = 0;
    for (let at = 0; at < count; at += 1) {
      // One position in ten is another one in each quarter.
      const kept = random();
      const security = Math.floor(
        size.securities * (kept < 0.1 ? (kept * 10 + quarter * 0.37) % 1 : kept) ** 3,
      );
      const price = 5 + (security % 300) * (1 + 0.02 * quarter);
      const shares = 100 + Math.floor(random() * 90_000) + (at % 3 === 0 ? quarter * 10 : 0);
      const value = Math.round(price * shares);
      const option = at % 17 === 0 ? 'Put' : at % 19 === 0 ? 'Call' : '';
      total += value;
      rows += 1;
      buffer += `${accession}\t${100_000_000 + rows}\tBENCH ISSUER ${security} CORP\tCOM\t${benchCusip(security)}\t\t${value}\t${shares}\tSH\t${option}\tSOLE\t0\t${shares}\t0\t0\n`;
      if (buffer.length > 1 << 20) {
        table.push(Buffer.from(buffer));
        buffer = '';
      }
    }
    small.SUBMISSION.push([accession, filed, '13F-HR', cik.padStart(10, '0'), written].join('\t'));
    small.COVERPAGE.push(
      [accession, written, 'N', '', '', `BENCH CAPITAL ${manager} LLC`, '13F HOLDINGS REPORT'].join('\t'),
    );
    small.SUMMARYPAGE.push([accession, count, total, 'N'].join('\t'));
  }
  table.push(Buffer.from(buffer), true);
  for (const [name, lines] of Object.entries({ ...small, OTHERMANAGER: [HEADINGS.OTHERMANAGER] })) {
    const member = new ZipDeflate(`01x_form13f/${name}.tsv`, { level: 1 });
    zip.add(member);
    member.push(Buffer.from(`${lines.join('\n')}\n`), true);
  }
  zip.end();
  return { bytes: Buffer.concat(pieces), rows };
}
