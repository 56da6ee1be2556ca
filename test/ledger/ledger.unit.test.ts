import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { msat, sat } from '../../src/base/amount.ts';
import { checkProperty } from '../support/check-property.ts';
import {
  type Account,
  accountKey,
  heldOf,
  isUserAccount,
  NODE,
  ROUNDING,
  walletOf,
} from '../support/money-model/ledger/account.ts';
import { Balances } from '../support/money-model/ledger/invariants.ts';
import { makeTransfer, type Transfer } from '../support/money-model/ledger/transfer.ts';
import {
  assign,
  deposit,
  internal,
  post,
  receive,
  receiveUnclaimed,
  reserve,
  voidReserve,
} from '../support/money-model/ledger/transfers.ts';

const lines = (transfer: Transfer): string[] =>
  transfer.postings.map(({ account, amountMsat }) => `${accountKey(account)} ${amountMsat}`);
const sum = (transfer: Transfer): bigint =>
  transfer.postings.reduce((total, { amountMsat }) => total + amountMsat, 0n);

describe('transfers, as docs/ledger.md shows them', () => {
  test('receive', () => {
    const transfer = receive('r', 'u', msat(1500n));
    assert.deepEqual(lines(transfer), ['node -1500', 'wallet u 1000', 'rounding 500']);
    assert.deepEqual(lines(receive('r', 'u', msat(2000n))), ['node -2000', 'wallet u 2000']);
    assert.deepEqual(lines(receive('r', 'u', msat(999n))), ['node -999', 'rounding 999']);
  });

  test('receive for no known user', () => {
    assert.deepEqual(lines(receiveUnclaimed('r', msat(3700n))), ['node -3700', 'unclaimed 3700']);
    assert.deepEqual(lines(receiveUnclaimed('r', msat(0n))), []);
  });

  test('assign what was unclaimed', () => {
    assert.deepEqual(lines(assign('r', 'u', msat(3700n))), [
      'unclaimed -3700',
      'wallet u 3000',
      'rounding 700',
    ]);
    assert.deepEqual(lines(assign('r', 'u', msat(999n))), ['unclaimed -999', 'rounding 999']);
  });

  test('deposit, and one to a closed account', () => {
    const amountSat = sat(50_000n);
    assert.deepEqual(lines(deposit('d', 'u', amountSat)), ['chain -50000000', 'wallet u 50000000']);
    assert.deepEqual(lines(deposit('d', null, amountSat)), [
      'chain -50000000',
      'unclaimed 50000000',
    ]);
  });

  test('reserve and void', () => {
    const held = sat(1010n);
    assert.deepEqual(lines(reserve('p', 'u', held)), ['wallet u -1010000', 'held u 1010000']);
    assert.deepEqual(lines(voidReserve('p', 'u', held)), ['held u -1010000', 'wallet u 1010000']);
  });

  test('post', () => {
    const payment = {
      paymentId: 'p',
      userId: 'u',
      heldSat: sat(1010n),
      amountMsat: msat(1_000_000n),
    };
    assert.deepEqual(lines(post({ ...payment, feeMsat: msat(1100n) })), [
      'held u -1010000',
      'node 1001100',
      'rounding 900',
      'wallet u 8000',
    ]);
    assert.deepEqual(lines(post({ ...payment, feeMsat: msat(12_500n) })), [
      'held u -1010000',
      'node 1012500',
      'losses -2500',
    ]);
    assert.deepEqual(lines(post({ ...payment, feeMsat: msat(10_000n) })), [
      'held u -1010000',
      'node 1010000',
    ]);
  });

  test('internal, to another and to oneself', () => {
    const payment = { paymentId: 'p', payerUserId: 'a', payeeUserId: 'b' };
    assert.deepEqual(lines(internal({ ...payment, amountMsat: msat(21_000n) })), [
      'wallet a -21000',
      'wallet b 21000',
    ]);
    assert.deepEqual(lines(internal({ ...payment, amountMsat: msat(20_001n) })), [
      'wallet a -21000',
      'wallet b 20000',
      'rounding 1000',
    ]);
    const self = { ...payment, payeeUserId: 'a', amountMsat: msat(21_000n) };
    assert.deepEqual(lines(internal(self)), ['wallet a -21000', 'wallet a 21000']);
  });
});

const amountMsat = fc.bigInt({ min: 0n, max: 2_100_000_000_000_000_000n }).map(msat);
const heldSat = fc.bigInt({ min: 1n, max: 2_100_000_000_000_000n }).map(sat);

test('no amounts make a transfer that is unbalanced or splits a sat of a user', () => {
  const users = fc.constantFrom('a', 'b');
  const any = fc.tuple(amountMsat, amountMsat, heldSat, users, users);
  checkProperty(
    fc.property(any, ([amount, fee, held, payerUserId, payeeUserId]) => {
      const transfers = [
        receive('r', payerUserId, amount),
        receiveUnclaimed('r', amount),
        reserve('p', payerUserId, held),
        voidReserve('p', payerUserId, held),
        internal({ paymentId: 'p', payerUserId, payeeUserId, amountMsat: amount }),
        post({ paymentId: 'p', userId: 'a', heldSat: held, amountMsat: amount, feeMsat: fee }),
      ];
      for (const transfer of transfers) {
        assert.equal(sum(transfer), 0n);
        for (const { account, amountMsat: posted } of transfer.postings) {
          assert.notEqual(posted, 0n);
          if (isUserAccount(account)) assert.equal(posted % 1000n, 0n);
        }
      }
    }),
  );
});

test('a settled payment takes from a user what the node took, rounded up, and no more than held', () => {
  checkProperty(
    fc.property(amountMsat, amountMsat, heldSat, (amount, fee, held) => {
      const payment = { paymentId: 'p', userId: 'u', heldSat: held };
      const balances = new Balances();
      balances.apply(receive('r', 'u', msat(held * 1000n)));
      balances.apply(reserve('p', 'u', held));
      balances.apply(post({ ...payment, amountMsat: amount, feeMsat: fee }));
      const costMsat = held * 1000n - balances.of(walletOf('u'));
      const spentMsat = amount + fee;
      assert.equal(balances.of(heldOf('u')), 0n);
      assert.equal(balances.totalMsat, 0n);
      if (spentMsat > held * 1000n) assert.equal(costMsat, held * 1000n);
      else assert.ok(costMsat >= spentMsat && costMsat - spentMsat < 1000n);
    }),
  );
});

test('a movement backwards is a bug', () => {
  const movements = [{ from: NODE, to: ROUNDING, amountMsat: -1n }];
  assert.throws(() => makeTransfer('receive', 'r', movements), { name: 'BugError' });
});

describe('balances', () => {
  const pay = (from: Account, to: Account, amount: bigint): Transfer =>
    makeTransfer('internal', 'p', [{ from, to, amountMsat: amount }]);

  test('refuse what would fall below zero, and stay as they were', () => {
    const balances = new Balances();
    balances.apply(receive('r', 'a', msat(5000n)));
    assert.throws(() => balances.apply(pay(walletOf('a'), walletOf('b'), 6000n)));
    assert.throws(() => balances.apply(pay(walletOf('a'), walletOf('b'), 1n)));
    assert.equal(balances.of(walletOf('a')), 5000n);
    assert.equal(balances.of(walletOf('b')), 0n);
    assert.equal(balances.of(NODE), -5000n);
  });
});
