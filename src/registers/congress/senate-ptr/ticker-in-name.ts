/** A ticker that a senator typed into the name of an asset instead of the ticker cell. */

/**
 * Words in capitals in the place of a ticker that are not tickers: markets, forms of companies and of
 * securities.
 */
const NON_TICKER_WORDS = new Set(
  (
    'NYSE ARCA AMEX OTC OTCBB CBOE TSX LSE ETF ETN REIT ADR ADS GDR SPDR LLC LP LLP INC CORP LTD PLC CO TRUST FUND ' +
    'USA US UK EU NV SA AG CLASS CL COM CALL PUT BOND NOTE IRA JT SP DC'
  ).split(' '),
);
/** A state in brackets says where a company or a city is. */
const STATES = new Set(
  (
    'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NH NJ NM NY NC ND OH OK OR ' +
    'PA PR RI SC SD TN TX UT VT VA WA WV WI WY'
  ).split(' '),
);
const LISTED_ASSET_TYPES = new Set(['Stock', 'Stock Option']);

/**
 * `SPYM - Tradr 2X Long SPY Monthly ETF` and `Electronic Arts Inc. (EA)` name their ticker; both forms were
 * seen with the ticker confirmed by an amendment or by the market. '' where the name gives none for certain.
 */
export function tickerInName(name: string, assetType: string): string {
  if (!LISTED_ASSET_TYPES.has(assetType)) return '';
  const leading = /^([A-Z]{1,5}(?:[.-][A-Z])?) - \S/.exec(name)?.[1];
  if (leading !== undefined) return NON_TICKER_WORDS.has(leading) ? '' : leading;
  const trailing = /\S \(([A-Z]{1,5}(?:[.-][A-Z])?)\)$/.exec(name)?.[1];
  return trailing === undefined || NON_TICKER_WORDS.has(trailing) || STATES.has(trailing) ? '' : trailing;
}
