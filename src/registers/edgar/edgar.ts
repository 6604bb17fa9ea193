/**
 * EDGAR for the sec- registers: addresses, the meaning of its refusals, its calendar, and the one HTTP client
 * for its hosts.
 */

import { addDays, isWeekend, MINUTE_MS } from '../../dates.js';
import { hostsOf } from '../http/allowed-hosts.js';
import {
  type ClientBounds,
  createHttpClient,
  type HttpClient,
  type RetryDecision,
} from '../http/http-client.js';
import { refusalAdvice } from '../http/refusal-advice.js';
import { type HttpResponse, SourceError } from '../register.js';

export interface Quarter {
  year: number;
  quarter: 1 | 2 | 3 | 4;
}

/** The hosts of the SEC; a local server can replace them. */
export interface SecHosts {
  /** Without a trailing slash. */
  www: string;
  data: string;
}

export const SEC_HOSTS: SecHosts = { www: 'https://www.sec.gov', data: 'https://data.sec.gov' };

export type EdgarAddresses = ReturnType<typeof edgarAddresses>;

/** Every address that is read. CIKs have no leading zeros: the padded form redirects. */
export function edgarAddresses(hosts: SecHosts = SEC_HOSTS) {
  const archives = `${hosts.www}/Archives/edgar`;
  const folder = (cik: string, accession: string) => {
    if (!/^\d{1,10}$/.test(cik) || !/^\d{10}-\d{2}-\d{6}$/.test(accession))
      throw new TypeError(`not a CIK and accession number: ${cik}, ${accession}`);
    return `${archives}/data/${Number(cik)}`;
  };
  return {
    www: hosts.www,
    /** What may be requested: pages of the SEC redirect between its hosts. */
    hosts: hosts === SEC_HOSTS ? ['.sec.gov'] : hostsOf(hosts.www, hosts.data),
    /**
     * One page of the latest-filings feed, newest first. EDGAR treats `form` as a prefix. `count` at most
     * 100.
     */
    latestFilings: (form: string, start: number, count = 100) =>
      `${hosts.www}/cgi-bin/browse-edgar?action=getcurrent&type=${encodeURIComponent(form)}&owner=include&count=${count}&start=${start}&output=atom`,
    /** `day` is YYYY-MM-DD. */
    dailyIndex: (day: string) => {
      const { year, quarter } = quarterOf(day);
      return `${archives}/daily-index/${year}/QTR${quarter}/master.${day.replaceAll('-', '')}.idx`;
    },
    quarterlyIndex: ({ year, quarter }: Quarter) => `${archives}/full-index/${year}/QTR${quarter}/master.idx`,
    /** The full submission text: header and all documents of one filing, under any party's CIK. */
    submission: (cik: string, accession: string) => `${folder(cik, accession)}/${accession}.txt`,
    /** The same text inside the filing's own folder. */
    submissionInFolder: (cik: string, accession: string) =>
      `${folder(cik, accession)}/${accession.replaceAll('-', '')}/${accession}.txt`,
    /** What one filer filed, newest first: about a thousand filings, and the names of the files with the older ones. */
    submissions: (cik: string) => {
      if (!/^\d{1,10}$/.test(cik)) throw new TypeError(`not a CIK: ${cik}`);
      return `${hosts.data}/submissions/CIK${cik.padStart(10, '0')}.json`;
    },
    /** Older filings of one filer; `name` as given in the file of the newest ones. */
    olderSubmissions: (name: string) => {
      if (!/^CIK\d{10}-submissions-\d{3}\.json$/.test(name))
        throw new TypeError(`not a file of submissions: ${name}`);
      return `${hosts.data}/submissions/${name}`;
    },
    dataSetPage: `${hosts.www}/data-research/sec-markets-data/insider-transactions-data-sets`,
    /** Both folders in use; the second since 2026 Q2. */
    dataSets: ({ year, quarter }: Quarter) =>
      ['datastandardsinnovation', 'structureddata'].map(
        (folder) =>
          `${hosts.www}/files/${folder}/data/insider-transactions-data-sets/${year}q${quarter}_form345.zip`,
      ),
    managerDataSetPage: `${hosts.www}/data-research/sec-markets-data/form-13f-data-sets`,
    tickerTable: `${hosts.www}/files/company_tickers_exchange.json`,
    /** Share counts of the cover pages, all companies whose count falls in this quarter. */
    sharesFrame: (quarter: Quarter) =>
      `${hosts.data}/api/xbrl/frames/dei/EntityCommonStockSharesOutstanding/shares/${frameName(quarter)}.json`,
    failsPage: `${hosts.www}/data-research/sec-markets-data/fails-deliver-data`,
    /**
     * An address on the SEC's web host from a link on one of its pages; null when it leads to another host.
     */
    onWww: (link: string): string | null => {
      if (!URL.canParse(link, hosts.www)) return null;
      const url = new URL(link, hosts.www);
      return url.origin === new URL(hosts.www).origin ? url.href : null;
    },
  };
}

