/** Every error that a caller can receive: its stable code, its HTTP status, and when it happens. */

export const API_ERRORS = {
  invalid_parameter: {
    status: 400,
    when: 'A parameter is missing, malformed or out of range; `issues` names each one and what it accepts.',
  },
  not_found: { status: 404, when: 'The path does not exist, or no record has the slug that it names.' },
  method_not_allowed: {
    status: 405,
    when: 'The path does not support this method; `Allow` lists the methods that work.',
  },
  rate_limited: {
    status: 429,
    when: 'The hourly rate limit is used up; `Retry-After` gives the seconds to wait.',
  },
  not_ready: {
    status: 503,
    when: 'The register has not been read yet, or its initial import is running and nothing that matches has arrived, or what is stored cannot be read. This is not an empty result. `Retry-After` gives the seconds to wait.',
  },
  internal: { status: 500, when: 'The service failed. The log has the cause; the answer does not.' },
} as const;

export type ApiErrorCode = keyof typeof API_ERRORS;

/** One wrong parameter: its path, and a sentence that names the accepted values. */
export interface ParameterIssue {
  path: string;
  message: string;
}

/** Thrown for a mistake of the caller, or when the caller must wait. Every other error becomes `internal`. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly issues: ParameterIssue[] | undefined;
  /** Response headers of this error, such as `Allow` or `Retry-After`. */
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

/** The data cannot be read now, but soon. It says nothing about what was filed or read. */
export class UnavailableError extends ApiError {
  constructor(message: string, retryAfterSeconds: number) {
    super('not_ready', message, { headers: { 'Retry-After': String(retryAfterSeconds) } });
  }
}

/** A source was not read, or not completely: an answer would be wrong. */
export class NotReadError extends ApiError {
  /** @param why without what to do about it */
  constructor(
    readonly why: string,
    message: string,
    headers: Record<string, string>,
  ) {
    super('not_ready', message, { headers });
  }
}

/** The 400 of every endpoint: the messages of all issues in one sentence. */
export function invalidParameter(issues: ParameterIssue[]): ApiError {
  return new ApiError('invalid_parameter', issues.map((issue) => issue.message).join('; '), { issues });
}

export function notFound(message: string): ApiError {
  return new ApiError('not_found', message);
}
