/**
 * The ticker that filers type in brackets at the end of an asset's name, for the reports of the House, the Senate
 * and OGE. The same brackets hold many other short words, and some of those are tickers too.
 */

/** What filers put in the place of a ticker that means something else. */
const OTHER_WORDS = new Set(
  [
    // Securities and funds.
    'ADR ADRS ADS BDC BOND BONDS CALL CALLS CD CDS CEF CL CLASS COM DRIP ETF ETN ETP FUND GDR GO GOVT GP MLP MMF',
    'MUNI NEW NOTE NOTES OLD OPT ORD PFD PREF PUT PUTS REIT SER SPAC SPDR STOCK SWAP TRUST UIT UNIT UNITS WS WT WTS',
    'A B C CONV CVR EIF LOAN MBS MTN PERP QOF REG RTS SAFE SHS SPV TIPS',
    'CEFS COMM DIV EM ESG ETFS ETNS INTL IPO MLPS MM NAV PE PRIV PVT RE REITS VC',
    // Debt, above all of states and cities, and who insures it.
    'AGM AMBAC AMT BAB BAM BAN BILL BILLS CAB CMO COP COPS ELN ETD ETM FDIC FFCB FGIC FHLB FRN GAN GNMA ISD MBIA NATL',
    'PRE PSF RAN REV SIPC TAN TBILL TVA UTX',
    // Companies.
    'AG A/S BV CO CORP II III INC IV LLC LLP LP LTD NV PLC SA THE',
    // Accounts and owners.
    'ACCT CASH DC ESA ESOP ESPP FBO HSA IRA JT JTWROS KEOGH ROTH RSU SEP SP TOD TR UGMA UTMA',
    'ACC BENE CHILD CUST ISO JOINT NSO RSUS SELF SON TRST TTEE WIFE',
    'CIT DAF DBA DCP DRS GIC PSU SMA TIC TSP UL VUL',
    // Markets.
    'AMEX ARCA BATS CBOE LON LSE NYSE OTC OTCBB OTCQB OTCQX PINK TSE TSX TSXV',
    // Brokers, custodians, and families of funds.
    'AMTD BAC BCS BNY CS DB ETFC GS IBKR JPM LPL LPLA MER ML MS MSSB NFS RBC RJF RY SCHW SF TD TDA UBS WFA WFC',
    'AXA DFA EJ MFS PIMCO TIAA TRP USAA',
    // Countries and their codes.
    'BELGIUM BRAZIL CANADA CHILE CHINA CUBA DENMARK EGYPT EU FINLAND FRANCE GERMANY GHANA INDIA IRAN IRAQ IRELAND',
    'ISRAEL ITALY JAPAN KENYA KOREA MALTA MEXICO NORWAY OMAN PERU QATAR SPAIN SWEDEN TAIWAN UAE UK US USA',
    'AT AU BE BR CH CN DK ES FI FR GB HK IE IT JP KR LU MX NL NO NZ PH PT SE SG TH TW ZA',
    'AUS BEL BMU BRA CAN CHE CHN CYM DEU DNK ESP FRA GBR HKG IND IRL ISR ITA JPN KOR LUX MEX NLD NOR SGP SWE TWN',
    // States, and a city.
    'AK AL AR AZ CA CO CT DC DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT',
    'NC ND NE NH NJ NM NV NY NYC OH OK OR PA PR RI SC SD TN TX UT VA VT WA WI WV WY',
    // Currencies and crypto assets.
    'AUD CAD CHF EUR GBP HKD JPY USD',
    'ADA ALGO ATOM AVAX BAT BCH BNB BTC DOGE DOT ETC ETH FIL LINK LPT LTC MATIC NEAR SHIB SOL SUI TRX USDC USDT XLM XMR',
    'XRP ZEC ZEN',
    // Said instead of a ticker.
    'CUSIP N/A NA NONE TBD',
  ].flatMap((line) => line.split(' ')),
);

