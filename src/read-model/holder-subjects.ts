/** What a schedule is found by, beside its company: each as one text. */

export const holderSubject = (cik: string): string => `holder/${cik}`;

/** In capitals. */
export const cusipSubject = (cusip: string): string => `cusip/${cusip}`;
