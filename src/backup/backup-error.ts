/** The error of a backup that cannot be made, read or restored. */

/** The message is one line that says what an operator can do. */
export class BackupError extends Error {
  override name = 'BackupError';
}
