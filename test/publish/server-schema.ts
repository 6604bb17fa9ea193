/** What the MCP registry demands of a server.json of 2025-12-11, in our own words: its rules, closed where ours is written by hand. */

const text = (more: object = {}) => ({ type: 'string', ...more });
const list = (items: object) => ({ type: 'array', items });
const record = (required: string[], properties: Record<string, object>) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});

const address = text({ pattern: '^(https?://[^\\s]+|\\{[a-zA-Z_][a-zA-Z0-9_]*\\}[^\\s]*)$' });
/** No ranges: a version is one version. */
const version = text({
  minLength: 1,
  maxLength: 255,
  not: { pattern: '^(latest$|[\\^~<>=])|\\.[x*]|\\|\\|' },
});
const input = {
  description: text(),
  isRequired: { type: 'boolean' },
  isSecret: { type: 'boolean' },
  format: { enum: ['string', 'number', 'boolean', 'filepath'] },
  value: text(),
  default: text(),
  placeholder: text(),
  choices: list(text()),
};
const variables = { type: 'object', additionalProperties: record([], input) };
const named = record(['name'], { ...input, variables, name: text() });
const argument = {
  anyOf: [
    {
      ...record(['type'], {
        ...input,
        variables,
        type: { const: 'positional' },
        valueHint: text(),
        isRepeated: { type: 'boolean' },
      }),
      anyOf: [{ required: ['valueHint'] }, { required: ['value'] }],
    },
    record(['type', 'name'], {
      ...input,
      variables,
      type: { const: 'named' },
      name: text(),
      isRepeated: { type: 'boolean' },
    }),
  ],
};
const overHttp = (type: string, more: object = {}) =>
  record(['type', 'url'], { type: { const: type }, url: address, headers: list(named), ...more });

export const SERVER_SCHEMA = record(['$schema', 'name', 'description', 'version'], {
  $schema: { const: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json' },
  name: text({ minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' }),
  title: text({ minLength: 1, maxLength: 100 }),
  description: text({ minLength: 1, maxLength: 100 }),
  version,
  websiteUrl: text({ pattern: '^https?://\\S+$' }),
  repository: record(['url', 'source'], { url: text(), source: text(), id: text(), subfolder: text() }),
  packages: list(
    record(['registryType', 'identifier', 'transport'], {
      registryType: text(),
      registryBaseUrl: text(),
      identifier: text(),
      version,
      fileSha256: text({ pattern: '^[a-f0-9]{64}$' }),
      runtimeHint: text(),
      runtimeArguments: list(argument),
      packageArguments: list(argument),
      environmentVariables: list(named),
      transport: {
        anyOf: [record(['type'], { type: { const: 'stdio' } }), overHttp('streamable-http'), overHttp('sse')],
      },
    }),
  ),
  remotes: list({
    anyOf: [overHttp('streamable-http', { variables }), overHttp('sse', { variables })],
  }),
});

/** What SEP-2127 demands of a server card (schema v1), in our own words and as far as ours has it. */
export const CARD_SCHEMA = record(['$schema', 'name', 'description', 'version'], {
  $schema: { const: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json' },
  name: text({ minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' }),
  title: text({ minLength: 1, maxLength: 100 }),
  description: text({ minLength: 1, maxLength: 100 }),
  version,
  websiteUrl: text({ pattern: '^https?://' }),
  remotes: list(
    record(['type', 'url'], {
      type: { enum: ['sse', 'streamable-http'] },
      url: address,
      supportedProtocolVersions: list(text({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
    }),
  ),
});

const setting = record(['type', 'title', 'description'], {
  type: { enum: ['string', 'number', 'boolean', 'directory', 'file'] },
  title: text(),
  description: text(),
  required: { type: 'boolean' },
  default: text(),
  sensitive: { type: 'boolean' },
});

/** What MCPB demands of the manifest of a bundle (schema 0.3), in our own words and as far as ours has it. */
export const BUNDLE_SCHEMA = record(
  ['manifest_version', 'name', 'version', 'description', 'author', 'server'],
  {
    manifest_version: { const: '0.3' },
    name: text(),
    display_name: text(),
    version,
    description: text(),
    author: record(['name'], { name: text(), email: text(), url: text() }),
    homepage: text({ pattern: '^https?://' }),
    documentation: text({ pattern: '^https?://' }),
    license: text(),
    server: record(['type', 'entry_point', 'mcp_config'], {
      type: { enum: ['python', 'node', 'binary'] },
      entry_point: text(),
      mcp_config: record(['command'], {
        command: text(),
        args: list(text()),
        env: { type: 'object', additionalProperties: text() },
      }),
    }),
    tools_generated: { type: 'boolean' },
    user_config: { type: 'object', additionalProperties: setting },
    compatibility: record([], {
      platforms: list({ enum: ['darwin', 'win32', 'linux'] }),
      runtimes: record([], { node: text() }),
    }),
  },
);
