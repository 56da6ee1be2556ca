import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { SCOPES_OF_PRESET } from '../../src/apps/preset.ts';
import { ALL_SCOPES } from '../../src/authorization/scope.ts';
import { msat } from '../../src/base/amount.ts';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import type { ApiUser } from '../support/api-user.ts';
import { openAlby } from '../support/lndhub/alby.ts';
import { openBitBanana } from '../support/lndhub/bitbanana.ts';
import { openBlueWallet } from '../support/lndhub/bluewallet.ts';
import { openBtcpay } from '../support/lndhub/btcpay.ts';
import { type Phone, startLndhub } from '../support/lndhub/lndhub-world.ts';
import { openZeus } from '../support/lndhub/zeus.ts';

/** Apps that are not packaged, by their calls and reading rules. Numbers: LndHub's checklist. */

const world = await startLndhub({ after });

async function addPerson(): Promise<{ readonly user: ApiUser; readonly phone: Phone }> {
  const user = await world.addUser();
  await user.receive(10_000);
  return { user, phone: await world.connect(user) };
}

const hashOf = (bolt11: string): string => {
  const decoded = decodeBolt11(bolt11);
  assert(decoded.ok);
  return decoded.value.paymentHash;
};

describe('10 BlueWallet', () => {
  test('imports, receives and pays; its figures add up', async () => {
    const { user, phone } = await addPerson();
    const app = await openBlueWallet(world, phone.secret.link);
    const { balance, paid, asked } = await app.import();
    assert.deepEqual([balance, paid.length, asked.length], [10_000, 0, 1]);
    const made = await app.addInvoice(21, 'Coffee');
    const seen = async () => (await app.invoices(20)).find(({ hash }) => hash === hashOf(made));
    assert.deepEqual(await seen(), {
      hash: hashOf(made),
      amountSat: 21,
      text: 'Coffee',
      isDone: false,
    });
    await world.payFromExternalNode(hashOf(made));
    assert.equal((await seen())?.isDone, true);
    await app.pay(world.node.externalInvoice({ memo: 'Groceries' }).bolt11);
    await app.pay(world.node.externalInvoice({ amountMsat: null }).bolt11, 50);
    const history = [...(await app.payments()), ...(await app.invoices())];
    const sum = history
      .filter(({ isDone }) => isDone)
      .reduce((sumSat, { amountSat }) => sumSat + amountSat, 0);
    assert.equal(sum, await app.balance());
    assert.equal(sum, await user.balanceSat());
    await assert.rejects(app.pay('lnbc1'), /not a valid invoice.* \(code 4\)/);
  });

  test('a wrong password is an error when it imports', async () => {
    const { phone } = await addPerson();
    const wrong = phone.secret.link.replace(phone.secret.password, 'a'.repeat(32));
    const app = await openBlueWallet(world, wrong);
    await assert.rejects(app.import(), /API error: bad auth \(code 1\)/);
  });
});

describe('10 Zeus', () => {
  test('connects, receives and pays; a failure has words', async () => {
    const { phone } = await addPerson();
    const app = await openZeus(world, phone.secret.link);
    assert.deepEqual([app.hidesSending, app.hidesOnchain], [false, true]);
    assert.equal(await app.balance(), 10_000);
    const made = await app.addInvoice('21', 'Tea');
    assert.equal(await app.isPaid(hashOf(made), 21), false);
    await world.payFromExternalNode(hashOf(made));
    assert.equal(await app.isPaid(hashOf(made), 21), true);
    const { feeSat } = await app.pay(world.node.externalInvoice().bolt11, '');
    assert.equal(feeSat, 1);
    assert.ok((await app.payments()).every(({ isDone }) => isDone));
    await assert.rejects(app.addInvoice('0', ''), /^Error: Bad arguments$/);
    world.node.plan = { kind: 'fail', reason: 'no_route' };
    await assert.rejects(app.pay(world.node.externalInvoice().bolt11), /Payment failed/);
    world.node.plan = { kind: 'succeed', feeMsat: msat(1000n) };
  });

  test('a wrong login is told; without the right to spend, sending is hidden', async () => {
    const { user, phone } = await addPerson();
    const wrong = phone.secret.link.replace('wallet:', 'other:');
    await assert.rejects(openZeus(world, wrong), /Incorrect login/);
    const receiving = await world.connect(user, { scopes: SCOPES_OF_PRESET.receive });
    const app = await openZeus(world, receiving.secret.link);
    assert.equal(app.hidesSending, true);
    assert.ok((await app.addInvoice('5', '')).startsWith('lnbcrt'));
    await assert.rejects(app.balance(), /permission balance:read/);
  });
});

