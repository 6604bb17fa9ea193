/** Collects the chunks of a body until it is whole. */

/** Smaller chunks are copied together. */
const SMALL_BYTES = 16 * 1024;
const BLOCK_BYTES = 64 * 1024;

/** A server may send every byte as a chunk: a buffer for each of them would take a hundred times the body. */
export class BodyChunks {
  length = 0;
  private readonly parts: Buffer[] = [];
  private block = Buffer.alloc(0);
  /** The bytes of `block` from `start` to `end` are not in `parts` yet. */
  private start = 0;
  private end = 0;

  get partCount(): number {
    return this.parts.length;
  }

  /** The first bytes, for a message about a body that is rejected. */
  get firstBytes(): Buffer {
    return this.parts[0] ?? this.block.subarray(this.start, this.end);
  }

  add(chunk: Buffer): void {
    this.length += chunk.length;
    if (chunk.length >= SMALL_BYTES) {
      this.closePart();
      this.parts.push(chunk);
      return;
    }
    if (chunk.length > this.block.length - this.end) {
      this.closePart();
      this.block = Buffer.allocUnsafe(BLOCK_BYTES);
      this.start = 0;
      this.end = 0;
    }
    this.end += chunk.copy(this.block, this.end);
  }

  toBuffer(): Buffer {
    this.closePart();
    return Buffer.concat(this.parts);
  }

  private closePart(): void {
    if (this.end > this.start) this.parts.push(this.block.subarray(this.start, this.end));
    this.start = this.end;
  }
}
