import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { msat, sat } from '../../src/base/amount.ts';
import { PAY_GRACE_MS } from '../../src/channel-orders/limits.ts';
import { payOrder } from '../../src/channel-orders/pay-order.ts';
import { NodeFault } from '../../src/lightning/node-port.ts';
import { checkPaymentWatermark } from '../../src/node/check-payment-watermark.ts';
import { NO_OUTFLOW_LIMITS } from '../../src/outflow/outflow-limits.ts';
import { type ChannelOrderBench, startChannelOrders } from '../support/channel-order-bench.ts';

const benchTest = (
  name: string,
  work: (bench: ChannelOrderBench, t: TestContext) => Promise<void>,
): void => {
  test(name, async (t) => await work(await startChannelOrders(t), t));
};

const PRICE = 2500n;

benchTest('a channel is bought over Lightning', async (bench) => {
  const order = await bench.order();
  assert.equal(order.offer.lightning?.totalSat, PRICE);
  assert.equal(order.offer.chain?.totalSat, PRICE);
  assert.equal(order.providerNode, `${bench.provider.pubkey}@127.0.0.1:9735`);
  const [asked] = bench.provider.orders;
  assert.deepEqual(
    [asked?.request['lsp_balance_sat'], asked?.request['client_balance_sat']],
    ['1000000', '0'],
  );
  assert.equal(asked?.request['refund_onchain_address'], order.refundAddress);
  assert.deepEqual(await bench.paid(), [], 'an order costs nothing');

  assert.deepEqual(await bench.pay(order.id, 'lightning'), { kind: 'begun' });
  const paying = await bench.find(order.id);
  assert.deepEqual([paying.payment?.way, paying.payment?.sentAt], ['lightning', null]);

  await bench.follow();
  const opened = await bench.find(order.id);
  assert.deepEqual([opened.state, opened.told.state], ['completed', 'completed']);
  assert.deepEqual(await bench.paid(), [PRICE * 1000n]);
  const before = await bench.deps.lightning.balances();
  await bench.mine(3);
  const { remoteMsat } = await bench.deps.lightning.balances();
  assert(remoteMsat > before.remoteMsat, 'as much more can come in');
});

benchTest('a channel is bought in bitcoin from the wallet of the node', async (bench) => {
  const order = await bench.order();
  assert.deepEqual(await bench.pay(order.id, 'chain'), { kind: 'begun' });
  const paying = await bench.find(order.id);
  assert(paying.payment?.sentAt && paying.payment.transaction !== null);
  const { txid } = paying.payment.transaction;
  const sent = [{ kind: 'transaction', subject: txid }] as const;
  assert((await bench.ledgerEntries.findKnown(sent)).has(txid), 'no one takes it for a theft');
  await bench.follow();
  assert.equal((await bench.find(order.id)).state, 'open', 'no block has it yet');
  await bench.mine(1);
  await bench.follow();
  assert.equal((await bench.find(order.id)).state, 'completed');
  assert.deepEqual(await bench.receivedAt(order.offer.chain?.address ?? ''), [PRICE]);
  assert.deepEqual(await bench.paid(), []);
});

benchTest('an order that is paid from elsewhere comes to its end, too', async (bench) => {
  const order = await bench.order();
  const paid = { address: order.offer.chain?.address, amount_sat: Number(PRICE) };
  await bench.here.control('/onchain/pay', paid);
  await bench.mine(1);
  await bench.followSoon();
  const ended = await bench.find(order.id);
  assert.deepEqual([ended.state, ended.payment, ended.told.payment], ['completed', null, 'paid']);
  assert.deepEqual(await bench.paid(), []);
});

benchTest('whoever presses at once or again pays once', async (bench) => {
  const [one, two] = [await bench.order(), await bench.order()];
  const ways = ['lightning', 'chain', 'lightning', 'chain', 'lightning'] as const;
  const outcomes = await Promise.all(ways.map((way) => bench.pay(one.id, way)));
  assert.equal(outcomes.filter(({ kind }) => kind === 'begun').length, 1, JSON.stringify(outcomes));
  for (const way of ways) {
    assert.equal((await bench.pay(one.id, way)).kind, 'not_paid');
  }
  const presses = await Promise.all([1, 2, 3].map(() => bench.pay(two.id, 'chain')));
  assert.equal(presses.filter(({ kind }) => kind === 'begun').length, 1);
  const received = await bench.receivedAt(two.offer.chain?.address ?? '');
  assert.deepEqual(received, [PRICE]);
  const all = [
    ...(await bench.paid()),
    ...(await bench.receivedAt(one.offer.chain?.address ?? '')),
  ];
  assert.equal(all.length, 1);
});

