/** The plain documents for agents, with the real address of this service in them. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../package-root.js';

/** How the committed copies name the service. */
const LOCAL = 'http://127.0.0.1:8787';

export interface Document {
  path: string;
  type: string;
  body: string;
}

/** Where they stand. */
export const DOCUMENT_PATHS = ['/llms.txt', '/skill.md', '/server.json', '/mcp.json'] as const;

export function documents(baseUrl: string): Document[] {
  const text = (name: string) => readFileSync(join(packageRoot(), name), 'utf8').replaceAll(LOCAL, baseUrl);
  return [
    { path: '/llms.txt', type: 'text/plain; charset=utf-8', body: text('llms.txt') },
    { path: '/skill.md', type: 'text/markdown; charset=utf-8', body: text('skill.md') },
    {
      path: '/server.json',
      type: 'application/json; charset=utf-8',
      body: registryEntry(text('server.json'), baseUrl),
    },
    { path: '/mcp.json', type: 'application/json; charset=utf-8', body: text('mcp.json') },
  ];
}

/** The entry of the MCP registry. Only a service that the public can reach is offered as a remote one. */
function registryEntry(committed: string, baseUrl: string): string {
  if (!baseUrl.startsWith('https://')) return committed;
  const remotes = [{ type: 'streamable-http', url: `${baseUrl}/v1/mcp` }];
  return `${JSON.stringify({ ...JSON.parse(committed), remotes }, null, 2)}\n`;
}
