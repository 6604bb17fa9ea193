/** Rows and values that the read model keeps as JSON text. They are sent unchanged, and parsed only when their fields are needed. */

export class SerializedRows<R> {
  /** `texts`: each row as JSON. `unreadable`: how many stored rows are left out because they cannot be read. */
  constructor(
    readonly texts: readonly string[],
    readonly unreadable = 0,
  ) {}

  get length(): number {
    return this.texts.length;
  }

  rows(): R[] {
    return JSON.parse(`[${this.texts.join(',')}]`) as R[];
  }

  /** Makes `JSON.stringify` write the rows instead of this wrapper. */
  toJSON(): R[] {
    return this.rows();
  }

  /** The same rows, where a list expects pages. */
  withPages(): SerializedPageRows<R & object> {
    return new SerializedPageRows(
      this.texts.map((text) => [text, ''] as const),
      this.unreadable,
    );
  }
}

/** Rows that get `url`, the address of their page, when they are sent: it begins with the address of this service. */
export class SerializedPageRows<R extends object> {
  /**
   * `stored`: each row as the JSON of an object with members, and the path of its page. `unreadable`: how many stored rows
   * are left out because they cannot be read.
   */
  constructor(
    readonly stored: ReadonlyArray<readonly [json: string, page: string]>,
    readonly unreadable = 0,
  ) {}

  get length(): number {
    return this.stored.length;
  }

  /** `url` is the last member of each row. */
  withUrls(baseUrl: string): SerializedRows<R & { url: string }> {
    // A path of a page consists of characters that JSON writes as they are.
    const before = `,"url":${JSON.stringify(baseUrl).slice(0, -1)}`;
    return new SerializedRows(
      this.stored.map(([json, page]) => `${json.slice(0, -1)}${before}${page}"}`),
      this.unreadable,
    );
  }

  withoutUrls(): SerializedRows<R> {
    return new SerializedRows(
      this.stored.map(([json]) => json),
      this.unreadable,
    );
  }

  rows(): R[] {
    return this.withoutUrls().rows();
  }

  /** The first rows, at most `count`. */
  first(count: number): SerializedPageRows<R> {
    return this.length <= count ? this : new SerializedPageRows(this.stored.slice(0, count), this.unreadable);
  }

  last(): R | undefined {
    const [json] = this.stored.at(-1) ?? [];
    return json === undefined ? undefined : (JSON.parse(json) as R);
  }

  /** The same rows with other content. */
  map(change: (row: R) => R): SerializedPageRows<R> {
    return new SerializedPageRows(
      this.rows().map((row, index) => {
        // Both lists have the same length.
        const [, page] = this.stored[index] as readonly [string, string];
        return [JSON.stringify(change(row)), page] as const;
      }),
      this.unreadable,
    );
  }
}

/** One value as JSON. */
export class SerializedJson<T> {
  constructor(readonly text: string) {}

  value(): T {
    return JSON.parse(this.text) as T;
  }

  /** Makes `JSON.stringify` write the value instead of this wrapper. */
  toJSON(): T {
    return this.value();
  }
}
