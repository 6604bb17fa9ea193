/** A new key as settings for common agent hosts. */

export interface Snippet {
  id: string;
  host: string;
  /** Where the text goes. */
  where: string;
  text: string;
}

export function snippets(baseUrl: string, key: string): Snippet[] {
  const url = `${baseUrl}/v1/mcp`;
  const headers = { Authorization: `Bearer ${key}` };
  const json = (value: object) => JSON.stringify(value, null, 2);
  return [
    {
      id: 'claude-code',
      host: 'Claude Code',
      where: 'In a terminal:',
      text: `claude mcp add --transport http disclosed ${url} --header "Authorization: Bearer ${key}"`,
    },
    {
      id: 'claude-desktop',
      host: 'Claude Desktop',
      where: 'In claude_desktop_config.json, through mcp-remote, because that file takes no headers:',
      text: json({
        mcpServers: {
          disclosed: {
            command: 'npx',
            // Without a space: on Windows an argument with spaces is split.
            args: ['-y', 'mcp-remote', url, '--header', `Authorization:\${AUTHORIZATION}`],
            env: { AUTHORIZATION: headers.Authorization },
          },
        },
      }),
    },
    {
      id: 'cursor',
      host: 'Cursor',
      where: 'In ~/.cursor/mcp.json:',
      text: json({ mcpServers: { disclosed: { url, headers } } }),
    },
    {
      id: 'vs-code',
      host: 'VS Code',
      where: 'In .vscode/mcp.json:',
      text: json({ servers: { disclosed: { type: 'http', url, headers } } }),
    },
    {
      id: 'codex',
      host: 'Codex',
      where: 'In ~/.codex/config.toml:',
      text: `[mcp_servers.disclosed]\nurl = ${JSON.stringify(url)}\nhttp_headers = { Authorization = ${JSON.stringify(headers.Authorization)} }`,
    },
    {
      id: 'curl',
      host: 'curl',
      where: 'In a terminal:',
      text: `curl -H "Authorization: Bearer ${key}" "${baseUrl}/v1/filings?limit=5"`,
    },
  ];
}
