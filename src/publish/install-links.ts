/** Links and commands with which a user adds this service to a host of agents in one step. */

import { SERVICE_NAME } from '../../tools/contract/rules.js';

export interface InstallLinks {
  /** A command line. */
  claudeCode: string;
  cursor: string;
  vsCode: string;
}

export function installLinks(baseUrl: string): InstallLinks {
  const url = `${baseUrl}/v1/mcp`;
  const config = Buffer.from(JSON.stringify({ url })).toString('base64');
  const server = JSON.stringify({ name: SERVICE_NAME, type: 'http', url });
  return {
    claudeCode: `claude mcp add --transport http ${SERVICE_NAME} ${url}`,
    cursor: `cursor://anysphere.cursor-deeplink/mcp/install?name=${SERVICE_NAME}&config=${encodeURIComponent(config)}`,
    vsCode: `vscode:mcp/install?${encodeURIComponent(server)}`,
  };
}
