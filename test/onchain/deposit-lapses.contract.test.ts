import assert from 'node:assert/strict';
import postgres from 'postgres';
import type { DepositStore } from '../../src/onchain/deposit-store.ts';
import { lookAtChain, newLookMemory } from '../../src/onchain/look-at-chain.ts';
import { createDepositStore } from '../../src/onchain/sql/deposit-store.ts';
import { createEndpointStore } from '../../src/webhooks/sql/endpoint-store.ts';
import { addUser, NODE_PUBKEY } from '../support/money-model/events.ts';
import { type DepositBench, depositTest, LEADING } from '../support/onchain/deposit-bench.ts';
import { readingCost } from '../support/reading-cost.ts';
import { newEndpoint } from '../support/webhooks/new-endpoint.ts';

/** A look of a process that has only just begun, as after a crash. */
const lookAnew = (
  { deps }: DepositBench,
  isWhole: boolean,
  deposits: DepositStore = deps.deposits,
) => lookAtChain({ ...deps, deposits }, { fence: LEADING, isWhole, memory: newLookMemory() });

/** The deposits that were credited, and the events that were told of them. */
async function countOutcomes({ database }: DepositBench) {
  const [row] = await database.sql<{ credits: number; events: number; records: number }[]>`
    select (select count(*) from transfer where kind = 'deposit')::integer as credits,
      (select count(*) from webhook_delivery)::integer as events,
      (select count(*) from settled_record)::integer as records`;
  return row;
}

async function addListener({ database, world }: DepositBench): Promise<string> {
  const userId = await addUser(world, 0);
  const asking = newEndpoint(userId, { filterTypes: ['onchain.incoming.confirmed'] });
  assert.equal(await createEndpointStore(database).create(asking), 'created');
  return userId;
}

for (const isWhole of [true, false]) {
  depositTest(
    `after 200 blocks without a look, one that is ${isWhole ? 'whole' : 'not whole'} credits 500 deposits once`,
    async (bench) => {
      const { chain, world, addressOf, balanceSat } = bench;
      await lookAnew(bench, true);
      const users = await Promise.all([1, 2, 3, 4, 5].map(() => addUser(world, 0)));
      const addresses = await Promise.all(users.map(addressOf));
      for (let block = 0; block < 200; block += 1) {
        const paid = Array.from({ length: block % 2 === 0 ? 2 : 3 }, (_, place) => ({
          address: addresses[(block + place) % addresses.length] ?? '',
          amountSat: 20_000n,
        }));
        const [alone, ...together] = paid;
        assert(alone !== undefined);
        chain.mine(chain.send(alone), chain.send(...together));
      }
      chain.mine();
      chain.mine();
      for (let looks = 0; looks < 2; looks += 1) {
        assert.equal(await lookAnew(bench, isWhole), 'looked');
        const balances = await Promise.all(users.map(balanceSat));
        assert.equal(
          balances.reduce((sum, one) => sum + one, 0n),
          500n * 20_000n,
        );
      }
    },
  );
}

depositTest('where the height goes down, the next look begins there', async (bench) => {
  const { chain, world, addressOf, balanceSat, deposits } = bench;
  const heightOf = async () => (await deposits.readCursor(NODE_PUBKEY))?.height;
  const userId = await addUser(world, 0);
  await lookAnew(bench, true);
  const credited = chain.send({ address: await addressOf(userId), amountSat: 50_000n });
  chain.mine(credited);
  for (let blocks = 0; blocks < 40; blocks += 1) chain.mine();
  const late = chain.send({ address: await addressOf(userId), amountSat: 70_000n });
  chain.mine(late);
  await lookAnew(bench, false);
  assert.equal(await balanceSat(userId), 50_000n);
  const before = await heightOf();

  // The node has lost its newest blocks, and follows the chain to them again.
  chain.reorganise(30);
  await lookAnew(bench, false);
  assert.equal(await heightOf(), (before ?? 0) - 30);
  chain.mine(late);
  chain.mine();
  chain.mine();
  for (const isWhole of [false, true, false]) {
    await lookAnew(bench, isWhole);
    assert.equal(await heightOf(), (before ?? 0) - 27);
    assert.equal(await balanceSat(userId), 120_000n);
  }
  for (let blocks = 0; blocks < 30; blocks += 1) chain.mine();
  await lookAnew(bench, false);
  assert.equal(await heightOf(), (before ?? 0) + 3);
  assert.equal(await balanceSat(userId), 120_000n);
});

class Crash extends Error {}

/** A store whose process dies at this call of all, before or after its effect. */
function dyingAt(store: DepositStore, count: number, moment: 'before' | 'after') {
  let calls = 0;
  const dying = new Proxy(store, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return async (...args: unknown[]) => {
        calls += 1;
        if (calls > count) throw new Crash();
        if (calls === count && moment === 'before') throw new Crash();
        const answer: unknown = await Reflect.apply(method, target, args);
        if (calls === count) throw new Crash();
        return answer;
      };
    },
  });
  return { dying, hasDied: () => calls >= count };
}

