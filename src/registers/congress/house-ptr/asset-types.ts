/** The asset type codes of the House: what each means, in our words, and whether such an asset can have a ticker. */

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
  /** '' when the asset has none. */
  ticker: string;
  /** As filed, in capitals; null when no code stands at the end. */
  code: string | null;
  /** '' for an unknown or missing code. */
  typeName: string;
}

/** What the layout of a report says about its assets. */
export interface AssetLayout {
  /** The text gives letters in the case of the page. Before May 2022 it may not. */
  isCaseCertain: boolean;
  /** Assets end with a code. Before August 2018 none did. */
  hasCodes: boolean;
}

const CURRENT_LAYOUT: AssetLayout = { isCaseCertain: true, hasCodes: true };
/**
 * What filers put in brackets at the end of a name, where no code shows that the form put a ticker there: words, and
 * states. A state that is also a ticker (`MA`) is taken for a state, unless the name is that company's: no ticker is
 * better than another company's.
 */
const NON_TICKER_WORDS = new Set(
  [
    'ADR ADS BOND CASH CLASS ETF FUND HSA INC IRA LLC LP MUNI NEW PLC REIT ROTH SEP STOCK TRUST UGMA UK US USA UTMA',
    'AK AL AR AZ CA CO CT DC DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT',
    'NC ND NE NH NJ NM NV NY OH OK OR PA PR RI SC SD TN TX UT VA VT WA WI WV WY',
  ].flatMap((line) => line.split(' ')),
);
/** Companies whose ticker is a state too, as their names begin. */
const STATE_TICKER_COMPANIES: Readonly<Record<string, RegExp>> = {
  AL: /^air lease\b/i,
  AR: /^antero resources\b/i,
  CA: /^ca,? inc\b/i,
  DE: /^deere\b/i,
  HI: /^hillenbrand\b/i,
  MA: /^mastercard\b/i,
  MD: /^mednax\b/i,
  MO: /^altria\b/i,
  MS: /^morgan stanley\b/i,
  MT: /^arcelormittal\b/i,
  NE: /^noble corp/i,
  SC: /^santander consumer\b/i,
  SD: /^sandridge\b/i,
  TX: /^ternium\b/i,
  WY: /^weyerhaeuser\b/i,
};
/** What only listed businesses have, in the names of assets that most often are none. */
const LISTED_UNITS = /\b(?:units?|shares?|stock)\b/i;
const TICKER = /^[A-Z]{1,5}([.-][A-Z])?$/;
/** A mutual fund: five letters, the last an X. Where the asset has no other word, it is the ticker. */
const FUND_SYMBOL = /^[A-Z]{4}X$/;

/**
 * Reads the end of an asset: `(TICKER) [XX]`. A ticker has one to five letters, with one letter after a dot or hyphen
 * for a class; a CUSIP holds digits and is none. Of `FSKAX [OT]` the only word is the ticker.
 */
export function readAsset(asset: string, layout: AssetLayout = CURRENT_LAYOUT): ParsedAsset {
  const text = asset.trim();
  const [end, filedCode] = /\[([A-Za-z0-9]{2})\]$/.exec(text) ?? [''];
  const code = filedCode?.toUpperCase() ?? null;
  const type = code === null ? undefined : ASSET_TYPES[code];
  const name = text.slice(0, text.length - end.length).trim();
  const hasTicker = code === null ? !layout.hasCodes : type?.hasTicker !== false;
  return { ticker: hasTicker ? tickerOf(name, layout, code) : '', code, typeName: type?.name ?? '' };
}

function tickerOf(name: string, layout: AssetLayout, code: string | null): string {
  const filed = /\(([^()]*)\)$/.exec(name)?.[1];
  if (filed === undefined) return code !== null && FUND_SYMBOL.test(name) ? name : '';
  const ticker = layout.isCaseCertain ? filed : filed.toUpperCase();
  if (!TICKER.test(ticker) || (code === 'OL' && !LISTED_UNITS.test(name))) return '';
  const isWord =
    code === null && NON_TICKER_WORDS.has(ticker) && STATE_TICKER_COMPANIES[ticker]?.test(name) !== true;
  return isWord ? '' : ticker;
}
