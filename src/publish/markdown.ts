/** The generated parts of the documents: tables made from the lists in the code, between two markers. */

import { API_ERRORS } from '../../tools/contract/errors.js';
import { RATE_KEYED, RATE_KEYLESS } from '../../tools/contract/rules.js';
import type { Tool } from '../../tools/contract/tool.js';
import { tools } from '../../tools/index.js';
import { SETTINGS } from '../config.js';
import { COMMAND_PARTS } from './command-reference.js';
import { digestRules, roleTable, weightTable, workedExample } from './methodology-parts.js';
import { REFERENCE_PARTS } from './reference.js';
import { parameterSchema } from './schema.js';

/** The documents with generated parts, relative to the project. */
export const GENERATED_DOCUMENTS = [
  'METHODOLOGY.md',
  'skill.md',
  'llms.txt',
  'docs/install.md',
  'docs/commands.md',
  'docs/agents.md',
  'docs/reference.md',
] as const;

const PARTS: Record<string, () => string> = {
  tools: toolTable,
  'tool-reference': toolReference,
  endpoints: endpointTable,
  errors: errorTable,
  limits: () => limitSentence({ keyless: RATE_KEYLESS, withKey: RATE_KEYED }),
  settings: settingTable,
  'digest-rules': digestRules,
  'conviction-weights': weightTable,
  'conviction-roles': roleTable,
  'conviction-example': workedExample,
  ...REFERENCE_PARTS,
  ...COMMAND_PARTS,
};

/** Requests per hour; null without a limit. */
export interface Limits {
  keyless: number | null;
  withKey: number | null;
}

export function limitSentence({ keyless, withKey }: Limits): string {
  if (keyless === null) return 'No key is needed, and this service has no rate limit.';
  return `Limits: ${keyless} requests per hour without a key, ${withKey ?? 'unlimited'} with a free API key. A request beyond the limit gets 429 (a tool result starts with 429) and the time to wait: do not try again earlier.`;
}

/**
 * Replaces the text between `<!-- generated: NAME -->` and `<!-- end: NAME -->` for every NAME in the document.
 * `own` overrides parts that depend on the installation.
 * @throws Error for a marker that names no part, or that is not closed.
 */
export function fillDocument(text: string, own: Record<string, () => string> = {}): string {
  // The pattern has one group, which is part of every match.
  const names = [...text.matchAll(/<!-- generated: ([a-z-]+) -->/g)].map((match) => match[1] as string);
  return names.reduce((filled, name) => {
    const part = own[name] ?? PARTS[name];
    const start = `<!-- generated: ${name} -->`;
    const end = `<!-- end: ${name} -->`;
    const from = filled.indexOf(start) + start.length;
    const to = filled.indexOf(end, from);
    if (part === undefined || to === -1) throw new Error(`marker ${name} has no generated part or no end`);
    return `${filled.slice(0, from)}\n${part()}\n${filled.slice(to)}`;
  }, text);
}

function toolTable(): string {
  const rows = tools
    .filter((tool) => tool.mcp !== null)
    .map(
      (tool) =>
        `| \`${tool.mcp}\`${widerNote(tool)} | ${parameterNames(tool)} | \`GET ${tool.path}\` | ${tool.purpose} |`,
    );
  return ['| Tool | Arguments | REST | Returns |', '|---|---|---|---|', ...rows].join('\n');
}

/** What follows the name of a tool that is not one of the nine. */
function widerNote(tool: Tool): string {
  return tool.isWider === true ? ' (with `tools=all`)' : '';
}

/** Parameters of most lists, explained once, so that an agent has less to read. */
const SHARED_PARAMETERS = ['ticker', 'cik', 'direction', 'order', 'cursor', 'format', 'as_of'];

function toolReference(): string {
  const offered = tools.filter((tool) => tool.mcp !== null);
  const shared = sharedDescriptions(offered);
  const lines = [...shared].map(([name, description]) => `- \`${name}\`: ${description}`);
  return [
    ['Most lists take these too:', '', ...lines].join('\n'),
    ...offered.map(
      (tool) =>
        `### ${tool.mcp}${widerNote(tool)}\n${descriptionLines(tool)}\n\n${ownParameters(tool, shared)}`,
    ),
  ].join('\n\n');
}

/** Those of the nine as they are; the paragraphs of the others as lines, because a skill has fewer than 500 lines. */
function descriptionLines({ isWider, description }: Tool): string {
  return isWider === true ? description.replaceAll('\n\n', '\n') : description;
}

/** As the first tool that has the parameter explains it. */
function sharedDescriptions(offered: readonly Tool[]): Map<string, string> {
  const shared = new Map<string, string>();
  for (const tool of offered)
    for (const [name, { description = '' }] of Object.entries(parameterSchema(tool).properties))
      if (SHARED_PARAMETERS.includes(name) && !shared.has(name)) shared.set(name, description);
  return shared;
}

/** Those that are explained for all lists with the same words are only named. */
function ownParameters(tool: Tool, shared: ReadonlyMap<string, string>): string {
  const { properties, required } = parameterSchema(tool);
  const rows: string[] = [];
  const named: string[] = [];
  for (const [name, { description = '' }] of Object.entries(properties))
    if (shared.get(name) === description) named.push(`\`${name}\``);
    else rows.push(`- \`${name}\`${required.includes(name) ? ' (required)' : ''}: ${description}`);
  if (rows.length === 0) return 'No arguments.';
  // A guide has fewer than 500 lines, so the tools beyond the nine have theirs in one.
  const list =
    tool.isWider === true ? `- ${rows.map((row) => row.slice('- '.length)).join('. ')}` : rows.join('\n');
  return `${list}${named.length === 0 ? '' : `. Also ${named.join(', ')}`}`;
}

function endpointTable(): string {
  const rows = tools.map((tool) => `| GET | \`${tool.path}\` | ${tool.purpose} |`);
  return [
    '| Method | Path | Returns |',
    '|---|---|---|',
    ...rows,
    '| POST | `/v1/mcp` | The same, as tools over MCP |',
  ].join('\n');
}

function errorTable(): string {
  const rows = Object.entries(API_ERRORS).map(
    ([code, { status, when }]) => `| \`${code}\` | ${status} | ${when} |`,
  );
  return ['| Code | HTTP | When |', '|---|---|---|', ...rows].join('\n');
}

function settingTable(): string {
  const rows = SETTINGS.map(
    ({ name, default: given, help }) =>
      `| \`${name}\` | ${given === '' ? 'empty' : `\`${given}\``} | ${help} |`,
  );
  return ['| Setting | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
}

function parameterNames(tool: Tool): string {
  const { properties, required } = parameterSchema(tool);
  const names = Object.keys(properties).map((name) => (required.includes(name) ? `**${name}**` : name));
  return names.length === 0 ? 'none' : names.join(', ');
}
