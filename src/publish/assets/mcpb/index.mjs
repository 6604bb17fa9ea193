/**
 * The program of the MCP bundle: it connects a host on standard input and output with a service over HTTP, one message a
 * line, one POST each. It runs without any package.
 */

import { createInterface } from 'node:readline';

const { DISCLOSED_URL = '', DISCLOSED_KEY = '' } = process.env;
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const INTERNAL_ERROR = -32603;

for await (const line of createInterface({ input: process.stdin })) if (line.trim() !== '') forward(line);

/** @param {string} line */
async function forward(line) {
  const message = parsed(line);
  try {
    const response = await fetch(DISCLOSED_URL, { method: 'POST', headers: headersFor(message), body: line });
    const text = (await response.text()).trim();
    if (text !== '') process.stdout.write(`${text}\n`);
  } catch (error) {
    if (message?.id === undefined) return;
    const why = `${DISCLOSED_URL} cannot be reached: ${error.cause?.message ?? error.message}`;
    const failure = { jsonrpc: '2.0', id: message.id, error: { code: INTERNAL_ERROR, message: why } };
    process.stdout.write(`${JSON.stringify(failure)}\n`);
  }
}

/** What a request of revision 2026-07-28 repeats as headers, and the key if the user has set one. */
function headersFor(message) {
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  if (DISCLOSED_KEY.startsWith('dk_')) headers.Authorization = `Bearer ${DISCLOSED_KEY}`;
  const params = message?.params ?? {};
  const version = params._meta?.[VERSION_KEY];
  if (typeof version !== 'string') return headers;
  const name = params.name ?? params.uri;
  return {
    ...headers,
    'MCP-Protocol-Version': encoded(version),
    'Mcp-Method': encoded(String(message.method)),
    ...(typeof name === 'string' ? { 'Mcp-Name': encoded(name) } : {}),
  };
}

/** A text as a header; in base64 unless it is plain. */
function encoded(text) {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?.*\?=$/.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

/** Null for a line that is not JSON, which the service refuses. */
function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
