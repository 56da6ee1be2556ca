import { bindQueries } from '../../database/bind-queries.ts';
import { hexParameter } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import type {
  BegunOpening,
  LedgerEntry,
  LedgerWatch,
  NodeLedgerStore,
} from '../node-ledger-store.ts';

export const createNodeLedgerStore = (database: Database): NodeLedgerStore => ({
  ...bindQueries(database, {
    readWatch,
    moveHeight,
    end,
    findKnown,
    findUnknownWithdrawals,
    findOpened,
    listBegunOpenings,
  }),
  begin: (pubkey, height, entries) =>
    database.transaction(async (sql) => {
      await insertEntries(sql, entries);
      await sql`
        insert into node_ledger_cursor (pubkey, height) values (${pubkey}, ${height})
        on conflict do nothing`;
    }),
  noteStrange: (entries, stop) =>
    database.transaction(async (sql) => {
      const added = await insertEntries(sql, entries);
      if (added.size > 0 && stop !== null) await stopPayments(sql, stop);
      return added;
    }),
});

async function readWatch(sql: Sql, nodePubkey: string): Promise<LedgerWatch> {
  const [row] = await sql<{ height: number | null; has_gone_back: boolean }[]>`
    select (select height from node_ledger_cursor where pubkey = ${nodePubkey}) as height,
      exists (
        select from outside_stop where reason in ('restored', 'database_changed')
      ) as has_gone_back`;
  return { height: row?.height ?? null, hasGoneBack: row?.has_gone_back === true };
}

async function moveHeight(sql: Sql, nodePubkey: string, height: number): Promise<void> {
  await sql`
    update node_ledger_cursor set height = ${height}
    where pubkey = ${nodePubkey} and height < ${height}`;
}

async function end(sql: Sql, nodePubkey: string): Promise<void> {
  await sql`delete from node_ledger_cursor where pubkey = ${nodePubkey}`;
}

const subjectsOf = (entries: readonly LedgerEntry[], kind: LedgerEntry['kind']): string[] =>
  entries.flatMap((entry) => (entry.kind === kind ? [entry.subject] : []));

/**
 * Finds known entries. A channel counts as closed by order even if the outcome of the order was not
 * stored, because the process died, or the node did not answer.
 */
async function findKnown(sql: Sql, entries: readonly LedgerEntry[]): Promise<ReadonlySet<string>> {
  const texts = subjectsOf(entries, 'transaction');
  const txids = sql.array(texts.map(hexParameter), ARRAY_OF.bytea);
  const closes = sql.array(subjectsOf(entries, 'close'), ARRAY_OF.text);
  const rows = await sql<{ subject: string }[]>`
    select encode(txid, 'hex') as subject from withdrawal where txid = any (${txids})
    union all select encode(txid, 'hex') from fee_bump where txid = any (${txids})
    union all select encode(txid, 'hex') from channel_order where txid = any (${txids})
    union all
    select subject from operator_action
    where kind = 'channel_close' and result is distinct from 'refused'
      and subject = any (${closes})
    union all
    select subject from node_ledger_entry
    where (kind = 'transaction' and subject = any (${sql.array(texts, ARRAY_OF.text)}))
      or (kind = 'close' and subject = any (${closes}))`;
  return new Set(rows.map(({ subject }) => subject));
}

async function findUnknownWithdrawals(
  sql: Sql,
  identifiers: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql<{ identifier: string }[]>`
    select identifier from withdrawal
    where identifier = any (${sql.array([...identifiers], ARRAY_OF.text)}) and state = 'unknown'`;
  return new Set(rows.map(({ identifier }) => identifier));
}

async function findOpened(
  sql: Sql,
  channelPoints: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await sql<{ channel: string }[]>`
    select outcome ->> 'channel' as channel from operator_action
    where kind = 'channel_open' and result = 'done'
      and outcome ->> 'channel' = any (${sql.array([...channelPoints], ARRAY_OF.text)})`;
  return new Set(rows.map(({ channel }) => channel));
}

async function listBegunOpenings(sql: Sql, limit: number): Promise<readonly BegunOpening[]> {
  const rows = await sql<{ subject: string; amount_sat: string }[]>`
    select subject, detail ->> 'amountSat' as amount_sat from operator_action
    where kind = 'channel_open' and (result is null or result = 'failed')
      and detail ->> 'amountSat' is not null
    order by began_at desc limit ${limit}`;
  return rows.map(({ subject, amount_sat: amountSat }) => ({
    peerPubkey: subject,
    amountSat: BigInt(amountSat),
  }));
}

async function insertEntries(
  sql: Sql,
  entries: readonly LedgerEntry[],
): Promise<ReadonlySet<string>> {
  const rows = await sql<{ subject: string }[]>`
    insert into node_ledger_entry (kind, subject)
    select * from unnest(
      ${sql.array(
        entries.map(({ kind }) => kind),
        ARRAY_OF.text,
      )},
      ${sql.array(
        entries.map(({ subject }) => subject),
        ARRAY_OF.text,
      )})
    on conflict do nothing
    returning subject`;
  return new Set(rows.map(({ subject }) => subject));
}

/**
 * Stops payments as an operator does, so that one lifts the stop where they lift their own. An
 * earlier stop is replaced: an operator who was about to lift that one has not seen this one.
 */
async function stopPayments(sql: Sql, detail: string): Promise<void> {
  await sql`
    insert into outside_stop (reason, detail) values ('operator', ${detail})
    on conflict (reason) do update set since = clock_timestamp(), detail = excluded.detail`;
}
