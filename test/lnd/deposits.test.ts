import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sat } from '../../src/base/amount.ts';
import { createBooksStore } from '../../src/ledger/books/sql/books-store.ts';
import { CHAIN_CALLS, openLndChainWallet } from '../../src/lightning/lnd/chain-wallet.ts';
import { getAddress } from '../../src/onchain/get-address.ts';
import { lookAtChain, newLookMemory } from '../../src/onchain/look-at-chain.ts';
import { createDepositStore } from '../../src/onchain/sql/deposit-store.ts';
import { systemClock as clock } from '../../src/system/system-clock.ts';
import { systemRandom as random } from '../../src/system/system-random.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { addUser } from '../support/money-model/events.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';
import { WITHOUT_WITHDRAWALS } from '../support/onchain/without-withdrawals.ts';
import { openRegtest } from './regtest.ts';

const silent = () => undefined;

test('a deposit at a real LND is credited once it is deep enough', async (t) => {
  const regtest = await openRegtest();
  const { alice } = regtest.nodes;
  const { macaroonHex } = await regtest.bake(CHAIN_CALLS);
  const { restUrl, tlsCaPem } = alice;
  const chainWallet = openLndChainWallet({ restUrl, tlsCaPem, macaroonHex, clock });
  t.after(() => chainWallet.close());
  const { database } = await testDatabase(t);
  const world = createPostgresWorld(database, false);
  const deposits = createDepositStore(database);
  const deps = {
    chainWallet,
    deposits,
    node: { pubkey: alice.pubkey, alias: 'alice', network: 'regtest' as const },
    clock,
    random,
    ...WITHOUT_WITHDRAWALS,
    log: { debug: silent, info: silent, warn: silent, error: silent },
    rules: {
      confirmations: [{ fromSat: 0n, confirmations: 3 }],
      minReceiveSat: sat(10_000n),
      minSendSat: sat(5000n),
      maxFeeRate: 200n,
    },
  };
  const memory = newLookMemory();
  const look = (isWhole = false) => lookAtChain(deps, { fence: 1n, isWhole, memory });
  const userId = await addUser(world, 0);
  const address = await getAddress(deps, { userId, grantId: 'web' });
  assert.match(address, /^bcrt1p[0-9a-z]{58}$/);

  const hints = new AbortController();
  t.after(() => hints.abort());
  let hintsCount = 0;
  void (async () => {
    for await (const _ of chainWallet.changes(hints.signal)) hintsCount += 1;
  })().catch(silent);
  await eventually('the first hint', () => hintsCount || null);
  await regtest.run('cli', 'bob', 'sendcoins', '--addr', address, '--amt', '70000', '--force');
  await eventually('a hint of it', () => (hintsCount > 1 ? true : null));
  const list = () => deposits.listOfUser(userId, { offset: 0, limit: 10 });
  const seen = await eventually('it is seen', async () => {
    await look();
    return (await list())[0] ?? null;
  });
  const { amountSat, block, state } = seen;
  assert.deepEqual({ amountSat, block, state }, { amountSat: 70_000n, block: null, state: 'seen' });

  await regtest.run('mine', '3');
  const deposit = await eventually('it is credited', async () => {
    await look(true);
    return (await list()).find((one) => one.state === 'credited') ?? null;
  });
  const { walletMsat } = await world.wallet(userId);
  assert.equal(walletMsat, 70_000_000n);
  assert(deposit.block);
  assert.equal(await chainWallet.blockHash(deposit.block.height), deposit.block.hash);
  assert((await deposits.readCoins()).coinsSat >= 0n);
  assert.equal(memory.orphans.size, 0);
  assert.deepEqual((await createBooksStore(database).checkBooks()).findings, []);
});
