/** What a node knows of the database that it answers from: when it answered last, and since when it is away. */

/** A question for the newest generation that takes longer than this counts as failed. */
const LATE_MS = 3000;
/**
 * A generation is announced two seconds before it is served. A node that has had no answer for this long might serve an older
 * one after others switched, for example because it was suspended: it queries first.
 */
const BEHIND_MS = 1000;

export class DatabaseContact {
  private askedAt: number;
  private trouble: { error: Error; since: number } | null = null;

  constructor(private readonly now: () => number = Date.now) {
    this.askedAt = now();
  }

  /** Why the last question failed, and since when (milliseconds); null while the database answers. */
  get failure(): { error: Error; since: number } | null {
    return this.trouble;
  }

  /** When the last question began that was answered, in milliseconds. */
  get answeredAt(): number {
    return this.askedAt;
  }

  /** Whether the node must query before it answers. False while the database is away: then it continues with what it knows. */
  isBehind(): boolean {
    return this.trouble === null && this.now() - this.askedAt > BEHIND_MS;
  }

  /** Runs `question`, and notes whether there was an answer. */
  async ask<T>(question: () => Promise<T>): Promise<T> {
    const startedAt = this.now();
    const late = setTimeout(() => this.fail(new Error('The database does not answer.')), LATE_MS);
    late.unref();
    try {
      const answer = await question();
      this.askedAt = startedAt;
      this.trouble = null;
      return answer;
    } catch (error) {
      this.fail(error instanceof Error ? error : new Error(String(error)));
      throw error;
    } finally {
      clearTimeout(late);
    }
  }

  private fail(error: Error): void {
    this.trouble = { error, since: this.trouble?.since ?? this.now() };
  }
}
