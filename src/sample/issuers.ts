/**
 * The invented issuers. Their symbols were looked up in the ticker table of the SEC and belonged to nobody;
 * their CIKs start with 99000, a range that EDGAR does not give out.
 */

export interface SampleIssuer {
  /** As the ticker table writes it (a class with a hyphen); '' for an issuer without a symbol. */
  ticker: string;
  /** Ten digits. */
  cik: string;
  name: string;
  /** The name before, with how many days ago it changed. */
  formerName?: { name: string; daysAgo: number };
  /** Further symbols of the same CIK. */
  otherTickers?: string[];
  /** Null where the ticker table names no exchange. */
  exchange: 'Nasdaq' | 'NYSE' | 'OTC' | null;
  /** How its filers type the symbol, in turn; the ticker itself when not given. */
  typed?: readonly string[];
  /** Of the traded security. */
  securityTitle: string;
  /** USD about a year ago, in shares of today. */
  price: number;
  /** New shares for one old share, with how many days ago they were first traded. */
  split?: { newForOld: number; daysAgo: number };
  /** Insiders on its board of the sample. */
  insiders: number;
  /** True where ordinary market trades go on all year; the others trade only in their stories. */
  trades: boolean;
  city: string;
  state: string;
  /** Standard Industrial Classification, as the header writes it. */
  industry: string;
}

type Row = [
  ticker: string,
  name: string,
  price: number,
  insiders: number,
  city: string,
  state: string,
  industry: string,
  more?: Partial<SampleIssuer>,
];

const SOFTWARE = 'SERVICES-PREPACKAGED SOFTWARE [7372]';
const DRUGS = 'PHARMACEUTICAL PREPARATIONS [2834]';
const BANK = 'STATE COMMERCIAL BANKS [6022]';
const CHIPS = 'SEMICONDUCTORS & RELATED DEVICES [3674]';
const RETAIL = 'RETAIL-VARIETY STORES [5331]';
const OIL = 'CRUDE PETROLEUM & NATURAL GAS [1311]';
const REIT = 'REAL ESTATE INVESTMENT TRUSTS [6798]';
const DEVICES = 'SURGICAL & MEDICAL INSTRUMENTS & APPARATUS [3841]';
const BLANK = 'BLANK CHECKS [6770]';
const OTC = { exchange: 'OTC' } as const;
const NYSE = { exchange: 'NYSE' } as const;
const BUSY = { trades: true } as const;

