import assert from 'node:assert/strict';
import { createAlarmStore } from '../../src/alarms/sql/alarm-store.ts';
import { DAY_MS } from '../../src/base/durations.ts';
import type { BlockRange } from '../../src/lightning/chain-wallet.ts';
import { NodeFault } from '../../src/lightning/node-port.ts';
import { type LookMemory, lookAtChain, newLookMemory } from '../../src/onchain/look-at-chain.ts';
import { systemClock as clock } from '../../src/system/system-clock.ts';
import { addUser, NODE_PUBKEY } from '../support/money-model/events.ts';
import { type DepositBench, depositTest, LEADING } from '../support/onchain/deposit-bench.ts';

/** The most ranges that are halved in a look, each of which takes two more calls. */
const MORE_CALLS = 2 * 12;

/** Looks of one process after the other, over the real alarms, whose ranges are noted. */
function startProcess({ deps, database, chain }: DepositBench) {
  const read: BlockRange[] = [];
  const days = { ahead: 0 };
  const memory: LookMemory = newLookMemory();
  const own = {
    ...deps,
    clock: { ...clock, now: () => new Date(clock.now().getTime() + days.ahead * DAY_MS) },
    alarms: createAlarmStore(database),
    chainWallet: {
      ...chain.wallet,
      transactions: async (range: BlockRange) => {
        read.push(range);
        return await chain.wallet.transactions(range);
      },
    },
  };
  const look = async (isWhole = false, changes: Partial<typeof own> = {}) => {
    read.length = 0;
    return await lookAtChain({ ...own, ...changes }, { fence: LEADING, isWhole, memory });
  };
  return { look, read, days, chainWallet: own.chainWallet };
}

const alarmsOf = async ({ database }: DepositBench) => {
  const rows = await database.sql<{ kind: string; detail: string; is_open: boolean }[]>`
    select kind, detail, acknowledged_at is null as is_open from alarm`;
  return rows.map(({ kind, detail, is_open }) => ({ kind, detail, isOpen: is_open }));
};

const cursorOf = async ({ deposits }: DepositBench) => await deposits.readCursor(NODE_PUBKEY);

const lookedAt = async ({ database }: DepositBench) => {
  const [row] = await database.sql<{ looked_at: Date | null }[]>`
    select looked_at from chain_cursor`;
  return row?.looked_at ?? null;
};

/** Mines blocks with one deposit each; answers their owners, by height. */
async function mineDeposits({ world, chain, addressOf }: DepositBench, count: number) {
  const owners = new Map<number, string>();
  for (let block = 0; block < count; block += 1) {
    const userId = await addUser(world, 0);
    chain.mine(chain.send({ address: await addressOf(userId), amountSat: 50_000n }));
    owners.set(chain.height(), userId);
  }
  chain.mine();
  chain.mine();
  return owners;
}

const balancesOf = async (
  { balanceSat }: DepositBench,
  owners: ReadonlyMap<number, string>,
): Promise<readonly bigint[]> => await Promise.all([...owners.values()].map(balanceSat));

depositTest('a block that cannot be listed holds up no other, and is told', async (bench) => {
  const { chain } = bench;
  const { look, read } = startProcess(bench);
  await look(true);
  const owners = await mineDeposits(bench, 3);
  const [, second = 0] = owners.keys();
  chain.unlistable.add(second);
  assert.equal(await look(), 'looked');
  assert.deepEqual(await balancesOf(bench, owners), [50_000n, 0n, 50_000n]);
  assert.deepEqual(await alarmsOf(bench), [
    {
      kind: 'chain_blocks_unread',
      detail: `block ${second}: no list of block ${second}`,
      isOpen: true,
    },
  ]);
  assert.equal((await cursorOf(bench))?.height, second - 1, 'no further than what was read');

  for (let blocks = 0; blocks < 300; blocks += 1) chain.mine();
  assert.equal(await look(), 'looked');
  assert.equal(await look(), 'looked');
  const newest = { from: chain.height() - 6, to: null };
  assert.deepEqual(read, [{ from: second, to: second }, newest], 'all else was read');
  assert.equal((await cursorOf(bench))?.height, second - 1);
  assert.equal((await alarmsOf(bench)).length, 1, 'told once');

  chain.unlistable.clear();
  assert.equal(await look(), 'looked');
  assert.deepEqual(await balancesOf(bench, owners), [50_000n, 50_000n, 50_000n]);
  assert.deepEqual(
    (await alarmsOf(bench)).map(({ isOpen }) => isOpen),
    [false],
  );
  assert.equal((await cursorOf(bench))?.height, chain.height());
  await look();
  assert.deepEqual(read, [newest]);
  await look(true);
  assert.deepEqual(await balancesOf(bench, owners), [50_000n, 50_000n, 50_000n]);
});

