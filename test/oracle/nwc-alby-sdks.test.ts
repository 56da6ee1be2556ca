import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { WebSocket } from 'ws';
import { NWC_METHODS } from '../../src/apps/nwc-keys/method.ts';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { spokenSchemes } from '../support/nwc/spoken-schemes.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import {
  addWalletUser,
  field,
  fund,
  textField,
  untilPasses,
  type WalletUser,
} from '../support/wallet-user.ts';
import { ALBY_VERSIONS, type AlbyApp, refusalOf } from './nwc-alby-apps.ts';

// Node 20 has none of its own.
globalThis.WebSocket ??= WebSocket as unknown as typeof globalThis.WebSocket;

const START_SAT = 10_000;
const BUDGET = ['--budget', '5000', '--budget-interval', 'month'];

/** Checklist of Nostr Wallet Connect, 1 and 43: apps with unmodified SDKs on the own relay. */

let service: RunningService;
let other: WalletUser;

before(async () => {
  service = await startService({ SATCHEL_ADDRESS_DOMAIN: 'pay.example' });
  other = await addWalletUser(service);
});
after(async () => {
  assert.equal(field(await service.cli('books', 'check'), 'ok'), true);
  await service.dispose();
});

for (const { version, scheme, open } of ALBY_VERSIONS) {
  describe(`@getalby/sdk ${version}`, () => {
    const opened: AlbyApp[] = [];
    let user: WalletUser;
    let app: AlbyApp;
    let uri: string;

    const connect = async (...options: string[]): Promise<AlbyApp> => {
      const added = await service.cli('nwc', 'add', '--user', user.email, ...options);
      uri = textField(added, 'uri');
      const one = await open(uri);
      opened.push(one);
      const { host, searchParams } = new URL(uri);
      assert.equal(one.walletPubkey, host);
      assert.equal(one.relayUrl.replace(/\/$/, ''), searchParams.get('relay'));
      assert.match(searchParams.get('lud16') ?? '', /@pay\.example$/);
      return one;
    };

    before(async () => {
      user = await addWalletUser(service);
      const name = `ann${version.replaceAll('.', '-')}`;
      await service.cli('user', 'set', '--user', user.email, '--address', name);
      await fund(service, user, START_SAT);
    });
    after(() => {
      for (const one of opened) one.close();
    });

    test(`1, 43: it reads the link, and asks with ${scheme} what the wallet has`, async () => {
      app = await connect(...BUDGET);
      assert.equal(await app.balanceSat(), START_SAT);
      if (app.methods !== null) checkMethods(await app.methods());
      if (app.budget !== null) {
        const budget = await app.budget();
        assert.equal(field(budget, 'used_budget'), 0);
        assert.equal(field(budget, 'total_budget'), 5_000_000);
        assert.equal(field(budget, 'renewal_period'), 'monthly');
      }
      assert.deepEqual(await spokenSchemes(service, uri), [scheme]);
    });

    test('1: it makes an invoice, and sees that someone pays it', async () => {
      const bolt11 = await app.makeInvoice(21, 'bread');
      const { amountMsat } = readInvoice(bolt11);
      assert.equal(amountMsat, 21_000n);
      if (app.isPaid !== null) assert.equal(await app.isPaid(bolt11), false);
      const paid = await (await service.simulator()).pay({ bolt11 });
      assert(paid.ok);
      await untilPasses(async () => assert.equal(await user.balanceSat(), START_SAT + 21));
      if (app.isPaid !== null) assert.equal(await app.isPaid(bolt11), true);
    });

    test('1: it pays an invoice of the world, one of this service, and a keysend', async () => {
      const made = await (await service.simulator()).invoice({ amountSat: 1000 });
      assert(made.ok);
      await checkPaid(made.value.paymentRequest);
      const before = await other.balanceSat();
      const bill = await other.post('/invoices', { amount: 700 });
      await checkPaid(textField(bill.body, 'payment_request'));
      assert.equal(await other.balanceSat(), before + 700);
      if (app.keysend !== null) {
        const preimage = await app.keysend(await externalPubkey(), 50);
        assert.match(preimage, /^[0-9a-f]{64}$/);
      }
      if (app.list !== null) {
        const sent = app.keysend === null ? [] : [50];
        assert.deepEqual(await app.list(), [...sent, 700, 1000, 21, START_SAT]);
      }
      assert.equal(await app.balanceSat(), await user.balanceSat());
    });

    test('1: what is too much it refuses with our code and words', async () => {
      const made = await (await service.simulator()).invoice({ amountSat: 4000 });
      assert(made.ok);
      const before = await user.balanceSat();
      const overBudget = await refused(app.pay(made.value.paymentRequest));
      assert.equal(overBudget.code, 'QUOTA_EXCEEDED');
      assert.match(overBudget.words, /^over budget: this connection may spend 5000 sat per month/);
      const free = await connect();
      const large = await (await service.simulator()).invoice({ amountSat: START_SAT });
      assert(large.ok);
      const poor = await refused(free.pay(large.value.paymentRequest));
      assert.equal(poor.code, 'INSUFFICIENT_BALANCE');
      assert.match(poor.words, /^the balance is too low/);
      assert.equal(await user.balanceSat(), before);
    });

    const checkPaid = async (bolt11: string): Promise<void> => {
      const { paymentHash } = readInvoice(bolt11);
      const preimage = await app.pay(bolt11);
      assert.equal(hash('sha256', Buffer.from(preimage, 'hex')), paymentHash);
      if (app.isPaid !== null) assert.equal(await app.isPaid(bolt11), true);
    };
  });
}

/** One version speaks of them by the names of WebLN, and knows none for some. */
function checkMethods(methods: readonly (string | undefined)[]): void {
  const expected = methods.includes('sendPayment')
    ? ['getInfo', 'getBalance', 'makeInvoice', 'sendPayment', 'payKeysend', 'lookupInvoice']
    : NWC_METHODS;
  for (const name of expected) assert.ok(methods.includes(name), `${name} in ${methods}`);
}

function readInvoice(bolt11: string) {
  const read = decodeBolt11(bolt11);
  assert(read.ok);
  return read.value;
}

async function externalPubkey(): Promise<string> {
  const nodes = await (await service.simulator()).nodes();
  assert(nodes.ok);
  const alice = nodes.value.find(({ alias }) => alias === 'alice');
  assert(alice !== undefined);
  return alice.pubkey;
}

const refused = (promise: Promise<unknown>): Promise<ReturnType<typeof refusalOf>> =>
  promise.then(() => assert.fail('it was not refused'), refusalOf);
