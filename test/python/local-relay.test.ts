import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { NWCClient } from '@getalby/sdk/nwc';
import { WebSocket } from 'ws';
import { openRelayApp } from '../support/nwc/relay-app.ts';
import { freePort, type RunningService, startService } from '../support/running-service.ts';
import {
  addWalletUser,
  field,
  fund,
  textField,
  untilPasses,
  type WalletUser,
} from '../support/wallet-user.ts';
import { column, type PythonApp, startPythonApp } from './python-app.ts';

// Node 20 has none of its own.
globalThis.WebSocket ??= WebSocket as unknown as typeof globalThis.WebSocket;

const START_SAT = 10_000;
const MAX_FEE_SAT = 10;

/** Unmodified apps and the service, which meet at a relay of rust-nostr and nowhere else. */
describe('2: over the relay of nostr-sdk 0.45.1', () => {
  const cleanups: (() => unknown)[] = [];
  const cleanup = { after: (end: () => unknown) => void cleanups.push(end) };
  let service: RunningService;
  let user: WalletUser;
  let relay: string;
  let port: string;
  let running: PythonApp;

  before(async () => {
    port = String(await freePort());
    relay = `ws://127.0.0.1:${port}`;
    running = await startPythonApp('local_relay.py', port);
    cleanups.push(() => running.end());
    service = await startService({ SATCHEL_NWC_RELAYS: relay });
    cleanups.push(() => service.dispose());
    user = await addWalletUser(service);
    await fund(service, user, START_SAT);
  });
  after(async () => {
    for (const end of cleanups.reverse()) await end();
  });

  /** A link with this relay only, which knows its info event by now. */
  const connect = async (): Promise<{ readonly external: string; readonly both: string }> => {
    const added = await service.cli('nwc', 'add', '--user', user.email);
    const both = textField(added, 'uri');
    const url = new URL(both);
    url.searchParams.delete('relay');
    url.searchParams.set('relay', relay);
    const { socket } = await openRelayApp(cleanup, url.href);
    await untilPasses(async () => {
      const infos = socket.subscribe({ kinds: [13_194], authors: [url.host] });
      await infos.opened();
      infos.end();
      assert.equal(infos.events().length, 1);
    });
    return { external: url.href, both };
  };
  const bill = async (amountSat: number): Promise<string> => {
    const made = await (await service.simulator()).invoice({ amountSat });
    assert(made.ok);
    return made.value.paymentRequest;
  };
  const paidFor = async (amountSat: number, pay: (invoice: string) => Promise<unknown>) => {
    const before = await user.balanceSat();
    const paid = await pay(await bill(amountSat));
    assert.match(textField(paid, 'preimage'), /^[0-9a-f]{64}$/);
    // Not every app shows what it cost beyond the amount.
    const feesSat = before - amountSat - (await user.balanceSat());
    assert.ok(feesSat >= 0 && feesSat <= MAX_FEE_SAT, `${feesSat}`);
    assert.equal(field(paid, 'fees_paid') ?? feesSat * 1000, feesSat * 1000);
  };
  const useSdk = async (uri: string): Promise<void> => {
    const client = new NWCClient({ nostrWalletConnectUrl: uri });
    cleanups.push(() => client.close());
    await paidFor(200, (invoice) => client.payInvoice({ invoice }));
    assert.deepEqual(await client.getBalance(), { balance: (await user.balanceSat()) * 1000 });
    const { transactions } = await client.listTransactions({ limit: 5 });
    assert.ok(transactions.length > 0);
  };

  test('@getalby/sdk 8.0.3, by this relay alone and by both of its link', async () => {
    const { external, both } = await connect();
    await useSdk(external);
    await useSdk(both);
  });

  for (const program of ['use_nostr_sdk.py', 'use_nostrwalletconnect.py']) {
    test(`${program}, by this relay alone`, async () => {
      const { external } = await connect();
      const app = await startPythonApp(program, external);
      cleanups.push(() => app.end());
      const balance = await app.call('balance');
      assert.equal(field(balance, 'balance'), (await user.balanceSat()) * 1000);
      const made = await app.call('make', 21_000, 'bread');
      assert((await (await service.simulator()).pay({ bolt11: textField(made, 'invoice') })).ok);
      await untilPasses(async () => {
        const found = await app.call('look_up', textField(made, 'payment_hash'));
        assert.equal(typeof textField(found, 'preimage'), 'string');
      });
      await paidFor(100, (invoice) => app.call('pay', invoice));
      const listed = await app.call('list');
      const hashes = column(field(listed, 'transactions'), 'payment_hash');
      assert.ok(hashes.includes(textField(made, 'payment_hash')));
    });
  }

  test('41: a relay that is replaced by an empty one knows all keys again', async () => {
    const { external } = await connect();
    const client = new NWCClient({ nostrWalletConnectUrl: external });
    cleanups.push(() => client.close());
    assert.equal((await client.getInfo()).network, 'regtest');
    await running.end();
    running = await startPythonApp('local_relay.py', port);
    await untilPasses(async () => {
      const { socket } = await openRelayApp(cleanup, external);
      const infos = socket.subscribe({ kinds: [13_194], authors: [new URL(external).host] });
      await infos.opened();
      await socket.close();
      assert.equal(infos.events().length, 1);
    });
  });
});
