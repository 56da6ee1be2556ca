import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { ACCOUNT_RECORD } from '../../src/lightning/custom-records.ts';
import { eventually } from '../support/eventually.ts';
import { textField, untilPasses, type WalletUser } from '../support/wallet-user.ts';
import { invoiceOf, type LndWorld, openLndWorld, payBill } from './lnd-world.ts';
import { openRegtest } from './regtest.ts';
import { openSpareNode } from './spare-node.ts';
import { openTcpGate, type TcpGate } from './tcp-gate.ts';

const START_SAT = 50_000;
/** The longest pause between two tries, and the time of a try. */
const BACK_LIMIT_MS = 45_000;
/**
 * The time for which a stream may be silent before it is opened again, and the time of opening it.
 */
const SILENT_LIMIT_MS = 60_000;
/**
 * The time for which LND is away, long enough for the pauses between tries to reach their maximum.
 */
const AWAY_MS = 125_000;

describe('the way to LND is cut', () => {
  let gate: TcpGate;
  let world: LndWorld;
  let user: WalletUser;

  before(async () => {
    const { restUrl } = (await openRegtest()).nodes.alice;
    gate = await openTcpGate(Number(new URL(restUrl).port));
    world = await openLndWorld({
      SATCHEL_LND_REST_URL: `https://127.0.0.1:${gate.port}`,
      // Callers wait in vain while the connection is cut, so their wait is short.
      SATCHEL_PAYMENT_WAIT: '3',
    });
    user = await world.addUser(START_SAT);
  });
  afterEach(() => world.checkAgreement());
  after(async () => {
    await world.dispose();
    await gate.dispose();
  });

  const paidFromExternalNode = async (bolt11: string): Promise<void> =>
    assert.equal((await world.carol.pay(bolt11)).status, 'SUCCEEDED');

  const keysendToUser = async (amountMsat: bigint): Promise<void> => {
    const { pubkey: destination } = await world.alice.info();
    const records = new Map([[ACCOUNT_RECORD, Buffer.from(user.identifier)]]);
    const preimage = randomBytes(32);
    const sent = await world.bob.keysend({ destination, amountMsat, preimage, records });
    assert.equal(sent.status, 'SUCCEEDED');
  };

  test('LND is away for two minutes while invoices are paid: all is credited then', async (t) => {
    const before = await user.balanceSat();
    const bills = await Promise.all([1, 2, 3].map((n) => invoiceOf(user, 100 * n)));
    const external = await world.carol.createInvoice(50_000n);
    gate.close();
    const [first = '', ...later] = bills;
    await paidFromExternalNode(first);
    await keysendToUser(77_000n);
    const refused = await payBill(user, external);
    assert.equal(refused.status, 500);
    assert.doesNotMatch(textField(refused.body, 'message'), PENDING, 'nothing was sent');
    assert.equal((await user.post('/invoices', { amount: 5 })).status, 503);
    assert.equal(await user.balanceSat(), before);
    await wait(AWAY_MS);
    for (const bolt11 of later) await paidFromExternalNode(bolt11);
    assert.equal(await user.balanceSat(), before);
    gate.open();
    const beganAt = performance.now();
    const wanted = before + 600 + 77;
    const isThere = async () => assert.equal(await user.balanceSat(), wanted);
    await untilPasses(isThere, BACK_LIMIT_MS);
    t.diagnostic(`credited ${Math.round(performance.now() - beganAt)} ms after LND was back`);
    assert.equal((await payBill(user, external)).status, 200);
  });

  test('the stream is cut again and again: nothing is lost, nothing comes twice', async () => {
    const before = await user.balanceSat();
    for (let round = 0; round < 5; round += 1) {
      const bolt11 = await invoiceOf(user, 10);
      if (round % 2 === 0) gate.cut();
      await paidFromExternalNode(bolt11);
      gate.cut();
    }
    const isThere = async () => assert.equal(await user.balanceSat(), before + 50);
    await untilPasses(isThere, BACK_LIMIT_MS);
  });

  test('M20 the way is cut while a payment is under way: its end is found', async () => {
    const before = await user.balanceSat();
    const held = await world.carol.createHeldInvoice(60_000n);
    const paying = payBill(user, held.bolt11);
    await eventually('it is held', async () => ((await held.isHeld()) ? true : null));
    gate.close();
    await held.settle();
    assert.match(textField((await paying).body, 'message'), PENDING);
    assert.equal(await user.balanceSat(), before - 70);
    gate.open();
    await world.checkAgreement();
    assert.equal((await payBill(user, held.bolt11)).status, 200);
  });

  test('the stream dies without a sign: noticed, and all is credited', async (t) => {
    const start = await user.balanceSat();
    await paidFromExternalNode(await invoiceOf(user, 30));
    const before = start + 30;
    const isOpen = async () => assert.equal(await user.balanceSat(), before);
    await untilPasses(isOpen, BACK_LIMIT_MS);
    const bolt11 = await invoiceOf(user, 40);
    // The credit shows that the stream is open again after the earlier cuts. Connections for calls
    // close when they are idle, so only the stream remains.
    await eventually('only the stream is open', async () => (gate.connections === 1 ? true : null));
    gate.freeze();
    const beganAt = performance.now();
    await paidFromExternalNode(bolt11);
    const isThere = async () => assert.equal(await user.balanceSat(), before + 40);
    await untilPasses(isThere, SILENT_LIMIT_MS);
    t.diagnostic(`credited ${Math.round(performance.now() - beganAt)} ms after the silence began`);
    gate.cut();
  });

  test('another node answers in its place: nothing is sent to it, nothing is believed', async () => {
    const { alice } = world.regtest.nodes;
    const options = { name: 'mallory', bitcoin: world.regtest.bitcoin, hasPassword: false };
    const other = await openSpareNode(world.regtest, options);
    // The new node has the certificate and the macaroons of the old one, as after a restore with
    // another seed.
    const secrets = dirname(alice.macaroonFile);
    await mkdir(dirname(other.macaroonFile), { recursive: true });
    await cp(join(secrets, 'macaroons.db'), join(dirname(other.macaroonFile), 'macaroons.db'));
    for (const name of ['tls.cert', 'tls.key']) {
      await cp(join(dirname(alice.tlsCertFile), name), join(other.folder, name));
    }
    await other.start();
    try {
      await other.untilState('SERVER_ACTIVE');
      const before = await user.balanceSat();
      gate.open(other.restPort);
      gate.cut();
      const bolt11 = await world.carol.createInvoice(20_000n);
      await untilPasses(async () => {
        const { status, body } = await payBill(user, bolt11);
        assert.equal(status, 500);
        assert.match(textField(body, 'message'), /payments to other nodes are stopped/);
      });
      const seen = async () => assert.match(world.service.output(), /node_changed/);
      await untilPasses(seen, BACK_LIMIT_MS);
      assert.equal(await user.balanceSat(), before);
      await world.service.end('SIGTERM');
      await assert.rejects(world.service.start(), /this database belongs to node/);
    } finally {
      gate.open(Number(new URL(alice.restUrl).port));
      gate.cut();
      await other.stop();
    }
    await world.service.start();
    await world.fund(user, 30);
    assert.equal((await payBill(user, await world.carol.createInvoice(20_000n))).status, 200);
  });
});

const PENDING = /still pending/;
