/** The restriction on the use of reports under the Ethics in Government Act, as pages say it. */

export const USE_OF_REPORTS =
  'By 5 U.S.C. 13107(c) these reports may not be used for an unlawful purpose, for a commercial purpose other than by news and communications media for the general public, for a credit rating, or to solicit money.';
