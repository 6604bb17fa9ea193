/**
 * Whose lot it is, and that person's position. Several persons of one form pair with the lots by number, by
 * the name next to the lot or above it, or by order; a position belongs to its person, never to the lot's place.
 */

import { itemAt, required } from '../../../collections.js';
import { fieldLines, fieldText } from './field-text.js';
import type { FormTransaction, NotificationForm } from './form.js';
import type { TransactionLot } from './lot.js';
import { leadingNumber, type NumberedItem, numberedItems } from './numbered-items.js';
import { isFamilyName, isName, isNameAlone, isOfOtherSex, isPerson, NAME_MAX } from './person-names.js';
import { relativeOf } from './relatives.js';

interface LotPerson {
  name: string;
  /** '' if the form gives several and does not say whose they are. */
  capacity: string;
}

/** The persons of the lots of one section 4. */
export class LotPersons {
  private names: NumberedItem[] | null;
  /** The form numbers its persons. */
  private isNumbered: boolean;
  /** The natures are numbered too, so a number next to a lot may be theirs. */
  private numbersAreNatures: boolean;
  /** The order means something if the names are numbered and no other words identify the lots. */
  private inOrder: boolean;
  private nameLines: string[];
  /** The field of the name only says where the names are. */
  private isElsewhere: boolean;
  private positions: NumberedItem[] | null;
  private positionLines: string[];

  constructor(
    form: NotificationForm,
    { prices, nature }: FormTransaction,
    /** The lots of the section, and the nature of each. */
    private section: { lots: TransactionLot[]; natures: string[] },
  ) {
    this.isElsewhere = isElsewhere(fieldText(form.name));
    const named = this.isElsewhere ? [] : fieldLines(form.name);
    const positions = isElsewhere(fieldText(form.position)) ? [] : fieldLines(form.position);
    this.nameLines = named.map((line) => leadingNumber(withoutBullet(line)).rest);
    const numbered = numberedItems(named);
    this.isNumbered = numbered !== null;
    this.names = numbered ?? separate(this.nameLines) ?? inOneLine(this.nameLines);
    this.positionLines = positions.map((line) => leadingNumber(withoutBullet(line)).rest);
    this.positions = numberedItems(positions);
    this.numbersAreNatures = numberedItems(fieldLines(nature)) !== null;
    const { lots } = section;
    // A person may be named in the cell, but not next to a lot.
    const said = namesIn(`${fieldText(prices)} ${fieldText(nature)}`);
    this.inOrder =
      numbered?.length === lots.length &&
      !this.numbersAreNatures &&
      form.transactions.length === 1 &&
      lots.every((lot) => lot.label === lots[0]?.label) &&
      !numbered.some((item) => said.includes(surnameOf(item)));
  }

  /** @param at the place of the lot in its section */
  of(at: number): LotPerson {
    const { names } = this;
    if (this.isElsewhere) {
      const { label, above } = itemAt(this.section.lots, at);
      return { name: [label, above].find(isNameAlone) ?? '', capacity: this.positionOf(null) };
    }
    if (names === null && this.isListed(itemAt(this.section.lots, at).label))
      return { name: itemAt(this.section.lots, at).label, capacity: this.positionOf(null) };
    if (names === null) {
      const person = { name: joined(this.nameLines), capacity: this.positionOf(null) };
      const labels = this.section.lots.map((lot) => lot.label);
      return relativeOf(itemAt(labels, at), person, labels) ?? person;
    }
    const own = this.ownerOf(names, at);
    const all =
      this.nameLines.length === 1 ? itemAt(this.nameLines, 0) : names.map((item) => item.text).join('; ');
    return {
      name: own?.text ?? all,
      capacity: this.positionOf(own),
    };
  }

  /** `Ada Bramble, Ben Cole and Cy Dunn` are three persons, and the words next to the lot are one of them. */
  private isListed(label: string): boolean {
    const parts = this.nameLines.length === 1 ? itemAt(this.nameLines, 0).split(LIST) : [];
    return parts.includes(label) && parts.every(isName);
  }

  /**
   * The person of the lot's number, of the words next to it, above it or in its nature; otherwise the one at the
   * lot's place, if the order means something.
   */
  private ownerOf(names: NumberedItem[], at: number): NumberedItem | null {
    const { lots, natures } = this.section;
    const lot = itemAt(lots, at);
    const numbered = names.find((item) => item.number === lot.number);
    if (numbered !== undefined && this.numbersArePersons(names)) return numbered;
    const marked = this.markedBy(names, lot.label);
    if (marked !== null) return marked;
    // `Purchase by Ada Bramble`; a sale to her, or a gift from her, may be somebody else's. `By way of gift` names no
    // person.
    const by = /\bby\s+(?!(?:way|means|virtue|reason) of\b)(.*)$/i.exec(itemAt(natures, at))?.[1] ?? '';
    // If no person is above the first lot, the names are below the lots.
    const isAbove = this.saidIn(names, itemAt(lots, 0).above) !== undefined;
    const inCells = namedInFull(names, lot.words);
    for (const text of [lot.label, inCells, isAbove ? lot.above : '', by]) {
      const said = this.saidIn(names, text);
      if (said !== undefined) return said;
    }
    return this.inOrder ? itemAt(names, at) : null;
  }

