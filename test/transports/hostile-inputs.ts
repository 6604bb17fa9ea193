/** Random hostile requests: some almost valid, some far from it. */

import { ACTIONS } from '../../src/accounts/actions.js';
import { EXPORT_FOLDERS } from '../../src/publish/exports.js';
import { pagesFor } from '../../src/publish/pages/index.js';
import { EU_COUNTRIES } from '../../tools/contract/markets/index.js';
import { tools } from '../../tools/index.js';
import fc from '../property.js';

export interface Asked {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
}

/** What the service knows, so that some requests find something. */
export interface Known {
  slugs: string[];
  tickers: string[];
  ciks: string[];
}

/** If a page contains these unescaped, an injection worked. */
export const PLANTED = ['<b4d', '" onx4d="', "' onx4d='"];

const ODD = [
  ...[
    '',
    ' ',
    '0',
    '-1',
    '-0',
    '1.5',
    '1e309',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    'null',
    'undefined',
    'true',
    '[]',
    '{}',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'prototype',
    '[object Object]',
    '$where',
    '..',
    '../..',
  ],
  ...[
    '../../../../etc/passwd',
    '..%2f..%2fetc%2fpasswd',
    '%00',
    '\0',
    '\u202e',
    '\ufeff',
    '\u2028',
    '%',
    '%E0%A4%A',
  ],
  ...[
    "' OR 1=1 --",
    '"; DROP TABLE filing; --',
    '*',
    '%_%',
    'a*',
    'NEAR(a b)',
    'a AND',
    'a OR b',
    'NOT',
    '"a',
    '^a',
    'name:a',
    '-a',
    '(',
  ],
  ...[
    '<script>alert(1)</script>',
    '<b4d x>',
    '" onx4d="1',
    "' onx4d='1",
    '{{7*7}}',
    '$' + '{jndi:ldap://x}',
    'javascript:alert(1)',
  ],
  ...[
    '\r\nSet-Cookie: a=b',
    '\n',
    '\t',
    '//evil.example',
    'http://evil.example/',
    '\\\\evil',
    'file:///etc/passwd',
  ],
  ...['İ', 'ß', 'ﬀ', '𝔄𝔅', 'é'.repeat(40), 'e\u0301', '٣', '１２', '中文', '👨‍👩‍👧'],
  ...[
    '9'.repeat(400),
    'a'.repeat(64),
    'a'.repeat(65),
    'a'.repeat(161),
    'a'.repeat(3000),
    'a-'.repeat(80),
    '-a',
    'a--b',
  ],
];
const odd = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...ODD) },
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 70 }),
  fc.string({ maxLength: 20 }),
);
const day = fc.oneof(
  fc
    .date({ min: new Date('2024-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
  fc.constantFrom(
    '2026-02-30',
    '0000-00-00',
    '9999-12-31',
    '2026-11-20T00:00:00Z',
    '20261120',
    '-271821-04-20',
    '2026-1-1',
  ),
);
const number = fc.oneof(
  fc.integer({ min: -3, max: 600 }).map(String),
  fc.double().map(String),
  fc.bigInt().map(String),
);

const ROWS =
  'filingId,issuerName,issuerTicker,ownerName,price,trades,ticker,pdmrName,totalValue,nothing,__proto__'.split(
    ',',
  );

/** A value for the parameter `name`: right, nearly right, or anything. */
function given(name: string, known: Known): fc.Arbitrary<string> {
  const values = makers.get(known) ?? makeValues(known);
  makers.set(known, values);
  return Object.hasOwn(values, name) ? values[name]! : values.slug!;
}

/** Made once, because generators from regular expressions take long to build. */
const makers = new WeakMap<Known, Record<string, fc.Arbitrary<string>>>();

function makeValues(known: Known): Record<string, fc.Arbitrary<string>> {
  const near: Record<string, fc.Arbitrary<string>> = {
    since: day,
    limit: number,
    min_value: number,
    min_change: number,
    direction: fc.constantFrom('P', 'S', 'all', 'p', 'ALL'),
    country: fc.constantFrom(...EU_COUNTRIES, 'DE', 'xx'),
    series: fc.constantFrom('full', 'none', 'half'),
    ticker: fc.oneof(fc.constantFrom(...known.tickers), fc.stringMatching(/^[A-Za-z]{1,6}$/)),
    cik: fc.oneof(fc.constantFrom(...known.ciks), number),
    isin: fc.stringMatching(/^[A-Za-z]{2}[A-Za-z0-9]{9,11}$/),
    fields: fc.array(fc.constantFrom(...ROWS), { maxLength: 5 }).map((fields) => fields.join(',')),
    q: fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 64 }),
      fc
        .constantFrom(...known.slugs)
        .chain((slug) => fc.nat(slug.length).map((end) => slug.slice(0, end).replaceAll('-', ' '))),
      fc.stringMatching(/^[a-z]{1,3}$/),
    ),
    slug: fc.oneof(
      fc.constantFrom(...known.slugs),
      fc.stringMatching(/^[a-z0-9]{1,12}(?:-[a-z0-9]{1,12}){0,6}$/),
    ),
  };
  return Object.fromEntries(
    Object.entries(near).map(([name, value]) => [
      name,
      fc.oneof({ weight: 3, arbitrary: value }, { weight: 2, arbitrary: odd }),
    ]),
  );
}

