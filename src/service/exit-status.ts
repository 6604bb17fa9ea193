/** How a command ends after an error: one line for what the operator can fix, and a stack trace only for a bug. */

import { BackupError } from '../backup/backup-error.js';
import { ConfigError } from '../config.js';
import { DatabaseUnavailableError } from '../database/unavailable.js';
import { FencedError } from '../database/writer-term.js';
import { LedgerBackupError } from '../ledger-backup/backup-destination.js';
import { PublicationRefusedError } from '../read-model/generation.js';
import { NoGenerationError } from '../read-model/sqlite/model.js';
import { isCorruptDatabase, StoreBusyError, StoreError } from '../store/database/open.js';

/** 0 done, 1 something failed, 2 wrong usage or setting, 3 no store, 75 try again later (another writer). */
const EXIT = { failed: 1, usage: 2, store: 3, fault: 70, busy: 75 } as const;

const DAMAGED_STORE_HINT = '. Restore a backup or delete it: see "A damaged store" in docs/operate.md.';

export interface ExitStatus {
  code: number;
  /** Null when the error has been reported already. */
  message: string | null;
}

export function exitStatusOf(error: unknown): ExitStatus {
  const end = (code: number, message: string | null): ExitStatus => ({ code, message });
  if (error instanceof ConfigError) return end(EXIT.usage, error.message);
  if (error instanceof StoreBusyError) return end(EXIT.busy, error.message);
  if (error instanceof FencedError || error instanceof PublicationRefusedError)
    return end(EXIT.busy, `${error.message} Nothing that this run has not published is kept.`);
  if (
    error instanceof StoreError ||
    error instanceof LedgerBackupError ||
    error instanceof NoGenerationError ||
    isOfName(error, 'NothingPublishedError')
  )
    return end(EXIT.store, error.message);
  if (error instanceof BackupError) return end(EXIT.failed, error.message);
  if (error instanceof DatabaseUnavailableError || isOfName(error, 'ReadModelVersionError'))
    return end(EXIT.failed, error.message);
  // Every field is optional, so any Error fits.
  const { code, exitCode, message = String(error), syscall } = error as SystemError;
  // Commander has already printed its message.
  if (typeof code === 'string' && code.startsWith('commander.'))
    return end(exitCode === 0 ? 0 : EXIT.usage, null);
  if (code?.startsWith('SQLITE_')) {
    const hint = isCorruptDatabase(error) ? DAMAGED_STORE_HINT : '';
    return end(EXIT.failed, `the store cannot be used (${code}): ${message}${hint}`);
  }
  // A native module works only with the version of Node that it was built for.
  if (code === 'ERR_DLOPEN_FAILED' || /did not self-register/.test(message))
    return end(
      EXIT.failed,
      `a native module was built for another version of Node than ${process.version}. Run "npm rebuild" and try again.`,
    );
  // Every field is optional, so any Error fits.
  const addressError = describeAddressError(error as AddressError);
  if (addressError !== null) return end(EXIT.failed, addressError);
  if (syscall === 'access')
    return end(
      EXIT.failed,
      `DATA_DIR cannot be written: ${message}. Set it to a folder that you may write to.`,
    );
  // An error of the operating system (file, port, address, full disk) needs no stack trace.
  if (typeof syscall === 'string') return end(EXIT.failed, message);
  return end(EXIT.fault, error instanceof Error ? (error.stack ?? error.message) : String(error));
}

/** For errors of code that is loaded only when it is needed. */
function isOfName(error: unknown, name: string): error is Error {
  return error instanceof Error && error.name === name;
}

interface SystemError {
  code?: string;
  exitCode?: number;
  message?: string;
  syscall?: unknown;
}

interface AddressError {
  code?: string;
  port?: number;
  address?: string;
  hostname?: string;
}

/** How to fix a port or an address that the service cannot listen on; null for any other error. */
function describeAddressError({ code, port, address, hostname }: AddressError): string | null {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use, perhaps by another disclosed process. PORT=0 picks a free port.`;
  if (code === 'EADDRNOTAVAIL')
    return `This machine has no address ${address}. HOST=127.0.0.1 listens on this machine only, HOST=0.0.0.0 on all addresses.`;
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} needs more privileges than this process has. Ports from 1024 need none.`;
  if ((code === 'ENOTFOUND' || code === 'EAI_AGAIN') && hostname !== undefined)
    return `HOST cannot be resolved: ${hostname}. HOST=127.0.0.1 listens on this machine only.`;
  return null;
}
