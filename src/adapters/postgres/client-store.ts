import type { Client, ClientStore } from '../../access/client.ts';
import { isUuid } from './column-values.ts';
import type { Database } from './db.ts';
import type { Sql } from './sql.ts';

export const createClientStore = (database: Database): ClientStore => ({
  insertClient: (client) => database.query((sql) => insertClient(sql, client)),
  listClients: (ownerUserId) => database.query((sql) => listClients(sql, ownerUserId)),
});

async function insertClient(sql: Sql, client: Client): Promise<void> {
  await sql`
    insert into client (id, owner_user_id, name, url, callback, secret_hash, created_at)
    values (
      ${client.id}, ${client.ownerUserId}, ${client.name}, ${client.url}, ${client.callback},
      ${client.secretHash}, ${client.createdAt})`;
}

interface ClientRow {
  readonly id: string;
  readonly owner_user_id: string;
  readonly name: string;
  readonly url: string;
  readonly callback: string;
  readonly secret_hash: Uint8Array | null;
  readonly created_at: Date;
}

async function listClients(sql: Sql, ownerUserId: string): Promise<readonly Client[]> {
  if (!isUuid(ownerUserId)) return [];
  const rows = await sql<ClientRow[]>`
    select id, owner_user_id, name, url, callback, secret_hash, created_at from client
    where owner_user_id = ${ownerUserId} order by created_at, id`;
  return rows.map((row) => ({
    id: row.id,
    ownerUserId: row.owner_user_id,
    name: row.name,
    url: row.url,
    callback: row.callback,
    secretHash: row.secret_hash,
    createdAt: row.created_at,
  }));
}
