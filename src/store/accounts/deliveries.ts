/** Stores what is sent to webhooks: made together with the place in the log that it reaches, so that nothing is lost or made twice. */

import type { AccountsDatabase, Connection } from './accounts-database.js';

export interface NewDelivery {
  id: string;
  webhookId: string;
  kind: 'changes' | 'test';
  /** Changes in it. */
  changes: number;
  body: string;
  /** ISO 8601 UTC, as all moments here. */
  createdAt: string;
}

/** The place that a webhook reaches, with a delivery of what was found up to there; null if nothing was. */
export interface ReachedPlace {
  webhookId: string;
  from: string;
  to: string;
  delivery: NewDelivery | null;
}

const INSERT = `INSERT INTO delivery (id, webhook_id, kind, changes, body, created_at, attempts, next_at)
  VALUES (?, ?, ?, ?, ?, ?, 0, ?)`;

const valuesOf = ({ id, webhookId, kind, changes, body, createdAt }: NewDelivery) =>
  [id, webhookId, kind, changes, body, createdAt, createdAt] as const;

/** All or nothing. What another sender has reached meanwhile is left alone. */
export async function reachPlaces(
  database: AccountsDatabase,
  reached: readonly ReachedPlace[],
): Promise<void> {
  if (reached.length === 0) return;
  await database.transaction(async (connection) => {
    for (const { webhookId, from, to, delivery } of reached) {
      const moved = await connection.run(
        'UPDATE webhook SET place = ? WHERE id = ? AND place = ? AND off_reason IS NULL',
        [to, webhookId, from],
      );
      if (moved > 0 && delivery !== null) await connection.run(INSERT, valuesOf(delivery));
    }
  });
}

export async function addTestDelivery(connection: Connection, delivery: NewDelivery): Promise<void> {
  await connection.run(INSERT, valuesOf(delivery));
}

/** A delivery whose next attempt is due, with its target. Its body is read when it is sent. */
export interface DueDelivery {
  id: string;
  webhookId: string;
  kind: 'changes' | 'test';
  attempts: number;
  url: string;
  secret: string;
}

/** All of them, longest due first: a few for each webhook. */
export async function dueDeliveries(connection: Connection, now: string): Promise<DueDelivery[]> {
  const rows = await connection.rows<[string, string, 'changes' | 'test', number, string, string]>(
    `SELECT d.id, d.webhook_id, d.kind, d.attempts, w.url, w.secret
     FROM delivery d JOIN webhook w ON w.id = d.webhook_id
     WHERE d.next_at <= ? ORDER BY d.next_at, d.id`,
    [now],
  );
  return rows.map(([id, webhookId, kind, attempts, url, secret]) => ({
    id,
    webhookId,
    kind,
    attempts: Number(attempts),
    url,
    secret,
  }));
}

/** The body of a delivery that waits; null if it was removed meanwhile. */
export async function bodyOfDelivery(connection: Connection, id: string): Promise<string | null> {
  const [row] = await connection.rows<[string]>(
    'SELECT body FROM delivery WHERE id = ? AND next_at IS NOT NULL',
    [id],
  );
  return row?.[0] ?? null;
}

/** What an attempt came to. */
export interface Attempt {
  id: string;
  webhookId: string;
  attempts: number;
  at: string;
  /** Null without a response. */
  status: number | null;
  /** Null for a success. */
  problem: string | null;
  /** The next attempt; null when there is none. */
  nextAt: string | null;
  /** Switches the webhook off; null leaves it on. */
  offReason: string | null;
}

/** Deliveries of a webhook that are kept for its owner. */
const KEPT = 50;

/** A power failure may undo it: what was sent is then sent again, with the same id. */
export async function recordAttempt(database: AccountsDatabase, attempt: Attempt): Promise<void> {
  const { id, webhookId, attempts, at, status, problem, nextAt, offReason } = attempt;
  const isOver = nextAt === null;
  await database.runUnsynced(
    `UPDATE delivery SET attempts = ?, status = ?, problem = ?, next_at = ?, ended_at = ?${isOver ? ", body = ''" : ''}
     WHERE id = ?`,
    [attempts, status, problem, nextAt, isOver ? at : null, id],
  );
  if (offReason !== null)
    await database.run('UPDATE webhook SET off_reason = ? WHERE id = ?', [offReason, webhookId]);
  if (isOver)
    await database.runUnsynced(
      `DELETE FROM delivery WHERE webhook_id = ? AND next_at IS NULL AND id NOT IN (
         SELECT id FROM delivery WHERE webhook_id = ? ORDER BY created_at DESC, id LIMIT ${KEPT})`,
      [webhookId, webhookId],
    );
}

/** An entry of the log of a webhook. */
export interface LoggedDelivery {
  id: string;
  kind: string;
  changes: number;
  createdAt: string;
  attempts: number;
  nextAt: string | null;
  endedAt: string | null;
  status: number | null;
  problem: string | null;
}

/** Newest first. */
export async function listDeliveries(connection: Connection, webhookId: string): Promise<LoggedDelivery[]> {
  const rows = await connection.rows<
    [string, string, number, string, number, string | null, string | null, number | null, string | null]
  >(
    `SELECT id, kind, changes, created_at, attempts, next_at, ended_at, status, problem FROM delivery
     WHERE webhook_id = ? ORDER BY created_at DESC, id LIMIT ${KEPT}`,
    [webhookId],
  );
  return rows.map(([id, kind, changes, createdAt, attempts, nextAt, endedAt, status, problem]) => ({
    id,
    kind,
    changes: Number(changes),
    createdAt,
    attempts: Number(attempts),
    nextAt,
    endedAt,
    status: status === null ? null : Number(status),
    problem,
  }));
}
