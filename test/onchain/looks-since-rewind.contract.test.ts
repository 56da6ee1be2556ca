import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { msat, sat } from '../../src/base/amount.ts';
import { treatAsRewound } from '../../src/node/rewind/sql/database-rewind.ts';
import { createNodeStore } from '../../src/node/sql/node-store.ts';
import { NODE_PUBKEY } from '../support/money-model/events.ts';
import { startDrivenWallet } from '../support/onchain/driven-wallet.ts';

const wallet = await startDrivenWallet({ after });
const { database, lead, deps } = wallet;
const { comparisons, deposits, node } = deps;
await createNodeStore(database).bindNode('regtest', NODE_PUBKEY);
await comparisons.recogniseDatabase();

const MINUTE = { chainLookAfterMs: 60_000 };
const ANY = { chainLookAfterMs: 0 };

/** All ways in which it is noticed that the database has gone back. */
const WAYS: Readonly<Record<string, () => Promise<void>>> = {
  'it is another cluster or timeline': async () => {
    await database.sql`update database_mark set timeline = timeline + 1`;
    await comparisons.recogniseDatabase();
  },
  'the node, the wallet or a process knows more': () =>
    comparisons.stopAsRewound('something is missing'),
  'a backup was restored': () =>
    database.transaction(async (sql) => {
      await sql`insert into outside_stop (reason, detail) values ('restored', 'a backup')`;
      await treatAsRewound(sql);
    }),
};

const compare = () => comparisons.saveComparison({ paymentIndex: 0n, differences: [] });
const chainLookedAt = async () => (await comparisons.readDue())?.chainLookedAt;

for (const [way, goBack] of Object.entries(WAYS)) {
  describe(`when ${way}`, () => {
    beforeEach(async () => {
      await database.sql`delete from outside_stop`;
    });

    test('payments wait for a look at the chain that has read the whole wallet', async () => {
      const former = await lead();
      assert.equal(await former.look(true), 'looked');
      await goBack();
      await compare();
      assert.equal(await chainLookedAt(), null);
      assert.equal(await comparisons.release(false, ANY), 'chain_not_looked_at');
      assert.equal(await former.look(true), 'fenced', 'it may have read before');
      assert.equal(await chainLookedAt(), null);

      const leader = await lead();
      assert.equal(await leader.look(), 'looked');
      assert.equal(await chainLookedAt(), null, 'it has read the newest blocks only');
      assert.equal(await comparisons.release(false, ANY), 'chain_not_looked_at');
      assert.equal(await leader.look(true), 'looked');
      assert(await chainLookedAt());
      assert.equal(await comparisons.release(false, MINUTE), 'chain_not_looked_at');
      assert.equal(await comparisons.release(false, ANY), 'released');
      assert.deepEqual(await wallet.stopsStored(), []);
    });

    test('what was sent by those who were slow is looked for once more', async () => {
      await goBack();
      await compare();
      const leader = await lead();
      assert.equal(await leader.look(true), 'looked');
      await database.sql`update outside_stop set since = since - interval '50 seconds'`;
      assert.equal(await leader.look(), 'looked');
      assert.equal(await comparisons.release(false, MINUTE), 'chain_not_looked_at');
      await database.sql`update outside_stop set since = since - interval '10 seconds'`;
      assert.equal(await leader.look(), 'looked', 'the newest blocks are enough now');
      assert.equal(await comparisons.release(false, MINUTE), 'released');
    });
  });
}

test('one that goes back once more waits once more', async () => {
  await comparisons.stopAsRewound('something is missing');
  const leader = await lead();
  assert.equal(await leader.look(true), 'looked');
  await comparisons.stopAsRewound('something else is missing');
  await compare();
  assert.equal(await comparisons.release(false, ANY), 'chain_not_looked_at');
  const next = await lead();
  assert.equal(await next.look(true), 'looked');
  assert.equal(await comparisons.release(false, ANY), 'released');
});

test('without addresses nothing waits for the chain', async () => {
  await comparisons.stopAsRewound('something is missing');
  await compare();
  assert.equal(await comparisons.release(false), 'released');
});

test('a look under another leader notes nothing, and one that sees nothing new writes nothing', async () => {
  const former = await lead();
  assert.equal(await former.look(true), 'looked');
  const read = async () => {
    const [row] = await database.sql`select xmin::text as version from chain_cursor`;
    return row?.['version'];
  };
  const version = await read();
  assert.equal(await former.look(), 'looked');
  assert.equal(await read(), version);
  await lead();
  const seen = { height: 1, coinsSat: sat(0n), openingLocalMsat: msat(0n) };
  const late = { ...seen, isWhole: true, tookMs: 1, fence: former.fence };
  assert.equal(await deposits.saveLook(node.pubkey, late), false);
  assert.equal(await read(), version);
});
