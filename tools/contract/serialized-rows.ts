/** Rows that the store keeps as JSON text. They are sent unchanged, and parsed only when a tool needs their fields. */

export class SerializedRows<R> {
  /** `texts`: each row as JSON. */
  constructor(readonly texts: readonly string[]) {}

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
}
