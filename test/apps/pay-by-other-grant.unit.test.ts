import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { refusalOf, settledOf, startPayBench } from '../support/pay-bench.ts';
import type { Person } from '../support/wallet-world.ts';

describe('what another grant of the user pays', () => {
  /** A call by another token of Ann. */
  const otherGrant = (ann: Person): Person => ({
    ...ann,
    caller: { ...ann.caller, grantId: 'another-grant' },
  });

  test('is refused to it with neither charge nor preimage', async () => {
    const { world, ann, pay } = await startPayBench();
    const person = otherGrant(ann);
    const bill = world.node.bill();
    const { id: paymentId } = settledOf(await pay(bill.bolt11));
    const refused = refusalOf(await pay(bill.bolt11, { person }));
    assert.deepEqual(refused, { kind: 'paid_by_other_grant', paymentId, isSettled: true });
    const text = `lightning:${bill.bolt11.toUpperCase()}`;
    assert.equal(refusalOf(await pay(text, { person, key: 'k' })).kind, 'paid_by_other_grant');
    assert.equal(world.memory.money.keys.size, 0, 'a refusal keeps no key');
    assert.equal(settledOf(await pay(bill.bolt11)).id, paymentId, 'its own grant joins it');
    assert.equal(world.walletSat(ann), 99_000n);
    world.checkBooks();
  });

  test('is refused while it is under way, and two at once are one payment', async () => {
    const { world, ann, begin, pay } = await startPayBench();
    const { node, clock } = world;
    node.books.plan = { kind: 'hold' };
    const bill = node.bill();
    const first = begin(bill.bolt11);
    const second = begin(bill.bolt11, { person: otherGrant(ann) });
    const refused = refusalOf(await clock.until(second));
    assert.equal(refused.kind, 'paid_by_other_grant');
    assert('isSettled' in refused && !refused.isSettled);
    node.end(bill.paymentHash, { kind: 'succeed', feeMsat: 0n });
    settledOf(await clock.until(first));
    assert.equal(refusalOf(await pay(bill.bolt11, { person: otherGrant(ann) })).kind, refused.kind);
    assert.equal(node.books.sent.length, 1);
    assert.equal(world.walletSat(ann), 99_000n);
    world.checkBooks();
  });

  test('is not told to a forged invoice of its hash, by whichever grant', async () => {
    const { world, ann, pay } = await startPayBench();
    const preimage = Buffer.alloc(32, 7);
    settledOf(await pay(world.node.bill({ preimage }).bolt11));
    const forged = world.node.bill({ preimage, amountMsat: 1000n });
    for (const person of [ann, otherGrant(ann)]) {
      const refused = refusalOf(await pay(forged.bolt11, { person, key: 'k' }));
      assert.equal(refused.kind, 'hash_paid_by_other_text');
    }
    assert.equal(world.memory.money.keys.size, 0);
    assert.equal(world.node.books.sent.length, 1);
    assert.equal(world.walletSat(ann), 99_000n);
    world.checkBooks();
  });

  test('after it failed, may be paid by any', async () => {
    const { world, ann, pay } = await startPayBench();
    world.node.books.plan = { kind: 'fail', reason: 'no_route' };
    const bill = world.node.bill();
    refusalOf(await pay(bill.bolt11));
    world.node.books.plan = { kind: 'succeed', feeMsat: 0n };
    settledOf(await pay(bill.bolt11, { person: otherGrant(ann) }));
    assert.equal(world.walletSat(ann), 99_000n);
    world.checkBooks();
  });
});
