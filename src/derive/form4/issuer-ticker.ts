/** The trading symbol of an issuer, out of the free text of its filings and the ticker table of the day. */

import { itemAt } from '../../collections.js';

/** A symbol as filed, with the number of filings that carry it. */
export interface FiledSymbol {
  symbol: string;
  count: number;
}

const NON_SYMBOLS = new Set(
  (
    'NONE|N/A|N\\A|NA|N.A|N A|NIL|NULL|NO|TBD|NOT APPLICABLE|NOT LISTED|NOT TRADED|NOT AVAILABLE|NO SYMBOL|' +
    'NO TICKER|PRIVATE|UNLISTED|PENDING|UNKNOWN'
  ).split('|'),
);

/** Markets whose name is never a symbol, also when it stands alone. Longer names first. */
const MARKETS =
  'NYSE AMERICAN|NYSEAMERICAN|NYSE ARCA|NYSE MKT|NYSEMKT|NYSE|NASDAQ GLOBAL SELECT MARKET|NASDAQ GLOBAL SELECT|' +
  'NASDAQ GLOBAL MARKET|NASDAQ GLOBAL|NASDAQ CAPITAL MARKET|NASDAQ[- ]?[GC][SM]|NASDAQ|AMEX|OTC ?MARKETS|' +
  'OTC PINK|OTC[- ]?BB|OTC ?Q[BX]|OTC|TSX[- ]?V|TSX|ASX';
/** Markets whose short name is also somebody's symbol: believed only before a colon. */
const SHORT_MARKETS = 'ARCA|CBOE|BATS|IEX|NEO|CSE|LSE|AIM|PINK|EURONEXT|NYQ|NMS';

const MARKET_ALONE = new RegExp(`^(?:${MARKETS})$`);
const MARKET_BEFORE = new RegExp(`^(?:(?:${MARKETS})\\s*[:/\\-\\s]|(?:${SHORT_MARKETS})\\s*:)\\s*`);
const MARKET_BEHIND = new RegExp(`(?:\\s*[-:/\\s]\\s*(?:${MARKETS})|\\.(?:PK|OB|OTC|QB|QX))$`);

/** One to five letters, perhaps a class, unit, warrant or right behind a separator. */
const SINGLE_SYMBOL = /^[A-Z]{1,5}(?:[./-][A-Z]{1,3}){0,2}$/;
/** A class behind a blank: MACI U, BRK B, ABC WS. */
const SPACED_CLASS = /^[A-Z]{2,5} (?:[A-Z]|WS|WT|RT|UN)$/;

/** What a filed text says: one symbol, several that must not be glued, or none. */
type SymbolText = { kind: 'one'; symbol: string } | { kind: 'several'; parts: string[] } | { kind: 'none' };

/** Reads one filed symbol. Text that is no symbol (numbers, product names) counts as none. */
export function parseSymbol(filed: string): SymbolText {
  let text = filed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/["'`´‘’“”()[\]{}<>*]/g, ' ')
    .replace(/[‐-―]/g, '-')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^[$.,;:\-/ ]+|[.,;:\-/ ]+$/g, '');
  if (text === '' || NON_SYMBOLS.has(text) || MARKET_ALONE.test(text)) return { kind: 'none' };
  text = text.replace(MARKET_BEFORE, '').replace(MARKET_BEHIND, '').trim();
  if (text === '' || NON_SYMBOLS.has(text) || MARKET_ALONE.test(text)) return { kind: 'none' };

  // "N O G" is one symbol typed with blanks; two letters alone could as well be two symbols.
  if (/^[A-Z](?: [A-Z]){2,4}$/.test(text)) return { kind: 'one', symbol: text.replaceAll(' ', '') };
  if (SPACED_CLASS.test(text)) return { kind: 'one', symbol: text };
  // A slash sets off a class (BRK/B) or a second symbol (MOGA/MOGB).
  if (SINGLE_SYMBOL.test(text) && !/\/[A-Z]{2,}/.test(text)) return { kind: 'one', symbol: text };

  const parts = text
    .split(/\s*[,;&|+]\s*|\s+(?:AND|OR)\s+|\/|\s+/)
    .map((part) => part.replace(MARKET_BEFORE, '').replace(MARKET_BEHIND, ''))
    .filter((part) => part !== '' && part !== 'AND' && part !== 'OR' && !MARKET_ALONE.test(part));
  if (parts.length > 0 && parts.every((part) => SINGLE_SYMBOL.test(part))) {
    const distinct = [...new Set(parts)];
    return distinct.length === 1
      ? { kind: 'one', symbol: itemAt(distinct, 0) }
      : { kind: 'several', parts: distinct };
  }
  return { kind: 'none' };
}

/** BRK.B, BRK-B, BRK/B, BRK B and BRKB are one symbol. */
const bareSymbol = (symbol: string) => symbol.replace(/[./\s-]/g, '');

/**
 * The symbol to show for an issuer, '' when none can be trusted:
 * 1. the only ticker that the table lists for the CIK;
 * 2. of several, the one that filings name most often (as filed, when the filing sets off the class);
 * 3. of several, none of which any filing names, the first: the table puts the common share first, and a current
 *    ticker of this very CIK is never wrong, while a filed text that is unknown to the table often is;
 * 4. for a CIK that the table does not list, the clean symbol most often filed, then the newest;
 * 5. nothing.
 * @param filed the texts of the issuer's filings, newest first
 * @param tickers the table's tickers of this CIK, common share first
 */
export function issuerTicker(filed: readonly FiledSymbol[], tickers: readonly string[]): string {
  const listed = [...new Set(tickers.map((ticker) => ticker.trim().toUpperCase()).filter(Boolean))];
  if (listed.length === 1) return itemAt(listed, 0);

  const counts = new Map<string, number>();
  for (const { symbol, count } of filed) {
    const text = parseSymbol(symbol);
    // Glued class symbols (GLOGPRA) are too long to be believed, unless the table knows them.
    const known = listed.find((ticker) => bareSymbol(ticker) === bareSymbol(symbol.trim().toUpperCase()));
    const name = text.kind === 'one' ? text.symbol : (known ?? '');
    if (name !== '') counts.set(name, (counts.get(name) ?? 0) + count);
  }
  if (listed.length === 0) return mostFiled(counts);

  const inTable = new Map<string, number>();
  for (const [symbol, count] of counts) {
    const ticker = listed.find((one) => bareSymbol(one) === bareSymbol(symbol));
    if (ticker === undefined) continue;
    const shown = /[./\s-]/.test(symbol) ? symbol : ticker;
    inTable.set(shown, (inTable.get(shown) ?? 0) + count);
  }
  return mostFiled(inTable) || itemAt(listed, 0);
}

/** The highest count; of equals the first, which is the newest. */
function mostFiled(counts: Map<string, number>): string {
  let best = '';
  let most = 0;
  for (const [symbol, count] of counts) {
    if (count > most) {
      best = symbol;
      most = count;
    }
  }
  return best;
}
