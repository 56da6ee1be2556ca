import assert from 'node:assert/strict';
import postgres from 'postgres';
import { THE_COMMAND_LINE } from '../../src/alarms/audited-action.ts';
import { msat, sat } from '../../src/base/amount.ts';
import { HOUR_MS } from '../../src/base/durations.ts';
import { createBooksStore } from '../../src/ledger/books/sql/books-store.ts';
import type { BlockRange } from '../../src/lightning/chain-wallet.ts';
import { createPaymentStopStore } from '../../src/node/sql/payment-stop-store.ts';
import { lookAtChain, newLookMemory } from '../../src/onchain/look-at-chain.ts';
import { assignUnclaimed } from '../../src/receipts/assign-unclaimed.ts';
import { createUnclaimedStore } from '../../src/receipts/sql/unclaimed-store.ts';
import type { UnclaimedStore } from '../../src/receipts/unclaimed-store.ts';
import { systemClock as clock } from '../../src/system/system-clock.ts';
import { createUserStore } from '../../src/users/sql/user-store.ts';
import { createEndpointStore } from '../../src/webhooks/sql/endpoint-store.ts';
import { addUser } from '../support/money-model/events.ts';
import { assign as assignTransfer, deposit } from '../support/money-model/ledger/transfers.ts';
import { depositTest, LEADING } from '../support/onchain/deposit-bench.ts';
import { newEndpoint } from '../support/webhooks/new-endpoint.ts';

depositTest(
  'a deposit is credited at its depth, once, whatever is told again',
  async ({ world, chain, addressOf, look, balanceSat, deposits }) => {
    const userId = await addUser(world, 0);
    const address = await addressOf(userId);
    const txid = chain.send({ address, amountSat: 50_000n });
    await look();
    chain.mine(txid);
    chain.mine();
    await look();
    assert.equal(await balanceSat(userId), 0n, 'two blocks are not enough');
    chain.mine();
    await look();
    assert.equal(await balanceSat(userId), 50_000n);
    for (const isWhole of [false, true]) await look(isWhole);
    await Promise.all([look(), look(true)]);
    assert.equal(await balanceSat(userId), 50_000n);
    const [listed] = await deposits.listOfUser(userId, { offset: 0, limit: 10 });
    assert.equal(listed?.state, 'credited');
  },
);

depositTest(
  'a larger deposit waits for more blocks, and a smaller one for company',
  async ({ world, chain, addressOf, look, balanceSat }) => {
    const [rich, poor] = [await addUser(world, 0), await addUser(world, 0)];
    const [forRich, forPoor] = [await addressOf(rich), await addressOf(poor)];
    chain.mine(
      chain.send(
        { address: forRich, amountSat: 1_000_000n },
        { address: forPoor, amountSat: 6000n },
      ),
    );
    for (let blocks = 0; blocks < 4; blocks += 1) chain.mine();
    await look();
    assert.deepEqual([await balanceSat(rich), await balanceSat(poor)], [0n, 0n]);
    chain.mine(chain.send({ address: forPoor, amountSat: 4000n }));
    await look();
    assert.deepEqual([await balanceSat(rich), await balanceSat(poor)], [1_000_000n, 0n]);
    chain.mine();
    chain.mine();
    await look();
    assert.equal(await balanceSat(poor), 10_000n);
  },
);

depositTest(
  'an address stays the same until it was paid, also for callers at once',
  async ({ world, chain, addressOf, look }) => {
    const userId = await addUser(world, 0);
    const asked = await Promise.all([1, 2, 3, 4].map(() => addressOf(userId)));
    assert.equal(new Set(asked).size, 1);
    const [first = ''] = asked;
    chain.send({ address: first, amountSat: 20_000n });
    await look();
    const second = await addressOf(userId);
    assert.notEqual(second, first);
    // After a restore, the wallet gives addresses again that belong to users here.
    const other = await addUser(world, 0);
    chain.planAddresses([first, second]);
    assert.ok(![first, second].includes(await addressOf(other)));
  },
);

