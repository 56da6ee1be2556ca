import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SPEND_CALLS } from '../../src/lightning/lnd/chain-spending.ts';
import { CHAIN_CALLS } from '../../src/lightning/lnd/chain-wallet.ts';
import { eventually } from '../support/eventually.ts';
import { driveWallet } from '../support/onchain/driven-wallet.ts';
import { openRegtest } from './regtest.ts';

test('a withdrawal comes to its end though LND is killed between its steps', async (t) => {
  const regtest = await openRegtest();
  const { macaroonHex } = await regtest.bake([...CHAIN_CALLS, ...SPEND_CALLS]);
  const wallet = await driveWallet(t, { ...regtest.nodes.alice, macaroonHex });
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

/** The amount in an early block that the wallet has mined itself. */
const COINBASE_SAT = 5_000_000_000n;
