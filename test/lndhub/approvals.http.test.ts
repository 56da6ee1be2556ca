import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { approvalsOf, asksAbove } from '../support/approvals.ts';
import { addPayer, listTxs, pay } from '../support/lndhub/lndhub-payer.ts';
import { refusedWith, startLndhub } from '../support/lndhub/lndhub-world.ts';

/** Phone wallets whose payments have to be approved by their users. */

const world = await startLndhub({ after }, { waitSec: 0 });
const { onlyWaiting, waiting, approve, refuse } = approvalsOf(world);
const ELSEWHERE = `02${'ab'.repeat(32)}`;
const addAsking = () => addPayer(world, { budget: asksAbove(100n) });
const external = (sats: bigint) => world.node.externalInvoice({ amountMsat: sats * 1000n }).bolt11;
const ASKS = /^This payment waits until you approve it on the pages of your wallet/;

describe('POST /payinvoice', () => {
  test('waits with code 9 that says why, repeats join, and then it has a preimage', async () => {
    const { user, phone } = await addAsking();
    const invoice = external(500n);
    const payee = await world.addUser();
    assert.equal((await pay(phone, await payee.invoice(100))).status, 200);
    refusedWith(await pay(phone, invoice), 400, 9, ASKS);
    const other = await phone.another();
    refusedWith(await pay(other, invoice), 400, 9, ASKS);
    const asked = await onlyWaiting(user);
    assert.equal((await listTxs(phone)).length, 1, 'nothing is sent');
    assert.equal(await user.balanceSat(), 9900);
    const sent = world.node.sent.length;
    await approve(asked);
    await world.sent(sent + 1);
    const paid = await pay(phone, invoice);
    assert(paid.status === 200 || /in transit/.test(paid.text), paid.text);
    assert.equal(world.node.sent.length, sent + 1);
  });

  test('an invoice of another user is paid by the approval itself', async () => {
    const { user, phone } = await addAsking();
    const payee = await world.addUser();
    const invoice = await payee.invoice(500);
    refusedWith(await pay(phone, invoice), 400, 9, ASKS);
    await approve(await onlyWaiting(user));
    assert.equal(await payee.balanceSat(), 500);
    const paid = await pay(phone, invoice);
    assert.equal(paid.status, 200);
    assert.equal(await user.balanceSat(), 9500);
  });

  test('refused, and what does not fit any more: code 10; too many: code 2', async () => {
    const { user, phone } = await addAsking();
    const invoice = external(500n);
    refusedWith(await pay(phone, invoice), 400, 9, ASKS);
    await refuse(await onlyWaiting(user));
    refusedWith(await pay(phone, invoice), 400, 10, /^Payment failed: .*refused this payment/);
    for (let count = 0; count < 10; count += 1) {
      refusedWith(await pay(phone, external(200n)), 400, 9, ASKS);
    }
    refusedWith(await pay(phone, external(200n)), 400, 2, /too many payments wait/);
    refusedWith(await pay(phone, invoice), 400, 10, /refused this payment/);
    const payee = await world.addUser();
    assert.equal((await pay(phone, await payee.invoice(100))).status, 200);
  });

  test('not approved in time: the next call asks anew, as for a new payment', async () => {
    const { user, phone } = await addAsking();
    const invoice = external(500n);
    refusedWith(await pay(phone, invoice), 400, 9, ASKS);
    const first = await onlyWaiting(user);
    world.clock.move(300_000);
    refusedWith(await pay(phone, invoice), 400, 9, ASKS);
    assert.equal((await approve(first)).state, 'expired');
    const second = (await waiting(user)).filter(({ id }) => id !== first.id);
    assert.equal(second.length, 1);
  });
});

test('POST /keysend: code 9, whose message says that it must not be sent again', async () => {
  const { user, phone } = await addAsking();
  const gift = { destination: ELSEWHERE, amount: 500, memo: 'for you' };
  refusedWith(await phone.post('/keysend', gift), 400, 9, /Do not send it again/);
  const asked = await onlyWaiting(user);
  const sent = world.node.sent.length;
  await approve(asked);
  await world.sent(sent + 1);
  assert.equal((await listTxs(phone)).length, 1);
  refusedWith(await phone.post('/keysend', gift), 400, 9, ASKS);
  assert.equal(await refuse(await onlyWaiting(user)), true);
  assert.equal(world.node.sent.length, sent + 1);
});

test('a connection that is ended takes what it asked for along', async () => {
  const { user, phone } = await addAsking();
  const payee = await world.addUser();
  refusedWith(await pay(phone, await payee.invoice(500)), 400, 9, ASKS);
  const asked = await onlyWaiting(user);
  await world.deps.appGrants.revokeAppGrant(user.user.id, phone.grantId, world.clock.now());
  assert.equal((await approve(asked)).state, 'withdrawn');
  assert.equal(await payee.balanceSat(), 0);
});
