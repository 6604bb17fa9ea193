/** The securities that a manager seems to hold under another CUSIP than in the quarter before, of all managers. */

import type { SecurityName } from '../../records/portfolios/manager-filing.js';
import { KIND_MASK, type PackedPosition, POSITION_FLAGS } from '../../records/portfolios/packed-positions.js';
import { identitiesOf, type OneSidedPosition, renumbered } from '../portfolios/unsure-changes.js';

/** Undefined where no filer of this service named it. */
export type NameOfSecurity = (key: string) => Pick<SecurityName, 'name' | 'titleOfClass'> | undefined;

/** Nearly all are shares: making a text for each of millions would cost more than the comparison. */
function placeOf({ key, flags }: PackedPosition): string {
  const kind = flags & KIND_MASK;
  return kind === 0 ? key : `${kind} ${key}`;
}

const NO_MANAGERS: ReadonlySet<number> = new Set();

export class RenumberedSecurities {
  private readonly managers = new Map<string, Set<number>>();
  /** Names are compared for very many positions: each is made comparable once. */
  private readonly known = new Map<string, Omit<OneSidedPosition, 'key' | 'amount'>>();

  constructor(private readonly nameOf: NameOfSecurity) {}

  /** The securities of one manager, which `managersOf` then knows. */
  compare(cik: number, before: readonly PackedPosition[], now: readonly PackedPosition[]): string[] {
    const gone = new Map<string, PackedPosition>();
    for (const one of before) gone.set(placeOf(one), one);
    const come = now.filter((one) => !gone.delete(placeOf(one)));
    const oneSided = (one: PackedPosition) => this.oneSided(one);
    const keys = [...renumbered([...gone.values()].map(oneSided), come.map(oneSided))].sort();
    for (const key of keys) {
      const known = this.managers.get(key);
      if (known === undefined) this.managers.set(key, new Set([cik]));
      else known.add(cik);
    }
    return keys;
  }

  managersOf(key: string): ReadonlySet<number> {
    return this.managers.get(key) ?? NO_MANAGERS;
  }

  private oneSided(position: PackedPosition): OneSidedPosition {
    const { key, amount } = position;
    const place = placeOf(position);
    let known = this.known.get(place);
    if (known === undefined) {
      known = this.read(position);
      this.known.set(place, known);
    }
    return { key, amount, ...known };
  }

  private read({ key, flags }: PackedPosition): Omit<OneSidedPosition, 'key' | 'amount'> {
    const isNamed = key.startsWith('?');
    const at = key.lastIndexOf('/');
    const known = isNamed ? { name: key.slice(1, at), titleOfClass: key.slice(at + 1) } : this.nameOf(key);
    const security = {
      cusip: isNamed ? '' : key,
      nameOfIssuer: known?.name ?? '',
      titleOfClass: known?.titleOfClass ?? '',
    };
    const type = { kind: flags & KIND_MASK, isPrincipal: (flags & POSITION_FLAGS.principal) !== 0 };
    return identitiesOf(security, type);
  }
}
