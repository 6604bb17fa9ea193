/** Positions in English, as far as registers have fixed words for them. Any other text is shown as filed. */

import { type Html, html } from '../../../html.js';
import { breakable } from '../table.js';

/** Finansinspektionen gives its choices in both languages; those of BaFin are the terms of its form. */
const ENGLISH: ReadonlyMap<string, string> = new Map([
  ['verkställande direktör (vd)', 'Chief executive officer'],
  ['vd', 'Chief executive officer'],
  ['vice vd', 'Deputy chief executive officer'],
  ['ekonomichef/finanschef/finansdirektör', 'Chief financial officer'],
  ['styrelseordförande', 'Chair of the board'],
  ['styrelseledamot/suppleant', 'Board member or deputy'],
  ['styrelseledamot', 'Board member'],
  ['annan ledande befattningshavare', 'Other senior executive'],
  [
    'annan medlem i bolagets administrations-, lednings- eller kontrollorgan',
    'Other member of the administrative, management or supervisory body',
  ],
  [
    'arbetstagarrepresentant i styrelsen eller arbetstagarsuppleant',
    'Employee representative on the board, or deputy',
  ],
  ['vorstand', 'Management board'],
  ['aufsichtsrat', 'Supervisory board'],
  ['sonstige führungsperson', 'Other senior manager'],
  ['in enger beziehung', 'Closely associated'],
]);

/** The position in English with the register's own words below it; only those where they have no known translation. */
export function positionWords(asFiled: string): Html | string {
  const english = ENGLISH.get(asFiled.toLowerCase());
  return english === undefined
    ? breakable(asFiled)
    : html`${english} <span class="note">${breakable(asFiled)}</span>`;
}
