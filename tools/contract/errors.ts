/** Every failure that a caller can meet: its stable code, its HTTP status, and when it happens. */

export const API_ERRORS = {
  invalid_parameter: {
    status: 400,
    when: 'A parameter is missing, malformed or out of range; `issues` names each one and what it accepts.',
  },
  not_found: { status: 404, when: 'The path, or the record that it names, does not exist.' },
  method_not_allowed: {
    status: 405,
    when: 'The path exists but not for this method; `Allow` lists those that work.',
  },
  rate_limited: {
    status: 429,
    when: 'The hourly allowance is used up; `Retry-After` says how many seconds to wait.',
  },
  not_ready: {
    status: 503,
    when: 'The register behind this answer has not been read yet, or is being read for the first time and nothing that matches has come: this is not an empty result. `Retry-After` says when to ask again.',
  },
  internal: { status: 500, when: 'The service failed. The cause is in its log, not in the answer.' },
} as const;

export type ApiErrorCode = keyof typeof API_ERRORS;

/** One wrong parameter: where it is, and a sentence that names what is accepted. */
export interface ParameterIssue {
  path: string;
  message: string;
}

/** Thrown for what the caller did or must wait for. Everything else that is thrown becomes `internal`. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly issues: ParameterIssue[] | undefined;
  /** Response headers that belong to this failure, such as `Allow` or `Retry-After`. */
  readonly headers: Record<string, string>;

  constructor(
    code: ApiErrorCode,
    message: string,
    more: { issues?: ParameterIssue[]; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.issues = more.issues;
    this.headers = more.headers ?? {};
  }

  get status(): number {
    return API_ERRORS[this.code].status;
  }
}

/** The 400 of every endpoint: one sentence made of all issues. */
export function invalidParameter(issues: ParameterIssue[]): ApiError {
  return new ApiError('invalid_parameter', issues.map((issue) => issue.message).join('; '), { issues });
}

export function notFound(message: string): ApiError {
  return new ApiError('not_found', message);
}
