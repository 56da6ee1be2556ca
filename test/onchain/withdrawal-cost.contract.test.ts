import assert from 'node:assert/strict';
import { test } from 'node:test';
import postgres from 'postgres';
import { createWithdrawalStore } from '../../src/onchain/sql/withdrawal-store.ts';
import type { WithdrawalStore } from '../../src/onchain/withdrawal-store.ts';
import { systemClock as clock } from '../../src/system/system-clock.ts';
import { systemRandom as random } from '../../src/system/system-random.ts';
import { testDatabase } from '../support/database.ts';
import { addUser, BASELINE, NODE_PUBKEY, NOW } from '../support/money-model/events.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';
import { withdrawalSteps } from '../support/onchain/withdrawal-bench.ts';
import { BLOCK, newWithdrawal } from '../support/onchain/withdrawal-events.ts';
import { readingCost } from '../support/reading-cost.ts';

const ENDED = 2000;
/** With earlier versions of the rows, and their entries in indexes. */
const FEW = 30;
/** Blocks that the driver compares once more. */
const SINCE = BLOCK.height;

test('what is asked again and again reads open withdrawals, however many have ended', async (t) => {
  const opened = await testDatabase(t);
  const { database, superuserUrl } = opened;
  const world = createPostgresWorld(database, false);
  await world.setBaseline(NODE_PUBKEY, BASELINE);
  const userId = await addUser(world, 500_000);
  const { withdrawals, sign, settle, fail } = withdrawalSteps(database);
  const [open, settled, failed] = [1, 2, 3].map(() => newWithdrawal(userId));
  assert(open && settled && failed);
  for (const order of [open, settled, failed]) await withdrawals.order(order);
  await sign(settled.id);
  await settle(settled);
  await fail(failed.id, 'reserved');
  const superuser = postgres(superuserUrl, { max: 1 });
  t.after(() => superuser.end());
  await superuser.unsafe(`
    set session_replication_role = replica;
    insert into withdrawal (id, identifier, user_id, grant_id, address, amount_msat, speed,
        held_msat, from_height, is_internal, state, created_at, txid, raw, fee_msat, signed_at,
        block_height, block_hash, ended_at, failure_reason, failure_message)
      select gen_random_uuid(), 'w' || n, '${userId}', 'grant', 'bc1', 1000, 'slow', 3000, 1, false,
        (case when n % 2 = 0 then 'settled' else 'failed' end)::withdrawal_state, old,
        sha256(int8send(n)), '', 1000, old, case when n % 2 = 0 then 50 end,
        case when n % 2 = 0 then sha256('') end, old, case when n % 2 = 1 then 'replaced' end,
        case when n % 2 = 1 then 'No.' end
      from generate_series(1, ${ENDED}) n
      cross join lateral (select '2026-01-01'::timestamptz as old) o;
    analyze withdrawal;`);
  const read = async (ask: (store: WithdrawalStore) => Promise<unknown>) => {
    const { entries, wholeTables } = await readingCost(opened, (over) =>
      ask(createWithdrawalStore({ database: over, clock, random })),
    );
    assert.deepEqual(wholeTables, []);
    return entries.get('withdrawal') ?? 0;
  };
  const driven = await withdrawals.listToDrive(SINCE);
  assert.deepEqual(driven.map(({ id }) => id).toSorted(), [open.id, settled.id].toSorted());
  assert.ok((await read((store) => store.listToDrive(SINCE))) <= FEW);
  assert.ok((await read((store) => store.listFailed(new Date(NOW.getTime() - 1)))) <= FEW);
  assert.ok((await read((store) => store.listSigned([settled.identifier]))) <= FEW);
  assert.ok((await read((store) => store.listOfUser(userId, { offset: 0, limit: 2 }))) <= FEW);
});
