/** Which company an id means: a symbol in any spelling, a CIK or an ISIN. */

import { z } from 'zod/v3';
import { requireLastReadAt } from './answer.js';
import { notFound } from './errors.js';
import { cikIn } from './identifiers.js';
import { EU_COUNTRIES, EU_MARKETS } from './markets/index.js';
import type { JoinedEuRow } from './reads/europe.js';
import type { IssuerCodes } from './reads/issuers.js';
import type { Reads } from './reads.js';
import type { ToolContext } from './tool.js';
import { rowOfUsualIssuer } from './usual-issuer.js';

const ISIN = /^[A-Z]{2}[A-Z0-9]{9}\d$/;
/** Letters and digits, and a class after a separator: the symbols that issuers have. */
const SYMBOL = /^[A-Z0-9]{1,8}(?:[./ -][A-Z0-9]{1,4}){0,2}$/;

export function issuerIdParameter() {
  const message =
    'id must be a trading symbol such as ACME or BRK.B, a CIK such as 320193, or an ISIN such as DE0007164600';
  return z
    .union([z.string(), z.number()], { errorMap: () => ({ message }) })
    .transform((id) => String(id).trim().toUpperCase().replace(/^\$/, ''))
    .refine((id) => ISIN.test(id) || SYMBOL.test(id) || cikIn(id) !== null, message)
    .describe(
      'Trading symbol in any spelling (BRK.B, BRK-B), CIK with or without leading zeros, or ISIN: one company',
    );
}

/** A company, as far as it is known. */
export interface FoundIssuer {
  /** Null for an ISIN that only European registers have. */
  codes: IssuerCodes | null;
  /** The ISIN that names it in the request. */
  isin: string | null;
  /** The ISINs by which it is looked for in European registers: not each of them exists. */
  isins: string[];
  /** The newest row of the usual issuer of an ISIN that only European registers have; null for any other id. */
  european: JoinedEuRow | null;
}

/** @throws ApiError `not_found`, or `not_ready` while the company may still arrive. */
export async function findIssuer(id: string, context: ToolContext): Promise<FoundIssuer> {
  const { reads } = context;
  if (ISIN.test(id)) return byIsin(id, context);
  const cik = cikIn(id);
  const codes = await reads.issuerCodes(cik === null ? { ticker: id } : { cik });
  if (codes === null) throw await unknownIssuer(reads, id, cik === null);
  return { codes, isin: null, isins: isinsOf(codes.cusips), european: null };
}

/** The newest rows of an ISIN, by which its company is named. */
const NAMING_ROWS = 50;

async function byIsin(isin: string, context: ToolContext): Promise<FoundIssuer> {
  // The national number in an ISIN of the USA or Canada is the CUSIP.
  const [, cusip] = /^(?:US|CA)([A-Z0-9]{9})\d$/.exec(isin) ?? [];
  const codes = cusip === undefined ? null : await context.reads.issuerCodes({ cusip });
  if (codes !== null)
    return { codes, isin, isins: [...new Set([isin, ...isinsOf(codes.cusips)])], european: null };
  const { rows } = await context.reads.euRowsOf({
    markets: EU_COUNTRIES,
    isins: [isin],
    since: '',
    until: context.now.toISOString(),
    limit: NAMING_ROWS,
  });
  const european = rowOfUsualIssuer(rows);
  if (european === undefined) throw await unknownIsin(context.reads, isin);
  return { codes: null, isin, isins: [isin], european };
}

/** A CUSIP is the national number of an ISIN of the USA or of Canada; which, it does not say. */
function isinsOf(cusips: readonly string[]): string[] {
  return cusips
    .filter((cusip) => /^[0-9][A-Z0-9]{8}$/.test(cusip))
    .flatMap((cusip) => ['US', 'CA'].map((country) => country + cusip + checkDigit(country + cusip)));
}

/** ISO 6166: the letters as numbers, every second digit from the right doubled, and what is missing to a multiple of ten. */
function checkDigit(body: string): number {
  const digits = [...body].map((sign) => Number.parseInt(sign, 36)).join('');
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

async function unknownIssuer(reads: Reads, id: string, isSymbol: boolean): Promise<Error> {
  const read = await requireLastReadAt(reads, 'sec-edgar-form4');
  const similar = isSymbol ? await reads.similarSymbols(id) : [];
  const hint =
    similar.length === 0 ? '' : ` Similar symbols: ${similar.map(({ ticker }) => ticker).join(', ')}.`;
  return read.notFoundError(`Issuer not found: ${id}.${hint} search finds a company by its name.`);
}

/** @throws ApiError `not_ready` while a market may still bring it. */
async function unknownIsin(reads: Reads, isin: string): Promise<Error> {
  for (const { source } of await marketSources(reads))
    (await requireLastReadAt(reads, source)).requireRowsUnlessComplete(0);
  return notFound(
    `Issuer not found: ${isin}. A company that files with the SEC is found by its ISIN only if that contains a CUSIP that is known here: give its symbol or CIK. search finds it by its name.`,
  );
}

/** The European sources that this service reads. */
async function marketSources(reads: Pick<Reads, 'sources'>) {
  const ids = new Set<string>(EU_COUNTRIES.map((country) => EU_MARKETS[country].source.id));
  return (await reads.sources()).filter(({ source, status }) => ids.has(source) && status !== 'off');
}
