import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sat } from '../../src/base/amount.ts';
import type { WalletTransaction } from '../../src/lightning/chain-wallet.ts';
import { createWithdrawalFinder } from '../../src/onchain/find-withdrawals.ts';
import { sumOfCoins } from '../../src/onchain/sum-of-coins.ts';
import type { Withdrawal } from '../../src/onchain/withdrawal.ts';
import { BLOCK, newTransaction, newWithdrawal } from '../support/onchain/withdrawal-events.ts';

const COIN = { txid: 'c1'.repeat(32), index: 0, amountSat: sat(100_000n) };

/** One that spends this coin and has change. */
function sent(coin: typeof COIN, state: Withdrawal['state']): Withdrawal {
  return {
    ...newWithdrawal('ann'),
    ...{ state, endedAt: null, block: null, failure: null, isInternal: false },
    transaction: newTransaction({ inputs: [coin], changeIndex: 0 }),
  };
}

const changeOf = ({ transaction }: Withdrawal): typeof COIN => ({
  ...{ txid: transaction?.txid ?? '', index: 0, amountSat: sat(40_000n) },
});

const NOTHING = { rivals: new Map(), parents: new Map() };

const rival: WalletTransaction = {
  ...{ txid: 'dd'.repeat(32), block: BLOCK, inputs: [COIN], outputs: [] },
  ...{ feeSat: sat(0n), raw: '', label: '' },
};

test('what spends the change of a replaced one is replaced as well, whichever is older', () => {
  const first = sent(COIN, 'settled');
  const second = sent(changeOf(first), 'broadcast');
  const third = sent(changeOf(second), 'settled');
  const other = sent({ ...COIN, txid: 'c2'.repeat(32) }, 'broadcast');
  const withdrawals = [third, second, first, other];
  const bump = {
    ...{ id: 'bump', withdrawalId: third.id, identifier: third.identifier, coin: changeOf(third) },
    ...{ txid: 'ee'.repeat(32), raw: '', feeSat: sat(500n), isFunded: true, isDead: false },
  };
  const bumps = [bump];
  const finder = createWithdrawalFinder(withdrawals, bumps, NOTHING);
  finder.note([rival], new Map([[rival.txid, rival]]));
  const { found } = finder;
  const expected = [first, second, third, bump].map(({ id }) => [
    id,
    { txid: rival.txid, block: BLOCK },
  ]);
  assert.deepEqual(new Map(found.rivals), new Map(expected.map(([id, one]) => [String(id), one])));
  const coins = {
    ...{ unspent: [], leased: [], withdrawals, bumps, found },
    ...{ orphans: new Set<string>(), known: [], tipHeight: BLOCK.height },
  };
  assert.equal(sumOfCoins(coins).sumSat, COIN.amountSat, 'only the other one still has its coin');

  const later = createWithdrawalFinder([first, other], [], { ...NOTHING, rivals: found.rivals });
  assert.deepEqual([...later.found.rivals.keys()], [first.id], 'it is known without a listing');
});
