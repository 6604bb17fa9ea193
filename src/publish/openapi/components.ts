/** The shared parts of the OpenAPI description: the envelope, the headers, the failures. */

import { API_ERRORS, type ApiErrorCode } from '../../../tools/contract/errors.js';
import { LICENSE_URL, SOURCE_LICENSE_URL } from '../../../tools/contract/rules.js';

export type Json = Record<string, unknown>;

export function ref(kind: 'schemas' | 'responses' | 'headers' | 'parameters', name: string): Json {
  return { $ref: `#/components/${kind}/${name}` };
}

const HEADERS: Record<string, { description: string; schema: Json }> = {
  ETag: { description: 'Strong; each content coding has its own', schema: { type: 'string' } },
  'Cache-Control': { description: 'Seconds until the next refresh', schema: { type: 'string' } },
  'RateLimit-Policy': { description: 'Limit (q) in a window of seconds (w)', schema: { type: 'string' } },
  RateLimit: {
    description: 'Requests that remain (r), seconds until the window ends (t)',
    schema: { type: 'string' },
  },
  'X-RateLimit-Limit': { description: 'Requests in a window', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': { description: 'Requests that remain', schema: { type: 'integer' } },
  'X-RateLimit-Reset': {
    description: 'End of the window, Unix time in seconds',
    schema: { type: 'integer' },
  },
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } },
  'WWW-Authenticate': {
    description: 'Present when the key is not valid; the request was served as one without a key',
    schema: { type: 'string' },
  },
};

/** References to the headers of an answer, without those in `without`. */
export function answerHeaders(without: string[] = ['Retry-After']): Record<string, Json> {
  return Object.fromEntries(
    Object.keys(HEADERS)
      .filter((name) => !without.includes(name))
      .map((name) => [name, ref('headers', name)]),
  );
}

/** The schema of `meta`. */
export const META: Json = {
  type: 'object',
  required: ['count', 'fetchedAt', 'source', 'license'],
  properties: {
    sample: {
      type: 'boolean',
      const: true,
      description: 'Present where all data is invented, and nowhere else',
    },
    count: { type: 'integer', minimum: 0, description: 'Records in the answer' },
    total: {
      type: 'integer',
      minimum: 0,
      description:
        'For a list: the number of rows that match, including those not given. For one member or insider: the trades or transactions inside',
    },
    truncated: {
      type: 'boolean',
      const: true,
      description: 'Present when more rows follow, and only then',
    },
    unreadable: {
      type: 'integer',
      minimum: 1,
      description:
        'Present when stored rows cannot be read and are left out: how many; total counts them. The operator can repair it',
    },
    nextCursor: {
      type: 'string',
      description:
        'Present with truncated on lists that have the parameter cursor: its value for the next rows',
    },
    groupedSince: {
      type: 'string',
      format: 'date-time',
      description:
        'Present when more filings match than are added up in groups: the first filing time that is',
    },
    onlyCurrency: {
      type: 'string',
      description:
        'Present when amounts are compared and the request names no currency: rows in another one, or of unknown value, are left out',
    },
    resume: {
      type: 'string',
      description: 'On the list of changes: the value of after with which a later call continues',
    },
    recordedSince: {
      type: 'object',
      additionalProperties: { type: ['string', 'null'], format: 'date-time' },
      description:
        'On the list of changes, only for sources that it does not have for the whole time: from when it has them; null for not yet',
    },
    fetchedAt: {
      type: 'string',
      format: 'date-time',
      description: 'When the source was last read with success, ISO 8601 UTC with milliseconds',
    },
    asOf: {
      type: 'object',
      required: ['moment', 'generation', 'servedFrom', 'firstFill'],
      description: 'Present when the request has as_of: what the answer stands for',
      properties: {
        moment: { type: 'string', format: 'date-time', description: 'The moment of as_of' },
        generation: {
          type: 'integer',
          minimum: 0,
          description: 'The number of the generation that answered then',
        },
        servedFrom: {
          type: 'string',
          format: 'date-time',
          description: 'From when on that generation answered',
        },
        firstFill: {
          type: 'array',
          items: { type: 'string' },
          description:
            'Sources that were still being read for the first time: what is missing of them may have been filed long before',
        },
      },
    },
    source: {
      type: 'string',
      description: 'Identifier of the source; starts with sample: where the data is invented',
    },
    attribution: {
      type: 'object',
      required: ['text', 'site', 'page'],
      properties: {
        text: { type: 'string' },
        site: { type: 'string', description: 'Address of this service' },
        page: { type: 'string', description: 'Page to link to: the condition of the licence' },
      },
    },
    license: { type: 'string', const: LICENSE_URL, description: 'Licence of the compilation' },
    sourceLicense: {
      type: 'string',
      const: SOURCE_LICENSE_URL,
      description: 'Licence of the filings, where they are works of the U.S. government',
    },
    ignoredParameters: {
      type: 'array',
      items: { type: 'string' },
      description: 'Unknown parameters of the request; absent when there are none',
    },
    readAs: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description:
        'Arguments that were read as another name or value: the argument as given, and the name that it was read as, with =value if the value differs too. Absent when there are none',
    },
  },
};

