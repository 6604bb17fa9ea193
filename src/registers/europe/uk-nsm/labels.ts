/** The labels of the notification form, including printed variants: split, renumbered and reworded. */

import { itemAt } from '../../../collections.js';
import { type HtmlBlock, type HtmlCell, linesOf } from '../../formats/html.js';
import { leadingNumber } from './numbered-items.js';

/** What a label means. The letters in quotes are those of the form of Regulation (EU) 2016/523. */
export type FormLabel =
  | 'person' // heading of section 1
  | 'reason' // heading of section 2
  | 'issuer' // heading of section 3
  | 'transaction' // heading of section 4, repeated for each instrument, nature, day and place
  | 'name'
  | 'first-name' // for forms that give first and last names separately
  | 'last-name'
  | 'position'
  | 'initial'
  | 'lei'
  | 'instrument'
  | 'code'
  | 'nature'
  | 'prices'
  | 'aggregated'
  | 'date'
  | 'place'
  | 'more'
  | 'end';

/** Matched against the label without white space and punctuation, in lower case. */
const LABELS: Array<[FormLabel, RegExp]> = [
  [
    'person',
    /^detailsof(?:the)?(?:pdmrs?)?(?:and|or)?(?:persons?(?:discharging|closely)|restrictedperson)|^detailsof(?:the)?pdmrs?(?:$|pca|andpca|orpca)|^detailsof(?:the)?(?:natural|legal|or|and)+persons?|^detailsof(?:the)?(?:directors?|individuals?)(?:and|or)?(?:pdmrs?|persons?|$)|^persons?dischargingmanagerialresponsibilit\w{1,3}(?:pdmrs?)?(?:and|or)?(?:persons?closelyassociated(?:withthem)?)?(?:pcas?)?$/,
  ],
  ['reason', /^reasons?for(?:the|this)?notification/],
  ['issuer', /^detailsof(?:the)?issuer/],
  ['transaction', /^detailsof(?:the)?transactions?(?:$|section)/],
  [
    'name',
    /^(?:full|legalentity|pdmr)?names?$|^nameandlegalform$|^(?:full)?names?of(?:the)?(?:(?:natural|legal|or|and)*(?:person|pdmr|pca|director|individual)|restrictedperson|entity|issuer)s?(?:dealing)?(?:(?:or|and)?(?:pdmr|pca|director|(?:person)?(?:discharging|closely)\w{0,80}))?$/,
  ],
  ['first-name', /^(?:first|given|fore)names?$/],
  ['last-name', /^(?:last|family|sur)names?$/],
  ['position', /^positions?(?:(?:or|and)?status(?:es)?)?$|^positionstatus|^status$/],
  ['initial', /^initialnotification(?:or|and)?amendment|^initialnotification$|^initialamendment|^amendment$/],
  ['lei', /^lei(?:code|number|no)?$|^legalentityidentifier/],
  [
    'instrument',
    /^descriptionof(?:the)?(?:(?:financial)?instruments?|securit(?:y|ies)$)|^financialinstrument$|^typeofinstrument/,
  ],
  ['code', /^(?:security)?identificationcode|^isin(?:code)?$/],
  ['nature', /^(?:descriptionof(?:the)?)?natureof(?:the)?transactions?|^transactionnature$/],
  [
    'prices',
    /^(?:currency)?(?:share)?prices?(?:pershare|paid)?(?:and)?(?:volumes?|quantity|numberof\w*(?:shares|securities))|^(?:volumes?|quantity|numberof\w{0,12}(?:shares|securities))(?:and)?(?:share)?prices?(?!range)|^transactions?summarytable/,
  ],
  ['aggregated', /^aggregat(?:ed?|ion)(?:information|volume|price|total)|^totalvolumes?andprices?/],
  ['date', /^dates?(?:andtimes?)?of(?:the)?transactions?|^transactiondates?$/],
  ['place', /^places?of(?:the)?transactions?|^tradingvenue$/],
  ['more', /^additionalinformation/],
  [
    'end',
    /^thisinformationisprovidedby|^nameof(?:the)?officer|^dateofnotification|^forfurther(?:information|details|enquiries)|^enquiries|^ends?$|^notestoeditors/,
  ],
];

