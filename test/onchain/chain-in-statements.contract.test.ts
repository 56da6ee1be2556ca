import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { newRecordIdentifier, newUuid } from '../../src/base/id.ts';
import { renderDeposit } from '../../src/ledger/render-deposit.ts';
import { countUsers, userAt } from '../../src/proof/owed-users.ts';
import { createCheckpointStore } from '../../src/proof/sql/checkpoint-store.ts';
import { createStatementStore } from '../../src/statements/sql/statement-store.ts';
import { systemClock as clock } from '../../src/system/system-clock.ts';
import { systemRandom as random } from '../../src/system/system-random.ts';
import { addUser, NOW } from '../support/money-model/events.ts';
import { LEADING, startWithdrawalBench } from '../support/onchain/withdrawal-bench.ts';
import { BLOCK, newHash, newWithdrawal } from '../support/onchain/withdrawal-events.ts';

const bench = await startWithdrawalBench({ after });
const { database, world, withdrawals, deposits, sign, settle, addAddress } = bench;
const statements = createStatementStore(database);
const checkpoints = createCheckpointStore(database);

async function receive(userId: string, amountSat: bigint): Promise<void> {
  const address = await addAddress(userId);
  const seen = {
    id: newUuid(clock, random),
    identifier: newRecordIdentifier(clock, random),
    transaction: { txid: newHash(), inputs: [] },
    ...{ block: BLOCK, output: { index: 0, address, amountSat }, seenAt: NOW },
  };
  await deposits.note([seen], LEADING);
  const [deposit] = await deposits.listOfUser(userId, { offset: 0, limit: 1 });
  assert(deposit !== undefined);
  const record = renderDeposit(deposit, BLOCK, NOW);
  const credit = { depositId: seen.id, block: BLOCK, at: NOW, record, fence: LEADING };
  assert.deepEqual(await deposits.credit([credit]), ['credited']);
}

async function send(userId: string): Promise<void> {
  const order = newWithdrawal(userId);
  await withdrawals.order(order);
  await sign(order.id);
  await settle(order);
}

/** The leaf of a user in what a checkpoint proves, and the sum of all wallets in it. */
async function readOwed(userId: string) {
  await checkpoints.extendChains([userId]);
  const { users, books } = await checkpoints.readSnapshot();
  const all = Array.from({ length: countUsers(users) }, (_, place) => userAt(users, place));
  return { walletsMsat: books.walletsMsat, leaf: all.find((one) => one.userId === userId) };
}

test('bitcoin that came and left is in lines, months, and the proof of what is owed', async () => {
  const userId = await addUser(world, 0);
  const before = await readOwed(userId);
  await receive(userId, 80_000n);
  await send(userId);

  const range = { userId, afterSeq: 0n, upToSeq: 9n };
  const lines = await statements.listLines({ ...range, limit: 10 });
  assert.deepEqual(
    lines.map(({ direction, amountSat, feeSat }) => [direction, amountSat, feeSat]),
    [
      ['incoming', 80_000n, 0n],
      ['outgoing', 50_000n, 1000n],
    ],
  );
  assert.equal(await statements.sumLines(range), 29_000n);

  await statements.reckon(userId, clock.now());
  const months = await statements.listMonths(userId, 10);
  const sumOf = (name: 'incomingSat' | 'outgoingSat' | 'feesSat'): bigint =>
    months.reduce((sum, month) => sum + month[name], 0n);
  assert.deepEqual(
    [sumOf('incomingSat'), sumOf('outgoingSat'), sumOf('feesSat'), months[0]?.closingSat],
    [80_000n, 50_000n, 1000n, 29_000n],
  );

  const { leaf, walletsMsat } = await readOwed(userId);
  assert.equal(walletsMsat - before.walletsMsat, 29_000_000n);
  assert.deepEqual([leaf?.msat, leaf?.recordSeq], [29_000_000n, 2n]);
  const head = Buffer.from(leaf?.chainHead ?? []).toString('hex');
  assert.equal(head, months[0]?.head, 'both are in the chain');
});
