/** Which row names the company of an ISIN in European registers. */

import { compareText } from '../../src/collections.js';

interface NamingRow {
  issuerName: string;
  pdmrName: string;
  publicationAt: string;
}

/** The rows of one name of an issuer. */
interface RowsOfName<R> {
  newest: R;
  rows: number;
  first: string;
  people: Set<string>;
}

/**
 * The newest row with the issuer that most rows name, the newest issuer of several: one row may have the ISIN of another
 * company. The newest name counts alone if the company was renamed.
 */
export function rowOfUsualIssuer<R extends NamingRow>(rows: readonly R[]): R | undefined {
  const names = new Map<string, RowsOfName<R>>();
  for (const row of [...rows].sort((a, b) => compareText(b.publicationAt, a.publicationAt))) {
    const { issuerName, pdmrName, publicationAt } = row;
    const known = names.get(issuerName);
    if (known === undefined)
      names.set(issuerName, { newest: row, rows: 1, first: publicationAt, people: new Set([pdmrName]) });
    else {
      known.rows += 1;
      known.first = publicationAt;
      known.people.add(pdmrName);
    }
  }
  const [latest] = names.values();
  // The sort keeps the order of equal ones, which is that of the newest row of each.
  const [usual] = [...names.values()].sort((a, b) => b.rows - a.rows);
  if (latest === undefined || usual === undefined) return undefined;
  return isRename(latest, usual) ? latest.newest : usual.newest;
}

/**
 * True where two people name the issuer so on two days, and none since has named it as before: one person may repeat a wrong ISIN, and
 * one who files for several at once gives it for all of them.
 */
function isRename<R extends NamingRow>(latest: RowsOfName<R>, usual: RowsOfName<R>): boolean {
  const isOnTwoDays = latest.first.slice(0, 10) < latest.newest.publicationAt.slice(0, 10);
  return latest.people.size > 1 && isOnTwoDays && latest.first > usual.newest.publicationAt;
}
