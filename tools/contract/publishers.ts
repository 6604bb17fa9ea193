/** The publishers of several registers, and what the description of a public source contains. */

/** A source as the catalog lists it. One source may consist of several registers. */
export interface PublicSource<Id extends string = string> {
  /** The public id: `meta.source` of an answer. */
  id: Id;
  /** What pages call it. */
  name: string;
  /** What one of its documents is called, in the plural. */
  documents: string;
  publisher: string;
  homepage: string;
  /** One sentence for people about its terms. */
  note: string;
}

/** A publisher whose documents belong to several registers or sources. */
export interface Publisher {
  name: string;
  homepage: string;
  /** What is known about the terms of its documents. */
  terms: string;
}

const REPORT_TERMS =
  'Public domain as to copyright, yet restricted in use: 5 U.S.C. 13107(c) forbids using a report for an unlawful purpose, for a commercial purpose other than by news and communications media for dissemination to the general public, for establishing a credit rating, or for soliciting money.';

export const SEC: Publisher = {
  name: 'U.S. Securities and Exchange Commission',
  homepage: 'https://www.sec.gov/edgar',
  terms:
    'The SEC treats information on sec.gov as public; it may be copied and passed on without its permission, and the SEC wants to be named as the source. https://www.sec.gov/about/privacy-information',
};

export const CLERK_OF_THE_HOUSE: Publisher = {
  name: 'Clerk of the House',
  homepage: 'https://disclosures-clerk.house.gov/FinancialDisclosure',
  terms: REPORT_TERMS,
};

export const SECRETARY_OF_THE_SENATE: Publisher = {
  name: 'Secretary of the Senate',
  homepage: 'https://efdsearch.senate.gov/',
  terms:
    'Its agreement repeats 5 U.S.C. 13107(c): no report may be obtained or used for an unlawful purpose, for a commercial purpose other than by news and communications media for the general public, to establish a credit rating, or to solicit money.',
};

export const OGE: Publisher = {
  name: 'U.S. Office of Government Ethics',
  homepage: 'https://www.oge.gov/web/oge.nsf/Officials%20Individual%20Disclosures%20Search%20Collection',
  terms: REPORT_TERMS,
};
