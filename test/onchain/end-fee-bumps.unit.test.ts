import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sat } from '../../src/base/amount.ts';
import { endFeeBumps } from '../../src/onchain/end-fee-bumps.ts';
import { FINAL_DEPTH } from '../../src/onchain/end-withdrawals.ts';
import { createWithdrawalFinder } from '../../src/onchain/find-withdrawals.ts';
import type { Withdrawal } from '../../src/onchain/withdrawal.ts';
import { BLOCK, newTransaction, newWithdrawal } from '../support/onchain/withdrawal-events.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

const COIN = { txid: 'c1'.repeat(32), index: 0, amountSat: sat(100_000n) };

const bumpOf = (id: string, txid: string, coin: typeof COIN) => ({
  ...{ id, withdrawalId: 'w', identifier: 'w', coin, txid, raw: '', feeSat: sat(500n) },
  ...{ isFunded: true, isDead: false },
});

const first = bumpOf('first', 'b1'.repeat(32), COIN);
const second = bumpOf('second', 'b2'.repeat(32), { ...COIN, txid: first.txid });
const BUMPS = [first, second];

/** One that spends what the second fee bump has left. */
const spending: Withdrawal = {
  ...newWithdrawal('ann'),
  ...{ state: 'settled', endedAt: null, block: null, failure: null, isInternal: false },
  transaction: newTransaction({ inputs: [{ ...COIN, txid: second.txid }], changeIndex: 0 }),
};

/** The ids of the fee bumps that end when another transaction has spent the first one's coin. */
async function endedBeside(withdrawals: readonly Withdrawal[]): Promise<readonly string[]> {
  const finder = createWithdrawalFinder(withdrawals, BUMPS, {
    rivals: new Map(),
    parents: new Map(),
  });
  const rival = {
    ...{ txid: 'dd'.repeat(32), block: BLOCK, inputs: [COIN], outputs: [] },
    ...{ feeSat: sat(0n), raw: '', label: '' },
  };
  finder.note([rival], new Map([[rival.txid, rival]]));
  const ended: string[] = [];
  const end = async (id: string) => {
    ended.push(id);
    return 'done' as const;
  };
  const tipHeight = BLOCK.height + FINAL_DEPTH - 1;
  const hashes = async () => BLOCK.hash;
  const look = { withdrawals, bumps: BUMPS, found: finder.found, tipHeight, hashes, fence: 1n };
  await endFeeBumps({ feeBumps: { end }, clock: createVirtualClock() }, look);
  return ended;
}

test('a lost fee bump stays open while a withdrawal without a block spends what it left', async () => {
  assert.deepEqual(await endedBeside([]), ['first', 'second']);
  assert.deepEqual(await endedBeside([spending]), []);
  assert.deepEqual(await endedBeside([{ ...spending, block: BLOCK }]), ['first', 'second']);
  const left = { ...BLOCK, hash: 'ee'.repeat(32) };
  assert.deepEqual(
    await endedBeside([{ ...spending, block: left }]),
    [],
    'its block has just left',
  );
});