/** The label of a row's first filled cell. `rest` is the text after it in the same cell. */
export function labelOf(
  cell: HtmlCell,
  cells: number,
): { label: FormLabel; text: string; rest: HtmlCell[] } | null {
  const first = cell.blocks[0];
  if (first?.kind !== 'line') return null;
  const line = first.text
    .slice(0, 400)
    .replace(
      /^\W*(?:\(?(?:[a-h]|[ivx]{1,4}|[1-5](?:\.\d{1,2})?)[).:]+\s*|[1-5](?:\.\d{1,2}|\s?\(?[a-h]\)?)?[.):]*\s+(?:[-–]\s*)?)/i,
      '',
    );
  const colon = line.indexOf(':');
  const whole = normaliseLabel(line);
  // A label may be split over two lines of its cell.
  const joined = cells > 1 ? normaliseLabel(linesOf(cell.blocks).slice(0, 3).join(' ').slice(0, 400)) : whole;
  const beforeColon = colon > 0 ? normaliseLabel(line.slice(0, colon)) : null;
  for (const [label, pattern] of LABELS) {
    const matched =
      pattern.test(whole) ||
      (cells > 1 && pattern.test(joined)) ||
      (beforeColon !== null && pattern.test(beforeColon));
    if (!matched) continue;
    const text = linesOf([itemAt(cell.blocks, 0), ...cell.blocks.slice(1)].slice(0, 6)).join(' ');
    if (cells > 1) return { label, text: text.slice(0, 400), rest: [] };
    const blocks: HtmlBlock[] = [];
    if (colon > 0 && beforeColon !== null && pattern.test(beforeColon)) {
      const value = first.text.slice(first.text.indexOf(':') + 1).trim();
      if (value !== '' && !/^sectiontoberepeated/.test(normaliseLabel(value)))
        blocks.push({ kind: 'line', text: value });
    }
    // The form prints two labels one above the other: `Description …` and `Identification code`.
    for (const block of cell.blocks.slice(1))
      if (
        block.kind === 'table' ||
        !/^(?:identificationcode|aggregatedvolume|price|typeofinstrument)$/.test(normaliseLabel(block.text))
      )
        blocks.push(block);
    return { label, text: line, rest: blocks.length > 0 ? [{ blocks, colspan: 1, rowspan: 1 }] : [] };
  }
  return null;
}

export function isEnumerator(cell: HtmlCell): boolean {
  const text = linesOf(cell.blocks).join(' ');
  return /^\W*(?:[a-h]|[ivx]{1,4}|\d{1,2}(?:\.\d{1,2}|\s?\(?[a-h]\)?)?)\W*$/i.test(text);
}

/** For comparing labels: letters and digits only, because one provider wraps each letter in its own tag. */
export function normaliseLabel(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** The label of a figure of section 4c in a separate row. */
export function isFigureLabel(cell: HtmlCell): boolean {
  const first = cell.blocks[0];
  const said = first?.kind === 'line' ? itemAt(leadingNumber(first.text).rest.split(':'), 0) : '';
  return /^(?:currency|(?:unit)?prices?|volumes?|quantity)$/.test(normaliseLabel(said));
}

/** `2`, `b)`, `4 A`: an enumerator on a separate line, before the label that it numbers. */
export function isLoneEnumerator(cell: HtmlCell): boolean {
  const text = linesOf(cell.blocks).join(' ');
  return /^\(?(?:[a-h]|[ivx]{1,4})[).]$|^[a-h]$|^[1-5](?:\.\d{1,2}|\s?[A-Ha-h])?[.)]?$/.test(text);
}

/** A digit numbers a section; before a field it is a value of the field above, such as a volume of 2. */
export function canNumber(mark: HtmlCell, label: FormLabel): boolean {
  const section = SECTIONS[label];
  const digit = /\d/.exec(linesOf(mark.blocks).join(' '))?.[0];
  return digit === undefined || digit === section;
}

const SECTIONS: Partial<Record<FormLabel, string>> = {
  person: '1',
  reason: '2',
  issuer: '3',
  transaction: '4',
};
