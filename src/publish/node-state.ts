/** The state of one node of a service that several nodes give together, for probes, metrics and the status page. */

export interface NodeState {
  /** As `ROLE` says; `single` without a shared database. */
  role: 'single' | 'auto' | 'reader' | 'writer';
  /** Whether this node reads the registers at this moment; null in a worker, which does not know what its primary does. */
  isWriting: boolean | null;
  /** The number of the generation that is served; 0 before the first. */
  generation: number;
  /** For how long it has not been the newest one that should be served, or may not have been. */
  lagSeconds: number;
  /** Why the shared database cannot be queried, and since when (ISO 8601 UTC); null while it can. */
  failure: { reason: string; since: string } | null;
  /** By how much the clock of this node is ahead of the database's; null while that is not known. */
  clockAheadSeconds: number | null;
}

/** Rows of a table of the read model that cannot be read. */
export interface UnreadableRowCount {
  table: string;
  rows: number;
}

/** The state in one sentence, without a full stop. */
export function nodeWords({ role, isWriting, generation, lagSeconds }: NodeState): string {
  const does =
    isWriting === null
      ? 'its primary process reads the registers if the role allows it and no other node does'
      : isWriting
        ? 'it reads the registers'
        : 'it does not read the registers';
  const lag = lagSeconds === 0 ? 'which is the newest' : `${Math.ceil(lagSeconds)} seconds behind`;
  return `role ${role}: ${does}; it serves generation ${generation}, ${lag}`;
}