benchTest('a process that dies before it pays leaves one way open', async (bench) => {
  const { channelOrders } = bench.stores;
  const order = await bench.order();
  const now = () => bench.deps.clock.now();
  assert(await channelOrders.beginPayment(order.id, 'lightning', now(), PAY_GRACE_MS));
  await bench.followSoon();
  const left = await bench.find(order.id);
  assert.equal(left.payment?.way, 'lightning', 'a silent process may pay yet');
  assert.deepEqual(await bench.pay(order.id, 'chain'), {
    kind: 'not_paid',
    why: { kind: 'repeated' },
  });
  assert.deepEqual(await bench.paid(), []);
});

benchTest('a payment over Lightning that was never sent may be sent later', async (bench) => {
  const order = await bench.order();
  const at = new Date(bench.deps.clock.now().getTime() - PAY_GRACE_MS);
  assert(await bench.stores.channelOrders.beginPayment(order.id, 'lightning', at, PAY_GRACE_MS));
  assert.deepEqual(await bench.pay(order.id, 'lightning'), { kind: 'begun' });
  await bench.follow();
  assert.equal((await bench.find(order.id)).state, 'completed');
  assert.deepEqual(await bench.paid(), [PRICE * 1000n]);
});

benchTest(
  'a transaction whose publication had no answer is sent again, the same',
  async (bench) => {
    const order = await bench.order();
    const lost = {
      ...bench.deps.management,
      publish: async () => {
        throw new NodeFault('no answer came');
      },
    };
    assert.deepEqual(await bench.pay(order.id, 'chain', { management: lost }), { kind: 'begun' });
    const address = order.offer.chain?.address ?? '';
    assert.deepEqual(await bench.receivedAt(address), []);
    const stored = (await bench.find(order.id)).payment?.transaction;
    bench.move(60_000);
    const due = await bench.stores.channelOrders.listDue(bench.deps.clock.now(), 10);
    assert.deepEqual(
      due.map(({ id }) => id),
      [order.id],
    );
    await bench.followSoon();
    assert.deepEqual(await bench.receivedAt(address), [PRICE]);
    await bench.mine(1);
    await bench.follow();
    const ended = await bench.find(order.id);
    assert.deepEqual([ended.state, ended.payment?.transaction], ['completed', stored]);
    assert.deepEqual(await bench.receivedAt(address), [PRICE]);
  },
);

benchTest(
  'a process that died before it signed has paid nothing, and cannot any more',
  async (bench) => {
    const { channelOrders } = bench.stores;
    const order = await bench.order();
    const at = new Date(bench.deps.clock.now().getTime() - PAY_GRACE_MS);
    assert(await channelOrders.beginPayment(order.id, 'chain', at, PAY_GRACE_MS));
    bench.move(60_000);
    await bench.followSoon();
    assert.equal((await bench.find(order.id)).payment, null);
    const late = { txid: 'ab'.repeat(32), raw: '00' };
    assert.equal(await channelOrders.saveTransaction(order.id, late), false);
    assert.deepEqual(await bench.pay(order.id, 'lightning'), { kind: 'begun' });
  },
);

benchTest('a database that forgot a transaction does not send another', async (bench) => {
  const order = await bench.order();
  assert.deepEqual(await bench.pay(order.id, 'chain'), { kind: 'begun' });
  await bench.owner`
    update channel_order set paid_by = null, pay_began_at = null, transaction = null, txid = null,
      sent_at = null`;
  assert.deepEqual(await bench.pay(order.id, 'chain'), {
    kind: 'not_paid',
    why: { kind: 'repeated' },
  });
  assert.equal((await bench.find(order.id)).payProblem, 'repeated');
  assert.deepEqual(await bench.receivedAt(order.offer.chain?.address ?? ''), [PRICE]);
});

benchTest('what is paid over Lightning comes back when no channel is opened', async (bench) => {
  bench.provider.delivers = false;
  const order = await bench.order();
  assert.deepEqual(await bench.pay(order.id, 'lightning'), { kind: 'begun' });
  await bench.followSoon();
  await bench.followSoon();
  const ended = await bench.find(order.id);
  assert.deepEqual([ended.state, ended.payment], ['refunded', null]);
  assert.deepEqual(await bench.paid(), []);
});

benchTest('what is paid in bitcoin is refunded when no channel is opened', async (bench) => {
  bench.provider.delivers = false;
  const order = await bench.order();
  assert.deepEqual(await bench.pay(order.id, 'chain'), { kind: 'begun' });
  await bench.mine(1);
  await bench.followSoon();
  const ended = await bench.find(order.id);
  assert.deepEqual([ended.state, ended.told.payment], ['refunded', 'refunded']);
});

