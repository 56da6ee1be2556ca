import assert from 'node:assert/strict';
import { test } from 'node:test';
import { THE_COMMAND_LINE } from '../../src/alarms/audited-action.ts';
import { createOperatorActionStore } from '../../src/alarms/operator-log/sql/action-store.ts';
import { MINUTE_MS } from '../../src/base/durations.ts';
import { SPEND_CALLS } from '../../src/lightning/lnd/chain-spending.ts';
import { CHAIN_CALLS } from '../../src/lightning/lnd/chain-wallet.ts';
import { NodeFault } from '../../src/lightning/node-port.ts';
import { bumpWithdrawal } from '../../src/onchain/bump-withdrawal.ts';
import { eventually } from '../support/eventually.ts';
import { driveWallet } from '../support/onchain/driven-wallet.ts';
import { openRegtest } from './regtest.ts';

test('a withdrawal comes to its end though LND is killed between its steps', async (t) => {
  const regtest = await openRegtest();
  const { macaroonHex } = await regtest.bake([...CHAIN_CALLS, ...SPEND_CALLS]);
  const { alice } = regtest.nodes;
  const wallet = await driveWallet(t, { ...alice, macaroonHex }, alice);
  const { fund, order, lead, find, figures, leases, paid, coinsSat, findings } = wallet;
  const userId = await fund(200_000);
  const ordered = await order(userId, 60_000n);
  const kill = async (): Promise<void> => {
    await regtest.kill('alice');
    await regtest.start('alice');
  };
  /** Kills LND once, just after this call has had its effect. */
  const killedAfter = (call: 'fund' | 'publish') =>
    lead((ports) => ({
      ...ports,
      chainSpending: {
        ...ports.chainSpending,
        async fund(funding) {
          const funded = await ports.chainSpending.fund(funding);
          if (call === 'fund') await regtest.kill('alice');
          return funded;
        },
        async publish(raw, label) {
          const published = await ports.chainSpending.publish(raw, label);
          if (call !== 'publish') return published;
          await regtest.kill('alice');
          throw new Error('this process died as well');
        },
      },
    }));
  const look = async (leader: Awaited<ReturnType<typeof lead>>, isWhole = false) =>
    await eventually('a look', async () =>
      (await leader.look(isWhole)) === 'looked' ? true : null,
    );

  const first = await killedAfter('fund');
  await look(first, true);
  const before = await coinsSat();
  await first.drive();
  assert.equal((await find(ordered)).state, 'reserved', 'it was funded, and not signed');
  await regtest.start('alice');
  assert.equal((await leases(ordered)).length, 1, 'the lease outlives the crash');

  const second = await killedAfter('publish');
  await look(second, true);
  await assert.rejects(second.drive(), /this process died as well/);
  const signed = await find(ordered);
  assert.equal(signed.state, 'signed');
  await regtest.start('alice');

  const third = await lead();
  await look(third, true);
  await third.drive();
  const sent = await find(ordered);
  assert.equal(sent.state, 'broadcast');
  assert.deepEqual(sent.transaction, signed.transaction);
  assert.equal((await leases(ordered)).length, sent.transaction?.inputs.length);
  await look(third);
  assert.equal(await coinsSat(), before, 'its coin counts until a block has it');
  await kill();
  await regtest.mine(1);
  await eventually('a block has it', async () => {
    await third.look();
    return (await find(ordered)).state === 'settled' ? true : null;
  });
  const feeSat = sent.transaction?.feeSat ?? 0n;
  assert.deepEqual(await figures(userId), [140_000n - feeSat, 0n]);
  assert.deepEqual(await paid(ordered), [{ txid: sent.transaction?.txid, valueSat: 60_000n }]);
  assert.deepEqual(await leases(ordered), []);
  await look(third, true);
  const minedSat = (await coinsSat()) - (before - 60_000n - feeSat);
  assert.equal(minedSat % COINBASE_SAT, 0n, `${minedSat}`);
  assert.deepEqual(await findings(), []);
  // Ten blocks later, the database of another test no longer looks at this transaction. Otherwise
  // that database would take itself for one that has gone back.
  await regtest.mine(10);
});

test('its fee is raised by what comes back, though LND is killed before it has that', async (t) => {
  const regtest = await openRegtest();
  const { macaroonHex } = await regtest.bake([...CHAIN_CALLS, ...SPEND_CALLS]);
  const { alice } = regtest.nodes;
  const wallet = await driveWallet(t, { ...alice, macaroonHex }, alice);
  const { deps, fund, order, lead, find, figures, coinsSat, findings, database } = wallet;
  const userId = await fund(200_000);
  const leader = await lead();
  const look = async (isWhole = false) =>
    await eventually('a look', async () =>
      (await leader.look(isWhole)) === 'looked' ? true : null,
    );
  await look(true);
  const ordered = await order(userId, 60_000n);
  await leader.drive();
  assert.equal((await find(ordered)).state, 'broadcast');
  await look();
  const before = await coinsSat();
  const { chainWallet, chainSpending, rules } = deps;
  const publish = async (): Promise<never> => {
    await regtest.kill('alice');
    throw new NodeFault('this process died as well');
  };
  const bump = bumpWithdrawal(
    {
      ...deps,
      actions: createOperatorActionStore(database),
      onchain: { chainSpending: { ...chainSpending, publish }, rules },
    },
    THE_COMMAND_LINE,
    { id: ordered.id, feeRate: 60n, maxFeeSat: null },
  );
  await assert.rejects(bump, NodeFault);
  const [stored] = await deps.feeBumps.listOpen();
  assert(stored !== undefined);
  await regtest.start('alice');
  await look();
  wallet.clock.move(2 * MINUTE_MS);
  await leader.drive();
  const listed = await eventually(
    'the wallet has it',
    async () =>
      (await chainWallet.transactions({ from: 0, to: null })).find(
        ({ txid }) => txid === stored.txid,
      ) ?? null,
  );
  assert.equal(listed.feeSat, stored.feeSat);
  await look();
  assert.equal(await coinsSat(), before, 'nothing has left before a block');
  await regtest.mine(1);
  await eventually('a block has both', async () => {
    await leader.look();
    return (await find(ordered)).state === 'settled' ? true : null;
  });
  await regtest.mine(6);
  await eventually('it is booked', async () => {
    await leader.look();
    return (await deps.feeBumps.listOpen()).length === 0 ? true : null;
  });
  const feeSat = (await find(ordered)).transaction?.feeSat ?? 0n;
  assert.deepEqual(await figures(userId), [140_000n - feeSat, 0n], 'the payer pays no more');
  const minedSat = (await coinsSat()) - (before - 60_000n - feeSat - stored.feeSat);
  assert.equal(minedSat % COINBASE_SAT, 0n, `${minedSat}`);
  assert.deepEqual(wallet.alarms, []);
  assert.deepEqual(await findings(), []);
  await regtest.mine(10);
});

/**
 * What each block that the wallet has mined itself brings a multiple of: the reward of early blocks
 * on regtest, after the three halvings that other tests may bring about.
 */
const COINBASE_SAT = 625_000_000n;
