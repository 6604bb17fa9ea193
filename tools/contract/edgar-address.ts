/** Where EDGAR shows a filing. The address follows from its number, so it is not stored. */

/** The index page of a filing. `cik`: that of the filer or the issuer, without leading zeros. */
export function edgarIndexPage(cik: string, accession: string): string {
  const folder = accession.replaceAll('-', '');
  return `https://www.sec.gov/Archives/edgar/data/${cik}/${folder}/${accession}-index.htm`;
}
