import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { NWCClient } from '@getalby/sdk/nwc';
import { WebSocket } from 'ws';
import { NWC_METHODS } from '../../src/apps/nwc-keys/method.ts';
import { textField } from '../support/fields.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import { addWalletUser, fund, untilPasses, type WalletUser } from '../support/wallet-user.ts';

// Node 20 has none of its own.
globalThis.WebSocket ??= WebSocket as unknown as typeof globalThis.WebSocket;

const START_SAT = 10_000;
const RESERVE_SAT = 10;

/** The unmodified client that most apps are built on, on the relay of the service. */
describe('1: @getalby/sdk 8.0.3 over Nostr Wallet Connect', () => {
  const cleanups: (() => unknown)[] = [];
  let service: RunningService;
  let user: WalletUser;
  let other: WalletUser;
  let client: NWCClient;

  before(async () => {
    service = await startService();
    cleanups.push(() => service.dispose());
    user = await addWalletUser(service);
    other = await addWalletUser(service);
    await fund(service, user, START_SAT);
    client = await connect('--budget', '5000', '--budget-interval', 'month');
  });
  after(async () => {
    for (const end of cleanups.reverse()) await end();
  });

  const connect = async (...options: string[]): Promise<NWCClient> => {
    const added = await service.cli('nwc', 'add', '--user', user.email, ...options);
    const opened = new NWCClient({ nostrWalletConnectUrl: textField(added, 'uri') });
    cleanups.push(() => opened.close());
    return opened;
  };

  test('it asks what the wallet is, has and may spend', async () => {
    const info = await client.getInfo();
    assert.equal(info.network, 'regtest');
    assert.deepEqual(info.methods, NWC_METHODS);
    assert.deepEqual(await client.getBalance(), { balance: START_SAT * 1000 });
    const budget = await client.getBudget();
    assert('total_budget' in budget);
    assert.deepEqual(
      [budget.used_budget, budget.total_budget, budget.renewal_period],
      [0, 5_000_000, 'monthly'],
    );
  });

  test('it makes an invoice, which someone pays, and sees that', async () => {
    const made = await client.makeInvoice({ amount: 21_000, description: 'bread' });
    assert.deepEqual([made.type, made.state, made.amount], ['incoming', 'pending', 21_000]);
    assert.equal(made.preimage, undefined);
    const paid = await (await service.simulator()).pay({ bolt11: made.invoice });
    assert(paid.ok);
    await untilPasses(async () => {
      const found = await client.lookupInvoice({ payment_hash: made.payment_hash });
      assert.equal(found.state, 'settled');
    });
  });

  test('it pays an invoice of the world, and one of this service', async () => {
    const before = await user.balanceSat();
    const made = await (await service.simulator()).invoice({ amountSat: 1000 });
    assert(made.ok);
    const paid = await client.payInvoice({ invoice: made.value.paymentRequest });
    assert.match(paid.preimage, /^[0-9a-f]{64}$/);
    assert.equal(await user.balanceSat(), before - 1000 - paid.fees_paid / 1000);
    const bill = await other.post('/invoices', { amount: 700 });
    const bolt11 = textField(bill.body, 'payment_request');
    const inside = await client.payInvoice({ invoice: bolt11 });
    assert.equal(inside.fees_paid, 0);
    assert.equal(await other.balanceSat(), 700);
    const found = await client.lookupInvoice({ invoice: bolt11 });
    assert.deepEqual([found.type, found.preimage], ['outgoing', inside.preimage]);
  });

  test('it sends a keysend with records', async () => {
    const nodes = await (await service.simulator()).nodes();
    assert(nodes.ok);
    const alice = nodes.value.find(({ alias }) => alias === 'alice');
    assert(alice !== undefined);
    const sent = await client.payKeysend({
      pubkey: alice.pubkey,
      amount: 50_000,
      tlv_records: [{ type: 7629169, value: 'ff00aa' }],
    });
    assert.match(sent.preimage, /^[0-9a-f]{64}$/);
  });

  test('it lists what happened, newest first', async () => {
    const { transactions } = await client.listTransactions({ limit: 20 });
    assert.equal(transactions.length, 5);
    assert.ok(transactions.every(({ state }) => state === 'settled'));
    const outgoing = await client.listTransactions({ type: 'outgoing' });
    assert.equal(outgoing.transactions.length, 3);
    await client.makeInvoice({ amount: 5000 });
    const unpaid = await client.listTransactions({ unpaid: true, limit: 1 });
    assert.deepEqual(
      unpaid.transactions.map(({ state }) => state),
      ['pending'],
    );
  });

  test('what is too much is refused by the code of its reason', async () => {
    const made = await (await service.simulator()).invoice({ amountSat: 4000 });
    assert(made.ok);
    const refused = { code: 'QUOTA_EXCEEDED' };
    await assert.rejects(client.payInvoice({ invoice: made.value.paymentRequest }), refused);
    const free = await connect();
    const large = await (await service.simulator()).invoice({ amountSat: START_SAT + RESERVE_SAT });
    assert(large.ok);
    const poor = { code: 'INSUFFICIENT_BALANCE' };
    await assert.rejects(free.payInvoice({ invoice: large.value.paymentRequest }), poor);
  });

  test('28: a connection that only receives names no method that pays', async () => {
    const till = await connect('--scopes', 'invoices:create invoices:read');
    const { methods } = await till.getInfo();
    assert.deepEqual(methods, [
      'get_info',
      'get_budget',
      'make_invoice',
      'lookup_invoice',
      'list_transactions',
    ]);
    const info = await till.getWalletServiceInfo();
    assert.ok(!info.capabilities.some((name) => name.startsWith('pay_')));
    await assert.rejects(till.getBalance(), { code: 'RESTRICTED' });
  });
});
