import { msat, sat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import { bytesToHex } from '../../base/hex.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import { hexToBytea } from '../../database/column-values.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import type { MoneyAnswer } from '../../ledger/sql/money-answers.ts';
import {
  encodeTransaction,
  FINAL_SEQUENCE,
  type Outpoint,
} from '../../lightning/bitcoin/transaction.ts';
import type { Deposit } from '../deposit.ts';
import type {
  ChainCursor,
  ChainLook,
  DepositCredit,
  DepositOutcome,
  DepositStore,
  NewAddress,
  ReplacedDeposit,
  SeenCoins,
  SeenOutput,
} from '../deposit-store.ts';
import { DEPOSIT_JSON, parseDeposit } from './deposit-json.ts';

export const createDepositStore = (database: Database): DepositStore => ({
  ...bindQueries(database, {
    findUnusedAddress,
    saveAddress,
    listKnown,
    note,
    listOpen,
    listCreditedSince,
    giveUp,
    giveUpReplaced,
    listRaw,
    noteOrphaned,
    credit,
    listOfUser,
    readCursor,
    readCoins,
    readHeight,
  }),
  saveLook: (pubkey, look) => database.transaction((sql) => saveLook(sql, pubkey, look)),
});

async function findUnusedAddress(sql: Sql, userId: string): Promise<string | null> {
  const [row] = await sql<{ address: string }[]>`
    select address from onchain_address where user_id = ${userId} and used_at is null`;
  return row?.address ?? null;
}

/**
 * Stores an address unless it is known already, and returns the user's unused address; null when
 * there is none, because the stored one was paid in the meantime.
 */
async function saveAddress(sql: Sql, made: NewAddress): Promise<string | null> {
  const { address, userId, grantId, createdAt } = made;
  await sql`
    insert into onchain_address (address, user_id, grant_id, created_at)
      values (${address}, ${userId}, ${grantId}, ${createdAt})
      on conflict do nothing`;
  return await findUnusedAddress(sql, userId);
}

async function listKnown(sql: Sql, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql<{ address: string }[]>`
    select address from onchain_address where address = any (${[...addresses]}::text[])`;
  return new Set(rows.map(({ address }) => address));
}

/**
 * Notes outputs. Each transaction is stored with the first of its outputs only, because one may pay
 * thousands of addresses.
 */
async function note(sql: Sql, outputs: readonly SeenOutput[], fence: bigint): Promise<boolean> {
  const written = new Set<string>();
  const rawOnce = ({ txid, inputs }: SeenOutput['transaction']): string | null => {
    if (written.has(txid)) return null;
    written.add(txid);
    return inputsAsTransaction(inputs);
  };
  const list = outputs.map(({ id, identifier, transaction, block, output, seenAt }) => ({
    id,
    identifier,
    txid: transaction.txid,
    output_index: output.index,
    address: output.address,
    amount_msat: String(output.amountSat * 1000n),
    raw: rawOnce(transaction),
    seen_at: seenAt,
    block_height: block?.height ?? null,
    block_hash: block?.hash ?? null,
  }));
  const [row] = await sql<{ noted: bigint | null }[]>`
    select note_deposits(${JSON.stringify(list)}, ${fence}) as noted`;
  assert(row !== undefined, 'a select without a table has one row');
  return row.noted !== null;
}

/**
 * Encodes a transaction with its inputs only, which are all that is read again. A stranger may have
 * made the rest large, and it would be stored for nothing.
 */
const inputsAsTransaction = (inputs: readonly Outpoint[]): string =>
  bytesToHex(
    encodeTransaction({
      version: 2,
      inputs: inputs.map(({ txid, index }) => ({
        ...{ txid, index, scriptSig: '', witness: [] },
        sequence: FINAL_SEQUENCE,
      })),
      outputs: [],
      lockTime: 0,
    }),
  );

interface DepositRow {
  readonly deposit: string;
}

async function listOpen(sql: Sql): Promise<readonly Deposit[]> {
  const rows = await sql<DepositRow[]>`
    select ${sql.unsafe(DEPOSIT_JSON)} as deposit from deposit where state = 'seen'
    order by address, seen_at, id`;
  return rows.map(toDeposit);
}

async function listCreditedSince(sql: Sql, height: number): Promise<readonly Deposit[]> {
  const rows = await sql<DepositRow[]>`
    select ${sql.unsafe(DEPOSIT_JSON)} as deposit from deposit
    where block_height >= ${height} and ended_at is not null order by block_height, id`;
  return rows.map(toDeposit);
}

async function giveUp(sql: Sql, seenBefore: Date): Promise<void> {
  await sql`select give_up_deposits(${seenBefore})`;
}

async function giveUpReplaced(
  sql: Sql,
  replaced: readonly ReplacedDeposit[],
  fence: bigint,
): Promise<boolean> {
  const list = replaced.map(({ depositId, replacedBy }) => ({
    deposit_id: depositId,
    replaced_by: replacedBy,
  }));
  const [row] = await sql<{ ended: bigint | null }[]>`
    select give_up_replaced_deposits(${JSON.stringify(list)}, ${fence}) as ended`;
  assert(row !== undefined, 'a select without a table has one row');
  return row.ended !== null;
}

async function listRaw(
  sql: Sql,
  depositIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await sql<{ id: string; raw: string }[]>`
    select id, encode(raw, 'hex') as raw from deposit where id = any (${[...depositIds]}::uuid[])`;
  return new Map(rows.map(({ id, raw }) => [id, raw]));
}

async function noteOrphaned(sql: Sql, depositId: string): Promise<boolean> {
  const [row] = await sql<{ is_new: boolean }[]>`
    select note_orphaned_deposit(${depositId}) as is_new`;
  return row?.is_new ?? false;
}

async function listOfUser(
  sql: Sql,
  userId: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly Deposit[]> {
  const rows = await sql<DepositRow[]>`
    select ${sql.unsafe(DEPOSIT_JSON)} as deposit from deposit where user_id = ${userId}
    order by seen_at desc, id desc offset ${offset} limit ${limit}`;
  return rows.map(toDeposit);
}

const toDeposit = ({ deposit }: DepositRow): Deposit => parseDeposit(deposit);

async function credit(
  sql: Sql,
  credits: readonly DepositCredit[],
): Promise<readonly DepositOutcome[]> {
  const list = credits.map(({ depositId, block, at, record, fence }) => ({
    deposit_id: depositId,
    fence: String(fence),
    ended_at: at,
    block_height: block.height,
    block_hash: hexToBytea(block.hash),
    body: record,
  }));
  const answers = await sql<MoneyAnswer[]>`
    select outcome, detail, target_id from credit_deposits(${JSON.stringify(list)})`;
  return answers.map(({ outcome }) => toOutcome(outcome));
}

function toOutcome(outcome: string): DepositOutcome {
  switch (outcome) {
    case 'credited':
    case 'unclaimed':
    case 'present':
      return outcome;
    default:
      assert(outcome === 'fenced', 'a deposit has one of four outcomes');
      return outcome;
  }
}

async function readCursor(sql: Sql, pubkey: string): Promise<ChainCursor | null> {
  const [row] = await sql<{ height: number; first_height: number }[]>`
    select height, first_height from chain_cursor where pubkey = ${pubkey}`;
  return row === undefined ? null : { height: row.height, firstHeight: row.first_height };
}

async function saveLook(
  sql: Sql,
  pubkey: string,
  { height, coinsSat, openingLocalMsat, isWhole, tookMs, fence }: ChainLook,
): Promise<boolean> {
  const [row] = await sql<{ noted: boolean }[]>`
    select note_chain_look(
      ${pubkey}, ${fence}, ${height}, ${coinsSat}, ${isWhole}, ${Math.ceil(tookMs)}) as noted`;
  assert(row !== undefined, 'a select without a table has one row');
  if (!row.noted) return false;
  // The function has locked the lease until the end of this transaction.
  await sql`
    update chain_cursor set opening_local_msat = ${openingLocalMsat}
    where pubkey = ${pubkey} and opening_local_msat <> ${openingLocalMsat}`;
  return true;
}

async function readCoins(sql: Sql): Promise<SeenCoins> {
  const [row] = await sql<{ coins_sat: bigint; opening_local_msat: bigint }[]>`
    select coins_sat, opening_local_msat from chain_cursor join bound_node using (pubkey)`;
  return {
    coinsSat: sat(row?.coins_sat ?? 0n),
    openingLocalMsat: msat(row?.opening_local_msat ?? 0n),
  };
}

async function readHeight(sql: Sql): Promise<number | null> {
  const [row] = await sql<{ height: number }[]>`
    select height from chain_cursor join bound_node using (pubkey)`;
  return row?.height ?? null;
}
