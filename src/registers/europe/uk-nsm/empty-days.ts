/**
 * Business days for which the search has no hits: a fault of the search, a soft block, or a holiday that was proclaimed.
 * One such day must not hide the days before it.
 */

import { daysBetween } from '../../../dates.js';
import { SourceError } from '../../register.js';

/** Thrown for a business day without hits. */
export class EmptyDayError extends SourceError {
  override name = 'EmptyDayError';
  constructor(
    readonly day: string,
    message: string,
    firstBytes: Buffer,
  ) {
    super(message, firstBytes);
  }
}

/** After more empty business days in a row the search itself counts as broken. */
const MAX_IN_A_ROW = 3;
/** A day that stays empty for as long, while others have hits, was a holiday. */
const DAYS_UNTIL_BELIEVED = 7;

export class EmptyDays {
  hasHits = false;
  /** The days that were empty, and since when that is known. */
  private readonly since: Record<string, string>;
  /** No day with hits was requested after these. */
  private unproven: EmptyDayError[] = [];
  private readonly proven: EmptyDayError[] = [];

  /** @param stored what `cursor` returned after the last run */
  constructor(
    private readonly stored: string | null,
    private readonly today: string,
  ) {
    this.since = stored ? JSON.parse(stored) : {};
  }

  /** The days that every run requests again. */
  get due(): string[] {
    return Object.keys(this.since).filter((day) => !this.isBelieved(day));
  }

  /** Whether a day with hits shows that the search worked after the last empty day. */
  get isProven(): boolean {
    return this.unproven.length === 0;
  }

  get failure(): EmptyDayError | undefined {
    return this.unproven[0] ?? this.proven[0];
  }

  /** Whether the day has been empty for so long that it counts as a holiday. */
  isBelieved(day: string): boolean {
    const since = this.since[day];
    return since !== undefined && daysBetween(since, this.today) >= DAYS_UNTIL_BELIEVED;
  }

  onHits(day: string): void {
    this.hasHits = true;
    delete this.since[day];
    this.prove();
  }

  /** After the last day of the window, which no other one follows. */
  onEnd(): void {
    if (this.hasHits) this.prove();
  }

  private prove(): void {
    for (const error of this.unproven) this.since[error.day] ??= this.today;
    this.proven.push(...this.unproven);
    this.unproven = [];
  }

  /** @throws the first error when the search counts as broken */
  onEmpty(error: EmptyDayError): void {
    this.unproven.push(error);
    if (this.unproven.length > MAX_IN_A_ROW) throw this.unproven[0];
  }

  /** What the next run must know; null if it is what this one knew. Days before `first` are forgotten. */
  cursor(first: string): string | null {
    for (const day of Object.keys(this.since)) if (day < first) delete this.since[day];
    const text = JSON.stringify(this.since);
    return text === (this.stored || '{}') ? null : text;
  }
}
