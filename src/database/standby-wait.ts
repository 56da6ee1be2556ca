import type pg from 'pg';
import { connectionProblem } from './database-fault.ts';
import type { Sql } from './sql.ts';

/**
 * Connections on which the wait for a standby was cancelled. A commit normally waits until the
 * standbys have received it. If an operator cancels that wait, the server confirms the commit with
 * nothing but a warning, and it may be lost with the server.
 */
const CANCELLED = new WeakSet<pg.ClientBase>();

/**
 * The name of the server function that waits for standbys. Warnings are recognized by this name, as
 * their text may be translated.
 */
const WAITING_FUNCTION = 'SyncRepWaitForLSN';

export function hearCancelledWaits(client: pg.ClientBase): void {
  client.on('notice', ({ routine }) => {
    if (routine === WAITING_FUNCTION) CANCELLED.add(client);
  });
}

/**
 * A statement that writes a later entry to the server's log of changes. Once standbys have
 * confirmed it, they also have everything that was committed before.
 */
const LATER_COMMIT = `select pg_logical_emit_message(true, 'satchel', 'is this confirmed?')`;

/**
 * After a statement whose wait for a standby was cancelled, waits until the standbys have
 * everything that was committed.
 */
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

/** Waits until the standbys have all earlier commits that this connection can see. */
export async function confirmWritten(sql: Sql): Promise<void> {
  await sql.unsafe(LATER_COMMIT);
}