/** Those words that are tickers too: what the name of that company or fund contains, of earlier ones as well. */
const NAMES_OF_TICKERS: ReadonlyMap<string, RegExp> = new Map([
  ['A', /\bagilent\b/i],
  ['ACC', /\bamerican campus\b/i],
  ['ADS', /\balliance data\b/i],
  ['AG', /\bfirst majestic\b/i],
  ['AGM', /\bagricultural\b|\bfarmer mac\b/i],
  ['AL', /\bair lease\b/i],
  ['AMT', /\bamer(?:ican)? (?:tower|twr)\b/i],
  ['AMTD', /\bameritrade\b|\bamtd idea\b/i],
  ['AR', /\bantero\b/i],
  ['AT', /\batlantic po?we?r\b/i],
  ['ATOM', /\batomera\b/i],
  ['AU', /\banglogold\b/i],
  ['AUD', /\baudacy\b/i],
  ['AXA', /\baxa (?:sa|s\.a|group|adr|ads|sponsored)/i],
  ['AZ', /\ba2z\b/i],
  ['B', /\bbarnes\b|\bbarrick\b/i],
  ['BAB', /\binvesco\b|\bpowershares\b/i],
  ['BAC', /\bbank of amer|\bbofa\b/i],
  ['BAM', /\bbrookfield\b/i],
  ['BATS', /\bbats global\b/i],
  ['BCH', /\b(?:banco|bank) (?:de|of) chile\b/i],
  ['BCS', /\bbarclays\b/i],
  ['BDC', /\bbelden\b/i],
  ['BE', /\bbloom energy\b/i],
  ['BEL', /\bbelmond\b/i],
  ['BILL', /\bbill(?:[. ]com| holdings| hldgs)/i],
  ['BNY', /\bbank of new york\b|\bbny\b|\bblackrock new york\b/i],
  ['BOND', /\bpimco\b/i],
  ['BR', /\bbroadridge\b/i],
  ['BTC', /\bgrayscale\b.*\bmini\b/i],
  ['BV', /\bbrightview\b/i],
  ['C', /\bciti/i],
  ['CA', /\bca,? inc\b|\bca technologies\b/i],
  ['CAB', /\bcabela/i],
  ['CALL', /\bmagicjack\b/i],
  ['CAN', /\bcanaan\b/i],
  ['CASH', /\bpathward\b|\bmeta financial\b/i],
  ['CBOE', /\bcboe\b/i],
  ['CD', /\bchindata\b/i],
  ['CEF', /\bsprott\b|\bcentral fund\b/i],
  ['CH', /\bchile fund\b/i],
  ['CHE', /\bchemed\b/i],
  ['CHN', /\bchina fund\b/i],
  ['CIT', /\bcit group\b/i],
  ['CL', /\bcolgate\b/i],
  ['CMO', /\bcapstead\b/i],
  ['CO', /\bcord blood\b/i],
  ['COM', /\bauspice\b/i],
  ['COMM', /\bcommscope\b/i],
  ['COP', /\bconoco/i],
  ['CORP', /\bpimco\b/i],
  ['CS', /\bcredit suisse\b/i],
  ['CUBA', /\bherzfeld\b/i],
  ['CVR', /\bchicago rivet\b/i],
  ['DB', /\bdeutsche bank\b/i],
  ['DBA', /\bagric/i],
  ['DC', /\bdakota gold\b/i],
  ['DCP', /\bdcp midstream\b/i],
  ['DE', /\bdeere\b/i],
  ['DIV', /\bsuper ?dividend\b/i],
  ['DK', /\bdelek\b/i],
  ['DRIP', /\bdirexion\b/i],
  ['DRS', /\bdrs\b/i],
  ['EJ', /\be-?house\b/i],
  ['ELN', /\belan\b/i],
  ['EM', /\bsmart share\b/i],
  ['ES', /\beversource\b/i],
  ['ESG', /\bflexshares\b/i],
  ['ESP', /\bespey\b/i],
  ['ETD', /\bethan allen\b/i],
  ['ETFC', /\be ?[*-]? ?trade\b/i],
  ['ETH', /\bgrayscale\b.*\bmini\b|\bethan allen\b/i],
  ['ETM', /\bentercom\b/i],
  ['ETN', /\beaton\b/i],
  ['ETP', /\benergy transfer\b/i],
  ['EU', /\bencore energy\b/i],
  ['FI', /\bfiserv\b|\bfrank[’']?s international\b/i],
  ['FL', /\bfoot ?locker\b/i],
  ['FR', /\bfirst ind(?:ustria)?l\b/i],
  ['FRA', /\bblackrock\b.*\bfloating\b/i],
  ['FRN', /\bfrontier\b/i],
  ['FUND', /\b(?:sprott|royce) focus\b/i],
  ['GAN', /\bgan\b/i],
  ['GB', /\bglobal blue\b/i],
  ['GBR', /\bnew concept\b/i],
  ['GIC', /\bglobal industrial\b/i],
  ['GO', /\bgrocery outlet\b/i],
  ['GOVT', /\bishares\b/i],
  ['GP', /\bgreenpower\b/i],
  ['GS', /\bgoldman\b/i],
  ['HI', /\bhillenbrand\b/i],
  ['HK', /\bhalcon\b/i],
  ['HKD', /\bamtd digital\b/i],
  ['IBKR', /\binteractive brokers\b/i],
  ['ID', /\bparts id\b/i],
  ['IE', /\bivanhoe electric\b/i],
  ['III', /\binformation services\b/i],
  ['INTL', /\bfcstone\b/i],
  ['IPO', /\brenaissance\b/i],
  ['IRL', /\bireland fund\b/i],
  ['ISD', /\bpgim\b|\bprudential\b/i],
  ['ISO', /\bisoplexis\b/i],
  ['ISR', /\bisoray\b/i],
  ['IT', /\bgartner\b/i],
  ['ITA', /\baerospace\b/i],
  ['JP', /\bjupai\b/i],
  ['JPM', /\bj\.? ?p\.? ?morgan\b/i],
  ['KOR', /\bcorvus gold\b/i],
  ['KR', /\bkroger\b/i],
  ['KS', /\bkapstone\b/i],
  ['LINK', /\binterlink\b/i],
  ['LOAN', /\bmanhattan bridge\b/i],
  ['LPL', /\blg display\b/i],
  ['LPLA', /\blpl\b/i],
  ['LPT', /\bliberty property\b/i],
  ['LSE', /\bleishen\b/i],
  ['LTC', /\bltc properties\b/i],
  ['LU', /\blufax\b/i],
  ['LUX', /\bluxottica\b/i],
  ['MA', /\bmaster ?card\b/i],
  ['MBS', /\bangel oak\b/i],
  ['MD', /\bmednax\b|\bpediatrix\b/i],
  ['ME', /\b23 ?and ?me\b/i],
  ['MER', /\bmerrill\b/i],
  ['MI', /\bnft (?:ltd|limited)\b/i],
  ['ML', /\bmoneylion\b/i],
  ['MLP', /\bmaui\b/i],
  ['MM', /\bmillennial media\b/i],
  ['MN', /\bmanning\b/i],
  ['MO', /\baltria\b/i],
  ['MS', /\bmorgan ?stanley\b/i],
  ['MT', /\barcelor ?mittal\b/i],
  ['MTN', /\bvail\b/i],
  ['MUNI', /\bpimco\b/i],
  ['MX', /\bmagnachip\b/i],
  ['NA', /\bnano labs\b/i],
  ['NATL', /\bncr\b|\bnational interstate\b/i],
  ['NAV', /\bnavistar\b/i],
  ['NC', /\bnacco\b/i],
  ['NE', /\bnoble corp/i],
  ['NEAR', /\bishares\b|\bblackrock\b/i],
  ['NEW', /\bpuxin\b/i],
  ['NH', /\bnanthealth\b/i],
  ['NL', /\bnl industries\b/i],
  ['NM', /\bnavios\b/i],
  ['NOR', /\bnoranda\b/i],
  ['NOTE', /\bfiscalnote\b/i],
  ['NYC', /\bamerican strategic\b|\bnew york city reit\b/i],
  ['OPT', /\bopthea\b/i],
  ['OR', /\bosisko\b|\bor royalties\b/i],
  ['PE', /\bparsley\b/i],
  ['PFD', /\bflaherty\b/i],
  ['PH', /\bparker\b/i],
  ['PINK', /\bsimplify\b/i],
  ['PR', /\bpermian resources\b/i],
  ['PRE', /\bpartner ?re\b|\bprenetics\b/i],
  ['PREF', /\bprincipal\b/i],
  ['PRIV', /\bapollo\b/i],
  ['PSF', /\bcohen\b/i],
  ['PT', /\bpintec\b|\bportugal telecom\b/i],
  ['RAN', /\branmarine\b/i],
  ['RBC', /\brbc bearings\b|\bregal beloit\b/i],
  ['RE', /\beverest\b/i],
  ['REG', /\bregency\b/i],
  ['REIT', /\balps\b/i],
  ['REV', /\brevlon\b/i],
  ['RJF', /\braymond james\b/i],
  ['RY', /\broyal bank\b/i],
  ['SA', /\bseabridge\b/i],
  ['SAFE', /\bsafehold\b|\bsafety,? income\b/i],
  ['SC', /\bsantander consumer\b/i],
  ['SCHW', /\bschwab\b/i],
  ['SD', /\bsandridge\b/i],
  ['SE', /\bsea\b|\bspectra energy\b/i],
  ['SELF', /\bself storage\b/i],
  ['SEP', /\bspectra energy\b/i],
  ['SER', /\bserina\b/i],
  ['SF', /\bstifel\b/i],
  ['SG', /\bsweetgreen\b/i],
  ['SMA', /\bsmartstop\b/i],
  ['SOL', /\bemeren\b|\brenesola\b/i],
  ['SON', /\bsonoco\b/i],
  ['SP', /\bsp plus\b|\bstandard parking\b/i],
  ['SUI', /\bsun communities\b/i],
  ['TAN', /\bsolar\b/i],
  ['TD', /\btoronto[- ]dominion\b|\btd bank\b/i],
  ['TH', /\btarget hospitality\b/i],
  ['TIC', /\bacuren\b|\btic solutions\b/i],
  ['TR', /\btootsie\b/i],
  ['TRP', /\btc energy\b|\btrans ?canada\b/i],
  ['TRST', /\btrustco\b/i],
  ['TRX', /\btrx gold\b|\btanzania/i],
  ['TSE', /\btrinseo\b/i],
  ['TSP', /\btusimple\b/i],
  ['TW', /\btrade ?web\b|\btowers watson\b/i],
  ['TWN', /\btaiwan fund\b/i],
  ['TX', /\bternium\b/i],
  ['UAE', /\bishares\b/i],
  ['UBS', /\bubs\b/i],
  ['UK', /\bucommune\b/i],
  ['UL', /\bunilever\b/i],
  ['UNIT', /\buniti\b/i],
  ['USA', /\bliberty all[- ]star\b/i],
  ['USD', /\bproshares\b/i],
  ['UTX', /\b(?:united|utd) tech/i],
  ['VC', /\bvisteon\b/i],
  ['VT', /\bworld\b/i],
  ['WFC', /\bwells fargo\b/i],
  ['WS', /\bworthington\b/i],
  ['WT', /\bwisdomtree\b/i],
  ['WTS', /\bwatts water\b/i],
  ['WY', /\bweyerhaeuser\b/i],
  ['XRP', /\bbitwise\b/i],
  ['ZEN', /\bzendesk\b/i],
]);

/** One to five letters, with one or two after a mark for a class: `BRK.B`, `BRK/B`, `DD-PA`. */
const SYMBOL = /^[A-Z]{1,5}(?:[./-][A-Z]{1,2})?$/;
/** Says that a ticker follows: `Ticker: CCLFX`, `NYSE: IBM`. A symbol of a foreign market can be another company's here. */
const MARK =
  /^(?:(?:stock |trading )?(?:ticker|symbol)(?: symbol)?(?: ?:| )|(?:NASDAQ|NYSE|AMEX|BATS|CBOE|OTC)[ -]?(?:American|Arca|GM|GS|CM|MKT|MKTS|BB|QB|QX|Pink)?:) ?/i;
/** `ROG.SW` of Zurich: ROG is another company here. `.PA` is left out, because preferred shares have it too. */
const OF_FOREIGN_MARKET = /\.(?:AS|AX|BO|BR|CO|DE|HE|HK|KS|LS|MC|MI|MX|NS|NZ|OL|SA|SI|SS|ST|SW|SZ|TO|TW|VI)$/;
/** Brackets right before the last ones, with at most a word or sign in between: `Alpha (ALFA) and (ALFC)`. */
const BRACKETS_BEFORE = /\(([^()]*)\)\s*(?:and|or|[&/,;+])?$/i;
/** In a report whose letter case is uncertain, a word written like a name (`Japan`) is a name. */
const LIKE_A_NAME = /^[A-Z][a-z]{2,}$/;

/** No name ends with as many. Each is searched from the beginning of the name, which a broken page can make very long. */
const MAX_BRACKETS = 8;

/** Called with a word that may be a ticker but probably means something else in this name. */
export type OnDoubt = (word: string) => void;

/**
 * The ticker in brackets at the end of `text`, or before other brackets whose words have a known meaning, as in
 * `Infosys Limited (INFY) (ADR)`. '' where there is none for certain.
 */
export function tickerInBrackets(text: string, onDoubt: OnDoubt, isCaseCertain = true): string {
  let doubtful: string | undefined;
  let name = text.trim();
  for (let read = 0; read < MAX_BRACKETS; read++) {
    const [bracket, inside] = /\(([^()]*)\)$/.exec(name) ?? [];
    if (bracket === undefined || inside === undefined) break;
    name = name.slice(0, -bracket.length).trim();
    const filed = inside.trim();
    const symbol = symbolOf(filed, isCaseCertain);
    if (isTicker(symbol, name, MARK.test(filed))) {
      if (!isOneOfTwo(symbol, name, isCaseCertain)) return symbol;
      doubtful ??= symbol;
      break;
    }
    if (NAMES_OF_TICKERS.has(symbol) && !isClass(symbol, name)) doubtful ??= symbol;
    if (!hasKnownMeaning(filed)) break;
  }
  if (doubtful !== undefined) onDoubt(doubtful);
  return '';
}

/** The word in brackets without the mark that calls it a ticker, in capitals where the letter case is uncertain. */
function symbolOf(filed: string, isCaseCertain: boolean): string {
  const word = filed.replace(MARK, '');
  return isCaseCertain || LIKE_A_NAME.test(filed) ? word : word.toUpperCase();
}

/** Whether another ticker is in brackets right before `symbol`: it is not known which of them was traded. */
function isOneOfTwo(symbol: string, before: string, isCaseCertain: boolean): boolean {
  const [brackets, inside] = BRACKETS_BEFORE.exec(before) ?? [];
  if (brackets === undefined || inside === undefined) return false;
  const other = symbolOf(inside.trim(), isCaseCertain);
  const isSame = other.replace(/[./-]/, '') === symbol.replace(/[./-]/, '');
  return !isSame && isTicker(other, before.slice(0, -brackets.length).trim());
}

/**
 * Whether a word in the place of a ticker is the ticker of `name`. A word with another meaning is only if the
 * name is that company's: no ticker is better than a wrong one. `isMarked`: the report calls it a ticker.
 */
export function isTicker(word: string, name: string, isMarked = false): boolean {
  if (!SYMBOL.test(word) || OF_FOREIGN_MARKET.test(word) || (!isMarked && isClass(word, name))) return false;
  const root = word.replace(/[./-].*/, '');
  if (![word, root, word.replace(/[./-]/, '')].some((one) => OTHER_WORDS.has(one))) return true;
  const names = NAMES_OF_TICKERS.get(root);
  return names !== undefined && (isMarked || names.test(name));
}

/** `Class (A)`. */
const isClass = (word: string, name: string): boolean =>
  word.length === 1 && /\b(?:class|cl|series|ser)\.?$/i.test(name);

/** Whether a word is the ticker of some company and has another meaning as well. */
export const isDoubtful = (word: string): boolean => NAMES_OF_TICKERS.has(word);

/** `ADR`, `Roth IRA`, `Class A`. */
function hasKnownMeaning(text: string): boolean {
  const words = text.toUpperCase().split(' ');
  return words.every((word, place) => OTHER_WORDS.has(word) || (place > 0 && word.length === 1));
}