const rows: Row[] = [
  // Clusters.
  ['ZQRA', 'Zquorra Robotics, Inc.', 42.5, 6, 'GLIMMERTON', 'MA', CHIPS],
  ['QVEX', 'Quivexel Therapeutics, Inc.', 8.4, 4, 'NORTH SPINDLE', 'CA', DRUGS],
  ['ZYLO', 'Zyloquent Software Corp', 131, 5, 'PAPERVALE', 'WA', SOFTWARE, NYSE],
  ['XQIN', 'Xquinby & Daughters, Inc.', 27.8, 6, 'DRAYMARSH', 'OH', RETAIL, NYSE],
  ['VQAR', 'Vaquarrel Cloud Systems, Inc.', 88, 4, 'TALLOWGATE', 'TX', SOFTWARE],
  ['QNTZ', 'Quantizzle Energy Partners Corp', 15.2, 4, 'FLATHOLM', 'OK', OIL, NYSE],
  [
    'ABCD',
    'Alderbright Cadmium Holdings, Inc.',
    33,
    4,
    'COPPERLEY',
    'NV',
    'METAL MINING [1000]',
    { ...NYSE, typed: ['NYSE: ABCD', 'ABCD', 'NYSE:ABCD', 'abcd'] },
  ],
  // Near misses of clusters.
  ['ZZTA', 'Zuzzetta Foods, Inc.', 19.4, 4, 'MILLRACE', 'WI', 'CANNED, FRUITS & VEG [2033]'],
  ['WQRL', 'Wherequell Logistics, Inc.', 11, 4, 'LONGHAUL', 'TN', 'TRUCKING (NO LOCAL) [4213]'],
  ['YXLO', 'Yexelo Biologics, Inc.', 6.1, 3, 'SERUMVALE', 'NJ', DRUGS],
  [
    'XOVQ',
    'Xovaquil Shipping Holdings Inc.',
    9.3,
    3,
    'HARBOUR NOTCH',
    'NY',
    'DEEP SEA FOREIGN TRANSPORTATION [4412]',
  ],
  ['QLUM', 'Quillumen Optics, Inc.', 24, 4, 'PRISMFORD', 'AZ', DEVICES],
  // Streaks.
  ['ZENQ', 'Zenquarry Minerals Corp', 12.6, 4, 'BASALT REACH', 'CO', 'GOLD AND SILVER ORES [1040]', NYSE],
  ['VYXT', 'Vyxtable Data, Inc.', 210, 3, 'TALLOWGATE', 'TX', SOFTWARE],
  ['KQRA', 'Kaquorra Bancshares, Inc.', 31, 2, 'TILLERBURG', 'PA', BANK],
  ['JQNS', 'Jaquenscott Homes, Inc.', 54, 4, 'GABLETON', 'GA', 'OPERATIVE BUILDERS [1531]', NYSE],
  ['OQRE', 'Oquirrel Diagnostics, Inc.', 5.75, 3, 'SERUMVALE', 'NJ', DEVICES],
  [
    'PQVA',
    'Pequavolt Batteries, Inc.',
    17.3,
    3,
    'AMPERE FALLS',
    'MI',
    'MISCELLANEOUS ELECTRICAL MACHINERY [3690]',
  ],
  ['RXQO', 'Rexquoin Payments, Inc.', 64, 3, 'COINSBURY', 'UT', 'SERVICES-BUSINESS SERVICES, NEC [7389]'],
  [
    'TQLE',
    'Tequelle Apparel Group, Inc.',
    22,
    2,
    'HEMSTITCH',
    'NC',
    'APPAREL & OTHER FINISHED PRODS [2300]',
    { ...NYSE, split: { newForOld: 2, daysAgo: 140 } },
  ],
  // Odd spellings and issuers without a symbol.
  [
    'XYZQ',
    'Xylozine Quarry Products, Inc.',
    7.9,
    3,
    'BASALT REACH',
    'CO',
    'CONCRETE PRODUCTS [3272]',
    { ...OTC, typed: ['(XYZQ)', 'XYZQ'] },
  ],
  [
    'QQZ-A',
    'Quaquazz Media Holdings, Inc.',
    18.5,
    4,
    'INKWELL',
    'NY',
    'TELEVISION BROADCASTING STATIONS [4833]',
    { ...NYSE, otherTickers: ['QQZ-B'], typed: ['QQZ.B', 'QQZ.A'], securityTitle: 'Class B Common Stock' },
  ],
  [
    '',
    'Nonesuch Harbor Net Lease Trust, Inc.',
    10,
    3,
    'HARBOUR NOTCH',
    'NY',
    REIT,
    { typed: ['NONE', 'N/A'], exchange: null },
  ],
  [
    '',
    'Unlistable Farmland Income Fund, Inc.',
    25,
    3,
    'FURROW',
    'IA',
    REIT,
    { typed: ['none', 'NONE', '-'], exchange: null },
  ],
  [
    'UQNA',
    'Uquenna Acquisition Corp. IV',
    10.4,
    3,
    'COINSBURY',
    'DE',
    BLANK,
    { otherTickers: ['UQNA-UN', 'UQNA-WT'], securityTitle: 'Class A Ordinary Shares' },
  ],
  // Depositary shares.
  [
    'BQRT',
    'Baquerrit Pharma plc',
    14.2,
    3,
    'LOWER MEDLAR',
    'X0',
    DRUGS,
    { securityTitle: 'American Depositary Shares' },
  ],
  [
    'HXQA',
    'Hexquadra Navigation Ltd.',
    3.6,
    3,
    'KERFUFFLE BAY',
    'L3',
    'SEARCH, DETECTION, NAVIGATION [3812]',
    { securityTitle: 'Ordinary Shares, par value $0.001' },
  ],
  // Ordinary business all year.
  [
    'GZQA',
    'Gazquanta Networks, Inc.',
    47,
    4,
    'PAPERVALE',
    'WA',
    'TELEPHONE & TELEGRAPH APPARATUS [3661]',
    { ...BUSY, typed: ['gzqa'], formerName: { name: 'Gazquanta Telegraph Co', daysAgo: 150 } },
  ],
  ['FQIL', 'Fuquil Oil & Gas Corp', 28, 4, 'FLATHOLM', 'OK', OIL, { ...BUSY, ...NYSE }],
  ['DXQR', 'Dexquire Semiconductor, Inc.', 156, 5, 'GLIMMERTON', 'MA', CHIPS, BUSY],
  ['EQXA', 'Equexa Water Works, Inc.', 61, 4, 'MILLRACE', 'WI', 'WATER SUPPLY [4941]', { ...BUSY, ...NYSE }],
  ['LQZA', 'Laquiza Surgical, Inc.', 92, 4, 'PRISMFORD', 'AZ', DEVICES, BUSY],
  ['MXQO', 'Moxquo Entertainment, Inc.', 13.4, 4, 'INKWELL', 'NY', 'SERVICES-MOTION PICTURE [7812]', BUSY],
  ['NQVA', 'Naquava Community Bancorp', 26, 4, 'TILLERBURG', 'PA', BANK, BUSY],
  [
    'SXQL',
    'Saxaquill Insurance Group, Inc.',
    73,
    4,
    'GABLETON',
    'GA',
    'FIRE, MARINE & CASUALTY INSURANCE [6331]',
    { ...BUSY, ...NYSE },
  ],
  ['CXQZ', 'Cozquiz Interactive, Inc.', 36, 4, 'TALLOWGATE', 'TX', SOFTWARE, BUSY],
  [
    'AQXE',
    'Aquaxelle Cruise Lines Ltd.',
    20.6,
    4,
    'HARBOUR NOTCH',
    'NY',
    'WATER TRANSPORTATION [4400]',
    { ...BUSY, ...NYSE },
  ],
  ['IQVA', 'Iquavane Genomics, Inc.', 4.85, 4, 'SERUMVALE', 'NJ', DRUGS, BUSY],
  [
    'ZQPH',
    'Zaqualph Aerospace, Inc.',
    118,
    4,
    'AMPERE FALLS',
    'MI',
    'AIRCRAFT PARTS & AUXILIARY EQUIPMENT [3728]',
    { ...BUSY, ...NYSE },
  ],
  ['WXQT', 'Wexquat Stores, Inc.', 39, 4, 'HEMSTITCH', 'NC', RETAIL, { ...BUSY, exchange: null }],
];

