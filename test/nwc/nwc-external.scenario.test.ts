import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { NWCClient } from '@getalby/sdk/nwc';
import { WebSocket } from 'ws';
import { field, textField } from '../support/fields.ts';
import { type ExternalRelay, openExternalRelay } from '../support/nwc/external-relay.ts';
import { openLibraryRelay } from '../support/nwc/library-relay.ts';
import { openRelayApp, type RelayApp } from '../support/nwc/relay-app.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import { addWalletUser, fund, untilPasses, type WalletUser } from '../support/wallet-user.ts';

// Node 20 has none of its own.
globalThis.WebSocket ??= WebSocket as unknown as typeof globalThis.WebSocket;

const START_SAT = 50_000;
const INFO = 13_194;

/** The whole service, with two relays that are not its own. */
describe('Nostr Wallet Connect over external relays', () => {
  const cleanups: (() => unknown)[] = [];
  const cleanup = { after: (end: () => unknown) => void cleanups.push(end) };
  let service: RunningService;
  let relay: ExternalRelay;
  let other: ExternalRelay;
  let library: Awaited<ReturnType<typeof openLibraryRelay>>;
  let user: WalletUser;

  before(async () => {
    relay = await openExternalRelay(cleanup);
    other = await openExternalRelay(cleanup);
    library = await openLibraryRelay(cleanup);
    const relays = [`${relay.url}/`, other.url, library.url];
    service = await startService({ SATCHEL_NWC_RELAYS: relays.join(', ') });
    cleanups.push(() => service.dispose());
    user = await addWalletUser(service);
    await fund(service, user, START_SAT);
  });
  after(async () => {
    for (const end of cleanups.reverse()) await end();
  });

  const connect = async (...options: string[]): Promise<{ id: string; uri: string }> => {
    const added = await service.cli('nwc', 'add', '--user', user.email, ...options);
    return { id: textField(added, 'id'), uri: textField(added, 'uri') };
  };
  /** The link with some of its relays. */
  const withRelays = (uri: string, relays: readonly string[]): string => {
    const url = new URL(uri);
    url.searchParams.delete('relay');
    for (const each of relays) url.searchParams.append('relay', each);
    return url.href;
  };
  const infoOf = (at: ExternalRelay, app: { readonly walletPubkey: string }) =>
    at.stored(INFO).find(({ pubkey }) => pubkey === app.walletPubkey);
  const untilKnown = (at: ExternalRelay, app: { readonly walletPubkey: string }) =>
    untilPasses(async () => assert.ok(infoOf(at, app) !== undefined));
  const bill = async (amountSat: number): Promise<string> => {
    const made = await (await service.simulator()).invoice({ amountSat });
    assert(made.ok);
    return made.value.paymentRequest;
  };

  const openExternal = async (...options: string[]): Promise<RelayApp & { id: string }> => {
    const { id, uri } = await connect(...options);
    const app = await openRelayApp(cleanup, withRelays(uri, [relay.url]));
    await untilKnown(relay, app);
    return { ...app, id };
  };

  test('43: a link names our own relay first, then the external ones', async () => {
    const { uri } = await connect();
    assert.deepEqual(new URL(uri).searchParams.getAll('relay'), [
      `${service.baseUrl.replace(/^http/, 'ws')}/relay`,
      relay.url,
      other.url,
      library.url,
    ]);
  });

  test('a new key is known there within seconds, and a request is answered there', async () => {
    const app = await openExternal();
    assert.deepEqual((await app.call('get_balance')).result, { balance: START_SAT * 1000 });
    await untilKnown(other, app);
    const elsewhere = await app.at(other.url);
    assert.equal((await elsewhere.call('get_info')).code, null);
  });

  test('2: @getalby/sdk over an external relay alone', async () => {
    const { uri } = await connect();
    const url = withRelays(uri, [relay.url]);
    await untilKnown(relay, { walletPubkey: new URL(uri).host });
    const client = new NWCClient({ nostrWalletConnectUrl: url });
    cleanups.push(() => client.close());
    const before = await user.balanceSat();
    const paid = await client.payInvoice({ invoice: await bill(1000) });
    assert.match(paid.preimage, /^[0-9a-f]{64}$/);
    assert.equal(await user.balanceSat(), before - 1000 - paid.fees_paid / 1000);
    const { balance } = await client.getBalance();
    assert.equal(balance, (await user.balanceSat()) * 1000);
  });

  test('2: the same over a relay that a library for relays makes', async () => {
    const { uri } = await connect();
    const walletPubkey = new URL(uri).host;
    await untilPasses(async () => assert.ok(library.stored.has(`${walletPubkey} ${INFO}`)));
    const client = new NWCClient({ nostrWalletConnectUrl: withRelays(uri, [library.url]) });
    cleanups.push(() => client.close());
    const before = await user.balanceSat();
    const paid = await client.payInvoice({ invoice: await bill(300) });
    assert.equal(await user.balanceSat(), before - 300 - paid.fees_paid / 1000);
    const { methods } = await client.getInfo();
    assert.ok(methods.includes('list_transactions'));
  });

  test('2: the same event over our own relay and two others is one payment', async () => {
    const { uri } = await connect();
    const own = await openRelayApp(cleanup, uri);
    await untilKnown(relay, own);
    await untilKnown(other, own);
    const apps = [own, await own.at(relay.url), await own.at(other.url)];
    const before = await user.balanceSat();
    const event = own.request('pay_invoice', { invoice: await bill(2000) });
    const answers = await Promise.all(apps.map((app) => app.ask(event)));
    const ids = new Set(answers.map((answer) => answer.event.id));
    assert.equal(ids.size, 1, 'one answer everywhere');
    const fees = Number(Reflect.get(Object(answers[0]?.result), 'fees_paid')) / 1000;
    assert.equal(await user.balanceSat(), before - 2000 - fees);
  });

  test('2: @getalby/sdk with all relays in its link pays once', async () => {
    const { uri } = await connect();
    await untilKnown(relay, { walletPubkey: new URL(uri).host });
    const client = new NWCClient({ nostrWalletConnectUrl: uri });
    cleanups.push(() => client.close());
    const before = await user.balanceSat();
    const paid = await client.payInvoice({ invoice: await bill(700) });
    assert.equal(await user.balanceSat(), before - 700 - paid.fees_paid / 1000);
  });

  test('a connection that is revoked is forgotten there, and its app is told so', async () => {
    const app = await openExternal();
    await service.cli('nwc', 'revoke', app.id);
    await untilPasses(async () => {
      assert.equal(infoOf(relay, app)?.content, '');
      assert.equal(infoOf(other, app)?.content, '');
    });
    const asked = relay.published.filter(
      ({ kind, pubkey }) => kind === 5 && pubkey === app.walletPubkey,
    );
    assert.equal(asked.length, 1);
    assert.equal((await app.call('get_balance')).code, 'UNAUTHORIZED');
  });

  test('a relay that cuts everyone off is connected again, and asked for the same', async () => {
    const app = await openExternal();
    const before = relay.asked.filter(({ kinds }) => kinds?.has(23_194)).length;
    relay.drop();
    await untilPasses(async () => {
      assert.ok(relay.asked.filter(({ kinds }) => kinds?.has(23_194)).length > before);
    });
    const again = await app.at(relay.url);
    assert.equal((await again.call('get_info')).code, null);
  });

  test('40: an answer that the relay refuses at first is published as soon as it takes it', async () => {
    const app = await openExternal();
    other.manners = { refusal: { kinds: [23_195], reason: 'rate-limited: slow down' } };
    cleanups.push(() => {
      other.manners = {};
    });
    await untilKnown(other, app);
    const elsewhere = await app.at(other.url);
    const event = app.request('get_balance');
    const answers = elsewhere.socket.subscribe({ kinds: [23_195], '#e': [event.id] });
    await elsewhere.socket.publish(event);
    await untilPasses(async () => assert.ok(other.refused.length > 0));
    assert.equal(answers.events().length, 0);
    other.manners = {};
    assert.equal((await answers.next()).id, other.refused[0]?.id);
  });

  test('32: what settles is told there once, in both schemes, to those who may know it', async () => {
    const app = await openExternal();
    const blind = await openExternal('--scopes', 'balance:read');
    const kinds = [23_196, 23_197];
    const news = app.socket.subscribe({ kinds, '#p': [app.pubkey] });
    const nothing = blind.socket.subscribe({ kinds, '#p': [blind.pubkey] });
    await Promise.all([news.opened(), nothing.opened()]);
    const made = await app.call('make_invoice', { amount: 21_000 });
    const invoice = textField(made.result, 'invoice');
    assert((await (await service.simulator()).pay({ bolt11: invoice })).ok);
    await untilPasses(async () => assert.equal(news.events().length, 2));
    assert.deepEqual(
      news
        .events()
        .map(({ kind }) => kind)
        .toSorted(),
      kinds,
    );
    for (const event of news.events()) {
      const told = app.read(event);
      assert.equal(textField(told, 'notification_type'), 'payment_received');
      assert.equal(textField(field(told, 'notification'), 'invoice'), invoice);
    }
    // Whatever was handed over later would come before this answer.
    await blind.call('get_balance');
    assert.equal(nothing.events().length, 0);
    assert.equal(news.events().length, 2);
    const ids = new Set(news.events().map(({ id }) => id));
    await untilPasses(async () => {
      assert.equal(other.published.filter(({ id }) => ids.has(id)).length, 2);
    });
  });
});
