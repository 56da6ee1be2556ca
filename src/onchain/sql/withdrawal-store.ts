import { type Sat, sat, satToMsat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import { bytesToBytea, hexParameter, isUuid } from '../../database/column-values.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import { approveMoneyEvent } from '../../ledger/sql/approve-money-event.ts';
import {
  type Caller,
  callMoneyFunction,
  type MoneyStoreDeps,
} from '../../ledger/sql/call-money-function.ts';
import { findKey } from '../../ledger/sql/idempotency-store.ts';
import { type MoneyAnswer, toMoneyRefusal } from '../../ledger/sql/money-answers.ts';
import type { BlockPlace } from '../deposit.ts';
import type { Withdrawal } from '../withdrawal.ts';
import type {
  AddressOwner,
  Failing,
  NewWithdrawal,
  OrderOutcome,
  OwnOutput,
  Settling,
  Signing,
  SignOutcome,
  StepOutcome,
  WithdrawalStore,
} from '../withdrawal-store.ts';
import { parseWithdrawal, WITHDRAWAL_JSON } from './withdrawal-json.ts';

/**
 * Creates the store. Each step of a withdrawal is one call of an SQL function, which moves the
 * money in one transaction. If the database's answer is lost, the call is repeated; the function
 * recognises a step that was taken already.
 */
export function createWithdrawalStore(deps: MoneyStoreDeps): WithdrawalStore {
  const caller: Caller = { ...deps, doubted: new WeakSet() };
  const step = (event: object, call: (sql: Sql) => Promise<readonly StepRow[]>) =>
    takeStep(caller, event, call);
  return {
    ...bindQueries(deps.database, {
      findOwner,
      findKey,
      find,
      findOfUser,
      listToDrive,
      listFailed,
      listOfUser,
      listSigned,
      listTransactions,
      noteBroadcast,
    }),
    order: (order) => orderOne(caller, order),
    sign: async (signing) => toSignOutcome(await step(signing, (sql) => sign(sql, signing))),
    settle: async (settling) => toStepOutcome(await step(settling, (sql) => settle(sql, settling))),
    fail: async (failing) => toStepOutcome(await step(failing, (sql) => fail(sql, failing))),
    placeSettled: async (id, block, fence) =>
      toStepOutcome(await step({}, (sql) => place(sql, id, block, fence))),
    freeCoins: async (id, fence) => toStepOutcome(await step({}, (sql) => free(sql, id, fence))),
  };
}

async function findOwner(sql: Sql, address: string): Promise<AddressOwner | null> {
  const [row] = await sql<{ user_id: string; is_closed: boolean }[]>`
    select w.user_id, w.is_closed from onchain_address a join wallet w on w.user_id = a.user_id
    where a.address = ${address}`;
  return row === undefined ? null : { userId: row.user_id, isClosed: row.is_closed };
}

interface WithdrawalRow {
  readonly withdrawal: string;
}

const toWithdrawal = ({ withdrawal }: WithdrawalRow): Withdrawal => parseWithdrawal(withdrawal);

async function find(sql: Sql, id: string): Promise<Withdrawal | null> {
  if (!isUuid(id)) return null;
  const rows = await sql<WithdrawalRow[]>`
    select ${sql.unsafe(WITHDRAWAL_JSON)} as withdrawal from withdrawal where id = ${id}`;
  return rows.map(toWithdrawal)[0] ?? null;
}

async function findOfUser(sql: Sql, userId: string, id: string): Promise<Withdrawal | null> {
  const found = await find(sql, id);
  return found?.userId === userId ? found : null;
}

/**
 * Lists the withdrawals to work on, by three selects that each use an index of their own. Ids grow
 * with time, so they order withdrawals of the same moment.
 */
async function listToDrive(sql: Sql, sinceHeight: number): Promise<readonly Withdrawal[]> {
  const rows = await sql<WithdrawalRow[]>`
    select ${sql.unsafe(WITHDRAWAL_JSON)} as withdrawal from (
      select * from withdrawal where ended_at is null
      union all
      select * from withdrawal where block_height >= ${sinceHeight}
      union all
      select * from withdrawal
        where block_height is null and state = 'settled' and not is_internal
    ) withdrawal
    order by created_at, id`;
  return rows.map(toWithdrawal);
}

async function listFailed(sql: Sql, since: Date): Promise<readonly Withdrawal[]> {
  const rows = await sql<WithdrawalRow[]>`
    select ${sql.unsafe(WITHDRAWAL_JSON)} as withdrawal from withdrawal
    where failure_reason is not null and ended_at > ${since} order by ended_at, id`;
  return rows.map(toWithdrawal);
}

async function listOfUser(
  sql: Sql,
  userId: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<readonly Withdrawal[]> {
  const rows = await sql<WithdrawalRow[]>`
    select ${sql.unsafe(WITHDRAWAL_JSON)} as withdrawal from withdrawal
    where user_id = ${userId}
    order by created_at desc, id desc offset ${offset} limit ${limit}`;
  return rows.map(toWithdrawal);
}

async function listSigned(sql: Sql, identifiers: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql<{ identifier: string }[]>`
    select identifier from withdrawal
    where identifier = any (${sql.array([...identifiers], ARRAY_OF.text)}) and raw is not null`;
  return new Set(rows.map(({ identifier }) => identifier));
}

async function listTransactions(
  sql: Sql,
  txids: readonly string[],
): Promise<ReadonlyMap<string, OwnOutput>> {
  const rows = await sql<{ txid: string; address: string; amount_sat: bigint }[]>`
    select encode(txid, 'hex') as txid, address, amount_msat / 1000 as amount_sat from withdrawal
    where txid = any (${sql.array(txids.map(hexParameter), ARRAY_OF.bytea)})`;
  return new Map(
    rows.map(({ txid, address, amount_sat }) => [txid, { address, amountSat: sat(amount_sat) }]),
  );
}

async function noteBroadcast(sql: Sql, id: string, at: Date): Promise<void> {
  await sql`
    update withdrawal set state = 'broadcast', broadcast_at = ${at}
    where id = ${id} and state = 'signed'`;
}

async function orderOne(caller: Caller, order: NewWithdrawal): Promise<OrderOutcome> {
  const { approval } = order;
  if (approval !== undefined) {
    const form = fromOrder(order);
    return toOrderOutcome(await approveMoneyEvent(caller, approval, 'chain', order, form));
  }
  const event = JSON.stringify(fromOrder(order));
  const [answer] = await callMoneyFunction(
    caller,
    [order],
    (sql) => sql<MoneyAnswer[]>`select * from reserve_withdrawal(${event})`,
  );
  assert(answer !== undefined, 'the function answers its one event');
  return toOrderOutcome(answer);
}

/**
 * Writes an order in the form of the composite type `withdrawal_event`, which the SQL function
 * takes. See money-events.ts of the ledger.
 */
const fromOrder = (order: NewWithdrawal): object => ({
  withdrawal_id: order.id,
  identifier: order.identifier,
  user_id: order.userId,
  grant_id: order.grantId,
  address: order.address,
  amount_msat: msatText(order.amountSat),
  speed: order.speed,
  purpose: order.purpose,
  held_msat: msatText(order.heldSat),
  from_height: order.fromHeight,
  created_at: order.createdAt,
  open_payments_max: order.openPaymentsMax,
  ...(order.idempotency && {
    idempotency_key: order.idempotency.key,
    request_hash: bytesToBytea(order.idempotency.requestHash),
  }),
  ...(order.internal && {
    payee_user_id: order.internal.payeeUserId,
    payee_identifier: order.internal.payeeIdentifier,
    deposit_id: order.internal.depositId,
    payer_body: order.internal.record,
    payee_body: order.internal.payeeRecord,
  }),
});

const msatText = (amount: Sat): string => String(satToMsat(amount));

function toOrderOutcome(answer: MoneyAnswer): OrderOutcome {
  switch (answer.outcome) {
    case 'ordered':
    case 'present':
      return { kind: answer.outcome };
    case 'repeated':
      assert(answer.target_id !== null, 'the answer names its target');
      return { kind: 'repeated', withdrawalId: answer.target_id };
    default:
      return { kind: 'refused', refusal: toMoneyRefusal(answer) };
  }
}

interface StepRow {
  readonly outcome: string;
}

async function takeStep(
  caller: Caller,
  event: object,
  call: (sql: Sql) => Promise<readonly StepRow[]>,
): Promise<string> {
  const [row] = await callMoneyFunction(caller, [event], call);
  assert(row !== undefined, 'the function answers its one event');
  return row.outcome;
}

const sign = (sql: Sql, { id, transaction, fence, at, isFound }: Signing) => sql<StepRow[]>`
  select note_signed_withdrawal(
    ${id}, ${fence}, ${isFound}, ${hexParameter(transaction.txid)},
    ${hexParameter(transaction.raw)}, ${JSON.stringify(inputsOf(transaction))},
    ${satToMsat(transaction.feeSat)}, ${transaction.changeIndex}, ${at}) as outcome`;

const inputsOf = ({ inputs }: Signing['transaction']): readonly object[] =>
  inputs.map(({ txid, index, amountSat }, place) => ({
    place,
    txid,
    output_index: index,
    amount_msat: msatText(amountSat),
  }));

const settle = (sql: Sql, { id, block, fence, at, record }: Settling) => sql<StepRow[]>`
  select settle_withdrawal(
    ${id}, ${fence}, ${block.height}, ${hexParameter(block.hash)}, ${at}, ${record}) as outcome`;

const fail = (sql: Sql, { id, fence, from, at, failure }: Failing) => sql<StepRow[]>`
  select give_back_withdrawal(
    ${id}, ${fence}, ${from}, ${at}, ${failure.reason}, ${failure.message}) as outcome`;

const place = (sql: Sql, id: string, block: BlockPlace | null, fence: bigint) => sql<StepRow[]>`
  select note_withdrawal_block(
    ${id}, ${fence}, ${block?.height ?? null}, ${block && hexParameter(block.hash)}) as outcome`;

const free = (sql: Sql, id: string, fence: bigint) => sql<StepRow[]>`
  select release_withdrawal_coins(${id}, ${fence}) as outcome`;

function toSignOutcome(outcome: string): SignOutcome {
  switch (outcome) {
    case 'signed':
    case 'stopped':
    case 'input_taken':
    case 'conflict':
      return outcome;
    default:
      assert(outcome === 'fenced', `an answer to a signed withdrawal: ${outcome}`);
      return outcome;
  }
}

function toStepOutcome(outcome: string): StepOutcome {
  switch (outcome) {
    case 'done':
    case 'present':
    case 'conflict':
      return outcome;
    default:
      assert(outcome === 'fenced', `an answer to a step of a withdrawal: ${outcome}`);
      return outcome;
  }
}