export const issuers: readonly SampleIssuer[] = rows.map(
  ([ticker, name, price, insiders, city, state, industry, more], i) => ({
    ticker,
    cik: String(9_900_000_101 + i * 7),
    name,
    exchange: 'Nasdaq',
    securityTitle: 'Common Stock',
    price,
    insiders,
    trades: false,
    city,
    state,
    industry,
    ...more,
  }),
);

const byName = new Map(
  issuers.flatMap((issuer) => [[issuer.ticker, issuer] as const, [issuer.name, issuer] as const]),
);

/**
 * The issuer of this ticker, or of this name where it has none.
 * @throws RangeError when there is none.
 */
export function issuerOf(tickerOrName: string): SampleIssuer {
  const issuer = byName.get(tickerOrName);
  if (!issuer) throw new RangeError(`no sample issuer ${tickerOrName}`);
  return issuer;
}

/** What the issuer was called on a day that lies `daysAgo` days back. */
export const nameAt = (issuer: SampleIssuer, daysAgo: number): string =>
  issuer.formerName && daysAgo > issuer.formerName.daysAgo ? issuer.formerName.name : issuer.name;

/** A made-up closing price in USD `daysAgo` days back, in shares of that day: a slow wave and a fast one, two decimals. */
export function priceAt(issuer: SampleIssuer, daysAgo: number): number {
  const phase = Number(issuer.cik.slice(-4));
  const wave = 0.12 * Math.sin((daysAgo + phase) / 41) + 0.035 * Math.sin((daysAgo * 3 + phase) / 13);
  const oldShares = issuer.split !== undefined && daysAgo > issuer.split.daysAgo ? issuer.split.newForOld : 1;
  return Math.round(issuer.price * (1 + wave) * oldShares * 100) / 100;
}
