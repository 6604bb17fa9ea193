/** The company of a row: its symbol and its name, with a link to its page. */

import { localLink, symbolAndName } from './links.js';
import type { PageRequest } from './page.js';
import type { Column } from './table.js';

interface OfCompany {
  issuerName: string;
  issuerTicker: string;
  url: string;
}

export function companyColumn<R extends OfCompany>(request: PageRequest): Column<R> {
  const column: Column<OfCompany> = {
    field: 'issuerName',
    head: 'Company',
    roomy: true,
    as: (name, { issuerTicker }) => symbolAndName(issuerTicker, name),
    to: ({ url }) => localLink(request, url),
  };
  // A row with more fields has these too.
  return column as unknown as Column<R>;
}
