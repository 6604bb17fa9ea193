/** Reads the closes that the prices of one issuer are compared with, and notes which of them a verdict rests on. */

import type { FiledCloses } from '../../derive/index.js';
import type { CusipSymbol } from '../../records/portfolios/cusip.js';
import type { RawClose } from '../../records/prices/price.js';
import type { Store } from '../../store/database/open.js';
import { securitiesWithSymbol } from '../../store/portfolios/tracker-records.js';
import { AWAITED_SOURCE, type AwaitedCloses } from '../../store/prices/awaited-closes.js';
import { closesOf } from '../../store/prices/prices.js';

export class ClosesReader implements FiledCloses {
  private readonly read = new Map<string, AwaitedCloses & { closes: RawClose[] }>();

  constructor(private readonly store: Store) {}

  closes(symbol: string, since: string, until: string): readonly RawClose[] {
    const key = `${symbol} ${since} ${until}`;
    const known = this.read.get(key);
    if (known !== undefined) return known.closes;
    const closes = closesOf(this.store, AWAITED_SOURCE, symbol, since, until);
    this.read.set(key, { symbol, since, until, closes });
    return closes;
  }

  securities(symbol: string, since: string): readonly CusipSymbol[] {
    return securitiesWithSymbol(this.store, symbol, since);
  }

  /** What was read: another close of these days may change a verdict. */
  get awaited(): AwaitedCloses[] {
    return [...this.read.values()];
  }
}
