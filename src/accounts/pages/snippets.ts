/** A new key as ready-made settings of the hosts that people use. */

export interface Snippet {
  id: string;
  host: string;
  /** Where it belongs. */
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
      id: 'curl',
      host: 'curl',
      where: 'In a terminal:',
      text: `curl -H "Authorization: Bearer ${key}" "${baseUrl}/v1/filings?limit=5"`,
    },
  ];
}
