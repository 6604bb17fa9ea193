/**
 * What the witnesses of a figure say together. A witness is another statement about the same thing: of the document, of another
 * filing, or a price that a source filed. A figure does not support itself.
 */

/** `strong` where it decides alone: a statement of the figure's own document, or one that explains the mistake. */
export interface Witness<Reason extends string> {
  says: 'agrees' | 'contradicts';
  isStrong: boolean;
  /** What it shows if it contradicts. */
  reason: Reason;
}

export type FigureVerdict<Reason extends string> =
  | { is: 'confirmed' | 'unsupported' }
  | { is: 'contradicted'; reasons: Reason[] };

/** How many weak witnesses are as good as a strong one. */
const WEAK_NEEDED = 2;

/**
 * Contradicted needs one strong witness, or two weak ones and none that agrees. Confirmed needs one that agrees, and none
 * that contradicts.
 */
export function verdictOf<Reason extends string>(
  witnesses: ReadonlyArray<Witness<Reason>>,
): FigureVerdict<Reason> {
  const against = witnesses.filter(({ says }) => says === 'contradicts');
  const isSupported = against.length < witnesses.length;
  const strong = against.filter(({ isStrong }) => isStrong);
  if (strong.length > 0) return { is: 'contradicted', reasons: reasonsOf(strong) };
  if (against.length >= WEAK_NEEDED && !isSupported)
    return { is: 'contradicted', reasons: reasonsOf(against) };
  return { is: against.length === 0 && isSupported ? 'confirmed' : 'unsupported' };
}

const reasonsOf = <Reason extends string>(witnesses: ReadonlyArray<Witness<Reason>>): Reason[] => [
  ...new Set(witnesses.map(({ reason }) => reason)),
];
