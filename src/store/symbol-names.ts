/** Every name that was ever known for a symbol: of the SEC's table, of securities in its fails files, and of issuers in Form 4. */

import { bareSymbol } from '../records/portfolios/cusip.js';
import { hasTickerForm, splitTickerWords } from '../records/ticker-words.js';
import type { Store } from './database/store.js';
import { countTrackerInputs } from './portfolios/tracker-inputs.js';

/** What counts how often names were added; see `tracker-inputs.ts`. */
export const SYMBOL_NAMES = 'symbol-names';

/** Adds names that are not known yet. None is ever removed: a report of last year has the name of that time. */
export function addSymbolNames(store: Store, names: Iterable<{ symbol: string | null; name: string }>): void {
  const put = store.sql('INSERT INTO symbol_name (symbol, name) VALUES (?, ?) ON CONFLICT DO NOTHING');
  let added = 0;
  for (const { symbol, name } of names) {
    const word = symbol?.trim().toUpperCase() ?? '';
    if (hasTickerForm(word)) added += put.run(bareSymbol(word), name.trim()).changes;
  }
  if (added > 0) countTrackerInputs(store, [SYMBOL_NAMES]);
}

/** The names of one symbol without marks. */
export function symbolNames(store: Store, symbol: string): string[] {
  return store
    .sql<{ name: string }>('SELECT name FROM symbol_name WHERE symbol = ? ORDER BY name')
    .all(symbol)
    .map(({ name }) => name);
}

/**
 * Marks the members whose reports have a word for which a name was added since this was called last: it may be a symbol
 * now, or be one no longer.
 */
export function markMembersOfNewNames(store: Store): void {
  const added = new Set(
    store
      .sql<{ symbol: string }>('SELECT DISTINCT symbol FROM symbol_name WHERE is_new = 1')
      .all()
      .map(({ symbol }) => symbol),
  );
  if (added.size === 0) return;
  const mark = store.sql(
    `INSERT INTO pending_member (member_id) SELECT DISTINCT f.member_id
     FROM stock_act_trade t JOIN stock_act_filer f ON f.report_id = t.report_id WHERE t.ticker_words = ?
     ON CONFLICT DO NOTHING`,
  );
  store.transaction(() => {
    const filed = store
      .sql<{ words: string }>(
        'SELECT DISTINCT ticker_words AS words FROM stock_act_trade WHERE ticker_words IS NOT NULL',
      )
      .all();
    for (const { words } of filed) {
      const symbols = splitTickerWords(words).flatMap((word) => [word, word.split(/[./-]/)[0] ?? word]);
      if (symbols.some((symbol) => added.has(bareSymbol(symbol)))) mark.run(words);
    }
    store.sql('UPDATE symbol_name SET is_new = 0 WHERE is_new = 1').run();
  });
}