/** The schema of a list with `format=table`. */
const ROW_TABLE: Json = {
  type: 'object',
  required: ['columns', 'rows'],
  properties: {
    columns: { type: 'array', items: { type: 'string' }, description: 'The names of the fields' },
    rows: {
      type: 'array',
      items: { type: 'array' },
      description:
        'The values of each row, in the order of columns; null for a field that a row does not have',
    },
  },
};

/** The schema of a success with this `data`. */
export function answerSchema(data: Json): Json {
  return {
    type: 'object',
    required: ['meta', 'data', 'error'],
    properties: {
      meta: ref('schemas', 'Meta'),
      data,
      error: { type: 'null', description: 'Null on success' },
    },
  };
}

function failure(code: ApiErrorCode): Json {
  return {
    type: 'object',
    required: ['meta', 'data', 'error'],
    properties: {
      meta: ref('schemas', 'Meta'),
      data: { type: 'null' },
      error: {
        type: 'object',
        required: code === 'invalid_parameter' ? ['code', 'message', 'issues'] : ['code', 'message'],
        properties: {
          code: { type: 'string', const: code },
          message: { type: 'string', description: 'One sentence that says what to do' },
          ...(code === 'invalid_parameter' ? { issues: ISSUES } : {}),
        },
      },
    },
  };
}

const ISSUES: Json = {
  type: 'array',
  items: {
    type: 'object',
    required: ['path', 'message'],
    properties: {
      path: { type: 'string', description: 'Name of the parameter' },
      message: { type: 'string', description: 'What it accepts' },
    },
  },
};

/** A wrong method belongs to no operation, so only the description of the API mentions it. */
const codes = (Object.keys(API_ERRORS) as ApiErrorCode[]).filter((code) => code !== 'method_not_allowed');
const failureName = (code: ApiErrorCode) => `Failure_${code}`;

export const COMPONENTS: Json = {
  securitySchemes: {
    key: { type: 'http', scheme: 'bearer', description: 'Optional: a free key raises the limit.' },
  },
  parameters: {
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      required: false,
      description:
        'The ETag of your copy: the answer is 304 when nothing changed. A 304 counts towards the limit.',
      schema: { type: 'string' },
    },
  },
  headers: HEADERS,
  schemas: {
    Meta: META,
    RowTable: ROW_TABLE,
    ...Object.fromEntries(codes.map((code) => [failureName(code), failure(code)])),
  },
  responses: {
    not_modified: { description: 'Your copy is current', headers: answerHeaders() },
    ...Object.fromEntries(
      codes.map((code) => [
        code,
        {
          description: API_ERRORS[code].when,
          headers: answerHeaders(code === 'rate_limited' ? ['ETag'] : ['ETag', 'Retry-After']),
          content: { 'application/json': { schema: ref('schemas', failureName(code)) } },
        },
      ]),
    ),
  },
};