depositTest('another process reads what is left, and ends the alarm', async (bench) => {
  const { chain } = bench;
  const former = startProcess(bench);
  await former.look(true);
  const owners = await mineDeposits(bench, 2);
  const [first = 0] = owners.keys();
  chain.unlistable.add(first);
  await former.look();
  for (let blocks = 0; blocks < 60; blocks += 1) chain.mine();
  await former.look();
  chain.unlistable.clear();
  const next = startProcess(bench);
  await next.look();
  assert.deepEqual(await balancesOf(bench, owners), [50_000n, 50_000n]);
  assert.deepEqual(
    (await alarmsOf(bench)).map(({ kind, isOpen }) => [kind, isOpen]),
    [['chain_blocks_unread', false]],
  );
});

depositTest('a look that left blocks unread is whole once they are read', async (bench) => {
  const { chain, deposits, world, addressOf } = bench;
  const { look, read, days } = startProcess(bench);
  await look();
  const [late, lost] = [await addUser(world, 0), await addUser(world, 0)];
  const mined = chain.send({ address: await addressOf(late), amountSat: 50_000n });
  chain.send({ address: await addressOf(lost), amountSat: 50_000n });
  await look();
  for (let blocks = 0; blocks < 70; blocks += 1) chain.mine();
  await look();
  // The block comes in place of one that the wallet has listed already.
  chain.reorganise(60);
  chain.mine(mined);
  chain.unlistable.add(chain.height());
  for (let blocks = 0; blocks < 60; blocks += 1) chain.mine();
  days.ahead = 16;
  assert.equal(await look(true), 'looked');
  const states = async () =>
    (
      await Promise.all(
        [late, lost].map((one) => deposits.listOfUser(one, { offset: 0, limit: 9 })),
      )
    )
      .flat()
      .map(({ state }) => state);
  assert.deepEqual(await states(), ['seen', 'seen'], 'nothing is given up');
  assert.equal(await lookedAt(bench), null, 'the wallet was not read as a whole');
  await look();
  assert.equal(await lookedAt(bench), null);
  chain.unlistable.clear();
  await look();
  assert.deepEqual(await states(), ['credited', 'gone']);
  assert.notEqual(await lookedAt(bench), null);
  assert.equal(read.length, 2, 'what was read already is not read again');
});

depositTest(
  'a look that leaves blocks unread does not count as one after a restore',
  async (bench) => {
    const { chain, database } = bench;
    const { look } = startProcess(bench);
    await database.sql`insert into outside_stop (reason, detail) values ('restored', 'a backup')`;
    await look(true);
    const before = await lookedAt(bench);
    assert.notEqual(before, null);
    chain.mine();
    chain.unlistable.add(chain.height());
    await look();
    assert.deepEqual(await lookedAt(bench), before);
    chain.unlistable.clear();
    await look();
    assert.notDeepEqual(await lookedAt(bench), before);
    await database.sql`delete from outside_stop`;
  },
);

depositTest('nothing is called replaced by what was not read', async (bench) => {
  const { chain, world, addressOf, deposits } = bench;
  const { look } = startProcess(bench);
  const userId = await addUser(world, 0);
  const address = await addressOf(userId);
  const first = chain.send({ address, amountSat: 50_000n });
  await look(true);
  const second = chain.replace(first, true, { address, amountSat: 49_000n });
  chain.mine(second);
  chain.unlistable.add(chain.height());
  for (let blocks = 0; blocks < 20; blocks += 1) chain.mine();
  const states = async () =>
    (await deposits.listOfUser(userId, { offset: 0, limit: 9 }))
      .map(({ txid, state }) => [txid === first, state])
      .sort();
  for (const isWhole of [false, true]) {
    await look(isWhole);
    assert.deepEqual(await states(), [[true, 'seen']]);
  }
  chain.unlistable.clear();
  await look();
  assert.deepEqual(
    await states(),
    [
      [false, 'credited'],
      [true, 'gone'],
    ],
    'although no block has come since',
  );
});