interface SecClientOptions extends ClientBounds {
  /** Name and mail address of the operator; the SEC demands them. */
  contact: string;
  version: string;
  /** Default 5; never more than 8, because the SEC blocks users near 10. */
  perSecond?: number;
}

/**
 * The HTTP client that all SEC hosts share.
 *
 * @throws TypeError without a contact.
 */
export function createSecClient({ contact, version, perSecond = 5, ...rest }: SecClientOptions): HttpClient {
  if (!/\S+@\S+\.\S+/.test(contact))
    throw new TypeError('the SEC demands a declared contact with a mail address');
  return createHttpClient({
    ...rest,
    userAgent: asciiHeader(`disclosed/${version} ${contact}`),
    perSecond: Math.min(Math.max(perSecond, 0.1), 8),
    classifyResponse: classifyEdgarResponse,
  });
}

/** Headers carry ASCII: letters lose their accents, everything else becomes a question mark. */
export function asciiHeader(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '?');
}

const BLOCK_MS = 10 * MINUTE_MS;
const BLOCK_PAGE = /Request Rate Threshold Exceeded|Undeclared Automated Tool/i;
const LATER_FEED_PAGE = /\/cgi-bin\/browse-edgar\?.*[?&]start=[1-9]/;

/** A block lifts ten minutes after the last request and every request during the block extends it. */
export function classifyEdgarResponse(response: HttpResponse): RetryDecision | undefined {
  if (response.status === 429)
    return { pauseMs: BLOCK_MS, because: 'the SEC answered 429, too many requests' };
  if (response.status >= 400 && BLOCK_PAGE.test(response.bytes.toString('latin1', 0, 20_000)))
    return {
      pauseMs: BLOCK_MS,
      because: `the SEC blocks this address (${response.status})${refusalAdvice(403)}`,
    };
  // Past its end the feed returns 503; retrying would not change that.
  if (response.status === 503 && LATER_FEED_PAGE.test(response.url)) return 'keep';
  return undefined;
}

/**
 * `there`, `missing` (EDGAR says that no such file exists), or `unknown`. A 403 is classified by its body.
 */
export function fileStatus(response: HttpResponse): 'there' | 'missing' | 'unknown' {
  if (response.status === 200) return 'there';
  if (response.status === 404) return 'missing';
  if (response.status !== 403) return 'unknown';
  const body = response.bytes.toString('latin1', 0, 2000).trimStart();
  return /^(<\?xml[^>]*>\s*)?<Error>\s*<Code>(AccessDenied|NoSuchKey)<\/Code>/.test(body)
    ? 'missing'
    : 'unknown';
}

/**
 * The bytes of a file that must be there.
 *
 * @throws SourceError for every other response.
 */
export function requireFile(response: HttpResponse): Buffer {
  const bytes = fileOrNull(response);
  if (bytes === null) throw new SourceError(`EDGAR has no file ${response.url}`, response.bytes);
  return bytes;
}

/**
 * The bytes of a file, null when it does not exist.
 *
 * @throws SourceError for every other response.
 */
export function fileOrNull(response: HttpResponse): Buffer | null {
  const found = fileStatus(response);
  if (found === 'there') return response.bytes;
  if (found === 'missing') return null;
  throw new SourceError(
    `${response.url} answered ${response.status}${refusalAdvice(response.status)}`,
    response.bytes,
  );
}

/**
 * Monday to Friday from `from` to `to`, both included. Holidays are included: EDGAR also closes on days that
 * no rule predicts.
 */
export function weekdays(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) if (!isWeekend(day)) days.push(day);
  return days;
}

/** The last `count` weekdays up to and including `day`, oldest first. */
export function lastWeekdays(day: string, count: number): string[] {
  return weekdays(addDays(day, -(count * 2 + 3)), day).slice(-count);
}

export function quarterOf(day: string): Quarter {
  return {
    year: Number(day.slice(0, 4)),
    // Months 1 to 12 give quarters 1 to 4.
    quarter: Math.ceil(Number(day.slice(5, 7)) / 3) as Quarter['quarter'],
  };
}

/** First and last day of a quarter. */
export function quarterDays({ year, quarter }: Quarter): { first: string; last: string } {
  const start = (y: number, q: number) => `${y}-${String(q * 3 - 2).padStart(2, '0')}-01`;
  const next = quarter === 4 ? start(year + 1, 1) : start(year, quarter + 1);
  return { first: start(year, quarter), last: addDays(next, -1) };
}

/** The quarters that hold the days from `from` to `to`, oldest first. */
export function quarters(from: string, to: string): Quarter[] {
  const found: Quarter[] = [];
  for (let day = from; day <= to; day = addDays(quarterDays(quarterOf(day)).last, 1))
    found.push(quarterOf(day));
  return found;
}

/** `CY2026Q2I`: an XBRL frame of facts that apply at one moment of the quarter. */
export function frameName({ year, quarter }: Quarter): string {
  return `CY${year}Q${quarter}I`;
}

/** `2026q2`, as the SEC names it. */
export function quarterName({ year, quarter }: Quarter): string {
  return `${year}q${quarter}`;
}
