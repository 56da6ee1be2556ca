import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { finalizeEvent, generateSecretKey, getPublicKey, type NostrEvent } from 'nostr-tools/pure';
import { request } from 'undici';
import { WebSocket } from 'ws';
import { listOf, textField } from '../support/fields.ts';
import { openRelayApp, openSocket } from '../support/nwc/relay-app.ts';
import { openRelayStage, type RelayStage } from '../support/nwc/relay-stage.ts';
import { addWalletUser, field, untilPasses } from '../support/wallet-user.ts';

/** What strangers and hostile clients get from the relay. */
describe('the relay', () => {
  const cleanups: (() => unknown)[] = [];
  const cleanup = { after: (end: () => unknown) => void cleanups.push(end) };
  let service: RelayStage['service'];
  let relay: RelayStage['relay'];
  let ann: RelayStage['ann'];
  let app: RelayStage['app'];
  let add: RelayStage['add'];
  let connect: RelayStage['connect'];
  let countRows: RelayStage['countRows'];

  before(async () => {
    ({ service, relay, ann, app, add, connect, countRows } = await openRelayStage(cleanup));
  });
  after(async () => {
    for (const end of cleanups.reverse()) await end();
  });

  const refusal = async (event: unknown, at = app.socket): Promise<string> => {
    const [, , isTaken, words] = await at.publish(event as NostrEvent);
    assert.equal(isTaken, false);
    return String(words).split(':')[0] ?? '';
  };

  test('5: the same event again gets its answer again, and runs no second time', async () => {
    const event = app.request('make_invoice', { amount: 5000 });
    const first = await app.ask(event);
    const second = await app.ask(event);
    assert.equal(second.event.id, first.event.id);
    const listed = await app.call('list_transactions', { unpaid: true });
    assert.equal(listOf(field(listed.result, 'transactions')).length, 1);
  });

  test('5: one that is older than clocks may differ is refused', async () => {
    const nowSec = Math.floor(Date.now() / 1000);
    for (const createdAt of [nowSec - 49 * 3600, nowSec - 660, nowSec + 660]) {
      assert.equal(await refusal(app.request('get_info', {}, { createdAt })), 'invalid');
    }
    const early = await app.call('get_info', {}, { createdAt: nowSec + 540 });
    assert.ok(early.event.created_at >= nowSec + 540);
  });

  test('18: an event that no one has signed is refused, and not stored', async () => {
    const rows = await countRows();
    const event = app.request('get_balance');
    const other = app.request('get_info');
    const wrong = [
      { ...event, sig: other.sig },
      { ...event, id: other.id },
      { ...event, content: other.content },
      { ...event, pubkey: 'f'.repeat(64) },
    ];
    for (const one of wrong) {
      const word = await refusal(one);
      assert.ok(['invalid', 'restricted'].includes(word), word);
    }
    for (const unreadable of [
      { ...event, id: event.id.toUpperCase() },
      { ...event, id: `${event.id}0` },
      { ...event, pubkey: event.pubkey.toUpperCase() },
    ]) {
      const from = app.socket.heard.length;
      app.socket.send(['EVENT', unreadable]);
      await untilPasses(async () => {
        const [said] = app.socket.heard.slice(from);
        assert.ok(said !== undefined && (said[0] === 'NOTICE' || said[2] === false));
      });
    }
    assert.equal(await countRows(), rows);
  });

  test('19: a key asks its own wallet alone, and no one else publishes anything', async () => {
    const bob = await connect(await addWalletUser(service));
    const rows = await countRows();
    const secret = generateSecretKey();
    const base = { created_at: Math.floor(Date.now() / 1000), content: 'x' };
    const sign = (kind: number, pubkey: string) =>
      finalizeEvent({ ...base, kind, tags: [['p', pubkey]] }, secret);
    assert.equal(await refusal(sign(23_194, bob.walletPubkey)), 'restricted');
    for (const kind of [23_195, 13_194, 23_197, 1]) {
      assert.equal(await refusal(sign(kind, app.pubkey)), 'blocked');
    }
    const crossed = app.request('get_balance', {}, { tags: [['p', bob.walletPubkey]] });
    assert.equal(await refusal(crossed), 'invalid', 'it names two wallets');
    assert.equal(await countRows(), rows);
  });

  test('29: a revoked key hears that it has ended, and is named with no method', async () => {
    const added = await add(ann);
    const gone = await openRelayApp(cleanup, textField(added, 'uri'));
    assert.equal((await gone.call('get_balance')).code, null);
    await service.cli('nwc', 'revoke', textField(added, 'id'));
    for (const method of ['get_balance', 'get_info', 'pay_invoice']) {
      assert.equal((await gone.call(method, { invoice: 'x' })).code, 'UNAUTHORIZED');
    }
    const infos = gone.socket.subscribe({ kinds: [13_194], authors: [gone.walletPubkey] });
    assert.equal((await infos.next()).content, '');
  });

  test('29: one that has reached its end does too', async () => {
    const short = await connect(ann, '--expires-in', '1');
    await untilPasses(async () =>
      assert.equal((await short.call('get_balance')).code, 'UNAUTHORIZED'),
    );
  });

  test('29: and those of a user who is switched off, until they are on again', async () => {
    const carl = await addWalletUser(service);
    const his = await connect(carl);
    await service.cli('user', 'disable', '--email', carl.email);
    assert.equal((await his.call('get_balance')).code, 'UNAUTHORIZED');
    await service.cli('user', 'enable', '--email', carl.email);
    assert.equal((await his.call('get_balance')).code, null);
  });

  test('35: a subscription names somebody, and somebody of ours', async () => {
    const socket = await openSocket(cleanup, relay);
    const stranger = getPublicKey(generateSecretKey());
    const refused = [
      {},
      { kinds: [13_194] },
      { kinds: [23_195], since: 0 },
      { authors: [stranger] },
      { '#p': [stranger] },
      { authors: [stranger], '#e': ['ab'.repeat(32)] },
    ];
    for (const filter of refused) {
      const [name, , words] = await socket.subscribe(filter).opened();
      assert.equal(name, 'CLOSED', JSON.stringify(filter));
      assert.match(String(words), /^restricted: /);
    }
    const mixed = socket.subscribe({ authors: [app.walletPubkey] }, {});
    assert.equal((await mixed.opened())[0], 'CLOSED');
    const fine = socket.subscribe({ kinds: [13_194], '#p': [app.pubkey] });
    assert.equal((await fine.opened())[0], 'EOSE');
    assert.match((await fine.next()).content, /^get_info get_balance /);
  });

  test('36: stored answers go to those alone who name their request', async () => {
    const { event, request: asked } = await app.call('get_info');
    const socket = await openSocket(cleanup, relay);
    const byId = socket.subscribe({ kinds: [23_195], '#e': [asked.id] });
    assert.equal((await byId.next()).id, event.id);
    for (const filter of [
      { kinds: [23_195], authors: [app.walletPubkey] },
      { kinds: [23_195], '#p': [app.pubkey] },
      { kinds: [23_195], '#e': [asked.id], limit: 0 },
      { kinds: [13_194], authors: [app.walletPubkey], limit: 0 },
      { kinds: [23_194], authors: [app.pubkey] },
    ]) {
      const subscription = socket.subscribe(filter);
      assert.equal((await subscription.opened())[0], 'EOSE');
      assert.deepEqual(subscription.events(), [], JSON.stringify(filter));
    }
    const live = socket.subscribe({ authors: [app.walletPubkey], '#p': [app.pubkey], limit: 0 });
    await live.opened();
    const next = await app.call('get_info');
    assert.equal((await live.next()).id, next.event.id);
  });

  test('37: a client has so many subscriptions and filters, and short names for them', async () => {
    const socket = await openSocket(cleanup, relay);
    const filter = { kinds: [13_194], authors: [app.walletPubkey] };
    const open = Array.from({ length: 20 }, () => socket.subscribe(filter));
    for (const one of open) assert.equal((await one.opened())[0], 'EOSE');
    const [name, , words] = await socket.subscribe(filter).opened();
    assert.deepEqual([name, String(words).split(':')[0]], ['CLOSED', 'blocked']);
    open[0]?.end();
    const [again] = await socket.subscribe(filter).opened();
    assert.equal(again, 'EOSE');
    const many = socket.subscribe(...Array.from({ length: 11 }, () => filter));
    assert.equal((await many.opened())[0], 'CLOSED');
    socket.send(['REQ', 'x'.repeat(65), filter]);
    assert.match(String((await socket.hear(([said]) => said === 'NOTICE'))[1]), /subscription/);
  });

  test('37: frames that are no short texts end the connection', async () => {
    for (const frame of [Buffer.from('["REQ"]'), 'x'.repeat(1_000_000)]) {
      const socket = await openSocket(cleanup, relay);
      socket.sendText(frame);
      await untilPasses(async () => assert.ok(socket.isClosed()));
    }
    assert.equal((await app.call('get_info')).code, null);
  });

  test('its description is for those who ask for it; other paths have no sockets', async () => {
    const headers = { accept: 'application/nostr+json' };
    const { statusCode, body } = await request(`${service.baseUrl}/relay`, { headers });
    assert.equal(statusCode, 200);
    const document = await body.json();
    assert.deepEqual(field(document, 'supported_nips'), [1, 11, 40, 44, 47]);
    const plain = await request(`${service.baseUrl}/relay`);
    assert.equal(plain.statusCode, 426);
    await plain.body.dump();
    const elsewhere = new WebSocket(`${service.baseUrl.replace(/^http/, 'ws')}/balance`);
    const [error] = await once(elsewhere, 'error');
    assert.match(String(error), /404/);
  });

  test('a call that offers another protocol is answered as any other', async () => {
    const { port } = new URL(service.baseUrl);
    const socket = connectTcp(Number(port), '127.0.0.1');
    socket.end('GET /balance HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n');
    const [chunk] = await once(socket, 'data');
    assert.match(String(chunk), /^HTTP\/1\.1 401 /);
    socket.destroy();
  });
});