depositTest('what waits for a block may be unread, and the blocks are read', async (bench) => {
  const { chain, world, addressOf, deposits } = bench;
  const { look, read } = startProcess(bench);
  await look(true);
  const waiting = await addUser(world, 0);
  chain.send({ address: await addressOf(waiting), amountSat: 50_000n });
  chain.unlistable.add(Number.POSITIVE_INFINITY);
  const owners = await mineDeposits(bench, 2);
  await look();
  assert.deepEqual(await balancesOf(bench, owners), [50_000n, 50_000n]);
  const [alarm] = await alarmsOf(bench);
  const tip = chain.height();
  assert.match(alarm?.detail ?? '', new RegExp(`^block ${tip} and later, and what waits`));
  for (let blocks = 0; blocks < 100; blocks += 1) {
    chain.mine();
    await look();
    assert(read.length <= 1 + 2 * 3, `${read.length} calls`);
  }
  assert.deepEqual(await deposits.listOfUser(waiting, { offset: 0, limit: 9 }), []);
  chain.unlistable.clear();
  await look();
  assert.equal((await deposits.listOfUser(waiting, { offset: 0, limit: 9 })).length, 1);
});

depositTest(
  'a look asks a bounded number of times, and the next ones find the rest',
  async (bench) => {
    const { chain } = bench;
    const { look, read } = startProcess(bench);
    await look(true);
    const owners = await mineDeposits(bench, 120);
    const heights = [...owners.keys()];
    const bad = heights.filter((_, place) => place % 40 === 7);
    for (const height of bad) chain.unlistable.add(height);
    let unread = 0;
    for (let looks = 0; looks === 0 || unread > bad.length; looks += 1) {
      assert(looks < 10, 'each look comes nearer');
      await look();
      assert(read.length <= 3 + unread + MORE_CALLS, `${read.length} calls`);
      unread = (await balancesOf(bench, owners)).filter((sat) => sat === 0n).length;
    }
    chain.unlistable.clear();
    await look();
    assert.deepEqual(new Set(await balancesOf(bench, owners)), new Set([50_000n]));
  },
);

depositTest('a node that lists no block at all, or is away, fails the look', async (bench) => {
  const { chain } = bench;
  const { look, read, chainWallet } = startProcess(bench);
  await look(true);
  const before = await cursorOf(bench);
  const owners = await mineDeposits(bench, 1);
  const away = async () => {
    throw new NodeFault('away');
  };
  let asked = 0;
  const tip = async () => {
    asked += 1;
    return asked === 1 ? await chain.wallet.tip() : await away();
  };
  let listings = 0;
  const transactions = async () => {
    listings += 1;
    return await away();
  };
  const isAway = { chainWallet: { ...chainWallet, tip, transactions } };
  await assert.rejects(look(false, isAway), NodeFault);
  assert.equal(listings, 1, 'it is not asked again and again');
  assert.deepEqual(await alarmsOf(bench), [], 'that is another alarm');

  const tooLong = async (range: BlockRange) => {
    read.push(range);
    throw new NodeFault('the list is too long');
  };
  for (let looks = 0; looks < 3; looks += 1) {
    const refused = look(false, { chainWallet: { ...chainWallet, transactions: tooLong } });
    await assert.rejects(refused, { message: 'the list is too long' });
    assert(read.length <= 1 + MORE_CALLS);
  }
  const [alarm, ...more] = await alarmsOf(bench);
  assert.match(alarm?.detail ?? '', /: the list is too long$/);
  assert.deepEqual(more, []);
  assert.deepEqual(await cursorOf(bench), before);
  assert.equal(await look(), 'looked');
  assert.deepEqual(await balancesOf(bench, owners), [50_000n]);
  assert.deepEqual(
    (await alarmsOf(bench)).map(({ isOpen }) => isOpen),
    [false],
  );
});

depositTest(
  'a fault that is over when the node is asked again leaves nothing unread',
  async (bench) => {
    const { chain } = bench;
    const { look, chainWallet } = startProcess(bench);
    await look(true);
    const owners = await mineDeposits(bench, 4);
    let calls = 0;
    const transactions = async (range: BlockRange) => {
      calls += 1;
      if (calls === 1) throw new NodeFault('no answer');
      return await chain.wallet.transactions(range);
    };
    assert.equal(await look(false, { chainWallet: { ...chainWallet, transactions } }), 'looked');
    assert.deepEqual(new Set(await balancesOf(bench, owners)), new Set([50_000n]));
    assert.deepEqual(await alarmsOf(bench), []);
    assert.equal((await cursorOf(bench))?.height, chain.height());
  },
);

depositTest('a reorganisation below unread blocks leaves nothing out', async (bench) => {
  const { chain } = bench;
  const { look } = startProcess(bench);
  await look(true);
  const owners = await mineDeposits(bench, 12);
  const [, , third = 0] = owners.keys();
  chain.unlistable.add(third);
  await look();
  chain.reorganise(14);
  await look();
  assert.equal((await cursorOf(bench))?.height, chain.height(), 'the block is not there any more');
  chain.unlistable.clear();
  const again = await mineDeposits(bench, 12);
  await look();
  assert.deepEqual(new Set(await balancesOf(bench, again)), new Set([50_000n]));
});
