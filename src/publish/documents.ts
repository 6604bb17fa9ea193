/** The documents for agents, with the real address and limits of this service. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import {
  MCP_MODERN_VERSION,
  MCP_PROTOCOL_VERSION,
  SAMPLE_WARNING,
  SERVICE_NAME,
} from '../../tools/contract/rules.js';
import { packageRoot } from '../package-root.js';
import { fillDocument, type Limits, limitSentence } from './markdown.js';
import { mcpBundle } from './mcp-bundle.js';

/** The address and the program in the committed copies. */
const LOCAL = 'http://127.0.0.1:8787';
const PROGRAM = '/path/to/disclosed/dist/src/cli.js';

export interface Document {
  path: string;
  type: string;
  body: string | Buffer;
}

const SKILL_PATH = '/.well-known/agent-skills/disclosed/SKILL.md';
const CARD_PATH = '/v1/mcp/server-card';
const CARD_TYPE = 'application/mcp-server-card+json';

/** The paths of the documents. */
export const DOCUMENT_PATHS = [
  '/llms.txt',
  '/skill.md',
  '/server.json',
  '/mcp.json',
  SKILL_PATH,
  '/.well-known/agent-skills/index.json',
  CARD_PATH,
  '/.well-known/ai-catalog.json',
  '/disclosed.mcpb',
] as const;

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
  const markdown = 'text/markdown; charset=utf-8';
  const skill = guide('skill.md');
  const entry = registryEntry(text('server.json'), baseUrl);
  return [
    { path: '/llms.txt', type: 'text/plain; charset=utf-8', body: guide('llms.txt') },
    { path: '/skill.md', type: markdown, body: skill },
    { path: '/server.json', type: json, body: entry },
    { path: '/mcp.json', type: json, body: hostConfiguration(text('mcp.json'), baseUrl) },
    { path: SKILL_PATH, type: markdown, body: skill },
    { path: '/.well-known/agent-skills/index.json', type: json, body: skillIndex(skill, baseUrl) },
    { path: CARD_PATH, type: CARD_TYPE, body: serverCard(entry, baseUrl) },
    { path: '/.well-known/ai-catalog.json', type: 'application/ai-catalog+json', body: aiCatalog(baseUrl) },
    {
      path: '/disclosed.mcpb',
      type: 'application/zip',
      // The entry of the registry is an object with texts.
      body: mcpBundle(baseUrl, (JSON.parse(entry) as { description: string }).description),
    },
  ];
}

/** The list of skills that `npx skills add ADDRESS` reads (Agent Skills discovery 0.2.0). */
function skillIndex(skill: string, baseUrl: string): string {
  const description = /^description: (.+)$/m.exec(skill)?.[1];
  const digest = `sha256:${createHash('sha256').update(skill).digest('hex')}`;
  return pretty({
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: [{ name: SERVICE_NAME, type: 'skill-md', description, url: baseUrl + SKILL_PATH, digest }],
  });
}

/** What a client may know before it connects (SEP-2127, schema v1). It has no list of tools: the protocol lists those. */
function serverCard(entry: string, baseUrl: string): string {
  const { name, title, description, version } = JSON.parse(entry) as Record<string, string>;
  return pretty({
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name,
    version,
    title,
    description,
    websiteUrl: `${baseUrl}/`,
    remotes: [
      {
        type: 'streamable-http',
        url: `${baseUrl}/v1/mcp`,
        supportedProtocolVersions: [MCP_MODERN_VERSION, MCP_PROTOCOL_VERSION],
      },
    ],
  });
}

/** Where a client that knows only the domain finds the card (AI Catalog 1.0). */
function aiCatalog(baseUrl: string): string {
  const entry = {
    identifier: `urn:air:${new URL(baseUrl).hostname}:${SERVICE_NAME}`,
    displayName: SERVICE_NAME,
    type: CARD_TYPE,
    url: baseUrl + CARD_PATH,
  };
  return pretty({ specVersion: '1.0', entries: [entry] });
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
