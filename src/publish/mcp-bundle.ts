/**
 * The MCP bundle (.mcpb) of a service, which adds it to a host such as Claude Desktop with a double click: a manifest and a
 * small program that forwards each message to the service.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { SERVICE_NAME, SERVICE_VERSION } from '../../tools/contract/rules.js';
import { packageRoot } from '../package-root.js';

const ENTRY = 'server/index.mjs';
/** Fixed, so that the bundle of a version has always the same bytes. */
const MADE_AT = '2026-01-01T00:00:00';

/** @param description what the registry entry says about the service */
export function mcpBundle(baseUrl: string, description: string): Buffer {
  const manifest = {
    manifest_version: '0.3',
    name: SERVICE_NAME,
    display_name: SERVICE_NAME,
    version: SERVICE_VERSION,
    description,
    author: { name: SERVICE_NAME },
    homepage: `${baseUrl}/`,
    documentation: `${baseUrl}/llms.txt`,
    license: 'MIT',
    server: {
      type: 'node',
      entry_point: ENTRY,
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/${ENTRY}`],
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the host fills them in.
        env: { DISCLOSED_URL: '${user_config.url}', DISCLOSED_KEY: '${user_config.api_key}' },
      },
    },
    tools_generated: true,
    user_config: {
      url: {
        type: 'string',
        title: 'Address of the service',
        description: 'The MCP endpoint. With ?tools=all it offers every tool.',
        default: `${baseUrl}/v1/mcp`,
        required: true,
      },
      api_key: {
        type: 'string',
        title: 'API key',
        description: 'Raises the rate limit. May be left empty.',
        default: '',
        sensitive: true,
        required: false,
      },
    },
    compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: '>=18' } },
  };
  const program = readFileSync(join(packageRoot(), 'src/publish/assets/mcpb/index.mjs'));
  const files = {
    'manifest.json': strToU8(JSON.stringify(manifest, null, 2)),
    [ENTRY]: new Uint8Array(program),
  };
  return Buffer.from(zipSync(files, { mtime: MADE_AT }));
}