for (const depth of [1, 2, 3, 4]) {
  depositTest(
    `a block that is orphaned ${depth} deep credits nothing until it is mined again`,
    async ({ world, chain, addressOf, look, balanceSat }) => {
      const userId = await addUser(world, 0);
      const txid = chain.send({ address: await addressOf(userId), amountSat: 1_500_000n });
      chain.mine(txid);
      for (let blocks = 1; blocks < depth; blocks += 1) chain.mine();
      await look();
      const height = chain.height() - depth + 1;
      // The wallet goes on naming the orphaned block, as LND's does.
      chain.phantoms.push(chain.describe(txid, { height, hash: chain.hashAt(height) }));
      chain.reorganise(depth);
      for (let blocks = 0; blocks < 8; blocks += 1) {
        chain.mine();
        await look();
      }
      assert.equal(await balanceSat(userId), 0n);
      chain.mine(txid);
      for (let blocks = 0; blocks < 6; blocks += 1) {
        chain.mine();
        await look();
      }
      assert.equal(await balanceSat(userId), 1_500_000n, 'credited once');
    },
  );
}

depositTest(
  'a credit whose block leaves the chain stops payments, and takes nothing',
  async ({ database, world, chain, addressOf, look, balanceSat, alarms }) => {
    const userId = await addUser(world, 0);
    const txid = chain.send({ address: await addressOf(userId), amountSat: 50_000n });
    chain.mine(txid);
    chain.mine();
    chain.mine();
    await look();
    chain.reorganise(3);
    chain.drop(txid);
    for (let blocks = 0; blocks < 4; blocks += 1) chain.mine();
    await look();
    chain.mine();
    await look();
    assert.equal(await balanceSat(userId), 50_000n);
    const isToldOnce = () =>
      assert.deepEqual(
        alarms.map(({ kind }) => kind),
        ['deposit_orphaned'],
        'told once',
      );
    isToldOnce();
    // As if a process had died after the stop and before the alarm.
    alarms.length = 0;
    chain.mine();
    await look();
    isToldOnce();
    const stops = await createPaymentStopStore(database).listStops();
    assert.deepEqual(
      stops.map(({ reason }) => reason),
      ['operator'],
    );
  },
);

depositTest(
  'nothing counts while the node has not caught up, or for a process that leads no more',
  async ({ database, world, chain, addressOf, deps, balanceSat }) => {
    const userId = await addUser(world, 0);
    chain.mine(chain.send({ address: await addressOf(userId), amountSat: 50_000n }));
    chain.mine();
    chain.mine();
    chain.setSynced(false);
    assert.equal(
      await lookAtChain(deps, { fence: 1n, isWhole: false, memory: newLookMemory() }),
      'too_early',
    );
    chain.setSynced(true);
    await database.sql`
    insert into lease (name, holder_process_id, expires_at, fence)
    values ('watch-chain', gen_random_uuid(), now(), 2)`;
    assert.equal(
      await lookAtChain(deps, { fence: 1n, isWhole: false, memory: newLookMemory() }),
      'fenced',
    );
    assert.equal(await balanceSat(userId), 0n);
    assert.equal(
      await lookAtChain(deps, { fence: 2n, isWhole: false, memory: newLookMemory() }),
      'looked',
    );
    assert.equal(await balanceSat(userId), 50_000n);
  },
);

depositTest(
  'a deposit to a closed account goes to unclaimed',
  async ({ superuserUrl, world, chain, addressOf, look, balanceSat, alarms }, t) => {
    const userId = await addUser(world, 0);
    chain.mine(chain.send({ address: await addressOf(userId), amountSat: 50_000n }));
    chain.mine();
    chain.mine();
    const superuser = postgres(superuserUrl, { max: 1 });
    t.after(() => superuser.end());
    await superuser`update wallet set is_closed = true where user_id = ${userId}`;
    await look();
    assert.equal(await balanceSat(userId), 0n);
    assert.deepEqual(
      alarms.map(({ kind }) => kind),
      ['closed_account_paid'],
    );
    const [row] = await superuser`
    select sum(amount_msat) as msat from posting where account = 'unclaimed'`;
    assert.equal(String(row?.['msat']), '50000000');
  },
);

