import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { THE_COMMAND_LINE } from '../../src/alarms/audited-action.ts';
import { createAlarmStore } from '../../src/alarms/sql/alarm-store.ts';
import { assignUnclaimed } from '../../src/receipts/assign-unclaimed.ts';
import { createUnclaimedStore } from '../../src/receipts/sql/unclaimed-store.ts';
import { startAccounts } from '../support/account-world.ts';
import { keysendFromExternalNode } from '../support/api-user.ts';
import { textField } from '../support/fields.ts';
import { addLeaver } from '../support/leaver.ts';
import { readText } from '../support/page-visitor.ts';

const world = await startAccounts({ after });
const unclaimed = createUnclaimedStore(world.database);

describe('money of a closed account', () => {
  test('what is given up is unclaimed, and can be assigned', async () => {
    const leaver = await addLeaver(world);
    await leaver.api.receive(50);
    await leaver.closed(50);
    const [money, ...others] = await leaver.unclaimed();
    assert.deepEqual([money?.reason, money?.amountMsat, others], ['given_up', 50_000n, []]);
    const heir = await addLeaver(world);
    const order = { id: money?.id ?? '', user: heir.person.email, by: THE_COMMAND_LINE };
    assert((await assignUnclaimed({ ...world.deps, unclaimed }, order)).ok);
    assert.equal(await heir.api.balanceSat(), 50);
  });

  test('is assigned to no one who closes theirs meanwhile', async () => {
    const [leaver, heir] = [await addLeaver(world), await addLeaver(world)];
    await leaver.api.receive(50);
    await leaver.closed(50);
    const [money] = await leaver.unclaimed();
    const order = { id: money?.id ?? '', user: heir.person.email, by: THE_COMMAND_LINE };
    const { users } = world.accounts;
    // The account closes after the operator's command has found its user.
    const late = {
      ...users,
      findUserByEmail: async (email: string) => {
        const found = await users.findUserByEmail(email);
        await heir.closed();
        return found;
      },
    };
    const assigned = await assignUnclaimed({ ...world.deps, unclaimed, users: late }, order);
    assert(!assigned.ok);
    assert.match(assigned.refusal.message, /has closed their account/);
    assert.equal((await leaver.unclaimed()).length, 1);
  });

  test('is unclaimed with its identifier, and an alarm', async () => {
    const leaver = await addLeaver(world);
    const { identifier } = leaver.person.user;
    const created = await leaver.api.post('/invoices', { amount: 21 });
    const invoice = textField(created.body, 'identifier');
    await leaver.closed();
    await world.payFromExternalNode(textField(created.body, 'payment_hash'));
    await keysendFromExternalNode(world.deps, leaver.person.user, 7, new Map());
    const money = await leaver.unclaimed();
    assert.deepEqual(
      money.map(({ reason, amountMsat, arrival }) => [
        reason,
        amountMsat,
        arrival.rail === 'lightning' && arrival.rawEvent,
      ]),
      [
        ['account_closed', 21_000n, JSON.stringify({ account: identifier, invoice })],
        ['account_closed', 7000n, JSON.stringify({ account: identifier, invoice: null })],
      ],
    );
    const alarms = await createAlarmStore(world.database).listAlarms(100);
    const alarm = alarms.find(({ subject }) => subject === identifier);
    assert.deepEqual([alarm?.kind, alarm?.count], ['closed_account_paid', 2]);
  });

  test('from within is refused: an invoice, a keysend', async () => {
    const leaver = await addLeaver(world);
    const invoice = await leaver.api.invoice(21);
    await leaver.closed();
    const payer = await addLeaver(world);
    await payer.api.receive(1000);
    assert.equal((await payer.api.post('/payments/bolt11', { invoice })).status, 400);
    const keysend = await payer.api.post('/payments/keysend', {
      amount: 5,
      destination: world.node.identity.pubkey,
      customRecords: { '696969': leaver.person.user.identifier },
    });
    assert.equal(keysend.status, 400);
    assert.equal(await payer.api.balanceSat(), 1000);
  });

  test('unpaid invoices are cancelled at the node', async () => {
    const leaver = await addLeaver(world);
    const created = await leaver.api.post('/invoices', { amount: 21 });
    await leaver.closed();
    const waiting = await world.deps.invoices.listNodeInvoicesToCancel(100);
    const hash = textField(created.body, 'payment_hash');
    assert(waiting.some(({ paymentHash }) => paymentHash === hash));
  });
});

test('a closed account cannot be switched on again', async () => {
  const admin = await addLeaver(world, { isAdmin: true });
  const leaver = await addLeaver(world);
  await leaver.closed();
  const path = `/operate/users/${leaver.person.user.id}`;
  const page = await admin.browser.get(path);
  assert.match(readText(page), /Closed/);
  assert.doesNotMatch(page.body, /enable/);
  await admin.browser.post(`${path}/enable`);
  assert.notEqual((await leaver.find())?.disabledAt, null);
});
