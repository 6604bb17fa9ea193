/** The error of a backup or a dump that cannot be made, read or restored. */

/** The message is one line that says what an operator can do. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** An error of the disk, such as ENOSPC, after `what`, which says what could not be written; any other error as it is. */
export function diskErrorInWords(error: unknown, what: string): unknown {
  // Every field is optional, so any error fits.
  const { code, syscall, message } = error as { code?: string; syscall?: string; message?: string };
  const isOfDisk = typeof syscall === 'string' || /^SQLITE_(?:FULL|IOERR|CANTOPEN)/.test(code ?? '');
  return isOfDisk ? new BackupError(`${what}: ${message}`, { cause: error }) : error;
}