depositTest(
  'what is unclaimed is given to one user, once, with a record of its own',
  async ({ database, superuserUrl, world, chain, addressOf, look, balanceSat, deps }, t) => {
    const [left, ann, ben] = [
      await addUser(world, 0),
      await addUser(world, 0),
      await addUser(world, 0),
    ];
    const address = await addressOf(left);
    const txid = chain.send({ address, amountSat: 50_000n });
    chain.mine(txid);
    chain.mine();
    chain.mine();
    const superuser = postgres(superuserUrl, { max: 1 });
    t.after(() => superuser.end());
    await superuser`update wallet set is_closed = true where user_id = ${left}`;
    await look();
    const unclaimed = createUnclaimedStore(database);
    const [money, ...others] = await unclaimed.listUnclaimedAfter(null, 10);
    assert(money?.arrival.rail === 'chain');
    assert.deepEqual(
      [money.arrival.txid, money.arrival.outputIndex, money.arrival.address, others],
      [txid, 0, address, []],
    );
    const { id } = money;
    assert.deepEqual(await unclaimed.listUnclaimedAfter(id, 10), []);

    const users = createUserStore(database);
    const forgetful: UnclaimedStore = {
      ...unclaimed,
      assign: async (event) => {
        await unclaimed.assign(event);
        return await unclaimed.assign(event);
      },
    };
    const assign = (userId: string) =>
      assignUnclaimed(
        { ...deps, unclaimed: forgetful, users },
        { id, user: `${userId}@example.com`, by: THE_COMMAND_LINE },
      );
    const both = await Promise.all([assign(ann), assign(ben)]);
    assert.deepEqual(both.map(({ ok }) => ok).sort(), [false, true]);
    const winner = both[0]?.ok ? ann : ben;
    assert.deepEqual([await balanceSat(ann), await balanceSat(ben)].sort(), [0n, 50_000n].sort());
    assert.equal((await unclaimed.findUnclaimed(id))?.userId, winner);
    assert.deepEqual(await unclaimed.listUnclaimed(10), []);
    const [record, ...more] = await world.records(winner);
    assert.deepEqual(more, []);
    const body: unknown = JSON.parse(record?.body ?? '');
    assert(typeof body === 'object' && body !== null);
    const { identifier } = record ?? {};
    assert.deepEqual({ ...body, txid, address, amount: 50_000, identifier }, body);

    const [claim] = await superuser<{ claim_id: string }[]>`select claim_id from deposit`;
    const expected = [
      deposit(id, null, sat(50_000n)),
      assignTransfer(claim?.claim_id ?? '', winner, msat(50_000_000n)),
    ];
    const ids = expected.map(({ subjectId }) => subjectId);
    const written = await world.transfers(ids);
    const order = (list: readonly { readonly kind: string }[]) =>
      list.toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
    assert.deepEqual(order(written), order(expected));

    // What someone with the keys of the database could do is found.
    await superuser`update deposit set claimed_by = ${winner === ann ? ben : ann}`;
    const rules = (await createBooksStore(database).checkBooks()).findings.map(({ rule }) => rule);
    assert.ok(rules.includes('a transfer is what its payment or receipt says'));
    await superuser`update deposit set claimed_by = ${winner}`;
  },
);

depositTest(
  'two outputs of one transaction are two deposits',
  async ({ world, chain, addressOf, look, balanceSat }) => {
    const userId = await addUser(world, 0);
    const address = await addressOf(userId);
    chain.mine(chain.send({ address, amountSat: 20_000n }, { address, amountSat: 30_000n }));
    chain.mine();
    chain.mine();
    await look();
    assert.equal(await balanceSat(userId), 50_000n);
  },
);

