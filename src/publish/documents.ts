/** The documents for agents, with the real address and limits of this service. */

import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { SAMPLE_WARNING } from '../../tools/contract/rules.js';
import { packageRoot } from '../package-root.js';
import { fillDocument, type Limits, limitSentence } from './markdown.js';

/** The address and the program in the committed copies. */
const LOCAL = 'http://127.0.0.1:8787';
const PROGRAM = '/path/to/disclosed/dist/src/cli.js';

export interface Document {
  path: string;
  type: string;
  body: string;
}

/** The paths of the documents. */
export const DOCUMENT_PATHS = ['/llms.txt', '/skill.md', '/server.json', '/mcp.json'] as const;

export interface ServiceFacts {
  baseUrl: string;
  /** True when all data is invented. */
  sample: boolean;
  rateLimits: Limits;
}

export function documents(facts: ServiceFacts): Document[] {
  const { baseUrl } = facts;
  const text = (name: string) => committed(name, baseUrl);
  const guide = (name: string) => guideDocument(name, facts);
  const json = 'application/json; charset=utf-8';
  return [
    { path: '/llms.txt', type: 'text/plain; charset=utf-8', body: guide('llms.txt') },
    { path: '/skill.md', type: 'text/markdown; charset=utf-8', body: guide('skill.md') },
    { path: '/server.json', type: json, body: registryEntry(text('server.json'), baseUrl) },
    { path: '/mcp.json', type: json, body: hostConfiguration(text('mcp.json'), baseUrl) },
  ];
}

/** How an agent works with this service. */
export function skillDocument(facts: ServiceFacts): string {
  return guideDocument('skill.md', facts);
}

function guideDocument(name: string, { baseUrl, sample, rateLimits }: ServiceFacts): string {
  const filled = fillDocument(committed(name, baseUrl), { limits: () => limitSentence(rateLimits) });
  return sample ? withBanner(filled) : filled;
}

/** A document of the package, with the address of this service. */
function committed(name: string, baseUrl: string): string {
  return readFileSync(join(packageRoot(), name), 'utf8').replaceAll(LOCAL, baseUrl);
}

/** Adds the warning directly below the title. */
function withBanner(text: string): string {
  return text.replace(/^# .*$/m, (title) => `${title}\n\n> **${SAMPLE_WARNING}**`);
}

/**
 * The entry of the MCP registry. A public service describes itself as a remote server under the name of its
 * host, which its operator can prove. The package is left out: it belongs to its publisher.
 */
function registryEntry(text: string, baseUrl: string): string {
  const { protocol, hostname } = new URL(baseUrl);
  if (protocol !== 'https:') return text;
  const { packages: _packages, name, ...entry } = JSON.parse(text) as { packages: unknown; name: string };
  return pretty({
    ...entry,
    name: hasPublicName(hostname) ? `${hostname.split('.').reverse().join('.')}/disclosed` : name,
    websiteUrl: `${baseUrl}/`,
    remotes: [{ type: 'streamable-http', url: `${baseUrl}/v1/mcp` }],
  });
}

function hasPublicName(hostname: string): boolean {
  return hostname.includes('.') && isIP(hostname) === 0 && /^[a-z0-9.-]+$/.test(hostname);
}

/** The host configuration, ready to use. Only a client on this machine can start the program, so only it gets the path. */
function hostConfiguration(text: string, baseUrl: string): string {
  const { mcpServers } = JSON.parse(text) as {
    mcpServers: Record<string, { type: string; args?: string[] }>;
  };
  const isLocal = /^(?:127\.|localhost$|\[::1\]$)/.test(new URL(baseUrl).hostname);
  const program = join(packageRoot(), 'dist/src/cli.js');
  const entries = Object.entries(mcpServers)
    .filter(([, { type }]) => isLocal || type !== 'stdio')
    .map(([name, entry]) => [
      name,
      entry.args === undefined
        ? entry
        : { ...entry, args: entry.args.map((one) => (one === PROGRAM ? program : one)) },
    ]);
  return pretty({ mcpServers: Object.fromEntries(entries) });
}

function pretty(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
