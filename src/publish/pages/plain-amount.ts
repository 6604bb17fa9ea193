/** An amount as people write it, for the tools, which take plain numbers. */

const WRITTEN = /^[$€£]?\s?(\d{1,15}|\d{1,3}(?:[, ]\d{3})+)(\.\d{1,6})?\s?(k|m|b)?$/i;
/** How many places a letter moves the decimal point. */
const PLACES: Readonly<Record<string, number>> = { k: 3, m: 6, b: 9 };

/** `$1,000,000`, `1 000 000` and `1m` as `1000000`; any other text as it is, for the tool to refuse. */
export function plainAmount(text: string): string {
  const written = WRITTEN.exec(text);
  if (written === null) return text;
  // The first group is always there.
  const whole = (written[1] as string).replace(/[, ]/g, '');
  const decimals = (written[2] ?? '').slice(1);
  const places = PLACES[(written[3] ?? '').toLowerCase()] ?? 0;
  const rest = decimals.slice(places).replace(/0+$/, '');
  const number = (whole + decimals.slice(0, places).padEnd(places, '0')).replace(/^0+(?=\d)/, '');
  return rest === '' ? number : `${number}.${rest}`;
}
