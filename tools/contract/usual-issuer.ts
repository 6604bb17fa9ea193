/** Which row names the company of an ISIN in European registers. */

/**
 * The newest row with the issuer that most rows name, the newest issuer of several: one row may have the ISIN of another
 * company. `rows`: newest first.
 */
export function rowOfUsualIssuer<R extends { issuerName: string }>(rows: readonly R[]): R | undefined {
  const counts = new Map<string, { row: R; rows: number }>();
  for (const row of rows) {
    const known = counts.get(row.issuerName);
    if (known === undefined) counts.set(row.issuerName, { row, rows: 1 });
    else known.rows += 1;
  }
  // The sort keeps the order of equal ones, which is that of the newest row of each.
  return [...counts.values()].sort((a, b) => b.rows - a.rows)[0]?.row;
}
