/** A tool as tools/list shows it. */

import type { Tool } from '../../../tools/contract/tool.js';
import { parameterSchema } from '../../publish/schema.js';

/** The same in every revision. */
export function listedTool(name: string, tool: Tool) {
  const { title, description, annotations } = tool;
  return { name, title, description, inputSchema: parameterSchema(tool), annotations };
}
