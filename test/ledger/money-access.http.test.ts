import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { msat } from '../../src/base/amount.ts';
import { bytesToHex } from '../../src/base/hex.ts';
import { hashPreimage } from '../../src/lightning/preimage.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { eventually } from '../support/eventually.ts';
import type { SendPlan } from '../support/fake-node.ts';
import { field, listOf, textField } from '../support/fields.ts';
import { addPayer } from '../support/payment-checks.ts';
import { startWalletApi } from '../support/wallet-api.ts';

test('M81 a token is revoked while its payment is under way', async () => {
  const api = await startWalletApi({ after }, { waitSec: 1 });
  const payer = await addPayer(api);
  const decided = Promise.withResolvers<SendPlan>();
  api.node.plan = { kind: 'hold', until: decided.promise };
  const { bolt11 } = api.node.externalInvoice({ amountMsat: 1_000_000n });
  const paying = payer.post('/payments/bolt11', { invoice: bolt11 });
  await api.sent(1);
  const [token] = await api.deps.tokens.listPersonalTokens(payer.user.id);
  assert(token !== undefined);
  assert.equal(
    await api.deps.tokens.revokeToken({ id: token.id, userId: null }, api.clock.now()),
    true,
  );

  assert.equal((await payer.get('/balance')).status, 401);
  assert.equal((await payer.post('/payments/bolt11', { invoice: bolt11 })).status, 401);
  const answer = await paying;
  assert.equal(field(answer.body, 'code'), 10, 'a caller that was let in is told the truth');
  const later = await payer.withScopes(['balance:read', 'transactions:read']);
  assert.equal(await later.balanceSat(), 10_000 - 1010, 'the money stays held for it');

  decided.resolve({ kind: 'succeed', feeMsat: msat(3000n) });
  await eventually('it is booked', async () =>
    (await later.balanceSat()) === 10_000 - 1003 ? true : null,
  );
  const [record] = listOf((await later.get('/invoices/outgoing')).body);
  assert.deepEqual([field(record, 'payment_request'), field(record, 'fee')], [bolt11, 3]);
});

test('M58 M59 a preimage or a hash that a caller brings means nothing', async () => {
  const api = await startWalletApi({ after });
  const [user, other] = [await api.addUser(), await api.addUser()];
  const own = systemRandom.bytes(32);
  const brought = {
    preimage: bytesToHex(own),
    r_preimage: bytesToHex(own),
    payment_hash: hashPreimage(own),
    r_hash: hashPreimage(own),
    payment_request: api.node.externalInvoice().bolt11,
  };
  const hashes = [];
  for (const caller of [user, user, other]) {
    const { status, body } = await caller.post('/invoices', { amount: 5, ...brought });
    assert.equal(status, 200);
    hashes.push(textField(body, 'payment_hash'));
    assert.notEqual(field(body, 'payment_request'), brought.payment_request);
  }
  assert.equal(new Set([...hashes, brought.payment_hash]).size, 4);
});
