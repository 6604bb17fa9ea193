/** The lists of a tracked portfolio, searched as plainly as possible: what the read model is compared with. */

import type { Row } from '../../src/read-model/tables.js';
import { trackerRowsOf } from '../../src/store/rows/trackers.js';
import type {
  FoundTrackerRows,
  StoredTrackerRow,
  TrackerRowsQuery,
} from '../../tools/contract/reads/trackers.js';
import type { TrackerDetail } from '../../tools/contract/shapes/tracker.js';
import { tickerBase } from '../../tools/contract/ticker.js';

interface PlainRow extends StoredTrackerRow {
  ticker: string;
  traded: string;
}

function plainRow([, list, position, kind, ticker, , traded, , json]: Row): PlainRow {
  // The types of these columns in the description of the table.
  return { list, position, kind, ticker, traded, json } as PlainRow;
}

/** What `trackerRows` answers for this portfolio. */
export function searchTrackerRows(detail: TrackerDetail, question: TrackerRowsQuery): FoundTrackerRows {
  const { lists, kinds, tickers, since, until, after, limit } = question;
  const fits = tickers.map((one) => one.replace(/[-/ ]/g, '.'));
  const isWanted = ({ list, ticker }: PlainRow) => {
    const own = ticker.replace(/[-/ ]/g, '.');
    const isNamed = fits.some((one) => one === own || (one === tickerBase(one) && one === tickerBase(own)));
    return lists.includes(list) && (tickers.length === 0 || isNamed);
  };
  const isOfKind = ({ kind }: PlainRow) => kinds === null || kinds.includes(kind);
  const isInTime = ({ traded }: PlainRow) =>
    (since === null && until === null) ||
    (traded !== '' && traded >= (since ?? '') && traded <= (until ?? '9999'));
  const own = trackerRowsOf(detail).map(plainRow).filter(isWanted);
  const found = own
    .filter((row) => isOfKind(row) && isInTime(row))
    .sort((a, b) => (a.list < b.list ? -1 : a.list > b.list ? 1 : a.position - b.position));
  const isBehind = ({ list, position }: PlainRow) =>
    after === undefined || list > after[0] || (list === after[0] && position > after[1]);
  const isDated = since !== null || until !== null;
  return {
    rows: found
      .filter(isBehind)
      .slice(0, limit)
      .map(({ list, position, kind, json }) => ({ list, position, kind, json })),
    unreadable: 0,
    total: found.length,
    undated: isDated ? own.filter((row) => isOfKind(row) && row.traded === '').length : 0,
    untyped: kinds === null ? 0 : own.filter((row) => row.kind === '' && isInTime(row)).length,
  };
}
