import type pg from 'pg';
import { connectionProblem } from './database-fault.ts';
import type { Sql } from './sql.ts';

/**
 * Connections whose wait for a standby was cancelled. A commit waits until the standbys have it; if
 * that wait is cancelled, the server answers as ever, with a warning, and the commit may be lost
 * with the server.
 */
const CANCELLED = new WeakSet<pg.ClientBase>();

/**
 * The name of the server function that waits for standbys: messages are translated, this name is
 * not.
 */
const WAITING_FUNCTION = 'SyncRepWaitForLSN';

export function hearCancelledWaits(client: pg.ClientBase): void {
  client.on('notice', ({ routine }) => {
    if (routine === WAITING_FUNCTION) CANCELLED.add(client);
  });
}

/**
 * A statement whose commit comes later in the server's log: once it is confirmed, everything that
 * was committed before is safe.
 */
const LATER_COMMIT = `select pg_logical_emit_message(true, 'satchel', 'is this confirmed?')`;

/** Waits, after a statement was answered, until everything that was committed is safe. */
export async function waitAgainIfCancelled(
  client: pg.ClientBase,
  send: (text: string) => Promise<unknown>,
): Promise<void> {
  if (!CANCELLED.has(client)) return;
  try {
    while (CANCELLED.delete(client)) await send(LATER_COMMIT);
  } catch (cause) {
    throw connectionProblem('NOT_CONFIRMED', cause);
  }
}

/** Waits until everything that this connection can see of earlier commits is safe. */
export async function confirmWritten(sql: Sql): Promise<void> {
  await sql.unsafe(LATER_COMMIT);
}
