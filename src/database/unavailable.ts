/** The error of a database that is away at this moment. */

/** No server can be reached, the connection was lost, or the server had to give up. The same call may succeed later. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';

  constructor(
    message: string,
    /** SQLSTATE, or the code of the network; '' if there is none. */
    readonly code = '',
  ) {
    super(message);
  }
}