depositTest(
  'of a transaction with a thousand outputs, no more is kept with each than what it spends',
  async ({ database, world, chain, addressOf, look, deposits }) => {
    const address = await addressOf(await addUser(world, 0));
    const output = { address, amountSat: 1000n };
    const first = chain.send(...Array.from({ length: 1000 }, () => output));
    await look();
    const [kept] = await database.sql<{ deposits: bigint; bytes: bigint }[]>`
      select count(*) as deposits, sum(octet_length(raw))::bigint as bytes from deposit`;
    assert.equal(kept?.deposits, 1000n);
    assert((kept?.bytes ?? 0n) < 100n * 1000n, `${kept?.bytes} bytes`);
    chain.mine(chain.replace(first, true, output));
    for (let blocks = 1; blocks < 6; blocks += 1) chain.mine();
    await look();
    assert.deepEqual(
      (await deposits.listOpen()).map(({ txid }) => txid === first),
      [false],
    );
  },
);

depositTest(
  'an endpoint that asks is told once, and one that asks for invoices is not',
  async ({ database, world, chain, addressOf, look }) => {
    const userId = await addUser(world, 0);
    const endpoints = createEndpointStore(database);
    const asking = { ...newEndpoint(userId), filterTypes: ['onchain.incoming.confirmed'] as const };
    assert.equal(await endpoints.create(asking), 'created');
    const filterTypes = ['invoice.incoming.settled', 'invoice.outgoing.settled'] as const;
    assert.equal(await endpoints.create(newEndpoint(userId, { filterTypes })), 'created');
    const txid = chain.send({ address: await addressOf(userId), amountSat: 50_000n });
    chain.mine(txid);
    chain.mine();
    chain.mine();
    await look();
    await look();
    const rows = await database.sql<{ endpoint_id: string; event_type: string; body: string }[]>`
      select d.endpoint_id, d.event_type, r.body from webhook_delivery d
      join settled_record r on r.id = d.message_id`;
    assert.deepEqual(
      rows.map((row) => [row.endpoint_id, row.event_type]),
      [[asking.id, 'onchain.incoming.confirmed']],
    );
    const body: unknown = JSON.parse(rows[0]?.body ?? '');
    assert(typeof body === 'object' && body !== null);
    assert.deepEqual({ ...body, txid, amount: 50_000, type: 'incoming' }, body);
  },
);

depositTest(
  'a deposit whose coins another one of the wallet spends is replaced six blocks deep',
  async ({ world, chain, addressOf, look, balanceSat, deposits }) => {
    const userId = await addUser(world, 0);
    const address = await addressOf(userId);
    const first = chain.send({ address, amountSat: 50_000n });
    await look();
    const second = chain.replace(first, true, { address, amountSat: 49_000n });
    chain.mine(second);
    const states = async () =>
      (await deposits.listOfUser(userId, { offset: 0, limit: 10 }))
        .map(({ txid, state, replacedBy }) => [txid === first, state, replacedBy])
        .sort();
    for (let blocks = 1; blocks < 6; blocks += 1) {
      await look();
      assert.deepEqual((await states()).at(-1), [true, 'seen', null]);
      chain.mine();
    }
    // The wallet lists the dead one for ever.
    for (const isWhole of [false, true, false]) {
      await look(isWhole);
      assert.deepEqual(await states(), [
        [false, 'credited', null],
        [true, 'gone', second],
      ]);
      chain.mine();
    }
    assert.equal(await balanceSat(userId), 49_000n);
  },
);

depositTest(
  'an orphaned deposit is replaced, and counts again when a block has it after all',
  async ({ world, chain, addressOf, look, balanceSat, deposits }) => {
    const userId = await addUser(world, 0);
    const first = chain.send({ address: await addressOf(userId), amountSat: 50_000n });
    chain.mine(first);
    chain.mine();
    await look();
    const height = chain.height() - 1;
    const phantom = chain.describe(first, { height, hash: chain.hashAt(height) });
    chain.phantoms.push(phantom);
    chain.reorganise(2);
    chain.drop(first);
    const second = chain.replace(phantom, true, { address: 'bcrt1other', amountSat: 49_000n });
    chain.mine(second);
    for (let blocks = 0; blocks < 6; blocks += 1) chain.mine();
    await look();
    const [gone] = await deposits.listOfUser(userId, { offset: 0, limit: 10 });
    assert.deepEqual([gone?.state, gone?.replacedBy, gone?.block], ['gone', second, null]);
    chain.reorganise(7);
    chain.restore(first);
    chain.mine(first);
    for (let blocks = 0; blocks < 8; blocks += 1) chain.mine();
    await look();
    const [back] = await deposits.listOfUser(userId, { offset: 0, limit: 10 });
    assert.deepEqual([back?.state, back?.replacedBy], ['credited', null]);
    assert.equal(await balanceSat(userId), 50_000n);
  },
);

