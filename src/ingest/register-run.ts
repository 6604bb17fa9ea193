/** The input of one read of a register, and its outcome. */

import type { Http, Register } from '../registers/register.js';
import type { Store } from '../store/database/open.js';
import type { DocumentCounts } from './batch-writer.js';
import type { ProgressReporter } from './progress.js';

export interface RegisterRunOptions {
  store: Store;
  http: Http;
  /** First day that the operator wants, YYYY-MM-DD. */
  since: string;
  now: () => Date;
  signal: AbortSignal;
  progress: ProgressReporter;
  /** Called between documents, and with `true` within one, so that a long import can show its progress. */
  checkpoint: (isWriting?: boolean) => void | Promise<void>;
  /** When the lists are to be read again, even if documents still wait; never if null. */
  listsDue: Date | null;
}

export interface RegisterOutcome extends DocumentCounts {
  register: string;
  /** `unfinished`: documents wait, and the lists are due again. */
  outcome: 'ok' | 'failed' | 'stopped' | 'unfinished';
  reason: string;
}

/** A register whose lists name documents. */
export type DocumentRegister = Register & Required<Pick<Register, 'download'>>;
