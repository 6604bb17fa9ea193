/** The agent endpoint in the OpenAPI description. */

import { JSONRPC_ID_MAX, JSONRPC_VERSION_MAX, MCP_PROTOCOL_VERSION } from '../../../tools/contract/rules.js';
import { agentTools, type Tool } from '../../../tools/contract/tool.js';
import type { Json } from './components.js';

const id: Json = {
  anyOf: [{ type: 'number' }, { type: 'string', maxLength: JSONRPC_ID_MAX }, { type: 'null' }],
  description: 'Echoed back; a message without one is a notification',
};
const answer: Json = {
  type: 'object',
  required: ['jsonrpc', 'id'],
  properties: {
    jsonrpc: { type: 'string', const: '2.0' },
    id,
    result: { type: 'object' },
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: { code: { type: 'integer' }, message: { type: 'string' } },
    },
  },
};

export function agentPath(tools: readonly Tool[]): Json {
  const nine = [...agentTools(tools, 'nine').keys()];
  const wider = [...agentTools(tools, 'all').keys()].filter((name) => !nine.includes(name));
  const more = wider.length === 0 ? '' : ` With tools=all also: ${wider.join(', ')}.`;
  return {
    post: {
      operationId: 'post_mcp',
      summary: 'The same questions for agents (MCP)',
      description: `JSON-RPC 2.0 over streamable HTTP, protocol ${MCP_PROTOCOL_VERSION}, without a session. Tools: ${nine.join(', ')}.${more} A failing tool is a result with isError true and the text "STATUS message".`,
      tags: ['agents'],
      parameters: [
        {
          name: 'tools',
          in: 'query',
          required: false,
          description: 'all offers every tool; left out, the nine are offered',
          schema: { type: 'string', const: 'all' },
        },
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['method'],
              properties: {
                jsonrpc: { type: 'string', maxLength: JSONRPC_VERSION_MAX, default: '2.0' },
                id,
                method: {
                  type: 'string',
                  description: 'initialize, ping, tools/list, tools/call or notifications/…',
                },
                params: { type: 'object', default: {} },
              },
            },
            example: {
              jsonrpc: '2.0',
              id: 1,
              method: 'tools/call',
              params: { name: 'get_catalog', arguments: {} },
            },
          },
        },
      },
      responses: {
        200: { description: 'One answer', content: { 'application/json': { schema: answer } } },
        202: { description: 'A notification was accepted; the body is empty' },
        400: {
          description: 'The body is not a valid message',
          content: { 'application/json': { schema: answer } },
        },
      },
    },
  };
}
