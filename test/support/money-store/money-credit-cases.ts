import assert from 'node:assert/strict';
import { test } from 'node:test';
import { msat } from '../../../src/base/amount.ts';
import {
  addInvoice,
  addUser,
  BASELINE,
  creditInvoice,
  creditKeysend,
  creditUnclaimed,
  later,
  NODE_PUBKEY,
  newSecret,
  nextSettleIndex,
  payInvoice,
} from '../money-model/events.ts';
import type { MoneyWorld } from '../money-model/money-world.ts';

const CREDITED = { kind: 'credited' };

export function creditCases(world: () => MoneyWorld): void {
  const walletMsat = async (userId: string) => (await world().wallet(userId)).walletMsat;

  test('credits what arrived and settles the invoice', async () => {
    const user = await addUser(world());
    const invoice = await addInvoice(world(), user, { amountSat: 100 });
    const event = creditInvoice(invoice, true, { amountMsat: msat(150_700n), settledAt: later(3) });
    assert.deepEqual(await world().store.credit([event]), [CREDITED]);
    assert.equal(await walletMsat(user), 150_000n);
    assert.deepEqual((await world().findInvoice(invoice.id))?.settledAt, later(3));
    const transfer = (await world().transfers()).find((one) => one.subjectId === event.receipt.id);
    assert.deepEqual(transfer?.postings, [
      { account: { name: 'node' }, amountMsat: -150_700n },
      { account: { name: 'wallet', userId: user }, amountMsat: 150_000n },
      { account: { name: 'rounding' }, amountMsat: 700n },
    ]);
    const [record] = await world().records(user);
    assert.equal(record?.identifier, invoice.identifier);
    assert.deepEqual(record?.createdAt, invoice.createdAt);
    assert.equal(await world().cursor(NODE_PUBKEY), event.settleIndex);
  });

  test('less than a sat arrives in rounding, with a record', async () => {
    const user = await addUser(world());
    await world().store.credit([creditKeysend(user, { amountMsat: msat(999n) })]);
    assert.equal(await walletMsat(user), 0n);
    assert.equal((await world().wallet(user)).invoicesCount, 1);
  });

  test('credits one event once, however often it comes', async () => {
    const user = await addUser(world());
    const event = creditKeysend(user, { amountSat: 7 });
    const again = { ...event, receipt: { ...event.receipt, id: newSecret().paymentHash } };
    const sameSet = creditKeysend(user, {
      amountSat: 7,
      settleIndex: event.settleIndex,
      secret: { preimage: event.receipt.preimage ?? '', paymentHash: event.receipt.paymentHash },
    });
    assert.deepEqual(await world().store.credit([event, event, sameSet]), [
      CREDITED,
      { kind: 'present' },
      { kind: 'present' },
    ]);
    assert.deepEqual(await world().store.credit([event, sameSet]), [
      { kind: 'present' },
      { kind: 'present' },
    ]);
    assert.equal(await walletMsat(user), 7000n);
    assert.notEqual(again.receipt.id, event.receipt.id);
  });

  test('an invoice paid within and then from outside has two receipts', async () => {
    const [payer, payee] = [await addUser(world(), 100), await addUser(world())];
    const invoice = await addInvoice(world(), payee);
    await world().store.settleInternal([payInvoice(payer, invoice, { settledAt: later(1) })]);
    assert.deepEqual(await world().store.credit([creditInvoice(invoice, true)]), [
      { kind: 'stale' },
    ]);
    const late = creditInvoice(invoice, false, { settledAt: later(2) });
    assert.deepEqual(await world().store.credit([late]), [CREDITED]);
    assert.equal(await walletMsat(payee), 200_000n);
    assert.deepEqual((await world().findInvoice(invoice.id))?.settledAt, later(1));
    const identifiers = (await world().records(payee)).map(({ identifier }) => identifier);
    assert.deepEqual(identifiers, [invoice.identifier, late.receipt.identifier]);
  });

  test('a receipt that was rendered as a later one waits for the first', async () => {
    const user = await addUser(world());
    const invoice = await addInvoice(world(), user);
    const [first, second] = [creditInvoice(invoice, true), creditInvoice(invoice, false)];
    const outcomes = await world().store.credit([
      { ...second, setId: 'b', receipt: { ...second.receipt } },
      first,
      { ...creditInvoice(invoice, true), setId: 'c' },
      { ...creditInvoice(invoice, false), setId: 'd' },
    ]);
    assert.deepEqual(outcomes, [{ kind: 'stale' }, CREDITED, { kind: 'stale' }, CREDITED]);
    assert.equal(await walletMsat(user), 200_000n);
  });

  test('the cursor goes as far as all is done', async () => {
    const user = await addUser(world());
    const invoice = await addInvoice(world(), user);
    const done = creditKeysend(user);
    const stale = creditInvoice(invoice, false);
    const ahead = creditKeysend(user);
    assert.deepEqual(await world().store.credit([done, stale, ahead]), [
      CREDITED,
      { kind: 'stale' },
      CREDITED,
    ]);
    assert.equal(await world().cursor(NODE_PUBKEY), done.settleIndex);
    await world().store.credit([creditInvoice(invoice, true, { settleIndex: stale.settleIndex })]);
    assert.equal(await world().cursor(NODE_PUBKEY), stale.settleIndex);
    assert.deepEqual(await world().store.credit([ahead]), [{ kind: 'present' }]);
    assert.equal(await world().cursor(NODE_PUBKEY), ahead.settleIndex);
  });

  test('the cursor never goes back', async () => {
    const user = await addUser(world());
    const [early, late] = [nextSettleIndex(), nextSettleIndex()];
    await world().store.credit([creditKeysend(user, { settleIndex: late })]);
    await world().store.credit([creditKeysend(user, { settleIndex: early })]);
    assert.equal(await world().cursor(NODE_PUBKEY), late);
  });

  test('what settled before the service met the node is never credited', async () => {
    const user = await addUser(world());
    const old = creditKeysend(user, { settleIndex: BASELINE });
    assert.deepEqual(await world().store.credit([old]), [{ kind: 'below_baseline' }]);
    assert.equal(await walletMsat(user), 0n);
  });

  test('money for no known user is kept as unclaimed', async () => {
    const before = await world().unclaimedMsat();
    const event = creditUnclaimed({ amountMsat: msat(3700n) });
    assert.deepEqual(await world().store.credit([event]), [CREDITED]);
    assert.equal(await world().unclaimedMsat(), before + 3700n);
    assert.deepEqual(await world().store.credit([event]), [{ kind: 'present' }]);
  });

  test('each set of an AMP invoice counts', async () => {
    const before = await world().unclaimedMsat();
    const secret = newSecret();
    const settleIndex = nextSettleIndex();
    const sets = ['aa', 'bb', 'aa'].map((setId) =>
      creditUnclaimed({ secret, setId, settleIndex, amountMsat: msat(1000n) }),
    );
    const outcomes = await world().store.credit(sets);
    assert.deepEqual(outcomes, [CREDITED, CREDITED, { kind: 'present' }]);
    assert.equal(await world().unclaimedMsat(), before + 2000n);
  });

  test('a boostagram is counted', async () => {
    const user = await addUser(world());
    await world().store.credit([creditKeysend(user, { hasBoostagram: true }), creditKeysend(user)]);
    const { invoicesCount, boostagramsCount } = await world().wallet(user);
    assert.deepEqual([invoicesCount, boostagramsCount], [2, 1]);
  });

  test('the watcher of yesterday writes nothing', async () => {
    const user = await addUser(world());
    await world().raiseFence(3n);
    const before = await world().cursor(NODE_PUBKEY);
    const events = [creditKeysend(user, { fence: 2n }), creditKeysend(user, { fence: 1n })];
    assert.deepEqual(await world().store.credit(events), [{ kind: 'fenced' }, { kind: 'fenced' }]);
    assert.equal(await world().cursor(NODE_PUBKEY), before);
    assert.deepEqual(await world().store.credit([creditKeysend(user, { fence: 3n })]), [CREDITED]);
  });

  test('a receipt for the wrong user spoils the list, and nothing is written', async () => {
    const [user, other] = [await addUser(world()), await addUser(world())];
    const invoice = await addInvoice(world(), user);
    const event = creditInvoice(invoice, true);
    const good = creditKeysend(user);
    const before = await world().cursor(NODE_PUBKEY);
    const wrong = { ...event, target: { ...event.target, userId: other } };
    await assert.rejects(world().store.credit([good, wrong]));
    assert.equal(await walletMsat(user), 0n);
    assert.equal(await world().cursor(NODE_PUBKEY), before);
  });
}
