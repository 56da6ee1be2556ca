import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { listField } from '../support/fields.ts';
import { openHolder, untilHeld } from '../support/holder.ts';
import type { ExternalPeer } from '../support/lightning-node/external-peer.ts';
import { spokenSchemes } from '../support/nwc/spoken-schemes.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import {
  addWalletUser,
  field,
  fund,
  numberField,
  textField,
  untilPasses,
  type WalletUser,
} from '../support/wallet-user.ts';
import { assertLink, column, type PythonApp, PythonError, startPythonApp } from './python-app.ts';

const START_SAT = 10_000;
const BUDGET = ['--budget', '5000', '--budget-interval', 'month'];

interface Client {
  readonly name: string;
  readonly program: string;
  readonly canKeysend: boolean;
  /** How it shows a code of ours. */
  readonly showsCode: (error: PythonError) => string | undefined;
}

const CLIENTS: readonly Client[] = [
  {
    name: 'nostr-sdk 0.45.1',
    program: 'use_nostr_sdk.py',
    canKeysend: true,
    showsCode: ({ message }) => /\[(\w+)\]/.exec(message)?.[1],
  },
  {
    name: 'nostrwalletconnect 0.2.1',
    program: 'use_nostrwalletconnect.py',
    canKeysend: false,
    showsCode: ({ code }) => code?.replaceAll('_', ''),
  },
];

/** Checklist of Nostr Wallet Connect, 1 and 43: unmodified apps of PyPI on the own relay. */

let service: RunningService;

before(async () => {
  service = await startService({ SATCHEL_ADDRESS_DOMAIN: 'pay.example' });
});
after(async () => {
  assert.equal(field(await service.cli('books', 'check'), 'ok'), true);
  await service.dispose();
});

for (const { name, program, canKeysend, showsCode } of CLIENTS) {
  describe(name, () => {
    const opened: PythonApp[] = [];
    let user: WalletUser;
    let app: PythonApp;
    let uri: string;
    let payee: ExternalPeer;

    const connect = async (...options: string[]): Promise<PythonApp> => {
      const added = await service.cli('nwc', 'add', '--user', user.email, ...options);
      uri = textField(added, 'uri');
      const one = await startPythonApp(program, uri);
      opened.push(one);
      assertLink(await one.call('link'), uri);
      return one;
    };
    const externalInvoice = async (amountSat: number): Promise<string> => {
      const made = await (await service.simulator()).invoice({ amountSat });
      assert(made.ok);
      return made.value.paymentRequest;
    };

    before(async () => {
      user = await addWalletUser(service);
      const address = `user${user.email.replaceAll(/\D/g, '')}`;
      await service.cli('user', 'set', '--user', user.email, '--address', address);
      await fund(service, user, START_SAT);
      payee = await openHolder(service);
    });
    after(async () => {
      await payee.close();
      for (const one of opened) await one.end();
    });

    test('1, 43: it reads the link, and asks what the wallet is and has', async () => {
      app = await connect(...BUDGET);
      const info = await app.call('info');
      assert.equal(textField(info, 'network'), 'regtest');
      const methods = listField(info, 'methods');
      for (const one of ['get_balance', 'make_invoice', 'pay_invoice', 'list_transactions']) {
        assert.ok(methods.includes(one), `${one} in ${methods}`);
      }
      assert.equal(numberField(await app.call('balance'), 'balance'), START_SAT * 1000);
      assert.deepEqual(await spokenSchemes(service, uri), ['nip44_v2']);
    });

    test('1: it makes an invoice, and sees that someone pays it', async () => {
      const made = await app.call('make', 21_000, 'bread');
      const paymentHash = textField(made, 'payment_hash');
      assert.equal(isSettled(await app.call('look_up', paymentHash)), false);
      const paid = await (await service.simulator()).pay({ bolt11: textField(made, 'invoice') });
      assert(paid.ok);
      await untilPasses(async () =>
        assert.equal(isSettled(await app.call('look_up', paymentHash)), true),
      );
    });

    test('1: it pays an invoice of the world, one of this service, and a keysend', async () => {
      await checkPaid(await externalInvoice(1000));
      const other = await addWalletUser(service);
      const bill = await other.post('/invoices', { amount: 700 });
      await checkPaid(textField(bill.body, 'payment_request'));
      assert.equal(await other.balanceSat(), 700);
      if (canKeysend) {
        const sent = await app.call('keysend', payee.pubkey, 50_000);
        assert.match(textField(sent, 'preimage'), /^[0-9a-f]{64}$/);
      }
      const listed = column(field(await app.call('list'), 'transactions'), 'amount');
      const sent = canKeysend ? [50_000] : [];
      assert.deepEqual(listed, [...sent, 700_000, 1_000_000, 21_000, START_SAT * 1000]);
      const balance = numberField(await app.call('balance'), 'balance');
      assert.equal(balance, (await user.balanceSat()) * 1000);
    });

    test('1: what is too much it refuses with our code and words', async () => {
      const before = await user.balanceSat();
      const overBudget = await refused(app.call('pay', await externalInvoice(4000)));
      checkRefusal(overBudget, 'QuotaExceeded', /over budget: this connection may spend 5000 sat/);
      const free = await connect();
      const poor = await refused(free.call('pay', await externalInvoice(START_SAT)));
      checkRefusal(poor, 'InsufficientBalance', /the balance is too low for the amount/);
      const unknown = await refused(free.call('look_up', 'ab'.repeat(32)));
      checkRefusal(unknown, 'NotFound', /there is no such invoice or payment/);
      assert.equal(await user.balanceSat(), before);
    });

    test('1: it gives up on a slow payment, asks again, and has paid once', async () => {
      const held = await payee.createHeldInvoice(100_000n);
      const before = await user.balanceSat();
      const { message } = await refused(app.call('pay', held.bolt11));
      assert.match(message, /response not received|No valid response from wallet/);
      await untilHeld(held);
      assert.equal(isSettled(await app.call('look_up', held.paymentHash)), false);
      assert.ok((await user.balanceSat()) <= before - 100);
      await held.settle();
      await checkPaid(held.bolt11);
      const listed = column(field(await app.call('list'), 'transactions'), 'payment_hash');
      assert.equal(listed.filter((one) => one === held.paymentHash).length, 1);
    });

    const checkPaid = async (invoice: string): Promise<void> => {
      const preimage = textField(await app.call('pay', invoice), 'preimage');
      assert.equal(hash('sha256', Buffer.from(preimage, 'hex')), hashOf(invoice));
      assert.equal(isSettled(await app.call('look_up', hashOf(invoice))), true);
    };

    const checkRefusal = (error: PythonError, code: string, words: RegExp): void => {
      assert.equal(showsCode(error)?.toLowerCase(), code.toLowerCase());
      assert.match(error.message, words);
    };
  });
}

/** One says so in a field of its own. */
const isSettled = (found: unknown): boolean =>
  field(found, 'paid') === true || field(found, 'state') === 'settled';

async function refused(asked: Promise<unknown>): Promise<PythonError> {
  const error = await asked.then(
    () => assert.fail('it was not refused'),
    (thrown: unknown) => thrown,
  );
  assert(error instanceof PythonError, String(error));
  return error;
}

function hashOf(bolt11: string): string {
  const read = decodeBolt11(bolt11);
  assert(read.ok);
  return read.value.paymentHash;
}