depositTest('a deposit is credited and told once, wherever processes die', async (bench) => {
  const { chain, addressOf, balanceSat, deposits } = bench;
  const userId = await addListener(bench);
  let played = 0;
  /** Each process dies at the same call of its look, and the one after it does not. */
  const dieAndLook = async (count: number, moment: 'before' | 'after'): Promise<boolean> => {
    const { dying, hasDied } = dyingAt(deposits, count, moment);
    for (const isWhole of [true, false]) {
      await lookAnew(bench, isWhole, dying).catch((error: unknown) => {
        assert(error instanceof Crash, String(error));
      });
    }
    await lookAnew(bench, true);
    return hasDied();
  };
  for (const moment of ['before', 'after'] as const) {
    let hasDied = true;
    for (let count = 1; hasDied; count += 1) {
      const txid = chain.send({ address: await addressOf(userId), amountSat: 20_000n });
      hasDied = await dieAndLook(count, moment);
      chain.mine(txid);
      hasDied = (await dieAndLook(count, moment)) || hasDied;
      chain.mine();
      chain.mine();
      hasDied = (await dieAndLook(count, moment)) || hasDied;
      played += 1;
      assert.equal(await balanceSat(userId), BigInt(played) * 20_000n, `${moment} call ${count}`);
      const once = { credits: played, events: played, records: played };
      assert.deepEqual(await countOutcomes(bench), once, `${moment} call ${count}`);
    }
  }
  assert(played > 2 * 5, 'several calls are made');
});

depositTest('what a look costs does not grow with what has ended', async (bench) => {
  const { opened, superuserUrl, chain, deps, addressOf, balanceSat, world } = bench;
  const userId = await addUser(world, 0);
  const calls: string[] = [];
  const chainWallet = new Proxy(chain.wallet, {
    get: (target, name) => {
      calls.push(String(name));
      return Reflect.get(target, name);
    },
  });
  const memory = newLookMemory();
  const look = (deposits: DepositStore = deps.deposits) =>
    lookAtChain({ ...deps, chainWallet, deposits }, { fence: LEADING, isWhole: false, memory });
  /** What two looks cost: one at a new block with a deposit, and one where nothing is new. */
  const costOfLooks = async () => {
    chain.mine(chain.send({ address: await addressOf(userId), amountSat: 20_000n }));
    calls.length = 0;
    let sent: readonly string[] = [];
    const { entries, wholeTables } = await readingCost(opened, async (database) => {
      for (let looks = 0; looks < 2; looks += 1) await look(createDepositStore(database));
      sent = [...opened.statements];
    });
    assert.deepEqual(wholeTables, []);
    const cost = { calls: [...calls], sent };
    chain.mine();
    chain.mine();
    await look();
    for (let blocks = 0; blocks < 250; blocks += 1) chain.mine();
    await look();
    const rows = (entries.get('deposit') ?? 0) + (entries.get('onchain_address') ?? 0);
    return { cost, rows };
  };
  await look();
  const before = await costOfLooks();
  const superuser = postgres(superuserUrl, { max: 1 });
  try {
    await superuser.unsafe(`
      set session_replication_role = replica;
      insert into onchain_address (address, user_id, grant_id, created_at, used_at)
        select 'bcrt1old' || n, '${userId}', 'web', now(), now() from generate_series(1, 10000) n;
      insert into deposit (id, identifier, user_id, address, txid, output_index, amount_msat, raw,
          state, seen_at, block_height, block_hash, ended_at)
        select gen_random_uuid(), 'd' || n, '${userId}', 'bcrt1old' || n, sha256(int8send(n)), 0,
          20000000, '', (case when n % 2 = 0 then 'credited' else 'gone' end)::deposit_state, old,
          case when n % 2 = 0 then 50 end, case when n % 2 = 0 then sha256('') end,
          case when n % 2 = 0 then old end
        from generate_series(1, 10000) n
        cross join lateral (select '2026-01-01'::timestamptz as old) o;
      analyze deposit; analyze onchain_address;`);
    const after = await costOfLooks();
    assert.deepEqual(after.cost, before.cost);
    assert(after.rows <= before.rows + FEW_ROWS, `${after.rows} rows, and ${before.rows} before`);
    assert.equal(await balanceSat(userId), 40_000n);
    await superuser`delete from deposit where address like 'bcrt1old%'`;
  } finally {
    await superuser.end();
  }
});

/** Reads that do not depend on the rows: earlier versions of rows, and what indexes have of them. */
const FEW_ROWS = 30;