depositTest(
  'the node tells of replacements that do not concern its wallet, a few at a time',
  async ({ world, chain, addressOf, deps, deposits }) => {
    const userId = await addUser(world, 0);
    const address = await addressOf(userId);
    const sent = Array.from({ length: 20 }, (_, n) =>
      chain.send({ address, amountSat: 20_000n + BigInt(n) }),
    );
    const memory = newLookMemory();
    const asked: string[] = [];
    const chainWallet: typeof chain.wallet = {
      ...chain.wallet,
      spender: async (outpoint, fromHeight) => {
        asked.push(outpoint.txid);
        return await chain.wallet.spender(outpoint, fromHeight);
      },
    };
    let hours = 0;
    const later = { ...clock, now: () => new Date(clock.now().getTime() + hours * HOUR_MS) };
    const look = () =>
      lookAtChain(
        { ...deps, chainWallet, clock: later },
        { fence: LEADING, isWhole: false, memory },
      );
    await look();
    const taken = sent
      .slice(0, 10)
      .map((txid) => chain.replace(txid, false, { address: 'bcrt1other', amountSat: 19_000n }));
    chain.mine(...taken);
    for (let blocks = 0; blocks < 5; blocks += 1) chain.mine();
    await look();
    assert.deepEqual(asked, [], 'not yet: most wait for a few blocks');
    hours = 2;
    for (let blocks = 1; blocks <= 4; blocks += 1) {
      chain.mine();
      await look();
      await look();
      assert.ok(asked.length <= 8 * blocks, 'a few for each block');
    }
    const rows = await deposits.listOfUser(userId, { offset: 0, limit: 100 });
    const gone = rows.filter(({ state }) => state === 'gone');
    assert.deepEqual(gone.map(({ txid }) => txid).sort(), sent.slice(0, 10).sort());
    assert.deepEqual(gone.map(({ replacedBy }) => replacedBy).sort(), taken.sort());
    assert.ok(rows.every(({ state }) => state === 'gone' || state === 'seen'));
  },
);

depositTest(
  'what waits does not make looks read old blocks, unless they have left the chain',
  async ({ world, chain, addressOf, deps, deposits, balanceSat }) => {
    const userId = await addUser(world, 0);
    const read: BlockRange[] = [];
    const chainWallet: typeof chain.wallet = {
      ...chain.wallet,
      transactions: async (range) => {
        read.push(range);
        return await chain.wallet.transactions(range);
      },
    };
    const memory = newLookMemory();
    const look = async (isWhole = false): Promise<readonly BlockRange[]> => {
      read.length = 0;
      await lookAtChain({ ...deps, chainWallet }, { fence: LEADING, isWhole, memory });
      return [...read];
    };
    const little = chain.send({ address: await addressOf(userId), amountSat: 5000n });
    chain.mine(little);
    const height = chain.height();
    await look();
    for (let blocks = 0; blocks < 120; blocks += 1) chain.mine();
    const missed = await look();
    assert.deepEqual(missed.at(0)?.from, height - 6);
    assert.ok(missed.every(({ from, to }) => (to ?? chain.height()) - from <= 50));
    chain.mine();
    const [ordinary, ...more] = await look();
    assert.deepEqual([ordinary, more], [{ from: chain.height() - 7, to: null }, []]);

    chain.reorganise(122);
    for (let blocks = 0; blocks < 130; blocks += 1) chain.mine(...(blocks === 3 ? [little] : []));
    await look();
    const [placed] = await deposits.listOfUser(userId, { offset: 0, limit: 10 });
    assert.equal(placed?.block?.height, height + 3, 'found where it is now');
    chain.send({ address: placed?.address ?? '', amountSat: 5000n });
    assert.equal((await look(true)).at(0)?.from, height - 6);
    assert.equal(await balanceSat(userId), 0n);
  },
);
