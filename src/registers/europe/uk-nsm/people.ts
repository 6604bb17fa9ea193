/**
 * Whose lot it is, and that person's position. Several persons of one form pair with the lots by number, by the name
 * beside the lot, or by order; a position goes with its person, never with the place of the lot.
 */

import { itemAt, required } from '../../../collections.js';
import { fieldLines } from './field-text.js';
import type { NotificationForm } from './form.js';
import type { TransactionLot } from './lot.js';
import { leadingNumber, type NumberedItem, numberedItems } from './numbered-items.js';

interface LotPerson {
  name: string;
  /** '' where the form gives several and does not say whose they are. */
  capacity: string;
}

/** @param numbersAreNatures the natures are numbered too, so that a number beside a lot may be theirs */
export class LotPersons {
  private names: NumberedItem[] | null;
  /** Only numbered names say that their order means something. */
  private inOrder: boolean;
  private nameLines: string[];
  private positions: NumberedItem[] | null;
  private positionLines: string[];

  constructor(
    form: NotificationForm,
    private numbersAreNatures: boolean,
  ) {
    this.nameLines = fieldLines(form.name).map((line) => leadingNumber(line).rest);
    const numbered = numberedItems(fieldLines(form.name));
    this.names = numbered ?? separate(this.nameLines) ?? inOneLine(this.nameLines);
    this.positionLines = fieldLines(form.position).map((line) => leadingNumber(line).rest);
    this.positions = numberedItems(fieldLines(form.position));
    this.inOrder = numbered !== null && !numbersAreNatures;
  }

  /** @param position the place of the lot among the `lots` of its section */
  of(lot: TransactionLot, position: number, lots: number): LotPerson {
    const { names } = this;
    if (names === null) return { name: this.nameLines.join(' ').trim(), capacity: this.positionOf(null) };
    const own = this.numbered(names, lot) ?? this.beside(names, lot.label, lots === names.length, position);
    const all =
      this.nameLines.length === 1 ? itemAt(this.nameLines, 0) : names.map((item) => item.text).join('; ');
    return {
      name: own?.text ?? all,
      capacity: this.positionOf(own),
    };
  }

  private numbered(names: NumberedItem[], lot: TransactionLot): NumberedItem | null {
    if (lot.number === null || this.numbersAreNatures) return null;
    return names.find((item) => item.number === lot.number) ?? null;
  }

  /** The person named beside the lot; the one in the lot's place where nobody of the form is named there. */
  private beside(
    names: NumberedItem[],
    label: string,
    asMany: boolean,
    position: number,
  ): NumberedItem | null {
    const said = wordsOf(label);
    const whole = names.filter((item) => wordsOf(item.text).every((word) => said.includes(word)));
    if (whole.length === 1) return itemAt(whole, 0);
    const some = names.filter((item) => wordsOf(item.text).some((word) => said.includes(word)));
    const surname = some.filter((item) => said.includes(wordsOf(withoutRemark(item.text)).at(-1) ?? ''));
    if (surname.length === 1) return itemAt(surname, 0);
    const byOrder = some.length === 0 && asMany && this.inOrder;
    return byOrder ? itemAt(names, position) : null;
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

/** Names on lines of their own, one person each; null where the lines may be one name. */
function separate(names: string[]): NumberedItem[] | null {
  const people =
    names.length > 1 &&
    names.every(
      (line) =>
        /^(?:\p{Lu}[\p{L}.'’-]*|de|van|von|der|den|la|le|du|di)(?: (?:\p{Lu}[\p{L}.'’-]*|de|van|von|der|den|la|le|du|di)){1,4}$/u.test(
          line,
        ) && !COMPANY.test(line),
    );
  return people ? names.map((text, i) => ({ number: i + 1, text })) : null;
}

/** `Ada Bramble and Ben Cole`: two persons; `Ada and Ben Bramble` stays as it is. */
function inOneLine(names: string[]): NumberedItem[] | null {
  return names.length === 1 && AND.test(itemAt(names, 0)) ? separate(itemAt(names, 0).split(AND)) : null;
}

const AND = /\s*;\s*(?:and\s+)?|,?\s+and\s+|,?\s+&\s+/;

const COMPANY =
  /\b(?:plc|limited|ltd|llp|inc|trust|trustees?|nominees?|pension|sipp|spouse|wife|husband|holdings?|capital|partners|officer|director|chair|chairman|chief|executive|secretary|president|manager|head|pdmr)\b/i;

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}][\p{L}'’-]+/gu) ?? [];
  return words.filter(
    (word) => !/^(?:mr|mrs|ms|miss|dr|sir|dame|lord|lady|prof|professor|and|of|the)$/.test(word),
  );
}

function withoutRemark(name: string): string {
  return name.replace(/\(.*?\)/g, ' ').replace(/,.*$/, ' ');
}
