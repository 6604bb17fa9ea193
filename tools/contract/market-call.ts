/** Where the rows of a name of a European register are read: the call, the endpoint and the page. */

import type { EuCountry } from './markets/index.js';
import { EU_NAME_MAX } from './rules.js';

export interface MarketCall {
  /** Arguments of get_eu_filings. */
  arguments: Record<string, string>;
  /** The same by REST. */
  path: string;
  /** Path of the page. */
  page: string;
}

/** `code`: an ISIN or LEI of the issuer, or null if the register names none. `manager`: null for the issuer alone. */
export function marketCall(
  country: EuCountry,
  { issuer, code, manager }: { issuer: string; code: string | null; manager: string | null },
): MarketCall {
  // A person is found by both names as published, so that namesakes at other companies stay out.
  const names: Array<[name: string, value: string | null]> =
    manager === null
      ? [['issuer', code ?? nameArgument(issuer)]]
      : [
          ['issuer', nameArgument(issuer)],
          ['manager', nameArgument(manager)],
        ];
  const given = names.flatMap(
    ([name, value]): Array<[string, string]> => (value === null ? [] : [[name, value]]),
  );
  const text = new URLSearchParams(given).toString();
  const query = text === '' ? '' : `?${text}`;
  return {
    arguments: { country, ...Object.fromEntries(given) },
    path: `/v1/eu/${country}${query}`,
    // Some rows of an issuer have no identifier: those of a manager are found by both names.
    page:
      namePage({ country, issuer, code: manager === null ? code : null }, manager) ??
      `/eu/${country}${query}`,
  };
}

/** An issuer as a register names it; `code` is an ISIN or LEI, or null. */
interface MarketIssuer {
  country: EuCountry;
  issuer: string;
  code: string | null;
}

/** The page of an issuer, or of a manager of it; null where a name is too long for an argument. */
export function namePage({ country, issuer, code }: MarketIssuer, manager: string | null): string | null {
  const names = [code !== null && IDENTIFIER.test(code) ? null : issuer, manager];
  if (names.some((name) => name !== null && (name !== nameArgument(name) || /^\.{1,2}$/.test(name))))
    return null;
  const [named, person] = names.map((name) => (name === null ? '' : encodeURIComponent(name)));
  const page = named === '' ? `/eu/issuers/${code}` : `/eu/${country}/issuers/${named}`;
  return person === '' ? page : `${page}/managers/${person}`;
}

/** An ISIN or an LEI. */
const IDENTIFIER = /^(?:[A-Z]{2}[A-Z0-9]{9}\d|[A-Z0-9]{18}\d{2})$/;

/** As `issuer` and `manager` accept it, or null: the beginning of a long name finds it too. */
function nameArgument(name: string): string | null {
  const text = name.slice(0, EU_NAME_MAX).toWellFormed();
  return /[\p{L}\p{N}]/u.test(text) ? text : null;
}