  /** With `3.` next to a lot of two persons, the numbers count the lots. */
  private numbersArePersons(names: NumberedItem[]): boolean {
    const known = this.section.lots.every(
      ({ number }) => number === null || names.some((item) => item.number === number),
    );
    return known && !this.numbersAreNatures;
  }

  /** The person of `PDMR 2`, or of `BC` where every lot has the initials of one person. */
  private markedBy(names: NumberedItem[], label: string): NumberedItem | null {
    const number = PERSON_NUMBER.exec(label)?.[1];
    if (number !== undefined && this.isNumbered)
      return names.find((item) => item.number === Number(number)) ?? null;
    // `ISA` may be initials too, but not those of every lot.
    const all = this.section.lots.map((lot) => withInitials(names, lot.label));
    return all.includes(null) ? null : withInitials(names, label);
  }

  /** The person whom the words name; null if it is not clear which, undefined if they name no person. */
  private saidIn(names: NumberedItem[], text: string): NumberedItem | null | undefined {
    const said = namesIn(text);
    if (names.some((item) => wordsOf(item.text).some((word) => said.includes(word))))
      return namedIn(names, text);
    return this.holderOf(names, wordsOf(text)) ?? undefined;
  }

  /** The person whose position the words are: `CFO`. */
  private holderOf(names: NumberedItem[], said: string[]): NumberedItem | null {
    const lines = this.positionLines.map((text, i) => ({ number: i + 1, text }));
    const positions = this.positions ?? (lines.length === names.length ? lines : []);
    const held = positions.filter(
      (item) => said.length > 0 && wordsOf(item.text).join(' ') === said.join(' '),
    );
    return held.length === 1 ? (names.find((item) => item.number === held[0]?.number) ?? null) : null;
  }

  private positionOf(person: NumberedItem | null): string {
    if (this.positions === null) {
      const [only = '', ...others] = this.positionLines;
      if (others.length === 0 && person !== null && this.nameLines.length === 1)
        return only.split(AND)[person.number - 1] ?? (AND.test(only) ? '' : only);
      const several = others.length > 0 && person !== null;
      if (!several) return this.positionLines.join(' ').trim();
      const alike = this.positionLines.length === required(this.names, 'names').length;
      return alike ? itemAt(this.positionLines, person.number - 1) : '';
    }
    if (person === null) return this.positions.map((item) => item.text).join('; ');
    return this.positions.find((item) => item.number === person.number)?.text ?? '';
  }
}

/** The text if it names somebody in full: among figures, `May` may be a month and `Long` a plan. */
function namedInFull(names: NumberedItem[], text: string): string {
  const said = wordsOf(text);
  const isIn = names.some((item) => {
    const words = wordsOf(withoutRemark(item.text));
    return words.length > 1 && words.every((word) => said.includes(word));
  });
  return isIn ? text : '';
}

/** The one person whom the text names: in full, otherwise by surname. `Spouse of Ada Bramble` and `Bramble Family Trust` are not her. */
function namedIn(names: NumberedItem[], text: string): NumberedItem | null {
  const said = wordsOf(text);
  const whole = names.filter((item) => {
    const words = wordsOf(withoutRemark(item.text));
    // `2. (not applicable)` has no name.
    return words.length > 0 && words.every((word) => said.includes(word));
  });
  const surname = names.filter(
    (item) =>
      namesIn(text).includes(surnameOf(item)) && standsAlone(item, text) && !isOfOtherSex(item.text, text),
  );
  const [only, ...others] = whole.length > 0 ? whole : surname;
  if (only === undefined || others.length > 0) return null;
  return RELATION.test(text) && !RELATION.test(only.text) ? null : only;
}

