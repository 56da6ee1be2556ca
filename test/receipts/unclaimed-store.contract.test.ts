import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { THE_COMMAND_LINE } from '../../src/alarms/audited-action.ts';
import { msat } from '../../src/base/amount.ts';
import { bytesToHex } from '../../src/base/hex.ts';
import { ACCOUNT_RECORD, MESSAGE_RECORD } from '../../src/lightning/custom-records.ts';
import type { IncomingPayment } from '../../src/lightning/node-port.ts';
import { hashPreimage } from '../../src/lightning/preimage.ts';
import { assignUnclaimed } from '../../src/receipts/assign-unclaimed.ts';
import { creditReceipt } from '../../src/receipts/credit-receipt.ts';
import { createUnclaimedStore } from '../../src/receipts/sql/unclaimed-store.ts';
import type { UnclaimedStore } from '../../src/receipts/unclaimed-store.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { emailOf } from '../support/email-of.ts';
import { field } from '../support/fields.ts';
import { startWalletApi } from '../support/wallet-api.ts';

/** Money for no known user, from its arrival to its owner’s wallet; the books are checked last. */

let unclaimed: UnclaimedStore | null = null;
const api = await startWalletApi({ after }, {}, (database) => {
  unclaimed = createUnclaimedStore(database);
  return {};
});
assert(unclaimed !== null);
const deps = { ...api.deps, unclaimed: unclaimed as UnclaimedStore };

let settleIndex = 1000n;
async function arrive(amountMsat: bigint, change: Partial<IncomingPayment> = {}): Promise<string> {
  settleIndex += 1n;
  const preimage = systemRandom.bytes(32);
  const payment: IncomingPayment = {
    settleIndex,
    paymentHash: hashPreimage(preimage),
    setId: null,
    preimage: bytesToHex(preimage),
    amountMsat: msat(amountMsat),
    settledAt: new Date(),
    isKeysend: true,
    bolt11: '',
    records: new Map(),
    ...change,
  };
  assert.equal(await creditReceipt(deps, payment, deps.fence), 'credited');
  const found = (await deps.unclaimed.listUnclaimed(100)).find(
    ({ arrival }) => arrival.rail === 'lightning' && arrival.paymentHash === payment.paymentHash,
  );
  assert(found !== undefined, 'it is listed');
  return found.id;
}

const assign = (id: string, user: string) =>
  assignUnclaimed(deps, { id, user, by: THE_COMMAND_LINE });

describe('assigning unclaimed money', () => {
  test('it moves once, with a record of its own, and leaves the list', async () => {
    const ann = await api.addUser();
    const message = new TextEncoder().encode('for ann');
    const id = await arrive(21_700n, { records: new Map([[MESSAGE_RECORD, message]]) });
    const assigned = await assign(id, emailOf(ann.user).toUpperCase());
    assert(assigned.ok);
    assert.equal(await ann.balanceSat(), 21, 'the begun sat is rounding');
    const { body } = await ann.get('/invoices/incoming');
    assert(Array.isArray(body));
    const [record] = body;
    assert.deepEqual(
      ['identifier', 'amount', 'settled', 'keysend_message', 'type', 'state'].map((name) =>
        field(record, name),
      ),
      [assigned.value.identifier, 21, true, 'for ann', 'incoming', 'SETTLED'],
    );
    assert.equal(field((await ann.get('/user/summary')).body, 'invoices_count'), 1);
    assert.deepEqual(await deps.unclaimed.listUnclaimed(100), []);
    assert.equal((await deps.unclaimed.findUnclaimed(id))?.userId, ann.user.id);
  });

  test('of many who try at once, one gets it', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => api.addUser()));
    const id = await arrive(5000n);
    const answers = await Promise.all(people.map(({ user }) => assign(id, emailOf(user))));
    assert.equal(answers.filter(({ ok }) => ok).length, 1);
    const refusals = answers.flatMap((one) => (one.ok ? [] : [one.refusal.message]));
    const winner = people[answers.findIndex(({ ok }) => ok)];
    assert(refusals.every((said) => said.includes(winner?.user.email ?? '?')));
    const balances = await Promise.all(people.map((one) => one.balanceSat()));
    assert.deepEqual(
      balances.filter((sat) => sat > 0),
      [5],
    );
  });

  test('a call whose answer was lost is repeated without paying twice', async () => {
    const bob = await api.addUser();
    const id = await arrive(8000n);
    const events: string[] = [];
    const forgetful: UnclaimedStore = {
      ...deps.unclaimed,
      assign: async (event) => {
        events.push((await deps.unclaimed.assign(event)).kind);
        return await deps.unclaimed.assign(event);
      },
    };
    const order = { id, user: emailOf(bob.user), by: THE_COMMAND_LINE };
    const assigned = await assignUnclaimed({ ...deps, unclaimed: forgetful }, order);
    assert(assigned.ok);
    assert.deepEqual(events, ['assigned']);
    assert.equal(await bob.balanceSat(), 8);
  });

  test('less than a sat is given too, and shows as nothing', async () => {
    const eve = await api.addUser();
    assert((await assign(await arrive(999n), emailOf(eve.user))).ok);
    assert.equal(await eve.balanceSat(), 0);
  });

  test('it is refused for what is not unclaimed, and for unknown users', async () => {
    const ann = await api.addUser();
    await ann.receiveKeysend(50);
    const id = await arrive(1000n, {
      records: new Map([[ACCOUNT_RECORD, new TextEncoder().encode('nobody')]]),
    });
    const refusals = await Promise.all([
      assign(id, 'nobody@example.com'),
      assign('not an id', emailOf(ann.user)),
      assign('01234567-89ab-7def-8123-456789abcdef', emailOf(ann.user)),
    ]);
    assert.deepEqual(
      refusals.map((one) => (one.ok ? 'assigned' : one.refusal.kind)),
      ['user_not_found', 'no_such_money', 'no_such_money'],
    );
    assert.equal(await ann.balanceSat(), 50);
  });

  test('an assigned receipt cannot be assigned again', async () => {
    const ann = await api.addUser();
    const id = await arrive(3000n);
    assert((await assign(id, emailOf(ann.user))).ok);
    const again = await assign(id, emailOf(ann.user));
    assert(!again.ok);
    assert.match(again.refusal.message, /assigned to .* already/);
    assert.equal(await ann.balanceSat(), 3);
  });
});
