import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { MAX_CALLERS_WAITING } from '../../src/payments/limits.ts';
import { approvalsOf, checkAsking } from '../support/approvals.ts';
import { field } from '../support/fields.ts';
import { startWalletApi } from '../support/wallet-api.ts';

/** Callers of the Wallet API who wait for the approval of their payment. */

const api = await startWalletApi({ after }, { waitSec: 600 });
const { addAsking, untilAsked, approve, refuse } = approvalsOf(api);
const BOLT11 = '/payments/bolt11';

test('a call waits for the approval and then for the payment, and hears how it ended', async () => {
  const { session } = await addAsking(0n);
  const payee = await api.addUser();
  for (const invoice of [
    await payee.invoice(500),
    api.node.externalInvoice({ amountMsat: 500_000n }).bolt11,
  ]) {
    const call = session.post(BOLT11, { invoice });
    await approve(await untilAsked(session));
    const answer = await call;
    assert.deepEqual([answer.status, field(answer.body, 'amount')], [200, 500]);
  }
  const refused = session.post(BOLT11, { invoice: await payee.invoice(500) });
  assert.equal(await refuse(await untilAsked(session)), true);
  assert.deepEqual([(await refused).status, field((await refused).body, 'code')], [400, 2]);
});

test('of very many calls that repeat one payment, few wait, and the others hear so at once', async () => {
  const { session } = await addAsking(0n);
  const invoice = await (await api.addUser()).invoice(500);
  let pending = 0;
  const surplus = Promise.withResolvers<void>();
  const calls = Array.from({ length: MAX_CALLERS_WAITING + 8 }, async () => {
    const answer = await session.post(BOLT11, { invoice });
    if (answer.status !== 200) {
      checkAsking(answer);
      pending += 1;
      if (pending === 8) surplus.resolve();
    }
    return answer.status;
  });
  await surplus.promise;
  await approve(await untilAsked(session));
  const paid = (await Promise.all(calls)).filter((status) => status === 200);
  assert.equal(paid.length, MAX_CALLERS_WAITING);
  assert.equal(await session.balanceSat(), 9500);
});

test('a stop of the process ends the waits, and the payment waits on', async () => {
  const stopping = await startWalletApi({ after }, { waitSec: 600 });
  const there = approvalsOf(stopping);
  const { session } = await there.addAsking(0n);
  const call = session.post(BOLT11, { invoice: await (await stopping.addUser()).invoice(500) });
  const asked = await there.untilAsked(session);
  stopping.stop();
  checkAsking(await call);
  assert.equal(await there.stateOf(asked), 'waiting');
});
