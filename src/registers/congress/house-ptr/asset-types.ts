/**
 * The asset type codes of the House: what each means in plain words, and whether such an asset can have a
 * ticker.
 */

import { isDebt, isLinkedNote } from '../../debt-securities.js';
import { wordsInBrackets } from '../../words-in-brackets.js';

interface AssetType {
  name: string;
  /** False where brackets before the code hold something else: a CUSIP, an initial, a place. */
  hasTicker: boolean;
}

const listed = (name: string): AssetType => ({ name, hasTicker: true });
const unlisted = (name: string): AssetType => ({ name, hasTicker: false });

/** All 48 codes of fd.house.gov/reference/asset-type-codes.aspx. */
const ASSET_TYPES: Readonly<Record<string, AssetType>> = {
  '4K': unlisted('Retirement Plan (401(k) and Other Non-Federal)'),
  '5C': unlisted('529 College Savings Plan'),
  '5F': unlisted('529 Portfolio'),
  '5P': unlisted('529 Prepaid Tuition Plan'),
  // Filers choose it for funds too, whose ticker has letters only; the CUSIP of a security has digits.
  AB: listed('Asset-Backed Security'),
  BA: unlisted('Bank Account or Cash'),
  BK: unlisted('Brokerage Account'),
  CO: unlisted('Collectible'),
  CS: unlisted('Corporate Bond'),
  CT: unlisted('Cryptocurrency'),
  DB: unlisted('Defined Benefit Pension'),
  DO: unlisted('Debt Owed to the Filer'),
  DS: unlisted('Delaware Statutory Trust'),
  EF: listed('Exchange Traded Fund'),
  EQ: unlisted('Blind Trust'),
  ET: listed('Exchange Traded Note'),
  FA: unlisted('Farm'),
  FE: unlisted('Foreign Currency'),
  FN: unlisted('Fixed Annuity'),
  FU: listed('Futures Contract'),
  GS: unlisted('Government Security'),
  HE: unlisted('Hedge or Private Equity Fund (EIF)'),
  HN: unlisted('Hedge or Private Equity Fund (Not EIF)'),
  IC: unlisted('Investment Club'),
  IH: unlisted('IRA (Cash)'),
  IP: unlisted('Intellectual Property'),
  IR: unlisted('IRA'),
  MA: unlisted('Managed Account'),
  MF: listed('Mutual Fund'),
  MO: unlisted('Mineral, Oil or Solar Rights'),
  OI: unlisted('Ownership Interest (Holding Investments)'),
  // Units of listed partnerships among them: `AllianceBernstein Holding L.P. Units (AB) [OL]`.
  OL: listed('Ownership Interest (Trade or Business)'),
  OP: listed('Stock Option'),
  OT: listed('Other'),
  PE: unlisted('Pension'),
  PM: unlisted('Precious Metal'),
  PS: unlisted('Non-Public Stock'),
  RE: listed('Real Estate Investment Trust'),
  RF: listed('Real Estate Investment Trust (EIF)'),
  RN: listed('Real Estate Investment Trust (Not EIF)'),
  RP: unlisted('Real Property'),
  RS: listed('Restricted Stock Unit'),
  SA: listed('Stock Appreciation Right'),
  ST: listed('Stock'),
  TR: unlisted('Trust'),
  VA: unlisted('Variable Annuity'),
  VI: unlisted('Variable Insurance'),
  WU: unlisted('Whole or Universal Life Insurance'),
};

interface ParsedAsset {
  /** '' when the asset does not consist of it. */
  ticker: string;
  /** What may be the ticker, as `wordsInBrackets` gives it. */
  tickerWords: string;
  /** As filed, in capitals; null when it does not end with a code. */
  code: string | null;
  /** '' for an unknown or missing code. */
  typeName: string;
}

/** What the layout of a report says about its assets. */
export interface AssetLayout {
  /** The text has the letter case of the page. Before May 2022 it may not. */
  isCaseCertain: boolean;
  /** Assets end with a code. Before August 2018 none did. */
  hasCodes: boolean;
}

/** Codes under which filers report bonds too. `Stock` is what the filer says: some notes are traded like shares. */
const CODES_WITH_DEBT: ReadonlyArray<string | null> = [null, 'AB', 'OT'];
const CURRENT_LAYOUT: AssetLayout = { isCaseCertain: true, hasCodes: true };
/** Words that only listed businesses have, in the names of assets that are mostly not listed. */
const LISTED_UNITS = /\b(?:units?|shares?|stock)\b/i;
/** A mutual fund: five letters, the last an X. Where the asset has no other word, it is the ticker. */
const FUND_SYMBOL = /^[A-Z]{4}X$/;

/** Reads the end of an asset: `(TICKER) [XX]`. In `FSKAX [OT]` the only word is the ticker. */
export function readAsset(asset: string, layout: AssetLayout = CURRENT_LAYOUT): ParsedAsset {
  const text = asset.trim();
  const [end, filedCode] = /\[([A-Za-z0-9]{2})\]$/.exec(text) ?? [''];
  const code = filedCode?.toUpperCase() ?? null;
  const type = code === null ? undefined : ASSET_TYPES[code];
  const name = text.slice(0, text.length - end.length).trim();
  const isListed = (code === null ? !layout.hasCodes : type?.hasTicker !== false) && !isNote(name, code);
  const ticker = isListed && code !== null && FUND_SYMBOL.test(name) ? name : '';
  const hasWords = isListed && (code !== 'OL' || LISTED_UNITS.test(name));
  const tickerWords = hasWords ? wordsInBrackets(name, layout.isCaseCertain) : '';
  return { ticker, tickerWords, code, typeName: type?.name ?? '' };
}

const isNote = (name: string, code: string | null): boolean =>
  CODES_WITH_DEBT.includes(code) ? isDebt(name) : isLinkedNote(name);
