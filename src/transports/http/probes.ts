/** Probes and metrics: for the operator, without a limit. */

import type { ServerResponse } from 'node:http';
import express from 'express';
import type { Reads } from '../../../tools/contract/reads.js';
import type { NodeState, UnreadableRowCount } from '../../publish/node-state.js';
import type { Metrics } from './metrics.js';
import { API_HEADERS } from './respond.js';

/** Paths that every node answers. */
export const PROBES = ['/healthz', '/readyz', '/metrics'];

export interface ProbeOptions {
  reads: Reads;
  /** Why the stored data cannot be read, for `/readyz`; null while it can. */
  damage?: () => string | null;
  /** Stored rows that were found unreadable: the node stays ready. */
  unreadable?: () => readonly UnreadableRowCount[];
  /** The state of a node of several; left out where nothing is shared. */
  node?: { state(): NodeState } | undefined;
  metrics: Metrics;
}

export function isProbe(url: string): boolean {
  return PROBES.includes((url.split('?', 1)[0] ?? '').replace(/(?<=.)\/$/, ''));
}

export function probeRoutes({ reads, damage, unreadable, metrics, node }: ProbeOptions): express.Router {
  const router = express.Router({ caseSensitive: true, strict: false });
  router.get('/healthz', (_request, response) => sendStatus(response, 200, { status: 'ok' }));
  router.get('/readyz', async (_request, response) => {
    const ready = await hasData(reads);
    const damaged = damage?.() ?? null;
    const rows = rowsByTable(unreadable?.() ?? []);
    if (node !== undefined) sendNodeStatus(response, node.state(), { isReady: ready, damaged, rows });
    else if (damaged !== null) sendStatus(response, 503, { status: `the store cannot be read (${damaged})` });
    else
      sendStatus(response, ready ? 200 : 503, {
        status: ready ? 'ready' : 'no source has been read yet',
        ...rows,
      });
  });
  // Exactly this path: a proxy that denies it would let `/metrics/` through.
  router.get(/^\/metrics$/, async (_request, response) => {
    response
      .set({ 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' })
      .end(await metrics.text());
  });
  return router;
}

/** The same for a node of several: what it does, and how far it follows the others. */
function sendNodeStatus(
  response: ServerResponse,
  { role, isWriting, generation, lagSeconds, failure }: NodeState,
  { isReady, damaged, rows }: { isReady: boolean; damaged: string | null; rows: object },
): void {
  const problem =
    failure !== null
      ? `the database cannot be used since ${failure.since}: it answers from memory only (${failure.reason})`
      : damaged !== null
        ? `the store cannot be read (${damaged})`
        : isReady
          ? null
          : 'no source has been read yet';
  // A writer is ready to write before there is anything to answer.
  const isWell = problem === null || (role === 'writer' && isWriting === true && failure === null);
  sendStatus(response, isWell ? 200 : 503, {
    status: problem ?? 'ready',
    role,
    writing: isWriting,
    generation,
    lag_seconds: lagSeconds,
    ...rows,
  });
}

/** Nothing while all rows can be read. */
function rowsByTable(counts: readonly UnreadableRowCount[]): { unreadable_rows?: Record<string, number> } {
  if (counts.length === 0) return {};
  return { unreadable_rows: Object.fromEntries(counts.map(({ table, rows }) => [table, rows])) };
}

/** Ready once any source was read: until then, an empty answer would be wrong. */
async function hasData(reads: Reads): Promise<boolean> {
  try {
    return (await reads.sources()).some((source) => source.lastReadAt !== null);
  } catch {
    return false;
  }
}

function sendStatus(response: ServerResponse, status: number, data: object): void {
  const body = JSON.stringify(data);
  const headers = [
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(Buffer.byteLength(body)),
  ];
  response.writeHead(status, [...headers, 'Cache-Control', 'no-store', ...API_HEADERS]);
  response.end(body);
}
