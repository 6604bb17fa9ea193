/** The names of symbols, and the members whose reports are judged again when a name is added. */

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { memberReports, pendingMembers } from '../../../src/store/congress/effective-trades.js';
import { memberPortfolio } from '../../../src/store/congress/member-portfolio.js';
import type { Store } from '../../../src/store/database/open.js';
import { addSymbolNames, markMembersOfNewNames, symbolNames } from '../../../src/store/symbol-names.js';
import { emptyStore } from '../empty-store.js';
import { derive, houseReport, IDA, members, trade, write, writeMembers } from './invented-reports.js';

describe('store/congress/symbol-names', () => {
  let store: Store;
  beforeEach(() => {
    store = emptyStore();
  });
  afterEach(() => store.close());

  const asset = 'Oakpine Telemetry, Inc. (UTMA) [ST]';
  const reported = () =>
    houseReport('20030001', {
      trades: [
        trade(0, { ticker: '', tickerWords: 'UTMA', assetDescription: asset, typeFiled: 'G', type: '' }),
      ],
    });
  const served = () => memberPortfolio(store, IDA.bioguide).trades.map(({ ticker }) => ticker);

  it('a name of a symbol is known once, in one spelling of the symbol, and no text that is none', () => {
    const name = 'QUIBBLECOMBE CORP';
    addSymbolNames(store, [
      { symbol: 'QBL-B', name },
      { symbol: 'qbl.b ', name },
      { symbol: 'NONE OF THEM', name },
      { symbol: null, name },
    ]);
    expect(symbolNames(store, 'QBLB')).toEqual([name]);
    expect(store.sql('SELECT symbol FROM symbol_name').all()).toHaveLength(1);
  });

  it('a report is read back as written, with the words that may be a ticker', () => {
    writeMembers(store, members(IDA));
    write(store, reported());
    derive(store);
    expect(memberReports(store, IDA.bioguide)).toEqual([reported()]);
  });

  it('a name that is added later makes the word a ticker, and concerns no other member', () => {
    writeMembers(store, members(IDA));
    write(store, reported());
    derive(store);
    expect(served()).toEqual(['']);
    addSymbolNames(store, [{ symbol: 'ZQRA', name: 'OAKPINE TELEMETRY INC' }]);
    markMembersOfNewNames(store);
    expect(pendingMembers(store)).toEqual([]);
    addSymbolNames(store, [{ symbol: 'UTMA', name: 'OAKPINE TELEMETRY INC' }]);
    markMembersOfNewNames(store);
    expect(pendingMembers(store)).toEqual([IDA.bioguide]);
    derive(store);
    expect(served()).toEqual(['UTMA']);
    markMembersOfNewNames(store);
    expect(pendingMembers(store)).toEqual([]);
  });
});
