import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { msat } from '../../src/base/amount.ts';
import type { SendPlan } from '../support/fake-node.ts';
import { field, listOf, numberField, textField } from '../support/fields.ts';
import { startRelayWorld } from '../support/nwc/relay-world.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { runsOf, testSeed } from '../support/seeds.ts';

const world = await startRelayWorld({ after });
const { api } = world;
const [ROUNDS, AT_ONCE] = [runsOf(32), 20];
const START_SAT = 10_000_000;
const PAYEE = `02${'79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'}`;

test(`31: over ${ROUNDS * AT_ONCE} random payments the balance agrees with HTTP, amounts and fees add up`, async () => {
  const random = createSeededRandom(testSeed());
  const below = (bound: number): number => Buffer.from(random.bytes(4)).readUInt32BE() % bound;
  const [ann, bob] = [await api.addUser(), await api.addUser()];
  await ann.receive(START_SAT);
  const [app, his] = [await world.connect(ann), await world.connect(bob)];
  // A wallet pays each started sat, which fees tell, and is credited whole ones.
  let [spentMsat, receivedSat, paidCount] = [0, 0, 0];

  const ask = async (method: string, params: object, amountMsat: number): Promise<void> => {
    const { code, result } = await app.call(method, params);
    if (code === null) {
      spentMsat += amountMsat + numberField(result, 'fees_paid');
      paidCount += 1;
    } else {
      assert.equal(code, 'PAYMENT_FAILED');
      assert.equal(api.node.plan.kind, 'fail');
    }
  };
  const payExternal = async (): Promise<void> => {
    const amountMsat = 1 + below(5_000_000);
    const { bolt11 } = api.node.externalInvoice({ amountMsat: BigInt(amountMsat) });
    await ask('pay_invoice', { invoice: bolt11 }, amountMsat);
  };
  const payAmountless = async (): Promise<void> => {
    const amount = 1 + below(5_000_000);
    const { bolt11 } = api.node.externalInvoice({ amountMsat: null });
    await ask('pay_invoice', { invoice: bolt11, amount }, amount);
  };
  const sendKeysend = async (): Promise<void> => {
    const amount = 1 + below(5_000_000);
    await ask('pay_keysend', { pubkey: PAYEE, amount }, amount);
  };
  const payWithin = async (): Promise<void> => {
    const amount = 1000 + below(5_000_000);
    const made = await his.call('make_invoice', { amount });
    await ask('pay_invoice', { invoice: textField(made.result, 'invoice') }, amount);
  };
  const receive = async (): Promise<void> => {
    const amount = 1000 + below(5_000_000);
    const made = await app.call('make_invoice', { amount });
    await api.payFromExternalNode(textField(made.result, 'payment_hash'));
    receivedSat += Math.floor(amount / 1000);
  };
  const steps = [payExternal, payAmountless, sendKeysend, payWithin, receive];

  /** Each payment costs something else. */
  const succeeding: SendPlan = {
    kind: 'succeed',
    get feeMsat() {
      return msat(BigInt(below(9000)));
    },
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    api.node.plan = below(8) === 0 ? { kind: 'fail', reason: 'no_route' } : succeeding;
    const drawn = Array.from({ length: AT_ONCE }, () => steps[below(steps.length)]);
    await Promise.all(drawn.map((step) => step?.()));
    await checkBalance();
  }
  assert.ok(paidCount > (ROUNDS * AT_ONCE) / 4);

  async function checkBalance(): Promise<void> {
    const { result } = await app.call('get_balance');
    const balanceSat = START_SAT + receivedSat - spentMsat / 1000;
    assert.equal(numberField(result, 'balance'), balanceSat * 1000);
    assert.equal(await ann.balanceSat(), balanceSat);
  }
  let [listedSat, listed] = [0, 0];
  for (;;) {
    const { result } = await app.call('list_transactions', { limit: 50, offset: listed });
    const page = listOf(field(result, 'transactions'));
    if (page.length === 0) break;
    for (const one of page) {
      const amount = numberField(one, 'amount') + numberField(one, 'fees_paid');
      const isIn = textField(one, 'type') === 'incoming';
      listedSat += isIn ? Math.floor(amount / 1000) : -amount / 1000;
    }
    listed += page.length;
  }
  assert.equal(listedSat, START_SAT + receivedSat - spentMsat / 1000);
});