benchTest('a way that failed leaves the other one open', async (bench) => {
  const order = await bench.order();
  const { lightning } = bench;
  const failing = (outcome: Awaited<ReturnType<typeof lightning.send>>) => ({
    lightning: { ...lightning, connectionsOpened: 0, send: async () => outcome },
  });
  const failed = { kind: 'failed', paymentIndex: 1n, reason: 'no_route' } as const;
  assert.deepEqual(await bench.pay(order.id, 'lightning', failing(failed)), {
    kind: 'not_paid',
    why: { kind: 'failed', reason: 'no_route' },
  });
  assert.equal((await bench.find(order.id)).payProblem, 'no_route');
  const refused = { kind: 'refused', code: 2, detail: 'no' } as const;
  assert.deepEqual(await bench.pay(order.id, 'lightning', failing(refused)), {
    kind: 'not_paid',
    why: { kind: 'node', detail: 'no' },
  });
  assert.equal((await bench.find(order.id)).payment, null);
  const dear = { orderId: order.id, way: 'chain', satPerVbyte: 5000n } as const;
  const outcome = await payOrder(bench.deps, dear, new AbortController().signal);
  assert.equal(outcome.kind === 'not_paid' && outcome.why.kind, 'node');
  assert.deepEqual(await bench.pay(order.id, 'chain'), { kind: 'begun' });
  assert.equal((await bench.find(order.id)).payProblem, null);
});

benchTest('a payment whose answer was lost is not made in another way', async (bench) => {
  const order = await bench.order();
  const { lightning } = bench;
  const losing = {
    ...lightning,
    connectionsOpened: 0,
    send: async (...input: Parameters<typeof lightning.send>) => {
      await lightning.send(...input);
      return { kind: 'unknown', detail: 'the connection broke' } as const;
    },
  };
  assert.deepEqual(await bench.pay(order.id, 'lightning', { lightning: losing }), {
    kind: 'begun',
  });
  for (const way of ['lightning', 'chain'] as const) {
    assert.equal((await bench.pay(order.id, way)).kind, 'not_paid');
  }
  await bench.followSoon();
  assert.equal((await bench.find(order.id)).state, 'completed');
  assert.deepEqual(await bench.paid(), [PRICE * 1000n]);
});

benchTest('an offer that no one pays runs out', async (bench) => {
  const order = await bench.order();
  bench.move(3_600_000 - 30_000);
  assert.deepEqual(await bench.pay(order.id, 'lightning'), {
    kind: 'not_paid',
    why: { kind: 'too_late' },
  });
  bench.move(3_600_000 + 60_000);
  await bench.follow();
  assert.equal((await bench.find(order.id)).state, 'expired');
  assert.deepEqual(await bench.pay(order.id, 'chain'), { kind: 'not_paid', why: { kind: 'over' } });
  assert.deepEqual(await bench.stores.channelOrders.listDue(bench.deps.clock.now(), 10), []);
});

benchTest('a provider that asks for more than it offered is not paid', async (bench) => {
  const order = await bench.order();
  bench.provider.spoil = (path, answer) =>
    path.startsWith('/get_order')
      ? JSON.parse(JSON.stringify(answer).replaceAll('"2500"', '"25000"'))
      : answer;
  for (const way of ['lightning', 'chain'] as const) {
    assert.deepEqual(await bench.pay(order.id, way), {
      kind: 'not_paid',
      why: { kind: 'changed' },
    });
  }
  await bench.followSoon();
  assert.equal((await bench.find(order.id)).trouble, 'changed');
  assert.deepEqual(await bench.paid(), []);
});

benchTest('a provider that falls silent is not paid, and is asked again', async (bench) => {
  const order = await bench.order();
  bench.provider.reply = async (_, reply) => reply.cut();
  const refusal = await bench.pay(order.id, 'lightning');
  assert.deepEqual(refusal, {
    kind: 'not_paid',
    why: { kind: 'unanswered', why: 'no_connection' },
  });
  await bench.followSoon();
  assert.equal((await bench.find(order.id)).trouble, 'unanswered');
  bench.provider.reply = null;
  await bench.followSoon();
  assert.equal((await bench.find(order.id)).trouble, null);
});

benchTest('the money of users buys no channel', async (bench) => {
  const order = await bench.order();
  const { totalMsat } = await bench.owned();
  const owes = (leftSat: bigint) => ({
    solvency: {
      readObligations: async () => ({
        walletsMsat: msat(totalMsat - leftSat * 1000n),
        heldNotInFlightMsat: msat(0n),
        unclaimedMsat: msat(0n),
      }),
    },
  });
  assert.deepEqual(await bench.pay(order.id, 'lightning', owes(PRICE + 24n)), {
    kind: 'not_paid',
    why: { kind: 'of_users', freeSat: PRICE + 24n },
  });
  bench.says.stop = 'an operator has stopped payments';
  assert.deepEqual(await bench.pay(order.id, 'lightning'), {
    kind: 'not_paid',
    why: { kind: 'stopped', detail: 'an operator has stopped payments' },
  });
  bench.says.stop = null;
  assert.deepEqual(await bench.pay(order.id, 'lightning', owes(PRICE + 25n)), { kind: 'begun' });
});