describe('10 15 the Alby extension', () => {
  test('reads the node, its history, and pays with and without an invoice', async () => {
    const { phone } = await addPerson();
    const app = await openAlby(world, phone.secret.link);
    assert.equal(await app.alias(), 'satchel-test');
    const { paymentRequest, rHash } = await app.makeInvoice(5, 'x');
    assert.equal(hashOf(paymentRequest), rHash);
    assert.equal(await app.isPaid(rHash), false);
    await world.payFromExternalNode(rHash);
    assert.equal(await app.isPaid(rHash), true);
    const invoice = world.node.externalInvoice();
    assert.deepEqual(await app.pay(invoice.bolt11), {
      hash: invoice.paymentHash,
      preimage: invoice.preimage,
      totalSat: 1001,
      feesSat: 1,
    });
    const decoded = decodeBolt11(invoice.bolt11);
    assert(decoded.ok);
    assert.equal((await app.keysend(decoded.value.payee, 7, { 7629171: 'x' })).totalSat, 8);
    assert.deepEqual(
      (await app.payments()).map(({ amountSat }) => amountSat),
      [8, 1001],
    );
  });

  test('its loop ends where a right is missing, and when the device has ended', async () => {
    const { user } = await addPerson();
    const scopes = ALL_SCOPES.filter((scope) => scope !== 'payments:send');
    const phone = await world.connect(user, { scopes });
    const app = await openAlby(world, phone.secret.link);
    const pay = () => app.pay(world.node.externalInvoice().bolt11);
    await assert.rejects(pay, /permission payments:send/);
    await world.deps.appGrants.revokeAppGrant(user.user.id, phone.grantId, world.clock.now());
    await assert.rejects(pay, /API error: 401/);
  });
});

describe('9 10 BitBanana', () => {
  test('connects, receives and pays', async () => {
    const { user, phone } = await addPerson();
    const app = await openBitBanana(world, phone.secret.link);
    assert.equal(await app.connects(), true);
    const made = await app.createInvoice(9, 'Juice');
    assert.ok((await app.invoices()).some(({ hash, isDone }) => hash === hashOf(made) && !isDone));
    await app.pay(world.node.externalInvoice().bolt11);
    assert.deepEqual(
      (await app.payments()).map(({ amountSat }) => amountSat),
      [1001],
    );
    assert.equal(await app.balance(), await user.balanceSat());
  });

  test('9 whatever fails, it logs in and sends the payment again: it is paid once', async () => {
    const { user, phone } = await addPerson();
    const app = await openBitBanana(world, phone.secret.link);
    const invoice = world.node.externalInvoice();
    const sentBefore = world.node.sent.length;
    world.node.plan = { kind: 'fail', reason: 'no_route' };
    await assert.rejects(app.pay(invoice.bolt11), /Payment failed/);
    assert.equal(world.node.sent.length, sentBefore + 2, 'a failure may be tried again');
    world.node.plan = { kind: 'succeed', feeMsat: msat(1000n) };
    await app.pay(invoice.bolt11);
    await app.pay(invoice.bolt11);
    assert.equal(world.node.sent.length, sentBefore + 3);
    assert.equal(await user.balanceSat(), 10_000 - 1001);
  });
});

describe('10 BTCPay Server', () => {
  test('logs in once, asks for invoices by a hash, and knows the fee', async () => {
    const { phone } = await addPerson();
    const app = await openBtcpay(world, phone.secret.link);
    assert.equal(await app.info(), world.node.identity.pubkey);
    const hash = await app.createInvoice(30, 'ab'.repeat(32));
    const seen = async () => (await app.invoices()).find((one) => one.hash === hash);
    assert.equal((await seen())?.isDone, false);
    await world.payFromExternalNode(hash);
    assert.equal((await seen())?.isDone, true);
    const invoice = world.node.externalInvoice();
    assert.deepEqual(await app.pay(invoice.bolt11), {
      hash: invoice.paymentHash,
      preimage: invoice.preimage,
      amountSat: 1000,
      feeSat: 1,
    });
    assert.equal(await app.balance(), 10_000 + 30 - 1001);
    assert.equal(app.logins(), 1);
    await assert.rejects(app.pay('lnbc1'), /not a valid invoice/);
  });
});
