/**
 * One client of the agent protocol against the running service: node clients.mjs CLIENT http|stdio.
 * It lists the tools, calls one, and must get exactly the bytes that REST gives. The file is beside the client's
 * packages.
 */

import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const { SERVICE, CLI, DATA_DIR, HOME, PATH } = process.env;
const [, , client, over] = process.argv;
const address = `${SERVICE}/v1/mcp`;
// The service's own Node, not the newer one that some clients need.
const command = process.env.SERVICE_NODE;
const env = { BASE_URL: SERVICE, DATA_DIR, HOME, PATH, LOG_LEVEL: 'warn' };
const question = { name: 'get_latest_filings', arguments: { limit: 3, direction: 'P' } };

/** @returns {Promise<{names: string[], text: string}>} Tool names, and the text of the answer. */
const CLIENTS = {
  async 'sdk-1'() {
    const [{ Client }, { StreamableHTTPClientTransport }, { StdioClientTransport }] = await Promise.all([
      import('@modelcontextprotocol/sdk/client/index.js'),
      import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
      import('@modelcontextprotocol/sdk/client/stdio.js'),
    ]);
    return asked(
      new Client({ name: 'ci', version: '1.0.0' }),
      over === 'http'
        ? new StreamableHTTPClientTransport(new URL(address))
        : new StdioClientTransport({ command, args: [CLI, 'stdio'], env, stderr: 'ignore' }),
    );
  },
  'sdk-2': () => secondLine('legacy'),
  // Tries the newest revision first, and must stay with it.
  'sdk-2-auto': () => secondLine('auto'),
  // Speaks only that revision.
  'sdk-2-pinned': () => secondLine({ pin: '2026-07-28' }),
  async 'mcp-remote'() {
    const [{ Client }, { StdioClientTransport }] = await Promise.all([
      import('@modelcontextprotocol/sdk/client/index.js'),
      import('@modelcontextprotocol/sdk/client/stdio.js'),
    ]);
    const proxy = join('node_modules', 'mcp-remote', 'dist', 'proxy.js');
    return asked(
      new Client({ name: 'ci', version: '1.0.0' }),
      new StdioClientTransport({
        command: process.execPath,
        args: [proxy, address, '--allow-http'],
        env: { HOME: process.cwd(), PATH },
        stderr: 'ignore',
      }),
    );
  },
  async 'ai-sdk'() {
    const { createMCPClient } = await import('@ai-sdk/mcp');
    const { Experimental_StdioMCPTransport } = await import('@ai-sdk/mcp/mcp-stdio');
    const connected = await createMCPClient({
      transport:
        over === 'http'
          ? { type: 'http', url: address }
          : new Experimental_StdioMCPTransport({ command, args: [CLI, 'stdio'], env, stderr: 'ignore' }),
    });
    try {
      const tools = await connected.tools();
      const answer = await tools[question.name].execute(question.arguments, {
        toolCallId: 'ci',
        messages: [],
      });
      return { names: Object.keys(tools), text: answer.content[0].text };
    } finally {
      await connected.close();
    }
  },
  async langchain() {
    const { MultiServerMCPClient } = await import('@langchain/mcp-adapters');
    const connected = new MultiServerMCPClient({
      prefixToolNameWithServerName: false,
      mcpServers: {
        disclosed:
          over === 'http'
            ? { transport: 'http', url: address, automaticSSEFallback: false }
            : { transport: 'stdio', command, args: [CLI, 'stdio'], env, stderr: 'ignore' },
      },
    });
    try {
      const tools = await connected.getTools();
      const tool = tools.find(({ name }) => name === question.name);
      return { names: tools.map(({ name }) => name), text: await tool.invoke(question.arguments) };
    } finally {
      await connected.close();
    }
  },
  async inspector() {
    // A server that this client starts does not inherit the environment.
    const handed = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    const target = over === 'http' ? [address, '--transport', 'http'] : [...handed, command, CLI, 'stdio'];
    const listed = await inspect([...target, '--method', 'tools/list']);
    const given = Object.entries(question.arguments).map(([name, value]) => `${name}=${value}`);
    const answer = await inspect([
      ...target,
      ...['--method', 'tools/call', '--tool-name', question.name, '--tool-arg', ...given],
    ]);
    return { names: listed.tools.map(({ name }) => name), text: answer.content[0].text };
  },
};

async function secondLine(mode) {
  const [{ Client, StreamableHTTPClientTransport }, { StdioClientTransport }] = await Promise.all([
    import('@modelcontextprotocol/client'),
    import('@modelcontextprotocol/client/stdio'),
  ]);
  return asked(
    new Client({ name: 'ci', version: '1.0.0' }, { versionNegotiation: { mode } }),
    over === 'http'
      ? new StreamableHTTPClientTransport(new URL(address))
      : new StdioClientTransport({ command, args: [CLI, 'stdio'], env, stderr: 'ignore' }),
    mode !== 'legacy',
  );
}

async function asked(connecting, transport, isModern = false) {
  await connecting.connect(transport);
  try {
    const { tools } = await connecting.listTools();
    const answer = await connecting.callTool(question);
    // The client has compared the object with the schema of the tool.
    if (isModern && JSON.stringify(answer.structuredContent) !== answer.content[0].text)
      throw new Error('the object is not the text');
    if (isModern) await listened(connecting);
    return { names: tools.map(({ name }) => name), text: answer.content[0].text };
  } finally {
    await connecting.close();
  }
}

/** The service honours the resource that it has, and nothing else. */
async function listened(connected) {
  const known = 'disclosed://issuer/ZQRA';
  const heard = await connected.listen({
    toolsListChanged: true,
    resourceSubscriptions: [known, 'file:///x'],
  });
  const { honoredFilter } = heard;
  await heard.close();
  if (JSON.stringify(honoredFilter) !== JSON.stringify({ resourceSubscriptions: [known] }))
    throw new Error(`listens to ${JSON.stringify(honoredFilter)}`);
}

async function inspect(args) {
  const require = createRequire(pathToFileURL(join(process.cwd(), 'x.js')));
  const home = dirname(require.resolve('@modelcontextprotocol/inspector/package.json'));
  const { bin } = require('@modelcontextprotocol/inspector/package.json');
  const program = join(home, bin['mcp-inspector']);
  const { stdout } = await promisify(execFile)(process.execPath, [program, '--cli', ...args], {
    // The files of its home folder stay here.
    env: { ...env, HOME: process.cwd() },
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}

const query = new URLSearchParams(
  Object.entries(question.arguments).map(([name, value]) => [name, String(value)]),
);
const rest = await (await fetch(`${SERVICE}/v1/filings?${query}`)).text();
// The contract's nine.
const expected = [
  ...['get_catalog', 'get_clusters', 'get_congress_member', 'get_eu_filings', 'get_insider'],
  ...['get_latest_filings', 'get_streaks', 'get_tracker', 'search_insiders'],
];
const { names, text } = await CLIENTS[client]();
if (JSON.stringify([...names].sort()) !== JSON.stringify(expected)) throw new Error(`tools: ${names}`);
if (JSON.parse(rest).data.length !== 3)
  throw new Error(`REST did not give three rows: ${rest.slice(0, 200)}`);
if (text !== rest) throw new Error(`the answer differs from that of REST: ${String(text).slice(0, 200)}`);
console.log(
  `${client} over ${over}: ${names.length} tools, the same ${Buffer.byteLength(text)} bytes as REST`,
);
// A client that leaves a process running would keep the check waiting.
process.exit(0);
