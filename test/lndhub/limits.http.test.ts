import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { sat } from '../../src/base/amount.ts';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import type { ApiUser } from '../support/api-user.ts';
import { field, textField } from '../support/fields.ts';
import { pay } from '../support/lndhub/lndhub-payer.ts';
import { type Phone, refusedWith, startLndhub } from '../support/lndhub/lndhub-world.ts';
import { awayFromMidnight } from '../support/movable-clock.ts';
import { limitSetter } from '../support/set-limits.ts';

/** Limits of custody, as phone wallets meet them over LndHub. */

const world = await startLndhub({ after });
const limit = limitSetter(world, (end) => after(end));
awayFromMidnight(world.clock);

async function someone(amountSat: number): Promise<{ user: ApiUser; phone: Phone }> {
  const user = await world.addUser();
  if (amountSat > 0) await user.receive(amountSat);
  return { user, phone: await world.connect(user) };
}

const balanceOf = async (phone: Phone) =>
  field(field((await phone.get('/balance')).body, 'BTC'), 'AvailableBalance');

describe('LndHub: the most that a wallet may hold', () => {
  test('an invoice may fill it, and not by a sat more', async () => {
    const { user, phone } = await someone(400);
    await limit(user, { maxBalance: 1000 });
    const add = (amt: number) => phone.post('/addinvoice', { amt, memo: 'x' });
    const refused = await add(601);
    refusedWith(refused, 400, 2);
    assert.doesNotMatch(textField(refused.body, 'message'), /1000|600|400/, 'no amounts');
    assert.equal((await add(600)).status, 200);
    assert.equal(await balanceOf(phone), 400, 'the balance is what it is');
  });

  test('what arrives above it is seen and can be spent', async () => {
    const { user, phone } = await someone(100);
    const made = await phone.post('/addinvoice', { amt: 500, memo: 'x' });
    await limit(user, { maxBalance: 200 });
    const decoded = decodeBolt11(textField(made.body, 'payment_request'));
    assert(decoded.ok);
    await world.payFromExternalNode(decoded.value.paymentHash);
    assert.equal(await balanceOf(phone), 600);
    refusedWith(await phone.post('/addinvoice', { amt: 1, memo: 'x' }), 400, 2);
    const { bolt11 } = world.node.externalInvoice({ amountMsat: 100_000n });
    assert.equal((await pay(phone, bolt11)).status, 200);
  });
});

describe('LndHub: the most that a wallet may send per day', () => {
  test('is refused with code 2, without amounts, until another day', async () => {
    const { user, phone } = await someone(5000);
    await limit(user, { maxSendDay: 1500 });
    const next = () => world.node.externalInvoice({ amountMsat: 1_000_000n }).bolt11;
    assert.equal((await pay(phone, next())).status, 200);
    const refused = await pay(phone, next());
    refusedWith(refused, 400, 2, /over the daily limit/);
    assert.doesNotMatch(textField(refused.body, 'message'), /1500|1001|499/);
    assert.equal(await balanceOf(phone), 5000 - 1001);
    const within = await (await world.addUser()).invoice(400);
    assert.equal((await pay(phone, within)).status, 200, 'what is left can be sent');
    const keysend = { destination: `02${'ab'.repeat(32)}`, amount: 100 };
    refusedWith(await phone.post('/keysend', keysend), 400, 2, /over the daily limit/);
    world.clock.move(86_400_000);
    assert.equal((await pay(phone, next())).status, 200);
  });

  test('counts beside the limit of the phone: what is less decides', async () => {
    const user = await world.addUser();
    await user.receive(5000);
    const budget = {
      limitSat: sat(300n),
      askAboveSat: null,
      interval: 'ever',
      expiresAt: null,
    } as const;
    const phone = await world.connect(user, { budget });
    const other = await world.addUser();
    await limit(user, { maxSendDay: 200 });
    refusedWith(await pay(phone, await other.invoice(201)), 400, 2, /over the daily limit/);
    assert.equal((await pay(phone, await other.invoice(200))).status, 200);
    world.clock.move(86_400_000);
    refusedWith(await pay(phone, await other.invoice(101)), 400, 2, /over budget/);
    assert.equal((await pay(phone, await other.invoice(100))).status, 200);
    await limit(user, { maxSendDay: null });
    assert.equal(
      (await user.post('/payments/bolt11', { invoice: await other.invoice(900) })).status,
      200,
    );
  });
});
