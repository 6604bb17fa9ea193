/** The warnings of a data set: a mistake in its columns can be in millions of rows. */

import type { Warning } from '../../register.js';

/** A warning of each kind names its first cases; more of them only say how many. */
const CASES_NAMED = 20;

/** The first cases of each kind of warning, and how many there were: a set has millions of rows. */
export class CountedWarnings {
  private readonly kinds = new Map<string, { cases: string[]; count: number }>();

  constructor(private readonly dataSet: string) {}

  add(kind: string, detail: string): void {
    const known = this.kinds.get(kind) ?? { cases: [], count: 0 };
    known.count += 1;
    if (known.cases.length < CASES_NAMED) known.cases.push(detail);
    this.kinds.set(kind, known);
  }

  list(): Warning[] {
    return [...this.kinds].flatMap(([kind, { cases, count }]) => [
      ...cases.map((detail) => ({ kind, detail, where: this.dataSet })),
      ...(count > cases.length
        ? [{ kind, detail: `and ${count - cases.length} more`, where: this.dataSet }]
        : []),
    ]);
  }
}
