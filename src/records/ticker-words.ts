/** Words in the place of a ticker, as a report has them: which of them is the symbol of the asset is decided by derivation. */

/** Between the words, the last of the report first: `ADR; INFY` of `Infosys Limited (INFY) (ADR)`. */
const SEPARATOR = '; ';
/** One to five letters, with one or two after a mark for a class: `BRK.B`, `BRK/B`, `DD-PA`. */
const TICKER_FORM = /^[A-Z]{1,5}(?:[./-][A-Z]{1,2})?$/;

/** Whether a word has the form of a ticker. */
export const hasTickerForm = (word: string): boolean => TICKER_FORM.test(word);

/** The field of a record for these words; '' if none of them has the form of a ticker. */
export function joinTickerWords(words: readonly string[]): string {
  return words.some(hasTickerForm) ? words.join(SEPARATOR) : '';
}

/** The words of the field of a record, the last of the report first. */
export const splitTickerWords = (field: string): string[] => field.split(SEPARATOR);

/** The field as part of a record, which has it only where there are words. */
export const withTickerWords = (field: string): { tickerWords?: string } =>
  field === '' ? {} : { tickerWords: field };
