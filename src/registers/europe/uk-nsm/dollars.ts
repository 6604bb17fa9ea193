/** Which dollar a text names. A plain `$` is the US dollar only if no word next to it names another one. */

interface Dollar {
  currency: string;
  per: 1;
}

/** Dollars other than plain `$`: the letters that may touch the sign, and the word before `dollars`. */
const DOLLARS: ReadonlyArray<{ currency: string; marks: string; word: string }> = [
  { currency: 'USD', marks: 'US|U\\.S\\.|USD', word: 'US|U\\.S\\.|American' },
  { currency: 'AUD', marks: 'AU|AUS|Aus|AUD', word: 'Australian?' },
  { currency: 'CAD', marks: 'CA|CAN|Can|CDN|Cdn|CAD', word: 'Canad(?:a|ian)' },
  { currency: 'HKD', marks: 'HK|HKD', word: 'Hong Kong' },
  { currency: 'SGD', marks: 'SG|SGD', word: 'Singapore(?:an)?' },
  { currency: 'NZD', marks: 'NZ|NZD', word: 'New Zealand' },
];
/** One letter must touch the sign: in `Class A $1.10` it does not belong to it. */
const ONE_LETTER: Readonly<Record<string, string>> = { A: 'AUD', C: 'CAD', S: 'SGD' };

/** The marks of dollars before a number. Null is a sign that does not determine a unit. */
export const DOLLARS_BEFORE: Array<[RegExp, Dollar | null]> = [
  ...DOLLARS.map(({ currency, marks, word }): [RegExp, Dollar] => [
    new RegExp(`(?<![A-Za-z])(?:${marks}|${word})\\s?\\$\\s*$`),
    { currency, per: 1 },
  ]),
  ...Object.entries(ONE_LETTER).map(([letter, currency]): [RegExp, Dollar] => [
    new RegExp(`(?<![A-Za-z])${letter}\\$\\s*$`),
    { currency, per: 1 },
  ]),
  // Reals, New Taiwan dollars and others; `C $1.05`, and `Jamaican $1.05`.
  [/[A-Za-z]\$\s*$/, null],
  [/(?:^|[(:,]\s*)[ACS]\s\$\s*$/, null],
  [/\b[A-Z][a-z]+(?:an|ese)\s\$\s*$/, null],
];

/** `Canadian dollars` after a number. */
export const DOLLARS_AFTER = DOLLARS.map(({ currency, word }): [RegExp, Dollar] => [
  new RegExp(`^\\s{0,2}(?:${word})\\s?dollars?\\b`, 'i'),
  { currency, per: 1 },
]);

const NAMES = DOLLARS.map(({ currency, marks, word }): [RegExp, Dollar] => {
  const letter = Object.entries(ONE_LETTER).find(([, own]) => own === currency)?.[0];
  const signs = letter === undefined ? '' : `|${letter}(?=\\$)`;
  return [
    new RegExp(
      `^(\\s?(?:per|/) ?(?:\\w+ ){0,2}(?:shares?|units?|ADS|security)\\b)?\\s?[(,]?\\s?(?:in )?(?:${marks}|${word}${signs})` +
        '(?:\\s?(?:\\$|[Dd]ollars?|currency))?(?!\\s?\\d|[A-Za-z$])\\)?',
    ),
    { currency, per: 1 },
  ];
});

/**
 * The dollar that the words after a plain `$1.05` or `1.05 dollars` name: `CAD`, `(Canadian)`, `per share (AUD)`; and the text
 * without its name.
 */
export function dollarAfter(after: string): { unit: Dollar; rest: string } | null {
  for (const [pattern, unit] of NAMES) {
    const match = pattern.exec(after);
    if (match !== null) return { unit, rest: `${match[1] ?? ''}${after.slice(match[0].length)}` };
  }
  return null;
}

/** The dollars that a heading names; null for dollars that are not known, or for several. */
export function dollarsIn(text: string): Array<Dollar | null> {
  if (!/\$|\bdollars?\b/i.test(text)) return [];
  const letters = [...text.matchAll(/(?<![A-Za-z])([A-Za-z])\$|\$([A-Z])(?![A-Za-z])/g)].map(
    ([, before, after]) => ONE_LETTER[before ?? after ?? ''] ?? null,
  );
  const named = DOLLARS.filter(({ marks, word }) =>
    new RegExp(`(?<![A-Za-z])(?:${marks}|${word})(?![A-Za-z])`).test(text),
  ).map(({ currency }) => currency);
  const all = [...named, ...letters];
  if (
    all.length === 0 &&
    /[A-Za-z]{2}\$|\b[A-Z][a-z]+(?:an|ese) (?:\$|dollars?\b)|(?<!\bClass )\b[ACS] \$/.test(text)
  )
    return [null];
  return all.length === 0
    ? [{ currency: 'USD', per: 1 }]
    : all.map((currency) => (currency === null ? null : { currency, per: 1 }));
}
