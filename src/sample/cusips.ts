/** Made-up CUSIPs of the invented issuers: numbers from 99 on are kept free for private use and belong to nobody. */

import { issuerOf, issuers } from './issuers.js';

/** `issue` tells the securities of one issuer apart: 10 is the first share class. */
export function sampleCusip(tickerOrName: string, issue = '10'): string {
  const place = issuers.indexOf(issuerOf(tickerOrName));
  const eight = `99${String(place * 7 + 11).padStart(4, '0')}${issue}`;
  return eight + checkDigit(eight);
}

/** Modulus 10 double add double, as the CUSIP standard has it. */
function checkDigit(eight: string): number {
  let sum = 0;
  for (const [i, sign] of [...eight].entries()) {
    const value = Number.parseInt(sign, 36) * (i % 2 === 0 ? 1 : 2);
    sum += Math.floor(value / 10) + (value % 10);
  }
  return (10 - (sum % 10)) % 10;
}
