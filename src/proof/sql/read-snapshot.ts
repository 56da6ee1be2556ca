import type { Sql } from '../../database/sql.ts';
import { readObligations } from '../../node/sql/solvency-store.ts';
import type { OwedByBooks, OwedSnapshot } from '../checkpoint-store.ts';
import { WALLETS_AT_ONCE } from '../limits.ts';
import { type NewOwed, packUsers } from '../owed-users.ts';
import { findNewest } from './checkpoint-rows.ts';

/**
 * Reads a snapshot within one transaction that sees a single moment. The wallets are read first,
 * which takes about a second for a hundred thousand, so that the transaction is short.
 */
export async function readSnapshot(sql: Sql): Promise<OwedSnapshot> {
  const [moment] = await sql<{ now: Date; node: string | null }[]>`
    select now() as now, (select pubkey from bound_node) as node`;
  const books = await readBooks(sql);
  const previous = (await findNewest(sql))?.checkpoint ?? null;
  const { packed, ...users } = await readWallets(sql);
  return {
    now: moment?.now ?? new Date(0),
    node: moment?.node ?? null,
    previous,
    users: Buffer.concat(packed),
    ...users,
    books,
  };
}

async function readBooks(sql: Sql): Promise<OwedByBooks> {
  const { walletsMsat, heldNotInFlightMsat, unclaimedMsat } = await readObligations(sql);
  const [open] = await sql<{ held_msat: bigint }[]>`
    select coalesce(sum(held_msat), 0)::bigint as held_msat from open_hold`;
  const heldMsat = open?.held_msat ?? 0n;
  return { walletsMsat, heldMsat, inFlightMsat: heldMsat - heldNotInFlightMsat, unclaimedMsat };
}

interface WalletRow {
  readonly user_id: string;
  readonly identifier: string;
  readonly wallet_msat: bigint;
  readonly held_msat: bigint;
  readonly record_seq: bigint | null;
  readonly chain_head: Uint8Array | null;
}

async function readWallets(sql: Sql) {
  const packed: Buffer[] = [];
  const identifiers: string[] = [];
  let [walletsMsat, heldMsat] = [0n, 0n];
  let after: string | null = null;
  for (;;) {
    const rows: WalletRow[] = await listWallets(sql, after);
    packed.push(packUsers(rows.map(owedOf)));
    for (const row of rows) {
      identifiers.push(row.identifier);
      walletsMsat += row.wallet_msat;
      heldMsat += row.held_msat;
    }
    after = rows.at(-1)?.user_id ?? null;
    if (rows.length < WALLETS_AT_ONCE) return { packed, identifiers, walletsMsat, heldMsat };
  }
}

/**
 * Lists wallets with their statement chains. A chain may lack the newest records of its wallet; the
 * user's leaf then contains the chain up to the last record that was added.
 */
const listWallets = (sql: Sql, after: string | null) =>
  sql<WalletRow[]>`
    select w.user_id, u.identifier, w.wallet_msat, w.held_msat, s.last_seq as record_seq,
      s.head as chain_head
    from wallet w
    join wallet_user u on u.id = w.user_id
    left join statement_open s on s.user_id = w.user_id
    where not w.is_closed and (${after}::uuid is null or w.user_id > ${after}::uuid)
    order by w.user_id
    limit ${WALLETS_AT_ONCE}`;

const owedOf = (row: WalletRow): NewOwed => ({
  userId: row.user_id,
  identifier: row.identifier,
  msat: row.wallet_msat + row.held_msat,
  recordSeq: row.record_seq ?? 0n,
  chainHead: row.chain_head ?? new Uint8Array(32),
});
