import type { DrillServer } from '../support/drill-server.ts';

/** What a database holds at the moment when no one can change it. */
export interface TableState {
  /** Over the node. */
  readonly payments: readonly TablePayment[];
  /** Payment hashes of all invoices. */
  readonly invoices: ReadonlySet<string>;
  /** Up to which settle index of the node all is dealt with. */
  readonly cursor: bigint;
  /** Idempotency keys, as `keyOf` names them. */
  readonly keys: ReadonlySet<string>;
}

export interface TablePayment {
  readonly id: string;
  readonly paymentHash: string;
  readonly state: string;
  /** Whether nothing was sent, as far as the row says now, or said before a restore. */
  readonly isReserved: boolean;
  /** Whether the hand-over to the node was begun. */
  readonly isBegun: boolean;
}

export const keyOf = (userId: string, key: string): string => `${userId} ${key}`;

export async function readTableState(server: DrillServer): Promise<TableState> {
  return await server.run(async (sql) => {
    const payments = await sql<TablePayment[]>`
      select id, encode(payment_hash, 'hex') as "paymentHash", state::text,
        state = 'reserved' or coalesce(sender_process_id = 'gone', false) as "isReserved",
        index_before is not null as "isBegun"
      from payment where path = 'node'`;
    const invoices = await sql<{ hash: string }[]>`
      select encode(payment_hash, 'hex') as hash from invoice`;
    const [cursor] = await sql<{ index: string }[]>`
      select settle_index::text as index from node_cursor`;
    const keys = await sql<{ user_id: string; key: string }[]>`
      select user_id, key from idempotency_key`;
    return {
      payments: [...payments],
      invoices: new Set(invoices.map(({ hash }) => hash)),
      cursor: BigInt(cursor?.index ?? '0'),
      keys: new Set(keys.map(({ user_id, key }) => keyOf(user_id, key))),
    };
  });
}

/** Why nothing may leave over the node, as the database has it. */
export async function readStops(server: DrillServer): Promise<readonly string[]> {
  return await server.run(async (sql) => {
    const rows = await sql<{ reason: string }[]>`select reason from outside_stop`;
    return rows.map(({ reason }) => reason);
  });
}

export const isOpen = ({ state }: Pick<TablePayment, 'state'>): boolean =>
  state !== 'settled' && state !== 'failed';