benchTest('no channel is bought beyond what may leave', async (bench) => {
  const order = await bench.order();
  const { outflow } = bench;
  const limit = (hourSat: bigint) =>
    outflow.setBySettings({ ...NO_OUTFLOW_LIMITS, hourSat: sat(hourSat) }, null);
  await limit(PRICE + 24n);
  assert.deepEqual(await bench.pay(order.id, 'lightning'), {
    kind: 'not_paid',
    why: { kind: 'stopped', detail: 'what leaves this service has reached its limit' },
  });
  assert.match((await outflow.read()).latch?.detail ?? '', /: hour/);
  await outflow.setBySettings(NO_OUTFLOW_LIMITS, 'off');
  await limit(PRICE + 25n);
  assert.deepEqual(await bench.pay(order.id, 'lightning'), { kind: 'begun' });
  assert.equal((await outflow.read()).sentHourMsat, (PRICE + 25n) * 1000n);
  assert.equal(await outflow.pass(sat(1n)), false);
});

benchTest('what users have pays no fee of a transaction', async (bench) => {
  const { deps } = bench;
  const order = await bench.order();
  const balances = async () => ({ ...(await bench.lightning.balances()), chainMsat: msat(1n) });
  const { totalMsat } = await bench.owned();
  const owes = (leftSat: bigint) => ({
    lightning: { ...deps.lightning, balances },
    solvency: {
      readObligations: async () => ({
        walletsMsat: msat(totalMsat + 1n - leftSat * 1000n),
        heldNotInFlightMsat: msat(0n),
        unclaimedMsat: msat(0n),
      }),
    },
  });
  assert.deepEqual(await bench.pay(order.id, 'chain', owes(PRICE + 10n)), {
    kind: 'not_paid',
    why: { kind: 'of_users', freeSat: PRICE + 10n },
  });
  assert.equal((await bench.find(order.id)).payment, null);
  assert.deepEqual(await bench.pay(order.id, 'chain', owes(PRICE + 1000n)), { kind: 'begun' });
});

benchTest('coins that are on their way out are no reserve of channels', async (bench) => {
  const { deps } = bench;
  const order = await bench.order();
  const full = await deps.management.walletBalance();
  const walletBalance = async () => {
    const now = await deps.management.walletBalance();
    const elsewhere = full.confirmedSat;
    return { ...now, lockedSat: sat(now.lockedSat + elsewhere), reservedSat: elsewhere };
  };
  const outcome = await bench.pay(order.id, 'chain', {
    management: { ...deps.management, walletBalance },
  });
  assert.equal(outcome.kind === 'not_paid' && outcome.why.kind, 'node');
  assert.equal((await bench.find(order.id)).payment, null);
});

benchTest('a channel that is only said to be there raises an alarm after a day', async (bench) => {
  const order = await bench.order();
  assert.deepEqual(await bench.pay(order.id, 'chain'), { kind: 'begun' });
  bench.provider.spoil = (path, answer) =>
    path.startsWith('/get_order')
      ? {
          ...answer,
          order_state: 'COMPLETED',
          channel: { funding_outpoint: `${'cd'.repeat(32)}:0`, expires_at: null },
        }
      : answer;
  await bench.followSoon();
  assert.deepEqual([(await bench.find(order.id)).state, bench.alarms.length], ['open', 0]);
  bench.move(24 * 3_600_000);
  await bench.follow();
  assert.deepEqual(
    bench.alarms.map(({ kind, subject }) => [kind, subject]),
    [['bought_channel_late', order.id]],
  );
  assert.equal((await bench.find(order.id)).state, 'open');
});

benchTest('a payment for a channel is no lost payment of a user', async (bench) => {
  const order = await bench.order();
  const watermark = async () => {
    const look = await bench.stores.comparisons.readLook();
    assert(look !== null);
    return await checkPaymentWatermark(
      {
        ...bench.stores,
        ...bench.deps,
        lightning: bench.lightning,
        config: { isNodeShared: false },
      },
      new AbortController().signal,
    );
  };
  await bench.bind();
  await bench.stores.comparisons.recogniseDatabase();
  assert.equal(await watermark(), 'known');
  assert.deepEqual(await bench.pay(order.id, 'lightning'), { kind: 'begun' });
  assert.equal(await watermark(), 'known');
  // Had the database lost that it began to pay, nothing would leave any more.
  await bench.owner`update node_mark set payment_index = 0`;
  await bench.owner`update channel_order set paid_by = null, pay_began_at = null`;
  assert.equal(await watermark(), 'stopped');
});
