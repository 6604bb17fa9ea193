/** What several processes share to keep one rate limit together: counters that hand out blocks of calls. */

/** A request of one process for calls of one caller. */
export interface BlockRequest {
  /** Which limit, such as `default` or `key`. */
  policy: string;
  /** Whose calls are counted. */
  name: string;
  limit: number;
  windowSeconds: number;
  /** Calls that this process answered while the counters were away; they are counted too. */
  owed: number;
  /** How many calls are probably left: a small rest is handed out in small blocks. */
  probablyLeft: number;
  /** Calls that the process may have at most. */
  most: number;
}

/** Calls that were answered and that the counters do not know. */
export type CallReport = Pick<BlockRequest, 'policy' | 'name' | 'limit' | 'windowSeconds' | 'owed'>;

/** Calls that a process may answer without asking again. */
export interface Block {
  granted: number;
  /** What the counter has left after this block. */
  left: number;
  /** Milliseconds until the window of the counter ends, measured when it answered. */
  millisecondsLeft: number;
}

/** That a caller used more than the share of one node, so no node may answer it without asking. */
export interface Announcement {
  policy: string;
  name: string;
  endsAt: number;
}

export interface SharedFigures {
  /** False while the counters do not answer and this process allows its share. */
  isReachable: boolean;
  nodes: number;
  blocks: number;
  /** Requests for a block that found nothing left. */
  refusals: number;
  /** Requests for a block that were not answered in time. */
  failures: number;
}

export interface SharedCounters {
  /** How many processes take blocks. */
  readonly nodes: number;
  /**
   * True for a while after the counters came back, until every node has reported what it answered alone. Until then no
   * process may have more than its share.
   */
  readonly isReturning: boolean;
  /** @throws Error when the counters do not answer in time; the calls are then lost or were never taken */
  take(request: BlockRequest): Promise<Block>;
  /** Counts what was answered, also beyond the limit. @throws Error when the counters do not answer in time */
  report(report: CallReport): Promise<Block>;
  /** Calls `listener` when the counters came back: it reports what it answered alone, and what they forgot. */
  onReturn(listener: () => Promise<void>): void;
  /** This process's share of `limit` while the counters do not answer. All shares together are at most the limit. */
  share(limit: number): number;
  /** Notifies every node, so that it is known before the counters can fail. */
  announce(announcement: Announcement): Promise<void>;
  /** Calls `listener` with what other nodes announce. */
  onAnnounced(listener: (announcement: Announcement) => void): void;
  figures(): SharedFigures;
  close(): Promise<void>;
}

/** A larger block saves nothing, and is lost with its process. */
const BLOCK_MAX = 100;

/** Calls in one block: a part of what is left, so that little is stranded on nodes that the caller leaves. */
export function blockSize(left: number, nodes: number): number {
  return Math.max(1, Math.min(BLOCK_MAX, Math.floor(left / (2 * nodes))));
}
