import { type Sat, sat, satToMsat } from '../../base/amount.ts';
import { assert } from '../../base/assert.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import { hexParameter } from '../../database/column-values.ts';
import type { Sql } from '../../database/sql.ts';
import {
  type Caller,
  callMoneyFunction,
  type MoneyStoreDeps,
} from '../../ledger/sql/call-money-function.ts';
import type {
  EndingBump,
  FeeBump,
  FeeBumpStore,
  LabelledBump,
  LostBump,
  NoteBumpOutcome,
  OpenFeeBump,
} from '../fee-bump.ts';
import type { StepOutcome } from '../withdrawal-store.ts';

export function createFeeBumpStore(deps: MoneyStoreDeps): FeeBumpStore {
  const caller: Caller = { ...deps, doubted: new WeakSet() };
  return {
    ...bindQueries(deps.database, { listOpen, listLost }),
    note: (bump, at) => call(caller, bump, (sql) => note(sql, bump, at)).then(toNoteOutcome),
    noteFound: async (bump, at, fence) => {
      const outcome = await call(caller, bump, (sql) => noteFound(sql, bump, at, fence));
      return outcome === 'fenced' ? 'fenced' : toNoteOutcome(outcome);
    },
    end: (id, ending) => call(caller, ending, (sql) => end(sql, id, ending)).then(toStepOutcome),
  };
}

interface OutcomeRow {
  readonly outcome: string;
}

async function call(
  caller: Caller,
  event: object,
  ask: (sql: Sql) => Promise<readonly OutcomeRow[]>,
): Promise<string> {
  const [row] = await callMoneyFunction(caller, [event], ask);
  assert(row !== undefined, 'the function answers its one event');
  return row.outcome;
}

const note = (sql: Sql, { coin, ...bump }: FeeBump, at: Date) => sql<OutcomeRow[]>`
  select note_fee_bump(
    ${bump.id}, ${bump.withdrawalId}, ${hexParameter(coin.txid)}, ${coin.index},
    ${satToMsat(coin.amountSat)}, ${hexParameter(bump.txid)}, ${hexParameter(bump.raw)},
    ${satToMsat(bump.feeSat)}, ${at}) as outcome`;

const noteFound = (sql: Sql, { coin, ...bump }: FeeBump, at: Date, fence: bigint) => sql<
  OutcomeRow[]
>`
  select note_found_fee_bump(
    ${bump.id}, ${bump.withdrawalId}, ${fence}, ${hexParameter(coin.txid)}, ${coin.index},
    ${satToMsat(coin.amountSat)}, ${hexParameter(bump.txid)}, ${hexParameter(bump.raw)},
    ${satToMsat(bump.feeSat)}, ${at}) as outcome`;

const end = (sql: Sql, id: string, { isPaid, fence, at }: EndingBump) => sql<OutcomeRow[]>`
  select end_fee_bump(${id}, ${fence}, ${isPaid}, ${at}) as outcome`;

function toNoteOutcome(outcome: string): NoteBumpOutcome {
  assert(
    outcome === 'noted' || outcome === 'ended' || outcome === 'coin_taken' || outcome === 'stopped',
    `an answer to a fee: ${outcome}`,
  );
  return outcome;
}

function toStepOutcome(outcome: string): StepOutcome {
  assert(
    outcome === 'done' || outcome === 'present' || outcome === 'fenced',
    `an answer to the end of a fee: ${outcome}`,
  );
  return outcome;
}

async function listLost(sql: Sql, labelled: readonly LabelledBump[]): Promise<readonly LostBump[]> {
  const rows = await sql<{ txid: string; withdrawal_id: string }[]>`
    select one.txid, w.id as withdrawal_id
    from unnest(
      ${labelled.map(({ txid }) => txid)}::text[],
      ${labelled.map(({ identifier }) => identifier)}::text[]) one (txid, identifier)
    join withdrawal w on w.identifier = one.identifier
    where w.state in ('signed', 'broadcast', 'settled') and w.txid is not null
      and not exists (select from fee_bump b where b.txid = decode(one.txid, 'hex'))`;
  return rows.map((row) => ({ txid: row.txid, withdrawalId: row.withdrawal_id }));
}

interface OpenRow {
  readonly id: string;
  readonly withdrawal_id: string;
  readonly identifier: string;
  readonly coin_txid: string;
  readonly coin_index: number;
  readonly coin_msat: bigint;
  readonly txid: string;
  readonly raw: string;
  readonly fee_msat: bigint;
  readonly is_funded: boolean;
  readonly is_dead: boolean;
}

/**
 * Lists fee bumps that have not ended. Each spends from its withdrawal or from the fee bump before,
 * which always ends earlier, so the join finds whether that one is in a block.
 */
async function listOpen(sql: Sql): Promise<readonly OpenFeeBump[]> {
  const rows = await sql<OpenRow[]>`
    select b.id, b.withdrawal_id, w.identifier, encode(b.coin_txid, 'hex') as coin_txid,
      b.coin_index, b.coin_msat, encode(b.txid, 'hex') as txid, encode(b.raw, 'hex') as raw,
      b.fee_msat,
      coalesce(former.is_paid, former.id is null and w.block_height is not null) as is_funded,
      coalesce(not former.is_paid, former.id is null and w.state = 'failed') as is_dead
    from fee_bump b
    join withdrawal w on w.id = b.withdrawal_id
    left join fee_bump former on former.txid = b.coin_txid
    where b.ended_at is null
    order by b.created_at, b.id`;
  return rows.map((row) => ({
    id: row.id,
    withdrawalId: row.withdrawal_id,
    identifier: row.identifier,
    coin: { txid: row.coin_txid, index: row.coin_index, amountSat: wholeSat(row.coin_msat) },
    txid: row.txid,
    raw: row.raw,
    feeSat: wholeSat(row.fee_msat),
    isFunded: row.is_funded,
    isDead: row.is_dead,
  }));
}

const wholeSat = (msat: bigint): Sat => sat(msat / 1000n);