/** Percent-encoded byte by byte, encoded as browsers do, or as it is where that can be sent at all. */
const written = (value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(value, fc.constantFrom('plain', 'bytes', 'raw')).map(([text, how]) => {
    if (how === 'plain') return encodeURIComponent(text.toWellFormed());
    if (how === 'raw') return text.replaceAll(/[^\x21-\x7e]|[#?]/g, '');
    return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  });

const method = fc.oneof(
  { weight: 12, arbitrary: fc.constant('GET') },
  fc.constantFrom(
    'HEAD',
    'OPTIONS',
    'POST',
    'PUT',
    'PATCH',
    'DELETE',
    'TRACE',
    'PROPFIND',
    'QUERY',
    'M-SEARCH',
  ),
);
/** Characters that a client accepts in a header. */
const headerText = odd.map((text) => text.replaceAll(/[^\x20-\x7e\x80-\xff]/g, '').slice(0, 500));
const headers = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  fc.dictionary(
    fc.constantFrom(
      ...[
        'accept',
        'accept-encoding',
        'accept-language',
        'authorization',
        'content-type',
        'cookie',
        'if-none-match',
      ],
      ...[
        'if-modified-since',
        'range',
        'origin',
        'referer',
        'x-forwarded-for',
        'x-forwarded-host',
        'x-forwarded-proto',
      ],
      ...[
        'forwarded',
        'expect',
        'x-http-method-override',
        'mcp-session-id',
        'mcp-protocol-version',
        'last-event-id',
        'user-agent',
      ],
    ),
    fc.oneof(
      headerText,
      fc.constantFrom(
        '*',
        '*/*',
        'text/html',
        'application/json',
        'gzip;q=0, br',
        'identity;q=0',
        'Bearer x',
        'Bearer',
        'bytes=0-1',
      ),
      fc.constantFrom(
        '2024-11-05',
        '2025-06-18',
        '2026-07-28',
        '1.2.3.4, 5.6.7.8',
        '"x", W/"y"',
        '*;q=0',
        'application/x-www-form-urlencoded',
      ),
    ),
    { maxKeys: 4 },
  ),
) as fc.Arbitrary<Record<string, string>>;

function queryOf(names: string[], known: Known): fc.Arbitrary<string> {
  const pair = fc
    .oneof({ weight: 5, arbitrary: fc.constantFrom(...names, 'limit', 'fields') }, odd)
    .chain((name) => fc.tuple(written(fc.constant(name)), written(given(name, known))));
  return fc
    .array(pair, { maxLength: 5 })
    .map((pairs) =>
      pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`,
    );
}

/** `/v1/eu/{country}` with something in its place. */
function pathOf(pattern: string, known: Known): fc.Arbitrary<string> {
  const parts = pattern.split('/').map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name === undefined
      ? fc.constant(part)
      : written(given(name, known)).map((text) => text.replaceAll('/', ''));
  });
  return fc
    .tuple(fc.tuple(...parts), fc.constantFrom('', '', '', '/', '//', '.json', '/x'))
    .map(([done, end]) => done.join('/') + end);
}

/** Any route of `patterns`, with its query. */
function routes(patterns: Array<{ path: string; names: string[] }>, known: Known): fc.Arbitrary<Asked> {
  return fc.constantFrom(...patterns).chain(({ path, names }) =>
    fc
      .tuple(method, pathOf(path, known), queryOf(names, known), headers)
      .map(([how, where, query, more]) => ({
        method: how,
        path: where + query,
        headers: more,
        body: undefined,
      })),
  );
}

export function rest(known: Known): fc.Arbitrary<Asked> {
  const patterns = tools.map((tool) => ({ path: tool.path, names: Object.keys(tool.input.shape) }));
  const other = ['/v1', '/v1/', '/v1/openapi.json', '/v1/{any}', '/v1/{any}/{any}', '/v1/mcp'].map(
    (path) => ({ path, names: ['q'] }),
  );
  return routes([...patterns, ...patterns, ...other], known);
}

export function pages(known: Known): fc.Arbitrary<Asked> {
  const patterns = pagesFor(tools).map((page) => ({ path: page.path, names: page.query ?? ['q'] }));
  const other = [
    '/healthz',
    '/readyz',
    '/metrics',
    '/llms.txt',
    '/skill.md',
    '/mcp.json',
    '/assets/{any}',
    '/{any}',
    '/{any}/{any}',
  ];
  const asHtml = routes([...patterns, ...other.map((path) => ({ path, names: ['q'] }))], known);
  return fc
    .tuple(asHtml, fc.boolean())
    .map(([asked, html]) =>
      html ? { ...asked, headers: { ...asked.headers, accept: 'text/html' } } : asked,
    );
}

export function exported(known: Known): fc.Arbitrary<Asked> {
  const folders = [...EXPORT_FOLDERS, '{any}'].map((folder) => ({
    path: `/data/${folder}/{${folder === 'tickers' ? 'ticker' : 'id'}}`,
    names: ['q'],
  }));
  return fc
    .tuple(routes(folders, known), fc.nat(4))
    .map(([asked, plain]) =>
      plain > 0 ? { ...asked, path: asked.path.replace(/(?=\?|$)/, '.json') } : asked,
    );
}

/** Forms of the account pages. `visitor` are the headers of a valid visitor, and `token` is the token of that visitor. */
export function forms(known: Known, visitor: Record<string, string>, token: string): fc.Arbitrary<Asked> {
  const path = fc.oneof(
    // The page with the forms: some of the inputs must be understood.
    fc.constant('/account'),
    fc.constantFrom('/account', '/account/', ...Object.keys(ACTIONS).map((action) => `/account/${action}`)),
    pathOf('/account/{any}', known),
  );
  const json = fc.oneof(
    fc.json(),
    passkey().map((made) => JSON.stringify(made)),
  );
  const field = fc.tuple(
    fc.oneof(fc.constantFrom('token', 'response', 'displayName', 'name', 'code', 'id', 'sure'), odd),
    fc.oneof(odd, json, fc.constantFrom(token, 'yes', '1')),
  );
  const form = fc
    .tuple(fc.constantFrom(token, token, token, 'x'), fc.array(field, { maxLength: 5 }))
    .map(([own, fields]) =>
      [['token', own] as const, ...fields]
        .map((pair) => pair.map((text) => encodeURIComponent(text.toWellFormed())).join('='))
        .join('&'),
    );
  const body = fc.oneof(
    { weight: 4, arbitrary: form },
    odd,
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  );
  return fc
    .tuple(
      fc.oneof({ weight: 4, arbitrary: fc.constant('POST') }, fc.constant('GET'), method),
      path,
      body,
      headers,
      fc.nat(9),
      fc.nat(255),
    )
    .map(([how, where, sent, more, chance, host]) => ({
      method: how,
      path: where,
      body: how === 'GET' || how === 'HEAD' ? undefined : sent,
      headers: {
        // Each visitor has another address, or the rate limits would soon answer everything.
        ...{
          'x-forwarded-for': `2001:db8:${host.toString(16)}:${chance}::1`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        ...(chance === 0 ? {} : visitor),
        ...(chance < 3 ? more : {}),
      },
    }));
}

/** Roughly what a browser sends for a passkey. */
function passkey(): fc.Arbitrary<unknown> {
  const base64 = fc.oneof(fc.base64String({ maxLength: 80 }), odd);
  return fc.record(
    {
      id: base64,
      rawId: base64,
      type: fc.oneof(fc.constant('public-key'), fc.jsonValue()),
      authenticatorAttachment: fc.jsonValue(),
      clientExtensionResults: fc.jsonValue(),
      response: fc.oneof(
        fc.record(
          {
            attestationObject: base64,
            authenticatorData: base64,
            signature: base64,
            userHandle: base64,
            transports: fc.jsonValue(),
            clientDataJSON: fc.oneof(
              base64,
              fc
                .record({
                  type: fc.constantFrom('webauthn.create', 'webauthn.get'),
                  challenge: base64,
                  origin: odd,
                })
                .map((data) => Buffer.from(JSON.stringify(data)).toString('base64url')),
            ),
          },
          { requiredKeys: [] },
        ),
        fc.jsonValue(),
      ),
    },
    { requiredKeys: [] },
  );
}

/** Bodies for the agent endpoint, with headers. */
export function messages(known: Known): fc.Arbitrary<Asked> {
  const callable = tools.filter((tool) => tool.mcp !== null);
  const anything = fc.oneof(fc.jsonValue(), odd);
  const call = fc.constantFrom(...callable).chain((tool) => {
    const names = Object.keys(tool.input.shape);
    const filled = fc.record(
      Object.fromEntries(
        [...names, 'x'].map((name) => [
          name,
          fc.oneof(given(name, known), fc.integer({ min: -1, max: 501 }), anything),
        ]),
      ),
      { requiredKeys: [] },
    );
    return fc.record(
      {
        name: fc.oneof({ weight: 8, arbitrary: fc.constant(tool.mcp as unknown) }, anything),
        arguments: fc.oneof({ weight: 8, arbitrary: filled as fc.Arbitrary<unknown> }, anything),
        _meta: fc.oneof(fc.record({ progressToken: anything }), anything),
        task: anything,
      },
      { requiredKeys: ['name'] },
    );
  });
  const methods = fc.constantFrom(
    ...[
      'initialize',
      'ping',
      'tools/list',
      'tools/call',
      'notifications/initialized',
      'notifications/cancelled',
      'notifications/x',
    ],
    ...[
      'resources/list',
      'prompts/get',
      'completion/complete',
      'logging/setLevel',
      'sampling/createMessage',
      'server/discover',
      'rpc.x',
      'tools/call ',
    ],
  );
  const id = fc.oneof(
    fc.integer(),
    fc.string({ maxLength: 300 }),
    fc.double(),
    fc.constant(null),
    fc.jsonValue(),
  );
  const initialize = fc.record(
    { protocolVersion: anything, capabilities: anything, clientInfo: anything },
    { requiredKeys: [] },
  );
  const message = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record(
        { jsonrpc: fc.constant('2.0'), id, method: fc.constant('tools/call'), params: call },
        { requiredKeys: ['method', 'params'] },
      ),
    },
    {
      weight: 4,
      arbitrary: fc.record(
        {
          jsonrpc: fc.oneof(fc.constant('2.0'), anything),
          id,
          method: fc.oneof(methods, anything),
          params: fc.oneof(call, initialize, anything),
          result: anything,
          error: anything,
        },
        { requiredKeys: [] },
      ),
    },
    fc.array(fc.record({ id, method: methods }), { maxLength: 3 }),
  );
  const text = fc.oneof(
    { weight: 8, arbitrary: message.map((one) => JSON.stringify(one)) },
    // Cut, doubled, or with a byte that does not belong there.
    fc.tuple(message, fc.nat(60)).map(([one, end]) => JSON.stringify(one).slice(0, -end)),
    fc.tuple(message, message).map((both) => both.map((one) => JSON.stringify(one)).join('\n')),
    fc.json(),
    odd,
  );
  const bytes = fc.uint8Array({ maxLength: 200 }).map((some) => Buffer.from(some));
  return fc
    .tuple(
      fc.oneof({ weight: 9, arbitrary: text as fc.Arbitrary<string | Buffer> }, bytes),
      headers,
      fc.constantFrom('', '', '/', '?x=1'),
    )
    .map(([body, more, end]) => ({ method: 'POST', path: `/v1/mcp${end}`, headers: more, body }));
}
