/** The prices: fails-to-deliver files of the SEC, late and full of gaps as the real ones are. */

import { cusipOf, type Issuer, issuers, priceAt, SPLIT } from './cast.js';
import { as, back } from './day.js';
import { draws, hash } from './draw.js';
import type { MadeDocument } from './made-document.js';

const HEADING = 'SETTLEMENT DATE|CUSIP|SYMBOL|QUANTITY (FAILS)|DESCRIPTION|PRICE';
/** Weekdays in a file: more than half a month ever has, so that no two files have one name. */
const FILE_DAYS = 13;
const FILES = 20;
/** The newest file is weeks old, as the real one. */
const NEWEST = 14;
export function failsToDeliver(): MadeDocument[] {
  return Array.from({ length: FILES }, (_, place) => {
    const oldest = NEWEST + FILE_DAYS * (FILES - place) - 1;
    const name = `cnsfails${as(back(oldest), 'hm')}`;
    const url = `https://www.sec.gov/files/data/fails-deliver-data/${name}.zip`;
    return { key: name, kind: 'fails-to-deliver', url, body: failsFile(oldest) };
  });
}

/** One file, from its oldest settlement day on. */
function failsFile(oldest: number): string {
  const lines: string[] = [];
  let shares = 0;
  for (let day = oldest; day > oldest - FILE_DAYS; day -= 1) {
    const draw = draws(`fails ${day}`);
    for (const issuer of issuers.filter(({ ticker }) => ticker !== ''))
      for (const symbol of [issuer.ticker, ...issuer.otherTickers]) {
        if (!draw.chance(issuer.isBusy ? 65 : 6 + (hash(issuer.name) % 40))) continue;
        const quantity = draw.between(1, 90_000);
        shares += quantity;
        const cusip = cusipOf(issuer.ticker, symbol === issuer.ticker ? '10' : '20');
        const name = issuer.name.toUpperCase().slice(0, 30);
        // The close of the day before; `.` where there is none.
        const isUnpriced = issuer.exchange === 'OTC' || symbol.endsWith('-WT') || draw.chance(2);
        const price = isUnpriced ? '.' : settlementPrice(issuer, day).toFixed(2);
        lines.push([as(back(day), 'co'), cusip, symbol.replaceAll('-', ''), quantity, name, price].join('|'));
      }
  }
  const trailer = [`Trailer record count ${lines.length}`, `Trailer total quantity of shares ${shares}`];
  return [HEADING, ...lines, ...trailer].join('\n');
}

/** On the first settlement day after a split the register still states an old share. */
function settlementPrice(issuer: Issuer, day: number): number {
  const isLate = issuer.ticker === SPLIT.ticker && day + 1 === SPLIT.back;
  return priceAt(issuer, isLate ? SPLIT.back + 1 : day + 1);
}
