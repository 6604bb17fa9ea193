/** Values that several answers compute from stored columns in the same way. */

interface OwnerRelationship {
  is_director: number;
  is_officer: number;
  is_ten_percent_owner: number;
  officer_title: string | null;
  other_text: string | null;
}

/** The officer title as filed, else the strongest relationship that the filing states; never empty. */
export function ownerTitle(owner: OwnerRelationship): string {
  const officerTitle = owner.officer_title?.trim() ?? '';
  if (officerTitle !== '') return officerTitle;
  if (owner.is_director === 1) return 'Director';
  if (owner.is_ten_percent_owner === 1) return '10% Owner';
  const otherText = owner.other_text?.trim() ?? '';
  if (otherText !== '') return otherText;
  return owner.is_officer === 1 ? 'Officer' : 'Reporting owner';
}

/** The filing's index page on EDGAR. */
export function rawFilingUrl(issuerCik: string, accession: string): string {
  const folder = accession.replaceAll('-', '');
  return `https://www.sec.gov/Archives/edgar/data/${issuerCik}/${folder}/${accession}-index.htm`;
}

/** A sum of filed numbers without binary rounding errors. */
export function rounded(sum: number, decimals: number): number {
  return Number(sum.toFixed(decimals));
}
