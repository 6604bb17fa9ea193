/** How the backups of a service are, for `disclosed status`, the status page and the metrics. */

/** Moments are ISO 8601 UTC. */
export interface BackupsState {
  /** The last one that is complete; null before the first. `bytes` are those of the archive. */
  last: { file: string; at: string; bytes: number } | null;
  /** The last attempt, if it failed. The reason may name folders: it is for the operator alone. */
  failure: { at: string; reason: string } | null;
}

/** The state in one or two sentences; `timeOf` writes a moment. */
export function backupWords({ last, failure }: BackupsState, timeOf: (at: string) => string): string {
  const made =
    last === null
      ? 'No backup was made yet.'
      : `The last backup was made ${timeOf(last.at)} (${(last.bytes / 1e6).toFixed(1)} MB).`;
  if (failure === null) return made;
  return `${made} The last attempt, ${timeOf(failure.at)}, failed; it is repeated after each refresh.`;
}
