/** Counts how far the rows of a parser agree with the rows that another reader found in the same documents. */

export type ComparedRow = Readonly<Record<string, unknown>>;

export interface Score {
  /** Documents that hold rows, and how many of them were read. */
  documents: number;
  read: number;
  /** Rows that the other reader found, rows that the parser gave, and rows equal in every field. */
  expected: number;
  found: number;
  equal: number;
  fields: number;
  equalFields: number;
  /** One line for each field or row that differs, the first hundred. */
  differences: string[];
}

const DIFFERENCES_MAX = 100;

export class Tally {
  readonly score: Score = {
    documents: 0,
    read: 0,
    expected: 0,
    found: 0,
    equal: 0,
    fields: 0,
    equalFields: 0,
    differences: [],
  };

  /** One document: its rows, and those that the parser returned; null if the parser could not read it. */
  document(name: string, expected: readonly ComparedRow[], found: readonly ComparedRow[] | null): void {
    const { score } = this;
    score.documents += 1;
    score.expected += expected.length;
    if (found === null) {
      this.recordDifference(`${name}: not read`);
      return;
    }
    score.read += 1;
    score.found += found.length;
    if (expected.length === found.length) {
      for (const [index, row] of expected.entries())
        this.comparePair(`${name} row ${index + 1}`, row, found[index]);
      return;
    }
    this.recordDifference(`${name}: ${found.length} rows instead of ${expected.length}`);
    const left = [...found];
    for (const [index, row] of expected.entries()) {
      const at = left.findIndex((one) => same(row, one));
      this.comparePair(`${name} row ${index + 1}`, row, at === -1 ? undefined : left.splice(at, 1)[0]);
    }
  }

  private comparePair(where: string, expected: ComparedRow, found: ComparedRow | undefined): void {
    const { score } = this;
    const fields = Object.keys(expected);
    score.fields += fields.length;
    let equal = 0;
    for (const field of fields) {
      if (found !== undefined && plain(expected[field]) === plain(found[field])) equal += 1;
      else
        this.recordDifference(
          `${where}, ${field}: ${found === undefined ? 'no row' : plain(found[field])} instead of ${plain(expected[field])}`,
        );
    }
    score.equalFields += equal;
    if (equal === fields.length) score.equal += 1;
  }

  private recordDifference(line: string): void {
    if (this.score.differences.length < DIFFERENCES_MAX) this.score.differences.push(line);
  }
}

function same(expected: ComparedRow, found: ComparedRow): boolean {
  return Object.keys(expected).every((field) => plain(expected[field]) === plain(found[field]));
}

function plain(value: unknown): string {
  return JSON.stringify(value ?? null);
}
