/** The questions of `disclosed ask`: one for each tool, with its name, its argument and its options from the tool's schema. */

import { takesSeveral } from '../../tools/contract/parameters.js';
import type { Tool } from '../../tools/contract/tool.js';
import { tools } from '../../tools/index.js';
import { parameterSchema } from './schema.js';

/** One parameter of a tool, as an option. */
export interface QuestionOption {
  /** As the tool calls it. */
  parameter: string;
  /** As an option without its hyphens: min-value. */
  flag: string;
  description: string;
  /** The words that it accepts; empty for any other value. */
  values: string[];
  takesSeveral: boolean;
}

export interface ToolQuestion {
  name: string;
  /** Other names: the one over MCP. */
  aliases: string[];
  tool: Tool;
  /** The parameter that may be given without its flag; null where none is needed. */
  argument: string | null;
  options: QuestionOption[];
}

/** What the schema of a parameter may say. */
interface ParameterKeywords {
  description?: string;
  enum?: string[];
}

export const QUESTIONS: readonly ToolQuestion[] = tools.map(questionOf);

/** By its name or another name of it, with underscores or hyphens. */
export function findQuestion(name: string): ToolQuestion | null {
  const plain = name.replaceAll('_', '-').toLowerCase();
  return QUESTIONS.find((one) => one.name === plain || one.aliases.includes(plain)) ?? null;
}

function questionOf(tool: Tool): ToolQuestion {
  const { properties, required } = parameterSchema(tool);
  const name = nameOf(tool);
  const options = Object.entries(properties as Record<string, ParameterKeywords>).map(
    ([parameter, { description = '', enum: values = [] }]) => ({
      parameter,
      flag: parameter.replaceAll('_', '-'),
      description,
      values,
      takesSeveral: takesSeveral(tool.input.shape[parameter] as Tool['input']['shape'][string]),
    }),
  );
  const alias = tool.mcp?.replaceAll('_', '-') ?? name;
  return { name, aliases: alias === name ? [] : [alias], tool, argument: required[0] ?? null, options };
}

function wordsOf(mcp: string | null): string {
  return (mcp ?? '').replace(/^get_/, '').replaceAll('_', '-');
}

/** The last part of a path without a value; for one record the name over MCP: insider, congress-member. */
function nameOf({ path, mcp }: Tool): string {
  const last = path.slice(path.lastIndexOf('/') + 1);
  // One of a list that only REST has: a generation of /v1/generations.
  if (mcp === null) return last.startsWith('{') ? (path.split('/').at(-2) ?? '').replace(/s$/, '') : last;
  // /v1/holders is a ranking, and the holders are those of /v1/holders/{security}.
  if (
    path.includes('{') ||
    tools.some((other) => other.path.startsWith(`${path}/{`) && wordsOf(other.mcp) === last)
  )
    return wordsOf(mcp);
  return last;
}
