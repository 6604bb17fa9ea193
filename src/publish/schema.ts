/** The JSON Schema of a tool's arguments, from its zod schema. */

import { zodToJsonSchema } from 'zod-to-json-schema';
import type { Tool } from '../../tools/contract/tool.js';

export interface ParameterSchema {
  type: 'object';
  properties: Record<string, { description?: string }>;
  /** Always present, also when empty: some hosts require it. */
  required: string[];
}

/** @throws Error when the converter lost the parameters. It does so silently for a schema of another version of zod. */
export function parameterSchema(tool: Tool): ParameterSchema {
  // The input is an object, so its schema has these keywords if the converter knows it.
  const converted = zodToJsonSchema(tool.input, {
    $refStrategy: 'none',
    target: 'jsonSchema7',
  }) as Partial<ParameterSchema>;
  const properties = converted.properties ?? {};
  if (Object.keys(properties).length !== Object.keys(tool.input.shape).length)
    throw new Error(`the schema of ${tool.path} lost its parameters`);
  return { type: 'object', properties, required: converted.required ?? [] };
}