/** `Cole` in `Mr Cole`, `B. Cole` or `Cole, Director`; not in `Robert Cole` or `Cole Brothers` next to Ben Cole. */
function standsAlone(item: NumberedItem, text: string): boolean {
  const own: string[] =
    withoutRemark(item.text)
      .toLowerCase()
      .match(/[\p{L}'’-]+/gu) ?? [];
  const tokens: string[] = text.match(/[\p{L}'’-]+|[^\p{L}\s.]+/gu) ?? [];
  const at = tokens.map((token) => token.toLowerCase()).lastIndexOf(surnameOf(item));
  let first = at - 1;
  // The first initial of `B.A. Cole`.
  while (/^\p{L}$/u.test(tokens[first] ?? '') && /^\p{L}$/u.test(tokens[first - 1] ?? '')) first -= 1;
  const inCapitals = /^\p{Lu}+$/u.test(tokens[at] ?? '');
  return [tokens[first], tokens[at + 1]].every((beside = '') => {
    const said: string = beside.toLowerCase();
    const isInitial = said.length === 1 && own.some((word) => word.startsWith(said));
    // `Cole SIP`: the code of a plan.
    const isCode = !inCapitals && /^\p{Lu}{2,5}$/u.test(beside);
    return isInitial || isCode || own.includes(said) || !isFamilyName(beside);
  });
}

const RELATION =
  /\b(?:spouse|wife|husband|partner|children|child|son|daughter|PCA|closely associated|connected|behalf|trusts?|trustees?|limited|ltd|llp|(?<!personal )pension|nominees?|foundation)\b/i;

const PERSON_NUMBER = /^\W*(?:PDMR|director|person|individual|name)\s*(?:no\.?\s*)?(\d{1,2})\W*$/i;

/** The one person with these initials: `AB`, `A.B.` */
function withInitials(names: NumberedItem[], label: string): NumberedItem | null {
  if (!/^\W*(?:\p{Lu}\.?\s?){2,4}$/u.test(label)) return null;
  const said = label.replace(/[^\p{L}]/gu, '').toLowerCase();
  const found = names.filter((item) => {
    const initials = wordsOf(withoutRemark(item.text)).map((word) => word.slice(0, 1));
    return [initials.join(''), `${initials[0]}${initials.at(-1)}`].includes(said);
  });
  return found.length === 1 ? itemAt(found, 0) : null;
}

/** The words that may be a name: `Price: £1.20` does not name Ms Price. */
function namesIn(text: string): string[] {
  return wordsOf(text).filter(
    (word) =>
      !/^(?:prices?|volumes?|shares?|stocks?|sales?|purchases?|values?|costs?|totals?|unit|units|day|date)$/.test(
        word,
      ),
  );
}

function surnameOf(item: NumberedItem): string {
  return wordsOf(withoutRemark(item.text)).at(-1) ?? '';
}

/**
 * A name over several lines; a position below it is set apart: `Ada Bramble, Finance Director`, but not one that continues
 * there, `Ada Bramble – Chief Financial` and `Officer`.
 */
function joined(lines: string[]): string {
  return lines.reduce(
    (name, line) => `${name}${isName(name) && POSITION.test(line) ? ', ' : ' '}${line}`.trim(),
    '',
  );
}

const POSITION =
  /^(?:[\p{L}-]+ ){0,4}(?:director|officer|chair(?:man|woman|person)?|executive|secretary|president|PDMR|C[EFO]O)$/iu;

function withoutBullet(line: string): string {
  return line.replace(/^[•●▪·*–-]\s+/, '');
}

/** Names on separate lines, one person each, perhaps with a position; null if the lines may be one name. */
function separate(names: string[]): NumberedItem[] | null {
  const people = names.length > 1 && names.every(isPerson);
  return people ? names.map((text, i) => ({ number: i + 1, text })) : null;
}

const PLACE = '(?:below|above|tables?|sections?|listed|list|schedule|appendix|annex|attached|follows)';
const ELSEWHERE = new RegExp(
  `^\\W*(?:(?:please )?(?:see|refer to|as|per)\\b.{0,40}\\b${PLACE}\\b.*|(?:various|several|multiple)(?: (?:directors|persons|PDMRs))?(?:\\W.*\\b${PLACE}\\b.*)?|` +
    `(?:the )?following (?:directors|persons|PDMRs)\\b.{0,40}|(?:directors|persons|PDMRs)\\b.{0,20}\\b${PLACE}\\b.{0,20})\\W*$`,
  'i',
);

/** `See table below`, in place of a name or a position. */
const isElsewhere = (text: string): boolean => text.length < 80 && ELSEWHERE.test(text);

/** `Ada Bramble and Ben Cole`: two persons; `Ada and Ben Bramble` is not split. */
function inOneLine(names: string[]): NumberedItem[] | null {
  return names.length === 1 && AND.test(itemAt(names, 0)) ? separate(itemAt(names, 0).split(AND)) : null;
}

const LIST = /\s*[,;]\s*(?:and\s+)?|\s+(?:and|&)\s+/;
const AND = /\s*;\s*(?:and\s+)?|,?\s+and\s+|,?\s+&\s+/;

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}][\p{L}'’-]+/gu) ?? [];
  return words.filter(
    (word) => !/^(?:mr|mrs|ms|miss|dr|sir|dame|lord|lady|prof|professor|and|of|the)$/.test(word),
  );
}

function withoutRemark(name: string): string {
  return name
    .slice(0, NAME_MAX)
    .replace(/\(.*?\)/g, ' ')
    .replace(/(?:,|\s[–-]\s).*$/, ' ');
}
