/** Addresses of the House Clerk, and its request limits. */

export const CLERK_ORIGIN = 'https://disclosures-clerk.house.gov';

/** One request at a time, a second and a half apart: no throttling was seen at that rate. */
export const CLERK_PACE = { perSecond: 1, minGapMs: 1500, maxConcurrent: 1 } as const;

/** First year whose index has today's columns, with FilingType P. */
export const FIRST_YEAR = 2015;

export const indexAddress = (year: number | string, origin = CLERK_ORIGIN) =>
  `${origin}/public_disc/financial-pdfs/${year}FD.zip`;

/** `year` is the year of the index that lists the report. */
export const pdfAddress = (year: number | string, documentId: string, origin = CLERK_ORIGIN) =>
  `${origin}/public_disc/ptr-pdfs/${year}/${documentId}.pdf`;
