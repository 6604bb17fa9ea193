/**
 * Chooses the reporting owner that the feed shows for the rows of a joint filing. The form has no primary
 * owner, and the order of the owners has no meaning, so the choice is fixed here.
 */

import type { ReportingOwner } from '../../records/form4/form4.js';

/**
 * Words that mark a conformed name as the name of an organisation, unless they come first, where a person has
 * the surname (CHURCH ROBERT). Two-letter words count only at the end (PARK SE JUN is a person). Names with a
 * digit, an ampersand, a state between slashes or a word such as "of", and names of one word, are
 * organisations too. All other names count as people. A fund with an unusual name may pass as a person; that
 * matters only if it also claims to be an officer or director.
 */
const ENTITY_WORDS = new Set(
  (
    'LLC LLP LP LTD LIMITED INC INCORPORATED CORP CORPORATION CO COMPANY COMPANIES PLC AG SA NV BV SE AB ASA OYJ KG ' +
    'GMBH SARL SPA SPC SICAV SCSP PTE PTY PARTNERS PARTNERSHIP PARTNERSHIPS ASSOCIATES TRUST TRUSTS TRUSTEES ' +
    'FOUNDATION ESTATE FUND FUNDS CAPITAL HOLDING HOLDINGS GROUP GP MANAGEMENT MANAGERS ADVISORS ADVISERS ADVISORY ' +
    'INVESTMENT INVESTMENTS INVESTORS VENTURES VENTURE EQUITY SECURITIES BANK BANCORP BANCSHARES INSURANCE ' +
    'ENTERPRISES ENTERPRISE INTERNATIONAL INDUSTRIES TECHNOLOGIES PROPERTIES REALTY RESOURCES ENERGY ' +
    'OPPORTUNITIES OPPORTUNITY MASTER OFFSHORE ONSHORE FAMILY ENDOWMENT UNIVERSITY COLLEGE CHURCH PENSION PLAN ' +
    'ESOP TREASURY MINISTRY GOVERNMENT AUTHORITY SOCIETY ASSOCIATION COOPERATIVE SERVICES PRODUCTS SYSTEMS ' +
    'AGGREGATOR ACQUISITION SPONSOR VEHICLE POOLED ASSET ASSETS PARTICIPATIONS AKTIENGESELLSCHAFT AKTIEBOLAG'
  ).split(' '),
);

/** Whether a conformed name (surname first) is the name of a person and not of an organisation. */
export function isNaturalPerson(name: string): boolean {
  const upper = name.toUpperCase();
  // A Danish company ends with A/S; a foundation and a public fund of the Continent begin with their kind. Caisse is a last name too.
  if (
    /[0-9&]|\/[A-Z]{2,3}\/?$|\b[AKP]\/S$|\b(?:OF|THE|FOR|AND)\b|^(?:STICHTING|FONDATION|CAISSE (?:D(?:E|ES|U)|NATIONALE|CENTRALE|REGIONALE|POPULAIRE))\b/.test(
      upper,
    )
  )
    return false;
  // L.P. and S.A. are LP and SA.
  const words = upper
    .replace(/\b([A-Z])\.(?=[A-Z]\b)/g, '$1')
    .split(/[^\p{L}'’]+/u)
    .filter(Boolean);
  if (words.length < 2) return false;
  return !words.some((word, at) => {
    const inPlace = word.length > 2 ? at > 0 : at === words.length - 1;
    return inPlace && ENTITY_WORDS.has(word);
  });
}

/**
 * The CIK of the owner to show: a natural person who is an officer, then one who is a director, then the
 * first owner with the ten-percent flag, then the first owner. '' if the filing names no owner.
 */
export function displayOwner(owners: readonly ReportingOwner[]): string {
  if (owners.length <= 1) return owners[0]?.cik ?? '';
  const people = owners.filter((owner) => isNaturalPerson(owner.name));
  const chosen =
    people.find((owner) => owner.isOfficer) ??
    people.find((owner) => owner.isDirector) ??
    owners.find((owner) => owner.isTenPercentOwner) ??
    owners[0];
  return chosen?.cik ?? '';
}
