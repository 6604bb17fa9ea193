/**
 * Requests of revision 2026-07-28 of the protocol: each carries its version in `_meta`, and over HTTP it repeats parts of
 * itself as headers, so that proxies can route it. Here is what makes such a request unacceptable.
 */

import { MCP_MODERN_VERSION } from '../../../tools/contract/rules.js';
import { idJson, type MessageId } from './message.js';
import { INVALID_PARAMS, INVALID_REQUEST, MODERN_VERSIONS, type ProtocolFault } from './reply.js';

/** The headers of a POST; over stdio there are none. */
export type MessageHeaders = Readonly<Record<string, string | string[] | undefined>>;

export interface ModernRequest {
  id: MessageId;
  method: string;
  params: Record<string, unknown>;
}

const HEADER_MISMATCH = -32020;
const UNSUPPORTED_VERSION = -32022;
const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities';
const VERSION_HEADER = 'mcp-protocol-version';
/** Where a method has the value that `Mcp-Name` repeats. */
const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

/**
 * Whether a request is one of that revision: its `_meta` says so, or its header. `initialize` without such a `_meta` belongs
 * to the older revisions in any case.
 */
export function isModern(method: string, params: unknown, headers: MessageHeaders | undefined): boolean {
  return versionOf(metaOf(params)) !== undefined || (isModernHeader(headers) && method !== 'initialize');
}

export function isModernHeader(headers: MessageHeaders | undefined): boolean {
  return headers?.[VERSION_HEADER] === MCP_MODERN_VERSION;
}

/** Why a request cannot be accepted; null when nothing speaks against it. */
export function modernFault(
  { id, method, params }: ModernRequest,
  headers: MessageHeaders | undefined,
): ProtocolFault | null {
  if (typeof id !== 'string' && !/^-?\d+$/.test(idJson(id)))
    return { code: INVALID_REQUEST, message: 'id must be a string or a whole number.', status: 400 };
  const meta = metaOf(params);
  const version = versionOf(meta);
  if (headers !== undefined && version !== undefined && headers[VERSION_HEADER] !== version)
    return mismatch('MCP-Protocol-Version', headers[VERSION_HEADER], version);
  if (typeof version !== 'string') return missingMeta(VERSION_KEY, 'the version of the protocol');
  if (!MODERN_VERSIONS.includes(version))
    return {
      code: UNSUPPORTED_VERSION,
      message: `Unsupported protocol version. Use ${MODERN_VERSIONS.join(' or ')}, or begin with initialize.`,
      status: 400,
      data: { supported: MODERN_VERSIONS, requested: version },
    };
  if (!isObject(meta?.[CAPABILITIES_KEY]))
    return missingMeta(CAPABILITIES_KEY, 'the capabilities of the client, an object');
  return headers === undefined ? null : headerFault(method, params, headers);
}

/** Whether the headers of a POST repeat what its body says. */
export function headersFit(method: string, name: string | null, headers: MessageHeaders): boolean {
  return headers['mcp-method'] === method && (name === null || decodedHeader(headers['mcp-name']) === name);
}

/** The value of `params` that `Mcp-Name` repeats; null for a method without one. */
function mirroredName(method: string, params: Record<string, unknown>): string | null {
  const key = NAMED_BY[method];
  const value = key === undefined ? undefined : params[key];
  return typeof value === 'string' ? value : null;
}

function headerFault(
  method: string,
  params: Record<string, unknown>,
  headers: MessageHeaders,
): ProtocolFault | null {
  const name = mirroredName(method, params);
  if (headersFit(method, name, headers)) return null;
  const given = headers['mcp-method'];
  return given === method
    ? mismatch('Mcp-Name', headers['mcp-name'], name ?? '')
    : mismatch('Mcp-Method', given, method);
}

/** The text of a header, decoded where it is `=?base64?...?=`; null for one that is missing or cannot be decoded. */
function decodedHeader(header: string | string[] | undefined): string | null {
  if (typeof header !== 'string') return null;
  const [, encoded] = /^=\?base64\?(.*)\?=$/.exec(header) ?? [];
  if (encoded === undefined) return header;
  const bytes = Buffer.from(encoded, 'base64');
  // Decoding ignores what is not base64, so the way back shows whether it was.
  return bytes.toString('base64') === encoded ? bytes.toString() : null;
}

function mismatch(header: string, given: string | string[] | undefined, wanted: unknown): ProtocolFault {
  const found = given === undefined ? 'is missing' : `is ${shortened(given)}`;
  const message = `Header mismatch: the header ${header} ${found}, and the body says ${shortened(wanted)}.`;
  return { code: HEADER_MISMATCH, message, status: 400 };
}

function shortened(value: unknown): string {
  return String(JSON.stringify(value)).slice(0, 100);
}

function missingMeta(key: string, what: string): ProtocolFault {
  const message = `params._meta must have "${key}": ${what}.`;
  return { code: INVALID_PARAMS, message, status: 400 };
}

function metaOf(params: unknown): Record<string, unknown> | null {
  if (!isObject(params)) return null;
  return isObject(params._meta) ? params._meta : null;
}

function versionOf(meta: Record<string, unknown> | null): unknown {
  return meta?.[VERSION_KEY];
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
